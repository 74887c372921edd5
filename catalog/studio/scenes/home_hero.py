"""The home page's still life: the shop's four worlds, each on a block in its own paper colour.

`wide` and `tablet` leave calm ground on the left for the type; for `phone` and `tablet` the things stand closer together.
"""

from scenes import (
    eik_ask_boucle_armchair,
    haldera_wildflower_honey,
    hviling_linen_floor_lamp,
    lemons,
    morild_velvet_lipstick,
    solvene_ambre_nuit,
)
from studio.arrange import block, drum, put
from studio.backdrop import BEAUTY, FRAGRANCE, FURNITURE, GROCERIES
from studio.camera import View
from studio.lights import light_group, window_light
from studio.materials.metal import polished
from studio.materials.plain import lacquer

BACKDROP = "#D8D1C6"
VIEWS = {
    "main": View((0, 0, 0.86), 12.6, azimuth=-4, elevation=10, fstop=0.9, aspect=16 / 10, focus=(0, -0.2, 0.7)),
    "wide": View((-0.78, 0, 0.96), 16.6, azimuth=-4, elevation=10, fstop=0.7, aspect=2, focus=(0, -0.2, 0.7)),
    "tablet": View((-1.04, 0, 1.08), 13.8, azimuth=-4, elevation=11, fstop=0.9, aspect=4 / 3, focus=(0, -0.3, 0.7)),
    "phone": View((0.03, 0, 1.05), 8.1, azimuth=-4, elevation=11, fstop=1.2, aspect=1, focus=(0, -0.3, 0.7)),
}

LOW, MIDDLE, HIGH = 0.16, 0.34, 0.66


def light(view):
    light_group(view)
    if view != VIEWS["main"]:
        window_light(target=(0.3, 1.6, 0.8), width=0.62, height=0.50, columns=2, rows=1)
    else:
        window_light(target=(-0.6, 1.6, 0.9), width=0.27, height=0.36, columns=3)


def build():
    """What stands where, differs from view to view: see `dress`."""


def dress(view_name):
    if view_name in ("main", "wide"):
        furniture((-0.94, 0.05))
        fragrance((-0.06, 0.42))
        groceries((1.07, 0.36))
        put(haldera_wildflower_honey.build_dipper, (0.97, -0.06, 0))
        put(lemons.build, (-0.25, -0.50, 0), turn=-6, scale=0.8)
        beauty((0.52, -0.44))
    else:
        furniture((-0.66, 0.56))
        fragrance((0.40, 0.78), HIGH + 0.12)
        groceries((0.84, 0.0))
        put(lemons.build, (-0.56, -0.80, 0), turn=-6, scale=0.8)
        beauty((0.08, -0.40))


def furniture(place):
    x, y = place
    drum(place, 0.62, LOW, FURNITURE)
    put(hviling_linen_floor_lamp.build, (x - 0.18, y + 0.36, LOW), scale=1.55)
    put(eik_ask_boucle_armchair.build, (x + 0.04, y - 0.08, LOW), turn=18, scale=0.78)


def fragrance(place, height=HIGH):
    x, y = place
    block(place, (0.92, 0.62, height), FRAGRANCE)
    put(lambda: solvene_ambre_nuit.build("solvene-ambre-nuit-small"), (x, y, height), turn=-17)


def beauty(place):
    drum(place, 0.28, MIDDLE, BEAUTY)
    put(lipstick, (*place, MIDDLE), scale=0.62)


def groceries(place):
    x, y = place
    block(place, (0.86, 0.80, LOW), GROCERIES)
    put(honey, (x, y, LOW), turn=-14)


def lipstick():
    morild_velvet_lipstick.build_stick(polished(morild_velvet_lipstick.GOLD, 0.13), lacquer("#1B0F12"))


def honey():
    haldera_wildflower_honey.build()
    haldera_wildflower_honey.build_label(facing=8)
