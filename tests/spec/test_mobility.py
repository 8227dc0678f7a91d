"""Loops that cannot move are told of at the joint that closes them; those that can are not."""

import pytest

from simulator import checking
from simulator.advice import mobility
from simulator.spec import load

ROBOT = """\
links:
  base: {fixed: true, shape: {box: [0.4, 0.05, 0.02]}}
  crank: {mass: 0.3, shape: {box: [0.02, 0.02, 0.1], at: [0, 0, 0.05]}}
  rod: {mass: 0.3, shape: {box: [0.3, 0.02, 0.02], at: [0.15, 0, 0]}}
  rocker: {mass: 0.3, shape: {box: [0.02, 0.02, 0.2], at: [0, 0, 0.1]}}
  free: {mass: 0.3, touches: [], shape: {sphere: 0.1}}
joints:
  end: {type: revolute, parent: rod, child: rocker, at: [0.3, 0, 0], axis: [0, 1, 0]}
  left: {type: revolute, parent: base, child: crank, axis: [0, 1, 0]}
  knee: {type: revolute, parent: crank, child: rod, at: [0, 0, 0.1], axis: [0, 1, 0]}
  right: {type: revolute, parent: base, child: rocker, at: [0.3, 0, -0.1], axis: [0, 1, 0]}
  other: {type: revolute, parent: rod, child: free, at: [0.3, 0, 0], axis: [1, 0, 0]}
"""
RIGHT = "at: [0.3, 0, -0.1], axis: [0, 1, 0]"
END = "type: revolute, parent: rod, child: rocker, at: [0.3, 0, 0], axis: [0, 1, 0]"


def test_a_loop_that_cannot_move_is_told_of_at_the_joint_that_closes_it(folder):
    text = ROBOT.replace(RIGHT, RIGHT.replace("[0, 1, 0]", "[0, 1, 0.05]"))
    path = folder.write("robots/bar/robot.yaml", text)
    [found] = checking.check(path)
    problem = found.problem
    assert (problem.line, problem.code, found.severity) == (8, "rigid-loop", "warning")
    assert "the loop that end closes cannot move, and end, knee, left, right are" in str(problem)


def test_a_loop_that_another_one_holds_is_not_told_of(folder):
    """A ram that lifts the rocker is stuck with it, but its own axes are right."""
    text = ROBOT.replace(END, END.replace("[0, 1, 0]", "[0, 1, 0.05]"))
    body = "{mass: 1, touches: [], shape: {sphere: 0.02}}"
    text = text.replace("joints:\n", f"  foot: {body}\n  ram: {body}\njoints:\n")
    text += """\
  foot: {type: revolute, parent: base, child: foot, at: [0.5, 0, 0], axis: [0, 1, 0]}
  ram: {type: prismatic, parent: foot, child: ram, at: [-0.2, 0, 0.1]}
  eye: {type: revolute, parent: ram, child: rocker, axis: [0, 1, 0]}
"""
    path = folder.write("robots/bar/robot.yaml", text)
    assert [one.problem.path for one in checking.check(path)] == ["joints.end"]
    path = folder.write("robots/bar/robot.yaml", text.replace("0.05]", "0]"))
    assert checking.check(path) == []


def test_a_loop_whose_rod_can_only_turn_about_itself_is_told_of(folder):
    """A slide on a rod between two balls: along the rod it is stuck, across it is not."""
    text = """\
links:
  base: {fixed: true, shape: {box: [0.4, 0.05, 0.02]}}
  slider: {mass: 1, touches: [], shape: {sphere: 0.02}}
  rod: {mass: 1, touches: [], shape: {box: [0.3, 0.02, 0.02], at: [0.15, 0, 0]}}
joints:
  slide: {type: prismatic, parent: base, child: slider, axis: [1, 0, 0]}
  near: {type: spherical, parent: slider, child: rod}
  far: {type: spherical, parent: base, child: rod, at: [0.3, 0, 0]}
"""
    path = folder.write("robots/rod/robot.yaml", text)
    [found] = [one.problem for one in checking.check(path)]
    assert (found.path, found.code) == ("joints.far", "rigid-loop")
    assert "cannot move, and slide is stuck" in found.message
    path = folder.write("robots/rod/robot.yaml", text.replace("axis: [1, 0, 0]", "axis: [0, 1, 0]"))
    assert checking.check(path) == []


MOVES = [
    "",  # a planar loop of four hinges
    "axis: [0, 1, 0.001]",  # as good as parallel
    "parallelogram",
    "spherical",
    "universal",
    "slider",
]


@pytest.mark.parametrize("kind", MOVES)
def test_a_loop_that_can_move_is_not_told_of(folder, kind):
    text = ROBOT
    if kind.startswith("axis"):
        text = text.replace(RIGHT, RIGHT.replace("axis: [0, 1, 0]", kind))
    elif kind == "parallelogram":  # two motions where it starts, stretched out
        text = text.replace("[0.3, 0, -0.1]", "[0.3, 0, 0]")
        text = text.replace("crank, axis: [0, 1, 0]", "crank, axis: [0, 1, 0], start: 1.5")
        text = text.replace("rod, at: [0, 0, 0.1]", "rod, start: -1.5, at: [0, 0, 0.1]")
    elif kind == "slider":  # at its dead centre: it has no speed of its own there
        slide = "type: prismatic, parent: base, child: rocker, at: [0.3, 0, 0.1], axis: [1, 0, 0]"
        text = text.replace(f"type: revolute, parent: base, child: rocker, {RIGHT}", slide)
        text = text.replace("crank, axis: [0, 1, 0]", "crank, axis: [0, 1, 0], start: 1.5707963")
        text = text.replace("rod, at: [0, 0, 0.1]", "rod, start: -1.5707963, at: [0, 0, 0.1]")
        text = text.replace("at: [0.3, 0, 0.1], axis: [1", "at: [0.4, 0, 0], axis: [1")
    elif kind:  # of any axes: a ball, or a cross whose axes bear the tilt
        tilted = RIGHT.replace("[0, 1, 0]", "[0, 1, 0.05]")
        text = text.replace(RIGHT, tilted)
        cross = ", axis2: [0, 0, 1]" if kind == "universal" else ""
        axis = ", axis: [0, 1, 0]" if kind == "universal" else ""
        joint = f"type: {kind}, parent: rod, child: rocker, at: [0.3, 0, 0]{axis}{cross}"
        text = text.replace(END, joint)
        if kind == "universal":
            text = text.replace("knee: {type: revolute", "knee: {type: spherical")
            text = text.replace("at: [0, 0, 0.1], axis: [0, 1, 0]", "at: [0, 0, 0.1]")
    robot = load.load_robot(folder.write("robots/bar/robot.yaml", text))
    assert list(mobility.find_rigid(robot)) == []


def test_joints_in_a_ring_come_to_an_end(folder):
    """Where each of two links is the other's child no base is theirs."""
    ring = """\
links:
  base: {fixed: true, shape: {box: [0.4, 0.05, 0.02]}}
  one: {mass: 0.3, shape: {sphere: 0.1}}
  two: {mass: 0.3, shape: {sphere: 0.1}}
joints:
  first: {type: revolute, parent: two, child: one, at: [0.1, 0, 0], axis: [0, 1, 0]}
  back: {type: revolute, parent: one, child: two, at: [0.3, 0, 0], axis: [0, 1, 0]}
  hang: {type: revolute, parent: base, child: one, axis: [0, 1, 0]}
"""
    robot = load.load_robot(folder.write("robots/ring/robot.yaml", ring))
    assert [path for path, *_ in mobility.find_rigid(robot)] == [("joints", "first")]


def test_a_robot_without_links_is_told(folder):
    [found] = checking.check(folder.write("robots/none/robot.yaml", "links: {}\n"))
    assert found.problem.code == "E307" and found.problem.line == 1
