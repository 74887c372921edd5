"""The tub armchair in rust mohair."""

from scenes import eik_ask_boucle_armchair
from studio.materials.fabric import mohair

BACKDROP = eik_ask_boucle_armchair.BACKDROP
VIEWS = eik_ask_boucle_armchair.VIEWS

light = eik_ask_boucle_armchair.light


def build():
    cloth = mohair("#92492F", "#5F2B19", "#CB8D6A")
    eik_ask_boucle_armchair.upholster(cloth)
    eik_ask_boucle_armchair.pipe(cloth)
