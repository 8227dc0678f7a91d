"""Why an edit is refused, in both languages."""

from simulator.authoring.tree import EditError
from simulator.spec.fields import Text

TEXTS = {
    "no_free_input": Text(ru="{}: свободных входов нет", en="{}: no input is free"),
    "no_wires": Text(
        ru="{}: сюда провод не подключить", en="{}: a wire cannot lead here"
    ),
    "bad_name": Text(
        ru="«{}» не имя или уже занято: буквы, цифры и _, с буквы",
        en="{!r} is no name, or is taken already: letters, digits and _, a letter first",
    ),
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
    "no_file": Text(ru="Рядом с {} нет подходящих файлов", en="There is no such file beside {}"),
}  # fmt: skip


class RefusedError(EditError):
    """An edit that makes no sense; nothing has changed."""

    def __init__(self, code: str, *names: object) -> None:
        text = TEXTS[code]
        super().__init__(text.en.format(*names), text.ru.format(*names))
