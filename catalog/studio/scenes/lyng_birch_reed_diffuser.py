"""Lyng birch and juniper reed diffuser: six rattan reeds in a round glass bottle; with a shoot and juniper berries in one view."""

from math import cos, radians, sin
from random import uniform

from scenes import fjordlys_spruce_hand_soap
from scenes.haldera_juniper_sausage import juniper
from studio.arrange import put
from studio.backdrop import FRAGRANCE
from studio.camera import View
from studio.lights import black_card, light_glass
from studio.materials.glass import glass, liquid
from studio.materials.printed import paper_label
from studio.materials.wood import wood
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import add_copy, move
from studio.shapes.soft import make_uneven
from studio.shapes.tube import tube
from studio.shapes.vessel import filling, vessel

BACKDROP = FRAGRANCE
VIEWS = {
    "main": View((0.02, 0, 0.63), 5.1, azimuth=-10, elevation=8, fstop=1.1, focus=(0, -0.2, 0.4)),
    "angle": View((0.01, 0, 0.60), 5.1, azimuth=18, elevation=24, fstop=1.1, focus=(0, -0.2, 0.3)),
    "scene": View((0.12, 0, 0.58), 5.1, azimuth=6, elevation=14, fstop=1.2, focus=(0.05, -0.28, 0.25)),
}

RADIUS, SHOULDER, RIM = 0.235, 0.44, 0.56
BIRCH = ("#EAD3AC", "#D2B486")
RATTAN = ("#E9D7B2", "#D2B88A")
REEDS = ((8, 0.31), (66, 0.26), (128, 0.33), (189, 0.30), (236, 0.24), (305, 0.32))
"""Each reed's direction in degrees and how far it leans per unit of height."""
BERRIES = ((0.52, -0.20), (0.58, -0.16), (0.46, -0.13), (0.72, -0.24), (0.86, -0.36), (0.22, -0.62), (0.31, -0.57))


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
    label = paper_label("lyng-birch-reed-diffuser")
    facing = VIEWS[view_name].azimuth
    curved_label("label", RADIUS + 0.001, 0.10, 0.235, 58, label, thickness=0.001, facing=facing)
    if view_name == "scene":
        put(fjordlys_spruce_hand_soap.build_shoot, (0.10, 0.02, 0))
        scatter_juniper()


def scatter_juniper():
    """Dried berries, no two of one size."""
    profile = [(0.030 * sin(radians(k * 7.5)), -0.029 * cos(radians(k * 7.5))) for k in range(25)]
    first = make_uneven(lathe("juniper", profile, juniper(), segments=48, smooth_angle=180), 0.010, 0.03, refine=1)
    for number, (x, y) in enumerate(BERRIES):
        berry = add_copy(first) if number else first
        size = uniform(0.78, 1.08)
        move(berry, (x, y, 0.027 * size), (uniform(-70, 70), uniform(-70, 70), uniform(0, 360))).scale = [size] * 3
