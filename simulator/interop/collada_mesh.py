"""Triangles out of COLLADA files, colour by colour, and triangles into STL files."""

import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulator import extra
from simulator.spec.reading.asset import STAND_IN, UNREADABLE
from simulator.spec.reading.mesh_reader import BROKEN, BadMesh, Mesh

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
UNIT = re.compile(rb'<unit[^>]*\smeter\s*=\s*"([^"]+)"')
HEAD = 65536  # bytes within which a file says its unit


def read(path: Path, data: bytes) -> dict[str, Mesh]:
    """Return vertices (n, 3) [m] and faces (m, 3) by their colour, "#RRGGBB".

    The file's unit counts. Its `up_axis` does not: RViz and what follows it take files as they are.

    Raises:
        MissingError: The library that reads such files is not installed.
        BadMesh: It is damaged, or has no triangles.
    """
    extra.need("collada", "urdf")
    import trimesh

    if data.startswith(STAND_IN):
        raise BadMesh("it is a stand-in of Git LFS: `git lfs pull` fetches the file")
    found = UNIT.search(data[:HEAD])
    pieces: dict[str, list[Mesh]] = {}
    try:
        unit = float(found[1]) if found else 1.0
        for mesh in trimesh.load_scene(path, process=False).dump():
            if isinstance(mesh, trimesh.Trimesh) and len(mesh.faces):
                painted: Any = getattr(mesh.visual, "material", mesh.visual)
                colour = "#{:02X}{:02X}{:02X}".format(*painted.main_color[:3])
                piece = np.asarray(mesh.vertices, float) * unit, np.asarray(mesh.faces, np.int64)
                pieces.setdefault(colour, []).append(piece)
    except UNREADABLE as error:  # what its words say is of no use
        raise BadMesh(BROKEN) from error
    except Exception as error:  # trimesh raises whatever its readers raise
        why = str(error).strip().partition("\n")[0] or type(error).__name__
        raise BadMesh(why) from error
    if not pieces:
        raise BadMesh("it has no triangles", "E803")
    return {colour: _join(meshes) for colour, meshes in pieces.items()}


def _join(meshes: list[Mesh]) -> Mesh:
    before = np.cumsum([0, *(len(vertices) for vertices, _ in meshes)])
    faces = [one + row for (_, one), row in zip(meshes, before[:-1], strict=True)]
    return np.vstack([vertices for vertices, _ in meshes]), np.vstack(faces)


def write(mesh: Mesh, scale: tuple[float, ...]) -> bytes:
    """Return a mesh, scaled along x, y, z, as an STL file; a mirror turns its triangles round."""
    import trimesh

    vertices, faces = mesh
    if np.prod(scale) < 0.0:
        faces = faces[:, ::-1]
    data = trimesh.Trimesh(vertices * scale, faces, process=False).export(file_type="stl")
    assert isinstance(data, bytes)
    return data
