"""Desks to lay out: of a scene, and of two robots that share one file."""

from pathlib import Path

import pytest

from simulator import checking
from simulator.editor.draft import Draft
from simulator.laying.geometry import Box
from simulator.laying.sketch import Sketch

SCENE = """
robots: [{file: arm.yaml, name: arm}]
console: desk.yaml
"""
PAIR = """
robots:
  - {file: arm.yaml, name: left, console: desk.yaml}
  - {file: arm.yaml, name: right, console: other.yaml, at: [2, 0, 0]}
"""
ROBOT = (Path(__file__).parents[1] / "scenes" / "robots" / "hinged.yaml").read_text()
DESK = """# the desk
include: [lamps.yaml]
groups:
  drive: {title: Drive}
  show:  {title: {ru: Приборы, en: Instruments}}
panel:
  lever: {type: lever, group: drive, keys: [Q, A]}  # of the hinge
  power: {type: toggle, group: drive}
  meter: {type: gauge, group: show, range: [-3, 3]}
diagram:
  # only with power
  volts: {type: select, in: [power, lever, 0]}
outputs: {turn: volts, meter: speed, lamp: power}
layout:
  signals: {lever: [10, 20]}
"""
LAMPS = """
panel:
  lamp: {type: lamp, group: show}
"""
OTHER = """
panel: {lever: {type: lever, keys: [W, S]}}
outputs: {turn: lever}
"""
FILES = {
    "scene": SCENE, "pair": PAIR, "arm": ROBOT, "desk": DESK, "lamps": LAMPS, "other": OTHER,
}  # fmt: skip
CELLS = {
    "lever": Box(0, 0, 72, 200),
    "power": Box(80, 40, 48, 88),
    "meter": Box(0, 0, 128, 128),
    "lamp": Box(150, 8, 44, 60),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name, text in FILES.items():
        (tmp_path / f"{name}.yaml").write_text(text)
    return tmp_path


def sketch_of(path, owner=""):
    """Return a sketch of a console of a scene."""
    sketch = Sketch()
    sketch.follow(Draft(checking.load_checked(path), checking.survey_edited), owner)
    return sketch


@pytest.fixture
def sketch(folder):
    return sketch_of(folder / "scene.yaml")


def text_of(sketch, file="desk"):
    """Return the text of an edited file."""
    known = sketch.draft.list_documents(sketch.owner)
    return next(one.text for one in known if one.file.endswith(f"{file}.yaml"))
