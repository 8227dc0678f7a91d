"""Angles of many turns: degrees, most likely, where radians are meant."""

import math
from collections.abc import Iterator

from ..spec.errors import KeyPath
from ..spec.models.exercise import ExerciseSpec
from ..spec.models.robot import JointSpec, RobotSpec
from ..spec.models.scene import SceneSpec
from ..spec.naming.bodies import robot_name
from ..spec.reading.source import Told
from ..spec.reading.syntax import Node
from ..spec.rules.vary import KINDS

TURN = 2.0 * math.pi + 0.001  # [rad] nothing lies or starts further, but for rounding
TURNS = 2.0 * TURN  # [rad] of a limit: few joints that turn further have one


def find_in_robot(robot: RobotSpec, tree: Node) -> Iterator[Told]:
    """Yield what to tell of each angle of a robot's file that looks like degrees."""
    for path, node in _list_numbers(tree, ()):
        match path:
            case ("joints", str(name), "limit", int()) if _turns(robot.joints[name]):
                yield from _judge(path, node, "limit", _most_of(tree, name))
            case ("joints", str(name), "start") | (*_, "joints", str(name)) if (
                name in robot.joints and _turns(robot.joints[name])
            ):
                yield from _judge(path, node, str(path[-1 if path[-1] == "start" else -2]), TURN)
            case _:
                yield from _judge_any(path, node)


def find_in_scene(scene: SceneSpec, tree: Node) -> Iterator[Told]:
    """Yield what to tell of each angle of a scene's own file that looks like degrees."""
    for path, node in _list_numbers(tree, ()):
        match path:
            case ("robots", int(row), "joints", str(name)):
                robot = scene.robots[row].spec
                if robot is not None and _turns(robot.joints[name]):
                    yield from _judge(path, node, "joints", TURN)
            case _:
                yield from _judge_any(path, node)


def find_in_exercise(exercise: ExerciseSpec, tree: Node) -> Iterator[Told]:
    """Yield what to tell of each angle of an exercise that looks like degrees."""
    scene = exercise.scene_spec
    robots = {robot_name(place): place.spec for place in scene.robots} if scene else {}
    for path, node in _list_numbers(tree, ()):
        match path:
            case ("start", str(owner), "joints", str(name)):
                robot = robots.get(owner)
                if robot is not None and name in robot.joints and _turns(robot.joints[name]):
                    yield from _judge(path, node, "joints", TURN)
            case _:
                yield from _judge_any(path, node)


def find_in_vary(tree: Node) -> Iterator[Told]:
    """Yield what to tell of each angle that a vary file draws and looks like degrees."""
    for path, node in _list_numbers(tree, ()):
        if path[-3:-2] in (("yaw",), ("direction",)) and path[-2] in KINDS:
            yield from _judge(path, node, str(path[-2]), TURN)


def _judge_any(path: KeyPath, node: Node) -> Iterator[Told]:
    """Judge what is an angle wherever it stands: how a thing lies, where a sign is."""
    if path[-2:-1] == ("rpy",):
        yield from _judge(path, node, "rpy", TURN)
    elif path[-1] == "azimuth":
        yield from _judge(path, node, "azimuth", TURN)


def _most_of(tree: Node, joint: str) -> float:
    """Return the furthest that a limit may be: two turns, or one where both ends are whole.

    Hardly any angle in radians is a whole number, but most in degrees are.
    """
    limit = tree.value["joints"].value[joint].value["limit"].value
    return TURN if all(isinstance(node.value, int) for node in limit) else TURNS


def _turns(joint: JointSpec) -> bool:
    return joint.type == "revolute"


def _list_numbers(node: Node, path: KeyPath) -> Iterator[tuple[KeyPath, Node]]:
    """Yield the path and node of each number that is written without a unit."""
    if isinstance(node.value, dict):
        for key, part in node.value.items():
            yield from _list_numbers(part, (*path, key))
    elif isinstance(node.value, list):
        for row, part in enumerate(node.value):
            yield from _list_numbers(part, (*path, row))
    elif isinstance(node.value, int | float) and node.suffix is None:
        yield path, node


def _judge(path: KeyPath, node: Node, key: str, most: float) -> Iterator[Told]:
    if abs(node.value) > most:
        turns = abs(node.value) / (2.0 * math.pi)
        message = f"{node.value:g} rad is {turns:.2g} turns; for degrees write {key}_deg"
        message += f", or {key}_rad if it turns so far" if most < abs(node.value) < TURNS else ""
        yield Told(path, "degrees", message)
