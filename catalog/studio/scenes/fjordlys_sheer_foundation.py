"""Fjordlys sheer foundation: a thick-walled glass bottle of pale beige fluid with a pump, and a smear of it."""

from math import sin, sqrt

from studio.backdrop import BEAUTY
from studio.camera import View
from studio.lights import black_card, light_glass
from studio.materials.glass import glass
from studio.materials.metal import brushed
from studio.materials.plain import glazed, plain
from studio.materials.printed import ink
from studio.shapes.box import square_bottle, square_filling
from studio.shapes.label import flat_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import add_mesh, grid_faces, modify, move
from studio.shapes.tube import tube

BACKDROP = BEAUTY
VIEWS = {
    "main": View((0.0, 0, 0.54), 4.5, azimuth=-20, elevation=8, fstop=1.1, focus=(0, -0.19, 0.4)),
    "angle": View((0.0, 0, 0.54), 4.5, azimuth=26, elevation=11, fstop=1.1, focus=(0, -0.19, 0.4)),
    "scene": View((0.18, -0.12, 0.46), 4.3, azimuth=-6, elevation=24, fstop=1.2, focus=(0.1, -0.25, 0.25)),
}

WIDTH, HEIGHT = 0.40, 0.74
WALL, FLOOR, SHOULDER = 0.045, 0.10, 0.07
IVORY, GOLD = "#F4EFEA", "#E6C99A"
SMEARED = "#E9C1A6"


def light(view):
    light_glass(view, key=115, front=165, wall=50 if view == VIEWS["angle"] else 70)
    black_card((-0.8, -0.1, 0.5), (0, 0, 0.5), 0.3, 1.5)
    black_card((0.9, -0.2, 0.5), (0, 0, 0.5), 0.25, 1.5)
    if view == VIEWS["angle"]:
        # Low ones in front draw the edges of the thick foot.
        black_card((-0.35, -0.75, 0.08), (0, -0.1, 0.06), 0.5, 0.14)
        black_card((0.75, -0.35, 0.08), (0.1, 0, 0.06), 0.5, 0.14)


def build():
    cavity = (WIDTH - 2 * WALL, WIDTH - 2 * WALL, HEIGHT - FLOOR - SHOULDER)
    square_bottle("bottle", (WIDTH, WIDTH, HEIGHT), cavity, FLOOR, glass(tint="#F4EEEA"))
    square_filling("fluid", cavity, FLOOR, 0.52, plain("#EFD0B8", 0.35))
    move(flat_label("label", 0.27, 0.351, ink("fjordlys-sheer-foundation")), (0, -WIDTH / 2 - 0.001, 0.37))
    build_pump()


def build_pump():
    z, ivory = HEIGHT, glazed(IVORY, 0.3)
    collar = [(0, z), (0.125, z, 0.006), (0.125, z + 0.15, 0.01), (0, z + 0.15)]
    lathe("collar", rounded(collar, steps=8), brushed(GOLD))
    lathe("stem", [(0, z + 0.14), (0.034, z + 0.14), (0.034, z + 0.21), (0, z + 0.21)], ivory)
    head = [(0, z + 0.19), (0.084, z + 0.19, 0.008), (0.084, z + 0.305, 0.022), (0, z + 0.30)]
    lathe("head", rounded(head, steps=10), ivory)
    spout = [(-0.93 * out, -0.37 * out, z + h) for out, h in ((0, 0.262), (0.09, 0.262), (0.13, 0.258), (0.16, 0.247))]
    tube("spout", spout, 0.025, ivory, radii=[1, 1, 0.92, 0.8])
    opening = [(-0.93 * out, -0.37 * out, z + h) for out, h in ((0.158, 0.2477), (0.1615, 0.2464))]
    tube("opening", opening, 0.011, plain("#6B5A4E", 0.6), straight=True)
    lathe("gasket", [(0, z - 0.004), (0.124, z - 0.004), (0.124, z + 0.004), (0, z + 0.004)], ivory)
    tube("dip tube", [(0, 0, z), (0, 0, z - 0.08)], 0.03, ivory, straight=True)


def dress(view_name):
    if view_name == "scene":
        smear_fluid()


def smear_fluid():
    """A dollop drawn out to the right by a spatula, with its furrows."""
    rows = []
    for j in range(161):
        s = j / 160
        x, middle = 0.22 + 0.55 * s, -0.42 + 0.07 * sin(2.6 * s)
        width = 0.115 * sqrt(max(0, 1 - (1 - min(1, s / 0.2)) ** 2)) * (1 - 0.25 * s) * (1 + 0.04 * sin(31 * s))
        height = 0.042 * (1 - 0.75 * s) * (1 - s**10)
        row = []
        for i in range(81):
            t = -1 + i / 40
            furrows = 1 + s * (0.25 * sin(11 * t + 2 * s) + 0.18 * sin(23 * t + 1))
            reach = 0.03 * s * (sin(9 * t) + sin(17 * t + 2))
            row.append((x + reach, middle + width * t, height * sqrt(1 - t * t) ** 0.8 * furrows - 0.001))
        rows.append(row)
    smear = add_mesh("smear", *grid_faces(rows), plain(SMEARED, 0.22, specular=0.5), smooth_angle=180)
    modify(smear, "SMOOTH", factor=0.5, iterations=3)
