"""Lyng cloudberry candle: cloudberry-coloured wax in a ribbed glass, in one view with cloudberries."""

from math import acos, atan2, cos, hypot, pi, sin
from random import uniform

from studio.backdrop import FRAGRANCE
from studio.camera import View
from studio.lights import light_glass
from studio.materials.glass import glass
from studio.materials.plain import plain
from studio.materials.printed import paper_label
from studio.nodes import new_material
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import add_copy, move
from studio.shapes.tube import tube
from studio.shapes.vessel import filling, vessel

BACKDROP = FRAGRANCE
VIEWS = {
    "main": View((0, 0, 0.46), 5.2, azimuth=-12, elevation=20, fstop=1.2, focus=(-0.08, -0.4, 0.44)),
    "angle": View((0.14, -0.06, 0.41), 5.1, azimuth=14, elevation=25, fstop=1.3, focus=(0.1, -0.42, 0.3)),
    "close": View((0, 0, 0.60), 3.4, azimuth=10, elevation=30, focal=110, fstop=1.4, focus=(0, -0.38, 0.6)),
}

RADIUS, HEIGHT, RIBS = 0.40, 0.90, 36
WAX_LEVEL = 0.73
INNER = rounded([(0, 0.06), (0.352, 0.06, 0.03), (0.360, HEIGHT)], steps=20)
BERRIES = ((0.50, -0.34, 0), (0.66, -0.16, 70), (0.33, -0.53, 160), (0.71, -0.42, 250))


def light(view):
    light_glass(view, key=105, front=205, rim=26, wall=52)


def build():
    wall = [(RADIUS, 0.06 + 0.01 * k) for k in range(12)]
    outer = rounded([(0, 0), (RADIUS, 0, 0.035), *wall, (RADIUS, HEIGHT, 0.02), (0.360, HEIGHT)], steps=20)
    jar = vessel("jar", outer[:-1], INNER, glass(tint="#FAF8F4"), segments=RIBS * 12)
    press_ribs(jar, 0.018)


def build_label(facing):
    label = paper_label("lyng-cloudberry-candle")
    curved_label("label", RADIUS + 0.001, 0.25, 0.40, 46, label, thickness=0.002, facing=facing)


def press_ribs(jar, depth):
    """Rounded ribs all round the outside, from above the smooth foot to the rim."""
    for vertex in jar.data.vertices:
        x, y, z = vertex.co
        if hypot(x, y) > 0.372:
            rise = min(1, max(0, (z - 0.07) / 0.09))
            hollow = depth * (1 - abs(cos(atan2(y, x) * RIBS / 2))) * rise * rise * (3 - 2 * rise)
            vertex.co = (x * (1 - hollow / RADIUS), y * (1 - hollow / RADIUS), z)


def glow_below():
    """The light that a thick glass bottom gathers and a path tracer hardly finds."""
    material, g = new_material("glow")
    g.output(g.node("Emission", {"Color": "#F7E2C4", "Strength": 0.25}).outputs[0])
    lathe("glow", [(0, 0.001), (RADIUS - 0.06, 0.001), (RADIUS - 0.06, 0.0015), (0, 0.0015)], material)


def dress(view_name):
    build_label(VIEWS[view_name].azimuth)
    glow_below()
    filling("wax", INNER, WAX_LEVEL, soy_wax())
    points = [(0, 0, WAX_LEVEL - 0.02), (0, 0, WAX_LEVEL + 0.06), (0.008, 0, WAX_LEVEL + 0.13)]
    tube("wick", points, 0.012, plain("#D8CBB4", 0.9))
    if view_name == "angle":
        scatter_berries()


def soy_wax():
    """Wax as it sets: faint clouds, paler where it has drawn away from the glass."""
    material, g = new_material("soy wax")
    position = g.object_coordinates()
    clouds = g.noise(g.warped(position, 0.2, 3), scale=3.5, detail=4, roughness=0.6)
    surface = g.principled(
        base_color=g.ramp(clouds, [(0.36, "#DA9A5E"), (0.52, "#E2A970"), (0.66, "#EABC8C")]),
        roughness=0.5,
        specular=0.35,
        normal=g.bump(g.noise(position, scale=9, detail=3), 0.12, 0.02),
    )
    g.output(surface)
    return material


def scatter_berries():
    ball = [(0.036 * sin(pi * k / 16), -0.036 * cos(pi * k / 16)) for k in range(17)]
    drupelet = lathe("drupelet", ball, berry_flesh(), segments=32, smooth_angle=180)
    first = True
    for x, y, turn in BERRIES:
        for k in range(22):
            height, around = 1 - 1.75 * k / 21, k * 2.39996 + turn
            reach = sin(acos(height)) * 0.070 * uniform(0.92, 1.10)
            piece = drupelet if first else add_copy(drupelet)
            first = False
            place = (x + reach * cos(around), y + reach * sin(around), 0.088 + height * 0.066)
            move(piece, place, (uniform(0, 90), uniform(0, 90), 0)).scale = [uniform(0.9, 1.28)] * 3


def berry_flesh():
    """Amber and translucent, redder here and there."""
    material, g = new_material("cloudberry")
    tone = g.noise(g.node("NewGeometry").outputs["Position"], scale=7, detail=2)
    surface = g.principled(
        base_color=g.ramp(tone, [(0.35, "#F3A63A"), (0.6, "#EE8A2C"), (0.75, "#D9582A")]),
        roughness=0.35,
        specular=0.5,
        subsurface=0.35,
        subsurface_color="#F59A2C",
        subsurface_radius=(0.05, 0.025, 0.006),
    )
    g.output(surface)
    return material
