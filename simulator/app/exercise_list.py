"""The exercises of a folder as the list shows them: titles, levels, best marks, pictures."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from imgui_bundle import imgui
from PIL import Image
from pydantic import ValidationError

from simulator.app.opening import read_plain, title_in
from simulator.spec.models.exercise import RepeatSpec
from simulator.ui.pages.lesson_pages import Entry

if TYPE_CHECKING:
    from simulator.app.loop import App
    from simulator.training.trainee import Progress


class ExerciseList:
    """Reads the files again whenever the list is shown; keeps the pictures."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self._pictures: dict[str, Any] = {}

    def entries(self, progress_of: Callable[[Path, RepeatSpec], "Progress | None"]) -> list[Entry]:
        """Return the exercises that belong to the open scene, easy ones first, exams last."""
        folder = folder_of(self._app.path)
        found = [self._entry(path, progress_of) for path in sorted(folder.glob("*.yaml"))]
        return sorted(found, key=lambda entry: (entry.is_exam, entry.level, entry.path))

    def _entry(
        self, path: Path, progress_of: Callable[[Path, RepeatSpec], "Progress | None"]
    ) -> Entry:
        plain = read_plain(path)
        level, progress = plain.get("level"), progress_of(path, _repeat(plain.get("repeat")))
        return Entry(
            path=str(path),
            title=title_in(plain, path.stem),
            level=level if isinstance(level, int) else 1,
            best=progress.best if progress else None,
            is_passed=bool(progress and progress.is_passed),
            is_exam="exam" in plain,
            picture=self._picture(path.with_suffix(".jpg")),
        )

    def _picture(self, path: Path) -> imgui.ImTextureRef | None:
        """Return the preview beside an exercise's file, None where there is none."""
        if str(path) not in self._pictures:
            self._pictures[str(path)] = self._load(path)
        return self._pictures[str(path)]

    def _load(self, path: Path) -> imgui.ImTextureRef | None:
        try:
            with Image.open(path) as picture:
                flat = picture.convert("RGBA")
        except (OSError, Image.DecompressionBombError):
            return None
        texture = self._app.ctx.texture(flat.size, 4, flat.tobytes())
        return self._app.canvas.renderer.register(texture)


def folder_of(path: Path) -> Path:
    """Return the folder of exercises that belongs to a scene or exercise file."""
    return path.parent if path.parent.name == "exercises" else path.parent / "exercises"


def _repeat(written: Any) -> RepeatSpec:
    """Return how often an exercise has to be passed; its mistakes are told when it is opened."""
    try:
        return RepeatSpec.model_validate(written or {})
    except ValidationError:
        return RepeatSpec()
