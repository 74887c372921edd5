"""Lyng cloudberry candle: cloudberry-coloured wax in a ribbed glass; with cloudberries in one view, lit in another."""

from math import acos, atan2, cos, hypot, pi, sin
from random import uniform

import bpy

from studio.backdrop import FRAGRANCE
from studio.camera import View
from studio.lights import black_card, light_glass
from studio.materials.glass import glass, liquid
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
    "close": View((0, 0, 0.60), 3.3, azimuth=-8, elevation=24, focal=110, fstop=1.2, focus=(0, -0.3, 0.7)),
}

RADIUS, HEIGHT, RIBS = 0.40, 0.90, 36
WAX, WAX_LEVEL = "#DD9350", 0.73
INNER = rounded([(0, 0.06), (0.352, 0.06, 0.03), (0.360, HEIGHT)], steps=20)
BERRIES = ((0.50, -0.34, 0), (0.66, -0.16, 70), (0.33, -0.53, 160), (0.71, -0.42, 250))


def light(view):
    power = 0.34 if view is VIEWS["close"] else 1
    light_glass(view, key=105 * power, front=205 * power, rim=26 * power, wall=52 * power)
    if power < 1:
        bpy.context.scene.world.node_tree.nodes["Background"].inputs["Strength"].default_value = 0.13
    else:
        black_card((-1.0, 0.5, 0.3), (0, 0, 0.3), 0.5, 0.7)
        black_card((1.1, 0.5, 0.3), (0, 0, 0.3), 0.4, 0.7)


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


def glow_below(strength):
    """The light that a thick glass bottom gathers and a path tracer hardly finds."""
    material, g = new_material("glow")
    g.output(g.node("Emission", {"Color": "#F7E2C4", "Strength": strength}).outputs[0])
    lathe("glow", [(0, 0.001), (RADIUS - 0.06, 0.001), (RADIUS - 0.06, 0.0015), (0, 0.0015)], material)


def dress(view_name):
    build_label(VIEWS[view_name].azimuth)
    glow_below(0.12 if view_name == "close" else 0.25)
    if view_name == "close":
        filling("wax", INNER, WAX_LEVEL - 0.022, glowing_wax())
        pool = [(0, WAX_LEVEL - 0.024), (0.3585, WAX_LEVEL - 0.024), (0.3585, WAX_LEVEL), (0, WAX_LEVEL)]
        lathe("melted wax", pool, liquid("#F2B866", density=0.9, tint="#F8DDB4", ior=1.44), segments=160)
        light_wick()
    else:
        filling("wax", INNER, WAX_LEVEL, plain(WAX, 0.45))
        wick([(0, 0, WAX_LEVEL - 0.02), (0, 0, WAX_LEVEL + 0.06), (0.008, 0, WAX_LEVEL + 0.15)], "#A8977C")
    if view_name == "angle":
        scatter_berries()


def wick(points, color):
    tube("wick", points, 0.013, plain(color, 0.9))


def glowing_wax():
    """Wax that the flame shines into: brightest round the wick, fading with the distance from it."""
    material, g = new_material("glowing wax")
    away = g.node("VectorMath", {0: g.object_coordinates(), 1: (0, 0, WAX_LEVEL + 0.06)}, operation="DISTANCE").outputs[
        "Value"
    ]
    glow = g.ramp(away, [(0.08, "#FFB765"), (0.30, "#C9682A"), (0.55, "#5A2A10"), (0.85, "#000000")], "EASE")
    surface = g.principled(base_color=WAX, roughness=0.45, emission=glow, emission_strength=0.34)
    g.output(surface)
    return material


def halo(centre, radius):
    """The veil of light that a lens lays round a flame: strongest in the middle, nothing at its edge."""
    material, g = new_material("halo")
    facing = g.subtract(1, g.node("LayerWeight", {"Blend": 0.5}).outputs["Facing"])
    veil = g.node("Emission", {"Color": "#FFB25A", "Strength": g.multiply(g.math("POWER", facing, 4.0), 0.30)}).outputs[
        0
    ]
    clear = g.node("BsdfTransparent").outputs[0]
    once = g.mix_shaders(
        g.node("NewGeometry").outputs["Backfacing"], g.node("AddShader", {0: clear, 1: veil}).outputs[0], clear
    )
    g.output(once)
    ball = [(radius * sin(pi * k / 48), -radius * cos(pi * k / 48)) for k in range(49)]
    thing = move(lathe("halo", ball, material, segments=96, smooth_angle=180), centre)
    thing.visible_diffuse = thing.visible_shadow = thing.visible_glossy = False


def light_wick():
    z = WAX_LEVEL
    wick([(0, 0, z - 0.06), (0, 0, z + 0.03), (0.004, 0, z + 0.05), (0.018, 0, z + 0.075)], "#2A211B")
    flame = [(0, 0), (0.022, 0.012, 0.01), (0.040, 0.07, 0.04), (0.027, 0.16, 0.06), (0.009, 0.25, 0.05), (0, 0.29)]
    shape = lathe("flame", rounded(flame, steps=12), fire(0.29), segments=64, smooth_angle=180)
    move(shape, (0.010, 0, z + 0.022)).visible_shadow = False
    data = bpy.data.lights.new("flame", "POINT")
    data.energy, data.color, data.shadow_soft_size = 4.5, (1, 0.56, 0.22), 0.04
    lamp = bpy.data.objects.new("flame", data)
    bpy.context.scene.collection.objects.link(lamp)
    lamp.location = (0.008, 0, z + 0.16)
    lamp.visible_camera = False
    halo((0.01, 0, z + 0.15), 0.62)


def fire(height):
    """Blue and clear at its foot, then yellow, nearly white in the middle, faint at its edges."""
    material, g = new_material("fire")
    level = g.multiply(g.separate(g.object_coordinates())[2], 1 / height)
    color = g.ramp(level, [(0.0, "#6C7FC0"), (0.1, "#D9762E"), (0.35, "#FFBE55"), (0.8, "#FFC560"), (1, "#FF9A3A")])
    strength = g.ramp(level, [(0.0, 0.1), (0.2, 0.5), (0.5, 1), (0.8, 0.9), (1, 0.5)])
    glow = g.node("Emission", {"Color": color, "Strength": g.multiply(strength, 4.6)}).outputs[0]
    facing = g.subtract(1, g.node("LayerWeight", {"Blend": 0.5}).outputs["Facing"])
    density = g.multiply(g.smoothstep(facing, 0.05, 0.8), g.ramp(level, [(0.0, 0.2), (0.2, 0.8), (0.6, 1)]))
    g.output(g.mix_shaders(density, g.node("BsdfTransparent").outputs[0], glow))
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
