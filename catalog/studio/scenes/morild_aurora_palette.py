"""Morild "Aurora": eight eyeshadows in a case of black lacquer, with a mirror in its open lid."""

from studio.backdrop import BEAUTY
from studio.camera import View
from studio.lights import glow_card, light_opaque, softbox
from studio.materials.metal import polished
from studio.materials.plain import lacquer
from studio.materials.printed import ink
from studio.nodes import new_material
from studio.shapes.box import plate, soften
from studio.shapes.label import flat_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import modify, move, turned

BACKDROP = BEAUTY
VIEWS = {
    "main": View((0, 0.12, 0.24), 5.7, azimuth=-24, elevation=30, fstop=2, focus=(0, -0.15, 0.1)),
    "angle": View((0, 0.08, 0.26), 5.9, azimuth=16, elevation=46, fstop=2, focus=(0, -0.05, 0.1)),
    "close": View((-0.06, -0.02, 0.09), 2.7, azimuth=-30, elevation=40, focal=110, fstop=2, focus=(-0.1, -0.12, 0.09)),
}

GOLD = "#F0D2A0"
WIDTH, DEPTH, HEIGHT, LID, CORNER = 1.34, 0.76, 0.105, 0.05, 0.055
PAN, GAP, WELL = 0.27, 0.035, 0.03
OPEN = 100
SHADES = (
    ("#EFE5D8", True),
    ("#CFAE95", False),
    ("#DDB2A0", True),
    ("#AE7C83", False),
    ("#785A59", False),
    ("#9A6A4C", True),
    ("#76848F", True),
    ("#222A40", False),
)
"""Colour, and whether it shimmers."""


def light(view):
    light_opaque(view, key=110, rim=45, wall=65)
    softbox((-1.4, 1.2, 1.6), (0, 0, 0.1), 14, (1.4, 0.5), (1, 1, 1), falloff=0.4)
    softbox((0, -4.2, 4.5), (0, -3.4, 0), 190, (3.5, 3.5), reflected=False)
    glow_card((0, -9, 3.0), (0, 0.3, 0.5), 36, 9, "#F7E4DC", 0.7)


def build():
    case = lacquer("#1B0F12")
    tray = plate("tray", (WIDTH, DEPTH, HEIGHT), CORNER, case)
    gold = polished(GOLD, 0.18)
    for k, (color, shimmers) in enumerate(SHADES):
        x, y = (k % 4 - 1.5) * (PAN + GAP), 0.04 + (0.5 - k // 4) * (PAN + GAP)
        well = move(plate("well", (PAN, PAN, 1), 0.03, None), (x, y, HEIGHT - WELL))
        well.hide_render = True
        modify(tray, "BOOLEAN", object=well, operation="DIFFERENCE")
        pan = plate("pan", (PAN - 0.008, PAN - 0.008, WELL - 0.012), 0.027, gold, bevel=0.003)
        move(pan, (x, y, HEIGHT - WELL))
        pressed = shadow(color, shimmers, k)
        powder = plate("powder", (PAN - 0.022, PAN - 0.022, WELL - 0.006), 0.022, pressed, bevel=0.006)
        move(powder, (x, y, HEIGHT - WELL))
    soften(tray, 0.008)
    brand = flat_label("brand", 0.36, 0.036, ink("morild-aurora-palette", 0.3))
    move(brand, (0, -0.325, HEIGHT + 0.0008), (-90, 0, 0))
    build_lid(case)
    hinge = lathe("hinge", rounded([(0, -0.24), (0.022, -0.24), (0.022, 0.24), (0, 0.24)], 0.004), gold, segments=48)
    hinge.matrix_world = turned(("Y", 90), at=(0, DEPTH / 2, HEIGHT))


def build_lid(case):
    """Built lying open on its back, then raised about the hinge."""
    middle = DEPTH / 2
    lid = move(plate("lid", (WIDTH, DEPTH, LID), CORNER, case, bevel=0.012), (0, middle, 0))
    rim = move(plate("rim", (WIDTH - 0.07, DEPTH - 0.07, LID + 0.002), 0.035, polished(GOLD, 0.18)), (0, middle, 0))
    glass = polished("#F4F4F4", 0.005)
    mirror = move(plate("mirror", (WIDTH - 0.084, DEPTH - 0.084, LID + 0.0025), 0.03, glass), (0, middle, 0))
    for part in (lid, rim, mirror):
        part.matrix_world = turned(("X", 180 - OPEN), at=(0, DEPTH / 2 + 0.01, HEIGHT + 0.02)) @ turned(
            at=(0, middle, -LID)
        )


def shadow(color, shimmers, seed):
    """Pressed powder, embossed with waves like northern lights."""
    material, g = new_material("eyeshadow")
    position = g.scaled(g.object_coordinates(), (1, 1, 1), (seed * 0.7, seed * 0.4, 0))
    x, y, _ = g.separate(g.warped(position, 0.22, 3.2))
    waves = g.math("SINE", g.weighted_sum((x, 30.0), (y, 62.0)))
    grain = g.noise(position, scale=260, detail=3, roughness=0.7)
    normal = g.bump(g.add(waves, g.multiply(grain, 0.25 if shimmers else 0.12)), 0.5, 0.008)
    if shimmers:
        flakes = g.ramp(g.noise(position, scale=420, detail=1), [(0.60, 0), (0.72, 1)])
        tone = g.mix(g.multiply(flakes, 0.55), color, "#FFFFFF")
        surface = g.principled(base_color=tone, metallic=0.55, roughness=0.36, normal=normal)
    else:
        tone = g.mix(g.multiply(grain, 0.12), color, "#FFFFFF")
        surface = g.principled(base_color=tone, roughness=0.85, specular=0.15, sheen=0.2, normal=normal)
    g.output(surface)
    return material
