"""Meshes that lie flush with each other, as tiles of a ground do: one surface without rims inside.

Triangles know what lies across each of their edges within their own mesh alone. Where another one
goes on from the rim of a mesh, what rolls over the seam would meet that rim as if nothing were
behind it. So it is told what does: the normal of the triangle of the other mesh in which it lies.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact.products import times

from ..bodies.tables import Floats
from .triangles import CONVEX, INNER, LEAF, OPEN, SHARP, MeshRows

Integers = NDArray[np.int64]
NEAR = 1e-5  # share of a mesh's size by which its rim may be off another mesh
MOST = 20_000  # edges of a rim that other meshes may go on from


class Place(NamedTuple):
    """Where a mesh that does not move stands in the world."""

    mesh: int  # its row
    position: Floats  # (3,) [m]
    rotation: Floats  # (3, 3)


class Cover(NamedTuple):
    """A part of an edge of a rim that lies in a triangle of another mesh."""

    edge: int  # 3 times its triangle, and its number there
    start: float  # share of the edge at which it begins
    end: float
    slack: float  # share of the edge by which it may be longer
    bend: float  # sine of the angle by which the other triangle is bent outwards
    normal: tuple[float, float, float]  # of that, in the world


class Rim(NamedTuple):
    """Edges of a mesh across which it has no triangle, in the world."""

    edge: Integers  # (n,) 3 times its triangle, and its number there
    start: Floats  # (n, 3) [m]
    way: Floats  # (n, 3) to its end [m]
    normal: Floats  # (n, 3) of its triangle


def join(rows: MeshRows, places: Sequence[Place]) -> None:
    """Tell edges of rims that lie in other meshes all along what is across them.

    Where that is more than one triangle it is the one bent outwards most. Where more than `MOST`
    edges of a mesh may lie so they stay rims: those are loose triangles.
    """
    low, high = _find_boxes(rows, places)
    size = (high - low).max(axis=1, initial=0.0)
    for n, own in enumerate(places):
        near = NEAR * np.minimum(size, size[n])
        apart = (low > high[n] + near[:, None]) | (high < low[n] - near[:, None])
        others = [k for k in np.flatnonzero(~apart.any(axis=1)).tolist() if k != n]
        if not others:
            continue
        rim = _find_rim(rows, own)
        ends = [np.zeros(len(rim.edge), bool) for _ in range(2)]
        for k in others:
            for on, points in zip(ends, (rim.start, rim.start + rim.way), strict=True):
                on[_find_on(points, rows, places[k], near[k])] = True
        kept = np.flatnonzero(ends[0] & ends[1])
        if not 0 < len(kept) <= MOST:
            continue
        rim = Rim(rim.edge[kept], rim.start[kept], rim.way[kept], rim.normal[kept])
        found = sorted(
            cover for k in others for cover in _find_covers(rim, rows, places[k], near[k])
        )
        for edge, covers in groupby(found, key=lambda cover: cover.edge):
            parts = list(covers)
            if _is_whole(parts):
                most = max(parts, key=lambda cover: cover.bend)
                kind = CONVEX if most.bend > SHARP else INNER
                rows.set_across(own.mesh, edge, times(own.rotation.T, most.normal), kind)


def _is_whole(covers: list[Cover]) -> bool:
    """Whether parts of an edge, by their starts, leave nothing of it out."""
    end = 0.0
    for cover in covers:
        if cover.start > end + cover.slack:
            return False
        end = max(end, cover.end)
    return end >= 1.0 - covers[-1].slack


def _find_boxes(rows: MeshRows, places: Sequence[Place]) -> tuple[Floats, Floats]:
    """Return low and high (n, 3) of boxes round meshes in the world."""
    low, high = np.zeros((len(places), 3)), np.zeros((len(places), 3))
    for n, place in enumerate(places):
        least, most = (rows.parts[place.mesh][k][1] for k in (4, 5))
        middle = place.position + times(place.rotation, 0.5 * (least + most))
        half = times(np.abs(place.rotation), 0.5 * (most - least))
        low[n], high[n] = middle - half, middle + half
    return low, high


def _find_rim(rows: MeshRows, place: Place) -> Rim:
    corners, normals, _, edges, _, _ = rows.parts[place.mesh]
    edge = np.flatnonzero(edges.reshape(-1) == OPEN)
    face, k = edge // 3, edge % 3
    start, end = (
        times(corners[face, side], place.rotation.T) + place.position for side in (k, (k + 1) % 3)
    )
    return Rim(edge, start, end - start, times(normals[face], place.rotation.T))


def _find_on(points: Floats, rows: MeshRows, place: Place, near: float) -> Integers:
    """Return the rows of points (n, 3) in the planes of a mesh's triangles that are near them."""
    corners, normals, _, _, low, high = rows.parts[place.mesh]
    points = times(points - place.position, place.rotation)
    row, face = _find_near(points - near, points + near, low, high, len(corners))
    height = np.einsum("ij,ij->i", normals[face], points[row] - corners[face, 0])
    return row[np.abs(height) < near]


def _find_covers(rim: Rim, rows: MeshRows, place: Place, near: float) -> Iterator[Cover]:
    """Yield the parts of a rim that lie in a triangle of another mesh that goes on there."""
    corners, normals, _, _, low, high = rows.parts[place.mesh]
    start, way = times(rim.start - place.position, place.rotation), times(rim.way, place.rotation)
    least, most = np.minimum(start, start + way) - near, np.maximum(start, start + way) + near
    row, face = _find_near(least, most, low, high, len(corners))
    start, way, normal = start[row], way[row], times(rim.normal[row], place.rotation)
    triangle, beyond = corners[face], normals[face]
    length = np.sqrt((way * way).sum(axis=1))
    out = np.cross(way / length[:, None], normal)
    height = np.einsum("ij,ij->i", beyond, start - triangle[:, 0])
    rise = np.einsum("ij,ij->i", beyond, way)
    far = np.einsum("ikj,ij->ik", triangle - start[:, None], out).max(axis=1, initial=-1.0)
    is_flush = (np.abs(height) < near) & (np.abs(height + rise) < near) & (far > near)
    is_flush &= np.einsum("ij,ij->i", beyond, normal) > 0.0
    first, last = _clip(start, way, triangle, beyond, near)
    bend = np.einsum("ij,ij->i", beyond, out)
    beyond = times(beyond, place.rotation.T)
    for n in np.flatnonzero(is_flush & (last > first)).tolist():
        yield Cover(
            int(rim.edge[row[n]]), float(first[n]), float(last[n]), 4.0 * near / float(length[n]),
            float(bend[n]), tuple(beyond[n].tolist()),
        )  # fmt: skip


def _clip(
    start: Floats, way: Floats, triangle: Floats, normal: Floats, near: float
) -> tuple[Floats, Floats]:
    """Return the shares between which lines (n, 3) are over their triangles (n, 3, 3)."""
    first, last = np.zeros(len(start)), np.ones(len(start))
    for k in range(3):
        side = triangle[:, (k + 1) % 3] - triangle[:, k]
        inwards = np.cross(normal, side)
        inwards /= np.sqrt((inwards * inwards).sum(axis=1, keepdims=True))
        depth = np.einsum("ij,ij->i", inwards, start - triangle[:, k]) + near
        slope = np.einsum("ij,ij->i", inwards, way)
        with np.errstate(divide="ignore", invalid="ignore"):
            place = -depth / slope
        first = np.where(slope > 0.0, np.maximum(first, place), first)
        last = np.where(slope < 0.0, np.minimum(last, place), last)
        last = np.where((slope == 0.0) & (depth < 0.0), -1.0, last)
    return first, last


def _find_near(
    low: Floats, high: Floats, node_low: Floats, node_high: Floats, count: int
) -> tuple[Integers, Integers]:
    """Return rows of boxes (n, 3), and of the triangles in whose leaves of a tree they reach."""
    row, node, leaves = np.arange(len(low)), np.ones(len(low), np.int64), len(node_low) // 2
    while len(row):
        near = (node_low[node] <= high[row]) & (node_high[node] >= low[row])
        row, node = row[near.all(axis=1)], node[near.all(axis=1)]
        if len(row) == 0 or node[0] >= leaves:
            break
        row, node = np.repeat(row, 2), np.stack([2 * node, 2 * node + 1], 1).reshape(-1)
    triangle = (LEAF * (node - leaves)[:, None] + np.arange(LEAF)).reshape(-1)
    row = np.repeat(row, LEAF)
    return row[triangle < count], triangle[triangle < count]
