"""Solvène "Pin Vert": a bottle of green glass cut like a gem, with a faceted gold cap."""

from itertools import product
from math import cos, pi, radians, sin

import bpy
from mathutils import Vector

from studio.backdrop import FRAGRANCE
from studio.camera import View
from studio.lights import dark_edges, light_glass
from studio.materials.glass import glass, liquid
from studio.materials.metal import polished
from studio.materials.printed import ink
from studio.nodes import Graph
from studio.shapes.facets import facets
from studio.shapes.label import flat_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import move
from studio.shapes.tube import tube

BACKDROP = FRAGRANCE
VIEWS = {
    "main": View((0.04, 0, 0.54), 4.8, azimuth=-18, elevation=9, fstop=1.1, focus=(0, -0.2, 0.38)),
    "angle": View((0.02, 0, 0.54), 4.8, azimuth=22, elevation=16, fstop=1.1, focus=(0.1, -0.15, 0.38)),
    "close": View((0.14, -0.1, 0.33), 3.0, azimuth=10, elevation=20, focal=110, fstop=1.2, focus=(0, -0.2, 0.38)),
}

HEIGHT, TABLE = 0.74, 0.20
CORNERS = [(0.22, 0.10, 0), (0.36, 0.04, 0.20), (0.36, 0.04, 0.48), (0.15, 0.10, HEIGHT)]
CORNERS += [(0.11, TABLE, 0.15), (0.20, TABLE, 0.27), (0.20, TABLE, 0.42), (0.11, TABLE, 0.54)]
CORNERS += [(0.295, 0.13, 0.345), (0.24, 0.135, 0.12), (0.225, 0.14, 0.57)]
GREEN, GOLD = "#7FCC98", "#E6C88F"


def light(view):
    light_glass(view, key=130, front=165, wall=80)
    dark_edges()
    cast_sparkles((0.46, -0.3, 3.4), (0.46, -0.3, 0), 750)


def cast_sparkles(position, target, power):
    """The small lights that the facets throw: a narrow spot light through a pattern of bent, broken lines."""
    data = bpy.data.lights.new("sparkles", "SPOT")
    data.energy, data.spot_size, data.spot_blend, data.shadow_soft_size = power, radians(21), 1.0, 0.012
    spot = bpy.data.objects.new("sparkles", data)
    bpy.context.scene.collection.objects.link(spot)
    spot.location = position
    spot.rotation_euler = (Vector(target) - Vector(position)).to_track_quat("-Z", "Y").to_euler()
    g = Graph(data)
    direction = g.scaled(g.node("TexCoord").outputs["Normal"], (0.7, 1.3, 1))
    lines = g.subtract(1, g.smoothstep(g.cells(g.warped(direction, 0.05, 14), 26, "DISTANCE_TO_EDGE"), 0.01, 0.09))
    here_and_there = g.smoothstep(g.noise(direction, 24), 0.44, 0.62)
    color = g.ramp(lines, [(0.2, "#4FC27F"), (0.8, "#F4FFF2")])
    sparkle = g.node("Emission", {"Color": color, "Strength": g.multiply(lines, here_and_there)}).outputs[0]
    g.output(sparkle, kind="OutputLight")


def build(printed="solvene-pin-vert"):
    """`printed` names the label; where the bottle stands small, its hairlines must be bolder."""
    inner = rounded([(0, 0.10), (0.20, 0.10, 0.08), (0.25, 0.40, 0.3), (0.17, 0.64, 0.09), (0, 0.64)], steps=24)
    corners = [(x * side, y * face, z) for (x, y, z), side, face in product(CORNERS, (-1, 1), (-1, 1))]
    cavity = lathe("cavity", inner, None, squash=(1, 0.5))
    facets("bottle", corners, liquid(GREEN, density=9.0, tint="#9CC9A8", ior=1.5), cavity=cavity)
    filled = [*(point for point in inner if point[1] < 0.54), (0.215, 0.54), (0, 0.54)]
    grown = [(r + 0.002 if r else 0, z) for r, z in filled]
    lathe("perfume", grown, liquid("#A8E69A", density=3.0, tint="#D5EFD0"), squash=(1, 0.505), smooth_angle=50)
    move(flat_label("label", 0.36, 0.30, ink(printed)), (0, -TABLE - 0.001, 0.345))
    build_neck()


def build_neck():
    gold, z = polished(GOLD, 0.12), HEIGHT
    lathe("collar", rounded([(0, z), (0.125, z), (0.125, z + 0.04), (0, z + 0.04)], 0.008), gold)
    rings = [(0.125, z + 0.045), (0.165, z + 0.11), (0.165, z + 0.26), (0.115, z + 0.34)]
    corners = [(r * cos(pi * k / 4 + pi / 8), r * sin(pi * k / 4 + pi / 8), h) for r, h in rings for k in range(8)]
    facets("cap", corners, gold)
    lathe("pump", rounded([(0, z - 0.16), (0.05, z - 0.16), (0.05, z), (0, z)], 0.01), gold, segments=64)
    dip_tube = [(0, 0, z - 0.14), (0.01, 0, 0.5), (0.03, 0, 0.3), (0.08, 0, 0.14)]
    tube("dip tube", dip_tube, 0.011, glass("#FFFFFF", ior=1.2))
