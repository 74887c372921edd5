"""The category groceries: milk, honey, lemons and kiwis on an oak board."""

from scenes import haldera_whole_milk, kiwis, lemons
from scenes.home_hero import honey
from studio.arrange import put
from studio.backdrop import GROCERIES
from studio.camera import View
from studio.lights import light_group, window_light
from studio.materials.wood import wood
from studio.shapes.box import plate
from studio.shapes.mesh import move

BACKDROP = GROCERIES
VIEWS = {
    "main": View((0, 0, 0.66), 8.6, azimuth=-8, elevation=15, fstop=1.4, focus=(0, -0.3, 0.4)),
}

BOARD = 0.075


def light(view):
    light_group(view, key=75)
    window_light()


def build():
    oak = wood("x", ("#C79A68", "#966A3C"), scale=1.6, seed=4)
    move(plate("board", (2.1, 1.3, BOARD), 0.08, oak, bevel=0.016), turn=(0, 0, 4))
    put(milk, (-0.52, 0.24, BOARD), turn=4, scale=1.35)
    put(honey, (0.22, 0.28, BOARD), turn=-16)
    put(lemons.build, (-0.46, -0.40, BOARD), turn=-8, scale=0.8)
    put(kiwis.build, (0.66, -0.36, BOARD), turn=-4, scale=0.76)


def milk():
    haldera_whole_milk.build()
    haldera_whole_milk.build_print(facing=-12)
