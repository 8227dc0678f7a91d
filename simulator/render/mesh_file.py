"""Mesh files (GLB, glTF, OBJ, STL, PLY) as drawable meshes: z up, normals split at creases."""

import contextlib
import hashlib
import os
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import platformdirs
from numpy.typing import NDArray

from ..spec.errors import Unusable
from ..spec.reading import mesh_reader
from .mesh import Mesh, assemble

CREASE = np.radians(32.0)  # edges sharper than this stay sharp
VERSION = b"1"  # of the cached form


class MeshError(Unusable):
    """A mesh file that cannot be drawn; the text names the file and says why."""


def load(path: str | Path, scale: float = 1.0, hull: bool = False) -> Mesh:
    """Return the mesh of a file, or its convex hull, times `scale`; cached by content.

    Raises:
        MeshError: the file is missing, unreadable or holds no triangles.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise MeshError(f"{path}: cannot read the mesh file ({error.strerror})") from error
    key = hashlib.blake2b(
        VERSION + bytes([hull]) + Path(path).suffix.lower().encode() + content, digest_size=12
    ).hexdigest()
    stored = Path(platformdirs.user_cache_dir("simulator")) / "meshes" / f"{key}.npz"
    mesh = _read_stored(stored)
    if mesh is None:
        mesh = _read_file(Path(path), hull)
        _store(stored, mesh)
    return mesh._replace(position=mesh.position * np.float32(scale))


def _read_stored(path: Path) -> Mesh | None:
    if not path.exists():
        return None
    try:
        with path.open("rb") as file, np.load(file) as arrays:  # it leaves a damaged one open
            return Mesh(arrays["position"], arrays["normal"], arrays["triangles"])
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile):
        return None  # a damaged copy: it is made again from the file


def _store(path: Path, mesh: Mesh) -> None:
    """Write the mesh beside its final name, then rename: a reader never sees half a file."""
    with contextlib.ExitStack() as left:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".npz", delete=False) as file:
                left.callback(Path(file.name).unlink, missing_ok=True)
                np.savez(file, position=mesh.position, normal=mesh.normal, triangles=mesh.triangles)
            os.replace(file.name, path)
        except OSError:
            return  # a read-only home or a full disk only costs the next start some time


def _read_file(path: Path, hull: bool) -> Mesh:
    try:
        vertices, faces = mesh_reader.read(path)
    except OSError as error:
        raise MeshError(f"{path}: cannot read the mesh file ({error.strerror})") from error
    except mesh_reader.BadMesh as error:
        raise MeshError(f"{path}: not a readable mesh file ({error})") from error
    if hull:
        vertices, faces = _span_hull(vertices, faces)
    return split_creases(vertices, faces)


def _span_hull(
    vertices: NDArray[np.float64], faces: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the convex hull as a mesh that looks outwards; what is flat stays as it is."""
    import trimesh  # costs a quarter of a second, and most scenes have no mesh file
    from scipy.spatial import QhullError

    try:
        found = trimesh.Trimesh(vertices, faces, process=False).convex_hull
    except QhullError:
        return vertices, faces
    return np.asarray(found.vertices, np.float64), np.asarray(found.faces, np.int64)


def split_creases(vertices: NDArray[np.float64], faces: NDArray[np.int64]) -> Mesh:
    """Return the mesh with normals averaged over neighbours less than CREASE apart.

    `vertices` (n, 3) [m], `faces` (m, 3). Equal positions count as one vertex; each corner takes
    the area-weighted mean of the faces round its vertex that lie within the crease angle.
    """
    merged = np.unique(np.round(vertices, 7), axis=0, return_inverse=True)[1].reshape(-1)
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    area = np.cross(b - a, c - a)
    length = np.linalg.norm(area, axis=1)
    faces, area, length = faces[length > 0], area[length > 0], length[length > 0]
    unit = area / length[:, None]
    corner_vertex = merged[faces].reshape(-1)
    corner_face = np.repeat(np.arange(len(faces)), 3)
    normal = _corner_normals(corner_vertex, corner_face, unit, area, float(np.cos(CREASE)))
    position = vertices[faces.reshape(-1)]
    rows = np.round(np.hstack([position, normal]), 5)
    _, first, inverse = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return assemble(position[first], normal[first], inverse.reshape(-1, 3))


def _corner_normals(
    vertex: NDArray[np.int64],
    face: NDArray[np.int64],
    unit: NDArray[np.float64],
    area: NDArray[np.float64],
    cosine: float,
) -> NDArray[np.float64]:
    """Return one normal (corners, 3) per corner, summing pairs of corners that share a vertex."""
    order = np.argsort(vertex, kind="stable")
    count = np.bincount(vertex)
    start = np.concatenate([[0], np.cumsum(count)[:-1]])
    own = np.repeat(np.arange(len(vertex)), count[vertex])
    offset = np.arange(len(own)) - np.repeat(
        np.cumsum(count[vertex]) - count[vertex], count[vertex]
    )
    other = face[order[start[vertex[own]] + offset]]
    near = np.einsum("ij,ij->i", unit[face[own]], unit[other]) >= cosine - 1e-9
    own, other = own[near], other[near]
    total = np.stack(
        [np.bincount(own, weights=area[other, k], minlength=len(vertex)) for k in range(3)], 1
    )
    return total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-30)
