"""The shipped fall detection on a robot that stands, and on one that tips over."""

import shutil
from pathlib import Path

import pytest

from simulator import Panel, Simulation
from simulator.checking import load_checked

GUARD = Path(__file__).resolve().parents[2] / "consoles" / "fall_guard.yaml"
ROBOT = """
links:
  body:
    shapes: [{box: [0.2, 0.15, 0.02], at: [0, 0, 0.01]}, {box: [0.1, 0.1, 0.6], at: [0, 0, 0.32]}]
    mass: 10
  arm: {shape: {box: [0.02, 0.02, 0.2]}, mass: 0.1}
joints:
  shoulder: {type: revolute, parent: body, child: arm, at: [0, 0, 0.8], axis: [0, 0, 1]}
motors:
  arm_motor: {joint: shoulder, stall_torque: 0.01, no_load_speed: 10, time_constant: 0.1}
feet: [body]
sensors:
  roll: {type: attitude, link: body, axis: roll}
  pitch: {type: attitude, link: body, axis: pitch}
  zmp_margin: {type: stability_margin, link: body}
  capture_margin: {type: stability_margin, link: body, of: capture_point}
  ahead: {type: zmp, link: body, axis: x, local: true}
  torque: {type: motor_torque, motor: arm_motor}
"""
CONSOLE = """
include: [fall_guard.yaml]
panel: {up: {type: push_button}}
diagram:
  fallen: {diagram: fall_guard, in: {roll: roll, pitch: pitch, margin: capture_margin, reset: up}}
  drive:  {type: select, in: [fallen, 0, 1]}
outputs: {arm_motor: drive}
"""


@pytest.fixture
def make(tmp_path):
    def make(pitch):
        (tmp_path / "pyproject.toml").write_text("")
        shutil.copy(GUARD, tmp_path)
        (tmp_path / "robot.yaml").write_text(ROBOT)
        (tmp_path / "console.yaml").write_text(CONSOLE)
        place = f"[{{file: robot.yaml, name: r, at: [1, 1, 0.05], rpy_deg: [0, {pitch}, 90]}}]"
        (tmp_path / "scene.yaml").write_text(f"robots: {place}\nconsole: console.yaml\n")
        return Simulation(load_checked(tmp_path / "scene.yaml"))

    return make


def run(simulation, seconds):
    panel = Panel(simulation.scene.console_spec)
    return [simulation.frame(panel.input()) for _ in range(round(seconds / simulation.frame_dt))]


def test_who_stands_keeps_its_motors(make):
    seen = run(make(0), 2.0)
    assert all(one.signal("fallen") == 0.0 for one in seen)
    last = seen[-1]
    assert last.signal("drive") == 1.0 and last.signal("torque") > 0.0
    assert last.signal("zmp_margin") == pytest.approx(0.075, abs=2e-3)
    assert last.signal("ahead") == pytest.approx(0.0, abs=2e-3)
    stance = last.stances[0]
    assert stance.robot == "r" and len(stance.corners) == 4
    assert stance.zmp[:2] == pytest.approx([1.0, 1.0], abs=2e-3)


def test_who_tips_over_loses_them_before_it_lies_on_the_floor(make):
    simulation = make(25)
    seen = run(simulation, 3.0)
    first = next(k for k, one in enumerate(seen) if one.signal("fallen"))
    lean = [abs(one.signal("pitch")) for one in seen]
    assert lean[first] < 0.9 < max(lean)
    assert min(one.signal("capture_margin") for one in seen[:first]) < -0.05
    assert all(one.signal("fallen") == 1.0 and one.signal("drive") == 0.0 for one in seen[first:])
    panel = Panel(simulation.scene.console_spec)
    panel.press("up")
    simulation.frame(panel.input())
    assert simulation.frame(panel.input()).signal("fallen") == 1.0  # it still lies there
