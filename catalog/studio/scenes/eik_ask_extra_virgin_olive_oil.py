"""Eik & Ask olive oil: a square-shouldered glass bottle with a natural cork in a black collar."""

from studio.backdrop import GROCERIES
from studio.camera import View
from studio.lights import black_card, light_glass
from studio.materials.glass import glass, liquid
from studio.materials.plain import plain, stoneware
from studio.materials.printed import paper_label
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.vessel import filling, vessel

BACKDROP = GROCERIES
VIEWS = {
    "main": View((0.04, 0, 0.63), 5.4, azimuth=-12, elevation=9, focal=105, fstop=1.2, focus=(0, -0.24, 0.45)),
    "angle": View((0.04, 0, 0.62), 5.1, azimuth=14, elevation=13, focal=105, fstop=1.2, focus=(0, -0.24, 0.45)),
    "close": View((0.0, 0, 0.46), 3.1, azimuth=-6, elevation=12, focal=105, fstop=1.3, focus=(0, -0.24, 0.4)),
}

RADIUS = 0.25


def light(view):
    light_glass(view, key=120, front=165, wall=70)
    black_card((-0.9, -0.1, 0.6), (0, 0, 0.5), 0.3, 1.8)
    black_card((1.0, -0.2, 0.6), (0, 0, 0.5), 0.25, 1.8)


def build():
    r = RADIUS
    outer = [(0, 0), (r, 0, 0.035), (r, 0.72, 0.10), (0.085, 0.80, 0.06), (0.075, 1.06), (0.095, 1.07, 0.006)]
    outer += [(0.095, 1.11, 0.008), (0.07, 1.112)]
    inner = [(0, 0.035), (r - 0.028, 0.035, 0.05), (r - 0.028, 0.71, 0.08), (0.058, 0.79, 0.05), (0.052, 1.112)]
    inner = rounded(inner, steps=20)
    vessel("bottle", rounded(outer, steps=20), inner, glass(tint="#E6EAD6"))
    filling("oil", inner, 0.93, liquid("#DCCB1C", density=3.2, tint="#EEE7A0", ior=1.47))
    cork = [(0, 1.0), (0.05, 1.0), (0.052, 1.115), (0.085, 1.115, 0.006), (0.088, 1.215, 0.012), (0, 1.215)]
    lathe("cork", rounded(cork), stoneware("#A9794A", "#D2A878", 0.85, grain=60))
    lathe(
        "collar", rounded([(0.09, 1.03), (0.101, 1.03), (0.101, 1.113), (0.09, 1.113)], 0.004), plain("#1d1b17", 0.35)
    )


def dress(view_name):
    label = paper_label("eik-ask-extra-virgin-olive-oil")
    facing = VIEWS[view_name].azimuth
    curved_label("label", RADIUS + 0.0015, 0.13, 0.40, 92, label, thickness=0.0015, facing=facing)
