"""Nordvind "Noir": a black lacquer block with a gold collar and gold foil lettering."""

from studio.backdrop import FRAGRANCE
from studio.camera import View
from studio.lights import light_opaque, softbox
from studio.materials.metal import brushed, polished
from studio.materials.plain import lacquer
from studio.materials.printed import foil
from studio.shapes.box import box
from studio.shapes.label import flat_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import move

BACKDROP = FRAGRANCE
VIEWS = {
    "main": View((0.04, 0, 0.56), 4.9, azimuth=-22, elevation=10, fstop=1.1, focus=(0, -0.17, 0.4)),
    "angle": View((0.02, 0, 0.55), 4.9, azimuth=28, elevation=16, fstop=1.1, focus=(0, -0.17, 0.4)),
    "close": View((0.0, -0.1, 0.60), 2.7, azimuth=-24, elevation=14, focal=110, fstop=1.2, focus=(0, -0.17, 0.55)),
}

WIDTH, DEPTH, HEIGHT = 0.62, 0.34, 0.78
GOLD = "#EBCB98"


def light(view):
    light_opaque(view, key=120, rim=55, wall=80)
    softbox((-2.2, -1.4, 0.8), (0, 0, 0.5), 26, (0.5, 2.4), (1, 1, 1), falloff=0.5)


def build():
    black, h = lacquer("#120F11"), HEIGHT
    box("bottle", (WIDTH, DEPTH, HEIGHT), black, bevel=0.03, segments=20)
    move(flat_label("label", 0.46, 0.197, foil("nordvind-noir", GOLD)), (0, -DEPTH / 2 - 0.0008, 0.40))
    lathe("collar", rounded([(0, h), (0.135, h), (0.135, h + 0.05), (0, h + 0.05)], 0.008), polished(GOLD))
    cap = [(0, h + 0.05), (0.15, h + 0.05, 0.006), (0.15, h + 0.36, 0.014), (0, h + 0.36)]
    lathe("cap", rounded(cap, steps=8), black)
    band = [(0, h + 0.055), (0.153, h + 0.055), (0.153, h + 0.085), (0, h + 0.085)]
    lathe("cap band", rounded(band, 0.004), brushed(GOLD))
