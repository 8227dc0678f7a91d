"""Level ground of triangles as programs export them badly: what rolls and slides meets no edge."""

from itertools import pairwise

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world
from simulator.physics.geometry import junctions, meshes
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec

SPEED, RADIUS = 1.5, 0.1
KINDS = ["corners in sides", "faces twice", "needles", "rounded twice", "both sides"]
SLIPPERY = MaterialSpec(friction=0.0)


def find_quads(kind):
    """Return rectangles (x0, x1, y0, y1) of level ground of 7 x 2 m from x = -1 on."""
    random, strips = np.random.default_rng(7), [(0.5 * k - 1.0, 0.5 * k - 0.5) for k in range(14)]
    has_corners = kind in ("corners in sides", "both sides")
    if kind == "needles":
        edges = np.sort(np.append(random.uniform(-1.0, 6.0, 20), [-1.0, 6.0]))
        edges = np.sort(np.append(edges, edges[5:15] + 2e-6))
        strips = list(pairwise(edges))
    quads = []
    for k, (x0, x1) in enumerate(strips):
        middle = random.uniform(-0.5, 0.5) if has_corners else 0.0
        halves = [(x0, x1, -1.0, middle), (x0, x1, middle, 1.0)]
        quads += 2 * halves if kind == "faces twice" and k % 3 == 0 else halves
    return quads


def write(folder, kind):
    lines, faces, random = [], [], np.random.default_rng(3)
    off = 2e-7 if kind == "rounded twice" else 0.0  # size 7 m: 3e-8 of it
    for x0, x1, y0, y1 in find_quads(kind):
        n = len(lines) + 1
        corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        corners += random.uniform(-off, off, (4, 2))
        lines += [f"v {x:.9g} {y:.9g} 0" for x, y in corners]
        faces += [f"f {n} {n + 1} {n + 2}", f"f {n} {n + 2} {n + 3}"]
        if kind == "both sides":
            faces += [f"f {n + 2} {n + 1} {n}", f"f {n + 3} {n + 2} {n}"]
    (folder / "ground.obj").write_text("\n".join([*lines, *faces]))
    return folder / "ground.obj"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("thing", ["ball", "wheel", "box"])
def test_seams_are_not_felt(tmp_path, kind, thing):
    solids = {
        "ball": {"sphere": RADIUS},
        "wheel": {"cylinder": {"radius": RADIUS, "length": 0.08}, "rpy": (np.pi / 2, 0.0, 0.0)},
        "box": {"box": (0.2, 0.2, 2.0 * RADIUS)},
    }
    shape = ShapeSpec.model_validate({**solids[thing], "mass": 1.0, "material": "test"})
    is_box = thing == "box"
    prop = PropSpec(
        name="thing", shape=shape, at=(-0.4, 0.13, RADIUS), velocity=(SPEED, 0.0, 0.0),
        spin=(0.0, 0.0 if is_box else SPEED / RADIUS, 0.0),
    )  # fmt: skip
    ground = ShapeSpec(mesh=str(write(tmp_path, kind)))
    scene = SceneSpec(
        props=[prop], terrain=[ground], physics=PhysicsSpec(sleep=False),
        materials={"test": SLIPPERY if is_box else MaterialSpec(friction=0.8)},
    )  # fmt: skip
    world = build_world(scene)
    words = pack(world).words
    for _ in range(300):
        step.advance(1, words)
        assert world.bodies.position[1, 2] == pytest.approx(RADIUS, abs=1e-6)
    assert world.bodies.velocity[1] == pytest.approx((SPEED, 0.0, 0.0), abs=1e-5)


def test_a_solid_with_corners_in_its_sides_is_closed():
    """Two of its twelve sides are divided on one face alone, the third face has two such sides."""
    corners = [(x, y, z) for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)]
    vertices = np.array([*corners, (0.5, 0.0, 0.0), (0.5, 1.0, 0.0), (0.25, 0.0, 0.0)])
    bottom = [(0, 2, 10), (10, 2, 9), (10, 9, 8), (8, 9, 6), (8, 6, 4)]
    rest = [
        (1, 5, 7), (1, 7, 3), (0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5),
        (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6),
    ]  # fmt: skip
    faces = np.array([*bottom, *rest])
    assert meshes.count_open_sides(faces) > 0
    merged = meshes.merge(vertices, faces)
    assert meshes.as_solid(*merged)[1]
    assert meshes.mesh_reader.measure_volume(*merged) == pytest.approx(1.0)


def test_a_needle_has_no_corner_on_its_own_side():
    """Its height is of the size that corners may be off a side: it was cut to faces of no area."""
    vertices = np.array([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.5, 1e-7, 0.0)])
    _, faces = meshes.merge(vertices, np.array([[0, 1, 2]]))
    assert len(faces) == 1
    assert len(set(faces[0].tolist())) == 3


@pytest.mark.parametrize("offset", [0.0, 1e4])
@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_corners_on_sides_are_those_that_a_naive_search_finds(size, offset):
    """A fine strip beside coarse ones, loose triangles of their size among them."""
    random, fine = np.random.default_rng(5), 100
    x = np.sort(np.append(random.uniform(0.0, 1.0, fine - 1), [0.0, 1.0]))
    strip = np.array([(n, n + 1, fine + 1 + n) for n in range(fine)])
    vertices = [(a, 0.0, 0.0) for a in x] + [(a, 0.1, 0.0) for a in x] + [(0.0, -1.0, 0.0)]
    coarse, loose = [(fine, 0, 2 * fine + 2)], random.uniform(-1.0, 1.0, (60, 3))
    extra = np.arange(60).reshape(-1, 3) + len(vertices)
    vertices = size * (np.array([*vertices, *loose]) + offset)
    faces = np.concatenate([strip, coarse, extra])
    found = junctions.split(vertices, faces, 1e-7 * size)
    assert len(found) == len(faces) + fine - 1
    on_axis = found[(found[:, 2] == 2 * fine + 2)]
    assert sorted(map(tuple, on_axis[:, :2].tolist())) == [(n + 1, n) for n in range(fine)]


def test_many_large_loose_triangles_are_searched_bit_by_bit():
    """Each side's ball holds a third of all corners: thousands of them took gigabytes."""
    random, count = np.random.default_rng(2), 3000
    points = random.uniform(size=(count, 3))
    start, way = points[:-1], np.diff(points, axis=0)
    side, _ = junctions.find_near(points, start, way, 1e-5)
    assert len(side) < 20 * count
