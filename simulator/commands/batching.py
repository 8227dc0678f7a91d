"""The command that runs an exercise many times: progress, what came out, one run as a recording."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from .. import checking, stopping
from ..batch import one
from ..batch.one import Parts, Plan, PlanError, Row, Task
from ..batch.spread import SpreadError, spread
from ..batch.store import Store, StoreError
from ..extra import MissingError, need
from ..headless import Run
from ..scripted import ScriptError
from ..simulation import Simulation
from ..spec.reading.project import tell_missing
from ..terminal import complain, err, out


def find_script(exercise: Path) -> Path:
    """Return where the scripted operator of an exercise lives."""
    folder = exercise.parent
    places = [place / "scripts" / exercise.name for place in (folder, folder.parent)]
    return next((place for place in places if place.is_file()), places[-1])


def batch(
    exercise: Path,
    vary: Path,
    runs: int,
    script: Path | None,
    folder: Path | None,
    seed: int,
    workers: int | None,
    cluster: str | None,
) -> int:
    """Do what is missing of so many runs, and sum up; exit status 1 if a run could not be done."""
    place = folder or Path("out", "batch", exercise.stem)
    try:
        store = collect(exercise, vary, runs, script, place, seed, workers, cluster)
    except (PlanError, StoreError, MissingError, ScriptError) as error:
        return complain(error)
    _sum_up(store.ordered(runs))
    out.print(str(store.folder / "runs.parquet"), markup=False)
    missing = len(store.missing(runs))
    return complain(f"{missing} runs are missing") if missing else 0


def collect(
    exercise: Path,
    vary: Path,
    runs: int,
    script: Path | None,
    folder: Path,
    seed: int,
    workers: int | None,
    cluster: str | None,
) -> Store:
    """Do the runs that a folder lacks, and return what it holds then.

    Raises:
        PlanError, ScriptError: A file is missing, or script and exercise do not fit.
        StoreError: The folder holds runs of other files or of another seed.
        MissingError: A library of the extra is not installed.
    """
    for library in ("dask", "pyarrow.parquet"):
        need(library, "batch")
    plan, parts = _prepare(exercise, script, vary, seed)
    store = Store(folder, plan, one.columns_of(parts))
    _run(store, plan, runs, workers, cluster)
    return store


def _prepare(exercise: Path, named: Path | None, vary: Path, seed: int) -> tuple[Plan, Parts]:
    """Read all files, and make sure that the script fits before a thousand runs say so."""
    for path in filter(None, (exercise, named, vary)):
        if not path.is_file():
            raise PlanError(tell_missing(path))
    script = named or find_script(exercise)
    if not script.is_file() and checking.load_lesson(exercise).exercise is not None:
        raise PlanError(f"{script} is not there: {exercise} needs a scripted operator")
    plan, parts = one.make_plan(exercise, script, vary, seed)
    assert parts.exercise.scene_spec is not None
    try:
        Run(Simulation(parts.exercise.scene_spec), parts.script)
    except ScriptError as error:
        raise ScriptError(f"{script}: {error}") from error
    return plan, parts


def _run(store: Store, plan: Plan, runs: int, workers: int | None, cluster: str | None) -> None:
    missing = store.missing(runs)
    if len(missing) < runs:
        out.print(f"{runs - len(missing)} of {runs} runs are there", markup=False)
    columns = (TextColumn("runs"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=err, transient=True) as progress:
            bar = progress.add_task("runs", total=runs, completed=runs - len(missing))

            def done(_: int, row: Row) -> None:
                with stopping.held():
                    store.add(row)
                progress.advance(bar)

            spread(one.play, [Task(plan, run) for run in missing], done, workers, cluster)
    except SpreadError as error:
        complain(error)
    except KeyboardInterrupt:
        there = runs - len(store.missing(runs))
        err.print(f"stopped; {there} of {runs} runs are done, the same command goes on")
        raise
    finally:
        with stopping.held():
            store.write_table(runs)


def _sum_up(rows: Sequence[Row]) -> None:
    passed = sum(row["outcome"] == "passed" for row in rows)
    marks = [row["mark"] for row in rows if row.get("mark") is not None]
    reasons = Counter(row["reason"] or row["outcome"] for row in rows if row["outcome"] != "passed")
    table = Table("runs", "passed", "mean mark", "failures by reason")
    share = f"{100.0 * passed / len(rows):.1f} %" if rows else ""
    mean = f"{sum(marks) / len(marks):.1f}" if marks else ""
    listed = ", ".join(f"{reason} {count}" for reason, count in reasons.most_common())
    table.add_row(str(len(rows)), f"{passed} ({share})", mean, listed)
    out.print(table)
    errors = [row for row in rows if row["outcome"] == "error"]
    for row in errors[:3]:
        out.print(f"run {row['run']}: {row['error']}", markup=False)


def only(
    exercise: Path, vary: Path, run: int, script: Path | None, seed: int, record: Path | None
) -> int:
    """Do one of many runs here, as a recording if asked to."""
    try:
        _, parts = _prepare(exercise, script, vary, seed)
        row = one.perform(parts, seed, run, record)
    except (PlanError, ScriptError) as error:
        return complain(error)
    for name, value in row.items():
        out.print(f"{name}: {value}", markup=False)
    return 0
