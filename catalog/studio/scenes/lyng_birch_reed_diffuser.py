"""Lyng birch and juniper reed diffuser: six rattan reeds in a round glass bottle; beside a birch log in one view."""

from math import cos, radians, sin
from random import uniform

from studio.backdrop import FRAGRANCE
from studio.camera import View
from studio.lights import black_card, light_glass
from studio.materials.glass import glass, liquid
from studio.materials.printed import paper_label
from studio.materials.wood import wood
from studio.nodes import new_material
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import add_copy, move, turned
from studio.shapes.soft import make_uneven
from studio.shapes.tube import tube
from studio.shapes.vessel import filling, vessel

BACKDROP = FRAGRANCE
VIEWS = {
    "main": View((0.02, 0, 0.63), 5.1, azimuth=-10, elevation=8, fstop=1.1, focus=(0, -0.2, 0.4)),
    "angle": View((0.01, 0, 0.60), 5.1, azimuth=18, elevation=24, fstop=1.1, focus=(0, -0.2, 0.3)),
    "scene": View((0.18, 0, 0.58), 5.1, azimuth=6, elevation=14, fstop=1.1, focus=(0, -0.2, 0.3)),
}

RADIUS, SHOULDER, RIM = 0.235, 0.44, 0.56
BIRCH = ("#EAD3AC", "#D2B486")
RATTAN = ("#E9D7B2", "#D2B88A")
REEDS = ((8, 0.31), (66, 0.26), (128, 0.33), (189, 0.30), (236, 0.24), (305, 0.32))
"""Each reed's direction in degrees and how far it leans per unit of height."""
BERRIES = ((0.34, -0.34), (0.41, -0.29), (0.40, -0.40), (0.53, -0.36), (0.27, -0.46), (0.62, -0.24))


def light(view):
    light_glass(view, key=120, front=165, wall=75)
    black_card((-0.8, 0, 0.5), (0, 0, 0.4), 0.3, 1.2)
    black_card((0.9, -0.1, 0.5), (0, 0, 0.4), 0.25, 1.2)


def build():
    r = RADIUS
    outer = [(0, 0), (r, 0, 0.03), (r, SHOULDER, 0.09), (0.078, SHOULDER + 0.01, 0.02), (0.078, RIM)]
    inner = [(0, 0.035), (r - 0.022, 0.035, 0.03), (r - 0.022, SHOULDER - 0.02, 0.075), (0.06, SHOULDER - 0.01, 0.02)]
    inner = rounded([*inner, (0.06, RIM)], steps=24)
    vessel("bottle", rounded(outer, steps=24), inner, glass(tint="#EEF0EA"))
    filling("scent", inner, 0.33, liquid("#E9E3A6", density=2.2, tint="#EFEDD2", ior=1.4))
    label = paper_label("lyng-birch-reed-diffuser")
    curved_label("label", r + 0.001, 0.10, 0.235, 58, label, thickness=0.001, facing=-6)
    collar = [(0.082, 0.475), (0.112, 0.475, 0.006), (0.112, RIM + 0.012, 0.012), (0.056, RIM + 0.012, 0.006)]
    collar += [(0.056, RIM + 0.001), (0.082, RIM + 0.001), (0.082, 0.475)]
    lathe("collar", rounded(collar, steps=8), wood("z", BIRCH, scale=7, roughness=0.5, seed=3))
    for seed, (direction, lean) in enumerate(REEDS):
        reed(direction, lean, seed)


def reed(direction, lean, seed):
    """From the far side of the bottle's floor past the others, out at the neck, slightly bent."""
    turn = radians(direction)
    length = uniform(1.20, 1.27)
    points = []
    for k in range(6):
        z = 0.045 + length * k / 5
        out = lean * (z - 0.50)
        aside = 0.026 * (1 - k / 5) + uniform(-0.004, 0.004)
        x, y = out * cos(turn) - aside * sin(turn), out * sin(turn) + aside * cos(turn)
        points.append((x, y, z))
    tube("reed", points, 0.0115, wood("z", RATTAN, scale=9, roughness=0.75, seed=seed))


def dress(view_name):
    if view_name == "scene":
        lay_log()
        scatter_juniper()


def lay_log():
    length, r = 0.74, 0.165
    place = turned(("Z", -22), ("Y", 90), at=(0.04, 0.46, r))
    log = lathe("log", [(r, length * k / 40) for k in range(41)], birch_bark(), segments=160)
    end_profile = [(0, length), (r - 0.002, length, 0.008), (r - 0.002, length - 0.02)]
    end = lathe("end", rounded(end_profile), end_grain(r), segments=160)
    log.matrix_world = end.matrix_world = place


def birch_bark():
    """White with dark dashes that run round the trunk, and grey clouds."""
    material, g = new_material("birch bark")
    r, angle, z = g.polar(g.object_coordinates())
    round_it = g.around_axis(angle, 0.4, g.multiply(z, 20.0))
    dashes = g.smoothstep(g.noise(round_it, scale=2.6, detail=2), 0.63, 0.67)
    fine = g.smoothstep(g.noise(g.around_axis(angle, 0.7, g.multiply(z, 75.0)), scale=2.5, detail=2), 0.62, 0.7)
    clouds = g.noise(g.object_coordinates(), scale=5, detail=4)
    white = g.ramp(clouds, [(0.35, "#D6CCBF"), (0.55, "#F0EBE2"), (0.75, "#E9D9C6")])
    marks = g.math("MAXIMUM", dashes, g.multiply(fine, 0.45))
    surface = g.principled(
        base_color=g.mix(marks, white, "#3B332D"),
        roughness=0.75,
        specular=0.2,
        normal=g.bump(g.subtract(g.multiply(clouds, 0.5), marks), 0.4, 0.006),
    )
    g.output(surface)
    return material


def end_grain(radius):
    material, g = new_material("end grain")
    r, angle, _ = g.polar(g.warped(g.object_coordinates(), 0.03, 6))
    rings = g.math("PINGPONG", g.multiply(r, 75.0), 1.0)
    wood_color = g.ramp(rings, [(0.2, "#E2C79E"), (0.9, "#CDA877")])
    bark = g.smoothstep(g.math("DIVIDE", r, radius), 0.95, 1.0)
    g.output(g.principled(base_color=g.mix(bark, wood_color, "#8A6A4C"), roughness=0.8, specular=0.15))
    return material


def scatter_juniper():
    """Blue-black berries with a pale bloom."""
    material, g = new_material("juniper")
    bloom = g.noise(g.node("NewGeometry").outputs["Position"], scale=22, detail=3)
    color = g.ramp(bloom, [(0.35, "#20222C"), (0.58, "#474D60"), (0.72, "#767C8C")])
    g.output(g.principled(base_color=color, roughness=g.ramp(bloom, [(0.35, 0.3), (0.7, 0.7)])))
    profile = [(0.031 * sin(radians(k * 9)), -0.031 * cos(radians(k * 9))) for k in range(21)]
    first = make_uneven(lathe("juniper", profile, material, segments=40, smooth_angle=180), 0.006, 0.04)
    for i, (x, y) in enumerate(BERRIES):
        move(add_copy(first) if i else first, (x, y, 0.03), (uniform(0, 360), 40, uniform(0, 360)))
