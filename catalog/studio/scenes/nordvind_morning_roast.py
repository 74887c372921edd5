"""Nordvind coffee: a dark green tin with a steel lid and a few beans."""

from math import cos, exp, hypot, pi, sin
from random import choice, random, uniform

from studio.backdrop import GROCERIES
from studio.camera import View
from studio.lights import light_opaque
from studio.materials.metal import brushed
from studio.materials.plain import plain
from studio.materials.printed import ink
from studio.nodes import new_material
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import add_copy, move
from studio.shapes.soft import closed_surface

BACKDROP = GROCERIES
VIEWS = {
    "main": View((0.15, 0, 0.44), 5.0, azimuth=-10, elevation=14, focal=105, fstop=1.4, focus=(0, -0.36, 0.4)),
    "angle": View((0.08, 0, 0.42), 5.0, azimuth=8, elevation=22, focal=105, fstop=1.4, focus=(0, -0.36, 0.4)),
    "close": View((0, -0.04, 0.06), 1.9, azimuth=-8, elevation=44, focal=105, fstop=2.6, focus=(0, -0.08, 0.09)),
}

RADIUS, HEIGHT = 0.36, 0.80


def light(view):
    light_opaque(view, key=190 if view is VIEWS["close"] else 125, rim=45, wall=60)


def build_tin():
    r, h = RADIUS, HEIGHT
    paint = plain("#22362F", 0.42)
    body = [(0, 0), (r - 0.004, 0, 0.004), (r + 0.006, 0.008, 0.006), (r + 0.006, 0.026, 0.006), (r, 0.032, 0.004)]
    body += [(r, h), (0, h)]
    lathe("tin", rounded(body), paint, segments=192)
    curved_label("label", r + 0.0008, 0.12, 0.56, 95, ink("nordvind-morning-roast", 0.42), facing=-10)
    lid = [(0, h - 0.05), (r + 0.012, h - 0.05, 0.004), (r + 0.012, h + 0.05, 0.014), (r - 0.03, h + 0.06, 0.006)]
    lid += [(r - 0.045, h + 0.045, 0.006), (0, h + 0.045)]
    lathe("lid", rounded(lid), brushed("#CFCBC2", 0.24), segments=192)

def build():
    """What is there differs from view to view: see `dress`."""


def dress(view_name):
    if view_name == "close":
        heap_beans()
    else:
        build_tin()
        scatter_beans()


def scatter_beans(count=26):
    """Beans lying apart from one another, in front of the tin and to its right."""
    beans, taken = bean_shapes(), []
    while len(taken) < count:
        x, y = uniform(-0.15, 0.70), uniform(-0.75, -0.05)
        near_tin = hypot(x, y) < RADIUS + 0.10
        if near_tin or hypot(x - 0.4, y + 0.45) > 0.42 or any(hypot(x - a, y - b) < 0.105 for a, b in taken):
            continue
        taken.append((x, y))
        lay(beans[len(taken) % len(beans)], x, y, 0, 14)


def heap_beans(apart=0.082):
    """Beans all over, three deep."""
    beans = bean_shapes()
    for layer in range(3):
        for row in range(-11, 12):
            for column in range(-9, 10):
                x = (column + row % 2 / 2 + layer * 0.3 + uniform(-0.3, 0.3)) * apart * 1.15
                y = (row + layer * 0.4 + uniform(-0.3, 0.3)) * apart
                lay(choice(beans), x, y, layer * 0.030 + uniform(0, 0.014), 34)


def lay(bean, x, y, z, slope):
    """A bean on its back or its face, up to `slope` degrees from level."""
    copy = add_copy(bean)
    face_up = random() < 0.55
    tilt = uniform(-slope, slope) if face_up else 180 + uniform(-slope, slope)
    move(copy, (x, y, z + (0.018 if face_up else 0.02)), (tilt, uniform(-slope, slope) * 0.7, uniform(0, 360)))
    copy.scale = [uniform(0.86, 1.08)] * 3


def bean_shapes(count=6):
    """Some to make copies of, unseen themselves."""
    beans = [coffee_bean(number) for number in range(count)]
    for bean in beans:
        bean.hide_render = True
    return beans


def coffee_bean(number, around=72, along=60):
    """Half an ellipsoid, 11 mm long, a little crooked, with the groove on its flat side."""
    wide, bent, wave = uniform(0.034, 0.040), uniform(-0.006, 0.006), uniform(0, 2 * pi)
    rows = []
    for j in range(along + 1):
        latitude = pi * j / along
        x, reach = -0.055 * cos(latitude), max(0.001, sin(latitude) ** 0.8)
        row = []
        for i in range(around):
            a = 2 * pi * i / around
            y, z = wide * reach * cos(a), sin(a)
            line = y - 0.0055 * sin(x * 55 + wave)
            groove = (0.012 * exp(-((line / 0.0035) ** 2)) + 0.006 * exp(-((line / 0.011) ** 2))) * reach
            dents = 0.0012 * sin(70 * x + 2 * number) * cos(90 * y + number)
            height = reach * 0.013 * z - groove if z > 0 else reach * 0.030 * z
            row.append((x, y + bent * cos(x * 30), height + dents * reach))
        rows.append(row)
    return closed_surface("bean", rows, roasted(wave), smooth_angle=80)


def roasted(wave):
    """A light roast: dull brown, no two beans alike, the silver skin left in the groove."""
    material, g = new_material("roasted bean")
    position = g.object_coordinates()
    x, y, z = g.separate(position)
    own = g.node("ObjectInfo").outputs["Random"]
    mottle = g.noise(position, scale=45, detail=4, roughness=0.65)
    wrinkles = g.noise(g.scaled(position, (0.35, 1, 1)), scale=130, detail=3)
    tone = g.weighted_sum((own, 0.38), (mottle, 0.62))
    brown = g.ramp(tone, [(0.2, "#2E1A0F"), (0.5, "#482A18"), (0.8, "#643C22")])
    middle = g.multiply(g.math("SINE", g.add(g.multiply(x, 55), wave)), 0.0055)
    from_groove = g.math("ABSOLUTE", g.subtract(y, middle))
    chaff = g.multiply(g.subtract(1, g.smoothstep(from_groove, 0.001, 0.0036)), g.smoothstep(z, -0.012, -0.006))
    chaff = g.multiply(chaff, g.subtract(1, g.smoothstep(g.math("ABSOLUTE", x), 0.036, 0.048)))
    surface = g.principled(
        base_color=g.mix(g.multiply(chaff, 0.75), brown, "#A88560"),
        roughness=g.ramp(mottle, [(0.35, 0.36), (0.65, 0.6)]),
        specular=0.42,
        normal=g.bump(g.weighted_sum((wrinkles, 0.7), (mottle, 0.8)), 0.6, 0.006),
    )
    g.output(surface)
    return material
