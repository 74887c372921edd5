"""Things that furniture is shown with: a vase, willow twigs, books. Here 1 unit = 1 m."""

from math import cos, radians, sin

from mathutils import Euler, Matrix, Vector

from studio.materials.plain import plain, stoneware
from studio.nodes import new_material
from studio.shapes.box import box
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import add_copy, move
from studio.shapes.tube import tube


def vase(position, height=0.215, dark="#D8D0C4", light="#EAE3D8", grain=160):
    """A bellied stoneware bottle; near views want a finer `grain`."""
    profile = [(0, 0), (0.06, 0, 0.02), (0.085, 0.07, 0.06), (0.05, 0.16, 0.04), (0.03, 0.19, 0.02)]
    profile += [(0.036, 0.215, 0.003), (0.029, 0.214, 0.003), (0.024, 0.19, 0.01), (0, 0.1)]
    thing = lathe("vase", rounded(profile, steps=10), stoneware(dark, light, grain=grain), segments=96)
    thing.scale = [height / 0.215] * 3
    return move(thing, position)


def willow(position, twigs, catkins=11):
    """Twigs with catkins from one point: each twig is (azimuth in degrees, reach to the side, height)."""
    bark, fur = plain("#6E4E38", 0.6), plain("#DAD6CD", 1.0, sheen=1.0)
    shape = rounded([(0, 0), (0.0042, 0.003), (0.0052, 0.009), (0.003, 0.017), (0, 0.019)], 0.004)
    egg = lathe("catkin", shape, fur, segments=20, smooth_angle=80)
    for azimuth, reach, height in twigs:
        out = Vector((cos(radians(azimuth)), sin(radians(azimuth)), 0))
        steps = (k / 24 for k in range(25))
        path = [Vector(position) + out * reach * t**1.8 + Vector((0, 0, height * t)) for t in steps]
        tube("twig", path, 0.0022, bark, radii=[1 - 0.6 * k / 24 for k in range(25)], straight=True)
        for k in range(catkins):
            step = 24 - round(k * 15 / catkins)
            along = (path[step] - path[step - 1]).normalized()
            aside = along.cross(out.cross(Vector((0, 0, 1)))) * (0.6 if k % 2 else -0.6)
            lean = (along + aside) if k else along
            catkin = add_copy(egg)
            catkin.matrix_world = lean.to_track_quat("Z", "Y").to_matrix().to_4x4()
            catkin.matrix_world.translation = path[step] - along * 0.003
    egg.hide_render = True


def book(position, size, color, turn=(0, 0, 0)):
    """A bound book lying with its spine to -y: `size` is its height, width and thickness."""
    length, width, thickness = size
    cover, board, hinge = plain(color, 0.75), 0.003, 0.008
    parts = [
        box("back cover", (length, width, board), cover, bevel=0.001),
        box("pages", (length - 0.008, width - 0.006, thickness - 2 * board), leaves()),
        box("front cover", (length, width - hinge, board), cover, bevel=0.001),
        box("spine", (length, board, thickness), cover, bevel=0.0013),
        box("hinge", (length, hinge, board / 2), cover),
    ]
    move(parts[1], (0, -0.002, board))
    move(parts[2], (0, hinge / 2, thickness - board))
    move(parts[3], (0, (board - width) / 2, 0))
    move(parts[4], (0, (hinge - width) / 2 + 0.001, thickness - board))
    return place(parts, position, turn)


def leaves():
    """The edges of a book's pages."""
    material, g = new_material("leaves")
    lines = g.noise(g.scaled(g.object_coordinates(), (0.02, 0.02, 1)), scale=1500, detail=2)
    g.output(g.principled(base_color=g.ramp(lines, [(0.35, "#CFC4B0"), (0.6, "#F1EADD")]), roughness=0.9))
    return material


def place(parts, position, turn):
    """Move things that were built together."""
    placed = Matrix.Translation(position) @ Euler([radians(a) for a in turn]).to_matrix().to_4x4()
    for part in parts:
        part.matrix_world = placed @ Matrix.Translation(part.location)
    return parts
