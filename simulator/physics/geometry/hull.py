"""Convex hulls as collision sees them: few vertices, flat faces merged into polygons."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact.elementary import arctangent
from simulator.exact.products import principal, spread, times

Floats = NDArray[np.float64]

FEW, MAX_VERTICES = 64, 128  # so many stay as they are; at most
SMOOTH = 2e-3  # what a hull of more may lose by having fewer, of its largest extent
THINNEST = 1e-4  # a plate that is thinner gets this thickness, as deep as contacts may sink in [m]
NARROWEST = 1e-3  # what is narrower along two axes gets this width, and its thickness by it
FLAT = 1e-4  # faces whose normals differ by less make one polygon


class Hull(NamedTuple):
    """A convex polyhedron: `loops[i]` are face i's vertices, anticlockwise seen from outside."""

    vertices: Floats  # (n, 3)
    normals: Floats  # (m, 3) outwards
    offsets: Floats  # (m,) normal . x of the face's plane
    loops: list[list[int]]


def convex_hull(points: Floats) -> Hull:
    """Return the convex hull of points (n, 3) [m] with at most `MAX_VERTICES` vertices.

    A hull of more than `FEW` keeps the vertices that it loses most without, by more than `SMOOTH`,
    so it stays inside the true one. What is thinner than `THINNEST` gets that thickness.
    """
    from scipy.spatial import ConvexHull

    points = thicken(np.asarray(points, float))
    corners = points[ConvexHull(points).vertices]
    if len(corners) > FEW:
        corners = _thin_out(corners)
    found = ConvexHull(corners)
    corners = corners[found.vertices]
    found = ConvexHull(corners)
    normals, loops = _merge_faces(corners, found.simplices, found.equations[:, :3])
    offsets = np.array([np.max(times(corners, normal)) for normal in normals])
    return Hull(corners, normals, offsets, loops)


def shift(item: Hull, way: Floats) -> Hull:
    """Return a hull moved by `way` (3,) [m]."""
    return item._replace(
        vertices=item.vertices + way, offsets=item.offsets + times(item.normals, way)
    )


def half_thickness(item: Hull) -> float:
    """Return half the least width between a face and the vertex farthest behind it [m]."""
    return 0.5 * float(np.ptp(times(item.vertices, item.normals.T), axis=0).min())


def thicken(points: Floats) -> Floats:
    """Return points (n, 3) [m] spread along the axes that they extend too little in.

    A step cannot follow how needles and crumbs roll, so they get a width of `NARROWEST`, and the
    same thickness; a plate may be the thinner the wider it is, from ten times that width on down
    to `THINNEST`.
    """
    arms = points - points.mean(axis=0)
    axes = principal(spread(arms))[1].T
    width = max(float(np.ptp(times(points, axes[1]))), NARROWEST)
    thickness = max(THINNEST, NARROWEST - 0.1 * (width - NARROWEST))
    for least, axis in zip((thickness, NARROWEST, NARROWEST), axes, strict=True):
        lack = least - np.ptp(times(points, axis))
        if lack > 0.0:
            shift = 0.5 * lack * axis
            points = np.concatenate([points + shift, points - shift])
    return points


def _thin_out(points: Floats) -> Floats:
    """Return up to `MAX_VERTICES` corners (n, 3) of a larger hull: ever the one farthest outside.

    That halves the arcs of a rim again and again: both rims of a wheel keep evenly spread corners.
    """
    from scipy.spatial import ConvexHull

    kept = _span(points)
    hull = ConvexHull(points[kept], incremental=True)
    size = np.ptp(points, axis=0).max()
    grain = 1e-9 * size  # rounding does not choose among equals
    while len(kept) < MAX_VERTICES:
        ways, heights = hull.equations[:, :3], hull.equations[:, 3:]
        outside = np.max(times(ways, points.T) + heights, axis=0)  # faces by points: half the time
        k = int(np.argmax(np.round(outside / grain)))
        if len(kept) >= FEW and outside[k] <= SMOOTH * size:
            break
        kept.append(k)
        hull.add_points(points[k : k + 1])
    return points[kept]


def _span(points: Floats) -> list[int]:
    """Return rows of four points that span a large tetrahedron."""
    first = int(np.argmin(points[:, 0]))
    arms = points - points[first]
    second = int(np.argmax(np.linalg.norm(arms, axis=1)))
    away = np.cross(arms, arms[second])
    third = int(np.argmax(np.linalg.norm(away, axis=1)))
    return [first, second, third, int(np.argmax(np.abs(times(arms, away[third]))))]


def _merge_faces(
    vertices: Floats, triangles: NDArray[np.int32], normals: Floats
) -> tuple[Floats, list[list[int]]]:
    """Return polygons of the hull: triangles of one plane joined, corners sorted anticlockwise."""
    left = np.ones(len(normals), bool)
    kept: list[Floats] = []
    loops: list[list[int]] = []
    size = np.ptp(vertices, axis=0).max()
    for row, normal in enumerate(normals):
        if not left[row]:
            continue
        same = left & (times(normals, normal) > 1.0 - FLAT * FLAT)
        height = times(vertices, normal)
        corners = np.unique(triangles[same])
        corners = corners[height[corners] > height.max() - 1e-3 * size]
        left &= ~same
        kept.append(normal)
        loops.append(_sort_about(vertices, corners, normal))
    return np.array(kept), loops


def _sort_about(vertices: Floats, corners: NDArray[np.int32], normal: Floats) -> list[int]:
    arms = vertices[corners] - vertices[corners].mean(axis=0)
    ahead, aside = (times(arms, way) for way in (arms[0], np.cross(normal, arms[0])))
    order = np.argsort([arctangent(y, x) for y, x in zip(aside, ahead, strict=True)])
    return [int(corners[k]) for k in order]
