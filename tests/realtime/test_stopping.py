"""A program without a window that the system ends: its recording is finished, as by a hand."""

import signal
import subprocess
import sys
import time

import pytest

from simulator.recording import Recording, RecordingError

RUN = ("run", "tests/scenes/arm.yaml", "--headless", "--instructor", "127.0.0.1:0")


def is_under_way(path):
    try:
        return len(Recording(path).frames) > 10
    except RecordingError:  # it is just begun
        return False


@pytest.mark.parametrize("asked", ["SIGTERM", "SIGINT"])
def test_its_recording_is_whole(tmp_path, asked):
    path = tmp_path / "arm.mcap"
    command = [sys.executable, "-m", "simulator", *RUN, "--record", str(path)]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    while program.poll() is None and not is_under_way(path):
        time.sleep(0.1)
    program.send_signal(getattr(signal, asked))
    told, _ = program.communicate(timeout=30)
    assert program.returncode == 0 and "state hash" in told
    assert Recording(path).complete
