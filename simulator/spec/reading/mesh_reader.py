"""Triangles out of mesh files, for the loader, physics and the picture: read once, for all of them.

Whatever a damaged file makes a reader stumble over ends here, as a `BadMesh` that says why.
"""

import functools
import os
import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Mesh = tuple[Floats, Integers]  # vertices (n, 3) and faces (m, 3)
KEPT = 64  # files
LARGEST = 1e12  # coordinate: products of them stay numbers


BROKEN = "its parts do not fit each other: it is damaged; export it anew"


class BadMesh(ValueError):  # noqa: N818 - the name says what is wrong
    """A file that holds no usable mesh: the text says why, `code` as in `codes.MEANING`."""

    def __init__(self, why: str, code: str = "E802") -> None:
        super().__init__(why)
        self.code = code


def read(path: str | os.PathLike[str]) -> Mesh:
    """Return vertices (n, 3) [m] and faces (m, 3) of a mesh file as they are written, z up.

    Read once for all who ask, until the file changes; nobody may write to the arrays. GLB and glTF
    are y up and are turned; their node transforms are applied.

    Raises:
        OSError: there is no such file, or it may not be read.
        BadMesh: it is damaged, or holds no finite triangles.
    """
    status = os.stat(path)
    return _read(os.fspath(path), status.st_mtime_ns, status.st_size)


@functools.lru_cache(maxsize=KEPT)
def _read(path: str, mtime: int, size: int) -> Mesh:
    import trimesh  # costs a quarter of a second, and most scenes have no mesh file

    suffix = Path(path).suffix.lower()
    try:
        loaded = trimesh.load_scene(path, process=False).to_mesh()  # walks the node transforms
        vertices, faces = np.asarray(loaded.vertices, float), np.asarray(loaded.faces, np.int64)
    except OSError:
        raise
    except Exception as error:  # trimesh raises whatever its readers raise
        raise BadMesh(_explain(path, suffix) or _first_line(error)) from error
    if not len(faces):
        raise BadMesh("it has no triangles", "E803")
    if vertices.ndim != 2 or vertices.shape[1] != 3 or faces.ndim != 2 or faces.shape[1] != 3:
        raise BadMesh(_explain(path, suffix) or "its corners do not have three numbers each")
    if faces.min() < 0 or faces.max() >= len(vertices):
        raise BadMesh(_explain(path, suffix) or "a triangle has a corner that is not in the file")
    if not np.isfinite(vertices).all():
        raise BadMesh("a corner is no finite number", "E804")
    if np.abs(vertices).max() > LARGEST:
        raise BadMesh(f"a corner lies farther out than {LARGEST:g}", "E804")
    if suffix in (".glb", ".gltf"):
        vertices = vertices[:, [0, 2, 1]] * [1.0, -1.0, 1.0]
        # as precise as the file is: nodes were multiplied in an order that processors differ in
        vertices = vertices.astype(np.float32).astype(float)
    vertices.flags.writeable = faces.flags.writeable = False
    return vertices, faces


def measure_volume(vertices: Floats, faces: Integers) -> float:
    """Return the volume that a closed surface encloses [m3], negative if it looks inwards."""
    a, b, c = (vertices[faces[:, k]] - vertices[0] for k in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c))) / 6.0


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__


def _explain(path: str, suffix: str) -> str:
    """Return which line of a damaged OBJ file is wrong, "" where that is not known."""
    if suffix == ".glb":
        return BROKEN
    if suffix in (".off", ".ply"):
        return "it ends early, or has more or less than its first lines announce"
    if suffix != ".obj":
        return ""
    lines = [line.partition(b"#")[0].split() for line in Path(path).read_bytes().splitlines()]
    corners = sum(words[:1] == [b"v"] for words in lines)
    for number, words in enumerate(lines, 1):
        if words[:1] == [b"v"] and (len(words) < 4 or not all(map(_is_number, words[1:4]))):
            return f"line {number}: a corner is three numbers"
        if words[:1] != [b"f"]:
            continue
        indices = [re.fullmatch(rb"(-?\d{1,18})(/.*)?", word) for word in words[1:]]
        if len(indices) < 3 or not all(indices):
            return f"line {number}: a face is three or more numbers of corners"
        for found in filter(None, indices):
            if not 1 <= abs(int(found[1])) <= corners:
                return f"line {number}: a face has corner {int(found[1])}, and there are {corners}"
    return ""


def _is_number(word: bytes) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
