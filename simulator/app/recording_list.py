"""The newest recordings as the menu shows them: what of, when, how long, how an attempt ended."""

import contextlib
import os
import threading
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from simulator import priority
from simulator.app import opening
from simulator.app.application import OUT
from simulator.spec.fields import RECORDING, Text
from simulator.ui.intents import Recorded

MOST = 15  # that are shown


class RecordingList:
    """Reads them beside the window: `newest` is what was found last, None before that."""

    def __init__(self) -> None:
        self.newest: Sequence[Recorded] | None = None
        self._reading: threading.Thread | None = None

    def look(self, trainee: str | None, used: Collection[Path] = ()) -> None:
        """Have them read anew, unless that is under way; see `list_newest`."""
        if self._reading is None or not self._reading.is_alive():
            words = trainee, [*used]
            self._reading = threading.Thread(target=self._read, args=words, daemon=True)
            self._reading.start()

    def _read(self, trainee: str | None, used: Collection[Path]) -> None:
        priority.yield_to_physics()
        self.newest = list_newest(trainee, used)


def list_newest(trainee: str | None, used: Collection[Path] = ()) -> list[Recorded]:
    """Return the newest recordings in out/ and in `used` folders, and a trainee's own.

    His own are those of his attempts, wherever they lie. The newest come first. What is still being
    written is left out. A damaged file goes by its name: who opens it is told.
    """
    from simulator.recordings.record_file import is_written
    from simulator.recordings.recording import find_file, read_header, read_length, read_score
    from simulator.training.trainee import VOID, recordings_folder

    title_of = cache(opening.title_of)  # many are of one scene
    own = recordings_folder() if trainee else None
    paths = [path for folder in (OUT, *used) for path in folder.glob(f"*{RECORDING}")]
    entered = _list_entered(trainee) if trainee else {}
    void = {os.path.realpath(path) for path, known in entered.items() if known == VOID}
    if own is not None:
        paths += [*own.glob(f"*{RECORDING}"), *entered]
    found: list[Recorded] = []
    for changed, path in sorted(_list_files(paths), reverse=True):
        header = read_header(path)
        is_of_somebody = own is not None and path.parent.resolve() == own.resolve()
        if is_of_somebody and header.get("trainee") != trainee:
            continue
        with contextlib.suppress(OSError, ValueError, OverflowError):  # gone, or of no time
            if is_written(path):
                continue
            title = title_of(find_file(path, header)) if header else _named(path)
            length, ended = read_length(path, header), datetime.fromtimestamp(changed)
            outcome, mark = _read_result(read_score(path))
            if os.path.realpath(path) in void:  # whatever its judge has seen
                outcome = VOID
            found.append(Recorded(str(path), title, ended, length, outcome, mark))
        if len(found) == MOST:
            break
    return found


def _list_entered(trainee: str) -> dict[Path, str]:
    """Return where a trainee's attempts were recorded, with their outcomes.

    Nothing where his file tells nothing.
    """
    from simulator.training.trainee import TraineeError, Trainees

    try:
        with Trainees() as file:
            return {Path(path): known for path, known in file.list_recordings(trainee).items()}
    except TraineeError:  # who trains is told as the next attempt is entered
        return {}


def _read_result(score: Mapping[str, Any]) -> tuple[str, float]:
    """Return outcome and mark of a score; of none, and of one that says otherwise, nothing."""
    outcome, mark = score.get("outcome"), score.get("mark")
    if outcome in ("passed", "failed") and isinstance(mark, int | float):
        return str(outcome), float(mark)
    return "", 0.0


def _list_files(paths: Sequence[Path]) -> list[tuple[float, Path]]:
    """Return those that are files, each once, behind the times when they were changed."""
    files = {}
    for path in paths:
        with contextlib.suppress(OSError):
            if path.is_file():
                files.setdefault(os.path.realpath(path), (path.stat().st_mtime, path))
    return [*files.values()]


def _named(path: Path) -> Text:
    return Text(ru=path.stem, en=path.stem)
