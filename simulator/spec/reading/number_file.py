"""Text files of numbers: columns by name or by number, as measured curves and patterns come.

Cells stand between commas, semicolons, tabs or spaces; `#` begins a comment; the first line may
name the columns, with units as in keys (`knee_deg` is the column `knee` in rad). Where semicolons
stand between cells, a comma may be the decimal mark.
"""

import math
import os
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import units
from ..errors import Mark, Problem
from ..suggest import hint
from .project import Project, shown
from .syntax import NOT_UTF8, is_wide

SUFFIXES = (".csv", ".txt", ".tsv", ".dat")
MAX_BYTES = 64 * 1024 * 1024
MAX_NUMBERS = 4_000_000
LARGEST = 1e12  # of a written number; beyond it differences lose their digits
MOST = 20  # problems of one file


class Column(NamedTuple):
    """One column: its numbers in SI, and the SI symbol of their unit if the file names one."""

    numbers: tuple[float, ...]
    unit: str | None


class NumberFile(NamedTuple):
    """The columns of a file; `names` are as written, without units; none where it has no header."""

    names: tuple[str, ...]
    units: tuple[str | None, ...]  # suffixes
    rows: NDArray[np.float64]  # (rows, columns) as written
    problems: tuple[Problem, ...]
    columns: dict[int, Column]  # that were asked for

    def column(self, key: str | int) -> Column:
        """Return a column by its name or its number from 1; KeyError tells what there is."""
        place = self._find(key)
        if place not in self.columns:
            numbers, suffix = tuple(self.rows[:, place].tolist()), self.units[place]
            symbol = None
            if suffix is not None:
                numbers = tuple(units.convert(number, suffix) for number in numbers)
                symbol = units.SUFFIXES[suffix].symbol
            self.columns[place] = Column(numbers, symbol)
        return self.columns[place]

    def _find(self, key: str | int) -> int:
        count = self.rows.shape[1]
        if isinstance(key, int):
            if 1 <= key <= count:
                return key - 1
            raise KeyError(f"there is no column {key}; columns are counted from 1 to {count}")
        if key in self.names:
            return self.names.index(key)
        if not self.names:
            raise KeyError(f"the file does not name its columns; give a number, 1 to {count}")
        raise KeyError(f"there is no column {key!r}{hint(key, self.names)}")


def check(path: Path, project: Project, mark: Mark, where: str) -> None:
    """Read a file into the project's digest and note what is wrong with it."""
    data = project.read(path, mark, where, MAX_BYTES)
    if data is not None:
        project.problems.extend(parse(data, shown(path)).problems)


def load(path: str) -> NumberFile:
    """Return a file's columns; read once for all who ask, until it changes.

    Raises:
        OSError: It cannot be read.
    """
    status = os.stat(path)
    return _load(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=16)
def _load(path: str, mtime: int, size: int) -> NumberFile:
    return parse(Path(path).read_bytes(), shown(Path(path)))


@lru_cache(maxsize=16)  # an editor's scene is read again after every edit
def parse(data: bytes, file: str) -> NumberFile:
    """Return the columns of a file's bytes, and what is wrong with them."""
    reader = _Reader(file)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        reader.note(line, 1, NOT_UTF8, "E104")
        return reader.finish()
    if is_wide(text):
        reader.note(1, 1, NOT_UTF8, "E104")
        return reader.finish()
    for number, line in enumerate(text.splitlines(), 1):
        if len(reader.problems) >= MOST or not reader.accept(number, line):
            break
    return reader.finish()


class _Reader:
    """Takes lines, gathers rows."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.separator: re.Pattern[str] | None = None
        self.names: tuple[str, ...] = ()
        self.units: tuple[str | None, ...] = ()
        self.rows: list[list[float]] = []
        self.width = 0
        self.comma = False  # is the decimal mark
        self.problems: list[Problem] = []

    def note(self, line: int, column: int, message: str, code: str = "E811") -> None:
        self.problems.append(Problem(self.file, line, column, "", message, code))

    def accept(self, number: int, line: str) -> bool:
        """Take one line; say whether there is room for more."""
        written = line.partition("#")[0]
        if not written.strip():
            return True
        if self.separator is None:
            self.comma = ";" in written
            mark = next((mark for mark in ";,\t" if mark in written), None)
            self.separator = re.compile(r"\s+" if mark is None else re.escape(mark))
        cells = self.split(written)
        if not self.width:
            self.width = len(cells)
            if any(_number(text, self.comma) is None for _, text in cells):
                self.head(number, cells)
                return True
            self.units = (None,) * self.width
        self.row(number, cells)
        if len(self.rows) * self.width > MAX_NUMBERS:
            self.note(number, 1, f"more than {MAX_NUMBERS} numbers")
            return False
        return True

    def split(self, line: str) -> list[tuple[int, str]]:
        """Return the cells of a line, each with the column of the text where it begins."""
        assert self.separator is not None
        cells, start = [], len(line) - len(line.lstrip()) if self.separator.pattern == r"\s+" else 0
        line = line.rstrip()
        for mark in [*self.separator.finditer(line, start), None]:
            end = mark.start() if mark else len(line)
            cell = line[start:end]
            inner = cell.strip().strip('"')
            cells.append((start + 1 + (cell.find(inner) if inner else 0), inner))
            start = mark.end() if mark else end
        return cells

    def head(self, number: int, cells: list[tuple[int, str]]) -> None:
        """Take the names of the columns."""
        names: list[str] = []
        suffixes: list[str | None] = []
        for place, text in cells:
            name, suffix = _split_unit(text)
            if not name:
                self.note(number, place, "the column has no name")
            elif name in names:
                self.note(number, place, f"the column {name!r} is already there")
            names.append(name)
            suffixes.append(suffix)
        self.names, self.units = tuple(names), tuple(suffixes)

    def row(self, number: int, cells: list[tuple[int, str]]) -> None:
        """Take a line of numbers."""
        if len(cells) != self.width:
            place = cells[min(len(cells), self.width) - 1][0]
            count = f"{self.width} columns, as in the first line, but {len(cells)} here"
            self.note(number, place, f"expected {count}")
            return
        values = []
        for place, text in cells:
            value = _number(text, self.comma)
            if value is None:
                self.note(number, place, f"{text[:40]!r} is not a number")
            elif not math.isfinite(value) or abs(value) > LARGEST:
                self.note(number, place, f"{text[:40]} is not a number that can be used")
            values.append(value or 0.0)
        self.rows.append(values)

    def finish(self) -> NumberFile:
        """Return what was read."""
        if not self.rows and not self.problems:
            self.note(1, 1, "the file has no numbers")
        rows = np.array(self.rows, np.float64).reshape(len(self.rows), self.width)
        return NumberFile(self.names, self.units, rows, tuple(self.problems), {})


def _number(text: str, comma: bool) -> float | None:
    try:
        return float(text.replace(",", ".") if comma else text) if "_" not in text else None
    except ValueError:
        return None


def _split_unit(text: str) -> tuple[str, str | None]:
    """Return the name in a column's head and its unit suffix: `knee_deg`, `knee [deg]`."""
    if bracket := re.fullmatch(r"(.*?)\s*[\[(]([^\])]*)[\])]", text):
        quantity = units.split_quantity(f"1 {bracket[2]}")
        if quantity is not None:
            return bracket[1], quantity[1]
    return units.split_suffix(text)
