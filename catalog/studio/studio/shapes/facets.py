"""Cut shapes: solids whose corners are given, with flat facets between them."""

import bmesh
import bpy

from studio.shapes.mesh import add_bmesh, modify, outward


def facets(name, corners, material, bevel=0.006, segments=3, cavity=None):
    """The convex solid between `corners`, its edges softened. `cavity`, a closed object, becomes the hollow inside
    and part of the same mesh, as refracting glass needs."""
    bm = bmesh.new()
    hull = bmesh.ops.convex_hull(bm, input=[bm.verts.new(corner) for corner in corners])
    bmesh.ops.delete(bm, geom=list({*hull["geom_interior"], *hull["geom_unused"]}), context="VERTS")
    bmesh.ops.dissolve_limit(bm, angle_limit=0.01, verts=bm.verts, edges=bm.edges)
    outward(bm)
    bmesh.ops.bevel(bm, geom=bm.edges, offset=bevel, segments=segments, affect="EDGES", profile=0.5)
    if cavity:
        shell = set(bm.faces)
        bm.from_mesh(cavity.data)
        bmesh.ops.reverse_faces(bm, faces=[face for face in bm.faces if face not in shell])
        bpy.data.objects.remove(cavity)
    thing = add_bmesh(name, bm, material, smooth_angle=50)
    modify(thing, "WEIGHTED_NORMAL")
    return thing
