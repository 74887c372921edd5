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
    "close": View((0.0, 0, 0.62), 3.7, azimuth=-8, elevation=12, focal=105, fstop=1.3, focus=(0, -0.27, 0.5)),
}

RADIUS = 0.29


def light(view):
    light_glass(view, key=100, front=175, wall=60)
    # At its rim the glass mirrors what is behind it: cards there part white from cream.
    black_card((-0.75, 0.9, 0.6), (-0.25, 0, 0.5), 0.6, 1.8)
    black_card((0.85, 0.9, 0.6), (0.25, 0, 0.5), 0.6, 1.8)


def build():
    r = RADIUS
    outer = [(0, 0), (r, 0, 0.06), (r, 0.56, 0.20), (0.135, 0.88, 0.16), (0.135, 1.02, 0.01), (0.155, 1.035, 0.012)]
    outer += [(0.155, 1.08, 0.012), (0.14, 1.085)]
    inner = [(0, 0.02), (r - 0.03, 0.02, 0.05), (r - 0.03, 0.56, 0.18), (0.11, 0.87, 0.15), (0.11, 1.085)]
    inner = rounded(inner, steps=20)
    vessel("bottle", rounded(outer, steps=20), inner, glass(tint="#FAF9F6"))
    filling("milk", inner, 1.0, plain("#FDF9F0", 0.6))
    cap = [(0.14, 1.0), (0.168, 1.0, 0.006), (0.168, 1.10, 0.016), (0, 1.105)]
    lathe("cap", rounded(cap), brushed("#E3BE7C", 0.24))


def dress(view_name):
    build_print(VIEWS[view_name].azimuth)


def build_print(facing):
    label = curved_label("label", RADIUS + 0.001, 0.13, 0.36, 85, ink("haldera-whole-milk"), facing=facing)
    # White milk behind thick glass would show the letters' shadow as a second, blurred print.
    label.visible_shadow = label.visible_diffuse = False
