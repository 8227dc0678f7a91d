"""Every shipped file is sound: it loads, its diagram compiles, everything it drives is driven."""

import math
from pathlib import Path

import numpy as np
import pytest

from simulator.advice import standing
from simulator.diagram import check, plan
from simulator.diagram.terminals import list_terminals
from simulator.spec import load
from simulator.spec.models.console import INDICATORS
from simulator.spec.naming import bodies
from simulator.spec.naming.bodies import robot_name

ROOT = Path(__file__).parents[2]
SCENES = (
    "container",
    "slalom",
    "lift",
    "squad",
    "hall",
    "standing",
    "quadruped",
    "walk",
    "deactivation",
)
SOMETIMES = ("heading", "slip")  # shown by an attitude indicator only where they are driven
ROBOTS = ("mf4", "rover", "lift", "quadruped", "biped")


@pytest.mark.parametrize("name", ROBOTS)
def test_robot_loads(name):
    robot = load.load_robot(ROOT / "robots" / name / "robot.yaml")
    assert {joint.child for joint in robot.joints.values()} < set(robot.links)
    assert len(robot.cameras) >= 2


@pytest.mark.parametrize("name", SCENES)
def test_what_a_robot_can_hit_has_a_name_in_both_languages(name):
    scene = load.load_scene(ROOT / "scenes" / f"{name}.yaml")
    nameless = [p.name for p in scene.props if (p.shape or p.shapes) and p.label is None]
    assert not nameless


@pytest.mark.parametrize("name", SCENES)
def test_script_names_only_what_the_scene_has(name):
    scene = load.load_scene(ROOT / "scenes" / f"{name}.yaml")
    script = load.load_script(ROOT / "scenes" / "scripts" / f"{name}.yaml")
    terminals = list_terminals(scene)
    slots = plan.compile_plan(scene.console_spec, terminals.inputs, terminals.outputs).slots
    for action in script.actions:
        for move in action.move:
            assert move.signal in slots and move.widget in slots
        assert action.until is None or action.until.signal in slots
        assert all(widget in slots for widget in (*action.set, *action.press))


@pytest.mark.parametrize("name", SCENES)
def test_diagram_has_no_problem_and_no_idle_block(name):
    scene = load.load_scene(ROOT / "scenes" / f"{name}.yaml")
    terminals = list_terminals(scene)
    assert check.find_problems(scene.console_spec, terminals) == []
    assert check.find_warnings(scene.console_spec, terminals) == []


@pytest.mark.parametrize("name", SCENES)
def test_every_output_is_driven(name):
    scene = load.load_scene(ROOT / "scenes" / f"{name}.yaml")
    driven, panel = set(scene.console_spec.outputs), scene.console_spec.panel
    free = {name for name, one in panel.items() if one.type == "clock"}  # shows the time by itself
    for target in list_terminals(scene).outputs:
        if target.what == "button light" or target.name.endswith(SOMETIMES) or target.name in free:
            continue
        assert driven & {target.name, *target.aliases}, f"nothing drives {target.name}"


@pytest.mark.parametrize("name", SCENES)
def test_panel_speaks_both_languages(name):
    console = load.load_scene(ROOT / "scenes" / f"{name}.yaml").console_spec
    assert console.title is not None and console.title.ru != console.title.en
    for group in console.groups.values():
        assert group.title.ru and group.title.en
    for widget in console.panel.values():
        assert widget.label is not None and widget.group in console.groups
        assert widget.type in INDICATORS or widget.label.ru


@pytest.mark.parametrize("name", SCENES)
def test_one_row_per_body(name):
    scene = load.load_scene(ROOT / "scenes" / f"{name}.yaml")
    names = [body.name for body in bodies.list_bodies(scene)]
    assert len(names) == len(set(names))
    assert names[0] == bodies.GROUND
    inset = scene.camera.inset
    assert inset is not None
    robot, camera = inset.split(".")
    placed = {robot_name(place): place.spec for place in scene.robots}
    assert camera in placed[robot].cameras


def test_the_walking_robot_stands_below_the_briefing():
    """In a window of 1280 x 720 its line ends 74 pixels below the edge of the 380 high view."""
    scene = load.load_scene(ROOT / "scenes" / "deactivation.yaml")
    (placement,) = scene.robots
    eye, target = np.array(scene.camera.eye), np.array(scene.camera.target)
    head = np.array([*placement.at[:2], -standing.find_lowest(placement, -standing.UP)])
    forward = (target - eye) / np.linalg.norm(target - eye)
    right = np.cross(forward, standing.UP)
    up = np.cross(right / np.linalg.norm(right), forward)
    height = (head - eye) @ up / ((head - eye) @ forward) / math.tan(scene.camera.fov / 2)
    assert height < 1 - 2 * 74 / 380


def test_the_mf4s_turntable_lies_above_the_deck_that_it_turns_on():
    robot = load.load_robot(ROOT / "robots/mf4/robot.yaml")
    joint = robot.joints["turntable"]
    decks = [one for one in robot.links["chassis"].visuals if one.cylinder and one.at[0] > 0.0]
    tops = [one.at[2] + one.cylinder.length / 2 for one in decks if not any(one.rpy)]
    discs = [one for one in robot.links["turntable"].visuals if one.cylinder and not any(one.rpy)]
    shown = max(joint.at[2] + one.at[2] + one.cylinder.length / 2 for one in discs)
    assert shown > max(tops) + 0.002  # faces in one plane would flicker
