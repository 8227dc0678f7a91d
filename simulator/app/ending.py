"""The end of a scene or of the program: edits saved and told of, what an error holds let go."""

import os
import traceback
from pathlib import Path

from simulator import terminal
from simulator.app import opening
from simulator.authoring import saving
from simulator.console.panel import Panel
from simulator.editor.draft import Draft
from simulator.spec.fields import YAML, Text
from simulator.spec.models.scene import SceneSpec
from simulator.spec.reading.project import find_root

KEPT = Text(ru="{}: не сохранён, {}; правки лежат в {}", en="{}: not saved, {}; kept in {}")
LOST = Text(ru="правки не записаны: {}", en="edits could not be written: {}")


def save_edits(draft: Draft) -> None:
    """Save what desk and diagram have unsaved before their draft is left; tell what could not be.

    What the scene's editor does is in its files already.
    """
    language = terminal.system_language()
    if not draft.is_dirty:
        return
    try:
        kept = draft.leave()
    except OSError as error:  # a full disk, a folder that is read only
        opening.tell(LOST.in_language(language).format(error))
        return
    for file, copy, why in kept:
        told = KEPT.in_language(language)
        opening.tell(told.format(os.path.relpath(file), why.in_language(language), copy))


def remind(scene: SceneSpec, panel: Panel) -> None:
    """Tell of edits of a scene's files that could not be saved when they were left."""
    root = find_root(Path(scene.source))
    for name in scene.files:
        if name.endswith(YAML) and (copy := saving.find_unsaved(root / name)):
            panel.notify("unsaved", str(copy))
            opening.tell(str(panel.notices[-1].text.in_language(terminal.system_language())))


def let_go(error: BaseException) -> None:
    """Drop what the frames of an error still hold, so that it is told and the window closes.

    A drawing that outlives its context would abort the program instead.
    """
    told: BaseException | None = error
    while told is not None:
        traceback.clear_frames(told.__traceback__)
        told = told.__context__
