"""Why an edit is refused, in both languages."""

import os
import shlex
from pathlib import Path

from simulator.authoring.tree import EditError
from simulator.spec.fields import Text
from simulator.spec.models.scene import SceneSpec

TEXTS = {
    "no_free_input": Text(ru="{}: свободных входов нет", en="{}: no input is free"),
    "no_wires": Text(
        ru="{}: сюда провод не подключить", en="{}: a wire cannot lead here"
    ),
    "bad_name": Text(
        ru="«{}» не имя: буквы, цифры и _, с буквы, до 64 знаков",
        en="{!r} is no name: letters, digits and _, a letter first, 64 at most",
    ),
    "name_taken": Text(ru="Имя «{}» уже занято", en="The name {!r} is taken already"),
    "not_here": Text(
        ru="{}: внутри именованной диаграммы этого нет, дайте ей вход",
        en="{}: not to be had inside a named diagram; give it an input",
    ),
    "in_itself": Text(
        ru="{}: диаграмма оказалась бы внутри себя самой",
        en="{}: the diagram would be inside itself",
    ),
    "several_files": Text(
        ru="Эти блоки из разных файлов ({}): соберите их по одному файлу",
        en="These blocks are from several files ({}): gather them file by file",
    ),
    "gather_none": Text(ru="Сначала выберите блоки", en="Choose some blocks first"),
    "offered": Text(
        ru="{}: это выход диаграммы, его читают снаружи; уберите его из выходов или не выбирайте",
        en="{}: an output of the diagram, read from outside; take it from the outputs first",
    ),
    "needs_output": Text(
        ru="Последний выход не убрать: диаграмма что-нибудь выдаёт",
        en="The last output stays: a diagram has to give something",
    ),
    "not_beside": Text(
        ru="{} лежит вне папки проекта", en="{} lies outside of the project folder"
    ),
    "unread_file": Text(ru="{}: {}", en="{}: {}"),
    "no_console": Text(
        ru="Файла пульта ещё нет. Его напишет `{}`. Затем назовите его {}: `console: {}`",
        en="There is no console file yet. `{}` writes one. Then name it {}: `console: {}`",
    ),
    "no_file": Text(ru="Рядом с {} нет подходящих файлов", en="There is no such file beside {}"),
}  # fmt: skip


class RefusedError(EditError):
    """An edit that makes no sense; nothing has changed."""

    def __init__(self, code: str, *names: object) -> None:
        text = TEXTS[code]
        super().__init__(text.en.format(*names), text.ru.format(*names))


def no_console(scene: SceneSpec) -> Text:
    """Return how a scene without a console file gets one: by which command, named where."""
    file = Path(scene.origin.file if scene.origin is not None else "scene.yaml").resolve()
    project, robot = file.parent.parent, scene.robots[0] if scene.robots else None
    name = file.stem
    while (project / "consoles" / f"{name}.yaml").exists():
        name += "_desk"
    words = ["simulator new console", name]
    if robot is not None:
        words += ["--robot", _shown(Path(robot.file))]
    if project != Path.cwd():
        words += ["--folder", _shown(project)]
    console = os.path.relpath(project / "consoles" / f"{name}.yaml", file.parent)
    command, console = " ".join(words), console.replace(os.sep, "/")
    text, at_robot = TEXTS["no_console"], robot is not None
    return Text(
        ru=text.ru.format(command, f"в {file.name}" + " у робота" * at_robot, console),
        en=text.en.format(command, f"in {file.name}" + ", at the robot" * at_robot, console),
    )


def _shown(path: Path) -> str:
    return shlex.quote(os.path.relpath(path).replace(os.sep, "/"))
