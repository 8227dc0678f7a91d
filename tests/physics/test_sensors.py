"""Every type of sensor against what is known of the pose it measures."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.compiled.handle import pack
from simulator.physics import build, sensors, step
from simulator.spec.models.robot import RobotSpec
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming.bodies import rotation_of

ARM = {
    "links": {
        "base": {"fixed": True, "shape": {"box": [0.2, 0.2, 0.2]}},
        "arm": {"shape": {"box": [0.4, 0.1, 0.1], "at": [0.2, 0, 0]}, "mass": 2.0},
    },
    "joints": {
        "hinge": {"type": "revolute", "parent": "base", "child": "arm", "at": [0, 0, 0.5],
                  "axis": [0, 0, 1], "start": 0.5},
    },
    "motors": {
        "drive": {"joint": "hinge", "stall_torque": 2.0, "no_load_speed": 100.0,
                  "gear_ratio": 50.0, "rotor_inertia": 1e-2, "stall_current": 8.0},
    },
    "sensors": {
        "turn": {"type": "angle", "joint": "hinge"},
        "rate": {"type": "speed", "joint": "hinge"},
        "rotor": {"type": "motor_speed", "motor": "drive"},
        "torque": {"type": "motor_torque", "motor": "drive"},
        "amps": {"type": "current", "motor": "drive"},
        "tip_x": {"type": "position", "link": "arm", "axis": "x", "at": [0.4, 0, 0]},
        "tip_y": {"type": "position", "link": "arm", "axis": "y", "at": [0.4, 0, 0]},
        "tip_z": {"type": "position", "link": "arm", "axis": "z", "at": [0.4, 0, 0]},
        "yaw": {"type": "attitude", "link": "arm", "axis": "yaw"},
        "swing": {"type": "velocity", "link": "arm", "axis": "y", "at": [0.4, 0, 0], "local": True},
        "across": {"type": "velocity", "link": "arm", "axis": "x", "at": [0.4, 0, 0]},
        "turning": {"type": "velocity", "link": "arm", "axis": "yaw"},
        "gap": {"type": "separation", "link": "arm", "at": [0.4, 0, 0], "to": "base"},
    },
}  # fmt: skip
BALL = {"name": "ball", "shape": {"sphere": 0.1}, "mass": 3.0, "at": [0, 0, 0.1]}


class Bench:
    """A scene's world, its sensors, and their signals by name."""

    def __init__(self, scene):
        self.world = build.build_world(scene)
        self.names = build.find_names(scene)
        found = [
            f"{robot}.{name}" if robot else name for robot, name, _ in sensors.list_sensors(scene)
        ]
        self.slots = {name: slot for slot, name in enumerate(found)}
        self.table = sensors.build_sensors(scene, self.names, self.world, self.slots)
        self.signals = np.full(len(found), np.nan)

    def measure(self):
        sensors.read(self.world, self.table, self.signals)
        return {name: self.signals[slot] for name, slot in self.slots.items()}

    def step(self, count=1):
        step.advance(count, pack(self.world).words)
        return self.measure()


def scene_of(robot=None, **rest):
    spec = SceneSpec.model_validate({
        "robots": [{"file": "robots/r/robot.yaml", "at": [1, 2, 0]}] if robot else [], **rest,
    })  # fmt: skip
    if robot is None:
        return spec
    placed = spec.robots[0].model_copy(update={"spec": RobotSpec.model_validate(robot)})
    return spec.model_copy(update={"robots": [placed]})


def test_a_hinge_at_rest():
    got = Bench(scene_of(ARM)).measure()
    assert got["r.turn"] == pytest.approx(0.5)
    assert got["r.yaw"] == pytest.approx(0.5)
    assert got["r.tip_x"] == pytest.approx(1.0 + 0.4 * math.cos(0.5))
    assert got["r.tip_y"] == pytest.approx(2.0 + 0.4 * math.sin(0.5))
    assert got["r.tip_z"] == pytest.approx(0.5)
    assert got["r.gap"] == pytest.approx(math.hypot(0.4, 0.5))
    assert got["r.rate"] == got["r.swing"] == got["r.turning"] == 0.0


def test_a_hinge_driven_by_its_motor():
    bench = Bench(scene_of(ARM))
    bench.world.motors.input[0] = 1.0
    got = bench.step(60)
    rate = got["r.rate"]
    assert rate > 0.1
    assert got["r.rotor"] == pytest.approx(50.0 * rate, rel=1e-9)
    # a body's speed is along the chord of the step, shorter than the arc by (h rate)^2 / 24
    assert got["r.turning"] == pytest.approx(rate, rel=1e-4)
    assert got["r.swing"] == pytest.approx(0.4 * rate, rel=0.02)
    assert got["r.across"] == pytest.approx(-0.4 * rate * math.sin(got["r.yaw"]), rel=0.02)
    assert got["r.turn"] == pytest.approx(got["r.yaw"], rel=1e-9)
    assert got["r.amps"] == pytest.approx(8.0 * got["r.torque"] / 2.0)
    # the torque line at the mean speed of the step, which is a little lower than the new one
    assert got["r.torque"] == pytest.approx(2.0 * (1.0 - got["r.rotor"] / 100.0), rel=0.02)


def test_a_resting_ball_presses_with_its_weight():
    scene = scene_of(props=[BALL], sensors={"force": {"type": "contact_force", "link": "ball"}})
    bench = Bench(scene)
    assert bench.measure()["force"] == 0.0
    assert bench.step(100)["force"] == pytest.approx(3.0 * 9.81, rel=1e-3)


def test_a_ball_in_a_corner_presses_along_each_axis_with_its_share():
    """Between a floor and a wall, gravity askew: sums of pushes tell nothing of its weight."""
    wall = {"name": "wall", "fixed": True, "shape": {"box": [0.2, 2, 2]}, "at": [-0.2, 0, 0.5]}
    ball = {**BALL, "at": [BALL["shape"]["sphere"] - 0.1, 0, BALL["at"][2]]}
    along = {"type": "contact_force", "link": "ball"}
    bench = Bench(scene_of(props=[ball, wall], physics={"gravity": [-3, 0, -4]}, sensors={
        "whole": along, **{axis: {**along, "axis": axis} for axis in "xyz"},
        "own": {**along, "axis": "z", "local": True},
        "wall": {**along, "link": "wall", "axis": "x"},
    }))  # fmt: skip
    got = bench.step(300)
    assert got["x"] == pytest.approx(9.0, abs=0.01)
    assert got["y"] == pytest.approx(0.0, abs=1e-6)
    assert got["z"] == pytest.approx(12.0, abs=0.01)
    assert got["own"] == pytest.approx(12.0, abs=0.1)
    assert got["wall"] == pytest.approx(-9.0, abs=0.01)
    assert got["whole"] > 16.0


def test_a_flying_ball_touches_nothing():
    ball = {**BALL, "at": [0, 0, 9]}
    bench = Bench(scene_of(props=[ball], sensors={
        "force": {"type": "contact_force", "link": "ball"},
        "fall": {"type": "velocity", "link": "ball", "axis": "z"},
        "height": {"type": "position", "link": "ball", "axis": "z"},
    }))  # fmt: skip
    got = bench.step(50)
    assert got["force"] == 0.0
    assert got["fall"] == pytest.approx(-9.81 * 0.5)
    # the exact sum of semi-implicit Euler: - g h^2 n (n + 1) / 2
    assert got["height"] == pytest.approx(9.0 - 9.81 * 1e-4 * 50 * 51 / 2)


ANGLE = st.floats(-1.5, 1.5)


@given(ANGLE, ANGLE, ANGLE)
@settings(max_examples=40, deadline=None)
def test_attitude_gives_back_roll_pitch_yaw(roll, pitch, yaw):
    crate = {
        "name": "crate",
        "shape": {"box": [1, 1, 1]},
        "at": [0, 0, 5],
        "rpy": [roll, pitch, yaw],
    }
    axes = ("roll", "pitch", "yaw")
    wanted = {axis: {"type": "attitude", "link": "crate", "axis": axis} for axis in axes}
    got = Bench(scene_of(props=[crate], sensors=wanted)).measure()
    assert [got[axis] for axis in axes] == pytest.approx([roll, pitch, yaw], abs=1e-9)


def test_a_point_off_the_centre_of_a_turned_crate():
    rpy, at = (0.3, -0.4, 1.1), np.array([0.5, -0.2, 0.1])
    part = {"shape": {"box": [1, 1, 1], "at": [0.3, 0, 0]}, "at": [1, 2, 5], "rpy": rpy}
    wanted = {
        axis: {"type": "position", "link": "crate", "axis": axis, "at": at.tolist()}
        for axis in "xyz"
    }
    wanted["way"] = {"type": "separation", "link": "ground", "to": "crate"}
    got = Bench(scene_of(props=[{"name": "crate", **part}], sensors=wanted)).measure()
    exact = np.array([1.0, 2.0, 5.0]) + rotation_of(rpy) @ at
    assert [got[axis] for axis in "xyz"] == pytest.approx(exact)
    assert got["way"] == pytest.approx(math.sqrt(1 + 4 + 25)), "to the crate's own frame"


def test_a_ray_finds_the_floor_and_passes_its_own_body():
    eye = {
        "name": "eye",
        "shape": {"box": [0.2, 0.2, 0.2]},
        "at": [0, 0, 2],
        "rpy": [0, 0.25 * math.pi, 0],
    }
    wall = {"name": "wall", "fixed": True, "shape": {"box": [0.2, 9, 20]}, "at": [-5.1, 0, 0]}
    ray = {"type": "distance", "link": "eye", "at": [0.05, 0, 0]}
    got = Bench(scene_of(props=[eye, wall], sensors={
        "floor": ray,
        "short": {**ray, "range": 1.5},
        "wall": {"type": "distance", "link": "eye", "direction": [-1, 0, -1], "range": 20},
        "sky": {"type": "distance", "link": "eye", "direction": [-2, 0, 0], "range": 30},
    })).measure()  # fmt: skip
    assert got["floor"] == pytest.approx(2.0 * math.sqrt(2.0) - 0.05)
    assert got["short"] == 1.5
    assert got["wall"] == pytest.approx(5.0)
    assert got["sky"] == pytest.approx(5.0 * math.sqrt(2.0)), "up along the wall"
