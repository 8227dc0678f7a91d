"""The exercises of a folder as the list shows them: titles, levels, best marks, pictures."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from simulator.app.opening import read_plain, title_in
from simulator.spec.models.exercise import RepeatSpec
from simulator.ui.pages.lesson_pages import Entry

if TYPE_CHECKING:
    from simulator.training.trainee import Progress

ProgressOf = Callable[[Path, RepeatSpec], "Progress | None"]


def list_entries(scene: Path, progress_of: ProgressOf) -> list[Entry]:
    """Return the exercises that belong to a scene or exercise file: easy ones first, exams last."""
    found = [_entry(path, progress_of) for path in sorted(folder_of(scene).glob("*.yaml"))]
    return sorted(found, key=lambda entry: (entry.is_exam, entry.level, entry.path))


def find_next(entries: Sequence[Entry], exercise: Path) -> Path | None:
    """Return the exercise that follows one in a list, None after the last."""
    paths = [Path(entry.path) for entry in entries]
    place = paths.index(exercise) + 1 if exercise in paths else len(paths)
    return paths[place] if place < len(paths) else None


def _entry(path: Path, progress_of: ProgressOf) -> Entry:
    plain = read_plain(path)
    level, progress = plain.get("level"), progress_of(path, _repeat(plain.get("repeat")))
    return Entry(
        path=str(path),
        title=title_in(plain, path.stem),
        level=level if isinstance(level, int) else 1,
        best=progress.best if progress else None,
        is_passed=bool(progress and progress.is_passed),
        is_exam="exam" in plain,
        picture=str(path.with_suffix(".jpg")),
    )


def folder_of(path: Path) -> Path:
    """Return the folder of exercises that belongs to a scene or exercise file."""
    return path.parent if path.parent.name == "exercises" else path.parent / "exercises"


def _repeat(written: Any) -> RepeatSpec:
    """Return how often an exercise has to be passed; its mistakes are told when it is opened."""
    try:
        return RepeatSpec.model_validate(written or {})
    except ValidationError:
        return RepeatSpec()
