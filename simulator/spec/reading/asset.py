"""Mesh, picture, number and code files: readable, not empty, not too large.

Of meshes the headers are looked at, and the numbers of STL and OBJ files, before one is read as a
whole; pictures are unpacked.
"""

import io
import json
import re
import struct
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import Mark
from ..models.shape import MAX_GRID
from . import code_file, mesh_reader, number_file
from .project import MAX_MESH_BYTES, Project, shown

MAX_TRIANGLES = 5_000_000
MOST_COUNTED = 10**18  # what a damaged file says beyond that is no number to print
UNREADABLE = (
    ValueError, LookupError, TypeError, AttributeError, ArithmeticError, struct.error,
    RecursionError,
)  # fmt: skip
FACET = [("normal", "<f4", 3), ("corners", "<f4", 9), ("tag", "<u2")]  # of a binary STL file
NO_NUMBER = re.compile(rb"(?mi)^[ \t]*(?:v|vertex)[ \t][^\n]*?(?<![\w.])([+-]?(?:nan|inf)\w*)")
STAND_IN = b"version https://git-lfs"
PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"BM", b"II*\0", b"MM\0*")


def check(path: Path, project: Project, mark: Mark, where: str) -> None:
    """Read a file into the project's digest and note what is wrong with it."""
    if project.has_read(path):
        return
    if path.suffix.lower() in (".fmu", ".py"):
        code_file.check(path, project, mark, where)
        return
    if path.suffix.lower() in number_file.SUFFIXES:
        number_file.check(path, project, mark, where)
        return
    data = project.read(path, mark, where, MAX_MESH_BYTES)
    if data is None:
        return
    if not data or data.startswith(STAND_IN):
        why = "is a stand-in of Git LFS: `git lfs pull` fetches the file" if data else "is empty"
        project.problem(mark, where, f"{shown(path)} {why}", "E802")
        return
    if path.suffix.lower() not in COUNTERS:
        _check_picture(data, path, project, mark, where)
        return
    _check_mesh(data, path, project, mark, where)


def _check_picture(data: bytes, path: Path, project: Project, mark: Mark, where: str) -> None:
    from PIL import Image, UnidentifiedImageError  # a scene without pictures does without it

    if not data.startswith(PICTURES):
        project.problem(mark, where, f"{shown(path)} is not a picture", "E802")
        return
    try:
        with Image.open(io.BytesIO(data)) as picture:
            picture.load()
            sides = picture.size
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        why = "its beginning is damaged" if isinstance(error, UnidentifiedImageError) else error
        message = f"{shown(path)} cannot be read as a picture ({why})"
        project.problem(mark, where, message, "E802")
        return
    if where.endswith("height_field.image") and not 2 <= min(sides) <= max(sides) <= MAX_GRID:
        message = f"{shown(path)} has {sides[0]} x {sides[1]} pixels; a height field takes "
        message += f"2 to {MAX_GRID} a side"
        project.problem(mark, where, message, "E415")


def _check_mesh(data: bytes, path: Path, project: Project, mark: Mark, where: str) -> None:
    try:
        count = count_triangles(data, path.suffix.lower())
    except UNREADABLE as error:
        message = f"{shown(path)} cannot be read as a mesh ({error})"
        project.problem(mark, where, message, "E802")
        return
    if count == 0:
        project.problem(mark, where, f"{shown(path)} has no triangles", "E803")
    elif count > MAX_TRIANGLES:
        found = count if count < MOST_COUNTED else "far too many"
        message = f"{shown(path)} has {found} triangles; at most {MAX_TRIANGLES}"
        project.problem(mark, where, message, "E801")
    elif found := find_no_number(data, path.suffix.lower()):
        project.problem(mark, where, f"{shown(path)}: {found}", "E804")
    else:
        _read_whole(path, project, mark, where)


def _read_whole(path: Path, project: Project, mark: Mark, where: str) -> None:
    """Read a mesh as physics and the picture will: what stops them is told here."""
    try:
        mesh_reader.read(path)
    except mesh_reader.BadMesh as error:
        message = f"{shown(path)} cannot be read as a mesh ({error})"
        project.problem(mark, where, message, error.code)
    except OSError as error:
        message = f"{shown(path)} cannot be read ({error.strerror or error})"
        project.problem(mark, where, message, "E102")


def find_no_number(data: bytes, suffix: str) -> str:
    """Return where a countable STL or OBJ file has a corner that no number, or ""."""
    if suffix not in (".stl", ".obj"):
        return ""
    if suffix == ".stl" and _is_binary(data):
        (count,) = struct.unpack_from("<I", data, 80)
        corners = np.frombuffer(data, np.dtype(FACET), count, 84)["corners"]
        odd = np.flatnonzero(~np.isfinite(corners).all(axis=1))
        return f"triangle {odd[0] + 1} has a corner that is no finite number" if len(odd) else ""
    found = NO_NUMBER.search(data)
    if found is None:
        return ""
    line = data.count(b"\n", 0, found.start(1)) + 1
    return f"line {line}: a corner at {found.group(1).decode()}, which is no finite number"


def count_triangles(data: bytes, suffix: str) -> int:
    """Return how many faces a mesh file of this kind says it has; ValueError if it is not one."""
    return COUNTERS[suffix](data)


def _is_binary(data: bytes) -> bool:
    if len(data) < 84:
        return False
    (count,) = struct.unpack_from("<I", data, 80)
    whole = 84 + 50 * count
    return len(data) == whole or (len(data) > whole and not data.startswith(b"solid "))


def _count_stl(data: bytes) -> int:
    if _is_binary(data):
        return struct.unpack_from("<I", data, 80)[0]
    if data.lstrip().startswith(b"solid"):
        if b"endsolid" not in data:
            raise ValueError("it ends early: `endsolid` is missing")
        return data.count(b"endfacet")
    there, (count,) = (len(data) - 84) // 50, struct.unpack_from("<I", data.ljust(84, b"\0"), 80)
    if 0 <= there < count <= MAX_TRIANGLES:  # else it is text, such as a page of the web
        raise ValueError(f"it ends early: {count} triangles are announced, {there} are there")
    raise ValueError("not an STL file")


def _count_obj(data: bytes) -> int:
    if b"\0" in data:
        raise ValueError("not an OBJ file")
    return data.count(b"\nf ") + data.startswith(b"f ")


def _count_ply(data: bytes) -> int:
    found = re.search(rb"element face (\d+)", data[:65536])
    if not data.startswith(b"ply") or found is None:
        raise ValueError("not a PLY file with faces")
    return int(found.group(1)[:18])


def _count_off(data: bytes) -> int:
    words = re.sub(rb"#[^\n]*", b"", data[:65536]).split()
    if not words or words[0] != b"OFF":
        raise ValueError("not an OFF file")
    return int(words[2][:18])


def _count_glb(data: bytes) -> int:
    if not data.startswith(b"glTF"):
        raise ValueError("not a GLB file")
    version, whole, length = struct.unpack_from("<III", data.ljust(20, b"\0"), 4)
    if len(data) < max(whole, 20):
        announced = f"{max(whole, 20)} bytes are announced, {len(data)} are there"
        raise ValueError(f"it ends early: {announced}")
    if version != 2:
        raise ValueError(f"it is glTF {version}; export it as glTF 2")
    try:
        scene = json.loads(data[20 : 20 + length])
        packed = [name for name in scene.get("extensionsRequired", []) if "compression" in name]
        is_elsewhere = any("uri" in p for key in ("buffers", "images") for p in scene.get(key, []))
        count = sum(_count_primitive(scene, p) for m in scene["meshes"] for p in m["primitives"])
    except UNREADABLE as error:
        raise ValueError(mesh_reader.BROKEN) from error
    if packed:
        raise ValueError(f"it is compressed ({packed[0]}); export it without that")
    if is_elsewhere:
        raise ValueError("it points at other files; export it with everything inside")
    return count


def _count_primitive(scene: Any, primitive: Any) -> int:
    corners = primitive.get("indices", primitive["attributes"]["POSITION"])
    return int(scene["accessors"][corners]["count"]) // 3


COUNTERS = {
    ".stl": _count_stl,
    ".obj": _count_obj,
    ".ply": _count_ply,
    ".off": _count_off,
    ".glb": _count_glb,
}
