"""The page of every key over the window, in as many columns as have room; the wheel scrolls it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from imgui_bundle import imgui

from simulator.console import bindings
from simulator.console.keyboard import PROGRAM_KEYS, binds, name_key, read_key
from simulator.spec.fields import Text
from simulator.spec.models.console import ConsoleSpec
from simulator.ui.painting import fitting, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.painting.scrolling import MORE, Scroll
from simulator.ui.texts.devices import CONTROLS

ROW, HEAD, GAP = 24, 28, 14  # heights of a line and of a section's title, above the next title
LEAST, MOST = 350, 520  # width of a column
KEYS, ASIDE = 150, 24  # where a column's texts begin at least, and where they end
TEXT = 100  # room of a text at least, beside long keys
BESIDE = 10  # between a text and the title of its card
MARGIN, TOP = 28, 90.0
TITLE = Text(ru="Клавиши", en="Keys")
HINT = Text(ru="F1 или Esc закрывает", en="F1 or Esc closes")
SECTIONS = {
    "program": Text(ru="Программа", en="Program"),
    "console": Text(ru="Пульт", en="Console"),
    "recording": Text(ru="Запись на экране", en="A recording that is played"),
    "view": Text(ru="Вид (мышь)", en="View (mouse)"),
    "gamepad": Text(ru="Геймпад", en="Gamepad"),
}
ACTIONS = {
    "help": Text(ru="эта страница", en="this page"),
    "language": Text(ru="русский / английский", en="Russian / English"),
    "debug": Text(ru="отладочная графика", en="debug drawing"),
    "next_camera": Text(ru="следующая камера", en="next camera"),
    "pause": Text(ru="пауза / ход", en="pause / run"),
    "single_step": Text(ru="один кадр", en="single step"),
    "reset": Text(ru="сцена сначала", en="reset the scene"),
    "follow": Text(ru="камера следит за роботом", en="camera follows the robot"),
    "record": Text(ru="запись", en="record"),
    "quality": Text(ru="качество картинки", en="picture quality"),
    "fullscreen": Text(ru="на весь экран", en="full screen"),
    "screenshot": Text(ru="снимок окна в папку out", en="picture of the window into out/"),
    "close": Text(ru="закрыть страницу", en="close a page"),
}
CONSOLES = (
    ("Ctrl+1..9", Text(ru="пульт по номеру", en="console by its number")),
    ("Ctrl+Tab", Text(ru="следующий пульт, с Shift назад", en="next console, with Shift back")),
)
PAGES = (("Ctrl+PgUp, PgDn", Text(ru="страница пульта", en="page of the console")),)
EDITORS = (
    ("Ctrl+B", Text(ru="прервать попытку", en="break an attempt off")),
    ("Ctrl+D", Text(ru="диаграмма пульта", en="diagram of the console")),
    ("Ctrl+L", Text(ru="правка пульта", en="editing the desk")),
    ("Ctrl+E", Text(ru="расстановка сцены", en="arranging the scene")),
)
RECORDING = (
    (("SPACE",), Text(ru="ход / пауза", en="play / pause")),
    (("LEFT", "RIGHT"), Text(ru="на секунду назад, вперёд", en="a second back, on")),
    (("UP", "DOWN"), Text(ru="быстрее, медленнее", en="faster, slower")),
)
MOUSE = (
    (Text(ru="левая кнопка", en="left button"), Text(ru="поворот", en="turn")),
    (Text(ru="правая, средняя", en="right, middle"), Text(ru="сдвиг", en="shift")),
    (Text(ru="колесо", en="wheel"), Text(ru="ближе, дальше", en="nearer, farther")),
)


class Line(NamedTuple):
    """One line of the help page: keys, or a gamepad's control, what they do, on which card."""

    keys: str
    text: str
    card: str = ""  # "" where its title says no more than the text


class Put(NamedTuple):
    """A line, or a section's title, in its column and at its height from the columns' head."""

    column: int
    y: float
    item: Line | str


class HelpPage:
    """How far the page is scrolled."""

    def __init__(self) -> None:
        self._scroll = Scroll()

    def draw(
        self,
        p: Paint,
        size: tuple[int, int],
        consoles: Mapping[str, ConsoleSpec],
        chosen: str,
        language: str,
        has_film: bool = False,
    ) -> None:
        """Draw the page over the window."""
        width, height = p.over(imgui.get_foreground_draw_list(), (0, 0, *size))
        p.fill(0, 0, width, height, theme.BG0)
        count = max(1, int((width - 2 * MARGIN + ASIDE) // LEAST))
        room = height - TOP - MARGIN
        sections = list_lines(consoles, chosen, language, p.marks(), has_film)
        found = lay_out(sections, room, count)
        column = min(MOST, (width - 2 * MARGIN + ASIDE) / (found[-1].column + 1))
        hidden = max(max(one.y for one in found) + ROW - room, 0.0)
        way = self._scroll.turn(hidden, room)
        p.text(MARGIN, 40, TITLE.in_language(language), theme.TX0, 26, True, 0)
        hints = [HINT, MORE] if hidden else [HINT]
        for row, hint in enumerate(hints):
            y = 40 + 20 * row
            p.text(width - MARGIN, y, hint.in_language(language), theme.TX2, 14, False, 1)
        p.clip(0, TOP - ROW / 2, width, room + ROW)
        begins = {title: _begin(p, lines, column) for title, lines in sections}
        begin = 0.0
        for place, y, item in found:
            begin = begins[item] if isinstance(item, str) else begin
            _draw_item(p, MARGIN + place * column, TOP + y - way, begin, column, item)
        p.unclip()


def list_lines(
    consoles: Mapping[str, ConsoleSpec],
    chosen: str,
    language: str,
    marks: Mapping[str, str] | None = None,
    has_film: bool = False,
) -> list[tuple[str, list[Line]]]:
    """Return the help page's sections as (title, lines), with the keys of the chosen console.

    `marks` are what keys of a keyboard are called that is not American; `has_film`: a recording is
    played, which has keys of its own.
    """
    console = consoles[chosen]
    keys: dict[str, list[str]] = {}
    for key, action in PROGRAM_KEYS.items():
        keys.setdefault(action, []).append(name_key(key, {}, language))
    program = [
        Line(", ".join(names), ACTIONS[action].in_language(language))
        for action, names in keys.items()
    ]
    bound = {read_key(key) or key for one in console.panel.values() for key in one.keys}
    left = [one for one in EDITORS if not binds(bound, one[0].removeprefix("Ctrl+"), ["CTRL"])]
    program += [Line(keys, text.in_language(language)) for keys, text in left]
    if len(consoles) > 1:
        program += [Line(keys, text.in_language(language)) for keys, text in CONSOLES]
    if len(console.pages) > 1:
        program += [Line(keys, text.in_language(language)) for keys, text in PAGES]
    mouse = [Line(one.in_language(language), other.in_language(language)) for one, other in MOUSE]
    film = [
        Line(", ".join(name_key(key, {}, language) for key in keys), text.in_language(language))
        for keys, text in RECORDING
    ]
    widgets: list[Line] = []
    pad: list[Line] = []
    for widget, own, controls in bindings.list_keys(console):
        label = console.panel[widget].label
        names = "  ".join(name_key(key, marks or {}, language) for key in own)
        text = label.in_language(language) if label else widget.rpartition(".")[2]
        group = console.groups.get(console.group_of(widget))
        card = group.title.in_language(language) if group is not None else ""
        card = "" if card.lower() == text.lower() else card
        widgets += [Line(names, text, card)] if own else []
        pad += [Line(CONTROLS[one].in_language(language), text, card) for one in controls]
    sections = {"program": program, "view": mouse, "recording": film if has_film else []}
    sections |= {"console": widgets, "gamepad": pad}
    return [
        (SECTIONS[name].in_language(language), lines) for name, lines in sections.items() if lines
    ]


def lay_out(sections: Sequence[tuple[str, Sequence[Line]]], room: float, count: int) -> list[Put]:
    """Return every line of the sections in at most `count` columns.

    They are `room` high, or as much higher as it takes; sections are whole where they fit so.
    """
    found = _flow(sections, room, True)
    if found[-1].column < count and max(one.y for one in found) + ROW <= room:
        return found
    found = _flow(sections, room)
    while found[-1].column >= count:
        room += ROW
        found = _flow(sections, room)
    return found


def _flow(
    sections: Sequence[tuple[str, Sequence[Line]]], room: float, is_whole: bool = False
) -> list[Put]:
    found, column, y = [], 0, 0.0
    for title, lines in sections:
        together = len(lines) if is_whole else min(len(lines), 2)
        if y > 0.0 and y + HEAD + together * ROW > room:
            column, y = column + 1, 0.0
        found.append(Put(column, y, title))
        y += HEAD
        for line in lines:
            if y + ROW > room and y > 0.0:
                column, y = column + 1, 0.0
            found.append(Put(column, y, line))
            y += ROW
        y += GAP
    return found


def _begin(p: Paint, lines: Sequence[Line], column: float) -> float:
    """Return where the texts of a section begin, right of its keys."""
    widest = max(p.width(line.keys, 14, True) for line in lines)
    return max(KEYS, min(widest + 12, column - ASIDE - TEXT))


def _draw_item(p: Paint, x: float, y: float, begin: float, wide: float, item: Line | str) -> None:
    if isinstance(item, str):
        p.capitals(x, y, item, theme.TX2)
        return
    p.text(x, y, item.keys, theme.ACC, 14, True, 0)
    begin = max(begin, p.width(item.keys, 14, True) + 8)
    room = wide - ASIDE - begin
    text = fitting.fit(p, item.text, room, 14)
    p.text(x + begin, y, text, theme.TX1, 14, False, 0)
    beside = p.width(text, 14) + BESIDE
    card = fitting.fit(p, item.card, room - beside)
    p.text(x + begin + beside, y, card, theme.TX2, 13, False, 0)
