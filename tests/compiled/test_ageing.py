"""Compiled kernels that nobody has used for a month are removed, and no others."""

import os
import subprocess
import sys
import time
from importlib.metadata import version

from simulator.compiled import ageing

PROGRAM = """
from simulator.compiled import jit

@jit.kernel
def twice(number):
    return 2.0 * number

print(twice(3.0), sum(twice.stats.cache_hits.values()))
"""


def put(path, days):
    """Make a file that was used some days ago."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"code")
    os.utime(path, (time.time() - days * ageing.DAY,) * 2)
    return path


def start(program, home, **more):
    home.mkdir(exist_ok=True)
    environment = {**os.environ, "XDG_CACHE_HOME": str(home), "PYTHONPATH": os.getcwd(), **more}
    environment = {name: text for name, text in environment.items() if text}
    command = [sys.executable, str(program)]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return result.stdout.split()


def test_a_program_that_compiles_removes_what_is_left_of_old_ones(tmp_path):
    program, home = tmp_path / "program.py", tmp_path / "cache"
    program.write_text(PROGRAM)
    caches = home / "simulator" / "kernels"
    old = put(caches / "0.1.0" / "simulator.physics" / "step.old.nbi", 40)
    other = put(caches / version("numba") / "simulator.physics" / "step.other.nbi", 20)
    assert start(program, home, NUMBA_CACHE_DIR="") == ["6.0", "0"]
    assert other.exists() and not old.exists()
    mine = [one for one in caches.rglob("*") if one.is_file() and one != other]
    assert len(mine) == 2
    for one in mine:
        put_back = time.time() - 25 * ageing.DAY
        os.utime(one, (put_back, put_back))
    assert start(program, home, NUMBA_CACHE_DIR="") == ["6.0", "1"]  # noted as used
    ageing.sweep(caches)
    assert all(time.time() - one.stat().st_mtime < ageing.DAY for one in mine)


def test_a_cache_of_the_users_own_is_left_alone(tmp_path):
    program, home = tmp_path / "program.py", tmp_path / "cache"
    program.write_text(PROGRAM)
    old = put(tmp_path / "shared" / "step.old.nbi", 40)
    start(program, home, NUMBA_CACHE_DIR=str(tmp_path / "shared"))
    assert old.exists()


def test_a_file_that_another_program_removes_meanwhile_is_no_trouble(tmp_path, monkeypatch):
    old = put(tmp_path / "step.old.nbi", 40)

    def walk(folder):
        found = list(real(folder))
        old.unlink()
        return found

    real = os.walk
    monkeypatch.setattr(ageing.os, "walk", walk)
    ageing.sweep(tmp_path)
    ageing.note_use(str(old))
