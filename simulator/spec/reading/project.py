"""The folder that a set of files lives in: which paths are allowed, and what was read from it.

The project root is the nearest folder, from the file's own upwards, that holds `pyproject.toml` or
a `scenes`, `robots` or `consoles` folder; without one, the file's own folder.
"""

import hashlib
import os
import re
import shlex
import stat
from collections.abc import Mapping
from pathlib import Path

from ..errors import Mark, Problem, Problems
from ..fields import MESHES, RECORDING, YAML
from ..suggest import nearest
from .syntax import ANOTHER, MAX_BYTES, Node

MARKERS = ("pyproject.toml", "scenes", "robots", "consoles")
MODELS = {  # three-dimensional, of other programs
    ".gltf", ".dae", ".fbx", ".3mf", ".amf", ".step", ".stp", ".igs", ".iges", ".blend", ".x3d",
    ".wrl", ".usd", ".usda", ".usdc", ".usdz", ".3ds", ".sldprt", ".sldasm", ".f3d", ".fcstd",
}  # fmt: skip
ROBOTS = (".urdf", ".xacro", ".sdf", ".mjcf", ".xml")  # of other programs
MAX_MESH_BYTES = 512 * 1024 * 1024


Stamp = bytes | tuple[int, int]  # of an unsaved file its hash, else its time [ns] and its size


class AllowedPath(str):
    """An absolute path of a file that exists inside the project root; others are never opened."""


class Project:
    """Reads files inside one root, keeps their bytes' digests and the problems that were found."""

    def __init__(
        self, path: str | os.PathLike[str], unsaved: Mapping[str, bytes] | None = None
    ) -> None:
        self.top = Path(path)
        self.unsaved = unsaved or {}  # by real path: what an editor has in place of the file
        self.problems = Problems()
        self.root = find_root(self.top)
        self.hashes: dict[str, bytes] = {}

    def problem(
        self,
        mark: Mark,
        path: str,
        message: str,
        code: str,
        suggestion: str | None = None,
        about: str = "",
    ) -> None:
        """Note a mistake."""
        self.problems.append(Problem(*mark, path, message, code, suggestion, about))

    def read(self, path: Path, mark: Mark, where: str, limit: int = MAX_BYTES) -> bytes | None:
        """Return a file's bytes and remember their hash; None, with a problem noted, if not."""
        try:
            status = path.stat()
            if not stat.S_ISREG(status.st_mode):
                is_folder = stat.S_ISDIR(status.st_mode)
                what = "a folder: name a file in it" if is_folder else "not a file"
                self.problem(mark, where, f"{shown(path)} is {what}", "E102")
                return None
            if not _is_utf8(os.path.realpath(path)):
                message = "its name, or that of a folder above it, is not UTF-8; give it another"
                self.problem(mark, where, message, "E210")
                return None
            if path.suffix.lower() == RECORDING:
                name = shlex.quote(shown(path))
                message = (
                    f"{shown(path)} is a recording: `simulator run {name}` opens it in the window, "
                )
                message += f"`simulator replay {name}` runs it again"
                self.problem(mark, where, message, "E209")
                return None
            if status.st_size > limit:
                message = f"{shown(path)} is larger than {limit // 2**20} MiB"
                self.problem(mark, where, message, "E103")
                return None
            data = self.unsaved.get(os.path.realpath(path))
            data = path.read_bytes() if data is None else data
        except (OSError, ValueError) as error:
            is_missing, link = isinstance(error, FileNotFoundError), tell_link(path)
            why = "does not exist" if is_missing else f"cannot be read ({_reason(error)})"
            near = find_near(path) if is_missing and not link else None
            code = "E101" if is_missing else "E102"
            self.problem(mark, where, f"{shown(path)} {link or why}", code, near)
            return None
        self.hashes[self._name(path)] = hashlib.blake2b(data, digest_size=32).digest()
        return data

    def stamp(self, name: str) -> Stamp | None:
        """Return what tells whether a file of `hashes` has changed; None where it is gone."""
        path = os.path.realpath(self.root / name)
        if path in self.unsaved:
            return hashlib.blake2b(self.unsaved[path], digest_size=32).digest()
        try:
            status = os.stat(path)
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size

    def has_read(self, path: Path) -> bool:
        """Say whether a file was read before."""
        return self._name(path) in self.hashes

    def _name(self, path: Path) -> str:
        return os.path.relpath(os.path.realpath(path), self.root).replace(os.sep, "/")

    def resolve(
        self, text: str, node: Node, where: str, suffixes: tuple[str, ...] = ()
    ) -> Path | None:
        """Return the absolute path that a file names; None, with a problem noted, if refused.

        Without `suffixes` a file of any kind will do.
        """
        if fault := _forbidden(text):
            self.problem(node.mark, where, fault[1], fault[0])
            return None
        folder = Path(node.mark.file).resolve().parent
        written = Path(os.path.normpath(folder / text))
        if not written.is_relative_to(self.root):
            message = f"{text!r} leads out of the project folder {self.root.name!r}"
            marker = next((name for name in MARKERS if (self.root / name).exists()), None)
            if marker is not None and written.is_file():
                message += f", which {marker!r} in it makes one"
            self.problem(node.mark, where, message, "E202")
            return None
        real = Path(os.path.realpath(written))
        if not real.is_relative_to(self.root):
            message = f"{text!r} is a link that leads out of the project folder"
            self.problem(node.mark, where, message, "E203")
            return None
        try:
            is_there = real.is_file()
        except OSError as error:  # too long a name, a folder that may not be entered
            message = f"{text!r} cannot be read ({_reason(error)})"
            self.problem(node.mark, where, message, "E102")
            return None
        if not is_there:
            self._report_missing(text, written, node, where, suffixes)
            return None
        if suffixes and real.suffix.lower() not in suffixes:
            message = f"{text!r} is not one of the kinds {', '.join(suffixes)}"
            self.problem(node.mark, where, message + _advise(real, suffixes), "E209")
            return None
        return real

    def _report_missing(
        self, text: str, path: Path, node: Node, where: str, suffixes: tuple[str, ...]
    ) -> None:
        if link := tell_link(path):
            self.problem(node.mark, where, f"{text!r} {link}", "E201")
            return
        if path.exists():
            inside = [name for name in _list_names(path) if name.lower().endswith(suffixes)]
            near = f"{text.rstrip('/')}/{inside[0]}" if len(inside) == 1 else None
            self.problem(node.mark, where, f"{text!r} is not a file", "E102", near)
            return
        slashed = text.replace("\\", "/")
        if slashed != text:  # as Windows writes it
            is_there = os.path.isfile(Path(node.mark.file).resolve().parent / slashed)
            near = slashed if is_there else None
            self.problem(node.mark, where, f"there is no file {text!r}", "E201", near)
            return
        itself = os.path.realpath(node.mark.file)  # which names it
        names = _list_names(path.parent)
        names = [one for one in names if os.path.realpath(path.parent / one) != itself]
        known = [name for name in names if not suffixes or name.lower().endswith(suffixes)]
        folder = text.rpartition("/")[0]
        close = nearest(path.name, known)
        if not path.parent.is_dir():
            close = nearest(path.parent.name, _list_names(path.parent.parent))
            close = close and text.replace(path.parent.name, close)
        elif close and folder:
            close = f"{folder}/{close}"
        close = self._find_above(text, Path(node.mark.file).resolve().parent) or close
        self.problem(node.mark, where, f"there is no file {text!r}", "E201", close)

    def _find_above(self, text: str, folder: Path) -> str | None:
        """Return how a file is named that was named from a folder above, such as the project's."""
        for above in folder.parents:
            found = Path(os.path.normpath(above / text))
            if found.is_relative_to(self.root) and os.path.isfile(found):
                return Path(os.path.relpath(found, folder)).as_posix()
        return None

    def digest(self) -> str:
        """Return blake2b over the names and bytes of every file that was read."""
        whole = hashlib.blake2b(digest_size=16)
        for name, part in sorted(self.hashes.items()):
            whole.update(name.encode("utf-8", "surrogateescape") + b"\0" + part)
        return whole.hexdigest()


def find_root(path: Path) -> Path:
    """Return the project root of a file."""
    folder = Path(os.path.realpath(path)).parent
    for candidate in (folder, *folder.parents):
        if any((candidate / marker).exists() for marker in MARKERS):
            return candidate
    return folder


def find_near(path: Path) -> str | None:
    """Return the file that may be meant by a path that does not exist, None if none is near."""
    folder = path.parent
    if not folder.is_dir():
        near = nearest(folder.name, _list_names(folder.parent)) if folder.name else None
        there = folder.with_name(near) / path.name if near else path
        if near is None or not there.parent.is_dir():
            return None
        return shown(there) if there.exists() else find_near(there)
    names = _list_names(folder)
    alike = [name for name in names if name.endswith(path.suffix)]
    if near := nearest(path.name, alike or names):
        return shown(folder / near)
    below = (file for name in MARKERS[1:] for file in sorted((folder / name).rglob("*")))
    return next((shown(file) for file in below if file.name == path.name), None)


def tell_missing(path: Path) -> str:
    """Return what there is to say of a file of the command line that is none."""
    if told := tell_link(path):
        return f"{path} {told}"
    if os.path.exists(path):
        return f"{path} is {'a folder, ' if os.path.isdir(path) else ''}not a file"
    near = find_near(path)
    return f"{path}: there is no such file" + (f" - did you mean {near}?" if near else "")


def tell_error(error: Exception) -> str:
    """Return what an error says; of a file that is not there with the one that may be meant."""
    cause = error.__cause__
    if isinstance(cause, FileNotFoundError) and cause.filename:
        return tell_missing(Path(cause.filename))
    return str(error)


def shown(path: Path) -> str:
    """Return a path as messages show it: relative to the current folder where it lies in it.

    A link is shown itself, not what it leads to.
    """
    folder = Path(os.path.realpath(path.parent))  # `resolve` raises where links lead in a ring
    try:
        return (folder / path.name).relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


def _advise(path: Path, suffixes: tuple[str, ...]) -> str:
    """Return what to do with a model or robot of another format than those that are read."""
    if suffixes == YAML and path.suffix.lower() in ROBOTS:
        return f": {ANOTHER}"
    if suffixes != MESHES or path.suffix.lower() not in MODELS:
        return ""
    return "; export the model as .glb, which has everything inside, or as .stl"


def _forbidden(text: str) -> tuple[str, str] | None:
    if text.startswith(("\\\\", "//")):
        return "E205", f"{text!r} is a network path; use a path relative to this file"
    if text.startswith(("/", "\\", "~")) or re.match(r"[A-Za-z]:", text):
        return "E204", f"{text!r} is an absolute path; use a path relative to this file"
    if "\0" in text or len(text) > 1000:
        return "E210", "not a usable path"
    return None


def tell_link(path: Path) -> str:
    """Return what is wrong with a link that leads nowhere, "" for anything else."""
    if not os.path.islink(path) or os.path.exists(path):  # which take any name, however long
        return ""
    return f"is a link that leads nowhere, to {os.readlink(path)}"


def _is_utf8(path: str) -> bool:
    """Return whether a path can stand in recordings, as names from other systems may not."""
    return not re.search("[\ud800-\udfff]", path)


def _list_names(folder: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in os.scandir(folder))[:2000]
    except OSError:
        return []


def _reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
