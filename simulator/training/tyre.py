"""What turns on a hinge without a limit: a wheel, if it is about round, and how far it rolls."""

import math

import numpy as np
from numpy.typing import NDArray

from simulator.exact.elementary import turn
from simulator.exact.products import times, unit
from simulator.physics.geometry.shapes import BOX, CAPSULE, CYLINDER, HULL, SPHERE, Shapes

Array = NDArray[np.float64]
ROUND = 0.8  # least reach of a wheel, as a share of its largest: of five corners and more
WAYS = np.array([turn(k * math.tau / 32) for k in range(32)])  # in which its reach is measured


def find_radius(shapes: Shapes, body: int, hub: Array, axis: Array) -> float:
    """Return the way per turn of a body that rolls about an axis [m/rad], 0 where it is no wheel.

    `hub` (3,) and `axis` (3,) are in its frame, from the centre of mass. A convex outline rolls by
    its length, which is the mean of its reach times a whole turn.
    """
    first = unit(np.cross(axis, np.eye(3)[np.abs(axis).argmin()]))
    ways = times(WAYS, [first, np.cross(axis, first)])
    rows, reach = np.flatnonzero(shapes.body == body), np.zeros(len(ways))
    for row in rows:
        reach = np.maximum(reach, _reach(shapes, int(row), hub, ways))
    is_round = len(rows) > 0 and reach.min() > ROUND * reach.max()
    return sum(reach.tolist()) / len(ways) if is_round else 0.0


def _reach(shapes: Shapes, row: int, hub: Array, ways: Array) -> Array:
    """Return how far a shape reaches from the hub along unit vectors (n, 3) [m]."""
    kind, size = shapes.kind[row], shapes.size[row]
    middle = times(ways, shapes.position[row] - hub)
    own = times(ways, shapes.rotation[row])
    if kind == HULL:
        table = shapes.hulls
        corners = table.vertices[table.vertex_first[row] : table.vertex_end[row]]
        return middle + times(own, corners.T).max(axis=1)
    if kind == BOX:
        return middle + times(np.abs(own), size)
    along = np.abs(own[:, 2])
    if kind == CYLINDER:
        return middle + size[0] * np.sqrt(np.maximum(1.0 - along**2, 0.0)) + size[1] * along
    if kind in (SPHERE, CAPSULE):
        return middle + size[0] + (size[1] * along if kind == CAPSULE else 0.0)
    return np.zeros(len(ways))
