"""Bodies of one mesh that touch along edges, such as boxes of an assembly, taken apart.

Four faces and more meet at such an edge. Going round it, the solid lies between each face that
opens it and the next one that closes it: those two belong together.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
ALIKE = 1e-6  # of a quarter turn, between faces that lie on each other
TURN = round(4 / ALIKE)


def take_apart(vertices: Floats, faces: Integers) -> tuple[Floats, Integers]:
    """Return a mesh in which no two bodies share a vertex of an edge along which they touch.

    Faces (m, 3) look outwards. Edges whose faces do not close solids stay as they are.
    """
    ends = np.stack([faces, np.roll(faces, -1, axis=1)], -1).reshape(-1, 2)
    _, group, count = np.unique(
        np.sort(ends, axis=1), axis=0, return_inverse=True, return_counts=True
    )
    group = group.reshape(-1)
    pairs = _pair_solids(vertices, faces, ends, group, count)
    if not len(pairs):
        return vertices, faces
    order = np.argsort(group, kind="stable")
    plain = order[count[group[order]] == 2].reshape(-1, 2)
    return _split(vertices, faces, np.concatenate([plain, pairs]), np.unique(ends[pairs]))


def _pair_solids(
    vertices: Floats, faces: Integers, ends: Integers, group: Integers, count: Integers
) -> Integers:
    """Return (n, 2) rows of edges, a solid between the faces of each two, where many meet."""
    rows = np.flatnonzero((count > 2)[group])
    if not len(rows):
        return np.empty((0, 2), np.int64)
    start = vertices[ends[rows].min(axis=1)]
    along = vertices[ends[rows].max(axis=1)] - start
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    arm = vertices[np.roll(faces, -2, axis=1).reshape(-1)[rows]] - start
    arm -= np.sum(arm * along, axis=1, keepdims=True) * along
    _, first, inverse = np.unique(group[rows], return_index=True, return_inverse=True)
    zero = arm[first][inverse.reshape(-1)]
    x, y = np.sum(zero * arm, axis=1), np.sum(np.cross(zero, arm) * along, axis=1)
    step = np.round(_turned(x, y) / ALIKE).astype(np.int64) % TURN
    opens = ends[rows, 0] > ends[rows, 1]  # the solid lies at larger angles
    order = np.lexsort((opens, step, group[rows]))
    rows, opens = rows[order], opens[order]
    last = np.append(group[rows][1:] != group[rows][:-1], True)
    begin = np.flatnonzero(np.append(True, last[:-1]))
    after = np.arange(len(rows)) + 1
    after[last] = begin
    odd = np.zeros(len(count), bool)
    odd[group[rows[opens == opens[after]]]] = True
    good = opens & ~odd[group[rows]]
    return np.stack([rows[good], rows[after[good]]], -1)


def _turned(x: Floats, y: Floats) -> Floats:
    """Return how far (x, y) is turned from the x axis, in about quarter turns, 0 to 4."""
    share = y / np.maximum(np.abs(x) + np.abs(y), 1e-300)
    return np.where(x < 0.0, 2.0 - share, np.where(y < 0.0, 4.0 + share, share))


def _split(
    vertices: Floats, faces: Integers, pairs: Integers, doubtful: Integers
) -> tuple[Floats, Integers]:
    """Return the mesh with a vertex for each fan of faces round a doubtful one.

    `pairs` (n, 2) are rows 3 f + k of edge k of face f, each with that of the face next to it.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    corners = faces.reshape(-1)
    begin, end = pairs, pairs // 3 * 3 + (pairs + 1) % 3
    same = corners[begin[:, 0]] == corners[begin[:, 1]]  # both run the same way
    one = np.concatenate([begin[:, 0], end[:, 0]])
    two = np.concatenate([
        np.where(same, begin[:, 1], end[:, 1]), np.where(same, end[:, 1], begin[:, 1]),
    ])  # fmt: skip
    graph = coo_array((np.ones(len(one), np.int8), (one, two)), (len(corners), len(corners)))
    fan = connected_components(graph, directed=False)[1]
    fan = np.where(np.isin(corners, doubtful), fan, -1)
    _, kind = np.unique(np.stack([corners, fan], -1), axis=0, return_inverse=True)
    kind = kind.reshape(-1)
    source = np.empty(kind.max() + 1, np.int64)
    source[kind] = corners
    return vertices[source], kind.reshape(-1, 3)
