"""Morild lip gloss: a clear tube of coral gloss, open, its cap with the doe-foot lying beside it."""

from math import pi, sin

from studio.backdrop import BEAUTY
from studio.camera import View
from studio.lights import black_card, light_glass, softbox
from studio.materials.glass import glass, liquid
from studio.materials.metal import polished
from studio.materials.plain import lacquer, plain
from studio.materials.printed import ink
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import turned
from studio.shapes.soft import closed_surface
from studio.shapes.vessel import filling, vessel

BACKDROP = BEAUTY
VIEWS = {
    "main": View((0.33, 0, 0.38), 4.4, azimuth=-8, elevation=14, fstop=1.2, focus=(0.05, -0.15, 0.4)),
    "angle": View((0.29, -0.05, 0.33), 4.4, azimuth=24, elevation=28, fstop=1.2, focus=(0.1, -0.2, 0.4)),
    "close": View((0.06, -0.2, 0.40), 3.0, azimuth=-6, elevation=16, focal=110, fstop=1.7, focus=(-0.03, -0.25, 0.3)),
}

GOLD = "#F0D2A0"
RADIUS, HEIGHT = 0.155, 0.74


def light(view):
    light_glass(view, key=130, front=120, wall=62)
    softbox((-1.5, -1.2, 0.8), (0, 0, 0.45), 9, (0.22, 1.5), (1, 1, 1), falloff=0.4)
    black_card((-0.9, -0.1, 0.6), (0, 0, 0.5), 0.3, 1.6)
    black_card((0.9, -0.4, 0.6), (0, 0, 0.5), 0.3, 1.6)


def build():
    gold, case = polished(GOLD, 0.13), lacquer("#1B0F12")
    build_tube(gold)
    build_cap(gold, case)


def dress(view_name):
    printed = ink("morild-rosehip-lip-gloss", 0.3)
    curved_label("brand", RADIUS + 0.001, 0.09, 0.56, 62, printed, facing=VIEWS[view_name].azimuth)


def build_tube(gold):
    r, h = RADIUS, HEIGHT
    outer = [(0, 0), (r, 0, 0.02), (r, h, 0.025), (0.088, h, 0.01), (0.088, h + 0.13, 0.008), (0.06, h + 0.13)]
    inner = [(0, 0.06), (r - 0.034, 0.06, 0.035), (r - 0.034, h - 0.03, 0.02), (0.06, h - 0.03, 0.01), (0.06, h + 0.13)]
    inner = rounded(inner, steps=20)
    vessel("tube", rounded(outer, steps=20), inner, glass(tint="#F6E6DF"))
    filling("gloss", inner, h - 0.04, liquid("#F0603F", density=6.5, tint="#EE9077", ior=1.47))
    collar = [(0.088, h + 0.002), (0.100, h + 0.002), (0.100, h + 0.028), (0.088, h + 0.028)]
    lathe("collar", rounded(collar, 0.004), gold)


def build_cap(gold, case):
    r = RADIUS
    stem = plain("#F3EDE8", 0.25)
    # The cap's rim is hollow and dark within: a gold disc there would mirror the gloss.
    ring = [(r - 0.02, 0.46), (r - 0.02, 0.535), (r + 0.004, 0.535), (r + 0.004, 0.49), (r - 0.02, 0.49)]
    parts = [
        lathe("cap", rounded([(0, 0), (r, 0, 0.018), (r, 0.52, 0.006), (r - 0.03, 0.52), (r - 0.03, 0.47), (0, 0.47)], steps=8), case),
        lathe("cap ring", rounded(ring, 0.005), gold),
        lathe("stopper", rounded([(0, 0.46), (0.058, 0.46), (0.058, 0.60), (0, 0.60)], 0.008), stem),
        lathe("stem", [(0, 0.59), (0.019, 0.59), (0.016, 0.98), (0, 0.98)], stem),
        doe_foot(0.95, 1.20),
    ]
    for part in parts:
        part.matrix_world = turned(("Z", 200), ("Y", 90), at=(0.92, -0.12, r))


def doe_foot(start, end):
    """A flocked tip, cut on the slant, soaked with gloss."""
    rows = []
    for k in range(61):
        along = k / 60
        full = min(1, along / 0.18) ** 0.5 * max(0.0, 1 - max(0, (along - 0.72) / 0.28) ** 2) ** 0.5
        flat = 1 - 0.62 * max(0, (along - 0.30) / 0.70)
        radius = 0.016 + 0.024 * full if along < 0.5 else 0.040 * full
        turns = (2 * pi * j / 48 for j in range(48))
        rows.append([tip_point(radius, flat, a, start + (end - start) * along) for a in turns])
    return closed_surface("doe-foot", rows, plain("#E0705C", 0.12, clearcoat=1.0, clearcoat_roughness=0.05))


def tip_point(radius, flat, angle, z):
    x, y = radius * sin(angle + pi / 2), radius * sin(angle)
    return (max(x, -radius * flat) if x < 0 else x, y, z)
