"""Rays against each kind of shape: closed forms, and trimesh as the judge of random poses."""

import math

import numpy as np
import pytest

from simulator.physics.sensing import raycast
from simulator.spec.naming.bodies import rotation_of
from tests.physics.odd_shapes import POSES, build_odd, world_of

RNG = np.random.default_rng(7)


def cast(world, origin, direction, reach=100.0, skip=-1):
    d = np.array(direction, float) / np.linalg.norm(direction)
    return raycast.cast(world.shapes, world.bodies, tuple(origin), tuple(d), reach, skip)


ONE = [
    # shape, origin, direction, distance
    ({"sphere": 1.0}, (-3, 0, 0), (1, 0, 0), 2.0),
    ({"sphere": 1.0}, (-3, 0.6, 0), (1, 0, 0), 2.2),
    ({"sphere": 1.0}, (-3, 1.1, 0), (1, 0, 0), None),
    ({"sphere": 1.0}, (-3, 0, 0), (-1, 0, 0), None),
    ({"sphere": 1.0}, (0.5, 0, 0), (1, 0, 0), 0.0),
    ({"box": [2, 4, 6]}, (-3, 1, 2), (1, 0, 0), 2.0),
    ({"box": [2, 4, 6]}, (0, 0, 9), (0, 0, -1), 6.0),
    ({"box": [2, 4, 6]}, (-3, 2.1, 0), (1, 0, 0), None),
    ({"box": [2, 2, 2]}, (-3, -3, 0), (1, 1, 0), 2 * math.sqrt(2)),
    ({"cylinder": {"radius": 1, "length": 4}}, (-3, 0, 1.9), (1, 0, 0), 2.0),
    ({"cylinder": {"radius": 1, "length": 4}}, (-3, 0, 2.1), (1, 0, 0), None),
    ({"cylinder": {"radius": 1, "length": 4}}, (0.5, 0, 5), (0, 0, -1), 3.0),
    ({"cylinder": {"radius": 1, "length": 4}}, (1.5, 0, 5), (0, 0, -1), None),
    ({"capsule": {"radius": 1, "length": 4}}, (0, 0, 5), (0, 0, -1), 2.0),
    ({"capsule": {"radius": 1, "length": 4}}, (-3, 0, 2.6), (1, 0, 0), 2.2),
    ({"capsule": {"radius": 1, "length": 4}}, (-3, 0, 0), (1, 0, 0), 2.0),
]


@pytest.mark.parametrize(("shape", "origin", "direction", "distance"), ONE)
def test_one_shape(shape, origin, direction, distance):
    got, row = cast(world_of({"shape": shape}), origin, direction)
    assert (got, row) == ((100.0, -1) if distance is None else (pytest.approx(distance), 0))


def test_a_tilted_plane_is_met_from_above_only():
    plane = {"plane": True, "at": [0, 0, 1], "rpy": [0, 0.5, 0]}
    world = world_of(terrain=[plane])
    normal = rotation_of((0, 0.5, 0))[:, 2]
    got, _ = cast(world, (0.3, 0.2, 5), (0, 0, -1))
    assert np.dot(np.array([0.3, 0.2, 5 - got]) - [0, 0, 1], normal) == pytest.approx(0, abs=1e-12)
    assert cast(world, (0, 0, 5), (0, 0, 1)) == (100.0, -1)
    assert cast(world, (0, 0, -5), (0, 0, 1)) == (100.0, -1)


def test_the_nearest_counts_and_a_body_can_be_skipped():
    ball = {"shape": {"sphere": 0.5}}
    world = world_of({**ball, "at": [4, 0, 0]}, {**ball, "at": [2, 0, 0]})
    assert cast(world, (0, 0, 0), (1, 0, 0)) == (pytest.approx(1.5), 1)
    assert cast(world, (0, 0, 0), (1, 0, 0), skip=2) == (pytest.approx(3.5), 0)
    assert cast(world, (0, 0, 0), (1, 0, 0), reach=1.2) == (1.2, -1)


@pytest.fixture(scope="module")
def bodies(tmp_path_factory):
    """A mesh, a hull and a terrain in odd poses, and the same triangles for the judge."""
    world, ring, gem = build_odd(tmp_path_factory.mktemp("meshes"))
    for mesh, (at, rpy) in zip((ring, gem), POSES, strict=True):
        pose = np.eye(4)
        pose[:3, :3], pose[:3, 3] = rotation_of(rpy), at
        mesh.apply_transform(pose)
    meshes = world.shapes.meshes
    row = int(world.shapes.mesh[0])
    ground = meshes.corners[meshes.first[row] : meshes.first[row] + meshes.size[row]]
    ground = ground @ world.shapes.rotation[0].T + world.shapes.position[0]
    corners = [ring.triangles, gem.triangles, ground]
    return world, np.concatenate(corners)


def slowest_way(triangles, origin, direction):
    """Return the distance to the nearest triangle by the plane of each one."""
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    normal = np.cross(b - a, c - a)
    slope = normal @ direction
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.einsum("ij,ij->i", normal, a - origin) / slope
        point = origin + t[:, None] * direction
    inside = t >= 0.0
    for u, v in ((a, b), (b, c), (c, a)):
        inside &= np.einsum("ij,ij->i", np.cross(v - u, point - u), normal) >= 0.0
    return t[inside].min() if inside.any() else 100.0


def test_random_rays_meet_what_every_triangle_says(bodies):
    world, triangles = bodies
    hits = 0
    for _ in range(400):
        origin = RNG.normal(size=3) * 0.3 + [0, 0, 4]
        direction = RNG.normal(size=3) - np.array([0.0, 0.0, 2.0])
        direction /= np.linalg.norm(direction)
        exact = slowest_way(triangles, origin, direction)
        assert cast(world, origin, direction)[0] == pytest.approx(exact, abs=1e-6)
        hits += exact < 100.0
    assert 100 < hits
