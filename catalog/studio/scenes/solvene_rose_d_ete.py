"""Solvène "rose d'été": a round flacon with rose perfume and a gold ball for a cap."""

from math import acos, asin, cos, pi, sin

from studio.backdrop import FRAGRANCE
from studio.camera import View
from studio.lights import black_card, light_glass
from studio.materials.glass import glass, liquid
from studio.materials.metal import polished
from studio.materials.printed import ink
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.tube import tube
from studio.shapes.vessel import filling, vessel

BACKDROP = FRAGRANCE
VIEWS = {
    "main": View((0.04, 0, 0.55), 4.9, azimuth=-14, elevation=9, fstop=1.2, focus=(0, -0.4, 0.42)),
    "angle": View((0.04, 0, 0.54), 4.9, azimuth=8, elevation=20, fstop=1.2, focus=(0, -0.35, 0.42)),
    "close": View((0.0, -0.1, 0.66), 2.9, azimuth=-6, elevation=14, focal=110, fstop=1.3, focus=(0, -0.3, 0.62)),
}

RADIUS, MIDDLE, NECK = 0.43, 0.40, 0.095
GOLD = "#E8C79C"


def light(view):
    light_glass(view, key=115, front=165, wall=75)
    black_card((-1.0, -0.1, 0.5), (0, 0, 0.4), 0.35, 1.6)
    black_card((1.1, -0.2, 0.5), (0, 0, 0.4), 0.25, 1.6)


def build():
    clear = glass(tint="#EFE2DF")
    top = MIDDLE + RADIUS
    outer = [(0, 0), *sphere(RADIUS, MIDDLE, -0.92, NECK), (NECK, top + 0.04)]
    inner = [(0, 0.10), *sphere(RADIUS - 0.055, MIDDLE + 0.01, -0.80, NECK - 0.03), (NECK - 0.03, top + 0.04)]
    vessel("flacon", outer, inner, clear, segments=192)
    filling("perfume", inner, MIDDLE + 0.2, liquid("#F0969A", density=2.4, tint="#F6CFCB"), segments=192)
    curved_label("label", RADIUS + 0.003, 0.29, 0.24, 53, ink("solvene-rose-d-ete"), facing=-14)

    gold = polished(GOLD, 0.14)
    collar = [
        (0, top - 0.005),
        (0.15, top - 0.005, 0.008),
        (0.15, top + 0.035, 0.01),
        (0.12, top + 0.045, 0.006),
        (0.12, top + 0.07, 0.008),
        (0, top + 0.07),
    ]
    lathe("collar", rounded(collar), gold)
    lathe("cap", [(0, top + 0.06), *sphere(0.165, top + 0.21, -0.92, 0), (0, top + 0.375)], gold)
    lathe("pump", rounded([(0, top - 0.16), (0.045, top - 0.16), (0.045, top), (0, top)], 0.01), gold, segments=64)
    dip_tube = [(0, 0, top - 0.12), (0.01, 0, 0.5), (0.03, 0, 0.3), (0.06, 0, 0.13)]
    tube("dip tube", dip_tube, 0.011, glass("#FFFFFF", ior=1.2))


def sphere(radius, middle, lowest, end_radius, steps=90):
    """Profile of a sphere from `lowest` (share of the radius, -1..1) up to where it narrows to `end_radius`."""
    start, end = acos(-lowest), pi - asin(end_radius / radius)
    angles = [start + (end - start) * k / steps for k in range(steps + 1)]
    return [(radius * sin(a), middle - radius * cos(a)) for a in angles]
