"""Where the rows of many runs are kept: a journal while they come, Parquet in the end."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from simulator.extra import need
from simulator.spec.reading.write import beside, named, write_whole

from .one import Plan, Row

PLAN, JOURNAL, TABLE = "plan.json", "rows.jsonl", "runs.parquet"


class StoreError(Exception):
    """The folder holds runs of another plan, or is none of this program."""


class Store:
    """A folder of rows; opened again, it knows which runs are there."""

    def __init__(self, folder: Path, plan: Plan, columns: Mapping[str, type]) -> None:
        """Open or make the folder.

        Raises:
            StoreError: It holds runs of other files or of another seed.
        """
        self.folder, self.columns = folder, columns
        self.about = {**plan.hashes, "seed": str(plan.seed)}
        self._check(folder / PLAN)
        self.rows = {row["run"]: row for row in self._read()}

    def _check(self, path: Path) -> None:
        if not path.exists():
            text = json.dumps(self.about, indent=2)
            write_whole(path, text + "\n")
            return
        try:
            known = json.loads(path.read_text(encoding="utf-8"))
            other = [name for name, text in self.about.items() if known.get(name) != text]
        except (ValueError, AttributeError):
            raise StoreError(f"{path}: not readable; give another folder with --out") from None
        if other:
            what = " and ".join(other)
            raise StoreError(
                f"{self.folder}: its runs are of another {what}; give another folder with --out"
            )

    def _read(self) -> list[Row]:
        """Return the rows of the journal, without what a killed program or an editor has spoilt."""
        path = self.folder / JOURNAL
        if not path.exists():
            return []
        lines = path.read_bytes().splitlines(keepends=True)
        sound = {line: row for line in lines if (row := self._parse(line)) is not None}
        if len(sound) < len(lines):
            write_whole(path, b"".join(sound).decode())
        return list(sound.values())

    def _parse(self, line: bytes) -> Row | None:
        """Return the row of a line; None where it is none, and its run has to be done again."""
        try:
            row = json.loads(line)
        except ValueError:
            return None
        is_row = line.endswith(b"\n") and isinstance(row, dict)
        if not is_row or row.get("run") is None or row.get("outcome") is None:
            return None
        return row if all(_fits(row.get(one), kind) for one, kind in self.columns.items()) else None

    def add(self, row: Row) -> None:
        """Keep a row: it is in the file when this returns."""
        self.rows[row["run"]] = row
        path = self.folder / JOURNAL
        with named(path), path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")

    def missing(self, runs: int) -> list[int]:
        """Return which of the first so many runs are not there."""
        return [run for run in range(runs) if run not in self.rows]

    def ordered(self, runs: int) -> list[Row]:
        """Return the rows of the first so many runs, in order; what one lacks is None."""
        rows = [self.rows[run] for run in range(runs) if run in self.rows]
        return [{name: row.get(name) for name in self.columns} for row in rows]

    def write_table(self, runs: int) -> Path:
        """Write these rows as Parquet, one row a run; return the file."""
        path = self.folder / TABLE
        write_parquet(path, self.ordered(runs), self.columns, self.about)
        return path


def _fits(value: Any, kind: type) -> bool:
    """Return whether a value read from a file can stand in a column; a whole number is a float."""
    return value is None or type(value) is kind or (kind is float and type(value) is int)


def write_parquet(
    path: Path,
    rows: Sequence[Mapping[str, Any]],
    columns: Mapping[str, type],
    about: Mapping[str, str],
) -> None:
    """Write rows as a Parquet file; what a row lacks is null there.

    Raises:
        OSError: It cannot be written; it names the file, and what was there is as it was.
    """
    arrow, parquet = need("pyarrow", "batch"), need("pyarrow.parquet", "batch")
    types = {int: arrow.int64(), float: arrow.float64(), str: arrow.string(), bool: arrow.bool_()}
    fields = [(name, types[kind]) for name, kind in columns.items()]
    schema = arrow.schema(fields, metadata={"simulator": json.dumps(dict(about))})
    table = arrow.Table.from_pylist([dict(row) for row in rows], schema=schema)
    written = arrow.BufferOutputStream()
    parquet.write_table(table, written)
    with beside(path) as part:
        part.write_bytes(written.getvalue())
