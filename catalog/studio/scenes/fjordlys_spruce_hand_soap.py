"""Fjordlys hand soap: a clear pump bottle with pale green soap, and a young shoot of spruce."""

from math import cos, pi, radians, sin
from random import uniform

from mathutils import Vector

from studio.backdrop import BEAUTY
from studio.camera import View
from studio.lights import dark_edges, light_glass
from studio.materials.glass import glass
from studio.materials.metal import brushed, polished
from studio.materials.plain import plain
from studio.materials.printed import ink
from studio.nodes import new_material
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import add_mesh, turned
from studio.shapes.tube import tube
from studio.shapes.vessel import filling, vessel

BACKDROP = BEAUTY
VIEWS = {
    "main": View((0.12, 0, 0.57), 5.1, azimuth=-14, elevation=9, fstop=1.1, focus=(0, -0.26, 0.45)),
    "angle": View((0.04, 0, 0.56), 5.1, azimuth=20, elevation=11, fstop=1.1, focus=(0, -0.26, 0.5)),
    "close": View((0.0, 0, 0.66), 3.7, azimuth=-20, elevation=14, focal=110, fstop=1.2, focus=(0, -0.25, 0.5)),
}

RADIUS, HEIGHT = 0.27, 0.76

TWIGS = ((0.62, -0.34, 196, 0.62), (0.46, -0.385, 168, 0.24), (0.36, -0.41, 226, 0.22), (0.24, -0.45, 164, 0.18))
"""Where each starts (x, y), where it points in degrees, and its length."""


def light(view):
    light_glass(view, key=115, front=165, wall=70)
    dark_edges()


def build():
    r, h = RADIUS, HEIGHT
    clear = glass(tint="#EBEDE4")
    outer = rounded([(0, 0), (r, 0, 0.035), (r, h, 0.11), (0.105, h + 0.01, 0.03), (0.105, h + 0.09)], steps=24)
    inner = rounded(
        [(0, 0.032), (r - 0.026, 0.032, 0.05), (r - 0.026, h - 0.026, 0.09), (0.08, h - 0.02, 0.02), (0.08, h + 0.09)],
        steps=24,
    )
    vessel("bottle", outer, inner, clear)
    filling("soap", inner, h * 0.90, pearly("#DFE8CA"))
    tube("dip tube", [(0, 0, h), (0, 0, h * 0.8)], 0.014, plain("#F1F2EA", 0.3))
    build_pump()


def pearly(color):
    """An opaque liquid soap that lets some light through."""
    material, g = new_material("pearly soap")
    surface = g.principled(base_color=color, roughness=0.3, specular=0.3)
    through = g.node("BsdfTranslucent", {"Color": color}).outputs[0]
    g.output(g.mix_shaders(0.4, surface, through))
    return material


def build_pump():
    z, gold = HEIGHT + 0.02, polished("#E6CB9C", 0.2)
    collar = [(0, z), (0.135, z, 0.006), (0.135, z + 0.13, 0.012), (0.10, z + 0.14, 0.006), (0, z + 0.14)]
    lathe("collar", rounded(collar, steps=8), brushed("#E6CB9C", 0.24))
    lathe("neck", rounded([(0, z + 0.13), (0.055, z + 0.13), (0.050, z + 0.19), (0, z + 0.19)], 0.012), gold)
    lathe("rod", [(0.024, z + 0.18), (0.024, z + 0.30)], gold, segments=64)
    head = [(0, z + 0.27), (0.062, z + 0.27, 0.008), (0.068, z + 0.365, 0.022), (0, z + 0.372)]
    lathe("head", rounded(head, steps=8), gold)
    reach = ((0, 0.325), (0.10, 0.33), (0.20, 0.325), (0.27, 0.315), (0.30, 0.295), (0.305, 0.265))
    spout = tube("spout", [(x, 0, z + up) for x, up in reach], 0.030, gold, [1, 1, 0.9, 0.8, 0.72, 0.68], smoothness=10)
    spout.matrix_world = turned(("Z", -152))


def dress(view_name):
    label = ink("fjordlys-spruce-hand-soap")
    curved_label("label", RADIUS + 0.001, 0.12, 0.45, 80, label, facing=VIEWS[view_name].azimuth)
    if view_name != "close":
        build_shoot()


def build_shoot():
    """A twig with side shoots, lying in front of the bottle."""
    green, bark = needles(), plain("#8A6A45", 0.8)
    for x, y, turn, length in TWIGS:
        start, along = Vector((x, y, 0.022)), Vector((cos(radians(turn)), sin(radians(turn)), 0.03))
        tube("twig", [start, start + along * length * 0.5, start + along * length], 0.009, bark, [1, 0.8, 0.5])
        shoot(start, along, length, green)


def shoot(start, along, length, material):
    """Needles round a twig, all leaning towards its tip."""
    points, faces = [], []
    aside = along.cross(Vector((0, 0, 1))).normalized()
    for k in range(round(length * 420)):
        t = uniform(0.04, 1)
        a = uniform(-0.15, 1.15) * pi
        out = aside * cos(a) + Vector((0, 0, 1)) * sin(a)
        lean = (out + along.normalized() * uniform(0.5, 0.9) * (1 + 2.5 * max(0, t - 0.85) / 0.15)).normalized()
        base = start + along * length * t
        reach = uniform(0.085, 0.115) * (1 - 0.35 * t)
        side = lean.cross(along).normalized() * 0.0042
        up = side.cross(lean).normalized() * 0.0042
        middle, tip = base + lean * reach * 0.45 + along * 0.004, base + lean * reach + along * 0.014
        i = len(points)
        points += [base, middle + side, middle + up, middle - side, middle - up, tip]
        faces += [(i, i + 1, i + 2), (i, i + 2, i + 3), (i, i + 3, i + 4), (i, i + 4, i + 1)]
        faces += [(i + 5, i + 2, i + 1), (i + 5, i + 3, i + 2), (i + 5, i + 4, i + 3), (i + 5, i + 1, i + 4)]
    return add_mesh("needles", points, faces, material, smooth_angle=80)


def needles():
    material, g = new_material("needles")
    tone = g.noise(g.object_coordinates(), scale=30, detail=3)
    surface = g.principled(
        base_color=g.ramp(tone, [(0.3, "#5F7F45"), (0.5, "#86A455"), (0.7, "#B2C473")]), roughness=0.45, specular=0.4
    )
    g.output(surface)
    return material
