"""Fjordlys mascara: the open tube standing, its wand lying in front."""

from math import cos, pi, sin
from random import uniform

from studio.backdrop import BEAUTY
from studio.camera import View
from studio.lights import black_card, glow_card, light_opaque, softbox
from studio.materials.metal import polished
from studio.materials.plain import lacquer, plain
from studio.materials.printed import foil
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import add_mesh, turned

BACKDROP = BEAUTY
VIEWS = {
    "main": View((0.20, 0, 0.42), 4.9, azimuth=-8, elevation=16, fstop=1.2, focus=(0.1, -0.2, 0.4)),
    "angle": View((0.20, 0, 0.41), 5.1, azimuth=24, elevation=17, fstop=1.2, focus=(0.1, -0.2, 0.4)),
    "close": View((-0.06, -0.3, 0.27), 3.0, azimuth=-8, elevation=20, focal=110, fstop=2.4, focus=(-0.1, -0.42, 0.2)),
}

GOLD = "#F0D2A0"
RADIUS = 0.125


def light(view):
    light_opaque(view, key=115, rim=50, wall=65)
    if view == VIEWS["angle"]:
        # One strip for the tube, on its left as this camera sees it, and one above for the handle.
        glow_card((-1.5, -0.6, 0.9), (0, 0, 0.5), 0.3, 2.2, brightness=12)
        glow_card((0.5, 0.5, 2.2), (0.5, -0.1, 0), 2.6, 0.3, brightness=7)
    else:
        softbox((-1.6, 0.3, 1.0), (0, 0, 0.6), 12, (0.35, 2.2), (1, 1, 1), falloff=0.4)
        black_card((0.75, -1.3, 0.7), (0, 0, 0.7), 0.5, 1.8)


def build():
    gold, case = polished(GOLD, 0.13), lacquer("#1B0F12")
    r = RADIUS
    lathe("tube", rounded([(0, 0), (r, 0, 0.014), (r, 0.86, 0.02), (0, 0.86)], steps=8), case)
    lathe("ring", rounded([(0, 0.80), (r + 0.004, 0.80, 0.004), (r + 0.004, 0.864, 0.008), (0, 0.864)]), gold)
    neck = [(0, 0.86), (0.075, 0.86, 0.004), (0.075, 1.0, 0.008), (0.05, 1.005, 0.006), (0.05, 0.9), (0, 0.9)]
    lathe("neck", rounded(neck), case)
    build_wand(gold, case)


def dress(view_name):
    brand = foil("fjordlys-black-mascara", GOLD)
    curved_label("brand", RADIUS + 0.0006, 0.40, 0.037, 90, brand, facing=VIEWS[view_name].azimuth)


def build_wand(gold, case):
    r = RADIUS
    parts = [
        lathe("handle", rounded([(0, 0), (r, 0, 0.016), (r, 0.62, 0.01), (0, 0.62)], steps=8), case),
        lathe("collar", rounded([(0, 0.56), (r + 0.004, 0.56), (r + 0.004, 0.62), (0, 0.62)], 0.004), gold),
        lathe("rod", [(0, 0.6), (0.022, 0.6), (0.016, 1.0), (0.012, 1.36), (0, 1.37)], plain("#120d0e", 0.3)),
        bristles(1.0, 1.36),
    ]
    for part in parts:
        part.matrix_world = turned(("Z", 203), ("Y", 90), at=(0.88, -0.10, r))


def bristles(start, end, rings=46, per_ring=34):
    """Thin blades round the rod, longest in the middle of the brush, slightly disordered."""
    points, faces = [], []
    for ring in range(rings):
        along = (ring + 0.5) / rings
        reach = 0.05 + 0.035 * sin(pi * min(1, along * 0.86 + 0.1))
        for k in range(per_ring):
            a = 2 * pi * (k + (ring % 2) / 2) / per_ring + uniform(-0.05, 0.05)
            z = start + (end - start) * along + uniform(-0.003, 0.003)
            c, s, half = cos(a), sin(a), 0.0016
            tip = reach * uniform(0.94, 1.04)
            i = len(points)
            points += [(0.01 * c - s * half, 0.01 * s + c * half, z), (0.01 * c + s * half, 0.01 * s - c * half, z)]
            points += [(0.01 * c, 0.01 * s, z + 2 * half), (tip * c, tip * s, z + uniform(-0.006, 0.006))]
            faces += [(i, i + 1, i + 3), (i + 1, i + 2, i + 3), (i + 2, i, i + 3)]
    return add_mesh("bristles", points, faces, plain("#171112", 0.5))
