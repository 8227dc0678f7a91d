"""Who is who in shipped scenes."""

from pathlib import Path

import numpy as np
import pytest

from simulator.simulation import Simulation
from simulator.spec.load import load_scene
from simulator.spec.models.exercise import ExerciseSpec
from simulator.training.cast import Cast

SCENES = Path(__file__).parents[2] / "scenes"


@pytest.mark.parametrize(
    ("name", "carrier", "links"), [("hall", True, 0), ("container", False, 88)]
)
def test_a_robot_stands_on_its_tracks_however_they_are_built(name, carrier, links):
    simulation = Simulation(load_scene(SCENES / f"{name}.yaml"))
    exercise = ExerciseSpec.model_construct(handles=[], zones={}, robot=None)
    feet = np.array(simulation.layout.bodies)[Cast(exercise, simulation).feet]
    assert ("mf4.chassis" in feet) == carrier  # belts are shapes of the hull
    assert sum("_link_" in name for name in feet) == links
