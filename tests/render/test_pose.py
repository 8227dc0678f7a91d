"""Interpolated poses against rotations in closed form."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation, Slerp

from simulator.render import pose, still
from simulator.spec.models.scene import PropSpec, SceneSpec
from simulator.spec.models.shape import ShapeSpec

BALL = PropSpec(name="ball", shape=ShapeSpec(sphere=0.1))
START = still.at_start(SceneSpec(props=[BALL]))


def turned(quaternion: np.ndarray, position: tuple[float, float, float]) -> object:
    return replace(
        START,
        orientation=np.array([[1.0, 0, 0, 0], quaternion]),
        position=np.array([[0.0, 0, 0], position]),
    )


@given(st.floats(0.0, 1.0), st.floats(-0.5, 0.5), st.booleans())
def test_blend_is_slerp_for_small_turns(alpha: float, angle: float, flipped: bool) -> None:
    end = Rotation.from_rotvec([0.3 * angle, -0.2 * angle, angle])
    quaternion = end.as_quat(scalar_first=True) * (-1.0 if flipped else 1.0)
    poses = pose.blend(START, turned(quaternion, (1.0, 2.0, 4.0)), alpha)  # type: ignore[arg-type]
    exact = Slerp([0, 1], Rotation.concatenate([Rotation.identity(), end]))(alpha).as_matrix()
    # normalised linear interpolation leaves the arc by less than angle**3 / 60
    assert np.abs(poses.rotation[1] - exact).max() < abs(angle) ** 3 / 30 + 1e-12
    assert np.allclose(poses.position[1], np.array([1.0, 2.0, 4.0]) * alpha)


def test_rotations_of_matches_scipy() -> None:
    quaternions = Rotation.random(20, rng=7).as_quat(scalar_first=True)
    exact = Rotation.from_quat(quaternions, scalar_first=True).as_matrix()
    assert np.allclose(pose.rotations_of(quaternions), exact, atol=1e-12)


@pytest.mark.parametrize("count", [1, 64, 65, 200])
def test_table_holds_every_body_where_the_shader_looks(count: int) -> None:
    poses = pose.Poses(
        np.arange(3.0 * count).reshape(count, 3),
        np.random.default_rng(1).normal(size=(count, 3, 3)),
    )
    table = pose.to_table(poses)
    assert table.shape == (*pose.table_size(count)[::-1], 4)
    for row in (0, count // 2, count - 1):
        line, column = row // pose.BODIES_PER_LINE, 3 * (row % pose.BODIES_PER_LINE)
        block = table[line, column : column + 3]
        assert np.allclose(block[:, :3], poses.rotation[row], atol=1e-6)
        assert np.allclose(block[:, 3], poses.position[row])
