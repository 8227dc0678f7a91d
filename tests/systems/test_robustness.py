"""Shipped robots under random voltages: no number is lost, joints hold, nothing sinks in."""

from pathlib import Path

import numpy as np
import pytest

from simulator.physics import build, case, integrate, joint, step
from simulator.spec.load import load_scene

SCENES = Path(__file__).parents[2] / "scenes"


@pytest.mark.parametrize("name", ["container", "slalom", "lift"])
@pytest.mark.parametrize("seed", [1, 2])
def test_random_voltages_for_ten_seconds(name, seed):
    world = build.build_world(load_scene(SCENES / f"{name}.yaml"))
    random = np.random.default_rng(seed)
    bodies, joints, contacts = world.bodies, world.joints, world.contacts
    rigid = joints.state == joint.RIGID
    gap, depth = [], []

    def watch(time):
        if round(time * 100) % 25 == 0:
            world.motors.input[:] = random.uniform(-1, 1, len(world.motors.input))
            world.brakes.input[:] = random.uniform(0, 1, len(world.brakes.input)) < 0.2
        step.measure_joints(bodies, joints, world.islands)
        gap.append(np.abs(joints.after[rigid]).max())
        n = contacts.used[0]
        robot_a, robot_b = bodies.robot[contacts.body_a[:n]], bodies.robot[contacts.body_b[:n]]
        outside = (robot_a != robot_b) | (robot_a < 0)
        depth.append(-contacts.separation[:n][outside].min(initial=0.0))

    case.advance(world, 10.0, watch)
    assert integrate.find_diverged(bodies) == -1
    assert max(gap) < 1e-4
    assert np.percentile(depth, 95) < 1e-3
    beyond = np.maximum(joints.limit[:, 0] - joints.position, joints.position - joints.limit[:, 1])
    assert beyond.max() < 1e-3
