"""Shipped scenes under random voltages and brakes: what is left of joints, limits and contacts."""

import time
from pathlib import Path

import numpy as np

from simulator.compiled import handle
from simulator.physics import build, step
from simulator.physics.bodies import integrate
from simulator.physics.joints import joint
from simulator.spec.load import load_scene
from tests.joint_gaps import measure_joints

SCENES = Path(__file__).parents[2] / "scenes"
CHANGE = 0.25  # how long a voltage lasts [s]


def shake(name, seconds, seed=1, h=None):
    """Return gap [m, rad], depth in what is not the robot itself (95 % of steps), way past limits.

    The depth is that of rigid surfaces, the step `h` [s] that of the scene unless one is given.

    `us_med` and the others are the time of a step; `sound`: nothing has left all bounds.
    """
    scene = load_scene(SCENES / f"{name}.yaml")
    physics = scene.physics.model_copy(update={"step": h or scene.physics.step})
    world = build.build_world(scene.model_copy(update={"physics": physics}))
    random, packed = np.random.default_rng(seed), handle.pack(world)
    bodies, joints, contacts = world.bodies, world.joints, world.contacts
    rigid, apart = joints.state == joint.RIGID, round(CHANGE / world.settings.step)
    gap, depth, taken = [], [], []
    for index in range(round(seconds / world.settings.step)):
        if index % apart == 0:
            world.motors.input[:] = random.uniform(-1, 1, len(world.motors.input))
            world.brakes.input[:] = random.uniform(0, 1, len(world.brakes.input)) < 0.2
        began = time.perf_counter()
        step.advance(1, packed.words)
        taken.append(1e6 * (time.perf_counter() - began))
        gap.append(float(np.abs(measure_joints(world)[rigid]).max(initial=0.0)))
        n = contacts.used[0]
        robot_a, robot_b = bodies.robot[contacts.body_a[:n]], bodies.robot[contacts.body_b[:n]]
        outside = (robot_a != robot_b) | (robot_a < 0)
        is_wheel = np.isfinite(contacts.deepest[:n])  # rigid as well, but for their springs
        outside &= (contacts.stiffness[:n] == 0.0) | is_wheel  # a compliant surface is to sink
        depth.append(float(-contacts.separation[:n][outside].min(initial=0.0)))
    low, high = joints.limit[:, 0] - joints.position, joints.position - joints.limit[:, 1]
    return {
        "us_med": float(np.median(taken)), "us_p99": float(np.percentile(taken, 99)),
        "us_max": max(taken), "gap": max(gap), "depth_95": float(np.percentile(depth, 95)),
        "depth_max": max(depth), "beyond": float(np.maximum(low, high).max(initial=0.0)),
        "sound": int(integrate.find_diverged(bodies)) == -1,
    }  # fmt: skip
