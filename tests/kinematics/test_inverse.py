"""Inverse kinematics: poses reached to the last digits, by the steps of a naive twin."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from simulator.kinematics import chain, inverse
from simulator.spec.load import load_robot
from tests.kinematics import forward
from tests.kinematics.robots import random_arm

LEG = chain.find_chain(load_robot("robots/biped/robot.yaml"), "right_foot")
BENT = np.radians([0, 0, 21, -39, 0, 18, 0])


def _naive(own, position, rotation, start, tolerance=1e-12):
    """Sugihara's method as it is written: H = J' We J + Wn, g = J' We e, q += H^-1 g."""
    angles, count = np.array(start, float), 0
    while True:
        count += 1
        tip = forward.find_tip(own, angles)
        turn = Rotation.from_matrix(rotation @ tip.rotation[0].T).as_rotvec()
        error = np.concatenate([position - tip.position[0], turn])
        jacobian = tip.jacobian[0]
        damping = (0.5 * error @ error + 1e-6) * np.eye(len(angles))
        step = np.linalg.solve(jacobian.T @ jacobian + damping, jacobian.T @ error)
        angles += step
        if np.abs(step).max() < tolerance:
            return angles, count


def _reachable(own, start, seed, spread=0.5):
    angles = start + np.random.default_rng(seed).uniform(-spread, spread, len(start))
    tip = forward.find_tip(own, angles)
    return tip.position[0], tip.rotation[0]


@pytest.mark.parametrize("seed", range(5))
def test_answers_are_those_of_the_naive_twin(seed) -> None:
    position, rotation = _reachable(LEG, BENT, seed)
    answer = inverse.find_angles(LEG, position, rotation, BENT)
    angles, count = _naive(LEG, position, rotation, BENT)
    assert np.allclose(answer.angles[0], angles, atol=1e-10)
    assert abs(answer.iterations[0] - count) <= 1


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**31))
def test_leg_gets_where_it_can(seed) -> None:
    position, rotation = _reachable(LEG, BENT, seed)
    answer = inverse.find_angles(LEG, position, rotation, BENT)
    tip = forward.find_tip(LEG, answer.angles)
    assert np.allclose(tip.position[0], position, atol=1e-12)
    assert np.allclose(tip.rotation[0], rotation, atol=1e-12)


def test_samples_do_not_know_of_each_other() -> None:
    poses = [_reachable(LEG, BENT, seed) for seed in range(20)]
    position, rotation = (np.array(column) for column in zip(*poses, strict=True))
    together = inverse.find_angles(LEG, position, rotation, BENT)
    for row in (0, 7, 19):
        alone = inverse.find_angles(LEG, position[row], rotation[row], BENT)
        assert np.array_equal(alone.angles[0], together.angles[row])


def test_sliding_joints_and_points_without_direction() -> None:
    own = chain.find_chain(random_arm(3), "link8")
    start = np.full(7, 0.3)
    position, rotation = _reachable(own, start, 1, 0.2)
    point = (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
    answer = inverse.find_angles(own, position, rotation, start, weights=point)
    tip = forward.find_tip(own, answer.angles)
    assert np.allclose(tip.position[0], position, atol=1e-11)
    assert not np.allclose(tip.rotation[0], rotation, atol=1e-3)


def _missing(own, angles, position, rotation):
    """Return the size of what is missing to a pose, step and turn together."""
    tip = forward.find_tip(own, angles)
    turn = Rotation.from_matrix(rotation @ tip.rotation[0].T).magnitude()
    return np.hypot(np.linalg.norm(position - tip.position[0]), turn)


@pytest.mark.parametrize("limit", [0, 1, 2, 5])
def test_residual_is_the_error_that_is_left(limit) -> None:
    position, rotation = _reachable(LEG, BENT, 3)
    answer = inverse.find_angles(LEG, position, rotation, BENT, limit=limit)
    assert answer.iterations[0] == limit
    left = _missing(LEG, answer.angles[0], position, rotation)
    assert abs(answer.residual[0] - left) < 1e-12


def test_out_of_reach_is_told() -> None:
    answer = inverse.find_angles(LEG, np.array([3.0, 0, 0]), np.eye(3), BENT)
    assert answer.residual[0] > 1.0
    assert np.isfinite(answer.angles).all()


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_half_a_turn_is_found(axis) -> None:
    """Only its axis is known: the first step is that of the naive twin, either way round."""
    own = chain.find_chain(random_arm(11, slides=False), "link8")
    start = np.full(7, 0.4)
    tip = forward.find_tip(own, start)
    half = -np.eye(3)
    half[axis, axis] = 1.0
    back = tip.rotation[0] @ half
    answer = inverse.find_angles(own, tip.position[0], back, start, limit=1)
    error = np.concatenate([np.zeros(3), np.pi * tip.rotation[0][:, axis]])
    jacobian = tip.jacobian[0]
    damping = (0.5 * error @ error + 1e-6) * np.eye(7)
    step = np.linalg.solve(jacobian.T @ jacobian + damping, jacobian.T @ error)
    taken = answer.angles[0] - start
    assert min(np.abs(taken - step).max(), np.abs(taken + step).max()) < 1e-7
    assert answer.residual[0] < np.pi
