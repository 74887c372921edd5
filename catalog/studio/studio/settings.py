"""Cycles settings, the same for every picture."""

import bpy


def start_empty():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.engine = "CYCLES"


def configure(size, aspect, threads):
    """Pictures `size` pixels wide with no view transform: finishing/ does denoising and tone mapping."""
    scene = bpy.context.scene
    render, cycles = scene.render, scene.cycles
    render.resolution_x, render.resolution_y = size, round(size / aspect)
    render.threads_mode, render.threads = "FIXED", threads

    cycles.device = "CPU"
    cycles.use_denoising = False
    cycles.use_adaptive_sampling = False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 12, 3, 6
    cycles.transmission_bounces, cycles.transparent_max_bounces = 12, 16
    # Fireflies cost the denoiser more than the lost energy costs the picture.
    cycles.sample_clamp_indirect = 4
    cycles.blur_glossy = 1.0
    cycles.caustics_reflective = cycles.caustics_refractive = False

    bpy.context.view_layer.cycles.denoising_store_passes = True
    render.image_settings.file_format = "OPEN_EXR_MULTILAYER"
    render.image_settings.color_depth = "32"
    render.image_settings.exr_codec = "ZIP"


def render_passes(path, samples):
    """Render colour, albedo and normals to one EXR."""
    scene = bpy.context.scene
    scene.cycles.samples = samples
    scene.cycles.seed = 11
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)
