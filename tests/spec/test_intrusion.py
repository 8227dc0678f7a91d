"""Links that start inside each other are told of at their joint, where they push each other."""

import pytest

from simulator import checking
from simulator.advice import intrusion
from simulator.spec import load

TRUCK = """\
links:
  frame: {mass: 90, shape: {box: [3, 0.6, 0.1]}}
  cab: {mass: 40, shape: {box: [1, 1, 1], at: [0, 0, 0.5]}}
  knuckle: {mass: 2, shape: {box: [0.1, 0.1, 0.1]}}
  wheel: {mass: 5, shape: {cylinder: {radius: 0.3, length: 0.2}, rpy_deg: [90, 0, 0]}}
joints:
  roll: {type: revolute, parent: knuckle, child: wheel, at: [0, 0.2, 0], axis: [0, 1, 0]}
  steer: {type: revolute, parent: frame, child: knuckle, at: [1, 0.5, 0], axis: [0, 0, 1]}
  tilt: {type: revolute, parent: frame, child: cab, at: [1, 0, 0.1], axis: [0, 1, 0]}
"""
INSIDE = TRUCK.replace("0.2, 0], axis", "-0.1, 0], axis")
PAIR = """\
links:
  base: {fixed: true, shape: {sphere: 0.01, at: [0, 0, 9]}}
  left: {mass: 1, shape: {%s}}
  right: {mass: 1, shape: {%s}}
joints:
  one: {type: revolute, parent: base, child: left}
  two: {type: prismatic, parent: base, child: right, axis: [1, 0, 0], start: 0.8}
"""


def find(folder, text):
    robot = load.load_robot(folder.write("robots/truck/robot.yaml", text))
    return [path[-1] for path, *_ in intrusion.find_intruding(robot)]


def test_a_link_inside_another_one_is_told_of_at_its_joint(folder):
    path = folder.write("robots/truck/robot.yaml", INSIDE)
    found = checking.check(path)
    told = [(one.problem.line, one.problem.code, one.severity) for one in found]
    assert told == [(7, "sunk-link", "warning")]
    assert "wheel starts some 200 mm inside cab" in str(found[0])


@pytest.mark.parametrize(("y", "told"), [(0.2, []), (0.104, []), (0.094, ["roll"])])
def test_only_what_is_deep_is_told_of(folder, y, told):
    assert find(folder, TRUCK.replace("0.2, 0], axis", f"{y}, 0], axis")) == told


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("mass: 40", "mass: 40, touches: []", []),
        ("mass: 40", "mass: 40, collides: false", []),
        ("type: revolute, parent: frame", "type: fixed, parent: frame", ["roll"]),
        ("type: revolute", "type: fixed", []),
    ],
)
def test_only_links_that_push_each_other_are_told_of(folder, old, new, told):
    assert find(folder, INSIDE.replace(old, new)) == told


@pytest.mark.parametrize(
    ("first", "second", "depth"),
    [
        ("box: [1, 1, 1]", "sphere: 0.5", 200),
        ("sphere: 0.5", "sphere: 0.5", 200),
        ("capsule: {radius: 0.5, length: 1}", "sphere: 0.5", 200),
        ("cylinder: {radius: 0.5, length: 2}", "cylinder: {radius: 0.5, length: 1}", 200),
        ("box: [1, 1, 1], rpy_deg: [0, 0, 45]", "sphere: 0.5", 407),
    ],
)
def test_the_depth_of_shapes_is_known(folder, first, second, depth):
    robot = load.load_robot(folder.write("robots/pair/robot.yaml", PAIR % (first, second)))
    (told,) = intrusion.find_intruding(robot)
    number = float(told[2].split(" some ")[1].split(" mm")[0])
    assert 0.93 * depth - 1 <= number <= depth + 1


FIELD = "height_field: {size: [4, 4], heights: [[0, 0, 0], [0, 1, 0], [0, 0, 0]]}"


@pytest.mark.parametrize(
    ("prop", "words"),
    [
        ("at: [0.4, 0, 0.35], fixed: true, shape: {box: [1, 1, 0.1]}", "inside arm.upper"),
        ("at: [0.4, 0, 0.35], collides: false, mass: 1, shape: {box: [1, 1, 0.1]}", ""),
        ("at: [0.9, 0, 0.5], mass: 1, shape: {box: [0.2, 0.2, 0.2]}", ""),
        ("at: [3, 0, 0.4], mass: 1, shape: {box: [1, 1, 1]}", "crate starts some 100 mm inside the "
         "ground: raise or move it, or give `fixed: true`"),
        ("at: [3, 0, 0.4], fixed: true, shape: {box: [1, 1, 1]}", ""),
        ("at: [6.0, 0, 1.05], mass: 1, shape: {box: [0.1, 0.1, 0.2]}", ""),
        ("at: [9, 0, 0.9], mass: 1, shape: {box: [0.1, 0.1, 0.4]}", "crate starts some 300 mm"),
        ("at: [9, 0, 1.2], mass: 1, shape: {box: [0.1, 0.1, 0.4]}", ""),
        ("at: [6.5, 0, 0.55], mass: 1, shape: {box: [0.1, 0.1, 0.2]}", "crate starts some 306 mm"),
    ],
)  # fmt: skip
def test_a_thing_that_starts_in_a_robot_or_in_the_ground_is_told(folder, prop, words):
    text = "robots: [{file: ../robots/arm/robot.yaml, at: [0, 0, 0.3]}]\n"
    text += f"props: [{{name: crate, {prop}}}]\n"
    text += f"terrain: [{{plane: true}}, {{{FIELD}, at: [6, 0, 0]}}, "
    text += "{box: [1, 1, 1], at: [9, 0, 0.5]}]\n"
    found = checking.check(folder.write("scenes/lesson.yaml", text))
    assert [one.problem.code for one in found] == (["sunk-thing"] if words else [])
    assert not words or words in str(found[0])


def test_robots_that_start_in_each_other_are_told_once(folder):
    text = "robots: [{file: ../robots/arm/robot.yaml, at: [0, 0, 0.3]}, {file: ../robots/arm/"
    text += "robot.yaml, name: other, at: [%s, 0, 0.3]}]\n"
    (found,) = checking.check(folder.write("scenes/lesson.yaml", text % 0.05))
    assert (found.problem.path, found.problem.code) == ("robots[1].at", "sunk-thing")
    assert checking.check(folder.write("scenes/lesson.yaml", text % 0.5)) == []


def test_a_thing_in_several_others_is_told_of_the_one_that_it_is_deepest_in(folder):
    text = "props:\n" + "".join(
        f"  - {{name: p{n}, at: [0, 0, {z}], mass: 1, shape: {{box: [0.2, 0.2, 0.2]}}}}\n"
        for n, z in enumerate((0.1, 0.15, 0.11, 0.14))
    )
    found = checking.check(folder.write("scenes/lesson.yaml", text))
    words = ["p1 starts some 150 mm inside p0", "p2 starts some 190 mm inside p0"]
    words.append("p3 starts some 190 mm inside p1")
    assert [str(one).split("at: ")[1].split(",")[0] for one in found] == words


@pytest.mark.parametrize(("height", "codes"), [(0.3, []), (0.1, ["sunk-robot"])])
def test_an_arm_on_a_fixed_base_that_starts_in_the_floor_is_told(folder, height, codes):
    text = f"robots: [{{file: ../robots/arm/robot.yaml, at: [0, 0, {height}]}}]\n"
    found = checking.check(folder.write("scenes/lesson.yaml", text))
    assert [one.problem.code for one in found] == codes
