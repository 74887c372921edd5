"""The category furniture: the bouclé armchair, the floor lamp and the stool with willow twigs."""

from scenes import eik_ask_boucle_armchair, eik_ask_three_legged_stool, hviling_linen_floor_lamp
from studio.arrange import put
from studio.backdrop import FURNITURE
from studio.camera import View
from studio.lights import light_group, window_light
from studio.shapes.props import book, vase, willow

BACKDROP = FURNITURE
VIEWS = {
    "main": View((0.02, 0, 0.80), 7.3, azimuth=10, elevation=10, fstop=2.5, focus=(0, -0.3, 0.5)),
}

STOOL = (0.66, -0.10, 0)
SEAT = eik_ask_three_legged_stool.SEAT
TWIGS = ((35, 0.10, 0.44), (150, 0.16, 0.38), (200, 0.06, 0.52), (-60, 0.14, 0.34), (10, 0.22, 0.32))


def light(view):
    light_group(view, key=60, wall=20)
    window_light(2700)


def build():
    put(eik_ask_boucle_armchair.build, (-0.22, 0, 0), turn=8)
    put(hviling_linen_floor_lamp.build, (-0.72, 0.52, 0), scale=2)
    put(eik_ask_three_legged_stool.build, STOOL, turn=20)
    put(still_life, (STOOL[0], STOOL[1], SEAT - 0.008))


def still_life():
    book((-0.01, -0.01, 0), (0.20, 0.145, 0.022), "#A9B0A2", turn=(0, 0, 14))
    vase((0, 0.01, 0.022), height=0.18)
    willow((0, 0.01, 0.17), TWIGS)
