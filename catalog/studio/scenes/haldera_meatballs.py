"""Browned meatballs in a stoneware bowl."""

from math import cos, pi, radians, sin
from random import uniform

from mathutils import Vector, noise

from studio.camera import View
from studio.lights import light_food
from studio.nodes import new_material
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import add_copy, move
from studio.shapes.soft import closed_surface, make_uneven

BACKDROP = "#E9E0D3"
VIEWS = {
    "main": View((0, 0, 0.26), 4.7, azimuth=-8, elevation=26, focal=105, fstop=2.4, focus=(0, -0.3, 0.36)),
    "angle": View((0.14, -0.1, 0.16), 5.6, azimuth=24, elevation=42, focal=105, fstop=2.4, focus=(0, -0.2, 0.36)),
    "close": View((0.04, -0.06, 0.36), 2.5, azimuth=-12, elevation=34, focal=105, fstop=2.4, focus=(0.04, -0.2, 0.42)),
}

BALL = 0.155
LAYERS = ((8, 0.39, 0.235, 0), (4, 0.185, 0.30, 20), (5, 0.235, 0.445, 55), (1, 0.0, 0.545, 0))
"""How many lie in a ring, its radius, their height, the first one's angle."""
BERRIES = ((18, 0.205, 0.10), (13, 0.15, 0.09), (7, 0.08, 0.09), (13, 0.165, 0.15), (8, 0.1, 0.165), (3, 0.045, 0.19))
"""How many lie in a ring, its radius, their height."""

light = light_food


def build():
    build_bowl()
    crust = browned_crust()
    shapes = [build_ball(crust, number) for number in range(5)]
    number = 0
    for count, radius, height, first in LAYERS:
        for k in range(count):
            a = radians(first + 360 * k / count) + uniform(-0.06, 0.06)
            at = (radius * cos(a), radius * sin(a), height + uniform(-0.012, 0.012))
            ball = shapes[number] if number < len(shapes) else add_copy(shapes[number % len(shapes)])
            move(ball, at, [uniform(0, 360) for _ in range(3)])
            ball.scale = [uniform(0.95, 1.05)] * 3
            number += 1


def dress(view):
    """Beside it, a small dish of lingonberries."""
    if view != "angle":
        return
    profile = [(0, 0), (0.12, 0, 0.01), (0.235, 0.03, 0.1), (0.27, 0.13), (0.262, 0.138, 0.004), (0.254, 0.128)]
    profile += [(0.2, 0.035, 0.09), (0, 0.03)]
    dish = lathe("dish", rounded(profile, 0.01, steps=10), glazed_stoneware(), segments=128, smooth_angle=60)
    move(dish, (0.66, -0.44, 0))
    points = [(0.036 * sin(pi * k / 24), -0.035 * cos(pi * k / 24) - 0.006 * (k > 22)) for k in range(25)]
    first = lathe("lingonberry", points, lingonberry(), segments=32)
    number = 0
    for count, radius, height in BERRIES:
        for k in range(count):
            a = 2 * pi * (k + uniform(-0.12, 0.12)) / count + height * 40
            berry = add_copy(first) if number else first
            turn = [uniform(-70, 70), uniform(-70, 70), uniform(0, 360)]
            r = radius * uniform(0.94, 1.06)
            move(berry, (0.66 + r * cos(a), -0.44 + r * sin(a), height + uniform(-0.006, 0.006)), turn)
            berry.scale = [uniform(0.88, 1.08)] * 3
            number += 1


def build_bowl():
    profile = [(0, 0), (0.29, 0, 0.01), (0.30, 0.03, 0.02), (0.55, 0.045, 0.22), (0.61, 0.34)]
    profile += [(0.606, 0.352, 0.008), (0.592, 0.352, 0.008), (0.585, 0.335)]
    profile += [(0.53, 0.07, 0.2), (0, 0.06)]
    bowl = lathe("bowl", rounded(profile, 0.01, steps=10), glazed_stoneware(), segments=160, smooth_angle=60)
    make_uneven(bowl, 0.012, 0.5)


def build_ball(crust, number, around=140, up=90):
    """Hand-rolled: lumpy, with the grain of the mince."""
    rows = []
    for j in range(up + 1):
        latitude = -pi / 2 + pi * j / up
        across = max(1e-4, cos(latitude))
        angles = (2 * pi * k / around for k in range(around))
        directions = [Vector((across * cos(a), across * sin(a), sin(latitude))) for a in angles]
        rows.append([direction * BALL * lumps(direction, Vector((9.7 * number, 0, 0))) for direction in directions])
    return closed_surface("meatball", rows, crust)


def lumps(direction, seed):
    broad = 0.07 * noise.noise(direction * 1.5 + seed) + 0.035 * noise.noise(direction * 3.6 + seed)
    mince = 0.045 * noise.noise(direction * 8 + seed) + 0.022 * noise.noise(direction * 19 + seed)
    return 1 + broad + mince


def browned_crust():
    """Fried in butter: dark where it touched the pan, lighter between, with bits of onion and a moist gloss."""
    material, g = new_material("browned crust")
    position = g.object_coordinates()
    own = g.node("VectorMath", {0: position, 1: g.multiply(g.node("ObjectInfo").outputs["Random"], 40.0)}).outputs[0]
    seared = g.noise(own, scale=6.5, detail=3, roughness=0.55)
    grain = g.noise(own, scale=42, detail=4, roughness=0.65)
    crumbs = g.cells(g.warped(own, 0.02, 30), 34)
    onion = g.ramp(g.cells(own, 17), [(0.10, 0.7), (0.17, 0)])
    brown = g.ramp(
        g.weighted_sum((seared, 0.85), (grain, 0.35), (crumbs, -0.2)),
        [(0.36, "#3A1C0E"), (0.46, "#63341A"), (0.56, "#8F5830"), (0.68, "#B9824E")],
    )
    surface = g.principled(
        base_color=g.mix(g.multiply(onion, seared), brown, "#D6AE78"),
        roughness=g.ramp(grain, [(0.35, 0.32), (0.65, 0.62)]),
        specular=0.4,
        subsurface=0.05,
        subsurface_color="#A05A30",
        subsurface_radius=(0.02, 0.01, 0.005),
        normal=g.bump(g.weighted_sum((grain, 1.0), (crumbs, -0.6)), 0.6, 0.012),
    )
    g.output(surface)
    return material


def glazed_stoneware():
    """Off-white glaze with iron specks that thins to brown at the rim."""
    material, g = new_material("glazed stoneware")
    position = g.object_coordinates()
    _, _, z = g.separate(position)
    clouds = g.noise(position, scale=5, detail=3)
    specks = g.ramp(g.noise(position, scale=55, detail=3, roughness=0.6), [(0.65, 0), (0.70, 0.7)])
    rim = g.ramp(g.add(z, g.multiply(g.subtract(clouds, 0.5), 0.02)), [(0.338, 0), (0.352, 0.8)])
    glaze = g.ramp(clouds, [(0.3, "#D9D0C1"), (0.7, "#E8E1D5")])
    surface = g.principled(
        base_color=g.mix(rim, g.mix(specks, glaze, "#7B5A3C"), "#9A7650"),
        roughness=0.3,
        specular=0.45,
        normal=g.bump(clouds, 0.1, 0.01),
    )
    g.output(surface)
    return material


def lingonberry():
    material, g = new_material("lingonberry")
    each = g.node("ObjectInfo").outputs["Random"]
    surface = g.principled(
        base_color=g.ramp(each, [(0, "#7E0C14"), (0.5, "#A5121A"), (1, "#BC2420")]),
        roughness=0.24,
        specular=0.45,
        subsurface=0.1,
        subsurface_color="#D02020",
        subsurface_radius=(0.02, 0.004, 0.003),
    )
    g.output(surface)
    return material
