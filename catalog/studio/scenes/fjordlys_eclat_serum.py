"""Fjordlys serum: a clear bottle with a dropper."""

from studio.backdrop import BEAUTY
from studio.camera import View
from studio.lights import dark_edges, light_glass
from studio.materials.glass import glass, liquid
from studio.materials.metal import brushed
from studio.materials.plain import plain
from studio.materials.printed import ink
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.vessel import filling, vessel

BACKDROP = BEAUTY
VIEWS = {
    "main": View((0.03, 0, 0.60), 4.9, azimuth=-14, elevation=8, fstop=1.1, focus=(0, -0.26, 0.45)),
    "angle": View((0.03, 0, 0.58), 4.9, azimuth=8, elevation=18, fstop=1.1, focus=(0, -0.26, 0.45)),
    "close": View((0, 0, 0.55), 3.05, azimuth=-12, elevation=12, focal=110, fstop=1.2, focus=(0, -0.26, 0.45)),
}

RADIUS, HEIGHT = 0.27, 0.72


def light(view):
    light_glass(view, key=115, front=165, wall=70)
    dark_edges()


def build():
    r, h = RADIUS, HEIGHT
    clear = glass(tint="#EFE8E2")
    outer = rounded([(0, 0), (r, 0, 0.035), (r, h, 0.1), (0.11, h + 0.01, 0.02), (0.11, h + 0.09)], steps=24)
    inner = rounded(
        [(0, 0.06), (r - 0.03, 0.06, 0.05), (r - 0.03, h - 0.03, 0.08), (0.08, h - 0.03, 0.02), (0.08, h + 0.09)],
        steps=24,
    )
    vessel("bottle", outer, inner, clear)
    filling("serum", inner, h * 0.80, liquid("#F6BE58", density=3.0, tint="#F6DDAE"))
    curved_label("label", r + 0.001, 0.14, 0.36, 77, ink("fjordlys-eclat-serum"), facing=-14)
    build_dropper(clear)


def build_dropper(clear):
    h = HEIGHT
    collar = [(0, h + 0.03), (0.145, h + 0.03, 0.006), (0.145, h + 0.20, 0.012), (0.10, h + 0.20, 0.004), (0, h + 0.20)]
    lathe("collar", rounded(collar, steps=8), brushed())
    bulb = [
        (0, h + 0.20),
        (0.085, h + 0.20),
        (0.085, h + 0.25, 0.03),
        (0.098, h + 0.33, 0.10),
        (0.072, h + 0.53, 0.055),
        (0, h + 0.53),
    ]
    lathe("bulb", rounded(bulb, steps=20), plain("#F4EFEA", 0.42, sheen=0.2), smooth_angle=60)
    outer = [(0, 0.13), (0.014, 0.13), (0.03, 0.20), (0.03, h + 0.05)]
    inner = [(0, 0.135), (0.008, 0.135), (0.022, 0.205), (0.022, h + 0.05)]
    vessel("pipette", rounded(outer, 0.006), rounded(inner, 0.004), clear, segments=64)
