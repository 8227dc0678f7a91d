"""Wheel and ball rolled over triangles: edges inside the surface are not felt."""

import numpy as np
import pytest
import trimesh

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.spec.models.scene import PropSpec
from simulator.spec.models.shape import HeightField, Round, ShapeSpec

RADIUS = 0.1
BALL = ShapeSpec(sphere=RADIUS, material="rubber")
WHEEL = ShapeSpec(cylinder=Round(radius=RADIUS, length=0.12), material="rubber")
SIZE = (4.0, 2.4)


def drive(make_world, ground: ShapeSpec, z: float = 0.0) -> np.ndarray:
    """Roll a ball and a wheel for 1 m at 1 m/s; return positions and velocities step by step."""
    world = make_world(
        [
            PropSpec(name="field", shape=ground, fixed=True),
            PropSpec(name="ball", shape=BALL, at=(-0.513, 0.317, z + RADIUS)),
            PropSpec(name="wheel", shape=WHEEL, at=(-0.507, -0.291, z + RADIUS),
                     rpy=(np.pi / 2, 0, 0)),
        ],
        terrain=[],
    )  # fmt: skip
    world.bodies.velocity[2:] = (1.0, 0.0, 0.0)
    world.bodies.spin[2:] = (0.0, 1.0 / RADIUS, 0.0)
    packed, path = pack(world), []
    for _ in range(100):
        step.advance(1, packed.words)
        path.append(np.hstack([world.bodies.position[2:], world.bodies.velocity[2:]]))
    return np.array(path)


def grid(rows: int, columns: int, height) -> ShapeSpec:
    """A height field of rows x columns nodes over SIZE; `height(x, y)` gives z."""
    x, y = np.linspace(-2, 2, columns), np.linspace(-1.2, 1.2, rows)
    heights = height(*np.meshgrid(x, y)).tolist()
    field = HeightField(size=SIZE, heights=heights)
    return ShapeSpec(height_field=field, material="rubber")


def sheet(path, height, random) -> ShapeSpec:
    """The same as a mesh file of irregular triangles."""
    from scipy.spatial import Delaunay

    edge = [(x, y) for x in (-2.0, 2.0) for y in (-1.2, 1.2)]
    points = np.concatenate([random.uniform((-2, -1.2), (2, 1.2), (700, 2)), edge])
    vertices = np.column_stack([points, height(points[:, 0], points[:, 1])])
    trimesh.Trimesh(vertices, Delaunay(points).simplices).export(path)
    return ShapeSpec(mesh=str(path), material="rubber")


def flat(x, y):
    return 0.0 * x


@pytest.fixture(scope="module")
def grounds(tmp_path_factory):
    random = np.random.default_rng(7)
    path = tmp_path_factory.mktemp("rolling") / "sheet.stl"
    return {"field": grid(25, 41, flat), "sheet": sheet(path, flat, random)}


@pytest.mark.parametrize("kind", ["field", "sheet"])
def test_flat_triangles_are_a_plane(make_world, grounds, kind: str) -> None:
    path = drive(make_world, grounds[kind])
    np.testing.assert_allclose(path[:, :, 2], RADIUS, atol=1e-6)
    np.testing.assert_allclose(path[:, :, 3:], [[[1.0, 0.0, 0.0]] * 2] * 100, atol=1e-6)


def bumps(x, y):
    """Waves 3 cm high, bent by 0.02 rad from cell to cell of 8 cm at most."""
    return 0.015 * (1 - np.cos(2 * np.pi * x / 1.5)) + 0.0 * y


def test_gentle_bumps_are_those_of_a_finer_mesh(make_world) -> None:
    fine = drive(make_world, grid(3, 1000, bumps), z=bumps(-0.51, 0.0))
    for columns in (41, 81, 121, 401):
        path = drive(make_world, grid(3, columns, bumps), z=bumps(-0.51, 0.0))
        cell = 4.0 / (columns - 1)
        sag = 0.125 * 0.015 * (2 * np.pi / 1.5) ** 2 * cell**2  # chord below the curve
        bend = 0.015 * (2 * np.pi / 1.5) ** 2 * cell  # from facet to facet
        for body in range(2):
            height = np.interp(path[:-1, body, 0], fine[:, body, 0], fine[:, body, 2])
            np.testing.assert_allclose(path[:-1, body, 2], height, atol=2 * sag + 5e-5)
            jumps = np.abs(np.diff(path[:, body, 5])).max()
            assert jumps < 1.15 * bend + 0.004  # turned from facet to facet, and by the wave
        np.testing.assert_allclose(path[:, :, 3], fine[:, :, 3], atol=0.005)
