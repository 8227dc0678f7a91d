"""The display goes while the program runs: what was recorded and edited is not lost by it."""

import os
import shutil
import subprocess
import sys
import time

import pytest

from simulator.recording import Recording, RecordingError


@pytest.fixture
def server():
    """Start a virtual display for one test to end; its number is on the server."""
    if shutil.which("Xvfb") is None:
        pytest.skip("needs xvfb")
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "800x600x24"]
    started = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as answer:
        started.number = answer.readline().strip()
    yield started
    started.kill()
    started.wait()


def is_under_way(path):
    try:
        return len(Recording(path).frames) > 10
    except RecordingError:  # it is just begun
        return False


def test_the_recording_is_finished(server, tmp_path):
    path = tmp_path / "arm.mcap"
    words = ["run", "tests/scenes/arm.yaml", "--quality", "low", "--record", str(path)]
    command = [sys.executable, "-m", "simulator", *words]
    environment = {**os.environ, "DISPLAY": f":{server.number}", "HOME": str(tmp_path)}
    program = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    while program.poll() is None and not is_under_way(path):
        time.sleep(0.1)
    server.kill()
    told = program.communicate(timeout=30)[1]
    assert program.returncode == 1 and Recording(path).complete
    assert told.endswith("edits are saved, the recording is finished.\n")
    assert "Traceback" not in told
