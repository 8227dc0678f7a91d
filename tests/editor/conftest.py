"""An arm with a console of its own, alone and twice in a scene."""

import pytest

SCENE = """
robots:
  - {file: arm.yaml, name: arm}
console: desk.yaml
"""
ROBOT = """
links:
  base: {fixed: true, shapes: [{box: [0.2, 0.2, 0.2]}]}
  rod: {mass: 1, shapes: [{box: [0.5, 0.05, 0.05], at: [0.25, 0, 0]}]}
joints:
  hinge: {type: revolute, parent: base, child: rod, at: [0, 0, 0.3], axis: [0, 0, 1]}
motors:
  turn: {joint: hinge, stall_torque: 2, no_load_speed: 3, time_constant: 0.2}
sensors:
  angle: {type: angle, joint: hinge}
  speed: {type: speed, joint: hinge}
"""
DESK = """# the desk
panel:
  lever: {type: lever}
  power: {type: toggle}
  lamp: {type: lamp}
constants: {most: 0.8}  # of the lever
diagram:
  # smooth and limit
  slow: {type: low_pass, time_constant_ms: 300, in: lever}
  held: {type: min, in: [slow, most]}
  on: {type: and, in: [power]}
outputs: {turn: held, lamp: on}
"""
PAIR = """
robots:
  - {file: arm.yaml, name: left, console: desk.yaml}
  - {file: arm.yaml, name: right, console: other.yaml, at: [2, 0, 0]}
"""
OTHER = """
panel: {lever: {type: lever}}
outputs: {turn: lever}
"""
FILES = {"scene": SCENE, "arm": ROBOT, "desk": DESK, "pair": PAIR, "other": OTHER}


@pytest.fixture
def folder(tmp_path):
    for name, text in FILES.items():
        (tmp_path / f"{name}.yaml").write_text(text)
    return tmp_path
