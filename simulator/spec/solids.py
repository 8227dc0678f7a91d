"""Boxes, spheres, cylinders and capsules in numbers: what a kind of solid is, told once for all.

Each is a box or a line, widened all round by a disc or a ball (a Minkowski sum). It is centred in
its own frame; what is round has its axis along z.
"""

import math
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact.elementary import turn
from simulator.exact.products import length, times

Floats = NDArray[np.float64]
Triple = tuple[float, float, float]
CUBE = np.array(list(product((-1.0, 1.0), repeat=3)))  # corners of a box with half edges of 1


class Solid(NamedTuple):
    """A primitive, and what it would weigh."""

    size: tuple[float, ...]  # half edges of a box; radius, and half length, of what is round [m]
    core: Triple  # half edges of what is widened [m]
    disc: float  # radius, across z, by which it is widened [m]
    ball: float  # radius by which it is widened [m]
    volume: float  # [m3]
    moments: Triple  # principal ones about x, y, z at density 1 [m5]

    @property
    def half(self) -> Triple:
        """Half edges of the box round it [m]."""
        x, y, z = self.core
        aside = self.disc + self.ball
        return x + aside, y + aside, z + self.ball

    @property
    def bound(self) -> float:
        """Radius of the ball round it, about its centre [m]."""
        x, y, z = self.core
        return length((x + self.disc, y, z)) + self.ball

    def reach(self, way: Floats) -> float:
        """Return how far it reaches from its centre along a unit vector (3,) [m]."""
        level = length(way[:2])
        return float(times(np.abs(way), self.core)) + self.disc * level + self.ball

    def corners(self, sides: int = 16) -> Floats:
        """Return points (n, 3) whose hull it fills [m]; a circle becomes `sides` points on it."""
        if self.disc + self.ball == 0.0:
            return CUBE * self.core
        z = self.core[2]
        if self.ball:
            tilts = [turn(k * math.tau / sides) for k in range(math.ceil(sides / 4))]
            rings = [circle(self.ball * c, sides, z + self.ball * s) for c, s in tilts]
            upper = np.concatenate([*rings, [(0.0, 0.0, z + self.ball)]])
        else:
            upper = circle(self.disc, sides, z)
        return np.concatenate([upper, upper * (1.0, 1.0, -1.0)])


def circle(radius: float, sides: int, height: float = 0.0) -> Floats:
    """Return points (sides, 3) on a circle about z, from x on anticlockwise [m]."""
    turns = [turn(k * math.tau / sides) for k in range(sides)]
    return np.array([(radius * c, radius * s, height) for c, s in turns])


def box(edges: Triple) -> Solid:
    """Return a box by its edges [m]."""
    x, y, z = edges
    share = x * y * z / 12
    half = (0.5 * x, 0.5 * y, 0.5 * z)
    moments = (y * y + z * z) * share, (x * x + z * z) * share, (x * x + y * y) * share
    return Solid(half, half, 0.0, 0.0, x * y * z, moments)


def sphere(radius: float) -> Solid:
    """Return a ball."""
    square = radius * radius
    volume = 4 / 3 * math.pi * radius * square
    moment = 0.4 * volume * square
    return Solid((radius,), (0.0, 0.0, 0.0), 0.0, radius, volume, (moment, moment, moment))


def cylinder(radius: float, length: float) -> Solid:
    """Return a cylinder."""
    square = radius * radius
    volume = math.pi * square * length
    across, half = (3 * square + length * length) / 12 * volume, 0.5 * length
    moments = across, across, square / 2 * volume
    return Solid((radius, half), (0.0, 0.0, half), radius, 0.0, volume, moments)


def capsule(radius: float, length: float) -> Solid:
    """Return a capsule; its length is without the caps."""
    square, lever, half = radius * radius, length / 2 + 3 / 8 * radius, 0.5 * length
    middle, caps = math.pi * square * length, 4 / 3 * math.pi * square * radius
    # a half sphere's centroid lies 3/8 r off its flat side, its own tensor there is 83/320 m r2
    across = middle * (3 * square + length * length) / 12
    across += caps * (83 / 320 * square + lever * lever)
    along = middle * square / 2 + caps * 0.4 * square
    moments = across, across, along
    return Solid((radius, half), (0.0, 0.0, half), 0.0, radius, middle + caps, moments)
