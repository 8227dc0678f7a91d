"""Plain data -> YAML that the loader reads back to the same values; files written whole."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml


def as_yaml(data: Any) -> str:
    """Return YAML: innermost mappings and lists on one line, keys in the order they have."""
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, default_flow_style=None)


def write_whole(path: Path, text: str) -> None:
    """Write a file so that others see the old one or the new one, never a part.

    Raises:
        OSError: It cannot be written; what was there is as it was.
    """
    with beside(path) as part:
        part.write_text(text, encoding="utf-8")


def is_special(path: Path) -> bool:
    """Return whether something is at a path that is no regular file, nor a link to one."""
    return path.exists() and not path.is_file()


@contextmanager
def named(path: Path, part: Path | None = None) -> Iterator[None]:
    """Name a file in what the system says of it or its `part`, as it does not on a full disk."""
    try:
        yield
    except OSError as error:
        if error.filename in (None, str(part)):
            error.filename, error.filename2 = str(path), None
        raise


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Give a path to write a file to, in its folder and of its kind; then put it in its place.

    Links, pipes and devices, such as `/dev/stdout`, are written themselves.

    Raises:
        OSError: It cannot be written; it names the file, and what was there is as it was.
    """
    if path.is_dir():  # what writes the file might put it in there
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    is_file = not path.is_symlink() and not is_special(path)
    part = path.with_name(f".{os.getpid()}.part.{path.name}") if is_file else path
    path.parent.mkdir(parents=True, exist_ok=True)
    with named(path, part):
        try:
            yield part
            if is_file:
                part.replace(path)
        finally:
            if is_file:
                part.unlink(missing_ok=True)
