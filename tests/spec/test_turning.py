"""Degrees where radians are meant are told of at the number, with the key that takes degrees."""

import pytest

from simulator import checking
from tests.spec.conftest import CONSOLE

ROBOT = """\
links:
  base: {fixed: true, shape: {box: [0.2, 0.2, 0.1], rpy: [0, 0, 90]}}
  arm: {mass: 1, shape: {sphere: 0.1}}
  slide: {mass: 1, shape: {sphere: 0.1}}
joints:
  hinge: {type: revolute, parent: base, child: arm, limit: [-90, 60], start: 45}
  rail: {type: prismatic, parent: arm, child: slide, limit: [-90, 90], start: 45}
"""
SCENE = """\
robots: [{file: ../robots/arm/robot.yaml, rpy: [0, 0, -90], joints: {hinge: 30, rail: 50}}]
props: [{name: cube, mass: 1, at: [90, 0, 1], rpy: [45, 0, 0], shape: {box: [1, 1, 1]}}]
"""


def find(path):
    told = [one.problem for one in checking.check(path) if one.problem.code == "degrees"]
    return [(one.line, one.path, one.message.split(" rad")[0]) for one in told]


def test_degrees_are_told_of_where_they_stand(folder):
    robot = folder.write("robots/arm/robot.yaml", ROBOT)
    of_robot = [
        (2, "links.base.shape.rpy[2]", "90"),
        (6, "joints.hinge.limit[0]", "-90"),
        (6, "joints.hinge.limit[1]", "60"),
        (6, "joints.hinge.start", "45"),
    ]
    assert find(robot) == of_robot
    of_scene = [
        (1, "robots[0].rpy[2]", "-90"),
        (1, "robots[0].joints.hinge", "30"),
        (2, "props[0].rpy[0]", "45"),
    ]
    assert sorted(find(folder.write("scenes/lesson.yaml", SCENE))) == sorted(of_scene + of_robot)
    message = next(str(one) for one in checking.check(robot) if one.problem.code == "degrees")
    assert "90 rad is 14 turns; for degrees write rpy_deg" in message


@pytest.mark.parametrize(
    ("old", "new"),
    [("rpy: [0, 0, 90]", "rpy_deg: [0, 0, 720]"), ("rpy: [0, 0, 90]", "rpy: [0, 0, -6.2832]")],
)
def test_what_turns_far_is_not_told_of(folder, old, new):
    text = ROBOT.replace("limit: [-90, 60], start: 45", "limit: [-12.5, 12], start_turns: 1.5")
    assert find(folder.write("robots/arm/robot.yaml", text.replace(old, new))) == []


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        ("limit: [-8, 5]", ["limit[0]"]),
        ("limit: [-8.0, 5]", []),
        ("limit_rad: [-8, 5]", []),
        ("limit: [-7, 12]", ["limit[0]", "limit[1]"]),
        ("limit: [-6.981, 6.981]", []),  # a wrist of 400 degrees
        ("limit: [-3, 3]", []),
    ],
)
def test_whole_numbers_beyond_a_turn_are_degrees_most_likely(folder, limit, told):
    text = ROBOT.replace("limit: [-90, 60], start: 45", limit).replace(
        "rpy: [0, 0, 90]", "rpy: [0, 0, 1]"
    )
    robot = folder.write("robots/arm/robot.yaml", text)
    assert [path for _, path, _ in find(robot)] == [f"joints.hinge.{one}" for one in told]
    if told:
        (message, *_) = (one.problem.message for one in checking.check(robot))
        assert message.endswith("for degrees write limit_deg, or limit_rad if it turns so far")


EXERCISE = """\
scene: ../lesson.yaml
title: x
start: {arm: {rpy: [0, 0, 90], joints: {hinge: 30, rail: 50}}}
zones: {there: {box: [1, 1, 1], rpy: [0, 0, 45]}}
stages: [{name: up, text: x, done: {after: 90}}]
"""
VARY = """\
start: {arm: {yaw: {uniform: [-30, 30]}, x: {uniform: [-30, 30]}}}
"""


def test_degrees_of_exercises_and_of_what_they_draw_are_told_of(folder):
    text = ROBOT.replace(", limit: [-90, 60], start: 45", "").replace("0, 0, 90", "0, 0, 1")
    folder.write("robots/arm/robot.yaml", text.replace("fixed: true, ", "mass: 1, "))
    folder.write("scenes/lesson.yaml", "robots: [{file: ../robots/arm/robot.yaml, name: arm}]\n")
    assert find(folder.write("scenes/exercises/lesson.yaml", EXERCISE)) == [
        (3, "start.arm.rpy[2]", "90"),
        (3, "start.arm.joints.hinge", "30"),
        (4, "zones.there.rpy[2]", "45"),
    ]
    folder.write("scenes/exercises/lesson.yaml", EXERCISE.replace("hinge: 30, ", ""))
    assert find(folder.write("scenes/vary/lesson.yaml", VARY)) == [
        (1, "start.arm.yaw.uniform[0]", "-30"),
        (1, "start.arm.yaw.uniform[1]", "30"),
    ]


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("robots/arm/robot.yaml", "[-1, 1]", "[-1, 1], start: 30", "start_deg"),
        ("scenes/lesson.yaml", "hinge: 1", "hinge: 30", "joints_deg"),
        ("scenes/exercises/lesson.yaml", "hinge: 1", "hinge: 30", "joints_deg"),
        ("scenes/exercises/lesson.yaml", "after: 90", "tilt: arm.arm, above: 90", "above_deg"),
    ],
)
def test_a_limit_tells_degrees_from_radians(folder, file, old, new, told):
    texts = {
        "robots/arm/robot.yaml": ROBOT.replace("limit: [-90, 60], start: 45", "limit: [-1, 1]"),
        "scenes/lesson.yaml": SCENE.replace("hinge: 30", "hinge: 1"),
        "scenes/exercises/lesson.yaml": EXERCISE.replace("hinge: 30", "hinge: 1"),
    }
    assert texts[file].count(old) == 1
    for name, text in texts.items():
        folder.write(name, text.replace(old, new) if name == file else text)
    errors = [str(one) for one in checking.check(folder.root / file) if one.severity == "error"]
    (found,) = [one for one in errors if file in one]
    assert f"; for degrees write {told} [" in found


def test_a_console_alone_is_told_of_radians_beside_degrees(folder):
    text = CONSOLE.replace(
        "  gated: {type: select, in: [power, lever, 0]}\n",
        "  gated: {type: select, in: [power, soft, 0]}\n"
        "  soft: {type: motion_profile, rate: 90, acceleration_deg_per_s2: 180, in: lever}\n",
    )
    (told,) = folder.find("consoles/other.yaml", text)
    assert told == (
        "consoles/other.yaml:9:38: diagram.soft.rate: rate is in rad/s, but "
        "acceleration_deg_per_s2 in degrees; for degrees write rate_deg_per_s, else "
        "rate_rad_per_s [degrees] (warning)"
    )
