"""What turns on a hinge without a limit: a wheel, if it is about round and stands on the ground."""

import math

import numpy as np
from numpy.typing import NDArray

from simulator.exact.elementary import turn
from simulator.exact.products import dot, times, unit
from simulator.physics.geometry.reach import find_lowest, find_reach
from simulator.spec.models.robot import LinkSpec
from simulator.spec.models.scene import RobotPlacement
from simulator.spec.naming.bodies import link_poses, rotation_of

Array = NDArray[np.float64]
LEVEL = 0.5  # most sine of a wheel's axle to the level
DEPTH = 0.5  # most height of a wheel above the lowest one, as a share of its radius
ROUND = 0.8  # least reach of a wheel, as a share of its largest: of five corners and more
WAYS = np.array([turn(k * math.tau / 32) for k in range(32)])  # in which its reach is measured


def find_radius(link: LinkSpec, axis: Array) -> float:
    """Return the way per turn of a link that rolls about an axis [m/rad], 0 where it is not round.

    `axis` (3,) runs through the link's origin, in its frame. A convex outline rolls by its length,
    which is the mean of its reach times a whole turn.
    """
    first = unit(np.cross(axis, np.eye(3)[np.abs(axis).argmin()]))
    ways = times(WAYS, [first, np.cross(axis, first)])
    reach = np.zeros(len(ways))
    for shape in link.all_shapes:
        reach = np.maximum(reach, find_reach(shape, ways))
    is_round = link.collides and reach.min() > ROUND * reach.max()
    return sum(reach.tolist()) / len(ways) if is_round else 0.0


def is_under(place: RobotPlacement, child: str, axis: Array, radius: float) -> bool:
    """Return whether a robot can stand on a link that is round about an axis (3,) of its frame.

    Its axle lies level, and nothing of the robot reaches much deeper: no lidar does that, which
    turns about the upright, and no sheave inside or on top.
    """
    up = rotation_of(place.rpy)[:, 2]
    upright = dot(times(link_poses(place)[child][1], axis), up)
    high = find_lowest(place, up, [child]) - find_lowest(place, up)
    return abs(upright) < LEVEL and high < DEPTH * radius
