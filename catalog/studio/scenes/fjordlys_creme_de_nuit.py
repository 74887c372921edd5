"""Fjordlys night cream: an open white porcelain jar, its gold lid leaning behind it."""

from math import cos, exp, pi, sin

from studio.backdrop import BEAUTY
from studio.camera import View
from studio.lights import glow_card, light_opaque
from studio.materials.metal import brushed
from studio.materials.plain import glazed, plain
from studio.materials.printed import ink
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import add_mesh, grid_faces, turned

BACKDROP = BEAUTY
VIEWS = {
    "main": View((0.16, 0.05, 0.27), 5.2, azimuth=-12, elevation=24, fstop=1.6, focus=(0, -0.3, 0.3)),
    "angle": View((0.22, 0.05, 0.28), 5.6, azimuth=8, elevation=16, fstop=1.6, focus=(0, -0.3, 0.3)),
    "close": View((0.06, -0.04, 0.28), 3.2, azimuth=-13, elevation=30, focal=105, fstop=1.8, focus=(0, -0.1, 0.38)),
}

RADIUS, HEIGHT = 0.46, 0.40


def light(view):
    light_opaque(view, key=85, rim=35, wall=70)
    glow_card((-5.0, -6.8, 1.6), (0.7, 0.4, 0.5), 8, 6, "#F7E4DC", 1.0)


def build():
    r, h = RADIUS, HEIGHT
    porcelain = glazed("#F3EDE6")
    profile = [
        (0, 0),
        (r, 0, 0.07),
        (r, h - 0.09, 0.05),
        (0.385, h - 0.05, 0.03),
        (0.385, h + 0.03, 0.012),
        (0.345, h + 0.03, 0.012),
        (0.345, h - 0.2, 0.02),
        (0, h - 0.2),
    ]
    lathe("jar", rounded(profile, steps=14), porcelain, segments=192)
    thread = [(0.383, h - 0.03), (0.397, h - 0.022), (0.397, h - 0.014), (0.383, h - 0.006)]
    lathe("thread", rounded(thread, 0.004), porcelain, segments=192)
    build_cream(h - 0.02)
    build_lid()


def dress(view_name):
    facing = VIEWS[view_name].azimuth
    curved_label("label", RADIUS + 0.001, 0.11, 0.15, 66, ink("fjordlys-creme-de-nuit"), facing=facing)


def build_cream(level):
    """Ridges that a spatula drew in a spiral, steep on one side, about a small peak that leans over."""
    rows = []
    for ring in range(241):
        r = 0.346 * ring / 240
        wall = min(1, (0.346 - r) / 0.05)
        row = []
        for k in range(480):
            a = 2 * pi * k / 480
            turn = (a + 46 * r + 0.5 * sin(a + 1) * r / 0.346) / (2 * pi) % 1
            ridge = turn**2 if turn < 0.86 else 0.74 * (0.5 + 0.5 * cos(pi * (turn - 0.86) / 0.14))
            drawn = 1 - exp(-((r / 0.05) ** 2))
            peak = exp(-((r / 0.055) ** 1.6))
            z = level - 0.055 + wall * (0.026 * ridge * drawn + 0.02 * (1 - r / 0.346) + 0.06 * peak)
            row.append((r * cos(a) + 0.03 * peak**2, r * sin(a) - 0.012 * peak**2, z))
        rows.append(row)
    return add_mesh("cream", *grid_faces(rows, closed=True), plain("#F3E7D6", 0.3), smooth_angle=180)


def build_lid():
    profile = [(0, 0.2), (0.47, 0.2, 0.025), (0.47, 0, 0.006), (0.455, 0, 0.004), (0.455, 0.185, 0.01), (0, 0.185)]
    lid = lathe("lid", rounded(profile, steps=8), brushed(roughness=0.22, relief=0.03), segments=192)
    lid.matrix_world = turned(("Z", -24), ("X", 74), at=(0.70, 0.40, 0.462))
