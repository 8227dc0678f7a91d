"""The second process that compiles: whatever becomes of one, the other says nothing of it."""

import contextlib
import os
import subprocess
import sys

import pytest

from simulator import compiling, warming
from simulator.app import opening


def test_the_second_process_starts():
    done = subprocess.run([sys.executable, "-c", warming.COMMAND], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_it_ends_with_the_first_and_says_nothing(tmp_path):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), warming.TAKEN: str(tmp_path)}
    command = [sys.executable, "-c", warming.COMMAND]
    second = subprocess.Popen(command, env=environment, stdin=-1, stdout=-1, stderr=-1)
    assert second.communicate(timeout=60) == (b"", b"")  # closes the line
    assert second.returncode == 0


def test_one_that_finds_no_list_any_more_says_nothing(tmp_path):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), warming.TAKEN: "/no/folder"}
    command = [sys.executable, "-c", warming.COMMAND]
    line, end = os.pipe()  # stays open
    try:
        second = subprocess.run(command, env=environment, stdin=line, capture_output=True)
    finally:
        os.close(line)
        os.close(end)
    assert (second.returncode, second.stderr) == (0, b"")


COMPILES = """
import sys, time
from simulator import frame, warming
from simulator.compiled import jit
jit.is_kept = lambda kernel: False
warming._share = lambda packed: None
with warming.shared(None):
    print("compiles", flush=True)
    time.sleep(float(sys.argv[1]))
"""


def test_one_that_starts_meanwhile_waits_until_the_first_ends_in_any_way(tmp_path):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "new")}
    command = [sys.executable, "-c", COMPILES]
    first = subprocess.Popen([*command, "60"], env=environment, stdout=-1)
    assert first.stdout.readline() == b"compiles\n"
    second = subprocess.Popen([*command, "0"], env=environment, stdout=-1)
    with pytest.raises(subprocess.TimeoutExpired):
        second.wait(4)
    first.kill()
    assert second.communicate(timeout=20) == (b"compiles\n", None)
    first.communicate()


def test_who_waits_says_so(tmp_path, monkeypatch):
    """What of the kernels is ready does not move meanwhile."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    told = []

    def look(_: float) -> None:
        told.append((compiling._look()[::2], opening.is_waiting()))
        first.close()  # it ends

    monkeypatch.setattr(warming.time, "sleep", look)
    first = contextlib.ExitStack()
    first.enter_context(warming._alone())
    with warming._alone():
        told.append(opening.is_waiting())
    waiting = ("waiting for another program that compiles the kernels", None)
    assert told == [(waiting, True), False]
    assert compiling._look()[0].startswith("compiling kernels ")


def test_the_bar_runs_to_and_fro_again_where_nobody_knows_how_much_there_is(monkeypatch):
    """It stood still, empty, while a mesh was cut after kernels had been counted."""
    from rich import progress

    bar, seen = progress.Progress(disable=True), []
    looks = [("a", 3, 57), ("b", 0, None), ("c", 4, 57)]
    monkeypatch.setattr(progress, "Progress", lambda *_, **__: bar)
    monkeypatch.setattr(compiling, "_look", lambda: looks[len(seen)])

    class Building:
        def is_alive(self) -> bool:
            return len(seen) < len(looks)

        def join(self, _: float) -> None:
            (task,) = bar.tasks
            seen.append((task.description, task.completed, task.total))

    compiling._watch(Building())
    assert seen == looks


def test_one_that_hangs_is_not_waited_for_for_ever(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(warming, "PATIENCE", 0.2)
    with warming._alone(), warming._alone():
        pass


def test_where_nothing_can_be_kept_nobody_waits(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "cache"))
    with warming._alone(), warming._alone():
        pass
