"""Reading Blender's multilayer EXRs and writing PNGs."""

import numpy as np
import OpenImageIO as oiio

PASSES = {"color": "Combined.{}", "albedo": "Denoising Albedo.{}", "normal": "Denoising Normal.{}"}


def read_passes(path):
    """One render as {"color", "albedo", "normal"}, each (3, h, w), float32, linear."""
    image = oiio.ImageInput.open(str(path))
    if image is None:
        raise OSError(oiio.geterror())
    pixels = np.asarray(image.read_image("float"))
    index = {name.split(".", 1)[1]: i for i, name in enumerate(image.spec().channelnames)}
    image.close()

    def stack(pattern):
        channels = "XYZ" if "Normal" in pattern else "RGB"
        return np.ascontiguousarray(np.stack([pixels[:, :, index[pattern.format(c)]] for c in channels]))

    return {name: stack(pattern) for name, pattern in PASSES.items()}


def write_png(path, pixels):
    """Write (h, w, 3) 8-bit pixels."""
    height, width, _ = pixels.shape
    image = oiio.ImageOutput.create(str(path))
    image.open(str(path), oiio.ImageSpec(width, height, 3, "uint8"))
    image.write_image(np.ascontiguousarray(pixels))
    image.close()
