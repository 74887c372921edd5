"""Haldera orange juice in a glass bottle, with half an orange."""

from math import cos, pi, sin

from scenes.lemons import cut_face, out_of_round, rim
from studio.backdrop import GROCERIES
from studio.camera import View
from studio.lights import light_glass
from studio.materials.fruit import citrus_flesh, citrus_peel
from studio.materials.glass import glass
from studio.materials.plain import plain
from studio.materials.printed import paper_label
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import turned
from studio.shapes.vessel import filling, vessel

BACKDROP = GROCERIES
VIEWS = {
    "main": View((0.16, 0, 0.58), 5.4, azimuth=-8, elevation=10, focal=105, fstop=1.3, focus=(0.1, -0.3, 0.4)),
    "angle": View((0.14, 0, 0.55), 5.4, azimuth=8, elevation=18, focal=105, fstop=1.3, focus=(0.1, -0.3, 0.4)),
    "close": View((0.26, -0.1, 0.38), 3.95, azimuth=-6, elevation=12, focal=105, fstop=1.5, focus=(0.2, -0.4, 0.3)),
}

RADIUS, ORANGE = 0.29, 0.28


def light(view):
    light_glass(view, key=100, front=150, wall=60)


def build():
    r = RADIUS
    outer = [(0, 0), (r, 0, 0.05), (r, 0.60, 0.16), (0.15, 0.86, 0.10), (0.15, 0.98)]
    inner = [(0, 0.035), (r - 0.025, 0.035, 0.04), (r - 0.025, 0.60, 0.15), (0.125, 0.85, 0.09), (0.125, 0.98)]
    inner = rounded(inner, steps=20)
    vessel("bottle", rounded(outer, steps=20), inner, glass(tint="#FAF6EE"))
    filling("juice", inner, 0.90, plain("#F9A51C", 0.6))
    lathe("cap", rounded([(0, 0.93), (0.175, 0.93, 0.008), (0.175, 1.09, 0.02), (0, 1.09)]), plain("#F7F4EC", 0.3))
    build_half_orange()


def dress(view_name):
    label = paper_label("haldera-orange-juice")
    curved_label("label", RADIUS + 0.0015, 0.14, 0.37, 102, label, thickness=0.0015, facing=VIEWS[view_name].azimuth)


def build_half_orange():
    peel = citrus_peel("#F08A12", "#E67D0C", pores=110, depth=0.28)
    flesh = citrus_flesh(ORANGE, 11, "#F59A22", "#E57A0E", "#FBEAC8", "#EF8E18", pale="#FBCB80")
    half_sphere = [(ORANGE * sin(a), -ORANGE * cos(a)) for a in (pi / 2 * k / 30 for k in range(31))]
    half = lathe("half orange", [*half_sphere[:-1], *rim(ORANGE)], peel)
    cut = lathe("cut", cut_face(ORANGE), flesh)
    for part in (half, cut):
        out_of_round(part)
        part.matrix_world = turned(("Z", -14), ("X", 72), at=(0.60, -0.30, 0.279))
