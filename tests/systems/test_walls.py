"""Walls and stacks stand, whatever their size, also where a robot stands on them."""

import numpy as np
import pytest

from tests.bench import e_own
from tests.peers import walls

BUILT = {
    "columns": lambda half: walls.columns(8, 8, half),
    "few columns": lambda half: walls.columns(4, 12, half),
    "pyramid": lambda half: walls.pyramid(16, half),
    "masonry": lambda half: walls.masonry(10, 6, half),
}


def find_way(boxes, robot=((), ()), seconds=10.0, dt=0.01):
    """Return how far any of the boxes is from where it was, over half its height."""
    sim = e_own.Sim(walls.make(boxes, robot), dt)
    start, half = sim.poses()[0], boxes[0]["pos"][2]
    for _ in range(round(seconds / dt)):
        sim.step()
        if sim.world.sleepers.asleep.all():
            break
    assert sim.world.sleepers.asleep.all()
    return np.linalg.norm(sim.poses()[0] - start, axis=1).max() / half


@pytest.mark.parametrize("half", [0.005, 0.05, 0.5])
@pytest.mark.parametrize("name", BUILT)
def test_a_wall_stands(name, half):
    """Sweeps alone let most of them fall within seconds."""
    assert find_way(BUILT[name](half)) < 0.02


@pytest.mark.parametrize("half", [0.05, 0.5])
@pytest.mark.parametrize(("layers", "width"), [(3, 1), (8, 1), (12, 1), (5, 3), (8, 8)])
def test_it_stands_under_a_robot(layers, width, half):
    """From eight boxes on they fell, as the robot's joints kept them from the direct solve."""
    boxes = walls.columns(layers, width, half)
    assert find_way(boxes, walls.on_top(boxes, half)) < 0.02
