"""Seams of a mesh: corners that are nearly one, and those in the middle of others' sides.

Programs that export meshes leave the former where they round twice, the latter - T-junctions -
where a coarse strip lies beside a fine one. Both sides of the seam then seem to be a rim, and what
rolls over it meets that.
"""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
MOST = 20_000  # sides that meet no other: more are loose triangles, not the seams of a mesh
REACHES = (2.0, 100.0)  # grains that a corner may be off a side that it lies on, as files round
FEW, HALVINGS = 4, 12  # corners near a bit of a line that are looked at; how short bits become


def join(vertices: Floats, faces: Integers, grain: float) -> Integers:
    """Return the faces (m, 3) with corners of open seams that are within a `grain` [m] made one."""
    ends = np.unique(_list_sides(faces)[_find_loose(faces)])
    if len(ends) == 0:
        return faces
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial import KDTree

    near = KDTree(vertices[ends]).query_pairs(grain, output_type="ndarray")
    if len(near) == 0:
        return faces
    graph = coo_array((np.ones(len(near), np.int8), near.T), (len(ends), len(ends)))
    labels = connected_components(graph, directed=False)[1]
    _, first = np.unique(labels, return_index=True)
    same = np.arange(len(vertices))
    same[ends] = ends[first[labels]]
    return same[faces]


def split(vertices: Floats, faces: Integers, grain: float) -> Integers:
    """Return the faces (m, 3) with sides that meet no other face divided at corners on them.

    A corner lies on a side that it is nearer to than one of `REACHES` [grains], and is one of such
    a side, too; nearer ones come first. Where more than `MOST` sides meet none all stay as they
    are.
    """
    for _ in range(3 * len(REACHES)):  # a side of each face at a time
        rows = _find_loose(faces)
        if not 0 < len(rows) <= MOST:
            break
        found = _find_on(vertices, faces, rows, grain)
        if not found:
            break
        faces = _divide(faces, found)
    return faces


def find_near(
    points: Floats, start: Floats, way: Floats, reach: float
) -> tuple[Integers, Integers]:
    """Return rows of lines (n, 3) from `start` along `way`, and of the `points` near each of them.

    Lines are halved until a ball about each bit holds but `FEW` points.
    """
    from scipy.spatial import KDTree

    tree, line = KDTree(points), np.arange(len(start))
    middle, half = np.full(len(start), 0.5), 0.5
    near: list[tuple[int, int]] = []
    for depth in range(HALVINGS):
        centre = start[line] + middle[:, None] * way[line]
        radius = half * np.linalg.norm(way[line], axis=1) + reach
        count = tree.query_ball_point(centre, radius, return_length=True)
        few = count <= (FEW if depth < HALVINGS - 1 else len(points))
        found = tree.query_ball_point(centre[few], radius[few])
        near += [(n, k) for n, own in zip(line[few].tolist(), found, strict=True) for k in own]
        line, half = np.repeat(line[~few], 2), 0.5 * half
        middle = np.repeat(middle[~few], 2) + np.tile([-half, half], np.count_nonzero(~few))
    side, point = np.unique(np.array(near, np.int64).reshape(-1, 2), axis=0).T
    return side, point


def _list_sides(faces: Integers) -> Integers:
    """Return the sides (3 m, 2) 0-1, 1-2, 2-0 of each face."""
    return np.stack([faces, np.roll(faces, -1, axis=1)], -1).reshape(-1, 2)


def _find_loose(faces: Integers) -> Integers:
    """Return the rows of sides that meet no other face but one that looks back."""
    sides, across = _list_sides(faces), np.roll(faces, -2, axis=1).reshape(-1)
    key = sides.min(axis=1) * (faces.max(initial=0) + 1) + sides.max(axis=1)
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    others = np.bincount(number, across != across[first[number]], len(first))
    return np.flatnonzero(others[number] == 0)


def _divide(faces: Integers, found: dict[int, list[int]]) -> Integers:
    """Return the faces with one side of each, by its row, divided at the corners along it."""
    sides = {row // 3: (row % 3, corners) for row, corners in found.items()}
    new = [faces[np.setdiff1d(np.arange(len(faces)), list(sides))]]
    for face, (k, corners) in sides.items():
        start, end, across = np.roll(faces[face], -k)
        line = [start, *corners, end]
        new.append(np.array([[a, b, across] for a, b in pairwise(line)]))
    return np.concatenate(new)


def _find_on(
    vertices: Floats, faces: Integers, rows: Integers, grain: float
) -> dict[int, list[int]]:
    """Return the corners along each side of `rows` on which ends of others lie, from its start."""
    sides = _list_sides(faces)[rows]
    ends = np.unique(sides)
    start, way = vertices[sides[:, 0]], vertices[sides[:, 1]] - vertices[sides[:, 0]]
    side, corner = find_near(vertices[ends], start, way, REACHES[-1] * grain)
    corner, length = ends[corner], np.linalg.norm(way, axis=1)[side]
    along, across = way[side] / length[:, None], faces[rows[side] // 3, (rows[side] + 2) % 3]
    far, off = _resolve(vertices[corner] - start[side], along)
    thin = off > 0.5 * _resolve(vertices[across] - start[side], along)[1]  # a needle's own corner
    found: dict[int, list[int]] = {}
    for reach in REACHES:
        near = reach * grain
        on = np.flatnonzero(~thin & (off < near) & (far > near) & (far < length - near))
        for n in on[np.lexsort((far[on], side[on]))].tolist():
            found.setdefault(int(rows[side[n]]), []).append(int(corner[n]))
        if found:
            break
    return found


def _resolve(arm: Floats, along: Floats) -> tuple[Floats, Floats]:
    """Return how far vectors (n, 3) reach along unit vectors, and aside of them."""
    far = (arm * along).sum(axis=1)
    return far, np.linalg.norm(arm - far[:, None] * along, axis=1)
