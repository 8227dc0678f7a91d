"""Degrees where radians are meant are told of at the number, with the key that takes degrees."""

import pytest

from simulator import checking

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
