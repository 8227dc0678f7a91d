"""Angles of many turns: degrees, most likely, where radians are meant."""

import math
from collections.abc import Iterator

from ..spec.models.robot import JointSpec, RobotSpec
from ..spec.models.scene import SceneSpec
from ..spec.reading.syntax import Node

Path = tuple[str | int, ...]
Told = tuple[Path, str, str]  # path in the file, code, message
TURN = 2.0 * math.pi + 0.001  # [rad] nothing lies or starts further, but for rounding
TURNS = 2.0 * TURN  # [rad] of a limit: few joints that turn further have one


def find_in_robot(robot: RobotSpec, tree: Node) -> Iterator[Told]:
    """Yield (path, code, message) of each angle of a robot's file that looks like degrees."""
    for path, node in _list_numbers(tree, ()):
        match path:
            case (*_, "rpy", int()):
                yield from _judge(path, node, "rpy", TURN)
            case ("joints", str(name), "limit", int()) if _turns(robot.joints[name]):
                yield from _judge(path, node, "limit", TURNS)
            case ("joints", str(name), "start") if _turns(robot.joints[name]):
                yield from _judge(path, node, "start", TURN)


def find_in_scene(scene: SceneSpec, tree: Node) -> Iterator[Told]:
    """Yield (path, code, message) of each angle of a scene's own file that looks like degrees."""
    for path, node in _list_numbers(tree, ()):
        match path:
            case (*_, "rpy", int()):
                yield from _judge(path, node, "rpy", TURN)
            case ("robots", int(row), "joints", str(name)):
                robot = scene.robots[row].spec
                if robot is not None and _turns(robot.joints[name]):
                    yield from _judge(path, node, "joints", TURN)


def _turns(joint: JointSpec) -> bool:
    return joint.type == "revolute"


def _list_numbers(node: Node, path: Path) -> Iterator[tuple[Path, Node]]:
    """Yield the path and node of each number that is written without a unit."""
    if isinstance(node.value, dict):
        for key, part in node.value.items():
            yield from _list_numbers(part, (*path, key))
    elif isinstance(node.value, list):
        for row, part in enumerate(node.value):
            yield from _list_numbers(part, (*path, row))
    elif isinstance(node.value, int | float) and node.suffix is None:
        yield path, node


def _judge(path: Path, node: Node, key: str, most: float) -> Iterator[Told]:
    if abs(node.value) > most:
        turns = abs(node.value) / (2.0 * math.pi)
        message = f"{node.value:g} rad is {turns:.2g} turns; for degrees write {key}_deg"
        yield path, "degrees", message
