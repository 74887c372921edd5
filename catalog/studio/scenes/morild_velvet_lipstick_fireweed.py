"""Morild lipstick in Fireweed: a cool, clear pink."""

from scenes import morild_velvet_lipstick

BACKDROP = morild_velvet_lipstick.BACKDROP
VIEWS = morild_velvet_lipstick.VIEWS

light = morild_velvet_lipstick.light


def build():
    morild_velvet_lipstick.build(
        morild_velvet_lipstick.Shade("#B93468", "#D84A80", "morild-velvet-lipstick-fireweed")
    )
