"""Waiting for a program in a process of its own to be under way."""

import subprocess
import time
from pathlib import Path

from simulator.recordings.recording import Recording, RecordingError


def wait_for_frames(program: subprocess.Popen, path: Path) -> None:
    """Wait until a program has recorded some frames, or has ended."""
    while program.poll() is None and not _is_under_way(path):
        time.sleep(0.1)


def _is_under_way(path: Path) -> bool:
    try:
        return len(Recording(path).frames) > 10
    except RecordingError:  # it is just begun
        return False
