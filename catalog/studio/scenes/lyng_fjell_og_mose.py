"""Lyng "Fjell & mose": a tall glass cylinder with a pale green perfume and a walnut cap."""

from studio.backdrop import FRAGRANCE
from studio.camera import View
from studio.lights import dark_edges, light_glass
from studio.materials.glass import glass, liquid
from studio.materials.metal import STEEL, polished
from studio.materials.printed import ink
from studio.materials.wood import WALNUT, wood
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.tube import tube
from studio.shapes.vessel import filling, vessel

BACKDROP = FRAGRANCE
VIEWS = {
    "main": View((0.04, 0, 0.62), 5.2, azimuth=-14, elevation=8, fstop=1.1, focus=(0, -0.22, 0.5)),
    "angle": View((0.04, 0, 0.60), 5.2, azimuth=8, elevation=18, fstop=1.1, focus=(0, -0.22, 0.5)),
    "close": View((0.0, 0, 0.77), 3.6, azimuth=-8, elevation=13, focal=110, fstop=1.2, focus=(0, -0.23, 0.6)),
}

RADIUS, HEIGHT = 0.24, 0.92


def light(view):
    light_glass(view, key=120, front=165, wall=75)
    dark_edges()


def build():
    r, h = RADIUS, HEIGHT
    clear = glass(tint="#E8E8E0")
    outer = rounded([(0, 0), (r, 0, 0.02), (r, h, 0.035), (0.10, h, 0.006), (0.10, h + 0.04)], steps=24)
    inner = rounded(
        [(0, 0.14), (r - 0.035, 0.14, 0.045), (r - 0.035, h - 0.05, 0.03), (0.07, h - 0.05, 0.006), (0.07, h + 0.04)],
        steps=24,
    )
    vessel("bottle", outer, inner, clear)
    filling("perfume", inner, 0.76, liquid("#BFD08A", density=4.5, tint="#DCE6BE"))
    curved_label("label", r + 0.001, 0.28, 0.33, 79, ink("lyng-fjell-og-mose"), facing=-14)

    steel = polished(STEEL, 0.12)
    lathe("collar", rounded([(0, h), (0.165, h), (0.165, h + 0.03), (0, h + 0.03)], 0.006), steel)
    cap = [(0, h + 0.03), (0.16, h + 0.03, 0.006), (0.16, h + 0.34, 0.014), (0, h + 0.34)]
    lathe("cap", rounded(cap, steps=8), wood("z", WALNUT, scale=4, roughness=0.36, seed=2))
    lathe("pump", rounded([(0, h - 0.14), (0.05, h - 0.14), (0.05, h), (0, h)], 0.01), steel, segments=64)
    dip_tube = [(0, 0, h - 0.1), (0.01, 0, 0.6), (0.03, 0, 0.4), (0.1, 0, 0.16)]
    tube("dip tube", dip_tube, 0.011, glass("#FFFFFF", ior=1.2))
