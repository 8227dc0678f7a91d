"""Outlines from above: points of shapes and zones, and the hull that they draw."""

import numpy as np
from numpy.typing import NDArray

from simulator.spec.models.exercise import AreaSpec
from simulator.spec.models.shape import ShapeSpec
from simulator.spec.naming.bodies import rotation_of
from simulator.training.measure_way import find_outline

Array = NDArray[np.float64]
ROUND = 24  # corners of a circle


def of_shape(shape: ShapeSpec) -> Array | None:
    """Return points (n, 3) of a shape in its body's frame whose hull is its outline."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    if shape.box is not None:
        points = 0.5 * signs * shape.box
    elif shape.cylinder is not None or shape.capsule is not None:
        spec = shape.cylinder or shape.capsule
        assert spec is not None
        caps = spec.radius if shape.capsule else 0.0
        points = _ring(spec.radius, 0.5 * spec.length + caps)
    elif shape.sphere is not None:
        points = _ring(shape.sphere, 0.0)
    else:
        return None
    return points @ rotation_of(shape.rpy).T + np.array(shape.at)


def _ring(radius: float, half: float) -> Array:
    angle = np.linspace(0.0, 2.0 * np.pi, ROUND, endpoint=False)
    ring = np.column_stack([radius * np.cos(angle), radius * np.sin(angle), np.full(ROUND, half)])
    return np.vstack([ring, ring * (1.0, 1.0, -1.0)])


def hull(points: Array) -> Array:
    """Return the corners of the convex hull of (n, 2) points in order; two of them are a line."""
    ordered = np.unique(np.round(points, 4), axis=0)
    return find_outline(ordered) if len(ordered) > 2 else ordered


def of_area(area: AreaSpec) -> Array:
    """Return a zone's corners (n, 3) in the world."""
    if area.box is not None:
        local = of_shape(ShapeSpec(box=area.box))
    else:
        local = _ring(area.radius or 0.0, 0.0)
    assert local is not None
    return local @ rotation_of(area.rpy).T + np.array(area.at)
