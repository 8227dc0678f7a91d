"""What is held turns with what holds it, however its weight is spread: a bar askew in jaws."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from .test_together import Run

HAND = """\
links:
  base: {fixed: true, shape: {box: [0.2, 0.2, 0.1], at: [0, 0, 0.05]}}
  arm: {mass: 10, collides: false, shape: {box: [0.3, 0.06, 0.06], at: [0.2, 0, 0]}}
  palm: {mass: 2, shape: {box: [0.1, 0.02, 0.06], at: [0.1, 0.0402, 0]}}
  jaw: {mass: 0.3, shape: {box: [0.1, 0.02, 0.06]}}
joints:
  slew: {type: revolute, parent: base, child: arm, at: [0, 0, 2], axis: [0, 0, 1]}
  wrist: {type: revolute, parent: arm, child: palm, at: [0.36, 0, 0], axis: [1, 0, 0]}
  close: {type: prismatic, parent: palm, child: jaw, at: [0.1, -0.0402, 0], axis: [0, 1, 0],
          limit: [0, 0.05]}
motors:
  drive: {type: speed, joint: slew, damping: 5000, torque: 5000}
  roll: {type: speed, joint: wrist, damping: 500, torque: 500}
  press: {type: torque, joint: close, torque: 100}
"""
BAR = """\
  - {name: bar, at: [0.46, 0, 2], rpy_deg: [0, 40, 0], mass: 0.5, shape: {box: [0.3, 0.06, 0.02]}}
"""


@pytest.mark.parametrize("h", [0.005, 0.01, 0.02])
@pytest.mark.parametrize("roll", [0.0, 2.0])
def test_a_bar_askew_in_turning_jaws_stays_as_it_is(tmp_path, roll, h) -> None:
    """Turned about its own momentum it creeps, by 30 to 110 mrad in these six seconds."""
    run = Run(tmp_path, HAND, BAR, h)
    motors, rows = run.world.motors.input, run.names.motors

    def turn():
        palm, bar = (run.names.bodies[name] for name in ("r.palm", "bar"))
        q = Rotation.from_quat(run.world.bodies.orientation[[palm, bar]], scalar_first=True)
        return q[0].inv() * q[1]

    motors[rows["r.press"]] = 1.0
    run.go(0.5, 0.0)
    for share in np.linspace(0.0, 1.0, 50):
        motors[rows["r.roll"]] = share * roll
        run.go(0.02, share * 2.0)
    place, before = run.seen("bar", "r.palm"), turn()
    run.go(6.0, 2.0)
    assert np.abs(run.seen("bar", "r.palm") - place).max() < 0.3 * h * h  # of second order
    assert (turn() * before.inv()).magnitude() < 1e-3
