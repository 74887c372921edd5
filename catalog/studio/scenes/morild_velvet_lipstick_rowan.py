"""Morild lipstick in Rowan: the orange red of rowan berries in September."""

from scenes import morild_velvet_lipstick

BACKDROP = morild_velvet_lipstick.BACKDROP
VIEWS = morild_velvet_lipstick.VIEWS

light = morild_velvet_lipstick.light


def build():
    morild_velvet_lipstick.build(
        morild_velvet_lipstick.Shade("#C4402A", "#E0512E", "morild-velvet-lipstick-rowan")
    )
