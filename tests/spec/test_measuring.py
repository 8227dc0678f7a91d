"""Sensors that can only say 0 are told of."""

import pytest

from simulator import checking

ROBOT = """\
links:
  base: {fixed: true, shape: {box: [0.2, 0.2, 0.1]}}
  arm: {mass: 1, shape: {sphere: 0.1, at: [0, 0, 0.5]}}
joints: {hinge: {type: revolute, parent: base, child: arm}}
motors: {m: {joint: hinge, MOTOR}}
sensors: {torque: {type: motor_torque, motor: m}, amps: {type: current, motor: m}}
"""
DC = "stall_torque: 1, no_load_speed: 9, rotor_inertia: 1"


@pytest.mark.parametrize(
    ("motor", "told"),
    [
        (DC, "m has no `stall_current`, so its current is always 0: give it one"),
        ("type: torque, torque: 9", "only a dc motor has one"),
        (f"{DC}, stall_current: 8", None),
    ],
)
def test_the_current_of_a_motor_that_draws_none_is_told_of(folder, motor, told):
    found = checking.check(folder.write("robots/arm/robot.yaml", ROBOT.replace("MOTOR", motor)))
    seen = [(one.problem.path, one.problem.code, one.severity) for one in found]
    assert seen == ([("sensors.amps", "idle-sensor", "warning")] if told else [])
    assert all(told in one.problem.message for one in found)
