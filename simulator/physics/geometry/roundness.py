"""Meshes that stand for a ball or a cylinder: they collide as one, so wheels and rollers roll.

A polyhedron goes from corner to corner, and loses a share of its speed at each one: a wheel of
64 corners half of it in three turns. A mesh of few corners is meant, such as a nut.
"""

import functools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact.elementary import turn
from simulator.exact.products import principal, solve, spread, times, unit

Floats = NDArray[np.float64]
EVEN = 0.02  # most that a round thing's surface lies inside, as a share of its radius
FULL = 0.93  # share of a cylinder from which on it is all of a hull: edges may be rounded
NARROW = 0.1  # least width of a rim, as a share of its radius
GRAIN = 1e-6  # of heights, as a share of the radius
DIRECTIONS = 256  # in which a surface is looked for


class Round(NamedTuple):
    """A ball, or a cylinder along the z of its frame."""

    centre: Floats  # (3,) [m]
    rotation: Floats  # (3, 3) from its frame
    radius: float  # that touches the outermost corners [m]
    half: float | None  # half a cylinder's length [m], None: a ball

    @property
    def thickness(self) -> float:
        """Return the least width [m]."""
        return 2.0 * (self.radius if self.half is None else min(self.radius, self.half))


def find_round(points: Floats) -> tuple[Round | None, Floats]:
    """Return the ball or cylinder that the convex hull of points (n, 3) [m] is, or has for a rim.

    And the points whose hull is to collide beside it: none of a plain wheel, those of one with a
    hub with its rim drawn in, all where nothing is round.
    """
    from scipy.spatial import ConvexHull, QhullError  # costs a quarter of a second

    try:
        hull = ConvexHull(points)
    except QhullError:
        return None, points  # flat
    corners = points[hull.vertices]
    ball = _find_ball(corners)
    if ball is not None:
        return ball, points[:0]
    for axis in _list_axes(corners, hull):
        found, rest = _find_cylinder(corners, axis, hull.volume)
        if found is not None:
            return found, rest
    return None, points


def _find_ball(corners: Floats) -> Round | None:
    centre = _fit_centre(corners)
    radius = float(np.linalg.norm(corners - centre, axis=1).max())
    is_round = times(corners - centre, _list_ways().T).max(axis=0).min() >= (1.0 - EVEN) * radius
    return Round(centre, np.eye(3), radius, None) if is_round else None


@functools.cache
def _list_ways() -> Floats:
    """Return unit vectors (DIRECTIONS, 3), spread evenly (Fibonacci)."""
    height = np.arange(DIRECTIONS) + 0.5
    height, angle = 1.0 - 2.0 * height / DIRECTIONS, np.pi * (1.0 + np.sqrt(5.0)) * height
    flat = np.sqrt(1.0 - height * height)
    return np.column_stack([flat[:, None] * [turn(each) for each in angle], height])


@functools.cache
def _list_ways_round() -> Floats:
    """Return unit vectors (DIRECTIONS, 2) round a circle."""
    return np.array([turn(each) for each in np.arange(DIRECTIONS) * 2.0 * np.pi / DIRECTIONS])


def _find_cylinder(corners: Floats, axis: Floats, volume: float) -> tuple[Round | None, Floats]:
    """Return the cylinder about an `axis` (3,) that a hull of a `volume` [m3] is, or has for a rim.

    And corners as `find_round` returns them. Both ends of it are round: a cup rolls on one only.
    """
    from scipy.spatial import ConvexHull

    rotation, middle = _complete(axis), corners.mean(axis=0)
    seen = times(corners - middle, rotation)
    outline = seen[ConvexHull(seen[:, :2]).vertices, :2]  # without hubs and valves
    seen[:, :2] -= _fit_centre(outline)
    middle = corners[0] - times(rotation, seen[0])
    far, height = np.linalg.norm(seen[:, :2], axis=1), seen[:, 2]
    radius, half = float(far.max()), 0.5 * float(np.ptp(height))
    place = middle + (height.min() + half) * rotation[:, 2]
    whole = Round(place, rotation, radius, half)
    if volume >= FULL * np.pi * radius * radius * 2.0 * half:
        centre = height.min() + half
        upper, lower = height >= centre - GRAIN * radius, height <= centre + GRAIN * radius
        is_cup = not (_is_rim(seen[upper], radius) and _is_rim(seen[lower], radius))
        return (None, corners) if is_cup else (whole, corners[:0])
    rim = far >= (1.0 - EVEN) * radius
    low, high = height[rim].min(), height[rim].max()
    ends = [rim & (height >= high - EVEN * radius), rim & (height <= low + EVEN * radius)]
    if high - low < NARROW * radius or not all(_is_rim(seen[end], radius) for end in ends):
        return None, corners
    place = middle + 0.5 * (low + high) * rotation[:, 2]
    seen[rim, :2] *= 1.0 - EVEN
    return Round(place, rotation, radius, 0.5 * float(high - low)), middle + times(seen, rotation.T)


def _is_rim(seen: Floats, radius: float) -> bool:
    """Whether corners (n, 3) go round the z axis at a `radius` [m]."""
    return bool(times(seen[:, :2], _list_ways_round().T).max(axis=0).min() >= (1.0 - EVEN) * radius)


def _fit_centre(points: Floats) -> Floats:
    """Return the centre of the circle or ball (least squares) through points (n, d)."""
    middle = points.mean(axis=0)
    arms = points - middle
    squares = (arms * arms).sum(axis=1)
    return middle + 0.5 * solve(spread(arms), (squares[:, None] * arms).sum(axis=0))


def _list_axes(corners: Floats, hull: Any) -> list[Floats]:
    """Return unit vectors that may be the axis: of the largest face, and along and across all."""
    sides = hull.points[hull.simplices]
    area = np.linalg.norm(np.cross(sides[:, 1] - sides[:, 0], sides[:, 2] - sides[:, 0]), axis=1)
    normals, face = np.unique(np.round(hull.equations[:, :3], 4), axis=0, return_inverse=True)
    largest = np.argmax(np.bincount(face.reshape(-1), area, len(normals)))
    cap = hull.equations[np.flatnonzero(face.reshape(-1) == largest), :3].mean(axis=0)
    arms = corners - corners.mean(axis=0)
    axes = principal(spread(arms))[1].T
    return [unit(cap), axes[0], axes[2]]


def _complete(axis: Floats) -> Floats:
    """Return a rotation (3, 3) that takes z to a unit vector; the unit matrix for z itself."""
    if abs(axis[2]) > 1.0 - 1e-12:
        return np.eye(3)
    x = unit(np.cross(np.eye(3)[np.argmin(np.abs(axis))], axis))
    return np.column_stack([x, np.cross(axis, x), axis])
