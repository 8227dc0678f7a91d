"""Triangles from files and height grids: what hulls, meshes and terrain collide with."""

import functools
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..spec.shape import HeightField, ShapeSpec

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
MAX_GRID = 1024  # nodes along a side of a height field
FLAT = 1e-6  # sine of an angle that counts as none


class MeshError(ValueError):
    """A mesh or picture that cannot be used; the text names the file and says why."""


@functools.lru_cache(maxsize=64)
def load_mesh(path: str) -> tuple[Floats, Integers]:
    """Return vertices (n, 3) [m] and faces (m, 3) of an STL, OBJ, GLB or PLY file, z up.

    Equal vertices are merged and faces without area dropped. GLB and glTF are y up and are turned;
    their node transforms are applied.

    Raises:
        MeshError: the file is missing, unreadable or holds no triangles.
    """
    import trimesh  # costs a quarter of a second, and most scenes have no mesh file

    try:
        loaded = trimesh.load_scene(path, process=False).to_mesh()
        vertices, faces = np.asarray(loaded.vertices, float), np.asarray(loaded.faces, np.int64)
    except Exception as error:  # trimesh raises whatever its readers raise
        raise MeshError(f"{path}: not a readable mesh file ({error})") from error
    if not len(faces) or not np.isfinite(vertices).all():
        raise MeshError(f"{path}: the mesh has no finite triangles")
    if Path(path).suffix.lower() in (".glb", ".gltf"):
        vertices = vertices[:, [0, 2, 1]] * [1.0, -1.0, 1.0]
    return merge(vertices, faces)


def merge(vertices: Floats, faces: Integers) -> tuple[Floats, Integers]:
    """Return the mesh with equal vertices (to 1e-7 of its size) merged, flat faces dropped."""
    grain = max(float(np.ptp(vertices, axis=0).max()), 1e-9) * 1e-7
    _, first, inverse = np.unique(
        np.round(vertices / grain), axis=0, return_index=True, return_inverse=True
    )
    faces = inverse.reshape(-1)[faces]
    vertices = vertices[first]
    corners = vertices[faces]
    area = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return vertices, faces[np.linalg.norm(area, axis=1) > grain * grain]


def read_heights(field: HeightField) -> Floats:
    """Return the grid of heights (rows along y, columns along x) [m]; row 0 is at the least y.

    Raises:
        MeshError: neither heights nor a readable picture, rows of unequal length, too large.
    """
    if field.heights is not None:
        if len({len(row) for row in field.heights}) != 1:
            raise MeshError("height_field: rows of `heights` have unequal lengths")
        heights = np.array(field.heights, float)
    elif field.image is not None:
        heights = _read_picture(str(field.image)) * field.height
    else:
        raise MeshError("height_field: give `heights` or `image`")
    if min(heights.shape) < 2 or max(heights.shape) > MAX_GRID:
        raise MeshError(f"height_field: each side has 2 to {MAX_GRID} heights, not {heights.shape}")
    return heights


def _read_picture(path: str) -> Floats:
    from PIL import Image

    try:
        with Image.open(path) as image:
            grey = np.asarray(image.convert("I"), float)
            return grey / (65535.0 if image.mode.startswith("I") else 255.0)
    except OSError as error:
        raise MeshError(f"{path}: not a readable picture ({error})") from error


def grid_mesh(heights: Floats, size: tuple[float, float]) -> tuple[Floats, Integers]:
    """Return a height grid's vertices and faces, centred, two faces a cell, looking up."""
    rows, columns = heights.shape
    x = np.linspace(-0.5 * size[0], 0.5 * size[0], columns)
    y = np.linspace(-0.5 * size[1], 0.5 * size[1], rows)
    vertices = np.stack([*np.meshgrid(x, y), heights], -1).reshape(-1, 3)
    corner = np.arange(rows * columns).reshape(rows, columns)
    a, b = corner[:-1, :-1].reshape(-1), corner[:-1, 1:].reshape(-1)
    c, d = corner[1:, 1:].reshape(-1), corner[1:, :-1].reshape(-1)
    faces = np.stack([np.stack([a, b, c], 1), np.stack([a, c, d], 1)], 1)
    return vertices, faces.reshape(-1, 3)


def shape_mesh(shape: ShapeSpec) -> tuple[Floats, Integers]:
    """Return the triangles of a hull, mesh or height field shape in its own frame, scaled."""
    if shape.height_field is not None:
        return grid_mesh(read_heights(shape.height_field), shape.height_field.size)
    vertices, faces = load_mesh(str(shape.hull or shape.mesh))
    return vertices * shape.scale, faces


def find_neighbours(faces: Integers) -> Integers:
    """Return (m, 3): the face across edges 0-1, 1-2, 2-0; -1 where there is none or several."""
    edges = np.stack([faces, np.roll(faces, -1, axis=1)], -1).reshape(-1, 2)
    key = np.sort(edges, axis=1)
    _, inverse, count = np.unique(key, axis=0, return_inverse=True, return_counts=True)
    inverse = inverse.reshape(-1)
    order = np.argsort(inverse, kind="stable")
    start = np.concatenate([[0], np.cumsum(count)[:-1]])
    paired = count[inverse] == 2
    first, second = order[start[inverse[paired]]], order[start[inverse[paired]] + 1]
    own = np.flatnonzero(paired)
    neighbours = np.full(len(edges), -1)
    neighbours[own] = np.where(first == own, second, first) // 3
    return neighbours.reshape(-1, 3)


def as_ground(vertices: Floats, faces: Integers) -> tuple[Integers, bool]:
    """Return the faces, and whether they are the top of solid ground, as a scan of it is.

    That they all look up says so, or all down: they are turned then. One plane has no inside.
    """
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    if np.all(normals @ normals[0] > 1.0 - FLAT):
        return faces, False
    if np.all(normals[:, 2] < -FLAT):
        return faces[:, ::-1], True
    return faces, bool(np.all(normals[:, 2] > FLAT))


def is_closed(vertices: Floats, faces: Integers) -> bool:
    """Whether every edge has two faces and the normals point outwards (positive volume)."""
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    volume = float(np.einsum("ij,ij->", a, np.cross(b, c)))
    return bool((find_neighbours(faces) >= 0).all()) and volume > 0.0
