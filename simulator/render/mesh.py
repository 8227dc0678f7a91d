"""Triangle meshes of the primitives, generated with rounded edges; all in metres, z up."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Integers = NDArray[np.int32]
COARSE = 0.5  # detail below which small bevels are left out
SMALL_BEVEL = 0.006  # [m] below this one flat facet reads as round, thanks to its normals


class Mesh(NamedTuple):
    """Triangles with one normal per vertex; counter-clockwise seen from outside."""

    position: Floats  # (vertices, 3) [m]
    normal: Floats  # (vertices, 3) unit
    triangles: Integers  # (triangles, 3)


def assemble(position: object, normal: object, triangles: object) -> Mesh:
    """Return a mesh of arrays or nested sequences in the dtypes that the buffers want."""
    return Mesh(
        np.ascontiguousarray(position, np.float32).reshape(-1, 3),
        np.ascontiguousarray(normal, np.float32).reshape(-1, 3),
        np.ascontiguousarray(triangles, np.int32).reshape(-1, 3),
    )


def join(meshes: Sequence[Mesh]) -> Mesh:
    """Return all `meshes` as one."""
    if not meshes:
        return assemble([], [], [])
    starts = np.cumsum([0, *(len(mesh.position) for mesh in meshes[:-1])])
    return Mesh(
        np.concatenate([mesh.position for mesh in meshes]),
        np.concatenate([mesh.normal for mesh in meshes]),
        np.concatenate(
            [mesh.triangles + start for mesh, start in zip(meshes, starts, strict=True)],
            dtype=np.int32,
        ),
    )


def place(mesh: Mesh, position: object, rotation: object) -> Mesh:
    """Return the mesh turned by `rotation` (3, 3), then moved by `position` (3,) [m]."""
    turn = np.asarray(rotation, np.float64).T
    return assemble(
        mesh.position @ turn + np.asarray(position, float), mesh.normal @ turn, mesh.triangles
    )


def box(size: Sequence[float], bevel: float, detail: float = 1.0) -> Mesh:
    """Return a box of full edge lengths `size`, its edges rounded by `bevel` [m]."""
    half = np.asarray(size, float) / 2.0
    bevel = _shown_bevel(min(bevel, 0.49 * min(size)), detail)
    if bevel <= SMALL_BEVEL or detail < COARSE:
        return _chamfered_box(half, bevel)
    return _rounded_box(half, bevel, 2 if bevel < 0.03 else 4)


def _chamfered_box(half: NDArray[np.float64], bevel: float) -> Mesh:
    """Return 24 vertices with face normals: interpolation makes the facets look round."""
    signs = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1], indexing="ij")).reshape(3, 8).T
    position = np.repeat((signs * (half - bevel))[:, None], 3, axis=1)  # corner, axis, xyz
    for axis in range(3):
        position[:, axis, axis] = signs[:, axis] * half[axis]
    normal = signs[:, None, :] * np.eye(3)
    triangles = [[3 * corner, 3 * corner + 1, 3 * corner + 2] for corner in range(8)]
    for axis, stride in ((0, 4), (1, 2), (2, 1)):
        first, second = (other for other in range(3) if other != axis)
        low = [corner for corner in range(8) if signs[corner, axis] < 0]
        for corner in low:  # four edges along axis
            a, b = 3 * corner, 3 * (corner + stride)
            triangles += [[a + first, b + first, b + second], [a + first, b + second, a + second]]
        for start in (0, stride):  # two faces
            a, b, c, d = (3 * (corner + start) + axis for corner in low)
            triangles += [[a, b, d], [a, d, c]]
    return _turn_outwards(_drop_empty(assemble(position, normal, triangles)))


def _shown_bevel(bevel: float, detail: float) -> float:
    """Return the bevel [m] that is worth its triangles."""
    return 0.0 if detail < COARSE and bevel <= SMALL_BEVEL else float(bevel)


def _drop_empty(mesh: Mesh) -> Mesh:
    """Return the mesh without triangles that a bevel of zero has left without area."""
    a, b, c = (mesh.position[mesh.triangles[:, k]].astype(float) for k in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    return mesh._replace(triangles=np.ascontiguousarray(mesh.triangles[area > 1e-12]))


def _rounded_box(half: NDArray[np.float64], bevel: float, steps: int) -> Mesh:
    """Return a box whose points are the inner box's surface moved out by `bevel`."""
    arc = np.tan(np.linspace(np.pi / 4, 0.0, steps + 1))
    meshes = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        grid = np.stack(np.meshgrid(_marks(half[u], bevel, arc), _marks(half[v], bevel, arc)), -1)
        for sign in (-1.0, 1.0):
            outer = np.empty((*grid.shape[:2], 3))
            outer[..., u], outer[..., v], outer[..., axis] = (
                grid[..., 0],
                grid[..., 1],
                sign * half[axis],
            )
            inner = np.clip(outer, bevel - half, half - bevel)
            normal = (outer - inner) / np.linalg.norm(outer - inner, axis=-1, keepdims=True)
            meshes.append(assemble(inner + bevel * normal, normal, grid_triangles(*grid.shape[:2])))
    return _turn_outwards(join(meshes))


def _marks(half: float, bevel: float, arc: NDArray[np.float64]) -> NDArray[np.float64]:
    side = half - bevel + bevel * arc
    return np.concatenate([-side, side[::-1]])


def grid_triangles(rows: int, columns: int) -> NDArray[np.int64]:
    """Return the triangles between points in rows, as `assemble` numbers them."""
    corner = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    below = corner + columns
    return np.concatenate(
        [np.stack([corner, corner + 1, below + 1], 1), np.stack([corner, below + 1, below], 1)]
    )


def _turn_outwards(mesh: Mesh) -> Mesh:
    """Return a mesh that is convex about the origin with every triangle facing outwards."""
    a, b, c = (mesh.position[mesh.triangles[:, k]].astype(float) for k in range(3))
    inward = np.einsum("ij,ij->i", np.cross(b - a, c - a), a + b + c) < 0
    triangles = np.where(inward[:, None], mesh.triangles[:, ::-1], mesh.triangles)
    return mesh._replace(triangles=np.ascontiguousarray(triangles, np.int32))


def segments_of(radius: float, detail: float) -> int:
    """Return how many sides a circle needs to stay within about 1 mm / `detail` of round."""
    angle = 2.0 * np.arccos(1.0 - min(0.5, 0.0008 / (max(radius, 1e-4) * max(detail, 0.1))))
    return int(np.clip(4 * np.ceil(2.0 * np.pi / angle / 4), 12 if detail >= COARSE else 8, 64))


def lathe(profile: NDArray[np.float64], normals: NDArray[np.float64], segments: int) -> Mesh:
    """Return the surface of revolution about z of `profile` (n, 2): radius, height, going up."""
    angle = np.arange(segments) * (2.0 * np.pi / segments)
    circle = np.stack([np.cos(angle), np.sin(angle)], 1)
    rings = [
        np.concatenate(
            [values[:, None, :1] * circle, np.repeat(values[:, None, 1:], segments, 1)], 2
        )
        for values in (profile, normals)
    ]
    row = np.arange(len(profile) - 1)[:, None] * segments
    here, there = np.arange(segments), (np.arange(segments) + 1) % segments
    lower = np.stack([row + here, row + there, row + there + segments], -1)[profile[:-1, 0] > 0]
    upper = np.stack([row + here, row + there + segments, row + here + segments], -1)
    upper = upper[profile[1:, 0] > 0]
    return assemble(
        rings[0], rings[1], np.concatenate([lower.reshape(-1, 3), upper.reshape(-1, 3)])
    )


def cylinder(radius: float, length: float, bevel: float, detail: float = 1.0) -> Mesh:
    """Return a cylinder along z with rims rounded by `bevel` [m]."""
    half = length / 2.0
    bevel = _shown_bevel(min(bevel, 0.49 * length, 0.9 * radius), detail)
    steps = 1 if bevel <= SMALL_BEVEL or detail < COARSE else 4
    arc = np.linspace(0.0, np.pi / 2, steps + 1)
    turn = np.stack([np.cos(arc), np.sin(arc)], 1)
    rim = np.array([radius - bevel, half - bevel]) + bevel * turn  # side to cap
    down = np.array([1.0, -1.0])
    profile = np.concatenate([[[0.0, -half]], (rim * down)[::-1], rim, [[0.0, half]]])
    normals = np.concatenate([[[0.0, -1.0]], (turn * down)[::-1], turn, [[0.0, 1.0]]])
    return _drop_empty(lathe(profile, normals, segments_of(radius, detail)))


def capsule(radius: float, length: float, detail: float) -> Mesh:
    """Return a capsule along z; `length` [m] is without its round ends."""
    segments = segments_of(radius, detail)
    arc = np.linspace(-np.pi / 2, 0.0, max(3, segments // 4) + 1)
    cap = np.stack([np.cos(arc), np.sin(arc)], 1)
    cap[0, 0] = 0.0
    up = cap[::-1] * [1.0, -1.0]
    lower, upper = radius * cap - [0.0, length / 2], radius * up + [0.0, length / 2]
    skip = 1 if length == 0.0 else 0
    return lathe(np.concatenate([lower, upper[skip:]]), np.concatenate([cap, up[skip:]]), segments)


def sphere(radius: float, detail: float = 1.0) -> Mesh:
    """Return a sphere of `radius` [m]."""
    return capsule(radius, 0.0, detail)


def plane(extent: float) -> Mesh:
    """Return a square in z = 0 of half edge `extent` [m], facing up, finer near the middle."""
    far = np.geomspace(9.0, extent, 6)
    side = np.concatenate([-far[::-1], np.linspace(-8.0, 8.0, 21), far])
    grid = np.stack([*np.meshgrid(side, side), np.zeros((len(side), len(side)))], -1)
    normal = np.broadcast_to([0.0, 0.0, 1.0], grid.shape)
    return assemble(grid, normal, grid_triangles(len(side), len(side)))


def subdivide(mesh: Mesh, longest: float) -> Mesh:
    """Return the mesh with edges cut in half until none is longer than `longest` [m].

    A cut depends on its edge alone, so neighbours stay joined without cracks.
    """
    while True:
        edges = mesh.triangles[:, [[0, 1], [1, 2], [2, 0]]]  # (triangles, 3, 2)
        ends = mesh.position[edges]
        long = np.linalg.norm(ends[:, :, 0] - ends[:, :, 1], axis=-1) > longest
        if not long.any():
            return mesh
        cut, where = np.unique(np.sort(edges[long], axis=1), axis=0, return_inverse=True)
        middle = np.full(long.shape, -1, np.int64)
        middle[long] = len(mesh.position) + where.reshape(-1)
        normal = mesh.normal[cut].sum(1)
        normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
        mesh = assemble(
            np.concatenate([mesh.position, mesh.position[cut].mean(1)]),
            np.concatenate([mesh.normal, normal]),
            _cut_triangles(mesh.triangles, middle),
        )


def _cut_triangles(triangles: Integers, middle: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return triangles with the edges cut at `middle` (triangles, 3) vertices, -1 for uncut."""
    cuts = (middle >= 0).sum(1)
    first = np.where(cuts == 2, (np.argmin(middle, 1) + 1) % 3, np.argmax(middle, 1))
    turn = (first[:, None] + np.arange(3)) % 3
    a, b, c = np.take_along_axis(triangles, turn, 1).T  # first cut edge is a-b, second b-c
    m, n, o = np.take_along_axis(middle, turn, 1).T
    parts = [
        np.stack([a, b, c], 1)[cuts == 0],
        *(np.stack(part, 1)[cuts == 1] for part in ((a, m, c), (m, b, c))),
        *(np.stack(part, 1)[cuts == 2] for part in ((a, m, c), (m, n, c), (m, b, n))),
        *(np.stack(part, 1)[cuts == 3] for part in ((a, m, o), (m, b, n), (o, n, c), (m, n, o))),
    ]
    return np.concatenate(parts)


def height_field(heights: NDArray[np.float64], size: Sequence[float]) -> Mesh:
    """Return terrain from `heights` (rows along y, columns along x) over `size` [m], centred."""
    rows, columns = heights.shape
    x, y = (
        np.linspace(-0.5, 0.5, n) * extent for n, extent in zip((columns, rows), size, strict=True)
    )
    grid = np.stack([*np.meshgrid(x, y), heights], -1)
    slope_y, slope_x = np.gradient(heights, y, x)
    normal = np.stack([-slope_x, -slope_y, np.ones_like(heights)], -1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    return assemble(grid, normal, grid_triangles(rows, columns))
