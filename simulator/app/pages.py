"""The page of a scene that is being loaded, and the lines of the page of every key."""

import math
from collections.abc import Mapping
from typing import NamedTuple

from imgui_bundle import imgui

from simulator.console import bindings
from simulator.console.keyboard import PROGRAM_KEYS, name_key
from simulator.spec.fields import Text
from simulator.spec.models.console import ConsoleSpec
from simulator.ui.painting import fitting, surface, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts.devices import CONTROLS

TEXTS = {
    "program": Text(ru="Программа", en="Program"),
    "console": Text(ru="Пульт", en="Console"),
    "view": Text(ru="Вид (мышь)", en="View (mouse)"),
    "gamepad": Text(ru="Геймпад", en="Gamepad"),
    "loading": Text(ru="Загрузка сцены", en="Loading the scene"),
    "first": Text(
        ru="Первый запуск: готовятся расчётные ядра, это бывает один раз",
        en="First start: preparing the physics kernels, this happens once",
    ),
    "cut": Text(
        ru="{}: вогнутая сетка делится на выпуклые части; один раз, до нескольких минут",
        en="{}: a concave mesh is cut into convex parts; once, for up to some minutes",
    ),
    "waits": Text(
        ru="Другая программа готовит расчётные ядра: ждём её",
        en="Another program prepares the physics kernels: waiting for it",
    ),
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
    ("Ctrl+D", Text(ru="диаграмма пульта", en="diagram of the console")),
    ("Ctrl+L", Text(ru="правка пульта", en="editing the desk")),
    ("Ctrl+E", Text(ru="расстановка сцены", en="arranging the scene")),
)
MOUSE = (
    (Text(ru="левая кнопка", en="left button"), Text(ru="поворот", en="turn")),
    (Text(ru="правая, средняя", en="right, middle"), Text(ru="сдвиг", en="shift")),
    (Text(ru="колесо", en="wheel"), Text(ru="ближе, дальше", en="nearer, farther")),
)


class Line(NamedTuple):
    """One line of the help page: keys, or a gamepad's control, and what they do."""

    keys: str
    text: str


def help_lines(
    consoles: Mapping[str, ConsoleSpec],
    chosen: str,
    language: str,
    marks: Mapping[str, str] | None = None,
) -> list[tuple[str, list[Line]]]:
    """Return the help page's sections as (title, lines), with the keys of the chosen console.

    `marks` are what keys of a keyboard are called that is not American.
    """
    console = consoles[chosen]
    keys: dict[str, list[str]] = {}
    for key, action in PROGRAM_KEYS.items():
        keys.setdefault(action, []).append(name_key(key, {}, language))
    program = [
        Line(", ".join(names), ACTIONS[action].in_language(language))
        for action, names in keys.items()
    ]
    program += [Line(keys, text.in_language(language)) for keys, text in EDITORS]
    if len(consoles) > 1:
        program += [Line(keys, text.in_language(language)) for keys, text in CONSOLES]
    if len(console.pages) > 1:
        program += [Line(keys, text.in_language(language)) for keys, text in PAGES]
    mouse = [Line(one.in_language(language), other.in_language(language)) for one, other in MOUSE]
    widgets: list[Line] = []
    pad: list[Line] = []
    for widget, own, controls in bindings.list_keys(console):
        label = console.panel[widget].label
        names = "  ".join(name_key(key, marks or {}, language) for key in own)
        text = label.in_language(language) if label else widget.rpartition(".")[2]
        widgets += [Line(names, text)] if own else []
        pad += [Line(CONTROLS[one].in_language(language), text) for one in controls]
    sections = (("program", program), ("view", mouse), ("console", widgets), ("gamepad", pad))
    return [(TEXTS[name].in_language(language), lines) for name, lines in sections if lines]


def draw_loading(
    p: Paint, size: tuple[int, int], name: str, progress: float | None, is_first: bool, cut: str,
    language: str, waits: bool = False,
) -> None:  # fmt: skip
    """Draw the loading page: the scene's name, how many kernels are ready, what takes so long.

    `waits`: for another program that compiles them; how far that is nobody knows.
    """
    width, height = p.over(imgui.get_foreground_draw_list(), (0, 0, *size))
    p.fill(0, 0, width, height, theme.BG0)
    x, y = width / 2, height / 2 - 40
    p.text(x, y, fitting.fit(p, name, width - 48, 26, True), theme.TX0, 26, True)
    p.text(x, y + 36, TEXTS["loading"].in_language(language), theme.TX1, 14)
    left, wide = x - 200, 400
    surface.recessed(p, left, y + 62, wide, 10, 5)
    share = progress if progress is not None else 0.0
    if waits:
        way = 0.5 - 0.5 * math.cos(imgui.get_time())
        p.fill(left + 2 + (wide - 84) * way, y + 64, 80, 6, theme.ACC, 3)
    elif share > 0.0:
        p.fill(left + 2, y + 64, max((wide - 4) * share, 6), 6, theme.ACC, 3)
    if waits:
        p.text(x, y + 98, TEXTS["waits"].in_language(language), theme.TX2, 13)
    elif cut:
        p.text(x, y + 98, TEXTS["cut"].in_language(language).format(cut), theme.TX2, 13)
    elif is_first:
        p.text(x, y + 98, TEXTS["first"].in_language(language), theme.TX2, 13)
