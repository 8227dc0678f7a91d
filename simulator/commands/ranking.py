"""The command that has trainees of different skill do exercises: are marks ordered by skill?"""

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from rich.table import Table
from scipy.stats import spearmanr

from ..batch.one import PlanError, Row
from ..batch.store import StoreError
from ..extra import MissingError
from ..scripted import ScriptError
from ..spec import load
from ..spec.reading.project import tell_missing
from ..terminal import complain, out
from . import batching

Marks = dict[str, list[Row]]  # of each trainee, the runs


def rank(
    exercises: Sequence[Path],
    vary: Path,
    rounds: int,
    folder: Path | None,
    seed: int,
    workers: int | None,
    cluster: str | None,
) -> int:
    """Have every trainee of a vary file do every exercise; exit status 1 if some could not."""
    if not vary.is_file():
        return complain(tell_missing(vary))
    names = list(load.load_vary(vary, exercises[0]).trainees)
    if len(names) < 2:
        return complain(f"{vary}: it has no `trainees` to compare: two or more, the best first")
    place = folder or Path("out", "rank")
    runs = rounds * len(names)
    found: dict[Path, Marks] = {}
    try:
        for path in exercises:
            there = place / path.stem
            store = batching.collect(path, vary, runs, None, there, seed, workers, cluster)
            rows = store.ordered(runs)
            found[path] = {name: [row for row in rows if row["trainee"] == name] for name in names}
    except (PlanError, StoreError, MissingError, ScriptError) as error:
        return complain(error)
    _show(names, found)
    done = [row for marks in found.values() for rows in marks.values() for row in rows]
    for row in (broken := [row for row in done if row["outcome"] == "error"]):
        complain(f"{row['trainee']}: {row['error']}")
    missing = runs * len(exercises) - len(done)
    if missing:
        return complain(f"{missing} runs are missing; the same command goes on")
    return 1 if broken else 0


def _show(names: Sequence[str], found: dict[Path, Marks]) -> None:
    """Print marks, how many runs passed, and how marks and skill go together."""
    table = Table("trainee", *(path.stem for path in found), "mean")
    means = {path: [_mean_mark(marks[name]) for name in names] for path, marks in found.items()}
    over_all = [fmean(column) for column in zip(*means.values(), strict=True)]
    for row, name in enumerate(names):
        cells = [_cell(means[path][row], marks[name]) for path, marks in found.items()]
        table.add_row(name, *cells, f"{over_all[row]:.1f}")
    skill = range(len(names), 0, -1)  # the best first
    columns = [*means.values(), over_all]
    table.add_section()
    table.add_row("rank correlation", *(_correlate(skill, one) for one in columns))
    out.print(table)


def _correlate(skill: Sequence[int], marks: Sequence[float]) -> str:
    """Return Spearman's rank correlation as text; none where all marks are equal."""
    return f"{spearmanr(skill, marks)[0]:.3f}" if len(set(marks)) > 1 else "-"


def _mean_mark(rows: Sequence[Row]) -> float:
    """Return the mean mark; a run that broke has none, and counts as 0."""
    return fmean([row["mark"] or 0.0 for row in rows] or [0.0])


def _cell(mark: float, rows: Sequence[Row]) -> str:
    passed = sum(row["outcome"] == "passed" for row in rows)
    return f"{mark:.1f}  {passed}/{len(rows)}"
