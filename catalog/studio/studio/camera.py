"""Cameras. A scene declares its views as data; the stage places one of them."""

from dataclasses import dataclass
from math import cos, radians, sin

import bpy
from mathutils import Vector


@dataclass(frozen=True)
class View:
    """Where a picture is taken from.

    `fstop` is lower than a photographer's for small products, because Blender takes their 10 cm units for metres:
    1.0-1.2 keeps a bottle sharp and lets its backdrop go; furniture wants 3.
    """

    target: tuple[float, float, float]
    """The point in the middle of the picture."""
    distance: float
    """From target to camera."""
    azimuth: float = 0
    """Degrees to the right of straight ahead."""
    elevation: float = 8
    """Degrees above the horizon."""
    focal: float = 100
    """Focal length in mm on a sensor 36 mm wide, whatever its height."""
    fstop: float = 2
    aspect: float = 1
    """The picture's width divided by its height."""
    focus: tuple[float, float, float] | None = None
    """The sharp point; the target where omitted."""


def place_camera(view):
    data = bpy.data.cameras.new("camera")
    camera = bpy.data.objects.new("camera", data)
    bpy.context.scene.collection.objects.link(camera)
    bpy.context.scene.camera = camera

    azimuth, elevation, target = radians(view.azimuth), radians(view.elevation), Vector(view.target)
    direction = Vector((sin(azimuth) * cos(elevation), -cos(azimuth) * cos(elevation), sin(elevation)))
    camera.location = target + direction * view.distance
    camera.rotation_euler = (-direction).to_track_quat("-Z", "Y").to_euler()

    data.lens = view.focal
    data.sensor_width, data.sensor_fit = 36, "HORIZONTAL"
    data.dof.use_dof = True
    data.dof.aperture_fstop = view.fstop
    data.dof.focus_distance = (Vector(view.focus or view.target) - camera.location).length
