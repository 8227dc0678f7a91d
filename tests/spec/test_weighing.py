"""Tracks that do not go with the weight of their robot: built, and told of with their place."""

from pathlib import Path

import pytest

from simulator import checking

ROOT = Path(__file__).parents[2]
ROBOT = """\
links:
  hull: {shape: {box: [0.7, 0.3, 0.12]}, mass: 36}
  back_l: &wheel {mass: 1, shape: {cylinder: {radius: 0.1, length: 0.08}, rpy_deg: [90, 0, 0]}}
  front_l: *wheel
  back_r: *wheel
  front_r: *wheel
joints:
  sprocket_l: {type: revolute, parent: hull, child: back_l, at: [-0.42, 0.26, 0], axis: [0, 1, 0]}
  idler_l: {type: revolute, parent: hull, child: front_l, at: [0.42, 0.26, 0], axis: [0, 1, 0]}
  sprocket_r: {type: revolute, parent: hull, child: back_r, at: [-0.42, -0.26, 0], axis: [0, 1, 0]}
  idler_r: {type: revolute, parent: hull, child: front_r, at: [0.42, -0.26, 0], axis: [0, 1, 0]}
tracks:
  left: {sprocket: sprocket_l, idler: idler_l, links: 40, mass: 0.125}
  right: {sprocket: sprocket_r, idler: idler_r, links: 40, mass: 0.125}
"""  # 50 kg
LEFT = "idler: idler_l, links: 40, mass: 0.125"

CASES = [
    (LEFT, f"{LEFT[:-5]}1", 13, 65, "heavy-track",
     "all links together (40 of 1 kg here) weigh 45 kg, more than the rest of the robot: 40 kg"),
    (LEFT, LEFT[:-13] + ", width: 0.5, thickness: 0.03", 13, 9, "heavy-track", "weigh 55.06 kg"),
    (LEFT, f"{LEFT[:-5]}0.003", 13, 65, "light-track",
     "links of 3 g are too light for 40 kg: steps take long and they sink in; at least 4 g"),
    (LEFT, f"{LEFT}, damping: 0.6", 13, 81, "stiff-track",
     "at most 0.5 for 25 kg on wheels of 100 mm; 0.083 unless given"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "column", "code", "words"), CASES)
def test_odd_tracks_are_told_of(folder, old, new, line, column, code, words):
    path = folder.write("robots/arm/robot.yaml", ROBOT.replace(old, new, 1))
    found = [one for one in checking.check(path) if one.problem.line == line]
    shown = "\n".join(map(str, found))
    places = [(one.problem.column, one.problem.code, one.severity) for one in found]
    assert places == [(column, code, "warning")], shown
    assert words in shown


@pytest.mark.parametrize(
    "keys",
    ["", ", damping: 0.4", ", tyre: 2.0e+4", ", damping: 600, model: belt"],
)
def test_ordinary_tracks_are_not(folder, keys):
    text = ROBOT.replace("mass: 0.125", f"mass: 0.125{keys}")
    assert checking.check(folder.write("robots/arm/robot.yaml", text)) == []


def test_wheels_that_show_through_their_tracks_are_told_of_on_each_track(folder):
    text = ROBOT.replace("mass: 0.125", "mass: 0.125, tyre: 8000")
    found = checking.check(folder.write("robots/arm/robot.yaml", text))
    assert [(one.problem.line, one.problem.column, one.problem.code) for one in found] == [
        (13, 78, "soft-track"), (14, 79, "soft-track")
    ]  # fmt: skip
    words = "50 kg on all these wheels sink 15.33 mm into the tracks: take 16350 N/m or more"
    assert words in found[0].problem.message


def test_a_default_tyre_may_be_too_soft_and_a_hard_material_is_not(folder):
    text = ROBOT.replace("mass: 36", "mass: 1000")
    found = checking.check(folder.write("robots/arm/robot.yaml", text))
    assert {one.problem.code for one in found} == {"soft-track"}
    assert [one.problem.column for one in found] == [9, 10]
    text = text.replace("mass: 1, shape", "mass: 1, material: hard, shape")
    text = "materials: {hard: {stiffness: 2.0e+6}}\n" + text
    assert checking.check(folder.write("robots/arm/robot.yaml", text)) == []


def test_what_is_fixed_has_no_weight_on_its_tracks(folder):
    text = ROBOT.replace("mass: 36", "fixed: true").replace("mass: 0.125", "tyre: 100")
    assert checking.check(folder.write("robots/arm/robot.yaml", text)) == []


def test_a_scene_tells_of_its_robots_once(folder):
    folder.write("robots/arm/robot.yaml", ROBOT.replace(LEFT, f"{LEFT}, damping: 6", 1))
    arm = "file: ../robots/arm/robot.yaml"
    robots = f"[{{{arm}, at: [0, 0, 1]}}, {{{arm}, at: [0, 9, 1], name: two}}]"
    found = checking.check(folder.write("scenes/lesson.yaml", f"robots: {robots}\n"))
    assert [one.problem.code for one in found] == ["stiff-track"]
    assert found[0].problem.file.endswith("robot.yaml")


def test_shipped_robots_have_ordinary_tracks():
    assert checking.check(ROOT / "robots" / "mf4" / "robot.yaml") == []


@pytest.mark.parametrize("fixed", ["mass: 36", "fixed: true"])
def test_a_belt_that_nothing_can_lie_on_is_told_of(folder, fixed):
    """Parcels fell through a conveyor whose bed was not to be in their way."""
    text = ROBOT.replace("mass: 36", f"{fixed}, collides: false")
    text = text.replace(LEFT, f"{LEFT}, model: belt", 1)
    (found,) = checking.check(folder.write("robots/arm/robot.yaml", text))
    assert (found.problem.line, found.problem.code, found.severity) == (13, "bare-belt", "warning")
    assert "the link 'hull', which has `collides: false`" in found.problem.message
