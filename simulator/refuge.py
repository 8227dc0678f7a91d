"""Where compiled kernels go whose own folder cannot be written: into a temporary one of this user.

Where there is none either, they stay in memory, and the next start compiles them again.
"""

import contextlib
import functools
import os
import stat
import tempfile
from pathlib import Path
from typing import NamedTuple

_news: list[str] = []  # what `tell` has not told yet


class Refuge(NamedTuple):
    """What takes the place of a folder that cannot be written; None: the memory."""

    folder: Path | None


@functools.cache
def find(folder: str) -> Refuge | None:
    """Return where kernels go instead of into a folder, None where that can be written.

    It is asked once, and only where that folder lacks a kernel.
    """
    try:
        os.makedirs(folder, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        refuge = Refuge(_make_own(Path(folder).name))
        place = refuge.folder or "memory, and are compiled again at the next start"
        _news.append(f"{folder}: {error.strerror}; kernels are kept in {place}")
        return refuge
    return None


def tell() -> str:
    """Return in a line, once, where kernels are kept instead of in their folder; else nothing."""
    return _news.pop() if _news else ""


def _make_own(name: str) -> Path | None:
    """Return a temporary folder that nobody else can put code into; None where there is none."""
    user = getattr(os, "geteuid", int)()
    own = Path(tempfile.gettempdir()) / f"simulator-kernels-{user}"
    with contextlib.suppress(OSError):
        own.mkdir(mode=0o700, exist_ok=True)
        status = own.lstat()
        is_closed = os.name == "nt" or (status.st_uid == user and not status.st_mode & 0o022)
        if stat.S_ISDIR(status.st_mode) and is_closed:
            (own / name).mkdir(mode=0o700, exist_ok=True)
            tempfile.TemporaryFile(dir=own / name).close()
            return own / name
    return None
