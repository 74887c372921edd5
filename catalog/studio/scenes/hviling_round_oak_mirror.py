"""A round mirror in a hoop of steam-bent oak, hung on a plastered wall."""

from math import radians, tan

from studio.backdrop import FURNITURE
from studio.camera import View
from studio.lights import WARM, glow_card, sky, softbox
from studio.materials.metal import polished
from studio.materials.wood import wood
from studio.nodes import new_material
from studio.shapes.box import box
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import add_mesh, move, turned
from studio.shapes.props import book, vase, willow

BACKDROP = FURNITURE
VIEWS = {
    "main": View((0.02, 0, 1.45), 3.2, azimuth=-20, elevation=3, focal=105, fstop=2.2, focus=(0, -0.03, 1.45)),
    "angle": View((0.03, 0, 1.45), 2.8, azimuth=-40, elevation=2, focal=105, fstop=3, focus=(0.05, -0.03, 1.45)),
    "scene": View((0, -0.06, 1.37), 4.0, azimuth=17, elevation=5, focal=105, fstop=2.2, focus=(0, -0.05, 1.4)),
}

RADIUS, RING, DEPTH, CENTRE = 0.35, 0.025, 0.030, 1.45
OPPOSITE = 5.2
SHELF = 0.94


def light(view):
    sky(0.42)
    softbox((-2.3, -1.7, 3.2), (0.1, 0, 1.35), 175, (0.8, 0.8), WARM, reflected=False)
    softbox((2.6, -3.2, 2.4), (0, 0, 1.4), 45, (2, 2), WARM, reflected=False)
    x, z = -tan(radians(view.azimuth)) * OPPOSITE, CENTRE - tan(radians(view.elevation)) * OPPOSITE
    opposite = glow_card((x, -OPPOSITE, z), (x, 0, z), 16, 10)
    # Each view looks into another part of the room.
    opposite.data.materials[0] = window_with_curtains(*((0.62, -0.15), (-0.95, 0.1), (0.1, 0))[list(VIEWS.values()).index(view)])


def build():
    add_mesh("wall", [(-7, 0, 0), (7, 0, 0), (7, 0, 6), (-7, 0, 6)], [(0, 1, 2, 3)], plaster())
    r, inner = RADIUS, RADIUS - RING
    section = [(inner - 0.004, 0), (r, 0, 0.003), (r, DEPTH, 0.005), (inner, DEPTH, 0.004), (inner, 0.012)]
    oak = wood(scale=2.5, seed=4, bent=RADIUS)
    parts = [
        lathe("ring", rounded(section, steps=8), oak, segments=256),
        lathe("mirror", [(0, 0.020), (inner + 0.002, 0.020)], polished("#F6F7F6", 0.004), segments=192),
    ]
    for part in parts:
        part.matrix_world = turned(("Y", 62), ("X", 90), at=(0, 0, CENTRE))


def dress(view_name):
    if view_name != "scene":
        return
    move(box("shelf", (0.80, 0.16, 0.024), wood("x", scale=2, seed=9), bevel=0.004), (0, -0.08, SHELF - 0.024))
    vase((-0.31, -0.08, SHELF), 0.17)
    willow((-0.31, -0.08, SHELF + 0.12), ((170, 0.18, 0.33), (200, 0.14, 0.40), (185, 0.09, 0.26)))
    book((0.20, -0.08, SHELF), (0.21, 0.14, 0.022), "#8E9A8B", (0, 0, 4))


def plaster():
    material, g = new_material("plaster")
    position = g.object_coordinates()
    trowel = g.noise(g.warped(position, 0.1, 3), scale=5, detail=4)
    color = g.ramp(trowel, [(0.3, "#D9D5CD"), (0.7, "#DEDBD4")])
    g.output(g.principled(base_color=color, roughness=0.9, specular=0.1, normal=g.bump(trowel, 0.15, 0.01)))
    return material


def window_with_curtains(aside, above):
    """What stands behind the camera for the mirror to show: a wall, a window and its curtains, as glowing paint."""
    material, g = new_material("window with curtains")
    x, y, _ = g.separate(g.scaled(g.object_coordinates(), (1, 1, 1), (aside, above, 0)))
    inside = g.multiply(band(g, x, -0.62, 0.50), g.smoothstep(y, -0.62, -0.60))
    bars = g.math("MAXIMUM", band(g, x, -0.08, -0.04), band(g, y, 0.26, 0.29))
    outdoors = g.ramp(g.add(g.multiply(y, 0.4), 0.5), [(0.28, "#D9DDD9"), (0.45, "#E8ECEC"), (0.62, "#F4F8FA")])
    pane = g.mix(bars, outdoors, "#CFC9BE")
    wall = g.ramp(g.add(g.multiply(x, 0.2), 0.5), [(0.2, "#B5AEA3"), (0.45, "#CBC5BA"), (0.9, "#A8A197")])
    room = g.mix(inside, wall, pane)
    folds = g.noise(g.combine(g.multiply(x, 9.0), g.multiply(y, 0.25)), scale=1.3, detail=2)
    cloth = g.ramp(folds, [(0.3, "#BFB7AA"), (0.5, "#E2DCD1"), (0.7, "#F3EFE8")])
    curtains = g.math("MAXIMUM", band(g, x, 0.30, 0.74), band(g, x, -0.86, -0.50))
    g.output(g.node("Emission", {"Color": g.mix(g.multiply(curtains, 0.92), room, cloth), "Strength": 0.9}).outputs[0])
    return material


def band(g, value, start, end, soft=0.02):
    """1 between start and end, 0 outside."""
    return g.multiply(g.smoothstep(value, start - soft, start), g.subtract(1, g.smoothstep(value, end, end + soft)))
