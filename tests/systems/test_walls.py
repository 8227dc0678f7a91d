"""Walls and stacks stand, whatever their size, also where a robot stands on them."""

import numpy as np
import pytest

from simulator.physics import world as worlds
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


def make_three(threads):
    """Return three walls, each with a robot on it, that sway."""
    half, bodies, joints = 0.05, [], []
    for n, width in enumerate((3, 5, 9)):
        boxes = walls.columns(7, width, half)
        links, own = walls.on_top(boxes, half)
        first, aside = 1 + len(bodies) + len(boxes), np.array([0.0, 1.0 * n, 0.0])
        for body in (*boxes, *links):
            body["pos"], body["name"] = body["pos"] + aside, f"s{n}_{body['name']}"
        for joint in own:
            joint["a"], joint["b"], joint["anchor"] = first, first + 1, joint["anchor"] + aside
        bodies += [*boxes, *links]
        joints += own
    sim = e_own.Sim(walls.make(bodies, ((), joints)), 0.01, threads=threads, sleep=0)
    free = sim.world.bodies.inv_mass > 0.0
    sim.world.bodies.velocity[free, 1] += 0.05 * np.sin(np.arange(free.sum()))
    return sim


def test_neither_threads_nor_a_restored_state_change_a_bit():
    hashes, state = {}, b""
    for threads in (1, 2):
        sim, hashes[threads] = make_three(threads), []
        for k in range(50):
            sim.step()
            hashes[threads].append(worlds.state_hash(sim.world))
            if k == 24:
                state = worlds.copy_state(sim.world)
    assert hashes[1] == hashes[2]
    sim = make_three(1)
    worlds.restore_state(sim.world, state)
    for k in range(25, 50):
        sim.step()
        assert worlds.state_hash(sim.world) == hashes[1][k]
