"""A scene read again with what was kept says the same as one that is read anew."""

import os

import pytest

from simulator.spec import survey
from simulator.spec.kept import Kept

SCENE = """
robots:
  - {file: arm.yaml, name: one, console: desk.yaml}
  - {file: arm.yaml, name: two, at: [2, 0, 0]}
"""
ARM = """
links:
  base: {fixed: true, shapes: [{box: [0.2, 0.2, 0.2]}]}
  rod: {mass: 1, shapes: [{box: [0.5, 0.05, 0.05]}]}
joints:
  hinge: {type: revolute, parent: base, child: rod, axis: [0, 0, 1]}
motors:
  turn: {joint: hinge, stall_torque: 2, no_load_speed: 3, time_constant: 0.2}
"""
DESK = """
include: [more.yaml]
diagram:
  slow: {type: low_pass, time_constant: 1, in: lever}
outputs: {turn: slow}
"""
MORE = "panel: {lever: {type: lever}}\n"


@pytest.fixture
def folder(tmp_path):
    for name, text in {"scene": SCENE, "arm": ARM, "desk": DESK, "more": MORE}.items():
        (tmp_path / f"{name}.yaml").write_text(text)
    return tmp_path


def look(folder, kept, unsaved=None):
    """Return what is read with and without what was kept; they have to be equal."""
    unsaved = {os.path.realpath(folder / name): text for name, text in (unsaved or {}).items()}
    with_kept = survey.survey_scene(folder / "scene.yaml", unsaved, kept)
    anew = survey.survey_scene(folder / "scene.yaml", unsaved)
    assert with_kept.spec == anew.spec and with_kept.problems == anew.problems
    assert with_kept.spec.files == anew.spec.files and with_kept.spec.digest == anew.spec.digest
    return with_kept


def test_what_has_not_changed_is_the_same_object(folder):
    kept = Kept()
    before = look(folder, kept).spec
    after = look(
        folder, kept, {"desk.yaml": DESK.replace("time_constant: 1", "time_constant: 2").encode()}
    ).spec
    assert after.robots[0].spec is before.robots[0].spec
    assert after.console_spec.diagram["one.slow"] != before.console_spec.diagram["one.slow"]
    assert look(folder, kept).spec.console_spec == before.console_spec


def test_a_change_of_an_included_or_a_robots_file_is_seen(folder):
    kept = Kept()
    look(folder, kept)
    (folder / "more.yaml").write_text("panel: {lever: {type: slider}, knob: {type: knob}}\n")
    assert "one.knob" in look(folder, kept).spec.console_spec.panel
    (folder / "arm.yaml").write_text(ARM.replace("mass: 1", "mass: 2.5"))
    assert look(folder, kept).spec.robots[1].spec.links["rod"].mass == 2.5
    (folder / "scene.yaml").write_text(SCENE.replace("[2, 0, 0]", "[3, 0, 0]"))
    assert look(folder, kept).spec.robots[1].at[0] == 3


def test_mistakes_are_told_each_time_until_they_are_mended(folder):
    kept = Kept()
    (folder / "arm.yaml").write_text(ARM.replace("child: rod", "child: rid"))
    first = look(folder, kept)
    assert [one.code for one in first.problems] == ["E401"]
    assert look(folder, kept).problems == first.problems
    (folder / "more.yaml").unlink()
    assert {one.code for one in look(folder, kept).problems} >= {"E201", "E401"}
    (folder / "more.yaml").write_text(MORE)
    (folder / "arm.yaml").write_text(ARM)
    assert look(folder, kept).problems == []
