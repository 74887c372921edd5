"""Browned meatballs in a stoneware bowl, with parsley; in one view with lingonberries."""

from math import cos, pi, sin
from random import Random, uniform

import bpy
from mathutils import Matrix, Vector, noise

from studio.camera import View
from studio.lights import light_food
from studio.nodes import new_material
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import add_copy, add_mesh, grid_faces, move
from studio.shapes.soft import closed_surface, make_uneven

BACKDROP = "#E9E0D3"
VIEWS = {
    "main": View((0, 0, 0.26), 4.7, azimuth=-8, elevation=26, focal=105, fstop=2.4, focus=(0, -0.3, 0.36)),
    "angle": View((0.14, -0.1, 0.16), 5.6, azimuth=24, elevation=42, focal=105, fstop=2.4, focus=(0, -0.2, 0.36)),
    "close": View((0.04, -0.06, 0.36), 2.5, azimuth=-12, elevation=34, focal=105, fstop=2.4, focus=(0.04, -0.2, 0.42)),
}

BALL, COUNT = 0.145, 30
BERRIES = ((18, 0.205, 0.10), (13, 0.15, 0.09), (7, 0.08, 0.09), (13, 0.165, 0.15), (8, 0.1, 0.165), (3, 0.045, 0.19))
"""How many lie in a ring, its radius, their height."""

light = light_food


def build():
    build_bowl()
    crust = browned_crust()
    shapes = [build_ball(crust, number) for number in range(8)]
    balls = heap(Random(12))
    for number, (at, size) in enumerate(balls):
        ball = shapes[number] if number < len(shapes) else add_copy(shapes[number % len(shapes)])
        move(ball, at, [uniform(0, 360) for _ in range(3)])
        ball.scale = [size / BALL] * 3
    garnish()


def heap(dice):
    """Places and radii of balls that have rolled into the bowl: they sink a little, then push each other apart."""
    sizes = [BALL * dice.uniform(0.80, 1.10) for _ in range(COUNT)]
    places = [Vector((dice.gauss(0, 0.2), dice.gauss(0, 0.2), 0.25 + 0.05 * k)) for k in range(COUNT)]
    for step in range(900):
        for place in places:
            place.z -= 0.006 if step < 700 else 0.001
            place.x, place.y = place.x * 0.990, place.y * 0.990
        for one in range(COUNT):
            for other in range(one):
                between = places[one] - places[other]
                # Soft as they are, they touch in a facet rather than a point.
                overlap = 0.94 * (sizes[one] + sizes[other]) - between.length
                if overlap > 0:
                    push = between.normalized() * overlap / 2
                    places[one] += push
                    places[other] -= push
        for place, size in zip(places, sizes, strict=True):
            keep_in_bowl(place, size)
    return [(place, size) for place, size in zip(places, sizes, strict=True) if place.z < 0.74 - 0.75 * place.xy.length]


def keep_in_bowl(place, size):
    place.z = max(place.z, 0.06 + 0.93 * size)
    # Below the rim the bowl holds them; above it they may lean out a little.
    wall = 0.545 - 0.16 * max(0, 0.33 - place.z) / 0.27 - size + 0.35 * max(0, place.z - 0.42)
    away = place.xy.length
    if away > wall:
        place.x, place.y = place.x * wall / away, place.y * wall / away


def garnish():
    """Finely chopped parsley, flat on what it fell on."""
    dice, material = Random(4), parsley()
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    fallen = []
    while len(fallen) < 230:
        above = Vector((dice.gauss(0, 0.22), dice.gauss(0, 0.22), 2))
        hit, at, up, _, thing, _ = bpy.context.scene.ray_cast(graph, above, (0, 0, -1))
        if hit and thing.name.startswith("meatball") and up.z > 0.35:
            fallen.append((at, up))
    for at, up in fallen:
        size = dice.uniform(0.005, 0.012) * (0.6 if dice.random() < 0.5 else 1)
        leaf = add_mesh("parsley", *torn_leaf(dice, size), material, smooth_angle=180)
        turn = Matrix.Rotation(dice.uniform(0, 2 * pi), 4, "Z")
        leaf.matrix_world = Matrix.Translation(at + up * 0.0015) @ up.to_track_quat("Z", "Y").to_matrix().to_4x4() @ turn


def torn_leaf(dice, size, corners=11):
    """A curled scrap with a ragged edge."""
    long, lift = dice.uniform(1.0, 2.0), dice.uniform(-0.3, 0.5)
    rows = [[(0, 0, 0.0)] * corners]
    for share in (0.5, 1.0):
        row = []
        for k in range(corners):
            a = 2 * pi * k / corners
            reach = size * share * (dice.uniform(0.55, 1.15) if share == 1 else 0.9)
            x, y = reach * long * cos(a), reach * sin(a)
            row.append((x, y, lift * (x * x - 0.6 * y * y) / size + dice.uniform(0, 0.12) * size * share))
        rows.append(row)
    return grid_faces(rows, closed=True)


def parsley():
    material, g = new_material("parsley")
    own = g.node("ObjectInfo").outputs["Random"]
    g.output(g.principled(base_color=g.ramp(own, [(0, "#2C4A17"), (0.6, "#476B25"), (1, "#6E8A3C")]), roughness=0.5))
    return material


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


def build_ball(crust, number, around=200, up=130):
    """Hand-rolled and turned in the pan: lumpy, with the grain of the mince and flat sides where it was seared."""
    dice = Random(60 + number)
    seared = [Vector([dice.gauss(0, 1) for _ in "xyz"]).normalized() for _ in range(dice.choice((3, 4, 5)))]
    depths = [dice.uniform(0.80, 0.92) for _ in seared]
    stretch = Vector([dice.uniform(0.90, 1.10) for _ in "xyz"])
    seed = Vector((9.7 * number, 0, 0))
    rows, browning = [], []
    for j in range(up + 1):
        latitude = -pi / 2 + pi * j / up
        across = max(1e-4, cos(latitude))
        angles = (2 * pi * k / around for k in range(around))
        row = []
        for direction in (Vector((across * cos(a), across * sin(a), sin(latitude))) for a in angles):
            reach, flat = 1 + 0.13 * noise.noise(direction * 1.3 + seed), 0.0
            for side, depth in zip(seared, depths, strict=True):
                over = reach * direction.dot(side) - depth
                if over > -0.12:
                    flat = max(flat, min(1.0, (over + 0.12) / 0.22))
                if over > 0:
                    reach -= 0.85 * over / max(0.3, direction.dot(side))
            row.append(direction * stretch * BALL * (reach + mince(direction, seed)))
            browning.append(flat)
        rows.append(row)
    return brown(closed_surface("meatball", rows, crust), rows, browning)


def brown(ball, rows, browning):
    """Vertex colour "seared": 1 on the sides that lay in the pan."""
    values = {
        tuple(round(c, 5) for c in point): value
        for point, value in zip((p for row in rows for p in row), browning, strict=True)
    }
    layer = ball.data.color_attributes.new("seared", "FLOAT_COLOR", "POINT")
    for vertex, entry in zip(ball.data.vertices, layer.data, strict=True):
        value = values.get(tuple(round(c, 5) for c in vertex.co), 0.0)
        entry.color = (value, value, value, 1)
    return ball


def mince(direction, seed):
    """Strands and crumbs of meat, and cracks between them."""
    lumps = 0.050 * noise.noise(direction * 3.4 + seed) + 0.032 * noise.noise(direction * 7 + seed)
    crumbs = 0.022 * noise.noise(direction * 15 + seed) + 0.012 * noise.noise(direction * 31 + seed)
    cracks = max(0.0, 0.12 - abs(noise.noise(direction * 2.6 + seed * 1.7))) * max(
        0.0, noise.noise(direction * 2 - seed)
    )
    return lumps + crumbs - 1.1 * cracks


def browned_crust():
    """Fried in butter: dark where it lay in the pan, greyer brown between, with bits of onion and a gloss of fat."""
    material, g = new_material("browned crust")
    position = g.object_coordinates()
    own = g.node("VectorMath", {0: position, 1: g.multiply(g.node("ObjectInfo").outputs["Random"], 40.0)}).outputs[0]
    pan = g.node("VertexColor", layer_name="seared").outputs["Color"]
    clouds = g.noise(own, scale=9, detail=4, roughness=0.65)
    grain = g.noise(own, scale=55, detail=5, roughness=0.7)
    crumbs = g.cells(g.warped(own, 0.03, 30, detail=3), 40)
    onion = g.multiply(
        g.ramp(g.cells(g.warped(own, 0.04, 20), 15), [(0.10, 0.8), (0.19, 0)]), g.smoothstep(clouds, 0.45, 0.6)
    )
    dark = g.weighted_sum((pan, 0.20), (clouds, 0.95), (grain, 0.5), (crumbs, 0.25))
    brown = g.ramp(
        dark,
        [(0.62, "#B88A5C"), (0.79, "#96613A"), (0.93, "#6B3D1E"), (1.0, "#40200F")],
    )
    surface = g.principled(
        base_color=g.mix(onion, brown, "#C9A06C"),
        roughness=g.ramp(g.weighted_sum((grain, 0.6), (clouds, 0.4)), [(0.38, 0.34), (0.62, 0.68)]),
        specular=0.45,
        subsurface=0.04,
        subsurface_color="#A05A30",
        subsurface_radius=(0.02, 0.01, 0.005),
        clearcoat=0.25,
        clearcoat_roughness=0.28,
        normal=g.bump(g.weighted_sum((grain, 1.0), (crumbs, -0.7), (clouds, 0.8)), 0.75, 0.012),
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
