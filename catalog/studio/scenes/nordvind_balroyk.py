"""Nordvind "Bålrøyk": a heavy block of smoked glass with a charred-wood cap; beside driftwood in one view."""

from math import cos, pi, sin

from studio.backdrop import FRAGRANCE
from studio.camera import View
from studio.lights import black_card, light_glass, softbox
from studio.materials.glass import glass, liquid
from studio.materials.metal import polished
from studio.materials.printed import ink
from studio.nodes import new_material
from studio.shapes.box import box, square_bottle, square_filling
from studio.shapes.label import flat_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import move
from studio.shapes.soft import closed_surface, make_uneven
from studio.shapes.tube import tube

BACKDROP = FRAGRANCE
VIEWS = {
    "main": View((0.04, 0, 0.53), 4.8, azimuth=-20, elevation=9, fstop=1.1, focus=(0, -0.17, 0.4)),
    "angle": View((0.02, 0, 0.53), 4.8, azimuth=22, elevation=17, fstop=1.1, focus=(0, -0.17, 0.4)),
    "scene": View((0.16, 0, 0.44), 4.7, azimuth=-8, elevation=15, fstop=1.1, focus=(0, -0.17, 0.3)),
}

WIDTH, DEPTH, HEIGHT = 0.62, 0.36, 0.74
WALL, FLOOR, SHOULDER = 0.05, 0.12, 0.07
SMOKE, BRONZE = "#968B85", "#8C7A68"
STONES = ((0.50, -0.30, 0.17, "#8B8782"), (0.72, -0.06, 0.12, "#5E5B59"), (0.31, -0.44, 0.075, "#B9AEA1"))
"""Where each lies, its radius and colour."""


def light(view):
    light_glass(view, key=140, front=165, rim=34, wall=85)
    softbox((-2.2, -1.2, 0.9), (0, 0, 0.5), 18, (0.4, 2.2), (1, 1, 1), falloff=0.5)
    black_card((1.0, -0.2, 0.6), (0, 0, 0.5), 0.25, 1.6)


def build():
    cavity = (WIDTH - 2 * WALL, DEPTH - 2 * WALL, HEIGHT - FLOOR - SHOULDER)
    smoked = liquid(SMOKE, density=9.0, tint="#9A918B", ior=1.5)
    square_bottle("bottle", (WIDTH, DEPTH, HEIGHT), cavity, FLOOR, smoked, bevel=0.045)
    square_filling("perfume", cavity, FLOOR, 0.46, liquid("#CBAA88", density=2.6, tint="#DCCDBC"))
    move(flat_label("label", 0.42, 0.28, ink("nordvind-balroyk")), (0, -DEPTH / 2 - 0.001, 0.36))
    build_neck()


def dress(view_name):
    if view_name == "scene":
        for seed, (x, y, radius, color) in enumerate(STONES):
            stone(x, y, radius, color, seed)
        lay_driftwood()


def stone(x, y, radius, color, seed):
    """Ground flat by the sea, speckled and matte."""
    material, g = new_material("stone")
    position = g.object_coordinates()
    specks = g.noise(position, scale=90, detail=4, roughness=0.75)
    clouds = g.noise(position, scale=6, detail=3)
    shades = g.ramp(g.weighted_sum((specks, 0.6), (clouds, 0.4)), [(0.36, 0.55), (0.5, 0.9), (0.62, 1)])
    base = g.mix(1.0, color, shades, "MULTIPLY")
    g.output(g.principled(base_color=base, roughness=0.72, specular=0.25, normal=g.bump(specks, 0.15, 0.003)))
    angles = [pi * k / 40 for k in range(41)]
    thing = lathe("stone", [(radius * sin(a), -radius * cos(a)) for a in angles], material, 80, 180)
    make_uneven(thing, radius * 0.45, radius * 1.6)
    move(thing, (x, y, radius * 0.5), (0, 0, 70 * seed)).scale = (1.15, 0.85, 0.52)


def lay_driftwood():
    """A stick that tapers and bends, its hollows as long as the grain."""
    rows = []
    for j in range(121):
        t = j / 120
        x, y = 0.24 + 0.74 * t, 0.30 + 0.08 * sin(3.4 * t + 0.5)
        lumps = 1 + 0.10 * sin(9 * t) + 0.05 * sin(23 * t)
        thickness = 0.066 * (1 - 0.5 * t) * (1 - 0.9 * abs(2 * t - 1) ** 24) * lumps
        row = []
        for i in range(64):
            a = 2 * pi * i / 64
            r = thickness * (1 + 0.10 * sin(3 * a + 5 * t) + 0.05 * sin(7 * a - 9 * t))
            row.append((x, y + r * cos(a), 0.05 + 0.05 * sin(5 * t) ** 2 + r * sin(a)))
        rows.append(row)
    closed_surface("driftwood", rows, silvered_wood())


def silvered_wood():
    material, g = new_material("driftwood")
    fibre = g.noise(g.scaled(g.object_coordinates(), (0.05, 1, 1)), scale=70, detail=4, roughness=0.65)
    clouds = g.noise(g.object_coordinates(), scale=4, detail=2)
    shade = g.weighted_sum((fibre, 0.8), (clouds, 0.3))
    color = g.ramp(shade, [(0.38, "#5E554C"), (0.5, "#A39A8D"), (0.7, "#CFC7BA")])
    g.output(g.principled(base_color=color, roughness=0.9, specular=0.1, normal=g.bump(fibre, 0.7, 0.012)))
    return material


def build_neck():
    bronze, z = polished(BRONZE, 0.2), HEIGHT
    lathe("collar", rounded([(0, z), (0.12, z), (0.12, z + 0.045), (0, z + 0.045)], 0.008), bronze)
    move(box("cap", (0.34, 0.26, 0.30), charred_wood(), bevel=0.012, segments=6), (0, 0, z + 0.045))
    lathe("pump", rounded([(0, z - 0.14), (0.05, z - 0.14), (0.05, z), (0, z)], 0.01), bronze, segments=64)
    dip_tube = [(0, 0, z - 0.1), (0.01, 0, 0.5), (0.04, 0, 0.3), (0.1, 0, 0.14)]
    tube("dip tube", dip_tube, 0.011, glass("#FFFFFF", ior=1.2))


def charred_wood():
    """Nearly black, with the grain standing out."""
    material, g = new_material("charred wood")
    position = g.object_coordinates()
    warped = g.warped(g.scaled(position, (0.25, 1, 1)), 0.05, 3)
    rings = g.math("PINGPONG", g.multiply(g.noise(warped, scale=5, detail=1), 14.0), 1.0)
    fibre = g.noise(g.scaled(position, (0.06, 1, 1)), scale=120, detail=3, roughness=0.6)
    height = g.weighted_sum((rings, 0.7), (fibre, 0.5))
    surface = g.principled(
        base_color=g.ramp(height, [(0.25, "#15110F"), (0.85, "#3A312B")]),
        roughness=g.ramp(height, [(0.3, 0.6), (0.9, 0.38)]),
        specular=0.5,
        normal=g.bump(height, 0.5, 0.008),
    )
    g.output(surface)
    return material
