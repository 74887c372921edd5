"""A round oak coffee table: an undercut top on three tapered legs."""

from math import cos, pi, sin

from studio.backdrop import FURNITURE
from studio.camera import View
from studio.lights import light_furniture
from studio.materials.plain import glazed, plain
from studio.materials.wood import wood
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import move
from studio.shapes.props import book, vase, willow
from studio.shapes.tube import tube

BACKDROP = FURNITURE
VIEWS = {
    "main": View((0, 0, 0.24), 3.4, azimuth=14, elevation=18, focal=105, fstop=3, focus=(0, -0.25, 0.35)),
    "angle": View((0, 0, 0.30), 3.7, azimuth=-24, elevation=36, focal=105, fstop=3, focus=(0, -0.2, 0.4)),
    "close": View((0.07, -0.14, 0.41), 1.45, azimuth=30, elevation=27, fstop=8, focus=(0.10, -0.2, 0.44)),
}

RADIUS, HEIGHT, TOP = 0.40, 0.42, 0.032

light = light_furniture


def build():
    r, h = RADIUS, HEIGHT
    top = [(0, h - TOP), (r - 0.085, h - TOP, 0.02), (r, h - 0.011, 0.004), (r, h, 0.004), (0, h)]
    boards = wood("x", scale=2.2, rings=150, seed=7, boards=0.115)
    move(lathe("top", rounded(top, steps=10), boards, segments=256), turn=(0, 0, 12))
    oak = wood("z", scale=2.5, rings=130, seed=3)
    for k in range(3):
        a = 2 * pi * k / 3 - pi / 2 + 0.35
        foot, head = 0.285, 0.215
        points = [(foot * cos(a), foot * sin(a), 0), (head * cos(a), head * sin(a), h - 0.02)]
        tube("leg", points, 0.024, oak, radii=[0.58, 1.1], smoothness=12, straight=True)


def dress(view_name):
    build_cup((-0.14, -0.20) if view_name == "angle" else (0.14, -0.20))
    if view_name != "angle":
        book((-0.08, -0.02, HEIGHT), (0.27, 0.20, 0.024), "#A9B0A2", (0, 0, -14))
    else:
        book((0.10, -0.06, HEIGHT), (0.27, 0.20, 0.024), "#A9B0A2", (0, 0, 8))
        vase((-0.12, 0.08, HEIGHT), 0.19)
        willow((-0.12, 0.08, HEIGHT + 0.12), ((160, 0.16, 0.30), (20, 0.10, 0.34), (250, 0.10, 0.26)))


def build_cup(position):
    """A handleless cup of black coffee."""
    stone = glazed("#EFEBE3", 0.3)
    cup = [(0, 0), (0.026, 0, 0.006), (0.040, 0.03, 0.03), (0.040, 0.075, 0.0015), (0.037, 0.075, 0.0015)]
    cup += [(0.037, 0.03, 0.028), (0.022, 0.005, 0.006), (0, 0.005)]
    parts = [
        lathe("cup", rounded(cup, steps=10), stone, segments=96),
        lathe("coffee", [(0, 0.062), (0.0372, 0.062)], plain("#24130A", 0.06), segments=96),
    ]
    for part in parts:
        move(part, (*position, HEIGHT))
