"""Morild cream blush: an open pot of black lacquer with a gold rim, its lid leaning behind it."""

from math import atan2, cos, exp, hypot, pi, sin

from mathutils import Vector, noise

from studio.backdrop import BEAUTY
from studio.camera import View
from studio.lights import black_card, light_opaque, softbox
from studio.materials.metal import polished
from studio.materials.plain import lacquer
from studio.materials.printed import foil
from studio.nodes import new_material
from studio.shapes.label import flat_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import add_mesh, grid_faces, move, turned

BACKDROP = BEAUTY
VIEWS = {
    "main": View((0.14, 0.06, 0.28), 5.2, azimuth=-12, elevation=26, fstop=1.6, focus=(0, -0.2, 0.2)),
    "angle": View((0.12, -0.10, 0.16), 6.1, azimuth=10, elevation=42, fstop=1.6, focus=(0, -0.2, 0.2)),
    "close": View((0.02, -0.02, 0.20), 2.5, azimuth=-18, elevation=36, focal=105, fstop=1.8, focus=(0, -0.12, 0.2)),
}

GOLD = "#F0D2A0"
RADIUS, HEIGHT, CREAM = 0.45, 0.20, 0.365


def light(view):
    light_opaque(view, key=105, rim=45, wall=70)
    softbox((-1.6, 1.0, 1.0), (0, 0, 0.3), 12, (0.5, 1.6), (1, 1, 1), falloff=0.4)
    softbox((0.4, -3.6, 3.6), (0, -1.6, 0), 50, (2.5, 2.5), reflected=False)
    black_card((0.9, -1.3, 0.5), (0, 0, 0.3), 0.5, 1.2)


def build():
    r, h = RADIUS, HEIGHT
    gold, case = polished(GOLD, 0.14), lacquer("#1B0F12")
    pot = [(0, 0), (r, 0, 0.03), (r, h, 0.014), (0.41, h, 0.008), (0.40, h - 0.04), (0, h - 0.04)]
    lathe("pot", rounded(pot, steps=8), case, segments=192)
    rim = [(0.36, h - 0.05), (0.412, h - 0.05), (0.412, h + 0.022, 0.008), (0.366, h + 0.022, 0.008), (0.36, h - 0.05)]
    lathe("rim", rounded(rim, steps=8), gold, segments=192)
    build_cream(h + 0.004)
    build_lid(gold, case)


def build_cream(level):
    """Poured smooth, with the trace of one fingertip."""
    rows = []
    for ring in range(151):
        r = CREAM * ring / 150
        angles = (2 * pi * k / 300 for k in range(300))
        rows.append([(r * cos(a), r * sin(a), level + fingertip(r * cos(a), r * sin(a))) for a in angles])
    add_mesh("cream", *grid_faces(rows, closed=True), cream(), smooth_angle=180)


def fingertip(x, y):
    """Depth of a stroke that runs on an arc about a point in front of the pot."""
    across, along = hypot(x - 0.10, y + 0.42) - 0.40, atan2(x - 0.10, y + 0.42)
    start, end = 1 / (1 + exp(-(along + 0.62) * 22)), 1 / (1 + exp((along - 0.42) * 40))
    ridges = 0.0022 * noise.noise(Vector((across * 75, along * 2.2, 0)))
    groove = exp(-((across / 0.095) ** 4)) * (0.034 - ridges)
    lip = 0.007 * exp(-(((abs(across) - 0.115) / 0.020) ** 2))
    heap = 0.016 * exp(-(((along - 0.56) / 0.10) ** 2) - (across / 0.09) ** 2)
    inside = min(1, max(0, (CREAM - hypot(x, y)) / 0.05))
    return inside * ((lip - groove) * start * end + heap) - 0.006 * (1 - inside) ** 2


def build_lid(gold, case):
    lid = [(0, 0.13), (RADIUS, 0.13, 0.03), (RADIUS, 0, 0.006), (0.435, 0, 0.004), (0.435, 0.11, 0.01), (0, 0.11)]
    leaning = turned(("Z", -32), ("X", 65), at=(0.62, 0.42, 0.42))
    parts = [
        lathe("lid", rounded(lid, steps=8), case, segments=192),
        lathe("lid rim", rounded([(0.44, 0), (0.455, 0), (0.455, 0.022), (0.44, 0.022)], 0.005), gold, segments=192),
    ]
    for part in parts:
        part.matrix_world = leaning
    brand = flat_label("brand", 0.50, 0.11, foil("morild-heather-cream-blush", GOLD))
    brand.matrix_world = leaning @ turned(("X", -90), at=(0, 0, 0.1308))


def dress(view_name):
    if view_name == "angle":
        move(smear(), (-0.46, -0.76, 0), (0, 0, 5))


def smear(length=0.95, width=0.27):
    """A swatch of cream, wiped to the right and thinning out."""
    rows = []
    for j in range(91):
        across = -1 + 2 * j / 90
        row = []
        for i in range(201):
            along = i / 200
            fine = noise.noise(Vector((along * 2.0, across * 14, 7)))
            streaks = noise.noise(Vector((along * 1.2, across * 4.5, 3))) + 0.45 * fine
            wavering = abs(across) * (1.08 + 0.14 * noise.noise(Vector((along * 3, across, 1))))
            from_start = max(0, along - 0.13 * (1 - (1 - across**2) ** 0.5))
            ends = min(1, from_start / 0.14) * (1 - along**3)
            z = 0.030 * (1 - wavering**4) * ends * (0.62 - 0.42 * along + (0.25 + 0.3 * along) * streaks) - 0.0015
            row.append((along * length, across * width / 2 + 0.07 * along**2, z))
        rows.append(row)
    return add_mesh("smear", *grid_faces(rows), cream(), smooth_angle=180)


def cream(color="#AE6470", glow="#C4707A"):
    material, g = new_material("cream")
    position = g.object_coordinates()
    surface = g.principled(
        base_color=color,
        roughness=0.36,
        specular=0.42,
        subsurface=0.12,
        subsurface_color=glow,
        subsurface_radius=(0.04, 0.014, 0.012),
        normal=g.bump(g.noise(position, scale=70, detail=3), 0.06, 0.005),
    )
    g.output(surface)
    return material
