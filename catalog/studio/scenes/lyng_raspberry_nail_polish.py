"""Lyng nail polish: a round, thick-walled bottle with a black cap, and a drop of the polish."""

from studio.backdrop import BEAUTY
from studio.camera import View
from studio.lights import black_card, light_glass
from studio.materials.glass import glass
from studio.materials.metal import polished
from studio.materials.plain import lacquer, plain
from studio.materials.printed import ink
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import move
from studio.shapes.soft import make_uneven
from studio.shapes.vessel import filling, vessel

BACKDROP = BEAUTY
VIEWS = {
    "main": View((0.13, 0, 0.50), 4.9, azimuth=-10, elevation=12, fstop=1.2, focus=(0, -0.28, 0.35)),
    "angle": View((0.13, 0, 0.48), 4.9, azimuth=8, elevation=20, fstop=1.2, focus=(0, -0.28, 0.35)),
    "close": View((0.06, -0.1, 0.30), 2.5, azimuth=-16, elevation=16, focal=105, fstop=1.3, focus=(0, -0.29, 0.3)),
}

COLOR = "#9E1B3C"
RADIUS, HEIGHT = 0.29, 0.50


def light(view):
    light_glass(view, key=105, front=150, wall=65)
    black_card((-0.8, -0.2, 0.4), (0, 0, 0.3), 0.3, 1.4)


def build(printed="lyng-raspberry-nail-polish"):
    """`printed` names the label; where the bottle stands small, its hairlines must be bolder."""
    r, h = RADIUS, HEIGHT
    outer = rounded([(0, 0), (r, 0, 0.05), (r, h, 0.11), (0.10, h, 0.02), (0.10, h + 0.06)], steps=24)
    inner = rounded(
        [(0, 0.08), (r - 0.05, 0.08, 0.06), (r - 0.05, h - 0.05, 0.09), (0.07, h - 0.05, 0.02), (0.07, h + 0.06)],
        steps=24,
    )
    vessel("bottle", outer, inner, glass(tint="#EDE6E4"))
    filling("polish", inner, h - 0.03, plain(COLOR, 0.2))
    curved_label("label", r + 0.001, 0.17, 0.13, 72, ink(printed), facing=-10)

    lathe("ring", rounded([(0, h + 0.01), (0.135, h + 0.01), (0.135, h + 0.045), (0, h + 0.045)], 0.006), polished())
    cap = [(0, h + 0.04), (0.13, h + 0.04, 0.008), (0.105, h + 0.62, 0.016), (0, h + 0.62)]
    lathe("cap", rounded(cap, steps=8), lacquer("#171214"))

    drop_profile = rounded([(0, 0), (0.17, 0, 0.004), (0.16, 0.022, 0.016), (0, 0.03)], steps=8)
    drop = lathe("drop", drop_profile, lacquer(COLOR, 0.1), squash=(1.25, 0.8))
    make_uneven(move(drop, (0.56, -0.22, 0), (0, 0, 20)), 0.09, 0.3)
