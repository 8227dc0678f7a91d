"""Hulls of many corners, and which face of a hull keeps another shape off best: naive twins."""

import numpy as np
import pytest
import trimesh
from scipy.spatial import ConvexHull

from simulator.physics.collision import collide_convex
from simulator.physics.geometry import convex, hull
from simulator.physics.geometry.shapes import BOX, HULL

NONE = np.zeros((0, 3)), np.zeros((0, 6)), np.zeros(0, np.int32)


def draw_ball(random, count: int) -> np.ndarray:
    points = random.normal(size=(count, 3))
    return points / np.linalg.norm(points, axis=1, keepdims=True) * (0.1, 0.08, 0.05)


def place(random, item: hull.Hull, at) -> convex.Convex:
    """Return a hull as a convex, turned at random."""
    turn, _ = np.linalg.qr(random.normal(size=(3, 3)))
    turn = np.ascontiguousarray(turn * np.linalg.det(turn))
    faces = np.column_stack([item.normals, item.offsets, np.zeros((len(item.normals), 2))])
    half = np.abs(item.vertices).max(axis=0)
    return convex.Convex(
        np.int64(HULL), tuple(at), turn, tuple(half), 0.0, item.vertices, faces, NONE[2]
    )


def list_corners(shape: convex.Convex) -> np.ndarray:
    """Return a hull's or box's corners in the world."""
    corners = shape.vertices
    if shape.kind == BOX:
        corners = np.array(np.meshgrid(*[(-1, 1)] * 3)).reshape(3, -1).T * shape.size
    return corners @ shape.rotation.T + shape.position


def find_best(a: convex.Convex, b: convex.Convex) -> float:
    """Return the largest gap that a face of hull `a` that looks at the middle of `b` leaves."""
    normals = a.faces[:, :3] @ a.rotation.T
    sees = normals @ np.subtract(b.position, a.position) >= 0.0
    heights = (list_corners(b) - a.position) @ normals.T
    return (heights.min(axis=0) - a.faces[:, 3])[sees].max()


@pytest.mark.parametrize("count", [6, 30, 64, 300])
def test_the_face_that_keeps_another_shape_off_best(count: int) -> None:
    """Most faces are ruled out by one point of the other shape; all of them were looked at."""
    random = np.random.default_rng(count)
    for n in range(100):
        a = place(random, hull.convex_hull(draw_ball(random, count)), (0.1, -0.2, 0.3))
        way = random.normal(size=3)
        at = a.position + way / np.linalg.norm(way) * random.uniform(0.02, 0.25)
        b = place(random, hull.convex_hull(draw_ball(random, 20)), at)
        if n % 3 == 0:
            b = convex.Convex(np.int64(BOX), tuple(at), b.rotation, (0.03, 0.02, 0.05), 0.0, *NONE)
        gap, face, normal = collide_convex.best_face(a, b, np.inf)
        assert gap == pytest.approx(find_best(a, b), abs=1e-12)
        np.testing.assert_allclose(normal, a.rotation @ a.faces[face, :3], atol=1e-12)
        early, face, normal = collide_convex.best_face(a, b, 0.01)
        assert (early > 0.01) == (gap > 0.01)
        lowest = ((list_corners(b) - a.position) @ normal).min() - a.faces[face, 3]
        assert early == pytest.approx(lowest, abs=1e-12)


@pytest.mark.parametrize("count", [100, 400, 2000])
def test_a_large_hull_keeps_the_corners_that_it_loses_most_without(count: int) -> None:
    points = draw_ball(np.random.default_rng(count), count)
    corners = points[ConvexHull(points).vertices]
    kept = hull._span(corners)
    size = np.ptp(corners, axis=0).max()
    while len(kept) < hull.MAX_VERTICES:
        planes = ConvexHull(corners[kept]).equations
        outside = (corners @ planes[:, :3].T + planes[:, 3]).max(axis=1)
        if len(kept) >= hull.FEW and outside.max() <= hull.SMOOTH * size:
            break
        kept.append(int(np.argmax(outside)))
    made = hull.convex_hull(points)
    np.testing.assert_array_equal(
        np.unique(made.vertices, axis=0), np.unique(corners[kept], axis=0)
    )


def test_what_is_smooth_is_nearly_as_large_as_it_was() -> None:
    """A ball of 642 corners was up to 5.5 % of its radius inside, with 64 of them."""
    ball = trimesh.creation.icosphere(3).vertices
    made = hull.convex_hull(ball)
    ways = draw_ball(np.random.default_rng(1), 2000)
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    lost = (ways @ ball.T).max(axis=1) - (ways @ made.vertices.T).max(axis=1)
    assert lost.max() < 0.032
    assert lost.mean() < 0.008


def test_corners_that_hardly_stand_out_are_left_out() -> None:
    """A wheel of 200 corners on each rim wants no more than those that can be told apart."""
    wheel = trimesh.creation.cylinder(0.1, 0.03, sections=200).vertices
    made = hull.convex_hull(wheel)
    assert len(made.vertices) < hull.MAX_VERTICES
    assert made.offsets.max() == pytest.approx(0.1, abs=hull.SMOOTH * 0.2)
    rim = made.vertices[made.vertices[:, 2] > 0.0]
    angle = np.sort(np.arctan2(rim[:, 1], rim[:, 0]))
    gaps = np.diff(angle, append=angle[0] + 2 * np.pi)
    assert 0.1 * (1.0 - np.cos(gaps.max() / 2)) < hull.SMOOTH * 0.2
