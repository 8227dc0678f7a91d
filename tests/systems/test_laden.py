"""What jaws hold stays in them whatever else their robot carries, and whatever pads they have."""

import numpy as np
import pytest

from .test_together import Run

ROBOT = """\
materials: {pad: {friction: 1, rolling: ROLLING}}
links:
  base: {fixed: true, collides: false, shape: {box: [0.1, 0.1, 0.1]}}
  post: {mass: 8, collides: false, shape: {box: [0.06, 0.06, 0.1]}}
  palm: {mass: 1, shapes: [{box: [0.16, 0.05, 0.03]}, {box: [0.5, 0.2, 0.01], at: [0, 0, 0.06]}]}
  left: {mass: 0.3, material: pad, shape: {box: [0.012, 0.04, 0.1]}}
  right: {mass: 0.3, material: pad, shape: {box: [0.012, 0.04, 0.1]}}
joints:
  lift: {type: prismatic, parent: base, child: post, at: [0, 0, 1.2], axis: [0, 0, 1]}
  turn: {type: revolute, parent: post, child: palm, at: [0, 0, -0.2], axis: [0, 0, 1]}
  l: {type: prismatic, parent: palm, child: left, at: [-0.06, 0, -0.065], axis: [1, 0, 0]}
  r: {type: prismatic, parent: palm, child: right, at: [0.06, 0, -0.065], axis: [-1, 0, 0]}
motors:
  bear: {type: servo, joint: lift, stiffness: 30000, damping: 1200, torque: 2000}
  drive: {type: servo, joint: turn, stiffness: 500, damping: 20, torque: 50}
  hold: {type: servo, joint: l, stiffness: 100000, damping: 2000, torque: 500}
  press: {type: torque, joint: r, torque: 20}
"""
BELT = {
    "links:\n": """\
  bed: {mass: 5, shape: {box: [0.5, 0.1, 0.08]}}
  front: &wheel {mass: 0.5, shape: {cylinder: {radius: 0.06, length: 0.3}, rpy_deg: [90, 0, 0]}}
  back: *wheel
""",
    "joints:\n": """\
  top: {type: fixed, parent: post, child: bed, at: [0, 0, 0.3]}
  f: {type: revolute, parent: bed, child: front, at: [0.4, 0, 0], axis: [0, 1, 0]}
  b: {type: revolute, parent: bed, child: back, at: [-0.4, 0, 0], axis: [0, 1, 0]}
""",
    "motors:\n": "  go: {type: speed, joint: f, damping: 500, torque: 100}\n",
}
TRACK = "tracks: {t: {sprocket: f, idler: b, pitch_mm: 60, model: belt, grouser: 0}}\n"
ROD = """\
  - {name: rod, mass: 0.05, material: thing, at: [0, 0, 0.9], rpy_deg: [90, 0, 0],
     shape: {cylinder: {radius: 0.03, length: 0.06}}}
"""
BOX = "  - {{name: x{}, mass: 0.1, material: thing, at: [{}, {}, {}], shape: {{box: [{}]}}}}\n"
SECONDS, RATE = 6.0, 1.5  # of the swings; [rad/s]
THING = "materials: {thing: {friction: 0.5}}\n"


def find_slip(folder, h: float, boxes: int = 0, rolling: float = 0.0, has_belt=False) -> float:
    """Return how far a rod of 50 g slips in jaws that press with 12 N and swing by 1 rad [m].

    Boxes lie on a tray above the jaws or, further up, on a belt.
    """
    text, z = ROBOT.replace("ROLLING", str(rolling)), 1.6 if has_belt else 1.085
    for head, more in BELT.items() if has_belt else ():
        text = text.replace(head, head + more)
    places = [(-0.2 + 0.05 * (k % 9), -0.06 + 0.06 * (k // 9)) for k in range(boxes)]
    things = "".join(BOX.format(k, *at, z, "0.04, 0.04, 0.04") for k, at in enumerate(places))
    run = Run(folder, text + (TRACK if has_belt else ""), ROD + things + THING, h)
    motors, rows = run.world.motors.input, run.names.motors
    gravity = run.world.settings.gravity.copy()
    motors[rows["r.hold"]], motors[rows["r.press"]] = 0.024, 0.6
    run.world.settings.gravity[:] = 0.0
    run.go(0.5, 0.0)
    run.world.settings.gravity[:] = gravity
    run.go(0.3, 0.0)
    before, most = run.seen("rod", "r.palm"), 0.0
    for time in np.arange(0.0, SECONDS, 0.02):
        run.go(0.02, np.sin(np.pi * time / SECONDS) ** 2 * np.sin(RATE * time))
        most = max(most, float(np.linalg.norm(run.seen("rod", "r.palm") - before)))
    return most


@pytest.mark.parametrize("h", [0.002, 0.005, 0.01, 0.02])
@pytest.mark.parametrize("boxes", [6, 7, 12])
def test_a_held_rod_does_not_mind_boxes_on_a_tray(tmp_path, boxes, h) -> None:
    """Beyond eight pairs with free bodies nothing was solved directly, and the rod slipped."""
    assert find_slip(tmp_path, h, boxes) < 1e-4


@pytest.mark.parametrize("h", [0.002, 0.005, 0.01, 0.02])
def test_pads_with_rolling_friction_hold_a_rod(tmp_path, h) -> None:
    """Where anything had rolling friction nothing was solved directly, and the rod rolled down."""
    assert find_slip(tmp_path, h, rolling=1e-3) < 1e-4


@pytest.mark.parametrize("h", [0.005, 0.01])
def test_a_held_rod_does_not_mind_a_box_on_a_belt(tmp_path, h) -> None:
    """What a belt carried kept all else from being solved directly, and the rod slipped."""
    assert find_slip(tmp_path, h, boxes=1, has_belt=True) < 1e-4
