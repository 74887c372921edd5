"""Two red bell peppers on an oak board."""

from math import cos, exp, pi, sin

from studio.camera import View
from studio.lights import light_food
from studio.materials.wood import wood
from studio.nodes import new_material
from studio.shapes.board import board
from studio.shapes.mesh import add_mesh, grid_faces, modify, move, turned
from studio.shapes.soft import closed_surface, make_uneven, rest, signed_power
from studio.shapes.tube import tube

BACKDROP = "#EFDFD2"
VIEWS = {
    "main": View((0.04, 0, 0.32), 5.9, azimuth=-8, elevation=18, focal=105, fstop=2.2, focus=(0, -0.2, 0.4)),
    "angle": View((0.06, 0, 0.3), 6.1, azimuth=24, elevation=30, focal=105, fstop=2.2, focus=(0, -0.2, 0.4)),
    "close": View((-0.26, 0.05, 0.60), 2.7, azimuth=-14, elevation=26, focal=105, fstop=2.4, focus=(-0.34, -0.12, 0.68)),
}

RADIUS, HALF_HEIGHT = 0.36, 0.39
BOARD = 0.07

light = light_food


def build():
    move(board((1.7, 1.16, BOARD), wood("x", scale=1.6, roughness=0.62, seed=5)), (0.02, 0.06, 0), (0, 0, 4))
    skin, green = pepper_skin(), pepper_green()
    build_pepper(skin, green, 0, turned(("Z", 30), ("X", 4), at=(-0.34, 0.10, BOARD + HALF_HEIGHT - 0.02)))


def dress(view_name):
    """The lying one shows its stem to the camera."""
    lying = turned(("Z", -30), ("X", 84), ("Z", 20), at=(0.52, 0.22, 0))
    if view_name != "angle":
        lying = turned(("Z", -62), ("X", 84), ("Z", 20), at=(0.40, 0.32, 0))
    body, *others = build_pepper(pepper_skin(), pepper_green(), 1, lying)
    rest(body)
    body.matrix_world = turned(at=(0, 0, BOARD)) @ body.matrix_world
    for part in others:
        part.matrix_world = body.matrix_world


def build_pepper(skin, green, number, place, up=110):
    latitudes = [pi * (k / up - 0.5) for k in range(up + 1)]
    body = closed_surface("pepper", [ring(latitude, number) for latitude in latitudes], skin)
    make_uneven(body, 0.045, 0.3)
    top = HALF_HEIGHT - 0.135
    calyx = add_mesh("calyx", *grid_faces([calyx_ring(k / 12, top) for k in range(13)], closed=True), green, 180)
    modify(calyx, "SOLIDIFY", thickness=0.012)
    bend = 0.05 + 0.03 * number
    stem = [(0, 0, top - 0.03), (0.004, 0, top + 0.08), (bend * 0.5, 0.01, top + 0.17), (bend * 1.8, 0.02, top + 0.25)]
    parts = (body, calyx, tube("stem", stem, 0.038, green, radii=[1.35, 0.9, 0.85, 1.12]))
    for part in parts:
        part.matrix_world = place
    return parts


def ring(latitude, number, around=200):
    """A ring of the body: four-sided, furrowed between the lobes, hollow at the stem and below."""
    reach, rise = signed_power(cos(latitude), 0.56), signed_power(sin(latitude), 0.72)
    reach = max(reach, 1e-4)
    points = []
    for k in range(around):
        a = 2 * pi * k / around
        furrow = furrows(a, number)
        ends = 0.35 + 0.65 * abs(rise) ** 2.5
        lean = 1 + 0.04 * cos(a + 2 * number)
        r = RADIUS * reach * (0.93 + 0.09 * rise - 0.05 * rise * rise) * (1 - 0.24 * ends * furrow) * lean
        stem, tip = 0.19 * exp(-((r / 0.15) ** 2)), 0.10 * exp(-((r / 0.10) ** 2))
        lobe = 0.05 * cos(a + number) * max(0, -rise)
        z = HALF_HEIGHT * rise * (1 - 0.15 * furrow * abs(rise)) + lobe + (-stem if rise > 0 else tip)
        points.append((r * cos(a), r * sin(a), z))
    return points


def furrows(angle, number):
    """1 in the furrows between the lobes, 0 on them."""
    lobes = 4 if number == 0 else 3
    turn = lobes / 2 * (angle + 0.16 * sin(angle + 1.3 * number) + 0.08 * sin(2 * angle))
    return (1 - abs(sin(turn))) ** 1.9


def calyx_ring(t, top, around=120):
    """From the stem outward along the hollow, with a scalloped edge."""
    points = []
    for k in range(around):
        a = 2 * pi * k / around
        r = 0.035 + (0.125 + 0.018 * cos(5 * a) + 0.008 * cos(11 * a)) * t
        z = top + 0.045 * exp(-((r / 0.06) ** 2)) - 0.012 + 0.10 * max(0, t - 0.35) ** 1.6 + 0.006 * cos(5 * a) * t
        points.append((r * cos(a), r * sin(a), z))
    return points


def pepper_skin():
    """Taut and glossy, in a red that deepens here and there; its faint waves make the reflections swim."""
    material, g = new_material("pepper skin")
    position = g.object_coordinates()
    patches = g.noise(position, scale=2.4, detail=3)
    waves = g.noise(position, scale=9, detail=2)
    fine = g.noise(position, scale=70, detail=3)
    surface = g.principled(
        base_color=g.ramp(patches, [(0.32, "#8E0B0A"), (0.5, "#AE120C"), (0.7, "#C4210F")]),
        roughness=g.ramp(fine, [(0.35, 0.15), (0.65, 0.24)]),
        specular=0.5,
        subsurface=0.06,
        subsurface_color="#D8200F",
        subsurface_radius=(0.05, 0.008, 0.004),
        normal=g.bump(g.weighted_sum((waves, 1.0), (fine, 0.05)), 0.12, 0.03),
    )
    g.output(surface)
    return material


def pepper_green():
    """The stem and its cap: green with paler ribs."""
    material, g = new_material("pepper green")
    position = g.object_coordinates()
    _, angle, z = g.polar(position)
    ribs = g.noise(g.around_axis(angle, 5.0, g.multiply(z, 1.5)), scale=1.6, detail=3)
    patches = g.noise(position, scale=14, detail=3)
    tone = g.weighted_sum((ribs, 0.6), (patches, 0.4))
    surface = g.principled(
        base_color=g.ramp(tone, [(0.35, "#3D5423"), (0.55, "#5E7635"), (0.7, "#8F9F5A")]),
        roughness=0.5,
        specular=0.4,
        subsurface=0.05,
        subsurface_color="#86A84A",
        subsurface_radius=(0.02, 0.02, 0.008),
        normal=g.bump(g.add(ribs, g.multiply(patches, 0.4)), 0.35, 0.012),
    )
    g.output(surface)
    return material
