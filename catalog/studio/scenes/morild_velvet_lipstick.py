"""Morild lipstick: a black lacquer case with gold rings, its cap lying beside it."""

from math import cos, radians, sin, tan
from typing import NamedTuple

import bmesh

from studio.backdrop import BEAUTY
from studio.camera import View
from studio.lights import black_card, light_opaque, softbox
from studio.materials.metal import polished
from studio.materials.plain import lacquer, wax
from studio.materials.printed import foil
from studio.shapes.label import curved_label
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import add_bmesh, modify, move, outward, turned

BACKDROP = BEAUTY
VIEWS = {
    "main": View((0.2, 0, 0.60), 5.4, azimuth=-6, elevation=11, fstop=1.0, focus=(0, -0.1, 0.9)),
    "angle": View((0.22, 0, 0.58), 5.5, azimuth=32, elevation=16, fstop=1.0, focus=(0, -0.1, 0.8)),
    "close": View((0.03, 0, 1.08), 2.6, azimuth=18, elevation=16, focal=110, fstop=1.2, focus=(0, -0.1, 1.15)),
}

GOLD = "#F0D2A0"


class Shade(NamedTuple):
    """A lipstick's color: of its wax, and of the light that comes back out of it."""

    wax: str
    glow: str
    label: str


LINGONBERRY = Shade("#A3182B", "#C0182C", "morild-velvet-lipstick-lingonberry")


def light(view):
    light_opaque(view, key=115, rim=50, wall=65)
    softbox((-1.6, 0.3, 1.0), (0, 0, 0.6), 12, (0.35, 2.2), (1, 1, 1), falloff=0.4)
    black_card((0.75, -1.3, 0.7), (0, 0, 0.7), 0.5, 1.8)


def build(shade=LINGONBERRY):
    gold, case = polished(GOLD, 0.13), lacquer("#1B0F12")
    build_stick(gold, case, shade)
    build_cap(gold, case)


def build_stick(gold, case, shade=LINGONBERRY):
    lathe("case", rounded([(0, 0), (0.205, 0, 0.012), (0.205, 0.50, 0.012), (0, 0.50)]), case)
    lathe("ring", rounded([(0, 0.498), (0.212, 0.498, 0.006), (0.212, 0.545, 0.006), (0, 0.545)]), gold)
    sleeve = [
        (0, 0.54),
        (0.168, 0.54, 0.003),
        (0.168, 0.90, 0.012),
        (0.160, 0.905, 0.003),
        (0.152, 0.9, 0.006),
        (0.152, 0.6),
        (0, 0.6),
    ]
    lathe("sleeve", rounded(sleeve), gold)
    curved_label("brand", 0.2056, 0.150, 0.125, 79, foil(shade.label, GOLD))
    move(slanted_bullet(0.62, 1.34, 0.143, wax(shade.wax, shade.glow)), turn=(0, 0, -125))


def slanted_bullet(bottom, top, radius, material, slant=52):
    """A stick with the classic slanted, slightly rounded cut, `slant` degrees steep."""
    bm = bmesh.new()
    height = top - bottom + 1.2
    bmesh.ops.create_cone(bm, cap_ends=True, segments=160, radius1=radius, radius2=radius, depth=height)
    bmesh.ops.translate(bm, verts=bm.verts, vec=(0, 0, bottom + height / 2))
    a = radians(slant)
    everything = [*bm.verts, *bm.edges, *bm.faces]
    middle = (0, 0, top - radius * tan(a) * 0.80)
    bmesh.ops.bisect_plane(bm, geom=everything, plane_co=middle, plane_no=(sin(a), 0, cos(a)), clear_outer=True)
    cut = bmesh.ops.contextual_create(bm, geom=[edge for edge in bm.edges if edge.is_boundary])["faces"]
    edges = [edge for face in cut for edge in face.edges]
    bmesh.ops.bevel(bm, geom=edges, offset=0.030, segments=7, affect="EDGES", profile=0.5, clamp_overlap=True)
    bullet = add_bmesh("bullet", outward(bm), material, smooth_angle=60)
    modify(bullet, "WEIGHTED_NORMAL")
    return bullet


def build_cap(gold, case):
    profile = [
        (0, 0),
        (0.205, 0, 0.014),
        (0.205, 0.74, 0.003),
        (0.192, 0.745, 0.003),
        (0.187, 0.74, 0.003),
        (0.187, 0.03),
        (0, 0.03),
    ]
    cap = lathe("cap", rounded(profile), case)
    ring_profile = [(0.18, 0.695), (0.212, 0.695, 0.005), (0.212, 0.742, 0.005), (0.186, 0.742)]
    ring = lathe("cap ring", rounded(ring_profile), gold)
    cap.matrix_world = ring.matrix_world = turned(("Z", 38), ("Y", 90), at=(0.40, -0.10, 0.205))
