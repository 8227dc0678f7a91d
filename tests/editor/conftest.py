"""An arm with a console of its own, alone and twice in a scene."""

from pathlib import Path

import pytest

SCENE = """
robots:
  - {file: arm.yaml, name: arm}
console: desk.yaml
"""
ROBOT = (Path(__file__).parents[1] / "scenes" / "robots" / "hinged.yaml").read_text()
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
