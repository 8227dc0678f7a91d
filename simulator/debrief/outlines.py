"""Outlines from above: points of shapes and zones, and the hull that they draw."""

import numpy as np
from numpy.typing import NDArray

from simulator.spec import solids
from simulator.spec.models.exercise import AreaSpec
from simulator.spec.models.shape import ShapeSpec
from simulator.spec.naming.bodies import rotation_of
from simulator.training.measure_way import find_outline

Array = NDArray[np.float64]
ROUND = 24  # corners of a circle


def of_shape(shape: ShapeSpec) -> Array | None:
    """Return points (n, 3) of a shape in its body's frame whose hull is its outline."""
    if (solid := shape.solid) is None:
        return None
    return solid.corners(ROUND) @ rotation_of(shape.rpy).T + np.array(shape.at)


def hull(points: Array) -> Array:
    """Return the corners of the convex hull of (n, 2) points in order; two of them are a line."""
    ordered = np.unique(np.round(points, 4), axis=0)
    return find_outline(ordered) if len(ordered) > 2 else ordered


def of_area(area: AreaSpec) -> Array:
    """Return points (n, 3) of a zone in the world whose hull is its outline."""
    local = area.rim(ROUND) if area.box is None else solids.box(area.box).corners()
    return local @ rotation_of(area.rpy).T + np.array(area.at)
