"""Archives of recordings graded again, spread over processors, in the order they were given."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from simulator.recordings.recording import RecordingError
from simulator.spec.load import load_exercise
from simulator.spec.models.exercise import ExerciseSpec
from simulator.spec.reading.project import tell_error
from simulator.training.rescore import Rescored, rescore

from .spread import spread

MANY = 8  # recordings that are worth other processes


class Task(NamedTuple):
    """A recording to be graded; `rules` is the hash over the exercise's files."""

    exercise: str
    rules: str
    file: str


@lru_cache(maxsize=2)
def _open(exercise: str, rules: str) -> ExerciseSpec:
    """Return an exercise, once for a process and for each state of its files."""
    return load_exercise(exercise)


def grade(task: Task) -> Rescored | str:
    """Return a recording's score by the rules of today, or why it has none."""
    try:
        return rescore(_open(task.exercise, task.rules), Path(task.file))
    except RecordingError as error:
        return tell_error(error)


def grade_all(
    exercise: ExerciseSpec,
    files: Sequence[Path],
    workers: int | None,
    cluster: str | None = None,
) -> list[Rescored | str]:
    """Return what `grade` says of each file; many are shared by `workers` processes.

    Raises:
        SpreadError: A worker died, or the cluster does not answer.
        MissingError: Other processes are asked for, and Dask is not installed.
    """
    if workers is None and len(files) < MANY:
        workers = 1
    tasks = [Task(exercise.source, exercise.rules, str(file)) for file in files]
    if cluster is not None:  # its workers stand in folders of their own
        source = str(Path(exercise.source).resolve())
        tasks = [one._replace(exercise=source, file=str(Path(one.file).resolve())) for one in tasks]
    found: dict[int, Rescored | str] = {}
    spread(grade, tasks, found.__setitem__, workers, cluster)
    return [found[row] for row in range(len(tasks))]


def columns_of(exercise: ExerciseSpec) -> dict[str, type]:
    """Return the columns of a table of grades and what they hold."""
    head = {"file": str, "outcome": str, "reason": str, "mark": float, "time": float}
    metrics = {f"metric.{name}": float for name in exercise.metrics}
    tail = {
        "sound": bool,
        "problems": str,
        "same_rules": bool,
        "same_judge": bool,
        "state_hash": str,
    }
    return {**head, "frames": int, **metrics, **tail}


def as_row(file: Path, result: Rescored | str) -> Mapping[str, Any]:
    """Return a row of that table."""
    if isinstance(result, str):
        return {"file": str(file), "outcome": "error", "sound": False, "problems": result}
    score = result.score
    return {
        **{key: getattr(score, key) for key in ("outcome", "reason", "mark", "time", "frames")},
        **{f"metric.{metric.name}": metric.value for metric in score.metrics},
        "file": str(file),
        "sound": result.is_sound,
        "problems": "; ".join(result.problems),
        "same_rules": result.same_rules,
        "same_judge": result.same_judge,
        "state_hash": score.state_hash,
    }
