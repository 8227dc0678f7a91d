"""Meshes of wheels, rollers and balls collide as what they stand for; others as they are."""

import numpy as np
import pytest
import trimesh
from scipy.spatial.transform import Rotation

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.geometry import roundness, shapes
from simulator.spec.models.scene import PropSpec
from simulator.spec.models.shape import ShapeSpec

TURN, AT = Rotation.from_rotvec([0.3, 1.2, -0.4]).as_matrix(), np.array([1.0, 2.0, -0.5])
CYLINDER, SQUAT = trimesh.creation.cylinder, 0.1 * np.sqrt(3.0)  # no axis by its inertia


def spun(*rims, corners=48):
    """Return the corners of a body of revolution about z: (radius, height) of its rims."""
    angle = np.linspace(0.0, 2.0 * np.pi, corners, endpoint=False)
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    return np.concatenate([np.column_stack([r * ring, np.full(corners, z)]) for r, z in rims])


@pytest.mark.parametrize(("points", "half"), [
    (CYLINDER(0.1, 0.03, sections=16).vertices, 0.015),
    (CYLINDER(0.1, SQUAT, sections=32).vertices, SQUAT / 2),
    (CYLINDER(0.1, 3.0, sections=32).vertices, 1.5),
    (spun((0.095, -0.025), (0.1, -0.02), (0.1, 0.02), (0.095, 0.025)), 0.025),
    (spun((0.098, -0.02), (0.1, 0.0), (0.098, 0.02)), 0.02),
    (np.float32(CYLINDER(0.1, 0.03, sections=96).vertices), 0.015),
    (trimesh.creation.icosphere(2, 0.1).vertices, None),
    (trimesh.creation.uv_sphere(0.1, (24, 24)).vertices, None),
])  # fmt: skip
def test_round_things_are_found_wherever_they_lie(points, half) -> None:
    found, rest = roundness.find_round(np.asarray(points) @ TURN.T + AT)
    assert len(rest) == 0
    assert found.radius == pytest.approx(0.1, rel=1e-6)
    np.testing.assert_allclose(found.centre, AT, atol=1e-7)
    if half is None:
        assert found.half is None
    else:
        assert found.half == pytest.approx(half, rel=1e-6)
        assert abs(found.rotation[:, 2] @ TURN[:, 2]) == pytest.approx(1.0, abs=1e-9)
        np.testing.assert_allclose(found.rotation @ found.rotation.T, np.eye(3), atol=1e-12)
        assert np.linalg.det(found.rotation) == pytest.approx(1.0)


@pytest.mark.parametrize("points", [
    CYLINDER(0.1, 0.03, sections=12).vertices,  # a nut or a coin with corners
    trimesh.creation.box((0.1, 0.1, 0.1)).vertices,
    trimesh.creation.cone(0.1, 0.2).vertices,
    spun((0.095, -0.05), (0.1, 0.05)),  # a cup
    spun((0.09, -0.02), (0.1, 0.0), (0.09, 0.02)),  # a barrel
    [point for point in spun((0.1, -0.02), (0.1, 0.02), corners=96) if point[0] < 0.095],
    trimesh.creation.icosphere(1, 0.1).vertices,
    np.random.default_rng(1).normal(size=(200, 3)),
    np.eye(3), np.zeros((5, 3)), np.random.default_rng(1).normal(size=(9, 3)) * [1, 1, 0],
])  # fmt: skip
def test_others_are_not(points) -> None:
    points = np.array(points) @ TURN.T + AT
    found, rest = roundness.find_round(points)
    assert found is None
    np.testing.assert_array_equal(rest, points)


def test_a_wheel_with_hubs_is_its_rim_and_the_hull_within() -> None:
    points = spun((0.02, -0.04), (0.1, -0.02), (0.1, 0.02), (0.02, 0.04)) @ TURN.T + AT
    found, rest = roundness.find_round(points)
    assert found.half == pytest.approx(0.02)
    np.testing.assert_allclose(found.centre, AT, atol=1e-9)
    seen = (rest - AT) @ TURN
    assert np.hypot(seen[:, 0], seen[:, 1]).max() == pytest.approx(0.098)
    assert np.abs(seen[:, 2]).max() == pytest.approx(0.04)


@pytest.mark.parametrize("is_long", [False, True])
def test_a_file_s_wheel_rolls_on(make_world, tmp_path, is_long) -> None:
    wheel = CYLINDER(0.1, 0.03, sections=24)
    if is_long:
        wheel = trimesh.convex.convex_hull([*wheel.vertices, (0.0, 0.0, 0.04), (0.0, 0.0, -0.04)])
    wheel.apply_transform(trimesh.transformations.rotation_matrix(np.pi / 2, (1, 0, 0)))
    wheel.apply_translation((0.0, 0.05, 0.02))
    wheel.export(tmp_path / "wheel.stl")
    shape = ShapeSpec(mesh=str(tmp_path / "wheel.stl"), mass=1.0)
    world = make_world([PropSpec(name="wheel", shape=shape, at=(0, 0, 0.08))])
    assert shapes.CYLINDER in world.shapes.kind
    assert (shapes.HULL in world.shapes.kind) == is_long
    world.bodies.velocity[1], world.bodies.spin[1] = (1.0, 0.0, 0.0), (0.0, 10.0, 0.0)
    start, words = world.bodies.position[1].copy(), pack(world).words
    step.advance(200, words)
    way = world.bodies.position[1] - start
    np.testing.assert_allclose(way, [200 * world.settings.step, 0.0, 0.0], atol=2e-3)
    assert world.bodies.velocity[1, 0] == pytest.approx(1.0, abs=1e-3)


def test_a_coin_thinner_than_a_step_can_follow_keeps_its_hull(make_world, tmp_path) -> None:
    CYLINDER(0.01, 5e-4, sections=32).export(tmp_path / "coin.stl")
    shape = ShapeSpec(mesh=str(tmp_path / "coin.stl"), mass=0.01)
    world = make_world([PropSpec(name="coin", shape=shape, at=(0, 0, 1))])
    assert shapes.HULL in world.shapes.kind
