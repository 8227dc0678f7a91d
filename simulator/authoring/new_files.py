"""Files that are new: what they may be called, all of them written or none, a scene's copy."""

import re
from collections.abc import Mapping
from pathlib import Path

from simulator.spec.reasons import ExplainedError

from . import saving
from .document import Document

NAME = re.compile(r"[^\W\d_]\w{0,63}")


class StartError(ExplainedError):
    """Nothing was written; the text says why."""


def copy_scene(scene: Path, name: str) -> Path:
    """Write a scene's file again under another name beside it, as it is now; return that.

    A title that the file has is the new name in the copy. What it includes and names stays where
    it is, and is that of both.

    Raises:
        StartError: The name is none, or there is such a file already.
        SpecErrors: The scene's file is no YAML.
        OSError: A file cannot be read or written.
    """
    check_name(name)
    copy = scene.with_name(f"{name}.yaml")
    refuse_existing([copy])
    document = Document(scene.read_bytes(), str(scene))
    if document.has(("title",)):
        document.set(("title",), name, shared="own")
    return write_all({copy: document.data})[0]


def write_all(files: Mapping[Path, bytes]) -> list[Path]:
    """Write files and their folders, all or none; return their paths."""
    written: list[Path] = []
    folders: list[Path] = []  # new ones, each after the one that it is in
    try:
        for path, data in files.items():
            for folder in reversed(path.parents):
                if not folder.is_dir():
                    folder.mkdir()
                    folders.append(folder)
            saving.replace(path, data)
            written.append(path)
    except OSError:
        for path in written:
            path.unlink()
        for folder in reversed(folders):
            folder.rmdir()
        raise
    return written


def check_name(name: str) -> None:
    """Raise StartError where no file, robot or desk can be called so."""
    if not NAME.fullmatch(name):
        raise StartError(
            f"{name!r} is not a name: letters, digits and _, a letter first, at most 64",
            f"«{name}» не имя: нужны буквы, цифры и _, сначала буква, не больше 64",
        )


def refuse_existing(paths: list[Path]) -> None:
    """Raise StartError where one of these files is there already."""
    there = [str(path) for path in paths if path.exists()]
    if there:
        named = ", ".join(there)
        raise StartError(
            f"{named}: there already; choose another name",
            f"{named}: уже есть; выберите другое имя",
        )
