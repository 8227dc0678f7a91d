"""A session whose program was killed: found when the window opens, told or taken up again."""

import contextlib
import os
from pathlib import Path
from typing import NamedTuple

from simulator.app import opening
from simulator.keeping import BY_HAND
from simulator.spec.fields import Text

ELSEWHERE = ".elsewhere"  # ends the name of a file that says where an attempt's recording is


class Broken(NamedTuple):
    """An attempt that was broken off."""

    path: Path
    title: Text  # of its exercise
    time: float  # how long it was [s]
    is_exam: bool  # going on with it then does not count


def find_broken(folder: Path, trainee: str | None, scene: str) -> Broken | None:
    """Return a trainee's last attempt in a scene if it was broken off, and is still to be told.

    What a script drove is nobody's attempt.
    """
    from simulator.recordings.record_file import is_written
    from simulator.recordings.recording import Recording, RecordingError, is_whole, read_header

    files = [*folder.glob("*.mcap"), *_list_elsewhere(folder)]
    for path in sorted(files, key=_changed, reverse=True):
        header = read_header(path)
        if "exercise" not in header or (header.get("trainee") or None) != trainee:
            continue
        if not BY_HAND.items() <= header.items() or not _is_same(header.get("scene", ""), scene):
            continue
        try:
            if is_whole(path) or is_written(path) or _mark_of(path).exists():
                return None
            recording = Recording(path)
        except (OSError, RecordingError):  # it may be deleted meanwhile
            return None
        if not recording.frames or not recording.scene.is_file():
            return None
        length = len(recording.frames) * float(recording.header["frame_dt"])
        plain = opening.read_plain(recording.scene)
        title = opening.title_in(plain, recording.scene.stem)
        return Broken(path, title, length, "exam" in plain)
    return None


def find_cut(folder: Path, scene: str) -> Path | None:
    """Return the last recording of a scene that is no attempt's, if it was cut off and not told."""
    from simulator.recordings.record_file import is_written
    from simulator.recordings.recording import is_whole, read_header

    for path in sorted(folder.glob("*.mcap"), key=_changed, reverse=True):
        header = read_header(path)
        if "exercise" in header or not _is_same(header.get("scene", ""), scene):
            continue
        try:
            is_known = is_whole(path) or is_written(path) or _mark_of(path).exists()
        except OSError:  # it may be deleted meanwhile
            return None
        return None if is_known else path
    return None


def was_cut(path: Path) -> bool:
    """Return whether a recording has no end, its program having been killed."""
    from simulator.recordings.recording import is_whole

    with contextlib.suppress(OSError):
        return not is_whole(path)
    return False


def note(folder: Path, recording: Path) -> None:
    """Note in a trainee's folder an attempt whose recording is elsewhere, so that it is found."""
    if _is_same(str(recording.parent), str(folder)):
        return
    with contextlib.suppress(OSError):  # then it is not offered again, and recorded all the same
        folder.mkdir(parents=True, exist_ok=True)
        place = os.fsencode(os.path.realpath(recording))
        (folder / f"{recording.stem}{ELSEWHERE}").write_bytes(place)


def _list_elsewhere(folder: Path) -> list[Path]:
    """Return the recordings that are noted in a folder and still there."""
    found = []
    for noted in folder.glob(f"*{ELSEWHERE}"):
        with contextlib.suppress(OSError, ValueError):
            path = Path(os.fsdecode(noted.read_bytes()))
            if path.is_file():
                found.append(path)
            else:
                noted.unlink()
    return found


def let_be(path: Path) -> None:
    """Never offer a broken-off attempt again, or tell of a recording; it stays."""
    try:
        _mark_of(path).touch()
    except OSError as error:  # then it is offered again
        opening.tell(f"{error.filename}: {error.strerror}")


def _mark_of(path: Path) -> Path:
    return path.with_suffix(".let_be")


def _is_same(one: str, other: str) -> bool:
    try:
        return os.path.realpath(one) == os.path.realpath(other)
    except ValueError:  # a damaged header: no path has a zero in it
        return False


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # it was deleted meanwhile
        return 0.0
