"""Pictures of several products: what other scenes build, brought together."""

import bpy

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
