"""How a robot stands where it starts: the height of its soles, and whether it is in the floor."""

import math

import numpy as np
from numpy.typing import NDArray

from ..physics.geometry.reach import find_lowest
from ..spec.errors import Unusable
from ..spec.fields import Angles
from ..spec.models.robot import RobotSpec
from ..spec.models.scene import RobotPlacement, SceneSpec
from ..spec.models.shape import ORIGIN, ShapeSpec
from ..spec.naming.bodies import robot_name, rotation_of
from ..spec.reading.source import Told
from ..spec.tracks.build import expand
from .intrusion import DEEP

Floats = NDArray[np.float64]
UP = np.array([0.0, 0.0, 1.0])
FORWARD = np.array([1.0, 0.0, 0.0])
SMALL = 0.01  # of a millimetre: rounding of sums, not a height
DROP = 0.002  # [m] a robot may start this far above the floor: it settles


def find_height(robot: RobotSpec, rpy: Angles = ORIGIN) -> float:
    """Return how high the robot's base stands when its soles are on the floor [m].

    `rpy` is how the base is turned. The height is rounded up to a millimetre. What is fixed is
    where its file puts it, 0, unless what moves on it would start in the floor.
    """
    moving = [name for name, link in robot.links.items() if not link.fixed]
    stands = len(moving) < len(robot.links)
    lowest = _find_end(robot, UP, rpy, moving if stands else None)
    if lowest > 0.0 if stands else 0.0 < lowest < DROP:
        return 0.0
    return math.ceil(-1000.0 * lowest - SMALL) / 1000.0


def find_front(robot: RobotSpec, rpy: Angles = ORIGIN) -> float:
    """Return how far a robot reaches forward from its base at the start [m]."""
    return -_find_end(robot, -FORWARD, rpy)


def find_top(robot: RobotSpec, rpy: Angles = ORIGIN) -> float:
    """Return how high a robot reaches above its base at the start [m]."""
    return -_find_end(robot, -UP, rpy)


def _find_end(robot: RobotSpec, up: Floats, rpy: Angles, links: list[str] | None = None) -> float:
    """Return the height along `up` of the lowest point of a robot in the origin, 0 for none [m].

    Of `links` only, or of all.
    """
    placement = RobotPlacement(file="robot/robot.yaml", spec=robot, rpy=rpy)
    placement = placement.model_copy(update={"spec": expand(placement)})
    try:
        lowest = find_lowest(placement, up, links)
    except Unusable:
        return 0.0
    return lowest if math.isfinite(lowest) else 0.0


def find_sunk(scene: SceneSpec) -> list[Told]:
    """Return what to tell of each robot that starts inside a plane of the terrain.

    What of it is fixed may be let into the floor.
    """
    planes = [shape for shape in scene.terrain if shape.plane]
    told: list[Told] = []
    for row, placement in enumerate(scene.robots):
        if placement.spec is None:
            continue
        try:
            depth = max((_find_depth(placement, plane) for plane in planes), default=0.0)
        except Unusable:  # told of by whoever builds it
            continue
        if depth > DEEP:
            message = f"{robot_name(placement)} starts {1000.0 * depth:.4g} mm inside the floor: "
            message += "raise `at`"
            told.append(Told(("robots", row, "at"), "sunk-robot", message))
    return told


def _find_depth(placement: RobotPlacement, plane: ShapeSpec) -> float:
    assert placement.spec is not None
    up = rotation_of(plane.rpy) @ UP
    moving = [name for name, link in placement.spec.links.items() if not link.fixed]
    return float(np.array(plane.at) @ up) - find_lowest(placement, up, moving)
