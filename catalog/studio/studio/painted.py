"""Maps painted with numpy: for what grew in places that a shader's noise can't know, as a seed lies in its chamber."""

from typing import NamedTuple

import bpy
import numpy as np

from studio.nodes import linear_rgba


class Painted(NamedTuple):
    """What a surface is like at some points: linear colours, units above its plane, roughness."""

    color: np.ndarray
    height: np.ndarray
    roughness: np.ndarray


def square(half, pixels):
    """Coordinates of the pixels of a square map from -half to half."""
    line = (np.arange(pixels) + 0.5) / pixels * 2 * half - half
    return np.meshgrid(line, line)


def smoothstep(value, start, end):
    """0 at `start`, 1 at `end`, smooth between."""
    t = np.clip((value - start) / (end - start), 0, 1)
    return t * t * (3 - 2 * t)


def around(angle, along, count, detail=1, seed=0):
    """Noise that runs `count` times up and down round a circle, without a seam, and changes `along` a second way."""
    return noise(angle / (2 * np.pi) * count, along, 1, detail, seed=seed, period=count)


def noise(x, y, scale=1.0, detail=1, roughness=0.5, seed=0, period=None):
    """Smooth noise about 0.5. With `period`, x runs round a circle: x * scale = period is 0 again."""
    total, weight, span = np.zeros(np.broadcast(x, y).shape), 1.0, 0.0
    for octave in range(detail):
        factor = scale * 2**octave
        around = period and period * 2**octave
        total += weight * _lattice_noise(x * factor, y * factor, seed + 31 * octave, around)
        span += weight
        weight *= roughness
    return total / span


def _lattice_noise(x, y, seed, period):
    column, row = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    u, v = _ease(x - column), _ease(y - row)
    right = column + 1
    if period:
        column, right = column % period, right % period
    lower = _mixed(_chance(column, row, seed), _chance(right, row, seed), u)
    upper = _mixed(_chance(column, row + 1, seed), _chance(right, row + 1, seed), u)
    return _mixed(lower, upper, v)


def _chance(column, row, seed):
    """A number from 0 to 1 for each point of a lattice."""
    mixed = (column * 374761393 + row * 668265263 + seed * 974634777) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 16)) * 2246822519) & 0xFFFFFFFF
    return (mixed ^ (mixed >> 15)) / 0xFFFFFFFF


def _ease(t):
    return t * t * t * (t * (6 * t - 15) + 10)


def _mixed(a, b, share):
    return a + (b - a) * share


def ramp(value, stops):
    """Map numbers to colours: `stops` are (position, "#rrggbb")."""
    places = [place for place, _ in stops]
    colors = np.array([linear_rgba(color)[:3] for _, color in stops])
    return np.stack([np.interp(value, places, colors[:, c]) for c in range(3)], axis=-1)


def over(color, share, upper):
    """Lay another colour (one hex for all, or one for each point) over `color`, as thickly as `share` says."""
    upper = np.array(linear_rgba(upper)[:3]) if isinstance(upper, str) else upper
    return color + (upper - color) * np.clip(share, 0, 1)[..., None]


def image(name, values):
    """A Blender image of a map's linear colours, or of one number for each pixel."""
    if values.ndim == 2:
        values = np.repeat(values[..., None], 3, axis=-1)
    height, width, _ = values.shape
    picture = bpy.data.images.new(name, width, height, float_buffer=True, is_data=True)
    solid = np.ones((height, width, 1))
    picture.pixels.foreach_set(np.concatenate([values, solid], axis=-1).astype(np.float32).ravel())
    picture.pack()
    return picture


def lay(g, picture, half):
    """The colour of a `square` map from -half to half at an object's own x and y."""
    place = g.scaled(g.object_coordinates(), [0.5 / half] * 3, (0.5, 0.5, 0.5))
    return g.node("TexImage", {"Vector": place}, image=picture, extension="EXTEND").outputs["Color"]
