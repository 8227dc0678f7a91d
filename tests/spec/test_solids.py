"""Solids in numbers: their outline, their reach and their boxes tell the same body."""

import math

import numpy as np
import pytest

from simulator.spec import solids
from simulator.spec.models.exercise import AreaSpec

SOLIDS = {
    "box": solids.box((0.2, 0.4, 0.6)),
    "sphere": solids.sphere(0.3),
    "cylinder": solids.cylinder(0.2, 0.5),
    "capsule": solids.capsule(0.2, 0.5),
}
each = pytest.mark.parametrize("solid", SOLIDS.values(), ids=SOLIDS)


@each
def test_corners_reach_as_far_as_the_solid_does(solid):
    ways = np.random.default_rng(1).normal(size=(50, 3))
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    reach = np.array([solid.reach(way) for way in ways])
    found = (ways @ solid.corners(48).T).max(axis=1)
    assert np.all(found <= reach + 1e-12) and found == pytest.approx(reach, rel=5e-3)


@each
def test_the_box_and_the_ball_round_a_solid_just_hold_it(solid):
    corners = solid.corners(32)
    assert np.abs(corners).max(axis=0) == pytest.approx(solid.half)
    assert np.linalg.norm(corners, axis=1).max() == pytest.approx(solid.bound)
    assert [solid.reach(axis) for axis in np.eye(3)] == pytest.approx(solid.half)


@each
def test_volume_and_moments_are_those_of_many_points_in_it(solid):
    points = solid.half * np.random.default_rng(2).uniform(-1.0, 1.0, (200_000, 3))
    x, y, z = points.T
    radius = solid.disc + solid.ball or math.inf
    over = np.maximum(np.abs(z) - solid.core[2], 0.0) if solid.ball else 0.0 * z
    inside = x * x + y * y + over * over <= radius * radius
    volume = 8.0 * math.prod(solid.half) / len(points)
    assert solid.volume == pytest.approx(volume * inside.sum(), rel=0.01)
    moments = [volume * (a * a + b * b)[inside].sum() for a, b in ((y, z), (x, z), (x, y))]
    assert solid.moments == pytest.approx(moments, rel=0.01)


def test_a_zones_rim_lies_at_its_lower_end():
    box = AreaSpec(box=(2.0, 1.0, 0.5)).rim(12)
    assert np.ptp(box, axis=0) == pytest.approx([2.0, 1.0, 0.0]) and np.all(box[:, 2] == -0.25)
    circle = AreaSpec(radius=1.5).rim(12)
    assert circle.shape == (12, 3) and np.linalg.norm(circle, axis=1) == pytest.approx(1.5)
