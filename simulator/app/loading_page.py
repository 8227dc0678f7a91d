"""The page of a scene that is being loaded: its name, and what takes so long."""

import math

from imgui_bundle import imgui

from simulator.spec.fields import Text
from simulator.ui.painting import fitting, surface, theme
from simulator.ui.painting.paint import Paint

TEXTS = {
    "loading": Text(ru="Загрузка сцены", en="Loading the scene"),
    "first": Text(
        ru="Первый запуск: один раз готовятся расчётные ядра",
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


def draw(
    p: Paint, size: tuple[int, int], name: str, progress: float | None, is_first: bool, cut: str,
    language: str, waits: bool = False,
) -> None:  # fmt: skip
    """Draw the page: the scene's name, how many kernels are ready, what takes so long.

    `waits`: for another program that compiles them; how far that is nobody knows.
    """
    width, height = p.over(imgui.get_foreground_draw_list(), (0, 0, *size))
    p.fill(0, 0, width, height, theme.BG0)
    x, y = width / 2, height / 2 - 40
    p.text(x, y, fitting.fit(p, name, width - 48, 26, True), theme.TX0, 26, True)
    p.text(x, y + 36, TEXTS["loading"].in_language(language), theme.TX1, 14)
    wide = min(400, width - 48)
    left = x - wide / 2
    surface.recessed(p, left, y + 62, wide, 10, 5)
    share = progress if progress is not None else 0.0
    if waits:
        way = 0.5 - 0.5 * math.cos(imgui.get_time())
        p.fill(left + 2 + (wide - 84) * way, y + 64, 80, 6, theme.ACC, 3)
    elif share > 0.0:
        p.fill(left + 2, y + 64, max((wide - 4) * share, 6), 6, theme.ACC, 3)
    why = "waits" if waits else "cut" if cut else "first" if is_first else ""
    told = TEXTS[why].in_language(language).format(cut) if why else ""
    for row, line in enumerate(fitting.wrap(p, told, width - 16, 13, False)):
        p.text(x, y + 98 + 20 * row, line, theme.TX2, 13)
