"""Commands about exercises: scores printed, recordings graded again."""

import json
import shlex
from pathlib import Path

import msgspec
from rich.table import Table

from .. import checking
from ..console import presets
from ..extra import MissingError
from ..recordings.recording import RecordingError
from ..terminal import complain, out
from ..training import rescore as grading
from ..training.bands import NOTHING
from ..training.cast import Cast
from ..training.rescore import Rescored
from ..training.score import Score
from ..training.trainee import TraineeError, Trainees, check_name


def rescore(
    exercise: Path,
    files: list[Path],
    as_json: bool,
    workers: int | None,
    cluster: str | None,
    parquet: Path | None,
) -> int:
    """Grade recordings by an exercise's present rules; exit status 1 if any is not sound."""
    from ..batch import grade, store
    from ..batch.spread import SpreadError

    spec = checking.load_lesson(exercise).exercise
    if spec is None:
        return complain(f"{exercise}: this is a scene, not an exercise")
    if not files:
        named = shlex.quote(str(exercise))
        return complain(f"no recordings to grade: simulator rescore {named} RECORDING...")
    try:
        graded = grade.grade_all(spec, files, workers, cluster)
        if parquet is not None:
            rows = [grade.as_row(file, one) for file, one in zip(files, graded, strict=True)]
            store.write_parquet(parquet, rows, grade.columns_of(spec), {"rules": spec.rules})
    except (SpreadError, MissingError) as error:
        return complain(error)
    refused = [one for one in graded if isinstance(one, str)]
    for reason in refused:
        complain(reason)
    results = [one for one in graded if not isinstance(one, str)]
    if as_json:
        data = [json.loads(msgspec.json.encode(one)) for one in results]  # null: not finite
        rows = [{**row, "problems": one.problems} for row, one in zip(data, results, strict=True)]
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        for one in results:
            _show_rescored(one)
        if parquet is not None:
            out.print(str(parquet), markup=False)
    return 0 if not refused and all(one.is_sound for one in results) else 1


def _show_rescored(result: Rescored) -> None:
    out.print(result.file, markup=False)
    show_score(result.score)
    for problem in result.problems:
        out.print(f"  {problem}", markup=False)
    if result.equal:
        out.print("  equal to the live score, bit for bit")
    elif result.live is not None and result.equal is None and result.diverged is None:
        what = "the judge has" if result.same_rules else "the rules have"
        out.print(f"  graded again: {what} changed since; the live mark was {result.live['mark']}")


def expert(exercise: Path, file: Path) -> int:
    """Write the ghost of a recorded run beside the exercise."""
    from ..training.ghost import Ghost, ghost_of

    spec = checking.load_lesson(exercise).exercise
    if spec is None or spec.scene_spec is None:
        return complain(f"{exercise}: this is a scene, not an exercise")
    ghosts: list[Ghost] = []

    def watch(cast: Cast) -> Ghost:
        ghosts.append(Ghost.of(cast))
        return ghosts[0]

    try:
        result = grading.rescore(spec, file, watch)
        if not result.is_sound or result.score.outcome != "passed":
            why = "; ".join(result.problems) or f"it has not passed ({result.score.reason})"
            return complain(f"{file}: not an expert's run: {why}")
    except RecordingError as error:
        return complain(error)
    path, ghost = ghost_of(exercise), ghosts[0]
    ghost.end(result.score.frames)
    ghost.save(path)
    out.print(f"{path}: {ghost.length:.1f} s", markup=False)
    return 0


def trainee(action: str, name: str | None) -> int:
    """List trainees, print all that is known of one, or forget one."""
    try:
        with Trainees() as file:
            if action == "list":
                names = file.list_names()
                for one in names:
                    count = len(file.export(one)["attempts"])
                    out.print(f"{one}: {count} attempt{'' if count == 1 else 's'}", markup=False)
                if not names:
                    out.print("no trainees yet: simulator run EXERCISE --trainee NAME enters one")
                return 0
            if name is None:
                return complain(f"whom? simulator trainee {action} NAME")
            name = check_name(name)
            if action == "export":
                print(json.dumps(file.export(name), ensure_ascii=False, indent=2))
                return 0
            for recording in file.delete(name):
                out.print(f"its recording stays: {recording}", markup=False)
            presets.path_of(name).unlink(missing_ok=True)
            return 0
    except TraineeError as error:
        return complain(error)


def show_score(score: Score) -> None:
    """Print what an attempt is worth."""
    table = Table("metric", "value", "band", "points")
    for metric in score.metrics:
        low, high = metric.min, metric.max
        band = " ... ".join("" if edge is None else f"{edge:g}" for edge in (low, high))
        mark = "" if metric.passed else " failed"
        value = f"{figure(metric.value, (low, high))} {metric.unit}".strip()
        table.add_row(metric.name, value, band, f"{100 * metric.grade:.0f}{mark}")
    out.print(table)
    for stage in score.stages:
        done = "not done" if stage.seconds is None else f"{stage.seconds:.2f} s"
        out.print(f"stage {stage.name}: {done}", markup=False)
    for breach in score.breaches:
        out.print(f"limit {breach.name} broken at {breach.time:.2f} s", markup=False)
    why = f" ({score.reason})" if score.reason else ""
    out.print(f"{score.outcome}{why}, mark {score.mark:g} of 100", markup=False)


def figure(value: float, edges: tuple[float | None, ...]) -> str:
    """Return a value with as few digits as show on which side of a band's edges it is."""
    side = lambda x: [(x > one) - (x < one) for one in edges if one is not None]  # noqa: E731
    exact = 0.0 if abs(value) < NOTHING else value
    told = (float(f"{exact:.{digits}g}") for digits in range(3, 7))
    return f"{next((one for one in told if side(one) == side(exact)), exact):g}"
