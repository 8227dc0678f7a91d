"""What every test may use: the scene of one arm, one lever and one crate."""

from pathlib import Path

import pytest

SCENES = Path(__file__).parent / "scenes"


@pytest.fixture
def arm_scene():
    from simulator.checking import load_checked

    return load_checked(SCENES / "arm.yaml")


@pytest.fixture
def arm(arm_scene):
    from simulator.simulation import Simulation

    return Simulation(arm_scene)
