"""Pictures of several products: what other scenes build, brought together, and paper blocks to set it on."""

import bpy

from studio.materials.plain import plain
from studio.shapes.box import box
from studio.shapes.lathe import lathe, rounded
from studio.shapes.mesh import move


def put(build, position=(0, 0, 0), turn=0, scale=1.0):
    """Build something, then move all of it: `turn` is degrees about z. Lamps in it keep the brightness they give."""
    objects = bpy.context.scene.objects
    before = set(objects)
    build()
    parts = [thing for thing in objects if thing not in before]
    handle = bpy.data.objects.new("handle", None)
    bpy.context.scene.collection.objects.link(handle)
    for part in parts:
        if not part.parent:
            part.parent = handle
        if part.type == "LIGHT":
            part.data.energy *= scale**2
            part.data.shadow_soft_size *= scale
    move(handle, position, (0, 0, turn)).scale = [scale] * 3
    return handle


def block(place, size, color):
    """A box of painted paper whose bottom is centred on `place` (x, y)."""
    return move(box("block", size, plain(color, 0.85), bevel=0.012), (*place, 0))


def drum(place, radius, height, color):
    """A round block of painted paper."""
    profile = rounded([(0, 0), (radius, 0, 0.01), (radius, height, 0.012), (0, height)])
    return move(lathe("drum", profile, plain(color, 0.85), segments=192), (*place, 0))
