"""Meshes that lie flush with what stays, as tiles of a ground do: one surface without rims inside.

Triangles know what lies across each of their edges within their own mesh alone. Where another one,
a box or a plane goes on from the rim of a mesh, what rolls over the seam would meet that rim as if
nothing were behind it. So it is told what does: the normal of the triangle in which it lies.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact.products import times
from simulator.spec.solids import CUBE

from ..bodies.tables import Floats
from .triangles import CONVEX, INNER, LEAF, OPEN, SHARP, MeshRows, box_tree

Integers = NDArray[np.int64]
NEAR = 1e-5  # share of a mesh's size by which its rim may be off another surface
MOST = 20_000  # edges of a rim that other surfaces may go on from
CUBE_FACES = np.array(  # by corners of `solids.CUBE`
    [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
     (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]
)  # fmt: skip
UP = slice(10, 12)  # faces of a cube that look up
WIDE = np.array((1e5, 1e5, 0.0))  # half edges of a plane [m]
CUBE_NORMALS = np.array([sign * axis for axis in np.eye(3) for sign in (-1, 1)]).repeat(2, axis=0)


class Surface(NamedTuple):
    """What does not move: triangles in a frame of their own, a tree over them, and where it is."""

    mesh: int  # row of the mesh; -1: of a box or a plane, which has no rim
    corners: Floats  # (t, 3, 3)
    normals: Floats  # (t, 3)
    low: Floats  # (nodes, 3)
    high: Floats  # (nodes, 3)
    position: Floats  # (3,) of the frame in the world [m]
    rotation: Floats  # (3, 3)


class Cover(NamedTuple):
    """A part of an edge of a rim that lies in a triangle of another surface."""

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


def make_mesh(rows: MeshRows, mesh: int, position: Floats, rotation: Floats) -> Surface:
    """Return the surface of a mesh that stands there."""
    corners, normals, _, _, low, high = rows.parts[mesh]
    return Surface(mesh, corners, normals, low, high, position, rotation)


def make_box(half: Floats, position: Floats, rotation: Floats) -> Surface:
    """Return the surface of a box of half edges (3,) that stands there."""
    corners = half * CUBE[CUBE_FACES]
    return Surface(-1, corners, CUBE_NORMALS, *box_tree(corners), position, rotation)


def make_plane(position: Floats, rotation: Floats) -> Surface:
    """Return that of a plane, z = 0, as far as a scene may reach."""
    corners = WIDE * CUBE[CUBE_FACES[UP]]
    return Surface(-1, corners, CUBE_NORMALS[UP], *box_tree(corners), position, rotation)


def join(rows: MeshRows, surfaces: Sequence[Surface]) -> None:
    """Tell edges of rims that lie in other surfaces all along what is across them.

    Where that is more than one triangle it is the one bent outwards most. Where more than `MOST`
    edges of a mesh may lie so they stay rims: those are loose triangles.
    """
    low, high = _find_boxes(surfaces)
    size = (high - low).max(axis=1, initial=0.0)
    for n, own in enumerate(surfaces):
        if own.mesh < 0:
            continue
        near = NEAR * np.minimum(size, size[n])
        apart = (low > high[n] + near[:, None]) | (high < low[n] - near[:, None])
        others = [k for k in np.flatnonzero(~apart.any(axis=1)).tolist() if k != n]
        if not others:
            continue
        rim = _find_rim(rows, own)
        ends = [np.zeros(len(rim.edge), bool) for _ in range(2)]
        for k in others:
            for on, points in zip(ends, (rim.start, rim.start + rim.way), strict=True):
                on[_find_on(points, surfaces[k], near[k])] = True
        kept = np.flatnonzero(ends[0] & ends[1])
        if not 0 < len(kept) <= MOST:
            continue
        rim = Rim(rim.edge[kept], rim.start[kept], rim.way[kept], rim.normal[kept])
        found = sorted(cover for k in others for cover in _find_covers(rim, surfaces[k], near[k]))
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


def _find_boxes(surfaces: Sequence[Surface]) -> tuple[Floats, Floats]:
    """Return low and high (n, 3) of boxes round surfaces in the world."""
    low, high = np.zeros((len(surfaces), 3)), np.zeros((len(surfaces), 3))
    for n, one in enumerate(surfaces):
        middle = one.position + times(one.rotation, 0.5 * (one.low[1] + one.high[1]))
        half = times(np.abs(one.rotation), 0.5 * (one.high[1] - one.low[1]))
        low[n], high[n] = middle - half, middle + half
    return low, high


def _find_rim(rows: MeshRows, own: Surface) -> Rim:
    corners, normals, _, edges, _, _ = rows.parts[own.mesh]
    edge = np.flatnonzero(edges.reshape(-1) == OPEN)
    face, k = edge // 3, edge % 3
    start, end = (
        times(corners[face, side], own.rotation.T) + own.position for side in (k, (k + 1) % 3)
    )
    return Rim(edge, start, end - start, times(normals[face], own.rotation.T))


def _find_on(points: Floats, surface: Surface, near: float) -> Integers:
    """Return the rows of points (n, 3) in the planes of a surface's triangles that are near."""
    points = times(points - surface.position, surface.rotation)
    row, face = _find_near(points - near, points + near, surface)
    away = points[row] - surface.corners[face, 0]
    height = np.einsum("ij,ij->i", surface.normals[face], away)
    return row[np.abs(height) < near]


def _find_covers(rim: Rim, other: Surface, near: float) -> Iterator[Cover]:
    """Yield the parts of a rim that lie in a triangle of another surface that goes on there."""
    start, way = times(rim.start - other.position, other.rotation), times(rim.way, other.rotation)
    least, most = np.minimum(start, start + way) - near, np.maximum(start, start + way) + near
    row, face = _find_near(least, most, other)
    start, way, normal = start[row], way[row], times(rim.normal[row], other.rotation)
    triangle, beyond = other.corners[face], other.normals[face]
    length = np.sqrt((way * way).sum(axis=1))
    out = np.cross(way / length[:, None], normal)
    height = np.einsum("ij,ij->i", beyond, start - triangle[:, 0])
    rise = np.einsum("ij,ij->i", beyond, way)
    far = np.einsum("ikj,ij->ik", triangle - start[:, None], out).max(axis=1, initial=-1.0)
    is_flush = (np.abs(height) < near) & (np.abs(height + rise) < near) & (far > near)
    is_flush &= np.einsum("ij,ij->i", beyond, normal) > 0.0
    first, last = _clip(start, way, triangle, beyond, near)
    bend = np.einsum("ij,ij->i", beyond, out)
    beyond = times(beyond, other.rotation.T)
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


def _find_near(low: Floats, high: Floats, surface: Surface) -> tuple[Integers, Integers]:
    """Return rows of boxes (n, 3), and of the triangles in whose leaves of the tree they reach."""
    row, node, leaves = np.arange(len(low)), np.ones(len(low), np.int64), len(surface.low) // 2
    while len(row):
        near = (surface.low[node] <= high[row]) & (surface.high[node] >= low[row])
        row, node = row[near.all(axis=1)], node[near.all(axis=1)]
        if len(row) == 0 or node[0] >= leaves:
            break
        row, node = np.repeat(row, 2), np.stack([2 * node, 2 * node + 1], 1).reshape(-1)
    triangle = (LEAF * (node - leaves)[:, None] + np.arange(LEAF)).reshape(-1)
    row = np.repeat(row, LEAF)
    real = triangle < len(surface.corners)
    return row[real], triangle[real]
