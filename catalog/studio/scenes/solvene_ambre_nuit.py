"""Solvène "Ambre Nuit": a square, heavy-bottomed bottle with amber perfume and a brushed gold cap."""

from studio.backdrop import FRAGRANCE
from studio.camera import View
from studio.lights import dark_edges, light_glass
from studio.materials.glass import glass, liquid
from studio.materials.metal import brushed, polished
from studio.materials.printed import paper_label
from studio.shapes.box import square_bottle, square_filling
from studio.shapes.label import flat_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import move
from studio.shapes.tube import tube

BACKDROP = FRAGRANCE
VIEWS = {
    "main": View((0.05, 0, 0.55), 4.7, azimuth=-16, elevation=8, fstop=1.1, focus=(0, -0.17, 0.4)),
    "angle": View((0, 0, 0.57), 4.7, azimuth=34, elevation=12, fstop=1.1, focus=(0, -0.17, 0.4)),
    "close": View((0.02, -0.1, 0.74), 2.5, azimuth=24, elevation=14, focal=110, fstop=1.2, focus=(0, -0.17, 0.6)),
}

WIDTH, DEPTH, HEIGHT = 0.66, 0.34, 0.80
WALL, FLOOR, SHOULDER = 0.065, 0.13, 0.07
GOLD = "#E3C48F"


def light(view):
    light_glass(view, key=125, front=170, wall=75)
    dark_edges()


def build(printed="solvene-ambre-nuit"):
    """`printed` names the label; where the bottle stands small, its hairlines must be bolder."""
    clear = glass(tint="#E4DFD8")
    cavity = (WIDTH - 2 * WALL, DEPTH - 2 * WALL, HEIGHT - FLOOR - SHOULDER)
    square_bottle("bottle", (WIDTH, DEPTH, HEIGHT), cavity, FLOOR, clear)
    square_filling("perfume", cavity, FLOOR, 0.513, liquid("#F3C436", density=8.0, tint="#F6D080"))
    label = flat_label("label", 0.36, 0.36, paper_label(printed), thickness=0.0012)
    move(label, (0, -DEPTH / 2 - 0.0015, 0.40))
    build_neck(clear)


def build_neck(clear):
    gold, z = polished(GOLD), HEIGHT
    lathe("neck", [(0, z - 0.02), (0.115, z - 0.02), (0.115, z + 0.03), (0, z + 0.03)], clear)
    collar = [
        (0, z),
        (0.145, z, 0.008),
        (0.145, z + 0.035, 0.012),
        (0.125, z + 0.045, 0.01),
        (0.125, z + 0.06, 0.01),
        (0, z + 0.06),
    ]
    lathe("collar", rounded(collar), gold)
    cap = [(0, z + 0.055), (0.175, z + 0.055, 0.008), (0.175, z + 0.40, 0.022), (0, z + 0.40)]
    lathe("cap", rounded(cap, steps=8), brushed(GOLD))
    pump = [(0, z - 0.12), (0.05, z - 0.12), (0.05, z), (0, z)]
    lathe("pump", rounded(pump, 0.01), gold, segments=64)
    dip_tube = [(0, 0, z - 0.1), (0.01, 0, 0.5), (0.05, 0, 0.3), (0.12, 0, 0.15)]
    tube("dip tube", dip_tube, 0.011, glass(tint="#FFFFFF", ior=1.2))
