"""Triangles of static meshes and terrain: their edges' sharpness and a tree of boxes over them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.compiled.jit import kernel
from simulator.exact.elementary import turn

from ..bodies.tables import Floats, Rows
from . import meshes

Integers = NDArray[np.int64]

LEAF = 4  # triangles per leaf of the tree
SHARP = 1e-5  # an edge bent outwards by less [rad] is flat
LEVEL = turn(SHARP)[0]
INNER, CONVEX, OPEN = range(3)  # kinds of edges
SHEET, CLOSED, TERRAIN = range(3)  # touched from both sides, from outside, never from below


class Meshes(NamedTuple):
    """Triangles of every mesh in the order of its tree's leaves.

    A tree is stored as a heap: node k of mesh m is row `root[m] + k`, k = 1 is the root, 2 k and
    2 k + 1 are its children, `leaves[m] + i` holds triangles `first[m] + LEAF i ...`.
    """

    root: Rows  # (meshes,) into node_low
    leaves: Rows  # (meshes,) a power of two
    first: Rows  # (meshes,) into corners
    size: Rows  # (meshes,) triangles
    closed: Rows  # (meshes,) SHEET, CLOSED or TERRAIN
    corners: Floats  # (t, 3, 3) in the shape's frame
    normals: Floats  # (t, 3)
    neighbours: Rows  # (t, 3) across edges 0-1, 1-2, 2-0; -1 = none; relative to first; see `flush`
    edges: Rows  # (t, 3) INNER (flat or bent inwards), CONVEX, OPEN
    node_low: Floats  # (nodes, 3)
    node_high: Floats  # (nodes, 3)


class MeshRows:
    """Collects meshes while shapes are built."""

    def __init__(self) -> None:
        self.parts: list[tuple[NDArray, ...]] = []
        self.heads: list[tuple[int, int, int, int, int]] = []
        self.across: list[Floats] = []  # normals of what other meshes have
        self.nodes = 0
        self.triangles = 0

    def add(self, vertices: Floats, faces: Integers, terrain: bool) -> int:
        """Append a mesh; return its row."""
        faces = faces[morton_order(vertices[faces].mean(axis=1))]
        corners = vertices[faces]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        normals /= np.sqrt((normals * normals).sum(axis=1, keepdims=True))
        neighbours = meshes.find_neighbours(faces)
        edges = edge_kinds(corners, normals, neighbours)
        low, high = box_tree(corners)
        closed = CLOSED if meshes.is_closed(vertices, faces) else SHEET
        closed = TERRAIN if terrain else closed
        self.heads.append((self.nodes, len(low) // 2, self.triangles, len(faces), closed))
        self.parts.append((corners, normals, neighbours, edges, low, high))
        self.nodes += len(low)
        self.triangles += len(faces)
        return len(self.heads) - 1

    def set_across(self, mesh: int, edge: int, normal: Floats, kind: int) -> None:
        """Let a triangle of another mesh be what lies across an edge, 3 times its face and number.

        Its `normal` in the frame of `mesh` is kept in a row behind all triangles; `kind`: as above.
        Call when all meshes have been added.
        """
        _, _, neighbours, edges, _, _ = self.parts[mesh]
        row = self.triangles + len(self.across)
        neighbours.reshape(-1)[edge] = row - self.heads[mesh][2]
        edges.reshape(-1)[edge] = kind
        self.across.append(normal)

    def pack(self) -> Meshes:
        """Return the table."""
        heads = np.array(self.heads, np.int32).reshape(-1, 5)
        n, none = len(self.across), np.zeros((0, 3))
        behind = np.zeros((n, 3, 3)), np.reshape(self.across, (n, 3))
        behind = *behind, np.full((n, 3), -1), np.full((n, 3), OPEN), none, none
        corners, normals, neighbours, edges, low, high = (
            np.concatenate([*(part[k] for part in self.parts), behind[k]]) for k in range(6)
        )
        return Meshes._make(
            [
                *(np.ascontiguousarray(heads[:, k]) for k in range(5)),
                corners,
                normals,
                neighbours.astype(np.int32),
                edges.astype(np.int32),
                low,
                high,
            ]
        )


@kernel
def find_next(node) -> int:
    """Return the node that a walk without a stack goes on to when `node` is done; 0: none.

    A walk goes down to the left child 2 k, else on to the next node.
    """
    while node % 2 == 1:
        node //= 2
    return node + 1 if node > 0 else 0


def morton_order(points: Floats) -> Integers:
    """Return the order of points (n, 3) along a space-filling curve (Morton 1966)."""
    span = np.maximum(np.ptp(points, axis=0).max(), 1e-12)
    cells = ((points - points.min(axis=0)) / span * 1023.0).astype(np.int64)
    code = np.zeros(len(points), np.int64)
    for bit in range(10):
        for axis in range(3):
            code |= ((cells[:, axis] >> bit) & 1) << (3 * bit + axis)
    return np.argsort(code, kind="stable")


def edge_kinds(corners: Floats, normals: Floats, neighbours: Integers) -> Integers:
    """Return (t, 3): INNER, CONVEX or OPEN for each edge."""
    kinds = np.full(neighbours.shape, INNER)
    kinds[neighbours < 0] = OPEN
    for k in range(3):
        rows = np.flatnonzero(neighbours[:, k] >= 0)
        other = neighbours[rows, k]
        arm = corners[other].mean(axis=1) - corners[rows, k]
        below = np.einsum("ij,ij->i", arm, normals[rows]) < 0.0
        bent = np.einsum("ij,ij->i", normals[rows], normals[other]) < LEVEL
        kinds[rows[below & bent], k] = CONVEX
    return kinds


def box_tree(corners: Floats) -> tuple[Floats, Floats]:
    """Return low and high (2 leaves, 3) of the boxes of a heap-ordered tree over triangles."""
    leaves = 1
    while leaves * LEAF < len(corners):
        leaves *= 2
    low, high = np.full((2 * leaves, 3), np.inf), np.full((2 * leaves, 3), -np.inf)
    leaf = leaves + np.arange(len(corners)) // LEAF
    np.minimum.at(low, leaf, corners.min(axis=1))
    np.maximum.at(high, leaf, corners.max(axis=1))
    level = leaves
    while level > 1:
        half = level // 2
        low[half:level] = np.minimum(low[level : 2 * level : 2], low[level + 1 : 2 * level : 2])
        high[half:level] = np.maximum(high[level : 2 * level : 2], high[level + 1 : 2 * level : 2])
        level = half
    return low, high
