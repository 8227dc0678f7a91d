"""A program without a window that real levers work: what a window would show is printed."""

import shutil
import signal
import socket
from pathlib import Path

import pytest

from simulator.attended import attended
from simulator.hardware.boards import connect
from simulator.realtime import Realtime
from simulator.recordings.recording import Recording

DESK = """
console: consoles/arm.yaml
boards:
  desk:
    osc: {{port: {}}}
    silence: 0.3
    inputs: {{lever: {{channel: /fader, range: [0, 1]}}}}
"""
SCENES = Path(__file__).parents[1] / "scenes"


def test_ctrl_c_at_the_end_does_not_cut_the_recording(tmp_path, monkeypatch):
    close, path = Realtime.close, tmp_path / "arm.mcap"

    def close_and_be_pressed(loop):
        signal.raise_signal(signal.SIGINT)
        close(loop)

    monkeypatch.setattr(Realtime, "close", close_and_be_pressed)
    with pytest.raises(KeyboardInterrupt):
        attended.run(SCENES / "arm.yaml", None, 0.4, path, None)
    assert Recording(path).complete


def test_why_a_desk_is_silent_is_printed(tmp_path, capsys):
    shutil.copytree(SCENES, tmp_path / "scenes")
    scene = tmp_path / "scenes" / "arm.yaml"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("0.0.0.0", 0))
        port, file = taken.getsockname()[1], scene.with_name("desk.yaml")
        file.write_text(DESK.format(port))
        assert attended.run(scene, None, 1.0, None, None, connect(file)) == 0
    lines = capsys.readouterr().out.splitlines()
    why = f"127.0.0.1:{port} cannot be opened: Address already in use"
    assert lines.count(f"The desk is silent, its levers are in neutral: desk: {why}") == 1
