"""What somebody has noted who looked at a recording, in a file beside it: times and texts."""

import json
import math
from pathlib import Path

from simulator.spec.reading.write import write_whole

Notes = list[tuple[float, str]]  # since the recording's begin [s]


def path_of(recording: Path) -> Path:
    """Return where the notes of a recording are."""
    return recording.with_suffix(".notes.json")


def read(recording: Path) -> Notes:
    """Return the notes of a recording, none where there is no sound file of them."""
    try:
        data = json.loads(path_of(recording).read_text(encoding="utf-8"))
        noted = [(float(note["time"]), str(note["text"])) for note in data["notes"]]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return []
    return [(time, text) for time, text in noted if math.isfinite(time)]


def write(recording: Path, notes: Notes) -> None:
    """Write the notes of a recording.

    Raises:
        OSError: A full disk, a folder that may not be written.
    """
    rows = [{"time": time, "text": text} for time, text in notes]
    text = json.dumps({"notes": rows}, ensure_ascii=False, indent=1)
    write_whole(path_of(recording), text + "\n")
