"""Pages of exercises over the window: the list, the briefing, the countdown, the result."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from simulator.spec.fields import Text
from simulator.ui.pages.error_card import button, button_width, octagon
from simulator.ui.painting import fitting, markdown, surface, theme, windows
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import language
from simulator.ui.texts.lessons import say

VEIL = theme.BG0
DIM = theme.rgb("#07090C", 0.62)
MARGIN, CARD, GAP, TOP = 48.0, (300.0, 250.0), 20.0, 150.0
PICTURE = 150.0  # height of a card's picture
BAR = 190.0  # width of a metric's bar


class Entry(NamedTuple):
    """An exercise in the list."""

    path: str
    title: Text
    level: int
    best: float | None
    is_passed: bool
    is_exam: bool
    picture: imgui.ImTextureRef | None


class Row(NamedTuple):
    """A metric of the result."""

    label: Text
    value: float
    unit: Text
    low: float | None
    high: float | None
    is_passed: bool
    has_band: bool


class Brief(NamedTuple):
    """What the briefing shows."""

    title: Text
    text: Text
    level: int
    stages: Sequence[Text]
    rule: tuple[int, int]  # passes, of
    is_exam: bool


class Result(NamedTuple):
    """What the result shows."""

    title: Text
    is_passed: bool
    reason: Text
    mark: float
    rows: Sequence[Row]
    stages: Sequence[tuple[Text, float | None]]
    notes: Sequence[Text]  # limits that were broken, hints that were taken
    can_go_on: bool  # there is a next exercise
    counts: bool = False  # as an exam


def draw_list(
    p: Paint, size: tuple[int, int], entries: Sequence[Entry], scroll: float, tongue: str
) -> tuple[str | None, float]:
    """Draw the list; return the path that was chosen ("" for free drive) and the new scroll."""
    chosen = None
    width, height = size[0] / p.scale, size[1] / p.scale
    with windows.opened("##exercises", (0, 0, *size), is_top=True) as commands:
        p.onto(commands)
        p.at(0, 0)
        p.fill(0, 0, width, height, VEIL)
        columns = max(1, int((width - 2 * MARGIN + GAP) // (CARD[0] + GAP)))
        rows = -(-len(entries) // columns)
        room = max(TOP + rows * (CARD[1] + GAP) - height + 20, 0.0)
        scroll = min(max(scroll - 60 * imgui.get_io().mouse_wheel, 0.0), room)
        p.clip(0, TOP - 12, width, height - TOP + 12)
        for place, entry in enumerate(entries):
            x = MARGIN + place % columns * (CARD[0] + GAP)
            y = TOP + place // columns * (CARD[1] + GAP) - scroll
            if _card(p, x, y, entry, tongue):
                chosen = entry.path
        p.unclip()
        p.at(0, 0)
        p.text(MARGIN, 62, say("exercises", tongue), theme.TX0, 28, True, 0)
        p.text(MARGIN, 100, say("choose", tongue), theme.TX1, 15, False, 0)
        text = say("free", tongue)
        if button(p, width - MARGIN - button_width(p, text), 48, text):
            chosen = ""
    return chosen, scroll


def _card(p: Paint, x: float, y: float, entry: Entry, tongue: str) -> bool:
    wide, tall = CARD
    imgui.set_cursor_screen_pos(p.snap(x, y))
    is_clicked = imgui.invisible_button(f"##{entry.path}", (wide * p.scale, tall * p.scale))
    is_hovered = imgui.is_item_hovered()
    surface.shadow(p, x, y, wide, tall, 10)
    p.gradient(x, y, wide, tall, theme.CARD, 10)
    if entry.picture is not None:
        corner, end = p.snap(x + 1, y + 1), p.snap(x + wide - 1, y + PICTURE)
        imgui.get_window_draw_list().add_image_rounded(
            entry.picture, corner, end, (0, 0), (1, 1), theme.WHITE, 10 * p.scale,
            int(imgui.ImDrawFlags_.round_top),
        )  # fmt: skip
    else:
        p.fill(x + 1, y + 1, wide - 2, PICTURE, theme.WELL, 10, "top")
        p.icon(x + wide / 2, y + PICTURE / 2, icons.ICON_FA_ROUTE, theme.LINE2, 40)
    edge = theme.ACC if is_hovered else theme.LINE
    p.outline(x, y, wide, tall, edge, 10, 1.5 if is_hovered else 1)
    title = fitting.fit(p, entry.title.in_language(tongue), wide - 32, 16, True)
    p.text(x + 16, y + PICTURE + 24, title, theme.TX0, 16, True, 0)
    _level(p, x + 16, y + PICTURE + 50, entry.level)
    level = say("level", tongue).format(entry.level)
    p.text(x + 92, y + PICTURE + 52, level, theme.TX2, 13, False, 0)
    if entry.is_exam:
        p.text(x + wide - 16, y + PICTURE + 52, say("exam", tongue), theme.WARN, 13, True, 1)
    y += PICTURE + 74
    if entry.best is None:
        p.text(x + 16, y, say("none_yet", tongue), theme.TX2, 13, False, 0)
        return is_clicked
    p.text(x + 16, y, say("best", tongue), theme.TX2, 13, False, 0)
    left = x + 24 + p.width(say("best", tongue), 13)
    p.text(left, y, language.number(entry.best, 1, tongue), theme.TX0, 14, True, 0)
    if entry.is_passed:
        p.text(x + wide - 16, y, say("passed_mark", tongue), theme.OK, 13, True, 1)
        left = x + wide - 28 - p.width(say("passed_mark", tongue), 13, True)
        p.icon(left, y, icons.ICON_FA_CIRCLE_CHECK, theme.OK, 14)
    return is_clicked


def _level(p: Paint, x: float, y: float, level: int) -> None:
    for place in range(5):
        p.fill(x + 14 * place, y, 10, 5, theme.ACC if place < level else theme.BG4, 2)


def draw_briefing(p: Paint, size: tuple[int, int], brief: Brief, tongue: str) -> str:
    """Draw the briefing; return "start", "back" or ""."""
    width, height = size[0] / p.scale, size[1] / p.scale
    wide = min(940.0, width - 64)
    need = 220.0 + max(32.0 * len(brief.stages), markdown.height(brief.text.in_language(tongue)))
    tall = min(max(need, 380.0), height - 64)
    with _sheet(p, size, "briefing", wide, tall, theme.ACC) as (x, y):
        p.text(x + 32, y + 44, brief.title.in_language(tongue), theme.TX0, 26, True, 0)
        _level(p, x + 32, y + 74, brief.level)
        note = say("level", tongue).format(brief.level)
        if brief.rule[1] > 1:
            note += "    " + say("repeat", tongue).format(*brief.rule)
        p.text(x + 110, y + 76, note, theme.TX2, 13, False, 0)
        if brief.is_exam:
            p.text(x + wide - 32, y + 44, say("exam", tongue), theme.WARN, 18, True, 1)
        split = x + wide * 0.58
        p.clip(x, y + 96, wide, tall - 96 - 84)
        markdown.draw(p, x + 32, y + 106, split - x - 64, brief.text.in_language(tongue))
        p.capitals(split, y + 118, say("stages", tongue), theme.TX2)
        top = y + 146
        for place, text in enumerate(brief.stages):
            p.disc(split + 10, top, 11, theme.ACCD)
            p.text(split + 10, top, str(place + 1), theme.ACC, 13, True)
            for line in fitting.wrap(p, text.in_language(tongue), x + wide - split - 64, 14, False):
                p.text(split + 32, top, line, theme.TX1, 14, False, 0)
                top += 20
            top += 10
        p.unclip()
        p.at(0, 0)
        return _choice(p, (x, y + tall - 64, wide), ("start", "back"), "keys_brief", tongue)


def draw_broken(p: Paint, size: tuple[int, int], title: Text, time: float, tongue: str) -> str:
    """Draw the offer to go on after a broken-off attempt; return "take_up", "let_be" or ""."""
    wide, tall = min(640.0, size[0] / p.scale - 64), 230.0
    with _sheet(p, size, "broken", wide, tall, theme.WARN) as (x, y):
        p.text(x + 32, y + 44, say("broken_off", tongue), theme.TX0, 24, True, 0)
        clock = f"{int(time) // 60}:{int(time) % 60:02d}"
        what = say("broken_at", tongue).format(title.in_language(tongue), clock)
        p.text(x + 32, y + 84, fitting.fit(p, what, wide - 64, 16, True), theme.TX0, 16, True, 0)
        p.text(x + 32, y + 114, say("broken_why", tongue), theme.TX1, 14, False, 0)
        return _choice(p, (x, y + tall - 64, wide), ("take_up", "let_be"), "keys_broken", tongue)


def _choice(
    p: Paint, place: tuple[float, float, float], names: Sequence[str], hint: str, tongue: str
) -> str:
    """Draw a sheet's buttons, the first one lit, and their keys; return the one clicked, or ""."""
    x, y, wide = place
    asked, left = "", x + 32
    for name in names:
        if button(p, left, y, say(name, tongue), name == names[0]):
            asked = name
        left += 24 + button_width(p, say(name, tongue))
    p.text(x + wide - 32, y + 20, say(hint, tongue), theme.TX2, 13, False, 1)
    return asked


def draw_countdown(p: Paint, size: tuple[int, int], left: float, title: str, tongue: str) -> None:
    """Draw how many seconds are left, the number shrinking towards its end."""
    p.onto(imgui.get_foreground_draw_list())
    p.at(0, 0)
    width, height = size[0] / p.scale, size[1] / p.scale
    x, y = width / 2, height * 0.32
    part = left % 1.0 or 1.0
    p.disc(x, y, 96, theme.fade(theme.BG0, 0.82))
    p.arc(x, y, 88, 0.0, 360.0 * part, theme.ACC, 5)
    p.text(x, y, str(max(1, int(left + 0.999))), theme.TX0, 84, True)
    p.fill(x - 190, y + 116, 380, 58, theme.fade(theme.BG0, 0.82), 8)
    p.text(x, y + 134, say("get_ready", tongue), theme.TX2, 13)
    p.text(x, y + 156, fitting.fit(p, title, 360, 16, True), theme.TX0, 16, True)


@contextmanager
def _sheet(
    p: Paint, size: tuple[int, int], name: str, wide: float, tall: float, colour: int
) -> Iterator[tuple[float, float]]:
    """Draw a sheet in the middle of the darkened window; what follows is drawn on it."""
    width, height = size[0] / p.scale, size[1] / p.scale
    x, y = (width - wide) / 2, (height - tall) / 2
    with windows.opened(f"##{name}", (0, 0, *size), is_top=True) as commands:
        p.onto(commands)
        p.at(0, 0)
        p.fill(0, 0, width, height, DIM)
        surface.shadow(p, x, y, wide, tall, 12)
        p.gradient(x, y, wide, tall, theme.CARD, 12)
        p.fill(x, y + 12, 4, tall - 24, colour, 2)
        p.outline(x, y, wide, tall, theme.LINE2, 12)
        yield x, y


def draw_result(p: Paint, size: tuple[int, int], result: Result, tongue: str) -> str:
    """Draw the result; return "retry", "next", "debrief", "free", "back" or ""."""
    width, height = size[0] / p.scale, size[1] / p.scale
    wide = min(1120.0, width - 48)
    lines = max(40 * len(result.rows), 32 * (len(result.stages) + len(result.notes)) + 20)
    tall = min(max(270.0 + lines, 420.0), height - 48)
    colour = theme.OK if result.is_passed else theme.BAD
    with _sheet(p, size, "result", wide, tall, colour) as (x, y):
        _head(p, x, y, wide, result, tongue)
        split = x + wide * 0.66
        bottom = y + tall - 88
        p.capitals(x + 32, y + 134, say("measured", tongue), theme.TX2)
        p.capitals(split, y + 134, say("stages", tongue), theme.TX2)
        p.clip(x, y + 148, wide, bottom - y - 148)
        top = y + 172
        for row in result.rows:
            _metric(p, x + 20, top, split - x - 44, row, tongue)
            top += 40
        _stages(p, split, y + 168, x + wide - split - 32, result, tongue)
        p.unclip()
        p.at(0, 0)
        return _buttons(p, x, y + tall - 64, wide, result, tongue)


def _head(p: Paint, x: float, y: float, wide: float, result: Result, tongue: str) -> None:
    p.text(x + 32, y + 44, result.title.in_language(tongue), theme.TX0, 26, True, 0)
    p.text(x + 32, y + 84, say("mark", tongue), theme.TX2, 15, False, 0)
    left = x + 44 + p.width(say("mark", tongue), 15)
    p.text(left, y + 82, language.number(result.mark, 1, tongue), theme.TX0, 24, True, 0)
    colour, ground = (theme.OK, theme.OKD) if result.is_passed else (theme.BAD, theme.BADD)
    card = 360.0
    left = x + wide - card - 32
    p.fill(left, y + 28, card, 70, ground, 10)
    p.outline(left, y + 28, card, 70, colour, 10, 1.5)
    if result.is_passed:
        p.icon(left + 36, y + 63, icons.ICON_FA_CIRCLE_CHECK, colour, 30)
    else:
        octagon(p, left + 36, y + 63, 15)
    word = say("passed" if result.is_passed else "failed", tongue)
    p.text(left + 68, y + 52, word, theme.TX0, 18, True, 0)
    reason = fitting.fit(p, result.reason.in_language(tongue), card - 84, 14)
    p.text(left + 68, y + 78, reason, theme.TX0, 14, False, 0)


def _metric(p: Paint, x: float, y: float, wide: float, row: Row, tongue: str) -> None:
    if not row.is_passed:
        p.fill(x, y - 19, wide, 38, theme.BADD, 6)
        octagon(p, x + 24, y, 11)
    elif row.has_band:
        p.icon(x + 24, y, icons.ICON_FA_CIRCLE_CHECK, theme.OK, 20)
    label = fitting.fit(p, row.label.in_language(tongue), wide - BAR - 220, 15, True)
    p.text(x + 48, y, label, theme.TX0, 15, True, 0)
    right = x + wide - BAR - 40
    decimals = 0 if row.unit.en == "" and row.value == int(row.value) else _decimals(row.value)
    value = language.number(row.value, decimals, tongue)
    p.text(right - 58, y, value, theme.TX0 if row.is_passed else theme.BAD, 18, True, 1)
    p.text(right - 50, y + 2, row.unit.in_language(tongue), theme.TX2, 13, False, 0)
    if row.has_band:
        _bar(p, x + wide - BAR - 12, y, row)


def _decimals(value: float) -> int:
    return 2 if abs(value) < 10 else 1 if abs(value) < 100 else 0


def _bar(p: Paint, x: float, y: float, row: Row) -> None:
    """Draw the band on a scale that has room for it and for the value."""
    edges = [edge for edge in (row.low, row.high) if edge is not None]
    span = max([1e-9, *(1.5 * abs(edge) for edge in edges)])
    if row.low is not None and row.high is None:
        span = max(span, 2.0 * abs(row.low))
    if max(edges) == 0.0:
        span = max(4.0, abs(row.value) * 1.2)
    surface.recessed(p, x, y - 6, BAR, 12, 6)

    def place(value: float) -> float:
        return x + 3 + min(max(value / span, 0.0), 1.0) * (BAR - 6)

    left = place(row.low) if row.low is not None else x + 3
    right = place(row.high) if row.high is not None else x + BAR - 3
    p.fill(left, y - 4, max(right - left, 8), 8, theme.OKD, 4)
    p.outline(left, y - 4, max(right - left, 8), 8, theme.OK, 4)
    at = place(row.value)
    colour = theme.TX0 if row.is_passed else theme.BAD
    p.fill(at - 1, y - 9, 2, 18, colour)
    p.polygon([(at - 6, y - 14), (at + 6, y - 14), (at, y - 6)], colour)


def _stages(p: Paint, x: float, y: float, wide: float, result: Result, tongue: str) -> None:
    for place, (text, seconds) in enumerate(result.stages):
        is_done = seconds is not None
        p.disc(x + 11, y, 11, theme.OKD if is_done else theme.BG4)
        p.text(x + 11, y, str(place + 1), theme.OK if is_done else theme.TX2, 13, True)
        line = fitting.fit(p, text.in_language(tongue), wide - 96, 14)
        p.text(x + 32, y, line, theme.TX1 if is_done else theme.TX2, 14, False, 0)
        if seconds is not None:
            time = f"{language.number(seconds, 1, tongue)} {'с' if tongue == 'ru' else 's'}"
            p.text(x + wide, y, time, theme.TX0, 14, True, 1)
        y += 32
    y += 8
    for note in result.notes:
        p.polygon([(x + 2, y + 6), (x + 20, y + 6), (x + 11, y - 9)], theme.WARN)
        for line in fitting.wrap(p, note.in_language(tongue), wide - 36, 14, False):
            p.text(x + 32, y, line, theme.TX1, 14, False, 0)
            y += 20
        y += 8
    if result.counts:
        p.disc(x + 11, y, 9, theme.OK)
        p.text(x + 32, y, say("counts", tongue), theme.TX1, 14, False, 0)


def _buttons(p: Paint, x: float, y: float, wide: float, result: Result, tongue: str) -> str:
    asked, left = "", x + 32
    names = ["retry", *(["next"] if result.can_go_on else []), "debrief", "free", "back"]
    first = "next" if result.is_passed and result.can_go_on else "retry"
    for name in names:
        if button(p, left, y, say(name, tongue), name == first):
            asked = name
        left += 16 + button_width(p, say(name, tongue))
    keys = "    ".join(say(f"key_{name}", tongue) for name in names if name != "back")
    if x + wide - 32 - left > p.width(keys, 13):
        p.text(x + wide - 32, y + 20, keys, theme.TX2, 13, False, 1)
    return asked
