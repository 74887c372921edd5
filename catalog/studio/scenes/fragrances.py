"""The category fragrances: four bottles, two of them on a low block."""

from scenes import nordvind_noir, solvene_ambre_nuit, solvene_pin_vert, solvene_rose_d_ete
from studio.arrange import block, put
from studio.backdrop import FRAGRANCE
from studio.camera import View
from studio.lights import black_card, light_group, window_light

BACKDROP = FRAGRANCE
VIEWS = {
    "main": View((-0.03, 0, 0.80), 8.4, azimuth=-6, elevation=10, fstop=1.1, focus=(0, -0.3, 0.5)),
}

STEP = 0.34


def light(view):
    light_group(view, key=80, wall=40)
    window_light(3000)
    black_card((-1.7, -0.1, 0.7), (0, 0, 0.6), 0.4, 2.0)
    black_card((1.8, -0.2, 0.7), (0, 0, 0.6), 0.3, 2.0)


def build():
    block((-0.28, 0.50), (1.76, 0.62, STEP), "#EFE4D8")
    put(lambda: solvene_ambre_nuit.build("solvene-ambre-nuit-small"), (-0.74, 0.48, STEP), turn=-16)
    put(nordvind_noir.build, (0.18, 0.50, STEP), turn=-10)
    put(solvene_rose_d_ete.build, (-0.27, -0.44, 0), turn=8)
    put(lambda: solvene_pin_vert.build("solvene-pin-vert-small"), (0.72, -0.26, 0), turn=6)
