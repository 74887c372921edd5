"""The category beauty: a lipstick, a compact, nail polish and a night cream."""

from scenes import (
    fjordlys_creme_de_nuit,
    fjordlys_pressed_powder,
    lyng_raspberry_nail_polish,
    morild_velvet_lipstick,
)
from studio.arrange import drum, put
from studio.backdrop import BEAUTY
from studio.camera import View
from studio.lights import glow_card, light_group, window_light

BACKDROP = BEAUTY
VIEWS = {
    "main": View((0.16, 0, 0.56), 7.9, azimuth=-6, elevation=13, fstop=1.1, focus=(0, -0.3, 0.4)),
}


def light(view):
    light_group(view)
    window_light()
    glow_card((0, -9, -1), (0, 0.3, 0.5), 40, 16, "#F7E4DC", 0.85)


def build():
    drum((-0.16, 0.52), 0.50, 0.34, "#F0D9CF")
    put(fjordlys_pressed_powder.build, (-0.16, 0.40, 0.34), turn=6, scale=0.85)
    put(morild_velvet_lipstick.build, (-0.80, -0.10, 0), turn=-6, scale=0.7)
    bold = "lyng-raspberry-nail-polish-small"
    put(lambda: lyng_raspberry_nail_polish.build(bold), (-0.02, -0.66, 0), turn=4, scale=0.64)
    put(creme_de_nuit, (0.50, -0.12, 0), turn=-2, scale=0.8)


def creme_de_nuit():
    fjordlys_creme_de_nuit.build()
    fjordlys_creme_de_nuit.dress("main")
