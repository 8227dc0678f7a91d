"""A serial chain of a robot file: the joints between two of its links, as tables of numbers."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.spec import suggest
from simulator.spec.models.robot import DRIVEN, JointSpec, RobotSpec
from simulator.spec.naming import bodies

Array = NDArray[np.float64]
ORIGIN = (0.0, 0.0, 0.0)


class ChainError(ValueError):
    """No serial chain leads there; the text says why."""


class Chain(NamedTuple):
    """k joints from a link to a point on another: a fixed step, then a turn or a slide, each."""

    joints: tuple[str, ...]  # k names, in order
    slides: NDArray[np.bool_]  # (k,) True: prismatic
    place: Array  # (k + 1, 3) the next joint seen from where the last one left off; then the tip
    turn: Array  # (k + 1, 3, 3) the same: columns are its axes
    axis: Array  # (k, 3) unit, of turning or sliding, in the joint's frame


def find_chain(robot: RobotSpec, tip: str, base: str | None = None, at: Array | None = None):
    """Return the chain that leads from link `base` (default: the robot's) to link `tip`.

    It goes up to their common ancestor and down again; fixed joints become part of the steps
    between. `at` (3,) is the point of the tip that is meant, in its frame [m].

    Raises:
        ChainError: an unknown link, no way between the two, a spherical or universal joint.
    """
    start = base or bodies.base_link(robot)
    up, down = _split(_path_to(robot, start), _path_to(robot, tip))
    names: list[str] = []
    slides, places, turns, axes = [], [], [], []
    place, turn = np.zeros(3), np.eye(3)

    def move(name: str, joint: JointSpec, sign: float) -> None:
        nonlocal place, turn
        names.append(name)
        slides.append(joint.type == "prismatic")
        places.append(place)
        turns.append(turn)
        axes.append(sign * np.array(joint.axis) / np.linalg.norm(joint.axis))
        place, turn = np.zeros(3), np.eye(3)

    for name in up:  # backwards: the joint's motion comes before its frame's step
        joint = _moving(robot, name)
        if joint.type != "fixed":
            move(name, joint, -1.0)
        frame = bodies.rotation_of(joint.rpy).T
        place, turn = place - turn @ frame @ np.array(joint.at), turn @ frame
    for name in down:
        joint = _moving(robot, name)
        place = place + turn @ np.array(joint.at)
        turn = turn @ bodies.rotation_of(joint.rpy)
        if joint.type != "fixed":
            move(name, joint, 1.0)
    places.append(place + turn @ np.array(ORIGIN if at is None else at))
    turns.append(turn)
    table = np.array(axes).reshape(-1, 3)
    return Chain(tuple(names), np.array(slides, bool), np.array(places), np.array(turns), table)


def _path_to(robot: RobotSpec, link: str) -> list[str]:
    """Return the joints from the base to a link."""
    if link not in robot.links:
        raise ChainError(f"no link {link!r}{suggest.did_you_mean(link, robot.links)}")
    carriers: dict[str, str] = {}
    for name, joint in robot.joints.items():
        carriers.setdefault(joint.child, name)  # a later one to the same link closes a loop
    path: list[str] = []
    while link in carriers and len(path) <= len(carriers):
        path.append(carriers[link])
        link = robot.joints[carriers[link]].parent
    return path[::-1]


def _split(one: list[str], two: list[str]) -> tuple[list[str], list[str]]:
    """Return the joints from the end of one path up, and down to the end of the other."""
    same = 0
    while same < min(len(one), len(two)) and one[same] == two[same]:
        same += 1
    return one[same:][::-1], two[same:]


def _moving(robot: RobotSpec, name: str) -> JointSpec:
    joint = robot.joints[name]
    if joint.type not in (*DRIVEN, "fixed"):
        raise ChainError(f"{name} is a {joint.type} joint; a chain turns or slides about one axis")
    return joint
