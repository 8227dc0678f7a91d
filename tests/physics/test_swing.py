"""The mean speed of the middle of something weighted, against its way in small steps."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from simulator.compiled.jit import kernel
from simulator.physics.contacts import swing

ARM = np.array([0.01, -0.03, 0.05])


@kernel
def find(spin, turn, carried, arm, h):
    return swing.find_along(spin, turn, arm, h), swing.find_off(spin, carried, arm, h)


def go(spin, h):
    """Return what the mean speed of the arm's end has more than its first."""
    return (Rotation.from_rotvec(spin * h).apply(ARM) - ARM) / h - np.cross(spin, ARM)


@pytest.mark.parametrize("spin", [(3.0, 0.0, 0.0), (-4.0, 5.0, 9.0)])
def test_over_what_is_still_it_is_that_of_a_turn(spin) -> None:
    spin, still, h = np.array(spin), (0.0, 0.0, 0.0), 0.02
    along, off = find(tuple(spin), still, still, tuple(ARM), h)
    np.testing.assert_allclose(along, go(spin, h), atol=1e-12)
    np.testing.assert_allclose(off, go(spin, h), atol=1e-12)


def test_over_what_turns_the_rest_is_known_already() -> None:
    """Along the surface w x (turn x e) is counted with the place; off it the normal goes round."""
    spin, turn, h = np.array([3.0, -2.0, 4.0]), np.array([0.5, 1.0, -2.0]), 1e-4
    along, off = find(tuple(spin), tuple(turn), tuple(turn), tuple(ARM), h)
    rest = go(spin, h) - 0.5 * h * np.cross(spin, np.cross(turn, ARM))
    np.testing.assert_allclose(along, rest, rtol=1e-3)
    # the arm as it is seen from the surface
    seen = [
        Rotation.from_rotvec(-turn * t).apply(Rotation.from_rotvec(spin * t).apply(ARM))
        for t in (-h, 0.0, h)
    ]
    bend = (seen[2] - 2.0 * seen[1] + seen[0]) / h**2
    np.testing.assert_allclose(off, 0.5 * h * bend, rtol=2e-3)
