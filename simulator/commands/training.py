"""Commands of the command line about many people and many runs: bands, prove, batch, rank."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ..terminal import complain, find_fault
from .options import Count, Factor, Row

Folder = Annotated[Path | None, Parameter(name=["--out", "--output", "-o"])]


def bands(
    exercise: Path,
    *files: Path,
    k: Factor = 2.0,
    write: Path | None = None,
) -> int:
    """Compute an exercise's bands from recorded expert runs: mean and deviations, the bad side.

    Args:
        exercise: The exercise file.
        files: Recordings (MCAP) of at least three experts' runs.
        k: How many deviations from the mean a band reaches.
        write: Write the YAML, for the exercise to `include`, to this file.
    """
    from . import proving

    if write is not None and (wrong := find_fault(write, ".yaml")):
        return complain(wrong)
    return proving.bands(exercise, files, k, write)


def prove(
    *results: Path,
    recording: Path | None = None,
    exercise: Path | None = None,
) -> int:
    """Prove exams' results with the files and the recordings at hand. Exit status 1 if disproven.

    Args:
        results: The results (JSON).
        recording: The recording (MCAP) of one result, where it does not lie beside it.
        exercise: The exam's file, where it is not at the path that the result names.
    """
    from . import proving

    if not results:
        return complain("name one result or more")
    return proving.prove(results, recording, exercise)


def batch(
    exercise: Path,
    *,
    vary: Path,
    runs: Count = 100,
    script: Path | None = None,
    out: Folder = None,
    seed: int = 0,
    workers: Count | None = None,
    cluster: str | None = None,
    only: Row | None = None,
    record: Path | None = None,
) -> int:
    """Run an exercise many times with drawn starts, masses, friction, skill, faults and links.

    A second call does only the runs that are missing. Exit status 1 if some could not be done.

    Args:
        exercise: The exercise file.
        vary: The file that says what differs from run to run.
        runs: How many.
        script: The scripted operator; default: scripts/ of the exercise's name.
        out: Folder for the rows (runs.parquet, one row a run); default: out/batch/.
        seed: Run k of a seed is always the same.
        workers: Processes that share the work; default: one for each processor.
        cluster: Address of a Dask scheduler to work on instead, such as tcp://host:8786.
        only: Do this one run here, and print its row.
        record: Write the recording (MCAP) of that one run to this file.
    """
    from . import batching

    if only is not None:
        if record is not None and (wrong := find_fault(record, ".mcap")):
            return complain(wrong)
        return batching.only(exercise, vary, only, script, seed, record)
    if record is not None:
        return complain("--record goes with --only")
    return batching.batch(exercise, vary, runs, script, out, seed, workers, cluster)


def rank(
    *exercises: Path,
    vary: Path,
    rounds: Count = 1,
    out: Folder = None,
    seed: int = 0,
    workers: Count | None = None,
    cluster: str | None = None,
) -> int:
    """Have scripted trainees of different skill do exercises: marks, and whether they follow skill.

    Prints trainees against exercises, the best first, with mean mark and passed runs, and the rank
    correlation (Spearman) of skill and mark. Exit status 1 if some runs could not be done.

    Args:
        exercises: The exercise files.
        vary: The file with `trainees`, and what else differs from run to run.
        rounds: How often each trainee does each exercise.
        out: Folder for the rows, a subfolder for each exercise; default: out/rank/.
        seed: Run k of a seed is always the same.
        workers: Processes that share the work; default: one for each processor.
        cluster: Address of a Dask scheduler to work on instead, such as tcp://host:8786.
    """
    from . import ranking

    if not exercises:
        return complain("name one exercise or more")
    return ranking.rank(exercises, vary, rounds, out, seed, workers, cluster)
