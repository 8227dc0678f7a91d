"""The second process that compiles: whatever becomes of one, the other says nothing of it."""

import os
import subprocess
import sys

from simulator import warming


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
