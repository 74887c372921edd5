"""Solvène "Ambre Nuit" travel spray: a slender brushed case, its cap and its glass vial; beside the large bottle."""

import bpy
from mathutils import Vector

from scenes import solvene_ambre_nuit as large_bottle
from studio.backdrop import FRAGRANCE
from studio.camera import View
from studio.lights import black_card, glow_card, light_glass
from studio.materials.glass import glass, liquid
from studio.materials.metal import brushed, polished
from studio.materials.plain import plain
from studio.materials.printed import ink
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import move, turned
from studio.shapes.tube import tube
from studio.shapes.vessel import filling, vessel

BACKDROP = FRAGRANCE
VIEWS = {
    "main": View((0.14, 0, 0.46), 4.0, azimuth=-12, elevation=10, fstop=1.1, focus=(0, -0.08, 0.5)),
    "angle": View((0.08, 0, 0.46), 4.1, azimuth=10, elevation=17, fstop=1.2, focus=(0, -0.08, 0.5)),
    "scene": View((-0.12, 0, 0.56), 5.1, azimuth=-8, elevation=9, fstop=0.9, focus=(0.2, -0.2, 0.5)),
}

RADIUS, LENGTH, CAP = 0.085, 0.80, 0.36
GOLD = "#E8CC9C"


def light(view):
    light_glass(view, key=115, front=130, rim=40, wall=75)
    glow_card((-0.95, -2.25, 0.9), (0, 0, 0.5), 2.9, 2.4, brightness=1.15)
    black_card((0.75, -0.75, 0.6), (0, 0, 0.5), 0.3, 1.8)


def build():
    case = [(0, 0), (RADIUS, 0, 0.012), (RADIUS, LENGTH, 0.003), (RADIUS - 0.008, LENGTH), (RADIUS - 0.008, 0.04)]
    lathe("case", rounded([*case, (0, 0.04)]), brushed(GOLD, 0.2, relief=0.005))
    text = ink("solvene-ambre-nuit-travel-spray", 0.4)
    curved_label("label", RADIUS + 0.0006, 0.14, 0.54, 61, text, facing=-19)


def dress(view_name):
    if view_name == "main":
        place_vial((0, 0, LENGTH))
        place_cap(turned(("Z", 58), ("X", -90), at=(0.53, -0.17, RADIUS)))
    elif view_name == "angle":
        place_vial((0.27, -0.20, 0.66))
        place_cap(turned(("Z", 112), ("X", -90), at=(-0.16, -0.22, RADIUS)))
    else:
        place_cap(turned(at=(0, 0, LENGTH + 0.008)))
        place_large_bottle()


def place_cap(place):
    """Open at its origin."""
    r, h = RADIUS, CAP
    profile = [(0, h), (r, h, 0.012), (r, 0, 0.003), (r - 0.009, 0, 0.002), (r - 0.009, h - 0.02), (0, h - 0.02)]
    lathe("cap", rounded(profile), brushed(GOLD, 0.2, relief=0.005)).matrix_world = place


def place_vial(collar):
    """The glass vial below `collar`, and the spray head above it."""
    clear, gold = glass(tint="#F2EDE4"), polished(GOLD, 0.12)
    outer = rounded([(0, -0.66), (0.064, -0.66, 0.02), (0.064, 0, 0.01), (0.03, 0)], steps=20)
    inner = rounded([(0, -0.635), (0.053, -0.635, 0.02), (0.053, -0.012, 0.01), (0.03, -0.012), (0.03, 0)], steps=20)
    ring = [(0, 0), (0.084, 0, 0.003), (0.084, 0.022, 0.005), (0.066, 0.022), (0.066, 0.06, 0.006), (0, 0.06)]
    head = [(0, 0.055), (0.05, 0.055), (0.05, 0.155, 0.012), (0.02, 0.150), (0, 0.150)]
    nozzle = [(0, -0.01), (0.009, -0.01), (0.009, 0.003, 0.002), (0, 0.003)]
    dip_path = [(0, 0, -0.02), (0, 0, -0.3), (0.02, 0, -0.5), (0.035, 0, -0.62)]
    perfume = liquid("#F3C436", density=20.0, tint="#F6D080")
    parts = [
        vessel("vial", outer, inner, clear, segments=96),
        filling("perfume", inner, -0.10, perfume, segments=96),
        lathe("ring", rounded(ring), gold),
        lathe("head", rounded(head), gold),
        tube("dip tube", dip_path, 0.008, glass(ior=1.2)),
    ]
    for part in parts:
        move(part, collar)
    spout = lathe("nozzle", rounded(nozzle), plain("#F4EFE6", 0.4), segments=48)
    spout.matrix_world = turned(("Z", -18), ("X", 90), at=Vector(collar) + Vector((-0.0154, -0.0475, 0.11)))


def place_large_bottle():
    others = set(bpy.data.objects)
    large_bottle.build()
    for thing in set(bpy.data.objects) - others:
        thing.location += Vector((-0.52, 0.24, 0))
