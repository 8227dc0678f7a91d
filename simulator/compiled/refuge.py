"""Where compiled kernels go whose own folder cannot be written: into a temporary one of this user.

Where there is none either, they stay in memory, and the next start compiles them again.
"""

import contextlib
import os
import stat
import tempfile
from pathlib import Path
from typing import NamedTuple

_news: list[str] = []  # what `tell` has not told yet


class Refuge(NamedTuple):
    """What takes the place of a folder that cannot be written; None: the memory."""

    folder: Path | None


_found: dict[str, Refuge | None] = {}  # by the folder that was asked for


def find(folder: str) -> Refuge | None:
    """Return where kernels go instead of into a folder, None where that can be written.

    It is looked at once, and only where it lacks a kernel.
    """
    if folder not in _found:
        try:
            os.makedirs(folder, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except OSError as error:
            leave(folder, error)
        else:
            _found[folder] = None
    return _found[folder]


def leave(folder: str, error: OSError) -> None:
    """Write no more into a folder, as something could not be written there."""
    if _found.get(folder):
        return
    if not any(_found.values()):
        own = _make_own(Path(folder))
        place = own.parent if own else "memory, and are compiled again at the next start"
        is_above = error.filename in map(str, Path(folder).parents)
        named = error.filename if is_above else folder
        _news.append(f"{named}: {error.strerror}; kernels are kept in {place}")
    _found[folder] = Refuge(_make_own(Path(folder)))


def tell() -> str:
    """Return in a line, once, where kernels are kept instead of in their folder; else nothing."""
    return _news.pop() if _news else ""


def _make_own(folder: Path) -> Path | None:
    """Return a temporary folder that nobody else can put code into; None where there is none."""
    user = getattr(os, "geteuid", int)()
    own = Path(tempfile.gettempdir()) / f"simulator-kernels-{user}"
    with contextlib.suppress(OSError):
        own.mkdir(mode=0o700, exist_ok=True)
        status = own.lstat()
        is_closed = os.name == "nt" or (status.st_uid == user and not status.st_mode & 0o022)
        if stat.S_ISDIR(status.st_mode) and is_closed:
            place = own / folder.parent.name / folder.name
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=place).close()
            return place
    return None
