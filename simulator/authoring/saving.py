"""Files written so that no moment of a crash leaves a broken or lost one; what was there is kept.

The new bytes go to a hidden file in the same folder, are flushed to the disk and renamed over the
old one, then the folder's entry is flushed. The bytes before go to the user's data folder first.
"""

import contextlib
import errno
import hashlib
import os
import re
import stat
import time
from pathlib import Path
from typing import NamedTuple

import platformdirs

from simulator.spec.fields import Text
from simulator.spec.reading.write import is_special, named

KEPT = 10  # backups of each file
UNSAVED = ".unsaved"  # in the names of those that were never in the file
PART = re.compile(r"\.(?P<name>.+)\.(?P<process>\d+)\.part")


class ChangedOnDiskError(Exception):
    """Another program has written the file since it was read; the text names the file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"{path} has changed on the disk since it was read")
        self.text = Text(ru=f"{path} изменён на диске другой программой", en=str(self))


class Kept(NamedTuple):
    """A former state of a file."""

    path: Path
    time: float  # when it was replaced, seconds since 1970


def save(path: Path, data: bytes, before: bytes | None = None) -> None:
    """Write a whole file, or leave it as it was; links and access rights stay.

    Args:
        path: The file; of a symbolic link, what it leads to is written.
        data: All its bytes.
        before: What it has to hold now; None: whatever it does.

    Raises:
        ChangedOnDiskError: The file holds something other than `before`.
        OSError: It cannot be written, or is no file but a pipe or a device; all is as it was.
    """
    real = Path(os.path.realpath(path))
    _refuse_special(real)
    there = real.read_bytes() if real.exists() else None
    if before is not None and there != before:
        raise ChangedOnDiskError(path)
    if there == data:
        return
    if there is not None:
        keep(real, there)
    replace(real, data)


def replace(real: Path, data: bytes) -> None:
    """Put a whole file in the place of another, or where none is, without a backup."""
    _refuse_special(real)
    _sweep(real.parent, real.name)
    part = real.with_name(f".{real.name}.{os.getpid()}.part")
    try:
        with named(real, part):
            with part.open("xb") as file:
                if real.exists():
                    _copy_rights(real, file.fileno())
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(real)
    finally:
        part.unlink(missing_ok=True)
    _flush_folder(real.parent)


def _refuse_special(real: Path) -> None:
    """Let nobody put a file in the place of a device or a pipe, nor wait for what one says."""
    if is_special(real):
        raise OSError(errno.EINVAL, "is not a file", str(real))


def _copy_rights(real: Path, number: int) -> None:
    status = real.stat()
    with contextlib.suppress(PermissionError):  # another user's file in a shared folder
        os.fchown(number, status.st_uid, status.st_gid)
    os.fchmod(number, stat.S_IMODE(status.st_mode))


def _flush_folder(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _sweep(folder: Path, name: str | None = None) -> None:
    """Remove what processes have left that were killed while they saved a file of this name."""
    for entry in folder.glob(".*.part"):
        found = PART.fullmatch(entry.name)
        is_ours = found is not None and name in (None, found["name"])
        if found and is_ours and not _is_alive(int(found["process"])):
            entry.unlink(missing_ok=True)


def _is_alive(process: int) -> bool:
    if process == os.getpid():
        return False  # nothing of ours is being written now
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


# -- backups


def backup_folder(path: Path) -> Path:
    """Return where the former states of a file are kept, in the user's data folder."""
    real = os.path.realpath(path)
    key = hashlib.blake2b(os.fsencode(real), digest_size=6).hexdigest()
    return platformdirs.user_data_path("simulator") / "backups" / f"{Path(real).stem}-{key}"


def list_backups(path: Path) -> list[Kept]:
    """Return the former states of a file, the newest first; what others put there is none."""
    folder = backup_folder(path)
    try:
        named = [(entry, entry.name.partition(".")[0]) for entry in folder.iterdir()]
    except OSError:
        return []
    kept = [Kept(entry, int(ms) / 1000) for entry, ms in named if ms.isascii() and ms.isdecimal()]
    return sorted(kept, key=lambda one: one.time, reverse=True)


def find_unsaved(path: Path) -> Path | None:
    """Return edits of a file that could not be saved, None where it was written since."""
    kept, real = list_backups(path), Path(os.path.realpath(path))
    if not kept or UNSAVED not in kept[0].path.suffixes:
        return None
    try:
        written = real.stat().st_mtime_ns // 1_000_000 / 1000  # as fine as the names of backups
        is_later = written <= kept[0].time
        return kept[0].path if is_later and real.read_bytes() != kept[0].path.read_bytes() else None
    except OSError:
        return None


def keep(path: Path, data: bytes, *, is_unsaved: bool = False) -> Path:
    """Put bytes among the former states of a file, unless they are the newest; return where.

    Edits that could not be saved are marked as such, for `find_unsaved`.
    """
    real = Path(os.path.realpath(path))
    kept, mark = list_backups(real), UNSAVED if is_unsaved else ""
    is_known = kept and kept[0].path.read_bytes() == data
    if is_known and (UNSAVED in kept[0].path.suffixes or not is_unsaved):
        return kept[0].path
    folder = backup_folder(real)
    folder.mkdir(parents=True, exist_ok=True)
    stamp = max(time.time_ns() // 1_000_000, int(kept[0].time * 1000) + 1 if kept else 0)
    copy = folder / f"{stamp}{mark}{real.suffix}"
    replace(copy, data)
    for old in kept[KEPT - 1 :]:
        old.path.unlink(missing_ok=True)
    _sweep(folder)
    return copy
