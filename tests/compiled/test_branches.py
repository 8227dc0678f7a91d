"""How often branches are taken: counted as a naive reader would, kept, and told to LLVM."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from llvmlite import binding, ir

from simulator.compiled import branches

ZIGZAG = """
from pathlib import Path
from simulator.compiled import branches
branches.PACKAGE = Path.cwd()
branches.count()
from simulator.compiled.jit import kernel

@kernel
def sink(x):
    return -x if x > 2 else x

@kernel
def zigzag(n):
    total = 0
    for i in range(n):
        if i % 3 == 0:
            total += sink(i)
    return total

zigzag(10), zigzag(0), sink(1.5)
branches.tally.write(Path("counted"))
"""


def test_branches_are_counted(tmp_path: Path) -> None:
    (tmp_path / "zigzag.py").write_text(ZIGZAG)
    environment = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": str(branches.PACKAGE.parent),
    }
    command = [sys.executable, "zigzag.py"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    found = branches.read(tmp_path / "counted")
    counts = {name: one for (name, _), one in found.items()}
    assert counts["zigzag.py:sink"] == branches.Counts(1, [(0, 1)])
    assert counts["zigzag.py:sink.inner"] == branches.Counts(4, [(3, 1)])  # 0, 3, 6, 9
    zigzag = counts["zigzag.py:zigzag"]
    assert zigzag.entry == 2
    assert (10, 2) in zigzag.branches  # the loop goes on ten times, ends twice
    assert (4, 6) in zigzag.branches  # divisible by three or not
    assert {sum(ways) for ways in zigzag.branches} <= {0, 2, 4, 10, 12}


def _write(known, monkeypatch) -> str:
    """Return the code of a function with one branch, told what is `known` of it."""
    monkeypatch.setattr(branches, "_read_once", lambda: known)
    branches.summarize.cache_clear()
    kind = ir.FunctionType(branches.WORD, [ir.IntType(1)])
    function = ir.Function(ir.Module("m"), kind, "f")
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    written = branches.Branches(builder, str(branches.PACKAGE / "physics" / "step.py"), "f")
    with builder.if_then(function.args[0]):
        builder.ret(ir.Constant(branches.WORD, 1))
    builder.ret(ir.Constant(branches.WORD, 2))
    written.close()
    branches.summarize.cache_clear()
    binding.parse_assembly(str(function.module)).verify()
    return str(function.module)


def test_llvm_is_told_the_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    code = _write({("physics/step.py:f", 1): branches.Counts(7, [(5, 2)])}, monkeypatch)
    assert re.search(r'"branch_weights", i32 6, i32 3 ', code)
    assert re.search(r'"function_entry_count", i64 7 ', code)
    assert re.search(r'"TotalCount", i64 14 ', code) and "llvm.module.flags" in code


@pytest.mark.parametrize("key", [("physics/step.py:f", 2), ("physics/world.py:f", 1)])
def test_a_kernel_of_other_branches_is_told_nothing(key, monkeypatch: pytest.MonkeyPatch) -> None:
    code = _write({key: branches.Counts(7, [(5, 2)] * key[1])}, monkeypatch)
    assert "branch_weights" not in code and "function_entry_count" not in code


def test_what_was_counted_is_kept_in_three_digits(tmp_path: Path) -> None:
    tally = branches.Tally()
    tally.counters["a.py:f", 2] = [
        [[5, 0], [123_456, 2], [0, 0]],
        [[2, 0], [0, 10_000], [0, 0]],
    ]
    tally.write(tmp_path / "counts")
    assert branches.read(tmp_path / "counts") == {
        ("a.py:f", 2): branches.Counts(7, [(123_000, 10_000), (0, 0)])
    }


def test_the_summary_tells_how_rare_the_rarest_of_most_is(monkeypatch) -> None:
    known = {("a.py:f", 1): branches.Counts(900_000, [(90_000, 9_990)])}
    monkeypatch.setattr(branches, "_read_once", lambda: known)
    branches.summarize.cache_clear()
    summary = branches.summarize()
    branches.summarize.cache_clear()
    rows = {cutoff: (least, count) for cutoff, least, count in summary.rows}
    assert rows[900_000] == (900_000, 1)
    assert rows[950_000] == (90_000, 2)
    assert rows[999_000] == (9_990, 3)
    assert (summary.largest_entry, summary.kernels) == (900_000, 1)


def test_every_kernel_that_was_counted_is_there() -> None:
    known = branches.read()
    assert len(known) > 500
    texts: dict[str, str] = {}
    for (name, _), counts in known.items():
        file, kernel = name.split(":")
        if file not in texts:
            texts[file] = (branches.PACKAGE / file).read_text(encoding="utf-8")
        defined = kernel.split(".")[0]
        assert f"def {defined}(" in texts[file], f"no {defined} in {file}: make branches"
        assert max((n for ways in counts.branches for n in ways), default=0) < 2**31  # 32 bits
