"""The tub armchair in moss green loden."""

from scenes import eik_ask_boucle_armchair
from studio.materials.fabric import loden

BACKDROP = eik_ask_boucle_armchair.BACKDROP
VIEWS = eik_ask_boucle_armchair.VIEWS

light = eik_ask_boucle_armchair.light


def build():
    cloth = loden("#6B6C4E", "#8B8A69", "#4A4B33")
    eik_ask_boucle_armchair.upholster(cloth)
    eik_ask_boucle_armchair.pipe(cloth)
