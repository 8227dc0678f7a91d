"""How far shapes and robots reach along a way, as their files have them at the start."""

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from simulator.exact.products import dot, times
from simulator.spec.models.scene import RobotPlacement
from simulator.spec.models.shape import ShapeSpec
from simulator.spec.naming.bodies import link_poses, rotation_of

from . import meshes

Floats = NDArray[np.float64]


def find_reach(shape: ShapeSpec, ways: Floats) -> Floats:
    """Return how far a shape reaches from its link's origin along unit vectors (n, 3), (n,) [m].

    A mesh reaches as far as its hull; a plane has no end that way or that, and counts as nothing.

    Raises:
        Unusable: a mesh file or picture of heights cannot be used.
    """
    own = times(ways, rotation_of(shape.rpy))
    if (solid := shape.solid) is not None:
        reach = np.array([solid.reach(way) for way in own])
    elif shape.plane:
        return np.full(len(ways), -math.inf)
    else:
        reach = times(own, meshes.shape_mesh(shape)[0].T).max(axis=1)
    return times(ways, np.array(shape.at)) + reach


def find_lowest(placement: RobotPlacement, up: Floats, links: Iterable[str] | None = None) -> float:
    """Return the height along `up` (3,) of the lowest point of a robot that collides [m].

    Of `links` only, or of all; its tracks are links once they are built. Of what has no shapes it
    is infinite.

    Raises:
        Unusable: a mesh file cannot be used.
    """
    assert placement.spec is not None
    parts, poses = placement.spec.links, link_poses(placement)
    lowest = math.inf
    for name in parts if links is None else links:
        position, rotation = poses[name]
        down = -times(up[None], rotation)
        for shape in parts[name].all_shapes if parts[name].collides else ():
            lowest = min(lowest, dot(position, up) - float(find_reach(shape, down)[0]))
    return lowest
