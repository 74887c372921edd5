"""Haldera whole milk in a glass bottle with a foil-gold cap."""

from studio.backdrop import GROCERIES
from studio.camera import View
from studio.lights import black_card, light_glass
from studio.materials.glass import glass
from studio.materials.metal import brushed
from studio.materials.plain import plain
from studio.materials.printed import ink
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.vessel import filling, vessel

BACKDROP = GROCERIES
VIEWS = {
    "main": View((0.05, 0, 0.60), 5.3, azimuth=-12, elevation=9, focal=105, fstop=1.2, focus=(0, -0.27, 0.45)),
    "angle": View((0.05, 0, 0.58), 5.3, azimuth=8, elevation=20, focal=105, fstop=1.2, focus=(0, -0.27, 0.45)),
    "close": View((0.02, -0.1, 0.66), 3.2, azimuth=14, elevation=14, focal=105, fstop=1.3, focus=(0, -0.2, 0.75)),
}

RADIUS = 0.29


def light(view):
    light_glass(view, key=100, front=175, wall=60)
    black_card((1.1, -0.3, 0.6), (0, 0, 0.5), 0.3, 1.8)


def build():
    r = RADIUS
    outer = [(0, 0), (r, 0, 0.06), (r, 0.56, 0.20), (0.135, 0.88, 0.16), (0.135, 1.02, 0.01), (0.155, 1.035, 0.012)]
    outer += [(0.155, 1.08, 0.012), (0.14, 1.085)]
    inner = [(0, 0.035), (r - 0.03, 0.035, 0.05), (r - 0.03, 0.56, 0.18), (0.11, 0.87, 0.15), (0.11, 1.085)]
    inner = rounded(inner, steps=20)
    vessel("bottle", rounded(outer, steps=20), inner, glass(tint="#FAF9F6"))
    filling("milk", inner, 0.93, plain("#FDF9F0", 0.6))
    label = curved_label("label", r + 0.001, 0.13, 0.36, 85, ink("haldera-whole-milk"), facing=-12)
    # White milk behind thick glass would show the letters' shadow as a second, blurred print.
    label.visible_shadow = label.visible_diffuse = False
    cap = [(0.14, 1.0), (0.168, 1.0, 0.006), (0.168, 1.10, 0.016), (0, 1.105)]
    lathe("cap", rounded(cap), brushed("#E3BE7C", 0.24))
