"""Length of a ray within each kind of shape: closed forms, and sampled points as the naive twin."""

import math

import numpy as np
import pytest
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.physics.sensing import chord
from simulator.spec.naming.bodies import rotation_of
from tests.physics.odd_shapes import POSES, build_odd, height, world_of

RNG = np.random.default_rng(11)
SAMPLES = 4000


def measure(world, origin, direction, reach=100.0, shape=0):
    d = np.array(direction, float) / np.linalg.norm(direction)
    return chord.measure(
        world.shapes, world.bodies, shape, tuple(map(float, origin)), tuple(d), reach
    )


ROUND = {"radius": 1, "length": 4}
ONE = [
    # shape, origin, direction, reach, length
    ({"sphere": 1.0}, (-3, 0, 0), (1, 0, 0), 9, 2.0),
    ({"sphere": 1.0}, (-3, 0.6, 0), (1, 0, 0), 9, 1.6),
    ({"sphere": 1.0}, (-3, 1.1, 0), (1, 0, 0), 9, 0.0),
    ({"sphere": 1.0}, (-3, 0, 0), (-1, 0, 0), 9, 0.0),
    ({"sphere": 1.0}, (0.5, 0, 0), (1, 0, 0), 9, 0.5),
    ({"sphere": 1.0}, (-3, 0, 0), (1, 0, 0), 2.7, 0.7),
    ({"sphere": 1.0}, (0.5, 0, 0), (1, 0, 0), 0.2, 0.2),
    ({"box": [2, 4, 6]}, (-3, 1, 2), (1, 0, 0), 9, 2.0),
    ({"box": [2, 2, 2]}, (-3, -3, 0), (1, 1, 0), 9, 2 * math.sqrt(2)),
    ({"box": [2, 2, 2]}, (0, 0, 0), (0, 1, 0), 0.3, 0.3),
    ({"box": [2, 2, 2]}, (-3, 1.1, 0), (1, 0, 0), 9, 0.0),
    ({"cylinder": ROUND}, (-3, 0.6, 1.9), (1, 0, 0), 9, 1.6),
    ({"cylinder": ROUND}, (0.5, 0, 5), (0, 0, -1), 9, 4.0),
    ({"cylinder": ROUND}, (-2, 0, 2), (1, 0, -1), 9, 2 * math.sqrt(2)),
    ({"capsule": ROUND}, (0, 0, 5), (0, 0, -1), 9, 6.0),
    ({"capsule": ROUND}, (-3, 0, 2.6), (1, 0, 0), 9, 1.6),
    ({"capsule": ROUND}, (-3, 0, 0), (1, 0, 0), 9, 2.0),
]


@pytest.mark.parametrize(("shape", "origin", "direction", "reach", "length"), ONE)
def test_one_shape(shape, origin, direction, reach, length):
    assert measure(world_of({"shape": shape}), origin, direction, reach) == pytest.approx(length)


@pytest.mark.parametrize(
    ("above", "direction", "reach", "length"),
    [
        (2, (0, 0, -1), 5, 3), (2, (0, 0, 1), 5, 0), (-3, (0, 0, 1), 5, 3), (-3, (0, 0, -1), 5, 5),
        (-3, (0, 0, 1), 1, 1), (2, (1, 0, 0), 5, 0), (-3, (1, 0, 0), 5, 5), (2, (0, 0, -1), 1, 0),
        (1, (1, 0, -1), 3 * math.sqrt(2), 2 * math.sqrt(2)),
    ],
)  # fmt: skip
def test_a_plane_is_solid_below(above, direction, reach, length):
    world = world_of(terrain=[{"plane": True, "at": [0, 0, 1]}])
    assert measure(world, (0, 0, 1 + above), direction, reach) == pytest.approx(length)


@pytest.fixture(scope="module")
def solids(tmp_path_factory):
    """A closed mesh, a hull and a terrain in odd poses, and who knows what is inside them."""
    box = {"shape": {"box": [0.5, 0.9, 1.3]}, "at": [1.5, 1.0, 0.2], "rpy": [0.4, 1.0, -0.6]}
    return build_odd(tmp_path_factory.mktemp("meshes"), box)


def within_field(points):
    """Whether points (n, 3) are under the grid's triangles, as `meshes.grid_mesh` cuts them."""
    grid = np.linspace(-3, 3, 25)
    cell = grid[1] - grid[0]
    i, j = (np.clip(((points[:, k] + 3) // cell).astype(int), 0, 23) for k in (0, 1))
    u, v = (points[:, 0] - grid[i]) / cell, (points[:, 1] - grid[j]) / cell
    z = np.vectorize(height)
    a, b, c, d = (z(grid[i + m], grid[j + n]) for m, n in ((0, 0), (1, 0), (1, 1), (0, 1)))
    top = np.where(u > v, a + u * (b - a) + v * (c - b), a + v * (d - a) + u * (c - d))
    return (np.abs(points[:, :2]) <= 3).all(axis=1) & (points[:, 2] < top - 2)


def within_hull(mesh, points):
    hull = mesh.convex_hull
    normals = hull.face_normals
    return (points @ normals.T <= (hull.triangles[:, 0] * normals).sum(axis=1)).all(axis=1)


def paired_length(mesh, origin, way, reach):
    """Where a whole line crosses a closed mesh (Moeller and Trumbore), two by two."""
    a, b, c = (mesh.triangles[:, k] for k in range(3))
    p = np.cross(way, c - a)
    det = ((b - a) * p).sum(axis=1)
    u = ((origin - a) * p).sum(axis=1) / det
    q = np.cross(origin - a, b - a)
    v = q @ way / det
    t = ((c - a) * q).sum(axis=1) / det
    crossed = np.sort(t[(u > 0) & (v > 0) & (u + v < 1)]).clip(0, reach)
    return float((crossed[1::2] - crossed[::2]).sum())


def test_random_rays(solids):
    world, ring, gem = solids
    (ring_at, ring_turn), (gem_at, gem_turn) = ((at, rotation_of(tuple(rpy))) for at, rpy in POSES)
    hits = 0
    for _ in range(100):
        a, b = RNG.uniform([-2.5, -2.5, -3.0], [2.5, 2.5, 2.0], (2, 3))
        reach = float(np.linalg.norm(b - a))
        points = a + ((np.arange(SAMPLES) + 0.5) / SAMPLES)[:, None] * (b - a)
        box = (points - [1.5, 1.0, 0.2]) @ rotation_of((0.4, 1.0, -0.6))
        sampled = {
            0: within_field(points),
            2: within_hull(gem, (points - gem_at) @ gem_turn),
            3: (np.abs(box) <= [0.25, 0.45, 0.65]).all(axis=1),
        }
        for row, inside in sampled.items():
            got = measure(world, a, b - a, reach, row)
            assert got == pytest.approx(inside.mean() * reach, abs=6 * reach / SAMPLES), row
        way = (b - a) / reach @ ring_turn
        expected = paired_length(ring, (a - ring_at) @ ring_turn, way, reach)
        hits += expected > 0.0
        assert measure(world, a, b - a, reach, 1) == pytest.approx(expected, abs=1e-6)  # single STL
    assert hits > 10


@pytest.fixture(scope="module")
def cube(tmp_path_factory):
    """A cube of triangles beside one of planes: rays may run through its edges and corners."""
    path = tmp_path_factory.mktemp("cube") / "cube.stl"
    trimesh.creation.box((2, 2, 2)).export(path)
    return world_of({"shape": {"mesh": str(path)}, "fixed": True}, {"shape": {"box": [2, 2, 2]}})


GRID = st.integers(-6, 6).map(lambda k: k / 3)


@settings(max_examples=300, deadline=None)
@given(st.tuples(GRID, GRID, GRID), st.tuples(GRID, GRID, GRID))
def test_a_ray_through_edges_and_corners_is_counted_once(cube, start, end):
    way = np.subtract(end, start)
    reach = float(np.linalg.norm(way))
    if reach == 0.0:
        return
    exact = measure(cube, start, way, reach, 1)
    got = measure(cube, start, way, reach, 0)
    on_surface = all(abs(max(abs(c) for c in p) - 1.0) < 1e-9 for p in (start, end)) or any(
        abs(abs(s) - 1.0) < 1e-9 and w == 0.0 for s, w in zip(start, way, strict=True)
    )
    if not on_surface:  # a ray within a face is as much inside as outside
        assert got == pytest.approx(exact, abs=1e-9)
    else:
        assert -1e-9 <= got <= exact + 1e-9


def test_an_open_mesh_has_no_inside(tmp_path):
    sheet = trimesh.Trimesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    sheet.export(tmp_path / "sheet.stl")
    world = world_of({"shape": {"mesh": str(tmp_path / "sheet.stl")}, "fixed": True})
    assert measure(world, (0.2, 0.2, 1), (0, 0, -1)) == 0.0
