"""Commands about trust: bands from experts' runs, results of exams and their proof."""

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from .. import checking
from ..recordings.machine import versions
from ..recordings.recording import RecordingError, read_header
from ..spec import load
from ..spec.errors import SpecErrors
from ..spec.models.exercise import ExerciseSpec
from ..spec.reading.project import shown
from ..spec.reading.write import as_yaml, write_whole
from ..terminal import complain, err, out
from ..training import bands as banding
from ..training import exam, proof
from ..training.bands import Band, BandsError
from ..training.rescore import rescore


def bands(path: Path, files: Sequence[Path], k: float, write: Path | None) -> int:
    """Print the bands that experts' recorded runs give; write them for the exercise to include."""
    exercise = checking.load_lesson(path).exercise
    if exercise is None:
        return complain(f"{path}: this is a scene, not an exercise")
    if not k >= 0.0:
        return complain("--k is a number of deviations: 0 or more")
    if write is not None and write.exists() and write.samefile(path):
        return complain(f"{write}: give the bands a file of their own, for {path} to include")
    try:
        found = banding.find_bands(exercise, [rescore(exercise, file) for file in files], k)
    except (BandsError, RecordingError) as error:
        return complain(error)
    chosen = _choose(path, found, write)
    text = f"# What {len(files)} expert runs gave: mean and {k:g} deviations.\n"
    text += as_yaml({"metrics": banding.as_metrics(exercise, chosen)})
    _show_bands(found)
    out.print(text, markup=False, end="")
    if chosen is found:
        names = ", ".join(band.name for band in found)
        out.print(f"# to include it, take these out of {path}: {names}", markup=False)
    if write is not None:
        try:
            write_whole(write, text)
        except OSError as error:
            return complain(f"{write}: cannot be written: {error.strerror}")
    return 0


def _choose(path: Path, found: list[Band], write: Path | None) -> list[Band]:
    """Return the bands to write: a name may stand in one file only, the exercise or an included.

    Those of the metrics that stand in the file itself, else in any included file, else all.
    """
    tree = load.open_exercise(path).source.trees["exercise"]
    files = {name: mark.file for name, mark in tree.value["metrics"].keys.items()}
    target = shown(write) if write is not None else ""
    refreshed = [band for band in found if files[band.name] == target]
    return refreshed or [band for band in found if files[band.name] != tree.mark.file] or found


def _show_bands(found: list[Band]) -> None:
    table = Table("metric", "mean", "deviation", "band")
    for band in found:
        sign = "from" if band.side == "min" else "up to"
        row = (f"{band.mean:.4g}", f"{band.deviation:.3g}", f"{sign} {band.edge:g}")
        table.add_row(band.name, *row)
    out.print(table)


def keep_result(exercise: ExerciseSpec, recording: Path, path: Path) -> None:
    """Write the result of a finished attempt at an exam, and say what it is."""
    result, _ = exam.write_result(exercise, recording, path)
    told = exam.describe(result.score, result.verdict.why_not)
    out.print(f"{path}: {told}", markup=False)


def prove(paths: Sequence[Path], recording: Path | None, place: Path | None) -> int:
    """Say whether local files and recordings give results; exit status 1 if they do not."""
    if len(paths) == 1:
        return _prove(paths[0], recording, place, "")
    if recording is not None:
        return complain("--recording goes with one result")
    return max([_prove(path, None, place, f"{path}: ") for path in paths])


def _prove(path: Path, recording: Path | None, place: Path | None, lead: str) -> int:
    """Say so of one result, whose name leads where there are several, and who was to drive."""
    try:
        result = proof.read(path)
    except proof.ResultError as error:
        return complain(error)
    file = recording or path.parent / Path(result.recording).name
    place = place or Path(result.exercise)
    for named, option in ((file, "--recording"), (place, "--exercise")):
        if not named.is_file():
            return complain(f"{path}: {named} is not here; name it with {option} FILE")
    try:
        exercise = checking.load_lesson(place).exercise
    except SpecErrors as errors:  # of this exam; others' results are proven all the same
        return complain(f"{lead}{errors}")
    if exercise is None:
        return complain(f"{place}: this is a scene, not an exercise")
    try:
        found = proof.find_differences(result, exercise, file)
    except RecordingError as error:
        found = [str(error)]
    if not found:
        trainee = read_header(file).get("trainee")
        whose = f"recorded for {trainee}; " if trainee else ""
        lost, late = len(result.timing.focus_losses), result.timing.overruns
        told = exam.describe(result.score, result.verdict.why_not)
        out.print(f"{lead}proven: {told}", markup=False)
        focus = f"the window lost the focus {lost} times"
        out.print(f"{whose}{late} frames were late, {focus}", markup=False)
        return 0
    for key, value in versions().items():
        if result.versions.get(key) != value:
            made = result.versions.get(key, "unknown")
            err.print(f"the exam was taken with {key} {made}, this is {value}", markup=False)
    lines = [f"{lead}disproven:", *(f"  {reason}" for reason in found)]
    out.print(*lines, sep="\n", markup=False)
    return 1
