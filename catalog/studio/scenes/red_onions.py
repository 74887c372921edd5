"""Two red onions and a cut half on an oak board."""

from math import atan2, cos, pi, sin
from random import uniform

from mathutils import Vector, noise

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
    "main": View((0.02, 0, 0.25), 5.6, azimuth=26, elevation=32, focal=105, fstop=2.2, focus=(0.1, -0.3, 0.3)),
    "close": View((0.16, -0.12, 0.30), 3.5, azimuth=-12, elevation=24, focal=105, fstop=2.2, focus=(0.3, -0.3, 0.36)),
}

RADIUS, HEIGHT, NECK = 0.31, 0.265, 0.16
"""Half the width, half the height without the neck, and the neck's length."""
BOARD = 0.07
LAYERS = (0.0, 0.085, 0.165, 0.225, 0.325, 0.43, 0.505, 0.625, 0.73, 0.865, 0.945, 1.0)
"""Where the layers of the cut half end, from its heart outwards: no two grew equally thick."""

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
    """Cut across: as little round as the onion was, and the knife has left the outer layers a hair apart."""
    rows = [
        [(x * out_of_round(x, y), y * out_of_round(x, y), z) for x, y, z in ring(z)] for z in heights(110) if z <= 0
    ]
    half = add_mesh("half", *grid_faces(rows, closed=True), skin, smooth_angle=180)
    profile = (
        [(0, 0.003)] + [(0.006 * k, 0.003) for k in range(1, 50)] + [(0.301, 0.0028), (0.307, 0.001), (0.311, -0.004)]
    )
    cut = lathe("cut", profile, flesh(), segments=256)
    for vertex in cut.data.vertices:
        x, y, z = vertex.co
        share = out_of_round(x, y)
        vertex.co = (x * share, y * share, z)
    half.matrix_world = cut.matrix_world = place


def out_of_round(x, y):
    a = atan2(y, x)
    return 1 + 0.028 * cos(2 * a + 0.7) + 0.013 * cos(3 * a + 2.1) + 0.006 * cos(5 * a)


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
        torn = noise.noise(Vector((2.2 * cos(a), 2.2 * sin(a), 3.0))) + 0.6 * noise.noise(
            Vector((6 * cos(a), 6 * sin(a), 1.0))
        )
        fray = 0.055 * up**7 * torn
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
        base_color=g.ramp(streaks, [(0.35, "#6E2442"), (0.55, "#8A3C56"), (0.75, "#A8616C")]),
        roughness=0.5,
        specular=0.4,
        normal=g.bump(streaks, 0.3, 0.006),
    )
    there = g.ramp(torn, [(0.53, 0), (0.54, 1)])
    g.output(g.mix_shaders(there, g.node("BsdfTransparent").outputs[0], paper))
    return material


def flesh():
    """Layers cut across, thinner towards the heart: white and watery, each with a thin purple skin outside that fades
    and darkens along its way."""
    material, g = new_material("onion flesh")
    position = g.object_coordinates()
    r, angle, _ = g.polar(position)
    share = g.math("DIVIDE", r, RADIUS)
    x, y, _ = g.separate(position)
    # Inside, circles become ovals round a heart that lies off the middle.
    inner = g.subtract(1, g.smoothstep(share, 0.05, 0.85))
    hearts = [from_heart(g, x, y, *heart) for heart in ((0.034, -0.014), (-0.010, 0.004))]
    both = g.math("SQRT", g.add(*(g.multiply(heart, heart) for heart in hearts)))
    oval = g.math("DIVIDE", g.multiply(g.multiply(*hearts), 1.414 / RADIUS), both)
    drift = g.noise(g.around_axis(angle, 0.7, g.multiply(share, 1.1)), scale=1.3, detail=0)
    fine = g.noise(g.around_axis(angle, 2.6, g.multiply(share, 4.0)), scale=1.6, detail=1)
    level = g.add(g.mix(inner, share, oval), g.multiply(g.subtract(drift, 0.5), g.multiply(g.subtract(1, share), 0.13)))
    level = g.add(level, g.multiply(g.subtract(fine, 0.5), 0.012))
    count = len(LAYERS) - 1
    layer = g.multiply(g.ramp(level, [(end, k / count) for k, end in enumerate(LAYERS)]), count)
    number, within = g.math("FLOOR", layer), g.math("FRACT", layer)
    own = g.noise(g.combine(g.multiply(number, 1.37), 0.2), scale=3, detail=0)
    along = g.noise(g.around_axis(angle, 1.4, g.multiply(number, 3.1)), scale=1.5, detail=3)
    rays = g.noise(g.around_axis(angle, 16.0, g.multiply(share, 2.0)), scale=2.0, detail=4, roughness=0.6)
    blush = g.weighted_sum((own, 0.7), (along, 0.7), (rays, 0.15), (g.smoothstep(share, 0.45, 1.0), 0.3), (-0.2, 1.0))
    tint = g.smoothstep(g.add(within, g.multiply(g.subtract(blush, 0.65), 0.9)), 0.50, 1.02)
    white = g.ramp(g.weighted_sum((rays, 0.6), (along, 0.4)), [(0.35, "#EEE3E1"), (0.65, "#F7F1EE")])
    inner_edge = g.multiply(g.subtract(1, g.smoothstep(within, 0.02, 0.16)), 0.5)
    color = g.mix(inner_edge, g.mix(g.multiply(tint, 0.85), white, "#BC6F96"), "#DCC6CF")
    # The thin skin between two layers: wide and narrow, here a dark gap, there hardly to be seen.
    swell = g.noise(g.around_axis(angle, 1.1, g.multiply(number, 5.3)), scale=1.7, detail=4, roughness=0.6)
    start = g.subtract(0.985, g.multiply(g.smoothstep(swell, 0.34, 0.68), 0.16))
    line = g.smoothstep(g.add(g.subtract(within, start), g.multiply(g.subtract(rays, 0.5), 0.05)), -0.035, 0.03)
    color = g.mix(
        g.multiply(line, g.ramp(g.weighted_sum((blush, 0.5), (swell, 0.6)), [(0.48, 0.25), (0.70, 0.95)])),
        color,
        g.ramp(own, [(0.3, "#8A2F5E"), (0.7, "#6A1B45")]),
    )
    gap = g.multiply(g.smoothstep(within, 0.965, 0.99), g.smoothstep(swell, 0.56, 0.66))
    color = g.mix(g.multiply(gap, 0.8), color, "#3A0C24")
    rim = g.smoothstep(share, 0.955, 0.985)
    dome = g.ramp(within, [(0, 0), (0.10, 0.8), (0.5, 1), (0.88, 0.8), (0.97, 0.1), (1, 0)], "EASE")
    height = g.weighted_sum((dome, g.add(0.4, own)), (rays, 0.30), (g.noise(position, scale=9, detail=2), 1.2))
    surface = g.principled(
        base_color=g.mix(rim, color, "#57122F"),
        roughness=g.ramp(g.noise(position, scale=14, detail=3), [(0.35, 0.32), (0.65, 0.46)]),
        specular=0.5,
        clearcoat=0.3,
        clearcoat_roughness=0.12,
        subsurface=0.3,
        subsurface_color=g.mix(0.5, color, "#E6C4D0"),
        subsurface_radius=(0.035, 0.022, 0.026),
        normal=g.bump(height, 0.5, 0.008),
    )
    g.output(surface)
    return material


def from_heart(g, x, y, heart_x, heart_y):
    """Distance from one of the onion's two hearts, in ovals."""
    aside, up = g.multiply(g.subtract(x, heart_x), 0.92), g.multiply(g.subtract(y, heart_y), 1.12)
    return g.math("SQRT", g.add(g.multiply(aside, aside), g.multiply(up, up)))
