"""Where a leaning cylinder is lowest in a step, against the turned cylinder itself."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from simulator.physics.contacts import lean
from simulator.physics.geometry.shapes import BOX, PLANE

RADIUS, HALF = 0.2, 0.03
H = 0.01  # [s]


def make_shapes(turn: np.ndarray) -> SimpleNamespace:
    return SimpleNamespace(
        kind=np.array([BOX]), world_rotation=turn[None], size=np.array([[RADIUS, HALF, 0.0]])
    )


def find_lowest(turn: np.ndarray, down: np.ndarray) -> np.ndarray:
    """Return the point of the cylinder's surface that is furthest `down` from its centre."""
    local = turn.T @ down
    rim = RADIUS * local[:2] / np.linalg.norm(local[:2])
    return turn @ np.array([*rim, HALF * np.sign(local[2])])


@pytest.mark.parametrize("seed", range(5))
def test_the_lowest_place_and_its_way_are_those_of_the_turned_cylinder(seed: int) -> None:
    random = np.random.default_rng(seed)
    turn, spin = Rotation.random(rng=random), random.normal(size=3)
    down = random.normal(size=3)
    down /= np.linalg.norm(down)
    place, way = lean.find_way.py_func(0, tuple(spin), tuple(down), make_shapes(turn.as_matrix()))
    np.testing.assert_allclose(place, find_lowest(turn.as_matrix(), down), atol=1e-12)
    ahead, behind = (
        find_lowest((Rotation.from_rotvec(t * spin) * turn).as_matrix(), down)
        for t in (1e-5, -1e-5)
    )
    np.testing.assert_allclose(way, (ahead - behind) / 2e-5, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("seed", range(5))
def test_it_dips_by_what_it_reaches_further_down_than_at_its_first_speed(seed: int) -> None:
    random = np.random.default_rng(seed)
    turn, spin = Rotation.random(rng=random), 5.0 * random.normal(size=3)
    down = np.array([0.0, 0.0, -1.0])
    shapes = make_shapes(turn.as_matrix())
    _, way = lean.find_way.py_func(0, tuple(spin), tuple(down), shapes)
    after = find_lowest((Rotation.from_rotvec(H * spin) * turn).as_matrix(), down)
    before = find_lowest(turn.as_matrix(), down)
    dip = lean.find_dip.py_func(0, tuple(spin), tuple(spin), tuple(down), shapes, H)
    assert dip == pytest.approx((after - before - H * np.array(way)) @ down, abs=1e-12)


def test_faces_are_told_from_edges() -> None:
    shapes = make_shapes(np.eye(3))
    edge = (np.sqrt(0.5), 0.0, np.sqrt(0.5))
    assert lean.is_on_face.py_func(0, (0.0, -1.0, 0.0), 0, shapes)
    assert not lean.is_on_face.py_func(0, edge, 0, shapes)
    shapes.kind[0] = PLANE
    assert lean.is_on_face.py_func(0, edge, 0, shapes)


def test_a_coin_that_falls_flat_within_the_step_is_not_followed() -> None:
    """Its place of contact would go anywhere: such coins were shot up."""
    turn = Rotation.from_rotvec([0.2, 0.0, 0.0]).as_matrix()
    for spin, share in ((5.0, 1.0), (15.0, 0.49), (30.0, 0.0)):
        args = (0, (spin, 0.0, 0.0), (0.0, 0.0, -1.0), make_shapes(turn), H)
        assert lean.find_share.py_func(*args) == pytest.approx(share, abs=0.01)
