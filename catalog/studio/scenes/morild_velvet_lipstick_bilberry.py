"""Morild lipstick in Bilberry: a plum that is nearly black."""

from scenes import morild_velvet_lipstick

BACKDROP = morild_velvet_lipstick.BACKDROP
VIEWS = morild_velvet_lipstick.VIEWS

light = morild_velvet_lipstick.light


def build():
    morild_velvet_lipstick.build(
        morild_velvet_lipstick.Shade("#4C1230", "#6E1A42", "morild-velvet-lipstick-bilberry")
    )
