"""Series for small angles against the functions that they stand for."""

import numpy as np
import pytest

from simulator.physics.algebra import vector

ANGLES = [0.0, 1e-300, 1e-9, 1e-3, 0.04999, 0.05001, 0.1999, 0.2001, 1.0, 3.0]


@pytest.mark.parametrize("angle", ANGLES)
def test_exponential_is_the_quaternion_of_a_turn(angle):
    axis = np.array([0.6, 0.0, -0.8])
    w, *xyz = vector.exponential(tuple(angle * axis))
    assert w == pytest.approx(np.cos(0.5 * angle), rel=1e-15)
    assert xyz == pytest.approx(np.sin(0.5 * angle) * axis, rel=1e-14, abs=0.0)


@pytest.mark.parametrize("factor", [0.7, 1.0])
@pytest.mark.parametrize("angle", [*ANGLES, -1e-3, -2.0, np.pi])
def test_angle_is_that_of_sine_and_cosine(angle, factor):
    found = vector.angle(factor * np.sin(angle), factor * np.cos(angle))
    assert found == pytest.approx(angle, rel=1e-14, abs=0.0)


def test_a_tensor_is_turned_as_matrices_turn_it():
    random = np.random.default_rng(2)
    q = random.normal(size=4)
    q /= np.linalg.norm(q)
    half = random.normal(size=(3, 3))
    rotation, found = np.empty((3, 3)), np.empty((3, 3))
    vector.matrix_of(q, rotation)
    vector.to_world(q, half @ half.T, found)
    assert np.array(vector.axes(q)).T == pytest.approx(rotation, rel=1e-15)
    assert found == pytest.approx(rotation @ half @ half.T @ rotation.T, rel=1e-13)
