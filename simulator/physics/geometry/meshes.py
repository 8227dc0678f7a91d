"""Triangles from files and height grids: what hulls, meshes and terrain collide with."""

import functools
import os

import numpy as np
from numpy.typing import NDArray

from simulator.exact.products import times
from simulator.spec.errors import Unusable
from simulator.spec.models.shape import ShapeSpec
from simulator.spec.reading import heights, mesh_reader

from . import junctions, touching

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
ROUNDS = 64  # about so many needles side by side are put right
FLAT = 1e-6  # sine of an angle that counts as none


class MeshError(Unusable):
    """A mesh or picture that cannot be used; the text names the file and says why."""


def load_mesh(path: str) -> tuple[Floats, Integers]:
    """Return vertices (n, 3) [m] and faces (m, 3) of an STL, OBJ, GLB or PLY file, z up.

    Read once for all who ask, until the file changes. Equal vertices are merged, faces without
    area dropped, closed surfaces wound one way, bodies that touch along edges taken apart. GLB and
    glTF are y up and are turned; their node transforms are applied.

    Raises:
        MeshError: the file is missing, unreadable or holds no triangles.
    """
    try:
        status = os.stat(path)
    except OSError as error:
        raise MeshError(f"{path}: cannot read the mesh file ({error.strerror})") from error
    return _read_mesh(path, status.st_mtime_ns, status.st_size)


@functools.lru_cache(maxsize=64)
def _read_mesh(path: str, mtime: int, size: int) -> tuple[Floats, Integers]:
    try:
        vertices, faces = merge(*mesh_reader.read(path))
    except mesh_reader.BadMesh as error:
        raise MeshError(f"{path}: not a readable mesh file ({error})") from error
    return touching.take_apart(vertices, wind(faces))


def merge(vertices: Floats, faces: Integers) -> tuple[Floats, Integers]:
    """Return the mesh with equal vertices (to 1e-7 of its size) merged, and its faces put right.

    Flat ones and those that are there twice are dropped, sides with corners of others on them
    divided (to 1e-5 of its size). What is closed stays so: programs that export meshes leave
    needles, three corners in a line.
    """
    grain = max(float(np.ptp(vertices, axis=0).max()), 1e-9) * 1e-7
    _, first, inverse = np.unique(
        np.round(vertices / grain), axis=0, return_index=True, return_inverse=True
    )
    vertices, faces = vertices[first], inverse.reshape(-1)[faces]
    faces = junctions.join(vertices, faces, grain)
    for _ in range(ROUNDS):
        faces = faces[(faces != np.roll(faces, 1, axis=1)).all(axis=1)]
        flat = np.flatnonzero(~_has_area(vertices, faces, grain))
        if not 0 < 2 * len(flat) < len(faces):
            break
        shared = _share_corners(vertices, faces, flat)
        if shared is faces:
            break
        faces = shared
    faces = _drop_doubles(faces[_has_area(vertices, faces, grain)])
    divided = junctions.split(vertices, faces, grain)
    return vertices, faces if divided is faces else _drop_doubles(divided)


def _drop_doubles(faces: Integers) -> Integers:
    """Return the faces without those that are there before; one that looks back is another one."""
    first = faces.argmin(axis=1)[:, None]
    turned = np.take_along_axis(faces, (first + np.arange(3)) % 3, axis=1)
    return faces[np.sort(np.unique(turned, axis=0, return_index=True)[1])]


def _has_area(vertices: Floats, faces: Integers, grain: float) -> NDArray[np.bool_]:
    corners = vertices[faces]
    area = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return np.linalg.norm(area, axis=1) > grain * grain


def _share_corners(vertices: Floats, faces: Integers, flat: Integers) -> Integers:
    """Return the faces with the middle corner of `flat` ones given to what they lie against.

    The face across the longest side becomes two, one of them in the row of the flat face. What
    lies against another flat one waits for the next round.
    """
    corners = vertices[faces[flat]]
    side = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2).argmax(axis=1)
    across, touched, mended = _find_partners(faces)[3 * flat + side], set(), []
    for row, (face, other) in enumerate(zip(flat.tolist(), (across // 3).tolist(), strict=True)):
        if other >= 0 and face not in touched and other not in touched:
            touched |= {face, other}
            mended.append(row)
    if not mended:
        return faces  # they lie against nothing
    face, side, other = flat[mended], side[mended], faces[across[mended] // 3]
    start, end, middle = (faces[face, (side + k) % 3][:, None] for k in range(3))
    faces = faces.copy()
    faces[face] = np.where(other == start, middle, other)
    faces[across[mended] // 3] = np.where(other == end, middle, other)
    return faces


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
        return grid_mesh(heights.read(shape.height_field), shape.height_field.size)
    vertices, faces = load_mesh(str(shape.hull or shape.mesh))
    return vertices * shape.scale, faces


def find_neighbours(faces: Integers) -> Integers:
    """Return (m, 3): the face across edges 0-1, 1-2, 2-0; -1 where there is none or several."""
    return (_find_partners(faces) // 3).reshape(-1, 3)  # -1 // 3 is -1


def _find_partners(faces: Integers) -> Integers:
    """Return (3 m,): for edge k of face f, row 3 f + k, the row of the same edge in the next face.

    -1 where there is none or several.
    """
    edges = np.stack([faces, np.roll(faces, -1, axis=1)], -1).reshape(-1, 2)
    key = np.sort(edges, axis=1)
    _, inverse, count = np.unique(key, axis=0, return_inverse=True, return_counts=True)
    inverse = inverse.reshape(-1)
    order = np.argsort(inverse, kind="stable")
    start = np.concatenate([[0], np.cumsum(count)[:-1]])
    paired = count[inverse] == 2
    first, second = order[start[inverse[paired]]], order[start[inverse[paired]] + 1]
    partners = np.full(len(edges), -1)
    partners[paired] = np.where(first == np.flatnonzero(paired), second, first)
    return partners


def wind(faces: Integers) -> Integers:
    """Return the faces (m, 3), every closed surface wound the way that most of its faces are.

    Open surfaces, whose winding may be meant, and those with one side only stay as they are.
    """
    partners, first, count = _find_partners(faces), faces.reshape(-1), len(faces)
    edge = np.flatnonzero(partners >= 0)
    face, other = edge // 3, partners[edge] // 3
    against = first[edge] == first[partners[edge]]  # both run the same way along the edge
    # each face is there twice, as it is and turned over; what fits together is one component
    labels = _label_components(
        np.concatenate([face, face + count]),
        np.concatenate([other + count * against, other + count * ~against]),
        2 * count,
    )
    here, turned = labels[:count], labels[count:]
    surface, is_odd = np.minimum(here, turned), here > turned
    odd = np.bincount(surface, is_odd)[surface] / np.bincount(surface)[surface]
    holes = np.bincount(surface, (partners < 0).reshape(-1, 3).any(axis=1))[surface]
    flip = (is_odd ^ (odd > 0.5)) & (holes == 0)
    return np.where(flip[:, None], faces[:, ::-1], faces)


def label_shells(faces: Integers) -> Integers:
    """Return the number (m,) of the surface, connected by edges, that each face belongs to."""
    neighbours = find_neighbours(faces)
    face, side = np.nonzero(neighbours >= 0)
    return _label_components(face, neighbours[face, side], len(faces))


def _label_components(start: Integers, end: Integers, count: int) -> Integers:
    """Return the component's number (count,) of each node of an undirected graph."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    graph = coo_array((np.ones(len(start), np.int8), (start, end)), (count, count))
    return connected_components(graph, directed=False)[1]


def as_ground(vertices: Floats, faces: Integers) -> tuple[Integers, bool]:
    """Return the faces, and whether they are the top of solid ground, as a scan of it is.

    That they all look up says so, or all down: they are turned then. One plane has no inside.
    """
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    if np.all(times(normals, normals[0]) > 1.0 - FLAT):
        return faces, False
    if np.all(normals[:, 2] < -FLAT):
        return faces[:, ::-1], True
    return faces, bool(np.all(normals[:, 2] > FLAT))


def as_solid(vertices: Floats, faces: Integers) -> tuple[Integers, bool]:
    """Return the faces looking outwards on the whole, and whether they enclose a solid."""
    if mesh_reader.measure_volume(vertices, faces) < 0.0:
        faces = faces[:, ::-1]
    return faces, is_closed(vertices, faces)


def is_closed(vertices: Floats, faces: Integers) -> bool:
    """Whether every edge has two faces and the normals point outwards (positive volume)."""
    return (
        bool((_find_partners(faces) >= 0).all())
        and mesh_reader.measure_volume(vertices, faces) > 0.0
    )


def count_open_sides(faces: Integers) -> int:
    """Return how many sides of faces (m, 3) meet no other face, or several."""
    return int((_find_partners(faces) < 0).sum())
