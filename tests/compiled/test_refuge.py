"""Kernels of a folder that cannot be written are read; what it lacks is kept elsewhere.

Damaged ones are compiled again.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from simulator import compiling
from simulator.app.opening import Builder
from simulator.compiled import refuge
from simulator.spec import load

PROGRAM = """
import os, sys, tempfile
if "refused" in sys.argv:
    def refuse(dir=None):
        raise PermissionError(13, "Permission denied", dir)
    tempfile.TemporaryFile = refuse
if "full" in sys.argv:
    def fill(old, new, replace=os.replace):
        if str(new).startswith(os.environ["NUMBA_CACHE_DIR"]):
            raise OSError(28, "No space left on device", new)
        replace(old, new)
    os.replace = fill
from simulator.compiled import jit, refuge

@jit.kernel
def twice(number):
    return 2.0 * number

print(twice(3.0), sum(twice.stats.cache_hits.values()), refuge.tell(), refuge.tell())
"""


@pytest.fixture
def start(tmp_path):
    program, temporary = tmp_path / "program.py", tmp_path / "temporary"
    program.write_text(PROGRAM)
    temporary.mkdir()

    def run(folder, *words):
        places = {"NUMBA_CACHE_DIR": str(folder), "TMPDIR": str(temporary)}
        environment = {**os.environ, **places, "PYTHONPATH": os.getcwd()}
        command = [sys.executable, str(program), *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return run


def test_what_a_folder_lacks_is_kept_in_a_temporary_one(start, tmp_path):
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "kernels"
    own = tmp_path / "temporary" / f"simulator-kernels-{os.geteuid()}"
    news = f"{folder}: Not a directory; kernels are kept in {own / 'kernels'}"
    assert start(folder) == f"6.0 0 {news}"
    assert start(folder) == f"6.0 1 {news}"
    assert own.stat().st_mode & 0o777 == 0o700
    own.chmod(0o777)  # anybody may have put code there
    assert start(folder).startswith(f"6.0 0 {folder}: Not a directory; kernels are kept in memory")


def test_a_folder_that_can_only_be_read_is_enough_where_it_has_all(start, tmp_path):
    folder = tmp_path / "kernels"
    assert start(folder) == "6.0 0"
    assert start(folder, "refused") == "6.0 1"
    assert start(tmp_path / "empty", "refused").startswith("6.0 0 ")


def test_a_folder_within_that_cannot_be_written_is_told_too(start, tmp_path):
    folder, own = tmp_path / "kernels", tmp_path / "temporary" / f"simulator-kernels-{os.geteuid()}"
    assert start(folder) == "6.0 0"
    (room,) = folder.iterdir()
    shutil.rmtree(room)
    room.touch()
    assert start(folder) == f"6.0 0 {room}: File exists; kernels are kept in {own / 'kernels'}"
    assert start(folder).startswith("6.0 1 ")


def test_a_disk_that_is_full_is_told(start, tmp_path):
    own = tmp_path / "temporary" / f"simulator-kernels-{os.geteuid()}"
    shown = start(tmp_path / "kernels", "full")
    assert shown.startswith("6.0 0 ")
    assert shown.endswith(f"No space left on device; kernels are kept in {own / 'kernels'}")
    (room,) = (own / "kernels").iterdir()
    assert any(room.iterdir())


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize(
    "harm", [lambda data: b"", lambda data: data[:-99], lambda data: bytes(len(data))]
)
def test_damaged_kernels_are_compiled_again(start, tmp_path, suffix, harm):
    folder = tmp_path / "kernels"
    assert start(folder) == "6.0 0"
    (file,) = folder.rglob(f"*{suffix}")
    file.write_bytes(harm(file.read_bytes()))
    assert start(folder) == "6.0 0"
    assert start(folder) == "6.0 1"


def test_window_and_commands_tell_it_once(monkeypatch, capsys):
    path = Path("tests/scenes/arm.yaml")
    for build in (Builder(path), lambda: compiling.start(load.load_scene(path))):
        monkeypatch.setattr(refuge, "_news", ["kernels are kept elsewhere"])
        build()
        build()
        assert capsys.readouterr().err == "kernels are kept elsewhere\n"
