"""Borders of an exercise's zones, as lines on the floor with posts at the corners."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ..spec.models.exercise import AreaSpec
from ..spec.naming.bodies import rotation_of

Floats = NDArray[np.float64]
LIFT = 0.012  # above the zone's lower end, so that the floor does not hide it [m]
POST = 0.35  # height of the posts at the corners [m]
SIDES = 48  # of a circle
HATCH = 0.3  # between the lines across a forbidden zone [m]
FORBIDDEN = "#FF7D70"


def zone_lines(zones: Iterable[AreaSpec], is_target: bool = False) -> Floats:
    """Return (n, 10) lines, start, end [m] and colour, of the borders of the zones shown.

    A target has an upper border too, at the height of its posts, and is shown in any case.
    """
    parts = [
        _lines_of(zone, is_target) for zone in zones if zone.shown or zone.forbidden or is_target
    ]
    return np.concatenate(parts) if parts else np.zeros((0, 10))


def _lines_of(zone: AreaSpec, is_target: bool) -> Floats:
    corners = zone.rim(SIDES) + np.array([0.0, 0.0, LIFT])
    height = zone.box[2] if zone.box else zone.height
    rotation, centre = rotation_of(zone.rpy), np.array(zone.at)
    up = np.array([0.0, 0.0, min(2.0 * POST if is_target else POST, height)])
    around = list(zip(corners, np.roll(corners, -1, axis=0), strict=True))
    lines = [(a, b, 0.9) for a, b in around]
    if is_target:
        lines += [(a + up, b + up, 0.9) for a, b in around]
    step = max(1, len(corners) // 4)
    lines += [(corner, corner + up, 0.45) for corner in corners[::step]]
    if zone.forbidden:
        lines += [(a, b, 0.4) for a, b in _hatch(corners)]
    colour = _colour(FORBIDDEN if zone.forbidden else zone.colour)
    rows = [
        [*(rotation @ start + centre), *(rotation @ end + centre), *colour, alpha]
        for start, end, alpha in lines
    ]
    table = np.array(rows)
    table[:, [2, 5]] = np.maximum(table[:, [2, 5]], LIFT)  # a zone may reach below the floor
    return table


def _hatch(corners: Floats) -> list[tuple[Floats, Floats]]:
    """Return lines at 45 degrees across a convex outline."""
    way = np.array([1.0, 1.0]) / np.sqrt(2.0)
    across = np.array([-way[1], way[0]])
    flat, low = corners[:, :2], corners[0, 2]
    offsets = flat @ across
    lines = []
    for offset in np.arange(offsets.min() + HATCH / 2, offsets.max(), HATCH):
        hits = []
        for a, b in zip(flat, np.roll(flat, -1, axis=0), strict=True):
            p, q = a @ across - offset, b @ across - offset
            if p * q < 0.0:
                hits.append(a + (b - a) * p / (p - q))
        if len(hits) == 2:
            lines.append((np.array([*hits[0], low]), np.array([*hits[1], low])))
    return lines


def _colour(text: str) -> list[float]:
    return [int(text[place : place + 2], 16) / 255.0 for place in (1, 3, 5)]
