"""Two red onions and a cut half on an oak board."""

from math import cos, pi, sin
from random import uniform

from mathutils import Vector

from studio.camera import View
from studio.lights import light_food
from studio.materials.plain import plain
from studio.materials.wood import wood
from studio.nodes import new_material
from studio.shapes.board import board
from studio.shapes.lathe import lathe
from studio.shapes.mesh import add_mesh, grid_faces, move, turned
from studio.shapes.soft import make_uneven
from studio.shapes.tube import tube

BACKDROP = "#EBE0DC"
VIEWS = {
    "main": View((0.02, 0, 0.27), 5.6, azimuth=-6, elevation=20, focal=105, fstop=2.2, focus=(0.1, -0.3, 0.3)),
    "angle": View((0.02, 0, 0.25), 5.6, azimuth=26, elevation=32, focal=105, fstop=2.2, focus=(0.1, -0.3, 0.3)),
    "close": View((0.26, -0.2, 0.32), 2.7, azimuth=-12, elevation=22, focal=105, fstop=2.2, focus=(0.3, -0.3, 0.36)),
}

RADIUS, HEIGHT, NECK = 0.31, 0.265, 0.16
"""Half the width, half the height without the neck, and the neck's length."""
BOARD = 0.07

light = light_food


def build():
    move(board((1.62, 1.06, BOARD), wood("x", scale=1.6, roughness=0.62, seed=9)), turn=(0, 0, 5))
    skin, paper, root = onion_skin(), loose_paper(), plain("#A98F6C", 0.9)
    build_onion(skin, paper, root, turned(("Z", 40), ("X", 7), at=(-0.36, 0.06, BOARD + 0.265)))
    build_onion(skin, paper, root, turned(("Z", -52), ("X", 78), at=(0.2, 0.34, BOARD + 0.305)))
    build_half(skin, turned(("Z", 14), ("X", 58), at=(0.3, -0.2, BOARD + 0.262)))


def build_onion(skin, paper, root, place):
    body = add_mesh("onion", *grid_faces([ring(z) for z in heights(110)], closed=True), skin, smooth_angle=180)
    flakes = [ring(z, grown=0.006) for z in heights(110)][6:96]
    parts = [body, add_mesh("flakes", *grid_faces(flakes, closed=True), paper, smooth_angle=180)]
    for part in parts:
        make_uneven(part, 0.03, 0.35)
    for _ in range(26):
        a, reach = uniform(0, 2 * pi), uniform(0.03, 0.075)
        start = Vector((0.03 * cos(a), 0.03 * sin(a), -HEIGHT + 0.004))
        end = start + Vector((reach * cos(a), reach * sin(a), uniform(-0.02, 0.004)))
        parts.append(tube("root", [start, (start + end) / 2, end], 0.0035, root, radii=[1, 0.8, 0.4], smoothness=2))
    for part in parts:
        part.matrix_world = place


def build_half(skin, place):
    rows = [ring(z) for z in heights(110) if z <= 0]
    half = add_mesh("half", *grid_faces(rows, closed=True), skin, smooth_angle=180)
    profile = [(0, 0.003), (0.1, 0.003), (0.2, 0.003), (0.298, 0.003), (0.308, 0.0005), (0.311, -0.004)]
    cut = lathe("cut", profile, flesh())
    half.matrix_world = cut.matrix_world = place


def heights(steps):
    """From the root to the neck's end, closer together at the root."""
    top = HEIGHT + NECK
    return [-HEIGHT + (HEIGHT + top) * (1 - cos(pi / 2 * (k / steps))) ** 0.9 for k in range(steps + 1)]


def ring(z, grown=0.0, around=160):
    """A ring of the onion: round body, and a neck that bends, folds and frays as it dries."""
    u = z / HEIGHT
    body = RADIUS * max(1e-4, 1 - abs(u) ** 2.15) ** 0.56 if u < 1 else 0
    up = max(0.0, (z - 0.6 * HEIGHT) / (0.4 * HEIGHT + NECK))
    neck = 0.062 * (1 - 0.55 * up + 0.35 * up**6) * min(1, 6 * up)
    r = (body**3 + neck**3) ** (1 / 3) + grown
    points = []
    for k in range(around):
        a = 2 * pi * k / around
        folds = 1 + up * (0.16 * cos(3 * a + 2 * up) + 0.12 * cos(7 * a + 5 * up)) + 0.008 * cos(5 * a)
        fray = 0.035 * up**8 * sin(9 * a + 2 * cos(4 * a))
        points.append((r * folds * cos(a) + 0.05 * up**2, r * folds * sin(a) - 0.02 * up**2, z + fray))
    return points


def onion_skin():
    """Satin purple with fine veins from root to neck, browner and drier at both ends."""
    material, g = new_material("onion skin")
    position = g.object_coordinates()
    _, angle, z = g.polar(position)
    streaks = g.noise(g.around_axis(angle, 6.0, g.multiply(z, 1.3)), scale=1.5, detail=4, roughness=0.6)
    lines = g.math("PINGPONG", g.multiply(g.noise(g.around_axis(angle, 9.0, z), scale=1.3, detail=1), 14.0), 1.0)
    veins = g.ramp(lines, [(0.03, 1), (0.22, 0)])
    patches = g.noise(position, scale=3.2, detail=3)
    tone = g.weighted_sum((streaks, 0.6), (patches, 0.5))
    purple = g.ramp(tone, [(0.36, "#430E22"), (0.52, "#6E1E3A"), (0.7, "#98485C"), (0.8, "#B4736E")])
    dryness = g.add(g.ramp(z, [(0.24, 0), (0.36, 1)]), g.multiply(g.ramp(patches, [(0.58, 0), (0.68, 1)]), 0.25))
    surface = g.principled(
        base_color=g.mix(dryness, g.mix(g.multiply(veins, 0.75), purple, "#36081A"), "#B08062"),
        roughness=g.ramp(patches, [(0.35, 0.3), (0.65, 0.48)]),
        specular=0.42,
        subsurface=0.05,
        subsurface_color="#B0305C",
        subsurface_radius=(0.03, 0.008, 0.01),
        normal=g.bump(g.weighted_sum((veins, 0.5), (streaks, 0.8)), 0.3, 0.006),
    )
    g.output(surface)
    return material


def loose_paper():
    """The outermost skin, torn away in places: thin, dry, lighter than what it covers."""
    material, g = new_material("onion paper")
    position = g.object_coordinates()
    _, angle, z = g.polar(position)
    torn = g.noise(g.add(g.scaled(position, (1, 1, 0.3)), g.node("ObjectInfo").outputs["Random"]), scale=3.0, detail=5)
    streaks = g.noise(g.around_axis(angle, 9.0, g.multiply(z, 1.3)), scale=1.5, detail=4, roughness=0.6)
    paper = g.principled(
        base_color=g.ramp(streaks, [(0.35, "#7A2C4A"), (0.55, "#9A4C62"), (0.7, "#BE8478")]),
        roughness=0.5,
        specular=0.4,
        normal=g.bump(streaks, 0.3, 0.006),
    )
    there = g.ramp(torn, [(0.53, 0), (0.54, 1)])
    g.output(g.mix_shaders(there, g.node("BsdfTransparent").outputs[0], paper))
    return material


def flesh():
    """Pale rings, each with a purple outer skin, about an oval heart."""
    material, g = new_material("onion flesh")
    position = g.object_coordinates()
    r, angle, _ = g.polar(g.scaled(position, (1, 0.9, 1), offset=(-0.012, 0.01, 0)))
    wobble = g.noise(g.around_axis(angle, 0.8, g.multiply(r, 2.0)), scale=1.4, detail=1)
    inward = g.subtract(1, g.math("DIVIDE", r, RADIUS))
    bends = g.multiply(g.multiply(g.subtract(wobble, 0.5), 2.6), g.multiply(inward, r))
    share = g.add(g.math("DIVIDE", r, RADIUS), bends)
    uneven = g.noise(g.combine(share, 0.3), scale=6, detail=0)
    layer = g.add(g.multiply(share, 7.7), g.multiply(g.subtract(uneven, 0.5), 1.0))
    within = g.math("FRACT", layer)
    rays = g.noise(g.around_axis(angle, 14.0, g.multiply(r, 3.0)), scale=2.0, detail=3)
    color = g.ramp(
        g.add(within, g.multiply(g.multiply(g.subtract(rays, 0.5), share), 0.15)),
        [(0.0, "#C98BA6"), (0.1, "#F1E2E6"), (0.55, "#F3E9E8"), (0.8, "#DBA9BC"), (0.9, "#94305C"), (0.97, "#5E143A")],
    )
    dome = g.ramp(within, [(0, 0), (0.12, 0.9), (0.5, 1), (0.85, 0.9), (1, 0)], "EASE")
    surface = g.principled(
        base_color=color,
        roughness=0.24,
        specular=0.5,
        subsurface=0.25,
        subsurface_color="#E6C4D0",
        subsurface_radius=(0.04, 0.025, 0.03),
        normal=g.bump(g.weighted_sum((dome, 1.0), (rays, 0.35)), 0.35, 0.008),
    )
    g.output(surface)
    return material
