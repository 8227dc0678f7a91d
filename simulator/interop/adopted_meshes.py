"""Meshes of a robot: found, and copied or turned into what a robot file can name."""

import os
import re
from pathlib import Path
from typing import NamedTuple

from simulator.physics.geometry import meshes, parts
from simulator.spec.fields import MESHES
from simulator.spec.reading import asset, mesh_reader
from simulator.spec.reading.mesh_reader import Mesh
from simulator.spec.reading.project import MAX_MESH_BYTES, shown

from . import collada_mesh
from .adopted_model import Geometry, Triple
from .adopted_source import Source

COLLADA = ".dae"  # has a unit and colours of its own
FOLDERS = ("ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH", "COLCON_PREFIX_PATH")
SCHEME = re.compile(r"(package|model|file)://")


class Copy(NamedTuple):
    """A mesh file in the robot's folder."""

    file: str  # relative to the robot's file
    scale: float
    colour: str  # "#RRGGBB" that the file has, "" for none
    is_hollow: bool  # of what collides: neither convex nor several convex bodies


class Meshes:
    """The mesh files that go with a robot: `files` holds their bytes by their new names."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.files: dict[str, bytes] = {}
        self._taken: dict[tuple[str, tuple[float, ...], bool], list[Copy]] = {}

    def take(self, geometry: Geometry, where: str, collides: bool) -> list[Copy]:
        """Return the files that a mesh becomes, none where it cannot be used: that is noted.

        Raises:
            MissingError: A COLLADA file, and the library that reads it is not installed.
        """
        if geometry.mesh is not None:
            return self._write(Path(geometry.file), {"": geometry.mesh}, geometry.size, collides)
        path = self._find(geometry.file)
        if path is None:
            message = f"there is no file {geometry.file!r}"
            if geometry.file.startswith("package://"):
                message += "; a package is looked for in the folders above this file"
            self.source.tell(geometry.mark, where, message, "E201")
            return []
        key = (os.path.realpath(path), geometry.size, collides)
        if key not in self._taken:
            self._taken[key] = self._copy(path, geometry, where, collides)
        return self._taken[key]

    def _find(self, text: str) -> Path | None:
        """Return where a file lies that is named by its path, or by its package."""
        found = SCHEME.match(text)
        rest = text[found.end() :] if found else text
        folder = self.source.path.resolve().parent
        if not found or found[1] == "file":
            places = [folder / rest]
        else:
            package, _, inner = rest.partition("/")
            above = [folder, *folder.parents]
            roots = [
                Path(one) for key in FOLDERS for one in os.environ.get(key, "").split(":") if one
            ]
            places = [one / inner for one in above if one.name == package]
            places += [one / package / inner for one in above]
            places += [one / share / rest for one in roots for share in (".", "share")]
            places += [one / inner for one in above]  # the package's folder has another name here
        try:
            return next((place for place in places if place.is_file()), None)
        except (OSError, ValueError):  # too long a name
            return None

    def _copy(self, path: Path, geometry: Geometry, where: str, collides: bool) -> list[Copy]:
        suffix = path.suffix.lower()
        if suffix not in (*MESHES, COLLADA):
            message = f"{geometry.file!r} is not one of the kinds {', '.join((*MESHES, COLLADA))}"
            self.source.tell(geometry.mark, where, f"{message}; export it as .glb", "E209")
            return []
        project, mark = self.source.project, geometry.mark
        before = len(project.problems)
        if suffix in MESHES:
            asset.check(path, project, mark, where)
        data = project.read(path, mark, where, MAX_MESH_BYTES)
        if data is None or len(project.problems) > before:
            return []
        x, y, z = geometry.size
        is_taken = suffix in MESHES and x == y == z > 0.0
        try:
            if suffix == COLLADA:
                pieces = collada_mesh.read(path, data)
            elif collides or not is_taken:
                pieces = {"": mesh_reader.read(path)}
            else:
                pieces = {}
            if not is_taken:
                return self._write(path, pieces, geometry.size, collides)
            is_hollow = any(collides and _is_hollow(mesh) for mesh in pieces.values())
        except (OSError, mesh_reader.BadMesh) as error:
            message = f"{shown(path)} cannot be read as a mesh ({error})"
            self.source.tell(geometry.mark, where, message, "E802")
            return []
        return [Copy(self._keep(path, path.name, data), x, "", is_hollow)]

    def _write(
        self, path: Path, pieces: dict[str, Mesh], size: Triple, collides: bool
    ) -> list[Copy]:
        """Return new files of meshes, by their colours, that are called as a file is."""
        copies = []
        for row, (colour, mesh) in enumerate(pieces.items(), 1):
            name = f"{path.stem}_{row}.stl" if len(pieces) > 1 else f"{path.stem}.stl"
            file = self._keep(path, name, collada_mesh.write(mesh, size))
            copies.append(Copy(file, 1.0, colour, collides and _is_hollow(mesh)))
        return copies

    def _keep(self, path: Path, name: str, data: bytes) -> str:
        """Keep a file's bytes under a name of their own, with its folder's where that tells it."""
        folder = path.resolve().parent.name
        folder = "" if folder == "meshes" else f"{_plain(folder)}/"
        stem, suffix = _plain(Path(name).stem), Path(name).suffix.lower()
        for count in range(1, len(self.files) + 2):
            file = f"meshes/{folder}{stem}{f'_{count}' if count > 1 else ''}{suffix}"
            if self.files.setdefault(file, data) == data:
                return file
        raise AssertionError  # one of so many names is free


def _is_hollow(mesh: Mesh) -> bool:
    return parts.needs_cut(*meshes.merge(*mesh))


def _plain(name: str) -> str:
    return re.sub(r"[^\w.-]+", "_", name).lstrip(".-") or "mesh"
