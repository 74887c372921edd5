"""Removes the renderer's noise with Open Image Denoise's networks, run by PyTorch: Debian's Blender is built without
the library itself.

The networks are Intel's, in the npm package `denoiser`; how colours become their input and back is described in
https://github.com/OpenImageDenoise/oidn (core/tza.cpp, core/color.cpp, core/unet_filter.cpp).
"""

import struct
from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import conv2d, interpolate, max_pool2d

NETWORKS = Path(__file__).resolve().parent.parent / "node_modules" / "denoiser" / "tzas"
LEVELS = 4
"""Times that a network halves the picture: its sides are padded to a multiple of 2 ** LEVELS."""


@torch.no_grad()
def denoise(color, albedo, normal):
    """Denoise one render: (3, h, w) float32 each, `color` linear and unbounded, `albedo` in 0..1, `normal` in -1..1.
    Returns linear (h, w, 3).

    Albedo and normals carry noise of their own (depth of field, glass), so they are cleaned first.
    """
    color, albedo, normal = (torch.from_numpy(image)[None] for image in (color, albedo, normal))
    clean_albedo = _filtered("rt_alb", _to_srgb(albedo.clamp(0, 1)))
    clean_normal = _filtered("rt_nrm", normal.clamp(-1, 1) * 0.5 + 0.5)
    exposure = _exposure(color)
    encoded = HdrCurve.encode(color.clamp(0, HdrCurve.BRIGHTEST) * exposure)
    result = _filtered("rt_hdr_calb_cnrm_large", encoded, _from_srgb(clean_albedo), clean_normal)
    return (HdrCurve.decode(result) / exposure)[0].permute(1, 2, 0).numpy()


def _filtered(network, *images):
    """What the network makes of its images, each (1, 3, h, w)."""
    picture = torch.cat(images, 1)
    height, width = picture.shape[2:]
    step = 2**LEVELS
    padding = (0, -width % step, 0, -height % step)
    padded = torch.nn.functional.pad(picture, padding, mode="reflect")
    return _u_net(_read_network(network), padded)[:, :, :height, :width].clamp(0, None)


def _u_net(layers, picture):
    """Convolutions on ever smaller pictures, then on ever larger ones beside what was seen at that size before.

    `layers` are (name, weight, bias) in order: enc_conv0 or enc_conv1a … enc_conv5b, dec_conv4a … dec_conv0 or 1c. All but
    the last two work in half precision, which is several times as fast and changes no pixel by more than 2 of 255.
    """
    current, level = _with_precision(picture, torch.bfloat16), 0
    skipped = [current]
    for index, (name, weight, bias) in enumerate(layers):
        precision = torch.bfloat16 if index < len(layers) - 2 else torch.float32
        if name.startswith("enc") and _level(name) > level + 1:
            current, level = max_pool2d(current, 2), level + 1
            skipped.append(current)
        if name.startswith("dec") and name.endswith("a"):
            if level == LEVELS:
                skipped.pop()
            current, level = torch.cat([interpolate(current, scale_factor=2), skipped.pop()], 1), level - 1
        current, weight = _with_precision(current, precision), _with_precision(weight, precision)
        current = conv2d(current, weight, bias.to(precision), padding=1)
        if weight.shape[0] > 3:
            current = current.relu_()
    return current


def _with_precision(tensor, precision):
    return tensor.to(precision, memory_format=torch.channels_last)


def _level(name):
    return int(name.split("conv")[1][0])


def _read_network(name):
    """The layers of a .tza file: a table of named float16 tensors."""
    data = (NETWORKS / f"{name}.tza").read_bytes()
    magic, _, _, at = struct.unpack_from("<HBBQ", data)
    if magic != 0x41D7:
        raise ValueError(f"{name}.tza is no archive of tensors")
    (count,) = struct.unpack_from("<I", data, at)
    at += 4
    tensors = {}
    for _ in range(count):
        (length,) = struct.unpack_from("<H", data, at)
        key = data[at + 2 : at + 2 + length].decode()
        at += 2 + length
        dimensions = data[at]
        shape = struct.unpack_from(f"<{dimensions}I", data, at + 1)
        at += 1 + 4 * dimensions + dimensions + 1
        (start,) = struct.unpack_from("<Q", data, at)
        at += 8
        values = np.frombuffer(data, np.float16, int(np.prod(shape)), start).reshape(shape)
        tensors[key] = torch.from_numpy(values.astype(np.float32))
    layers = [key.removesuffix(".weight") for key in tensors if key.endswith(".weight")]
    return [(layer, tensors[f"{layer}.weight"], tensors[f"{layer}.bias"]) for layer in layers]


def _exposure(color, key=0.18, bin_size=16):
    """What brings the picture's log-average luminance to middle grey."""
    weights = torch.tensor([0.212671, 0.715160, 0.072169])[None, :, None, None]
    luminance = torch.nn.functional.avg_pool2d((color * weights).sum(1, keepdim=True), bin_size)
    lit = luminance[luminance > 1e-8]
    return key / torch.exp2(torch.log2(lit).mean()) if lit.numel() else 1.0


class HdrCurve:
    """The perceptual curve between linear light and the network's 0..1."""

    BRIGHTEST = 65504.0
    A, B, C, D = 1.41283765e03, 1.64593172e00, 4.31384981e-01, -2.94139609e-03
    E, F, G = 1.92653254e-01, 6.26026094e-03, 9.98620152e-01
    Y0, Y1 = 1.57945760e-06, 3.22087631e-02
    X0, X1 = 2.23151711e-03, 3.70974749e-01
    SCALE = E * float(np.log(BRIGHTEST + F)) + G

    @classmethod
    def encode(cls, y):
        middle = cls.B * y.clamp(min=cls.Y0) ** cls.C + cls.D
        upper = cls.E * torch.log(y + cls.F) + cls.G
        return torch.where(y <= cls.Y0, cls.A * y, torch.where(y <= cls.Y1, middle, upper)) / cls.SCALE

    @classmethod
    def decode(cls, encoded):
        x = encoded * cls.SCALE
        middle = ((x - cls.D).clamp(min=0) / cls.B) ** (1 / cls.C)
        upper = torch.exp((x - cls.G) / cls.E) - cls.F
        return torch.where(x <= cls.X0, x / cls.A, torch.where(x <= cls.X1, middle, upper))


def _to_srgb(linear):
    return torch.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear.clamp(min=1e-8) ** (1 / 2.4) - 0.055)


def _from_srgb(encoded):
    return torch.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055).clamp(min=0) ** 2.4)
