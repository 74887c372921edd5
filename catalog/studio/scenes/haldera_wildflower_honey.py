"""Haldera wildflower honey: a jar with a gold lid, a paper label and a beech dipper."""

from math import pi, sin

from studio.backdrop import GROCERIES
from studio.camera import View
from studio.lights import light_glass
from studio.materials.glass import glass, liquid
from studio.materials.metal import brushed
from studio.materials.printed import paper_label
from studio.materials.wood import BEECH, wood
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import modify, turned
from studio.shapes.vessel import filling, vessel

BACKDROP = GROCERIES
VIEWS = {
    "main": View((0.10, 0, 0.40), 4.9, azimuth=10, elevation=10, focal=105, fstop=1.2, focus=(0, -0.36, 0.35)),
    "angle": View((0.10, 0, 0.36), 5.0, azimuth=27, elevation=18, focal=105, fstop=1.4, focus=(0, -0.36, 0.3)),
    "close": View((0.0, 0, 0.40), 3.2, azimuth=4, elevation=10, focal=105, fstop=1.4, focus=(0, -0.36, 0.35)),
}

RADIUS, HEIGHT = 0.36, 0.74


def light(view):
    light_glass(view, key=105, front=170, wall=60)


def build():
    build_jar()
    build_lid()


def dress(view_name):
    build_label(VIEWS[view_name].azimuth)
    if view_name != "close":
        build_dipper()


def build_label(facing):
    label = paper_label("haldera-wildflower-honey")
    curved_label("label", RADIUS + 0.0015, 0.13, 0.36, 116, label, thickness=0.0015, facing=facing)


def build_jar():
    r, h = RADIUS, HEIGHT
    outer = [
        (0, 0),
        (r - 0.03, 0, 0.03),
        (r, 0.03, 0.02),
        (r, h - 0.17, 0.09),
        (r - 0.055, h - 0.09, 0.05),
        (0.285, h - 0.05, 0.03),
        (0.285, h + 0.06),
    ]
    inner = [
        (0, 0.05),
        (r - 0.045, 0.05),
        (r - 0.04, 0.06, 0.05),
        (r - 0.04, h - 0.18, 0.08),
        (r - 0.09, h - 0.11, 0.05),
        (0.25, h - 0.06, 0.03),
        (0.25, h + 0.06),
    ]
    outer = rounded(outer, steps=20)
    inner = rounded(inner, steps=20)
    vessel("jar", outer, inner, glass(tint="#EFEBE4"))
    filling("honey", inner, h - 0.075, liquid("#F8DF20", density=5.5, tint="#F6CE6A", ior=1.49))


def build_lid():
    h = HEIGHT
    profile = [
        (0, h + 0.085),
        (0.285, h + 0.085, 0.006),
        (0.300, h + 0.097, 0.008),
        (0.318, h + 0.085, 0.016),
        (0.318, h - 0.03, 0.006),
        (0.312, h - 0.045, 0.006),
        (0.300, h - 0.04, 0.004),
        (0.300, h + 0.06, 0.004),
        (0, h + 0.06),
    ]
    lathe("lid", rounded(profile, steps=5), brushed("#E0B872", 0.22), segments=160)


def build_dipper():
    profile, z = [(0, 0), (0.03, 0), (0.035, 0.02)], 0.03
    for groove in range(7):
        w = 0.088 * sin(pi * (groove + 1.1) / 8.4) ** 0.55
        profile += [(w - 0.006, z), (w, z + 0.006), (w, z + 0.022), (w - 0.006, z + 0.028)]
        profile += [(0.045, z + 0.030), (0.045, z + 0.042)]
        z += 0.042
    profile += [(0.035, z), (0.024, z + 0.03), (0.020, z + 0.25), (0.026, z + 0.40), (0.018, z + 0.44), (0, z + 0.445)]
    dipper = lathe("dipper", profile, wood("z", BEECH, scale=5), segments=64, smooth_angle=50)
    modify(dipper, "BEVEL", width=0.003, segments=2, limit_method="ANGLE")
    dipper.matrix_world = turned(("Z", 66), ("X", 94.6), at=(0.16, -0.46, 0.088))
