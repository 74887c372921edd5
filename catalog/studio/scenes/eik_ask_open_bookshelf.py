"""An open bookshelf: five oak shelves between two slender frames. Built in metres, then halved: 1 unit = 2 m."""

import bpy

from studio.backdrop import FURNITURE
from studio.camera import View
from studio.lights import light_furniture
from studio.materials.plain import glazed, plain
from studio.materials.wood import wood
from studio.shapes.box import box
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import move
from studio.shapes.props import book, vase, willow

BACKDROP = FURNITURE
VIEWS = {
    "main": View((0, 0, 0.46), 3.9, azimuth=26, elevation=8, focal=105, fstop=3, focus=(0, -0.1, 0.5)),
    "angle": View((0, 0, 0.46), 4.0, azimuth=-36, elevation=12, focal=105, fstop=3, focus=(0, -0.1, 0.5)),
    "close": View((0.03, -0.05, 0.585), 1.75, azimuth=20, elevation=7, fstop=2.2, focus=(0, -0.08, 0.57)),
}

WIDTH, DEPTH, HEIGHT = 0.90, 0.30, 1.84
POST, BOARD = 0.026, 0.022
SHELVES = (0.12, 0.53, 0.94, 1.35, 1.76)
SPINES = (
    (0.30, 0.032, "#565C5E"),
    (0.27, 0.024, "#D9CFC0"),
    (0.31, 0.038, "#A9B0A2"),
    (0.285, 0.020, "#B98A72"),
    (0.26, 0.030, "#E9E3D7"),
    (0.30, 0.026, "#939C9C"),
    (0.25, 0.022, "#C8AD8C"),
)
"""Height, thickness and colour of the books."""

light = light_furniture


def build():
    for side in (-1, 1):
        build_frame(side * (WIDTH - POST) / 2, seed=3 + side)
    for k, z in enumerate(SHELVES):
        shelf = box("shelf", (WIDTH - 2 * POST, DEPTH - 0.012, BOARD), wood("x", scale=2, seed=k + 11), bevel=0.003)
        move(shelf, (0, 0, z - BOARD))
    fill_shelves()
    shrink()


def build_frame(x, seed):
    standing, lying = wood("z", scale=2, seed=seed), wood("y", scale=2, seed=seed + 0.5)
    foot = rounded([(0, 0), (0.011, 0), (0.011, 0.012), (0, 0.012)], 0.002)
    for y in (-1, 1):
        at = y * (DEPTH - POST) / 2
        move(box("post", (POST, POST, HEIGHT - 0.010), standing, bevel=0.004), (x, at, 0.010))
        move(lathe("foot", foot, plain("#24211F", 0.5), segments=32), (x, at, 0))
    for z in (*SHELVES[:-1], HEIGHT):
        move(box("rail", (POST - 0.004, DEPTH - 2 * POST, POST), lying, bevel=0.003), (x, 0, z - POST))


def fill_shelves():
    row_of_books(-0.39, SHELVES[3], SPINES)
    row_of_books(0.12, SHELVES[1], SPINES[3:] + SPINES[:2])
    row_of_books(-0.36, SHELVES[0], SPINES[2:6])
    stack_of_books((-0.20, -0.01, SHELVES[2]), SPINES[:3])
    vase((0.20, 0, SHELVES[2]), 0.18)
    willow((0.20, 0, SHELVES[2] + 0.12), ((170, 0.10, 0.20), (15, 0.12, 0.22)))
    bowl((-0.22, 0, SHELVES[1]), 0.11)
    vase((0.24, 0, SHELVES[3]), 0.13, "#8C8981", "#A39F96")
    stack_of_books((0.20, 0.01, SHELVES[0]), SPINES[4:6])
    bowl((0.18, 0, SHELVES[4]), 0.09)


def row_of_books(x, z, spines):
    """Upright books from x on; the last one leans against the others."""
    for k, (height, thickness, color) in enumerate(spines):
        lean, shift = (8, 0.042) if k == len(spines) - 1 else (0, 0)
        width = 0.20 + 0.02 * (k % 3)
        y = -0.02 + 0.006 * (k % 2) + (width - 0.22) / 2
        book((x + shift, y, z + height / 2), (height, width, thickness), color, (0, 90 - lean, 0))
        x += thickness + 0.001


def stack_of_books(position, spines):
    x, y, z = position
    for k, (height, thickness, color) in enumerate(spines):
        book((x, y, z), (height, 0.21, thickness), color, (0, 0, (4, -5, 2)[k]))
        z += thickness


def bowl(position, radius):
    profile = [(0, 0), (0.35, 0, 0.1), (1, 0.55, 0.05), (0.96, 0.56, 0.02), (0.32, 0.06, 0.2), (0, 0.06)]
    profile = [tuple(radius * number for number in point) for point in profile]
    move(lathe("bowl", rounded(profile, steps=10), glazed("#E9E4DA", 0.3), segments=128), position)


def shrink():
    """Halve everything built so far."""
    half = bpy.data.objects.new("half", None)
    half.scale = (0.5, 0.5, 0.5)
    for thing in bpy.context.scene.collection.objects:
        thing.parent = half
    bpy.context.scene.collection.objects.link(half)
