"""A program without a window that the system ends: its recording is finished, as by a hand."""

import importlib
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from mcap.writer import Writer

from simulator import cli, stopping
from simulator.recordings.recording import Recording
from tests.recorded import wait_for_frames

RUN = ("run", "tests/scenes/arm.yaml", "--headless", "--instructor", "127.0.0.1:0")


@pytest.mark.parametrize("asked", ["SIGTERM", "SIGINT"])
def test_its_recording_is_whole(tmp_path, asked):
    path = tmp_path / "arm.mcap"
    command = [sys.executable, "-m", "simulator", *RUN, "--record", str(path)]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    wait_for_frames(program, path)
    program.send_signal(getattr(signal, asked))
    told, _ = program.communicate(timeout=30)
    assert program.returncode == 0 and "state hash" in told
    assert Recording(path).complete


UNPACKED = """
import shutil, tempfile, weakref
from simulator import entry, simulation
folder = tempfile.mkdtemp()
print(folder, flush=True)
weakref.finalize(simulation.Simulation, shutil.rmtree, folder, True)
class Late:
    def __del__(self): print("torn down", flush=True)
late = Late()
entry.main()
"""


@pytest.mark.parametrize("asked", ["SIGTERM", "SIGHUP"])
def test_a_run_that_is_faster_than_time_ends_as_by_ctrl_c(tmp_path, asked):
    path = tmp_path / "arm.mcap"
    words = ["run", "tests/scenes/arm.yaml", "--headless", "--seconds", "99999"]
    command = [sys.executable, "-c", UNPACKED, *words, "--record", str(path)]
    program = subprocess.Popen(command, stdout=-1, stderr=-1, text=True)
    wait_for_frames(program, path)
    program.send_signal(getattr(signal, asked))
    out, told = program.communicate(timeout=30)
    assert program.returncode == 130 and told.startswith("stopped; its first ")
    folder, *torn_down = out.splitlines()
    assert Recording(path).complete and not Path(folder).exists()
    assert not torn_down, "a thread may still be in what would be"


@pytest.fixture
def signal_in_a_write(monkeypatch):
    """Return what lets a signal come in the middle of a frame's being written, as often as told."""

    def prepare(asked, number, times=1):
        write, count = Writer.add_message, 0

        def add(writer, *what):
            nonlocal count
            is_own = threading.current_thread() is threading.main_thread()  # others record, too
            count += is_own
            for _ in range(times if is_own and count == number else 0):
                signal.raise_signal(getattr(signal, asked))
            write(writer, *what)

        monkeypatch.setattr(Writer, "add_message", add)

    return prepare


@pytest.mark.parametrize("asked", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_what_is_being_written_is_written_whole(tmp_path, signal_in_a_write, asked, capsys):
    path = tmp_path / "arm.mcap"
    words = ["run", "tests/scenes/arm.yaml", "--headless", "--seconds", "99"]
    signal_in_a_write(asked, 31, times=2)  # the first is the keyframe that it begins with
    with stopping.hearing(stopping.interrupt), pytest.raises(SystemExit, match="130"):
        cli.app([*words, "--record", str(path)])
    recording = Recording(path)
    assert recording.complete and len(recording.frames) == 30
    assert capsys.readouterr().err == f"stopped; its first 1.20 s are in {path}\n"


@pytest.mark.parametrize("asked", ["SIGTERM", "SIGINT"])
def test_a_branch_that_is_ended_is_whole(tmp_path, signal_in_a_write, asked, capsys):
    path, branch = tmp_path / "arm.mcap", tmp_path / "branch.mcap"
    words = ["run", "tests/scenes/arm.yaml", "--headless", "--seconds", "2"]
    assert cli.app([*words, "--record", str(path)]) == 0
    signal_in_a_write(asked, 41)
    with stopping.hearing(stopping.interrupt), pytest.raises(SystemExit, match="130"):
        cli.app(["branch", str(path), "--at", "0.8", "--record", str(branch)])
    recording = Recording(branch)
    assert recording.complete and len(recording.frames) == 40
    assert f"stopped; its first 1.60 s are in {branch}\n" in capsys.readouterr().err


def test_what_comes_as_the_last_is_written_is_heard_after_it():
    done = []
    with stopping.hearing(stopping.interrupt):
        with pytest.raises(KeyboardInterrupt), stopping.held():
            signal.raise_signal(signal.SIGTERM)
            done.append("written")
        signal.raise_signal(signal.SIGHUP)  # the program ends already
    assert done == ["written"]


def test_what_hangs_is_broken_into(monkeypatch):
    now = 10.0
    monkeypatch.setattr(stopping, "time", SimpleNamespace(monotonic=lambda: now))
    with pytest.raises(KeyboardInterrupt), stopping.held():
        signal.raise_signal(signal.SIGINT)
        now += 0.5
        signal.raise_signal(signal.SIGINT)  # by a hand that trembles
        now += 1.0
        signal.raise_signal(signal.SIGINT)
        pytest.fail("it goes on")


def test_another_thread_is_never_interrupted():
    def work():
        with stopping.held() as let_through:
            let_through()
            return signal.getsignal(signal.SIGINT)

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(work).result() is signal.getsignal(signal.SIGINT)


@pytest.fixture
def insisting(monkeypatch):
    """Let this process insist as the program does, until the test's end."""
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    before = {one: signal.getsignal(one) for one in (signal.SIGALRM, signal.SIGINT)}
    stopping.insist()
    yield
    for one, handler in before.items():
        signal.signal(one, handler)


def test_what_falls_on_deaf_ears_is_repeated(insisting, capsys):
    class Deaf:
        def __del__(self):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Deaf()
        time.sleep(10)
    with pytest.raises(KeyboardInterrupt), stopping.held() as let_through:
        Deaf()
        time.sleep(0.01)  # not here, where something may be written
        let_through()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("asked", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_library_that_goes_on_without_what_it_imports_is_read_first(
    insisting, tmp_path, monkeypatch, asked
):
    lines = f"try:\n    signal.raise_signal(signal.{asked})\n    whole = True\n"
    library = tmp_path / "forgiving.py"
    library.write_text(f"import signal\n{lines}except BaseException: ...\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    read = None
    with stopping.hearing(stopping.interrupt), pytest.raises(KeyboardInterrupt):
        read = importlib.import_module("forgiving")
        time.sleep(10)
    del sys.modules["forgiving"]
    assert read is None or read.whole


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
