"""The support polygon of a way, and how far inside it the zero-moment point keeps."""

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull

from simulator.spec import solids
from simulator.spec.models.gait import FootSpec
from simulator.spec.models.robot import RobotSpec
from simulator.spec.naming import bodies

from .pattern import Way
from .stance import GaitError

Array = NDArray[np.float64]
RAISED = 1e-6  # a foot above this height carries nothing [m]
FLAT = 2e-3  # corners so near the lowest one are the sole's [m]


def outline(robot: RobotSpec, foot: FootSpec) -> Array:
    """Return the corners (m, 2) of a foot's sole, anticlockwise, seen from the sole's point.

    Raises:
        GaitError: the foot has no boxes to stand on.
    """
    corners = []
    for shape in robot.links[foot.link].all_shapes:
        if shape.box is not None:
            rotated = solids.box(shape.box).corners() @ bodies.rotation_of(shape.rpy).T
            corners.append(rotated + np.array(shape.at))
    if not corners:
        raise GaitError(f"{foot.link} has no boxes: a sole is made of boxes")
    points = np.concatenate(corners)
    points = points[points[:, 2] < points[:, 2].min() + FLAT, :2] - np.array(foot.sole[:2])
    return points[ConvexHull(points).vertices]


def polygons(way: Way, soles: dict[str, Array]) -> list[Array]:
    """Return the support polygon (m, 2) of every sample, anticlockwise: the hull of both soles."""
    feet = (way.left, way.right)
    placed = [_place(foot, soles[side]) for foot, side in zip(feet, ("left", "right"), strict=True)]
    found: list[Array] = []
    for row in range(len(way.centre)):
        down = [corners[row] for foot, corners in zip(feet, placed, strict=True)
                if foot[row, 2] < RAISED]  # fmt: skip
        points = np.concatenate(down)
        if found and row and _is_still(feet, row):
            found.append(found[-1])
        else:
            found.append(points[ConvexHull(points).vertices] if len(down) > 1 else points)
    return found


def _is_still(feet: tuple[Array, ...], row: int) -> bool:
    """Return whether both feet stand as they did a sample before."""
    return all(foot[row, 2] < RAISED and np.array_equal(foot[row], foot[row - 1]) for foot in feet)


def margins(polygons: list[Array], points: Array) -> Array:
    """Return how far inside its polygon each point (n, 2) lies [m]; negative: outside."""
    return np.array([_margin(*pair) for pair in zip(polygons, points, strict=True)])


def _margin(polygon: Array, point: Array) -> float:
    """Return the signed distance to a convex polygon's border."""
    edge = np.roll(polygon, -1, axis=0) - polygon
    length = np.linalg.norm(edge, axis=1)
    to_point = point - polygon
    inside = (edge[:, 0] * to_point[:, 1] - edge[:, 1] * to_point[:, 0]) / length
    if (inside >= 0.0).all():
        return float(inside.min())
    along = np.clip((to_point * edge).sum(axis=1) / length**2, 0.0, 1.0)
    return -float(np.linalg.norm(to_point - along[:, None] * edge, axis=1).min())


def _place(foot: Array, sole: Array) -> Array:
    """Return the corners (n, m, 2) of a sole along a way (n, 4)."""
    cosine, sine = np.cos(foot[:, 3, None]), np.sin(foot[:, 3, None])
    x = foot[:, 0, None] + cosine * sole[:, 0] - sine * sole[:, 1]
    y = foot[:, 1, None] + sine * sole[:, 0] + cosine * sole[:, 1]
    return np.stack([x, y], axis=-1)
