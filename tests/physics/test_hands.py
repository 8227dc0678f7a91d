"""Two hands at one mechanism's contacts: where they may share the work, and where they may not."""

import numpy as np
import pytest

from simulator.physics import hands
from tests.bench import e_own
from tests.peers import parts, scenes

PITCH, HALF = 0.06, (0.028, 0.02, 0.012)


def add_chain(bodies, joints, at, mass):
    """Add ten links along x that servos hold straight."""
    servo = {"kind": "pos", "kp": 2e4 * mass, "kd": 200.0 * mass, "target": 0.0, "maxf": 1e6}
    for k in range(10):
        here = np.add(at, ((k + 0.5) * PITCH, 0, 0))
        inertia = parts.box_inertia(mass, HALF)
        if k:
            pin, row = here - (PITCH / 2, 0, 0), len(bodies)
            joints.append(parts.joint("hinge", row - 1, row, pin, motor=servo))
        bodies.append(
            parts.body(f"l{len(bodies)}", here, mass, inertia, [parts.shape("box", HALF)])
        )


def make_chains(top):
    """Return three chains on each other, the upper one with links of `top` kg."""
    bodies, joints = [parts.ground(0.5)], []
    for k, mass in enumerate((0.1, 0.1, top)):
        add_chain(bodies, joints, (0.03 * (k % 2), 0, HALF[2] * (1 + 2 * k)), mass)
    return parts.scene(bodies, joints)


def find_middle(sim):
    """Return the first pair, that of the second hand, and the end, in the largest cluster."""
    world = sim.world
    start = world.clusters.pair_start[: world.clusters.used[0] + 1]
    c = int(np.argmax(np.diff(start)))
    first, end = int(start[c]), int(world.clusters.visit_end[c])
    middle = hands.find_middle(
        first, end, world.clusters, world.contacts, world.islands, world.walks
    )
    return first, middle, end


def test_a_robot_s_tracks_are_shared_out():
    sim = e_own.Sim(scenes.tracked(steps=False), 0.005)
    for _ in range(20):
        sim.step()
    first, middle, end = find_middle(sim)
    assert 0.3 < (middle - first) / (end - first) < 0.7


@pytest.mark.parametrize("top", [0.1, 100.0])
def test_chains_on_each_other_are_not(top):
    sim = e_own.Sim(make_chains(top), 0.005)
    for _ in range(20):
        sim.step()
    first, middle, end = find_middle(sim)
    assert middle == end > first + 10


@pytest.mark.parametrize("step", [0.001, 0.005])
def test_a_chain_a_thousand_times_as_heavy_is_not_thrown(step):
    """Two hands that worked behind each other's back threw it by decimetres."""
    sim = e_own.Sim(make_chains(100.0), step)
    start = sim.poses()[0][21:, 2].max()
    highest = start
    for _ in range(round(0.5 / step)):
        sim.step()
        highest = max(highest, sim.poses()[0][21:, 2].max())
    assert highest < start + 1e-3
