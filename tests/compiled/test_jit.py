"""Where compiled kernels are kept, and that they compute what Python does."""

import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

from simulator.compiled import handle, jit
from simulator.physics.team import make_team


def test_a_copy_of_the_program_finds_the_kernels_of_another(tmp_path: Path) -> None:
    kernel = jit.PACKAGE / "physics" / "step.py"
    folder = jit.KernelLocator.get_suitable_cache_subpath(str(kernel))
    assert folder == "simulator.physics"
    inner = jit.PACKAGE / "physics" / "joints" / "tree.py"
    assert jit.KernelLocator.get_suitable_cache_subpath(str(inner)) == "simulator.physics.joints"
    copy = tmp_path / "copy.py"
    shutil.copy(kernel, copy)
    assert jit.KernelLocator.get_suitable_cache_subpath(str(copy)) != folder


def test_a_kernel_is_as_old_as_what_it_leads_to_in_other_rooms() -> None:
    physics = jit.PACKAGE / "physics"
    assert physics / "algebra" / "spatial.py" in jit.list_imports(physics / "joints" / "tree.py")
    assert physics / "solver" / "coupling.py" in jit.list_imports(physics / "stages.py")
    assert physics / "bodies" / "integrate.py" in jit.list_imports(jit.PACKAGE / "frame.py")


@jit.kernel
def read_ends(row):
    return row[-1] - row[0]


def test_a_written_index_from_the_end_is_known() -> None:
    assert read_ends(np.array([1.0, 5.0, 8.0])) == 7.0


class Table(NamedTuple):
    cube: np.ndarray
    flags: np.ndarray
    counts: np.ndarray


def wander(table, rounds: int) -> float:
    """Every way to index and assign that kernels use: whole, by rows, across branches and loops."""
    cube, total = table.cube, 0.0
    for i in range(rounds):
        row = cube[i % cube.shape[0]]
        place = (i % 3, i % 2)
        if table.flags[i % table.flags.shape[0]]:
            last = row[-1]
            table.cube[0, place[0], place[1]] += 1
        elif i > 4:
            last = row[place[0]]
            table.counts[i % 2] = 2.75 * i
        else:
            table.flags[1] = not table.flags[1]
            row[0, 0] = i
            continue
        kept = total
        for value in range(1, 4):
            if kept > 50.0:
                break
            total += value * last[i % 2] + table.counts[0]
        total += cube[1, 2, -1] + last.shape[0] + (kept if kept < total else -kept)
    return total


wander_compiled = jit.kernel(wander)


@jit.kernel
def wander_packed(words, rounds):
    return wander_compiled(handle.open_table(words, Table), rounds)


def make_table() -> Table:
    cube = np.random.default_rng(5).random((4, 3, 2))
    return Table(cube, np.array([True, False, False]), np.arange(2, dtype=np.int32))


@pytest.mark.parametrize("rounds", [0, 1, 7, 40])
def test_a_kernel_computes_what_python_does(rounds: int) -> None:
    plain, direct, packed = make_table(), make_table(), handle.pack(make_table())
    expected = wander(plain, rounds)
    assert wander_compiled(direct, rounds) == wander_packed(packed.words, rounds) == expected
    for mine, other, theirs in zip(direct, packed.tables, plain, strict=True):
        assert mine.tobytes() == other.tobytes() == theirs.tobytes()


@jit.part
def halve(row):
    for i in range(row.shape[0]):
        row[i] *= 0.5


@jit.kernel
def halve_twice(row):
    halve(row)
    halve(row)


def test_a_part_is_kept_beside_what_calls_it_and_shared() -> None:
    row = np.array([8.0, 4.0])
    halve_twice(row)
    assert row.tolist() == [2.0, 1.0]
    (library,) = (result.library for result in halve_twice.overloads.values())
    name, kind, code, parts = library.serialize_using_object_code()
    assert kind == "object" and len(parts) == 1
    rebuilt = type(library)._unserialize(library.codegen, (name, "object", code, parts))
    assert rebuilt._parts == library._parts


def test_the_cache_keeps_nothing_that_only_tests_can_import(monkeypatch) -> None:
    saved: list[str] = []
    kept = jit.Kept(halve)
    monkeypatch.setattr(
        jit.Kept, "_cache", SimpleNamespace(save_overload=lambda name, data: saved.append(name))
    )
    for table in (make_table(), make_team(), np.zeros(3)):
        arguments = (jit.numba.typeof(table),)
        data = SimpleNamespace(signature=SimpleNamespace(args=arguments))
        kept.save_overload(type(table).__name__, data)
    assert saved == ["Team", "ndarray"]


def test_kernels_beside_the_program_are_compiled_anew_when_what_they_import_changes() -> None:
    """Else code for tables as they were would run on tables as they are."""
    found = {path.name for path in jit.list_imports(Path(__file__).with_name("test_handle.py"))}
    assert {"handle.py", "world.py", "integrate.py"} <= found
