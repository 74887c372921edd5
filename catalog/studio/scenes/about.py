"""The packing table: a kraft-paper parcel tied with string, a perfume and a candle still to be packed."""

from math import cos, pi, sin

from scenes import lyng_cloudberry_candle, solvene_pin_vert
from studio.arrange import put
from studio.camera import View
from studio.lights import light_group, window_light
from studio.materials.plain import plain
from studio.materials.wood import BEECH, wood
from studio.nodes import new_material
from studio.shapes.box import box
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import move
from studio.shapes.tube import tube

BACKDROP = "#DCD3C6"
VIEWS = {
    "main": View((0.06, 0, 1.10), 9.5, azimuth=-10, elevation=17, fstop=1.0, aspect=3 / 2, focus=(0, -0.3, 1.0)),
}

TOP = 0.7
LENGTH, WIDTH, HEIGHT = 1.50, 1.05, 0.50
STRING, TWINE = 0.011, "#EFE6D6"


def light(view):
    light_group(view, key=75)
    window_light(target=(-0.3, 1.4, 1.5), width=0.27, height=0.3, columns=3)


def build():
    oak = wood("x", ("#D6C09C", "#B99A6F"), scale=1.1, seed=6, boards=0.95)
    move(box("table", (14, 3.8, TOP), oak, bevel=0.03), (0, -0.5, 0))
    put(parcel, (-0.42, 0.14, TOP), turn=14)
    put(lambda: solvene_pin_vert.build("solvene-pin-vert-small"), (0.80, 0.34, TOP), turn=-18)
    put(candle, (1.10, -0.34, TOP), scale=0.62)
    put(spool, (0.36, -0.62, TOP), turn=-30)


def candle():
    lyng_cloudberry_candle.build()
    lyng_cloudberry_candle.dress("main")


def spool():
    """A wooden spool of the parcel's string, its end loose on the table."""
    beech, twine = wood("z", BEECH, scale=5, seed=2), plain(TWINE, 0.9)
    flange = [(0, 0), (0.13, 0, 0.01), (0.13, 0.03, 0.01), (0, 0.03)]
    for z in (0, 0.29):
        move(lathe("flange", rounded(flange), beech, segments=96), (0, 0, z))
    turns = [k / 12 * pi for k in range(24 * 11 + 1)]
    winding = [(0.105 * cos(a), 0.105 * sin(a), 0.042 + 0.236 * k / len(turns)) for k, a in enumerate(turns)]
    tube("winding", winding, STRING, twine, straight=True)
    lathe("core", [(0.10, 0.02), (0.10, 0.30)], twine)
    loose = [(0.105, 0, 0.05), (0.13, -0.10, 0.04), (0.10, -0.22, STRING), (-0.10, -0.26, STRING)]
    tube("loose end", [*loose, (-0.30, -0.14, STRING), (-0.46, -0.24, STRING), (-0.62, -0.16, STRING)], STRING, twine)


def parcel():
    box("parcel", (LENGTH, WIDTH, HEIGHT), kraft_paper(), bevel=0.022, segments=6)
    string = plain(TWINE, 0.9)
    r = STRING * 0.8
    x, y, z = LENGTH / 2 + r, WIDTH / 2 + r, HEIGHT + r
    tie("string", [(-x, 0, -r), (x, 0, -r), (x, 0, z), (-x, 0, z)], string)
    tie("string", [(0, -y, -r), (0, y, -r), (0, y, z), (0, -y, z)], string)
    bow((0, 0, z + r), string)


def tie(name, corners, material):
    tube(name, corners, STRING, material, closed=True, straight=True)


def bow(place, material):
    x, y, z = place
    for side in (-1, 1):
        angles = (pi * k / 12 for k in range(13))
        loop = [(x + side * 0.20 * sin(a), y + side * 0.03 - 0.10 * sin(2 * a), z + 0.10 * sin(a)) for a in angles]
        tube("loop", loop, STRING, material)
        end = [(x, y, z), (x + side * 0.10, y - 0.08, z + 0.03), (x + side * 0.19, y - 0.20, z - 0.01)]
        tube("end", [*end, (x + side * 0.24, y - 0.30, z)], STRING, material)
    knot = rounded([(0, -0.028), (0.028, -0.028, 0.02), (0.028, 0.028, 0.02), (0, 0.028)], steps=6)
    move(lathe("knot", knot, material, segments=32), (x, y, z + 0.015), (0, 80, 30))


def kraft_paper():
    """Brown paper: fibres, faint stripes and a slight crumple."""
    material, g = new_material("kraft paper")
    position = g.object_coordinates()
    fibres = g.noise(g.scaled(position, (1, 8, 8)), scale=26, detail=4, roughness=0.7)
    clouds = g.noise(position, scale=3, detail=2)
    creases = g.noise(position, scale=5, detail=3, roughness=0.6)
    color = g.ramp(g.weighted_sum((fibres, 0.7), (clouds, 0.3)), [(0.3, "#A97F55"), (0.7, "#C69E72")])
    normal = g.bump(creases, 0.4, 0.04, below=g.bump(fibres, 0.12, 0.004))
    g.output(g.principled(base_color=color, roughness=0.75, specular=0.2, normal=normal))
    return material
