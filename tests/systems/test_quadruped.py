"""The source's check of the quadruped: it rises, settles, and its legs do not slide apart."""

from functools import cache
from pathlib import Path

import mujoco
import numpy as np
import pytest

from simulator.checking import load_checked
from simulator.console.panel import Panel
from simulator.interop import mjcf
from simulator.simulation import Simulation
from simulator.spec.models.scene import PhysicsSpec
from simulator.spec.naming.bodies import rotation_of

SCENE = Path(__file__).parents[2] / "scenes" / "standing.yaml"
LEGS = ("front_left", "front_right", "rear_left", "rear_right")
TOLD = {"yaw": 40.0, "hip": -20.0, "knee": 110.0}
STIFFNESS, STALL, WEIGHT, FOOT = 20.0, 1.96133, 2.4 * 9.81, 0.108
SECONDS = 2.0


def told(leg, joint):
    """Return the commanded angle [rad]; front legs point forwards, rear ones backwards."""
    outwards = joint == "yaw" and leg in ("front_left", "rear_right")
    return np.radians(-TOLD[joint] if outwards else TOLD[joint])


def find_feet(snapshot):
    """Return where the feet's centres are (4, 3) [m]."""
    feet = []
    for leg in LEGS:
        position, (w, x, y, z) = snapshot.pose(f"quadruped.{leg}_shank")
        along = np.array([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)])
        feet.append(position + FOOT * along)
    return np.array(feet)


@cache
def stand(step):
    """Let it stand; return its signals by name at every step, where its feet were, the last one."""
    scene = load_checked(SCENE)
    physics = PhysicsSpec(step=step, steps_per_frame=1)
    simulation = Simulation(scene.model_copy(update={"physics": physics}))
    panel, rows, feet = Panel(scene.console_spec), [simulation.signals.copy()], []
    for _ in range(round(SECONDS / step)):
        snapshot = simulation.frame(panel.input())
        rows.append(simulation.signals.copy())
        feet.append(find_feet(snapshot))
    slots = simulation.plan.slots
    return {name: np.array(rows)[:, slot] for name, slot in slots.items()}, np.array(feet)


def test_the_body_first_rises_then_settles():
    signals, _ = stand(0.01)
    height = signals["height"]
    highest = int(height.argmax())
    assert height[0] == pytest.approx(0.0742, abs=1e-4)
    assert height[highest] > height[-1] + 0.003 and 0.05 < 0.01 * highest < 0.1
    assert np.ptp(height[100:]) < 1e-6  # at rest after a second
    assert 0.0 < 0.08922 - height[-1] < 0.002  # the springs give way under its weight


def test_the_feet_do_not_slide_apart():
    _, feet = stand(0.01)
    assert np.abs(feet[-1] - feet[99])[:, :2].max() < 1e-6
    assert np.abs(feet[-1] - feet[0])[:, :2].max() < 0.004


def test_twelve_torques_hold_it():
    signals, _ = stand(0.01)
    torques = np.array([signals[f"{leg}_{joint}_torque"] for leg in LEGS for joint in TOLD])
    assert torques.shape[0] == 12
    assert 1.0 < np.abs(torques).max() < 0.95 * STALL  # it rises without a servo at its limit
    assert 0.1 < np.abs(torques[:, 100:]).max() < 0.5 * STALL
    missing = [
        told(leg, joint) - signals[f"{leg}_{joint}_angle"][-1] for leg in LEGS for joint in TOLD
    ]
    assert torques[:, -1] == pytest.approx(STIFFNESS * np.array(missing), abs=1e-6)
    forces = sum(signals[f"{leg}_force"][-1] for leg in LEGS)
    assert forces == pytest.approx(WEIGHT, rel=1e-5)


def test_the_knees_torque_is_what_statics_asks_for():
    # what acts on the shank beyond the knee: the foot's force, and its own weight
    signals, _ = stand(0.01)
    angles = {joint: signals[f"front_left_{joint}_angle"][-1] for joint in TOLD}
    slope = angles["hip"] + angles["knee"]  # below the horizon
    reach, drop = FOOT * np.cos(slope), FOOT * np.sin(slope) + 0.012  # down to the ground
    lift = WEIGHT / 4
    knee = signals["front_left_knee_torque"][-1]
    own = 9.81 * (0.07 * 0.054 + 0.01 * 0.108) * np.cos(slope)
    outwards = (knee + own - lift * reach) / drop  # the ground's force that balances the knee
    hip = signals["front_left_hip_torque"][-1]
    thigh = 0.09 * np.array([np.cos(angles["hip"]), np.sin(angles["hip"])])
    arm, depth = thigh[0] + reach, thigh[1] + drop
    weights = 9.81 * (0.14 * 0.5 * thigh[0] + 0.08 * thigh[0]) + own
    assert hip == pytest.approx(lift * arm + outwards * depth - weights, abs=1e-4)


def follow_in_mujoco(softness):
    """Return the body's height in MuJoCo at every 0.2 ms, its contacts `softness` [s] soft."""
    model = mujoco.MjModel.from_xml_string(mjcf.write(load_checked(SCENE))[0])
    model.opt.timestep = 2e-4
    model.geom_solref[:], model.geom_solimp[:, :2] = (softness, 1.0), 0.999
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    for leg in LEGS:
        for joint in TOLD:
            data.actuator(f"quadruped.{leg}_{joint}").ctrl = told(leg, joint)
    heights = []
    for _ in range(round(SECONDS / model.opt.timestep)):
        mujoco.mj_step(model, data)
        heights.append(data.body("quadruped.body").xpos[2])
    return np.array(heights)


def test_an_independent_engine_sees_the_same_rise():
    # both engines' distances from their limits: halving the step, hardening the contacts
    fine, coarse = (stand(step)[0]["height"] for step in (0.002, 0.004))
    hard, soft = follow_in_mujoco(0.001), follow_in_mujoco(0.004)
    for take in (np.max, lambda heights: heights[-1]):
        room = 2 * abs(take(fine) - take(coarse)) + 2 * abs(take(hard) - take(soft))
        assert room < 3e-4
        assert abs(take(fine) - take(hard)) < room


def test_the_start_pose_keeps_the_feet_where_the_command_puts_them():
    _, feet = stand(0.01)
    for row, leg in enumerate(LEGS):
        side = 1.0 if leg.endswith("left") else -1.0
        end = 1.0 if leg.startswith("front") else -1.0
        turn = rotation_of((0.0, 0.0, side * np.pi / 2)) @ rotation_of((0.0, 0.0, told(leg, "yaw")))
        reach = 0.04 + 0.09 * np.cos(np.radians(20.0))
        spot = np.array([end * 0.10, side * 0.09, 0.0]) + turn @ [reach, 0.0, 0.0]
        assert feet[0, row, :2] == pytest.approx(spot[:2], abs=5e-4)
