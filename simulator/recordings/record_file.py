"""The file of a recording: no other one is written into it, as long as it is open."""

import errno
import fcntl
import os
from io import FileIO
from pathlib import Path
from typing import Any, BinaryIO

TAKEN = "another recording is being written there: choose another name"


class RecordFile(FileIO):
    """A file to write, whose name is in what the system says of it, as on a full disk."""

    def __init__(self, path: Path) -> None:
        """Raises OSError where another recording is being written there."""
        super().__init__(path, "wb", opener=_open)

    def write(self, data: Any) -> int | None:
        """Write bytes; return how many."""
        try:
            return super().write(data)
        except OSError as error:
            error.filename = str(self.name)
            raise


def is_device(path: Path) -> bool:
    """Whether there is a device or a pipe, which takes everything and may never end."""
    return path.exists() and not path.is_file() and not path.is_dir()


def open_file(path: Path) -> BinaryIO:
    """Open a file to read it; OSError where it is none, such as a pipe."""
    if is_device(path):
        raise OSError(errno.EINVAL, "not a file", str(path))
    return path.open("rb")


def is_written(path: Path) -> bool:
    """Return whether a program is writing a recording there now, however slowly."""
    with path.open("rb") as file:
        return not _lock(file.fileno(), fcntl.LOCK_SH)


def _open(path: str, flags: int) -> int:
    """Open a file and empty it, once it is known to be nobody else's."""
    file = os.open(path, flags & ~os.O_TRUNC, 0o666)
    if not _lock(file, fcntl.LOCK_EX):
        os.close(file)
        raise OSError(errno.EBUSY, TAKEN, path)
    if os.fstat(file).st_size:  # a device has none, and none to cut
        os.ftruncate(file, 0)
    return file


def _lock(file: int, how: int) -> bool:
    """Lock a file until it is closed; False where somebody else has it."""
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a disk without locks: nobody can tell
        return True
    return True
