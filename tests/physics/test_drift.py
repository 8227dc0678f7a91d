"""How the gap of something round and something flat changes in a step, against the turn itself."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from simulator.physics import drift
from simulator.physics.contact import make_contacts

H = 0.004  # [s]


@pytest.mark.parametrize("seed", range(5))
def test_a_gap_rises_as_it_does_when_the_surface_really_turns(seed) -> None:
    random = np.random.default_rng(seed)
    contacts, bodies = make_contacts(1, 2), SimpleNamespace(position=random.normal(size=(2, 3)))
    contacts.body_b[0] = 1
    spin, apart = random.normal(size=3), random.normal(size=3)
    normal = random.normal(size=3)
    normal /= np.linalg.norm(normal)

    def gap(t):
        between = bodies.position[1] - bodies.position[0] + t * apart
        return Rotation.from_rotvec(t * spin).apply(normal) @ between

    exact = (gap(H) - 2.0 * gap(0.0) + gap(-H)) / H**2
    args = (0, tuple(spin), tuple(apart), tuple(normal), contacts, bodies)
    assert drift.find_rise.py_func(*args, H) == pytest.approx(exact, rel=1e-4, abs=1e-4)
    turn = H * np.linalg.norm(spin)
    far = H * drift.MOST / turn * 2.0  # twice what is followed
    late = drift.find_rise.py_func(*args, far)
    assert late == pytest.approx(exact / 4.0, rel=1e-4, abs=1e-4)
