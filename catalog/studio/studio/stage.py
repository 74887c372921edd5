"""Run by Blender: builds one scene, places one of its views and renders it.

blender -b --python-exit-code 1 -P studio/stage.py -- --scene perfume --view main --size 600 --samples 16 --out FILE.exr
"""

import argparse
import importlib
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from studio import settings  # noqa: E402
from studio.backdrop import hang_backdrop  # noqa: E402
from studio.camera import place_camera  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scene", required=True)
    parser.add_argument("--view", required=True)
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("--samples", type=int, required=True)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--out", required=True, help="path of the EXR file")
    options = parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])

    scene = importlib.import_module("scenes." + options.scene.replace("-", "_"))
    view = scene.VIEWS[options.view]
    random.seed(3)
    settings.start_empty()
    scene.build()
    if hasattr(scene, "dress"):
        scene.dress(options.view)
    hang_backdrop(scene.BACKDROP)
    scene.light(view)
    place_camera(view)
    settings.configure(options.size, view.aspect, options.threads)
    settings.render_passes(options.out, options.samples)


if __name__ == "__main__":
    main()
