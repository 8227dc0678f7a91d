"""What stays and lies flush side by side, as tiles of a ground do: one surface, no rims inside.

Triangles know what lies across each of their edges within their own shape alone. Where another one
goes on from the rim of a mesh, what rolls over the seam would meet that rim as if nothing were
behind it. So it is told what does: the normal of the triangle in which it lies.

An edge of a box or of a solid has two faces, one of which the next shape hides, and more than one
shape may go on from a part of it. Such parts are kept as seams: how far what meets them may lean.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact.products import times
from simulator.spec.solids import CUBE

from ..bodies.tables import Floats, Rows
from . import meshes, triangles
from .triangles import CONVEX, INNER, LEAF, OPEN, SHARP, MeshRows, box_tree

Integers = NDArray[np.int64]
NEAR = 1e-5  # share of a shape's size by which its edges may be off another surface
ROUND = 1e-5  # how far points of a contact may be off an edge along it [m]
SAME = 1e-6  # directions and places of edges on one line differ by less, in 1 and [m]
MOST = 20_000  # edges of a shape that another surface may go on from
CUBE_FACES = np.array(  # by corners of `solids.CUBE`
    [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
     (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]
)  # fmt: skip
UP = slice(10, 12)  # faces of a cube that look up
WIDE = np.array((1e5, 1e5, 0.0))  # half edges of a plane [m]
CUBE_NORMALS = np.array([sign * axis for axis in np.eye(3) for sign in (-1, 1)]).repeat(2, axis=0)
CUBE_EDGES = triangles.edge_kinds(
    CUBE[CUBE_FACES], CUBE_NORMALS, meshes.find_neighbours(CUBE_FACES)
)
NOWHERE = 1e-300  # of a line along an axis [m]: no division by zero


class Seams(NamedTuple):
    """Parts of edges from which another shape goes on flush with one of their faces, by shape."""

    first: Rows  # (shapes + 1,) into the others
    start: Floats  # (n, 3) of the part, in the world [m]
    way: Floats  # (n, 3) unit vector along it
    length: Floats  # (n,) [m]
    normal: Floats  # (n, 3) farthest one that is met
    out: Floats  # (n, 3) square to both, away from the shape: no normal leans that way
    near: Floats  # (n,) how far what is met may be off it [m]


class Surface(NamedTuple):
    """What does not move: triangles in a frame of their own, a tree over them, and where it is."""

    mesh: int  # row of the mesh; -1: of a box or a plane
    corners: Floats  # (t, 3, 3)
    normals: Floats  # (t, 3)
    edges: Integers  # (t, 3) INNER, CONVEX or OPEN
    low: Floats  # (nodes, 3)
    high: Floats  # (nodes, 3)
    position: Floats  # (3,) of the frame in the world [m]
    rotation: Floats  # (3, 3)


class Edges(NamedTuple):
    """Edges of surfaces that can be met, in the world, each as a side of one of its triangles."""

    owner: Integers  # (n,) number of the surface
    edge: Integers  # (n,) 3 times its triangle, and its number there
    start: Floats  # (n, 3) [m]
    way: Floats  # (n, 3) to its end [m]
    normal: Floats  # (n, 3) of its triangle


NO_EDGES = Edges(np.zeros(0, int), np.zeros(0, int), *np.zeros((3, 0, 3)))


class Cover(NamedTuple):
    """A part of an edge that lies in a triangle of another surface, which goes on there."""

    owner: int
    edge: int
    start: float  # share of the edge at which it begins
    end: float
    near: float  # how far it may be off the other surface [m]
    bend: float  # sine of the angle by which the other triangle is bent outwards
    normal: tuple[float, float, float]  # of that, in the world
    row: int  # of the edge among all


def make_mesh(rows: MeshRows, mesh: int, position: Floats, rotation: Floats) -> Surface:
    """Return the surface of a mesh that stands there."""
    corners, normals, _, edges, low, high = rows.parts[mesh]
    return Surface(mesh, corners, normals, edges, low, high, position, rotation)


def make_box(half: Floats, position: Floats, rotation: Floats) -> Surface:
    """Return the surface of a box of half edges (3,) that stands there."""
    corners = half * CUBE[CUBE_FACES]
    return Surface(
        -1, corners, CUBE_NORMALS, CUBE_EDGES, *box_tree(corners), position, rotation
    )  # fmt: skip


def make_plane(position: Floats, rotation: Floats) -> Surface:
    """Return that of a plane, z = 0, as far as a scene may reach."""
    corners, edges = WIDE * CUBE[CUBE_FACES[UP]], np.full((2, 3), INNER)
    return Surface(-1, corners, CUBE_NORMALS[UP], edges, *box_tree(corners), position, rotation)


def join(
    rows: MeshRows, surfaces: Sequence[Surface], places: Sequence[int] = (), count: int = 0
) -> Seams:
    """Tell edges of rims that lie in other surfaces all along what is across them.

    Where that is more than one triangle it is the one bent outwards most. Returns the parts of all
    other edges by their surfaces, or by the rows `places`, which rise, of `count` shapes. Where
    more than `MOST` edges of one may lie in another they stay edges: those are loose triangles.
    """
    low, high = _find_boxes(surfaces)
    size = (high - low).max(axis=1, initial=0.0)
    near, numbers = NEAR * size[:, None], np.arange(len(surfaces) + 1)
    own = [_list_edges(n, surface) for n, surface in enumerate(surfaces)]
    edges = Edges(*(np.concatenate(column) for column in zip(NO_EDGES, *own, strict=True)))
    first = np.searchsorted(edges.owner, numbers)
    found: list[Cover] = []
    for other, whose in _list_others(surfaces):
        apart = low > high[whose].max(axis=0) + near
        apart |= high < low[whose].min(axis=0) - near
        beside = ~apart.any(axis=1) & ((numbers[:-1] != whose[0]) | (whose[0] != whose[-1]))
        spans = [np.arange(first[n], first[n + 1]) for n in np.flatnonzero(beside).tolist()]
        if spans:
            found += _find_covers(edges, np.concatenate(spans), size, other, whose)
    parts: list[Cover] = []
    for (n, edge), covers in groupby(sorted(found), key=lambda cover: cover[:2]):
        across, mesh = list(covers), surfaces[n].mesh
        if mesh < 0 or surfaces[n].edges.reshape(-1)[edge] != OPEN or not _is_whole(across, edges):
            parts += across
            continue
        most = max(across, key=lambda cover: cover.bend)
        kind = CONVEX if most.bend > SHARP else INNER
        rows.set_across(mesh, edge, times(surfaces[n].rotation.T, most.normal), kind)
    return _make_seams(parts, edges, places or range(len(surfaces)), count or len(surfaces))


def _make_seams(parts: list[Cover], edges: Edges, places: Sequence[int], count: int) -> Seams:
    """Return the table of parts of edges, by the rows of their shapes."""
    row = np.array([part.row for part in parts], int)
    first, last, near, bend = (
        np.array([part[k] for part in parts], float)[:, None] for k in range(2, 6)
    )
    other = np.array([part.normal for part in parts]).reshape(-1, 3)
    normal = np.where(bend > SHARP, other, edges.normal[row])
    way = edges.way[row] / _measure(edges.way[row])[:, None]
    start, end = (edges.start[row] + share * edges.way[row] for share in (first, last))
    out, near = np.cross(way, normal), 4.0 * near[:, 0] + ROUND
    shape = np.array([places[part.owner] for part in parts], int)
    at, to = (np.einsum("ij,ij->i", way, one) for one in (start, end))
    line = np.column_stack([normal, out, *(np.einsum("ij,ij->i", k, start) for k in (normal, out))])
    line = np.round(line / SAME).astype(int)
    order = np.lexsort([at, *line.T, shape])
    kept: list[int] = []
    for n in order.tolist():  # parts of one line
        k = kept[-1] if kept else n
        if (
            k != n
            and shape[k] == shape[n]
            and at[n] < to[k] + near[k]
            and (line[k] == line[n]).all()
        ):
            to[k] = max(to[k], to[n])
        else:
            kept.append(n)
    return Seams(
        np.searchsorted(shape[kept], np.arange(count + 1)).astype(np.int32),
        *(column[kept] for column in (start, way, to - at, normal, out, near)),
    )


def _measure(way: Floats) -> Floats:
    return np.sqrt((way * way).sum(axis=1))


def _is_whole(covers: list[Cover], edges: Edges) -> bool:
    """Whether parts of an edge, by their starts, leave nothing of it out."""
    end, length = 0.0, float(_measure(edges.way[covers[0].row][None])[0])
    for cover in covers:
        if cover.start > end + 4.0 * cover.near / length:
            return False
        end = max(end, cover.end)
    return end >= 1.0 - 4.0 * covers[-1].near / length


def _list_others(surfaces: Sequence[Surface]) -> list[tuple[Surface, Integers]]:
    """Return what edges may lie in, and whose triangles those are: boxes are looked at together."""
    found, boxes = [], []
    for n, one in enumerate(surfaces):
        if one.mesh < 0 and (one.edges != INNER).any():
            boxes.append(n)
        else:
            found.append((one, np.full(len(one.corners), n)))
    if boxes:
        corners, normals = (
            np.concatenate([times(one[k], one.rotation.T) for one in (surfaces[n] for n in boxes)])
            for k in (1, 2)
        )
        corners += np.repeat([surfaces[n].position for n in boxes], len(CUBE_FACES), 0)[:, None]
        order = triangles.morton_order(corners.mean(axis=1))
        corners, normals = corners[order], normals[order]
        edges = np.full(normals.shape, INNER)
        tree = *box_tree(corners), np.zeros(3), np.eye(3)
        owner = np.repeat(boxes, len(CUBE_FACES))[order]
        found.append((Surface(-1, corners, normals, edges, *tree), owner))
    return found


def _find_boxes(surfaces: Sequence[Surface]) -> tuple[Floats, Floats]:
    """Return low and high (n, 3) of boxes round surfaces in the world."""
    low, high = np.zeros((len(surfaces), 3)), np.zeros((len(surfaces), 3))
    for n, one in enumerate(surfaces):
        middle = one.position + times(one.rotation, 0.5 * (one.low[1] + one.high[1]))
        half = times(np.abs(one.rotation), 0.5 * (one.high[1] - one.low[1]))
        low[n], high[n] = middle - half, middle + half
    return low, high


def _list_edges(number: int, own: Surface) -> Edges:
    edge = np.flatnonzero(own.edges != INNER)
    face, k = edge // 3, edge % 3
    start, end = (
        times(own.corners[face, side], own.rotation.T) + own.position for side in (k, (k + 1) % 3)
    )
    normal = times(own.normals[face], own.rotation.T)
    return Edges(np.full(len(edge), number), edge, start, end - start, normal)


def _find_covers(
    edges: Edges, chosen: Integers, size: Floats, other: Surface, whose: Integers
) -> list[Cover]:
    """Return parts of the `chosen` edges in triangles of others that go on there.

    `size` of every surface [m]; `whose`: its number for each triangle of `other`.
    """
    start = times(edges.start[chosen] - other.position, other.rotation)
    way = times(edges.way[chosen], other.rotation)
    owner = edges.owner[chosen]
    within = _crosses(start, way, NEAR * size[owner], other.low[1], other.high[1])
    within &= np.bincount(owner, within)[owner] <= MOST
    chosen, start, way, owner = chosen[within], start[within], way[within], owner[within]
    row, face = _find_near(start, way, NEAR * size[owner], other)
    near = NEAR * np.minimum(size[owner[row]], size[whose[face]])
    normal = times(edges.normal[chosen], other.rotation)
    is_flush = _is_in_plane(start[row], way[row], normal[row], face, near, other)
    is_flush &= owner[row] != whose[face]
    row, face, near = row[is_flush], face[is_flush], near[is_flush]
    start, way, normal, chosen = start[row], way[row], normal[row], chosen[row]
    triangle, beyond, length = other.corners[face], other.normals[face], _measure(way)
    out = np.cross(way / length[:, None], normal)
    far = np.einsum("ikj,ij->ik", triangle - start[:, None], out).max(axis=1, initial=-1.0)
    first, last = _clip(start, way, triangle, beyond, near)
    goes_on = (far > near) & ((last - first) * length > np.minimum(4.0 * near, 0.5 * length))
    bend = np.einsum("ij,ij->i", beyond, out)
    beyond = times(beyond, other.rotation.T)
    return [
        Cover(
            int(edges.owner[chosen[n]]), int(edges.edge[chosen[n]]), float(first[n]),
            float(last[n]), float(near[n]), float(bend[n]), tuple(beyond[n].tolist()),
            int(chosen[n]),
        )
        for n in np.flatnonzero(goes_on).tolist()
    ]  # fmt: skip


def _is_in_plane(
    start: Floats, way: Floats, normal: Floats, face: Integers, near: Floats, other: Surface
) -> NDArray[np.bool_]:
    """Return whether lines (n, 3) lie in the planes of triangles that look the same way."""
    beyond = other.normals[face]
    height = np.einsum("ij,ij->i", beyond, start - other.corners[face, 0])
    rise = np.einsum("ij,ij->i", beyond, way)
    looks = np.einsum("ij,ij->i", beyond, normal) > 0.0
    return looks & (np.abs(height) < near) & (np.abs(height + rise) < near)


def _clip(
    start: Floats, way: Floats, triangle: Floats, normal: Floats, near: Floats
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


def _crosses(start: Floats, way: Floats, near: Floats, low: Floats, high: Floats) -> NDArray:
    """Return whether lines (n, 3) come near boxes, `low` and `high` (n, 3) or (3,)."""
    way, low, high = np.where(way == 0.0, NOWHERE, way), low - near[:, None], high + near[:, None]
    first = (np.where(way > 0.0, low, high) - start) / way
    last = (np.where(way > 0.0, high, low) - start) / way
    return first.max(axis=1, initial=0.0) <= last.min(axis=1, initial=1.0)


def _find_near(
    start: Floats, way: Floats, near: Floats, surface: Surface
) -> tuple[Integers, Integers]:
    """Return rows of lines (n, 3), and of the triangles in whose leaves of the tree they are."""
    row, node = np.arange(len(start)), np.ones(len(start), np.int64)
    leaves = len(surface.low) // 2
    while len(row):
        low, high = surface.low[node], surface.high[node]
        crosses = _crosses(start[row], way[row], near[row], low, high)
        row, node = row[crosses], node[crosses]
        if len(row) == 0 or node[0] >= leaves:
            break
        row, node = np.repeat(row, 2), np.stack([2 * node, 2 * node + 1], 1).reshape(-1)
    triangle = (LEAF * (node - leaves)[:, None] + np.arange(LEAF)).reshape(-1)
    row = np.repeat(row, LEAF)
    real = triangle < len(surface.corners)
    return row[real], triangle[real]
