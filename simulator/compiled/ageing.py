"""Compiled kernels that no program has used for a month go: an older version's stay there for ever.

Which versions are installed on a machine nobody knows; what they use they note, once a day. A
program that runs has its kernels in memory, and one that starts compiles what it does not find.
"""

import atexit
import contextlib
import functools
import os
import time
from pathlib import Path

DAY = 86400.0  # s
KEPT = 30.0 * DAY  # after its last use


def note_use(path: str) -> None:
    """Have a file of the cache stay for another month."""
    with contextlib.suppress(OSError):  # of a cache that can only be read others take care
        if time.time() - os.stat(path).st_mtime > DAY:
            os.utime(path)


@functools.cache
def sweep_at_exit(folder: Path) -> None:
    """Sweep a cache when the program ends: by then it has used all that it needs."""
    atexit.register(sweep, folder)


def sweep(folder: Path) -> None:
    """Remove what has not been used for long from a folder and those within it.

    Empty folders stay: a program that starts may just be about to write there.
    """
    oldest = time.time() - KEPT
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            with contextlib.suppress(OSError):  # another program has just done the same
                if os.lstat(path).st_mtime < oldest:
                    os.unlink(path)
