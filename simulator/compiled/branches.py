"""How often the branches of kernels are taken: profile-guided optimization, by counts of a run.

LLVM guesses that a loop goes on and that both ways of an `if` are as likely. Told by counts it puts
into a caller what is called often, lays out what is run in a row, and keeps in registers what is
needed there. It changes no bit of what a kernel computes.

`branches.txt` holds the counts of shipped scenes, some neutral ones and tests of what is rare;
`make branches` counts anew. A kernel is known there by its file, its name and the number of its
branches: one that has other branches by now, or as another Python reads it, is compiled without.
"""

import ctypes
import functools
from pathlib import Path
from typing import Any, NamedTuple

from llvmlite import ir

# as in the names of the files of kernels, which may go by links
PACKAGE = Path(__file__).parents[1]
FILE = Path(__file__).with_name("branches.txt")
INNER = ".inner"  # ends the name of a kernel that waits to be translated with its caller
DIGITS = 3  # of a count that is kept; it is less than 2**31
# shares of all counts, in millionths, that LLVM looks up how often the rarest of them is run
CUTOFFS = (
    10_000, 100_000, 200_000, 300_000, 400_000, 500_000, 600_000, 700_000, 800_000, 900_000,
    950_000, 990_000, 999_000, 999_900, 999_990, 999_999,
)  # fmt: skip
WORD, HALF = ir.IntType(64), ir.IntType(32)


class Counts(NamedTuple):
    """How often a kernel was called, and how often each branch went to its first and second way."""

    entry: int
    branches: list[tuple[int, int]]


class Tally:
    """The counters of all kernels that were compiled since `count`, by the kernel's key."""

    def __init__(self) -> None:
        self.is_on = False
        self.counters: dict[tuple[str, int], list[list[Any]]] = {}

    def add(self, builder: Any, way: Any = None) -> Any:
        """Have the code count here, a branch's ways (a bit: 1 is the first) or an entry."""
        counter = (ctypes.c_int64 * 2)()
        place = ir.Constant(WORD, ctypes.addressof(counter))
        if way is not None:
            second = builder.zext(builder.not_(way), WORD)
            place = builder.add(place, builder.shl(second, ir.Constant(WORD, 3)))  # by 8 bytes
        place = builder.inttoptr(place, WORD.as_pointer())
        builder.store(builder.add(builder.load(place), ir.Constant(WORD, 1)), place)
        return counter

    def write(self, file: Path) -> None:
        """Write what was counted, a line for each kernel that was called."""
        lines = []
        for (name, _), uses in self.counters.items():
            counted = zip(*uses, strict=True)  # by branch, then by use
            entry, *ways = ([sum(way) for way in zip(*one, strict=True)] for one in counted)
            if entry[0]:
                told = ("/".join(map(_round, pair)) if any(pair) else "-" for pair in ways)
                lines.append(" ".join((name, _round(entry[0]), *told)))
        file.write_text("\n".join((*sorted(lines), "")), encoding="utf-8")


tally = Tally()


def count() -> None:
    """Have every kernel that is compiled from now on, in this process, count its branches."""
    tally.is_on = True


def _round(number: int) -> str:
    return str(int(float(f"{number:.{DIGITS}g}")))


def read(file: Path = FILE) -> dict[tuple[str, int], Counts]:
    """Return the counts in a file by the kernels' names and numbers of branches."""
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        name, entry, *ways = line.split(" ")
        pairs = [(0, 0) if way == "-" else tuple(map(int, way.split("/"))) for way in ways]
        found[name, len(pairs)] = Counts(int(entry), pairs)  # type: ignore[arg-type]
    return found


_read_once = functools.cache(read)


class Branches:
    """The branches of one kernel while its code is written; `close` weighs them."""

    def __init__(self, builder: Any, path: str, name: str) -> None:
        self._name, self._builder = _name(path, name), builder
        self._branches: list[Any] = []
        self._counters: list[Any] = []
        if not self._name:
            return
        self._write, builder.cbranch = builder.cbranch, self._branch
        if tally.is_on:
            self._counters.append(tally.add(builder))

    def _branch(self, way: Any, first: Any, second: Any) -> Any:
        if tally.is_on:
            self._counters.append(tally.add(self._builder, way))
        self._branches.append(self._write(way, first, second))
        return self._branches[-1]

    def close(self) -> None:
        """Tell LLVM how often the kernel and its ways are run, or note who counts that."""
        key = self._name, len(self._branches)
        if tally.is_on and self._name:
            tally.counters.setdefault(key, []).append(self._counters)
            return
        counts = _read_once().get(key)
        if counts is None:
            return
        for branch, ways in zip(self._branches, counts.branches, strict=True):
            if any(ways):
                branch.set_weights([way + 1 for way in ways])  # what never was may be
        function = self._builder.function
        entry = _note(function.module, ("function_entry_count", counts.entry))
        function.set_metadata("prof", entry)
        if not self._name.endswith(INNER):  # what is translated by itself, with all that it calls
            _add_summary(function.module)


def _note(module: Any, told: Any) -> Any:
    """Return metadata: texts, numbers, and what consists of such."""
    if isinstance(told, str):
        return ir.MetaDataString(module, told)
    if isinstance(told, int):
        return ir.Constant(WORD, told)
    if isinstance(told, tuple):
        return module.add_metadata([_note(module, one) for one in told])
    return told


def _name(path: str, name: str) -> str:
    """Return a kernel's name in the file, "" where it is none of this package."""
    file = Path(path)
    if not file.is_relative_to(PACKAGE):
        return ""
    return f"{file.relative_to(PACKAGE).as_posix()}:{name}"


class Summary(NamedTuple):
    """What LLVM tells hot from cold by: for each cutoff the rarest count and how many there are."""

    total: int
    largest: int
    number: int
    largest_entry: int
    kernels: int
    rows: list[tuple[int, int, int]]


@functools.cache
def summarize() -> Summary:
    """Return the summary of all counts (LLVM, ProfileSummary)."""
    known = _read_once().values()
    counts = sorted(
        (n for one in known for n in (one.entry, *(way for ways in one.branches for way in ways))),
        reverse=True,
    )
    total = sum(counts)
    rows, at, reached = [], 0, 0
    for cutoff in CUTOFFS:
        while reached * 1_000_000 < total * cutoff:
            reached += counts[at]
            at += 1
        rows.append((cutoff, counts[at - 1], at))
    return Summary(total, counts[0], len(counts), max(one.entry for one in known), len(known), rows)


def _add_summary(module: Any) -> None:
    """Add the summary to a module."""
    summary = summarize()
    rows = tuple(
        (ir.Constant(HALF, cutoff), least, ir.Constant(HALF, count))
        for cutoff, least, count in summary.rows
    )
    whole = (
        ("ProfileFormat", "InstrProf"),
        ("TotalCount", summary.total),
        ("MaxCount", summary.largest),
        ("MaxInternalCount", summary.largest),
        ("MaxFunctionCount", summary.largest_entry),
        ("NumCounts", summary.number),
        ("NumFunctions", summary.kernels),
        ("DetailedSummary", rows),
    )
    is_to_agree = ir.Constant(HALF, 1)
    flag = [is_to_agree, *(_note(module, one) for one in ("ProfileSummary", whole))]
    module.add_named_metadata("llvm.module.flags", flag)
