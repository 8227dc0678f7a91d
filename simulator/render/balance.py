"""How a robot stands, drawn on the floor: support polygon, ZMP, centre of mass, capture point."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..snapshot import Stance

Floats = NDArray[np.float64]
LIFT = 0.004  # above the floor [m]
SIDES = 20  # of a circle
RING, DISC, DIAMOND = 0.030, 0.016, 0.022  # radii [m]
POLYGON = np.array([0.37, 0.78, 0.91, 0.9])
FILL = np.array([0.37, 0.78, 0.91, 0.28])
CENTRE = np.array([0.93, 0.95, 0.96, 0.9])
ZMP = np.array([0.95, 0.70, 0.24, 1.0])
CAPTURE = np.array([0.30, 0.76, 0.54, 1.0])
EDGE = np.array([1.0, 0.49, 0.44, 1.0])  # of a point that is no longer inside
HATCH = 0.02  # between the lines that fill the polygon [m]


def stance_lines(stances: Sequence[Stance]) -> Floats:
    """Return (n, 10) lines, start, end [m] and colour, of how robots stand.

    A filled disc is the ZMP, a ring with a plumb line the centre of mass, a diamond the capture
    point; a point outside the polygon is red.
    """
    parts = [np.zeros((0, 10))]
    for stance in stances:
        parts += _of_one(stance)
    return np.concatenate(parts)


def _of_one(stance: Stance) -> list[Floats]:
    level = stance.zmp[2] if len(stance.corners) else 0.0
    corners = np.column_stack([stance.corners, np.full(len(stance.corners), level + LIFT)])
    down = np.array([*stance.centre[:2], level + LIFT])
    parts = [_loop(down + _circle(RING, SIDES), CENTRE), _line(stance.centre, down, CENTRE)]
    if not len(corners):
        return parts
    capture = np.array([*stance.capture[:2], level + LIFT])
    diamond, disc = _circle(DIAMOND, 4), _circle(DISC, SIDES)
    zmp = np.array([*stance.zmp[:2], level + LIFT])
    on_edge = ZMP if is_inside(stance.zmp, stance.corners) else EDGE
    spokes = np.hstack([np.tile(zmp, (SIDES, 1)), zmp + disc, np.tile(on_edge, (SIDES, 1))])
    safe = CAPTURE if is_inside(stance.capture, stance.corners) else EDGE
    parts += [_fill(corners), _loop(corners, POLYGON), _loop(capture + diamond, safe)]
    return [*parts, spokes, _loop(zmp + disc, on_edge)]


def is_inside(point: Floats, corners: Floats) -> bool:
    """Return whether a point (2 or more,) lies within (n, 2) corners, anticlockwise."""
    if len(corners) < 3:
        return False
    edges, way = np.roll(corners, -1, axis=0) - corners, point[:2] - corners
    return bool((edges[:, 0] * way[:, 1] - edges[:, 1] * way[:, 0] >= -1e-9).all())


def _circle(radius: float, sides: int) -> Floats:
    turn = np.linspace(0.0, 2.0 * np.pi, sides, endpoint=False)
    return radius * np.column_stack([np.cos(turn), np.sin(turn), np.zeros(sides)])


def _loop(corners: Floats, colour: Floats) -> Floats:
    after = np.roll(corners, -1, axis=0)
    return np.hstack([corners, after, np.tile(colour, (len(corners), 1))])


def _line(start: Floats, end: Floats, colour: Floats) -> Floats:
    return np.concatenate([start, end, colour])[None]


def _fill(corners: Floats) -> Floats:
    """Return lines along x across a convex polygon."""
    after, found = np.roll(corners, -1, axis=0), []
    low, high = corners[:, 1].min(), corners[:, 1].max()
    for y in np.arange(low + HATCH / 2, high, HATCH):
        crossed = (corners[:, 1] < y) != (after[:, 1] < y)
        a, b = corners[crossed], after[crossed]
        ends = a + ((y - a[:, 1]) / (b[:, 1] - a[:, 1]))[:, None] * (b - a)
        if len(ends) == 2:
            found.append(np.concatenate([*ends, FILL]))
    return np.array(found).reshape(-1, 10)
