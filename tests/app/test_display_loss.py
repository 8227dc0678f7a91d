"""The display goes while the program runs: what was recorded and edited is not lost by it."""

import os
import subprocess
import sys

from windowed import server

from simulator.recordings.recording import Recording
from tests.recorded import wait_for_frames

UNPACK = """
import tempfile
from simulator.entry import main
folder = tempfile.TemporaryDirectory(prefix="model-")
main()
"""


def test_the_recording_is_finished(tmp_path):
    path = tmp_path / "arm.mcap"
    words = ["run", "tests/scenes/arm.yaml", "--quality", "low", "--record", str(path)]
    unpacked = tmp_path / "unpacked"  # as an FMU is
    unpacked.mkdir()
    command = [sys.executable, "-c", UNPACK, *words]
    with server("800x600x24") as (name, display):
        environment = {**os.environ, "DISPLAY": name, "HOME": str(tmp_path)}
        environment["TMPDIR"] = str(unpacked)
        program = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
        wait_for_frames(program, path)
        display.kill()
        told = program.communicate(timeout=30)[1]
    assert program.returncode == 1 and Recording(path).complete
    assert told.endswith("edits are saved, the recording is finished.\n")
    assert "Traceback" not in told
    assert list(unpacked.glob("model-*")) == []  # libpulse leaves a folder of its own
