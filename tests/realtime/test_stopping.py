"""A program without a window that the system ends: its recording is finished, as by a hand."""

import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from simulator import stopping
from simulator.recording import Recording, RecordingError

RUN = ("run", "tests/scenes/arm.yaml", "--headless", "--instructor", "127.0.0.1:0")


def is_under_way(path):
    try:
        return len(Recording(path).frames) > 10
    except RecordingError:  # it is just begun
        return False


def let_hear(asked):
    """Return what lets a program hear a signal that its parent is to ignore, as under nohup."""
    return partial(signal.signal, getattr(signal, asked), signal.SIG_DFL)


@pytest.mark.parametrize("asked", ["SIGTERM", "SIGINT"])
def test_its_recording_is_whole(tmp_path, asked):
    path = tmp_path / "arm.mcap"
    command = [sys.executable, "-m", "simulator", *RUN, "--record", str(path)]
    program = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, preexec_fn=let_hear(asked)
    )
    while program.poll() is None and not is_under_way(path):
        time.sleep(0.1)
    program.send_signal(getattr(signal, asked))
    told, _ = program.communicate(timeout=30)
    assert program.returncode == 0 and "state hash" in told
    assert Recording(path).complete


UNPACKED = """
import shutil, sys, tempfile, weakref
from simulator import cli, simulation
folder = tempfile.mkdtemp()
print(folder, flush=True)
weakref.finalize(simulation.Simulation, shutil.rmtree, folder, True)
cli.main()
"""


@pytest.mark.parametrize("asked", ["SIGTERM", "SIGHUP"])
def test_a_run_that_is_faster_than_time_ends_as_by_ctrl_c(tmp_path, asked):
    path = tmp_path / "arm.mcap"
    words = ["run", "tests/scenes/arm.yaml", "--headless", "--seconds", "99999"]
    command = [sys.executable, "-c", UNPACKED, *words, "--record", str(path)]
    program = subprocess.Popen(command, stdout=-1, stderr=-1, text=True, preexec_fn=let_hear(asked))
    while program.poll() is None and not is_under_way(path):
        time.sleep(0.1)
    program.send_signal(getattr(signal, asked))
    out, told = program.communicate(timeout=30)
    assert program.returncode == 130 and told.startswith("stopped; its first ")
    assert Recording(path).complete and not Path(out.strip()).exists()


def test_what_is_not_to_be_heard_is_not():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stopping.hearing(stopping.interrupt):
            signal.raise_signal(signal.SIGHUP)
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGTERM)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_what_ends_already_is_not_ended_again():
    with stopping.hearing(stopping.interrupt):
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGHUP)  # within what finishes the recording
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
