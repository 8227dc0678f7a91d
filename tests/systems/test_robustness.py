"""Shipped robots under random voltages: no number is lost, joints hold, nothing sinks in."""

import pytest

from tests.peers.rows import VOLTAGES
from tests.peers.voltages import shake

SCENES = ["container", "slalom", "lift", "squad", "hall", "quadruped", "walk"]  # every robot
DEEP = ["container"]  # presses links of its tracks on edges


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("seed", [1, 2])
def test_random_voltages_leave_robots_whole(name, seed):
    found = shake(name, 15.0, seed)
    assert found["sound"]
    limits = {**VOLTAGES, "depth_95": 2e-3} if name in DEEP else VOLTAGES  # see Known limits
    for figure, limit in limits.items():
        assert found[figure] < limit, figure
