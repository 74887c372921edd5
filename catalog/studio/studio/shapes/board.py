"""Kitchen boards."""

from math import cos, pi, sin

import bmesh

from studio.shapes.mesh import add_bmesh, modify, outward


def board(size, material, corner=0.12, bevel=0.016):
    """A chopping board of `size` (x, y, z) on z = 0: rounded corners, softened edges."""
    half_x, half_y, height = size[0] / 2 - corner, size[1] / 2 - corner, size[2]
    outline = []
    for quarter, (x, y) in enumerate(((half_x, half_y), (-half_x, half_y), (-half_x, -half_y), (half_x, -half_y))):
        angles = (pi / 2 * (quarter + k / 16) for k in range(17))
        outline += [(x + corner * cos(a), y + corner * sin(a)) for a in angles]
    bm = bmesh.new()
    bottom = bm.faces.new([bm.verts.new((x, y, 0)) for x, y in outline])
    raised = bmesh.ops.extrude_face_region(bm, geom=[bottom])["geom"]
    bmesh.ops.translate(bm, vec=(0, 0, height), verts=[part for part in raised if isinstance(part, bmesh.types.BMVert)])
    thing = add_bmesh("board", outward(bm), material, smooth_angle=40)
    modify(thing, "BEVEL", width=bevel, segments=5, limit_method="ANGLE", angle_limit=0.9)
    modify(thing, "WEIGHTED_NORMAL", keep_sharp=True)
    return thing
