"""Nordvind coffee: a dark green tin with a steel lid and a few beans."""

from math import cos, exp, hypot, pi, sin
from random import random, uniform

from studio.backdrop import GROCERIES
from studio.camera import View
from studio.lights import light_opaque
from studio.materials.metal import brushed
from studio.materials.plain import plain
from studio.materials.printed import ink
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import add_copy, move
from studio.shapes.soft import closed_surface

BACKDROP = GROCERIES
VIEWS = {
    "main": View((0.15, 0, 0.44), 5.0, azimuth=-10, elevation=14, focal=105, fstop=1.4, focus=(0, -0.36, 0.4)),
    "angle": View((0.08, 0, 0.42), 5.0, azimuth=8, elevation=22, focal=105, fstop=1.4, focus=(0, -0.36, 0.4)),
    "close": View((0.32, -0.44, 0.08), 2.0, azimuth=-8, elevation=24, focal=105, fstop=1.6, focus=(0.3, -0.5, 0.06)),
}

RADIUS, HEIGHT = 0.36, 0.80


def light(view):
    light_opaque(view, key=125, rim=45, wall=60)


def build():
    r, h = RADIUS, HEIGHT
    paint = plain("#22362F", 0.42)
    body = [(0, 0), (r - 0.004, 0, 0.004), (r + 0.006, 0.008, 0.006), (r + 0.006, 0.026, 0.006), (r, 0.032, 0.004)]
    body += [(r, h), (0, h)]
    lathe("tin", rounded(body), paint, segments=192)
    curved_label("label", r + 0.0008, 0.12, 0.56, 95, ink("nordvind-morning-roast", 0.42), facing=-10)
    lid = [(0, h - 0.05), (r + 0.012, h - 0.05, 0.004), (r + 0.012, h + 0.05, 0.014), (r - 0.03, h + 0.06, 0.006)]
    lid += [(r - 0.045, h + 0.045, 0.006), (0, h + 0.045)]
    lathe("lid", rounded(lid), brushed("#CFCBC2", 0.24), segments=192)
    scatter_beans()


def scatter_beans(count=26):
    """Beans lying apart from one another, in front of the tin and to its right."""
    first, taken = None, []
    while len(taken) < count:
        x, y = uniform(-0.15, 0.70), uniform(-0.75, -0.05)
        near_tin = hypot(x, y) < RADIUS + 0.10
        if near_tin or hypot(x - 0.4, y + 0.45) > 0.42 or any(hypot(x - a, y - b) < 0.105 for a, b in taken):
            continue
        taken.append((x, y))
        bean = add_copy(first) if first else (first := coffee_bean())
        face_up = random() < 0.6
        tilt = uniform(-12, 12) if face_up else 180 + uniform(-12, 12)
        move(bean, (x, y, 0.018 if face_up else 0.02), (tilt, uniform(-8, 8), uniform(0, 360)))


def coffee_bean(around=48, along=36):
    """Half an ellipsoid, 11 mm long, with the groove on its flat side."""
    rows = []
    for j in range(along + 1):
        latitude = pi * j / along
        x, reach = -0.055 * cos(latitude), max(0.001, sin(latitude) ** 0.8)
        row = []
        for i in range(around):
            a = 2 * pi * i / around
            y, z = 0.038 * reach * cos(a), sin(a)
            groove = 0.014 * exp(-(((y - 0.006 * sin(x * 60)) / 0.006) ** 2)) * reach
            row.append((x, y, reach * (0.012 * z) - groove if z > 0 else reach * 0.030 * z))
        rows.append(row)
    return closed_surface("bean", rows, plain("#3E2416", 0.34, specular=0.5), smooth_angle=80)
