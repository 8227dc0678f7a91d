"""Corners of a mesh's faces that lie in the middle of other faces' sides: T-junctions.

Programs that export meshes leave them where a coarse strip lies beside a fine one. Both sides of
the seam then seem to be a rim, and what rolls over it meets that.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
MOST = 20_000  # sides that meet no other: more are loose triangles, not the seams of a mesh


def split(vertices: Floats, faces: Integers, reach: float) -> Integers:
    """Return the faces (m, 3) with sides that meet no other face divided at corners on them.

    A corner lies on a side that it is nearer to than `reach` [m], and is one of such a side, too.
    Where more than `MOST` sides meet none all stay as they are.
    """
    for _ in range(3):  # a side of each face at a time
        divided = _split_sides(vertices, faces, reach)
        if divided is faces:
            break
        faces = divided
    return faces


def _split_sides(vertices: Floats, faces: Integers, reach: float) -> Integers:
    sides = np.stack([faces, np.roll(faces, -1, axis=1)], -1).reshape(-1, 2)
    key = sides.min(axis=1) * len(vertices) + sides.max(axis=1)
    _, first, count = np.unique(key, return_index=True, return_counts=True)
    rows = np.sort(first[count == 1])
    if not 0 < len(rows) <= MOST:
        return faces
    found: dict[int, tuple[int, list[int]]] = {}  # by face: which side, the corners along it
    for n, corners in _find_on(vertices, sides[rows], reach):
        found.setdefault(int(rows[n]) // 3, (int(rows[n]) % 3, corners))
    if not found:
        return faces
    new = [faces[np.setdiff1d(np.arange(len(faces)), list(found))]]
    for face, (k, corners) in found.items():
        start, end, across = np.roll(faces[face], -k)
        line = [start, *corners, end]
        new.append(np.array([[a, b, across] for a, b in pairwise(line)]))
    return np.concatenate(new)


def _find_on(vertices: Floats, sides: Integers, reach: float) -> Iterator[tuple[int, list[int]]]:
    """Yield the rows of sides (n, 2) on which ends of others lie, and those from its start on."""
    from scipy.spatial import KDTree

    ends = np.unique(sides)
    start, end = vertices[sides[:, 0]], vertices[sides[:, 1]]
    length = np.linalg.norm(end - start, axis=1)
    tree, middle = KDTree(vertices[ends]), 0.5 * (start + end)
    within = np.maximum(0.5 * length - 0.5 * reach, 0.0)  # its own ends are not
    rows = np.flatnonzero(tree.query_ball_point(middle, within, return_length=True))
    near = tree.query_ball_point(middle[rows], within[rows])
    for row, one in zip(rows.tolist(), near, strict=True):
        own = ends[np.array(one, np.int64)]
        along = (end[row] - start[row]) / length[row]
        arm = vertices[own] - start[row]
        way = (arm * along).sum(axis=1)
        off = np.linalg.norm(arm - way[:, None] * along, axis=1)
        on = (off < reach) & (way > reach) & (way < length[row] - reach)
        if on.any():
            yield row, own[on][np.argsort(way[on], kind="stable")].tolist()
