"""A cured sausage, partly sliced, with juniper berries on an oak board."""

from math import cos, pi, sin
from random import uniform

from studio.camera import View
from studio.lights import light_food
from studio.materials.plain import plain
from studio.materials.wood import wood
from studio.nodes import new_material
from studio.shapes.board import board
from studio.shapes.lathe import lathe
from studio.shapes.mesh import add_copy, add_mesh, grid_faces, move, turned
from studio.shapes.soft import make_uneven
from studio.shapes.tube import tube

BACKDROP = "#E6DDD2"
VIEWS = {
    "main": View((-0.06, -0.02, 0.12), 6.1, azimuth=8, elevation=27, focal=105, fstop=2.4, focus=(0.1, -0.2, 0.2)),
    "angle": View((-0.02, -0.02, 0.12), 5.7, azimuth=24, elevation=31, focal=105, fstop=2.4, focus=(0.1, -0.2, 0.2)),
    "close": View((0.14, -0.14, 0.14), 3.1, azimuth=10, elevation=33, focal=105, fstop=2.6, focus=(0.2, -0.22, 0.16)),
}

RADIUS, LENGTH = 0.185, 1.05
BOARD = 0.07

light = light_food


def build():
    move(board((1.7, 1.12, BOARD), wood("x", scale=1.6, roughness=0.62, seed=21)), turn=(0, 0, -3))
    casing, meat = smoked_casing(), coarse_meat()
    build_sausage(casing, meat, turned(("Z", -27), ("Y", 90), at=(-0.66, 0.42, BOARD + RADIUS - 0.005)))
    slices = (
        (("Z", 10), ("Y", 0), (-0.06, -0.28, 0.019)),
        (("Z", -6), ("Y", 14), (0.12, -0.33, 0.064)),
        (("Z", 5), ("Y", 15), (0.30, -0.35, 0.066)),
        (("Z", 12), ("Y", 13), (0.48, -0.31, 0.061)),
    )
    for number, (turn, tilt, (x, y, z)) in enumerate(slices):
        build_slice(casing, meat, number, turned(turn, tilt, ("Z", 90 * number), at=(x, y, BOARD + z)))


def dress(view_name):
    if view_name != "close":
        build_juniper()


def build_sausage(casing, meat, place):
    """From the tied end at z = 0 to the cut."""
    rows = [ring(t * LENGTH) for t in [(k / 140) ** 1.6 for k in range(141)]]
    body = add_mesh("sausage", *grid_faces(rows, closed=True), casing, smooth_angle=180)
    cut = add_mesh("cut", [*rows[-1], (0, 0, LENGTH)], [(*range(len(rows[-1])),)], meat)
    string = plain("#E4D8C0", 0.9)
    loop = [(0.045 * cos(a), 0.045 * sin(a), 0.052) for a in (2 * pi * k / 24 for k in range(24))]
    knot = [tube("string", [(x, y, z + rise) for x, y, z in loop], 0.009, string, closed=True) for rise in (0, 0.014)]
    tail = [(-0.04, 0, 0.05), (-0.10, 0.04, 0.02), (-0.06, 0.15, -0.05), (0.05, 0.22, -0.12), (0.16, 0.2, -0.2)]
    for part in (body, cut, *knot, tube("tail", tail, 0.008, string)):
        part.matrix_world = place


def ring(z, around=140):
    """The casing: a puckered tail, then a round body, dried to slight wrinkles."""
    tail = 0.034 + 0.02 * max(0.0, 1 - z / 0.05) ** 1.5
    u = max(0.0, (z - 0.06) / 0.3)
    body = (RADIUS - 0.034) * (1 - (1 - min(1, u)) ** 2.4) ** 0.62
    pucker = 0.16 * max(0.0, 1 - u / 0.7) ** 2
    points = []
    for k in range(around):
        a = 2 * pi * k / around
        folds = 1 + pucker * cos(13 * a + 2 * cos(3 * a))
        lumps = 0.006 * min(1, u) * (sin(3 * a + 9 * z) + cos(2 * a - 13 * z))
        r = (tail + body) * folds + lumps
        points.append((r * cos(a) + 0.035 * sin(2.6 * z), r * sin(a), z))
    return points


def build_slice(casing, meat, number, place):
    outline = ring(LENGTH - 0.02 * number)
    middle = sum(x for x, _, _ in outline) / len(outline)
    levels = ((0.985, -0.019), (1, -0.014), (1, 0.014), (0.985, 0.019))
    # Each slice shows another depth of the meat, whose pattern depends on the place in the mesh.
    depth = 0.1 * number
    rows = [[((x - middle) * share, y * share, z + depth) for x, y, _ in outline] for share, z in levels]
    rind = add_mesh("rind", *grid_faces(rows, closed=True), casing, smooth_angle=60)
    face = add_mesh("slice", rows[-1], [(*range(len(outline)),)], meat)
    rind.matrix_world = face.matrix_world = place @ turned(at=(0, 0, -depth))


def build_juniper():
    """Blue-black berries with a whitish bloom, three-pointed at the tip."""
    profile = [(0.035 * sin(pi * k / 24), -0.034 * cos(pi * k / 24)) for k in range(25)]
    first = make_uneven(lathe("berry", profile, juniper(), segments=40), 0.006, 0.03)
    places = [(-0.44, -0.26), (-0.37, -0.32), (-0.35, -0.22), (-0.53, -0.34), (0.62, 0.02), (0.68, -0.05)]
    for number, (x, y) in enumerate(places):
        berry = add_copy(first) if number else first
        move(berry, (x, y, BOARD + 0.033), (uniform(-60, 60), uniform(-60, 60), uniform(0, 360)))


def juniper():
    material, g = new_material("juniper")
    position = g.object_coordinates()
    bloom = g.noise(position, scale=22, detail=4, roughness=0.65)
    r, angle, z = g.polar(position)
    star = g.multiply(
        g.ramp(z, [(0.022, 0), (0.03, 1)]),
        g.ramp(g.math("COSINE", g.multiply(angle, 3.0)), [(0.9, 0), (0.98, 1)]),
    )
    surface = g.principled(
        base_color=g.mix(star, g.ramp(bloom, [(0.34, "#241A1C"), (0.5, "#41343A"), (0.70, "#857C82")]), "#8C8A86"),
        roughness=g.ramp(bloom, [(0.35, 0.4), (0.65, 0.75)]),
        specular=0.35,
        normal=g.bump(g.weighted_sum((bloom, 0.9), (star, -1.0)), 0.5, 0.006),
    )
    g.output(surface)
    return material


def smoked_casing():
    """Wrinkled, red-brown from the smoke, with fat showing through and a dusting of white."""
    material, g = new_material("smoked casing")
    position = g.object_coordinates()
    wrinkles = g.noise(g.scaled(g.warped(position, 0.08, 9), (1, 1, 0.45)), scale=24, detail=4, roughness=0.6)
    fat = g.ramp(g.noise(position, scale=13, detail=3, roughness=0.6), [(0.54, 0), (0.64, 1)])
    patches = g.noise(position, scale=4, detail=3)
    tone = g.weighted_sum((wrinkles, 0.6), (patches, 0.4))
    brown = g.ramp(tone, [(0.36, "#3E1712"), (0.54, "#63261B"), (0.7, "#7F3A28")])
    bloom = g.ramp(g.multiply(patches, g.noise(position, scale=34, detail=4)), [(0.29, 0), (0.42, 0.5)])
    surface = g.principled(
        base_color=g.mix(bloom, g.mix(g.multiply(fat, 0.35), brown, "#B5785A"), "#CDBFB2"),
        roughness=g.ramp(patches, [(0.35, 0.4), (0.65, 0.58)]),
        specular=0.4,
        normal=g.bump(g.weighted_sum((wrinkles, 1.0), (fat, 0.12)), 0.55, 0.014),
    )
    g.output(surface)
    return material


def coarse_meat():
    """Coarsely ground dark meat, lumps and crumbs of pale fat whose edges bleed into it, a few bits of juniper."""
    material, g = new_material("coarse meat")
    position = g.object_coordinates()
    fine = g.noise(position, scale=70, detail=4, roughness=0.7)
    shreds = g.noise(g.warped(position, 0.05, 14), scale=26, detail=4, roughness=0.6)
    clouds = g.noise(position, scale=9, detail=2)
    lumps, lump_edge = _fat(g, position, fine, scale=21, seldom=0.62, start=0.24, end=0.52)
    crumbs, crumb_edge = _fat(g, position, fine, scale=52, seldom=0.66, start=0.16, end=0.52)
    fat = g.math("MAXIMUM", lumps, g.multiply(crumbs, 0.8))
    bleeding = g.math("MAXIMUM", lump_edge, g.multiply(crumb_edge, 0.7))
    tone = g.weighted_sum((shreds, 0.65), (clouds, 0.25), (fine, 0.25))
    lean = g.ramp(tone, [(0.42, "#4E0F12"), (0.55, "#741B1C"), (0.66, "#8E2B28"), (0.76, "#A4453C")])
    lean = g.mix(g.multiply(bleeding, 0.5), lean, "#B8635A")
    white = g.ramp(fine, [(0.3, "#DDB49E"), (0.7, "#EED5C1")])
    berries = g.ramp(g.cells(g.warped(position, 0.04, 20, detail=3), 8), [(0.09, 1), (0.13, 0)])
    color = g.mix(berries, g.mix(fat, lean, white), "#2A1A20")
    surface = g.principled(
        base_color=color,
        roughness=g.ramp(fine, [(0.3, 0.40), (0.7, 0.58)]),
        specular=0.45,
        subsurface=0.2,
        subsurface_color="#B03A30",
        subsurface_radius=(0.03, 0.01, 0.007),
        clearcoat=0.2,
        clearcoat_roughness=0.25,
        normal=g.bump(g.weighted_sum((fine, 0.5), (shreds, 0.7), (fat, 0.25)), 0.35, 0.006),
    )
    g.output(surface)
    return material


def _fat(g, position, fine, scale, seldom, start, end):
    """Frayed lumps in some of the cells, and the wider zone that their fat stains."""
    bent = g.warped(g.warped(position, 0.9 / scale, scale * 0.5), 0.35 / scale, scale * 2.2, detail=3)
    cells = g.node("TexVoronoi", {"Vector": bent, "Scale": scale})
    frayed = g.add(cells.outputs["Distance"], g.multiply(g.subtract(fine, 0.5), 0.5))
    chosen = g.ramp(g.separate(cells.outputs["Color"])[0], [(seldom, 0), (seldom + 0.01, 1)])
    lump = g.subtract(1, g.smoothstep(frayed, start, end))
    stain = g.subtract(1, g.smoothstep(frayed, start, end * 1.5))
    return g.multiply(chosen, lump), g.multiply(chosen, stain)
