"""The result of an attempt at an exercise: passed or not and why, its measures, its stages."""

from collections.abc import Sequence
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons

from simulator.spec.fields import Text
from simulator.ui.pages import sheet
from simulator.ui.pages.error_card import octagon
from simulator.ui.pages.sheet import Sheet
from simulator.ui.painting import fitting, surface, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.painting.scrolling import Scroll
from simulator.ui.texts import phrases
from simulator.ui.texts.lessons import say

BADGE = 360.0  # its width beside the title
BESIDE = 260.0  # width that a title needs to have the badge beside it
COLUMNS = 800.0  # a content at least so wide has the stages beside the measures
BARS = 190.0, 110.0  # width of a measure's bar, and where its label needs the room
FINEST = 6  # decimals of a value beside its band's edge
LABEL = 150.0  # a label with less room has its bar below it


class Row(NamedTuple):
    """A metric of the result."""

    label: Text
    value: float
    unit: Text
    low: float | None
    high: float | None
    is_passed: bool
    has_band: bool


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


def draw(p: Paint, size: tuple[int, int], result: Result, scroll: Scroll, language: str) -> str:
    """Draw the result; return "retry", "next", "debrief", "free", "back" or ""."""
    names = ["retry", *(["next"] if result.can_go_on else []), "debrief", "free", "back"]
    colour = theme.OK if result.is_passed else theme.BAD

    def content(x: float, y: float, wide: float) -> float:
        split = wide * 0.62
        badge = wide - split - 36 if wide >= COLUMNS else BADGE  # as wide as the stages below
        y = _head(p, x, y, wide, badge, result, language) + 36
        if wide < COLUMNS:
            y = _notes(p, x, y, wide, result, language)
            y = _measures(p, x - 12, y, wide + 24, result.rows, language) + 24
            return _stages(p, x, y, wide, result, language)
        low = _measures(p, x - 12, y, split, result.rows, language) + 8
        right = _stages(p, x + split + 36, y, wide - split - 36, result, language) + 8
        return max(low, _notes(p, x + split + 36, right, wide - split - 36, result, language))

    keys = [f"key_{name}" for name in names if name != "back"]
    what = Sheet("result", 1120.0, 420.0, colour, names, lit(result), keys)
    return sheet.show(p, size, what, content, scroll, language)


def lit(result: Result) -> str:
    """Return the button that is lit, which Enter presses: "next" or "retry"."""
    return "next" if result.is_passed and result.can_go_on else "retry"


def _head(
    p: Paint, x: float, y: float, wide: float, badge: float, result: Result, language: str
) -> float:
    """Write title and mark, and the badge beside them or below; return the y below."""
    is_beside = wide - badge - 24 >= BESIDE
    room = wide - badge - 24 if is_beside else wide
    low = sheet.title(p, x, y + 44, room, result.title.in_language(language)) + 8
    p.text(x, low, say("mark", language), theme.TX2, 15, False, 0)
    left = x + 12 + p.width(say("mark", language), 15)
    p.text(left, low - 2, phrases.number(result.mark, 1, language), theme.TX0, 24, True, 0)
    low += 14
    if is_beside:
        return max(low, _badge(p, x + wide - badge, y + 28, badge, result, language))
    return _badge(p, x, low + 10, wide, result, language)


def _badge(p: Paint, x: float, y: float, wide: float, result: Result, language: str) -> float:
    """Write whether it was passed, and why; return the y below."""
    colour, ground = (theme.OK, theme.OKD) if result.is_passed else (theme.BAD, theme.BADD)
    lines = fitting.wrap(p, result.reason.in_language(language), wide - 84, 14, False)
    tall = 50 + 20 * len(lines)
    p.fill(x, y, wide, tall, ground, 10)
    p.outline(x, y, wide, tall, colour, 10, 1.5)
    if result.is_passed:
        p.icon(x + 36, y + 35, icons.ICON_FA_CIRCLE_CHECK, colour, 30)
    else:
        octagon(p, x + 36, y + 35, 15)
    word = say("passed" if result.is_passed else "failed", language)
    p.text(x + 68, y + 24, word, theme.TX0, 18, True, 0)
    for row, line in enumerate(lines):
        p.text(x + 68, y + 50 + 20 * row, line, theme.TX0, 14, False, 0)
    return y + tall


def _measures(
    p: Paint, x: float, y: float, wide: float, rows: Sequence[Row], language: str
) -> float:
    """Draw every measure against its band; return the y below."""
    p.capitals(x + 12, y, say("measured", language), theme.TX2)
    units = max((p.width(row.unit.in_language(language), 13) for row in rows), default=0.0)
    values = max((p.width(_value(row, language), 18, True) for row in rows), default=0.0)
    rights = [wide - bar - 12 - 24 - units - 8 for bar in BARS]  # where values end
    rooms = [right - values - 16 - 48 for right in rights]
    roomy = next((place for place, room in enumerate(rooms) if room >= LABEL), None)
    y += 18
    for row in rows:
        if roomy is None:
            y += _high_row(p, x, y, wide, row, wide - 12 - units - 8, values, language)
            continue
        lines = fitting.wrap(p, row.label.in_language(language), rooms[roomy], 15, True)
        tall = 20 * len(lines) + 20
        at = y + tall / 2
        _measure(p, x, y, wide, tall, row, lines)
        _write_value(p, x + rights[roomy], at, row, language)
        if row.has_band:
            _bar(p, x + wide - BARS[roomy] - 12, at, BARS[roomy], row)
        y += tall
    return y


def _high_row(
    p: Paint, x: float, y: float, wide: float, row: Row, right: float, values: float, language: str
) -> float:
    """Draw a measure with its bar below its label; return how high that is."""
    room = right - values - 16 - 48
    lines = fitting.wrap(p, row.label.in_language(language), room, 15, True)
    tall = 20 * len(lines) + 20 + 20 * row.has_band
    _measure(p, x, y, wide, tall, row, lines)
    _write_value(p, x + right, y + 20, row, language)
    if row.has_band:
        _bar(p, x + 48, y + tall - 18, wide - 60, row)
    return tall


def _measure(
    p: Paint, x: float, y: float, wide: float, tall: float, row: Row, lines: Sequence[str]
) -> None:
    """Draw the ground of a measure, whether it was passed, and its label."""
    if not row.is_passed:
        p.fill(x, y + 1, wide, tall - 2, theme.BADD, 6)
        octagon(p, x + 24, y + tall / 2, 11)
    elif row.has_band:
        p.icon(x + 24, y + tall / 2, icons.ICON_FA_CIRCLE_CHECK, theme.OK, 20)
    for place, line in enumerate(lines):
        p.text(x + 48, y + 20 * (place + 1), line, theme.TX0, 15, True, 0)


def _write_value(p: Paint, x: float, y: float, row: Row, language: str) -> None:
    """Write a measure's value up to x, and its unit behind."""
    colour = theme.TX0 if row.is_passed else theme.BAD
    p.text(x, y, _value(row, language), colour, 18, True, 1)
    p.text(x + 8, y + 2, row.unit.in_language(language), theme.TX2, 13, False, 0)


def _value(row: Row, language: str) -> str:
    is_count = row.unit.en == "" and row.value == int(row.value)
    size = abs(row.value)
    decimals = 0 if is_count else 2 if size < 10 else 1 if size < 100 else 0
    while decimals < FINEST and _is_in(row, round(row.value, decimals)) != _is_in(row, row.value):
        decimals += 1  # 60.02 s of 60 s are no 60.0 s
    return phrases.number(row.value, decimals, language)


def _is_in(row: Row, value: float) -> bool:
    return (row.low is None or value >= row.low) and (row.high is None or value <= row.high)


def _bar(p: Paint, x: float, y: float, wide: float, row: Row) -> None:
    """Draw the band on a scale that has room for it and for the value."""
    edges = [edge for edge in (row.low, row.high) if edge is not None]
    span = max([1e-9, *(1.5 * abs(edge) for edge in edges)])
    if row.low is not None and row.high is None:
        span = max(span, 2.0 * abs(row.low))
    if max(edges) == 0.0:
        span = max(4.0, abs(row.value) * 1.2)
    surface.recessed(p, x, y - 6, wide, 12, 6)

    def place(value: float) -> float:
        return x + 3 + min(max(value / span, 0.0), 1.0) * (wide - 6)

    left = place(row.low) if row.low is not None else x + 3
    right = place(row.high) if row.high is not None else x + wide - 3
    p.fill(left, y - 4, max(right - left, 8), 8, theme.OKD, 4)
    p.outline(left, y - 4, max(right - left, 8), 8, theme.OK, 4)
    at = place(row.value)
    colour = theme.TX0 if row.is_passed else theme.BAD
    p.fill(at - 1, y - 9, 2, 18, colour)
    p.polygon([(at - 6, y - 14), (at + 6, y - 14), (at, y - 6)], colour)


def _stages(p: Paint, x: float, y: float, wide: float, result: Result, language: str) -> float:
    """Write the stages and how long each took; return the y below."""
    p.capitals(x, y, say("stages", language), theme.TX2)
    y += 34
    for place, (text, seconds) in enumerate(result.stages):
        is_done = seconds is not None
        p.disc(x + 11, y, 11, theme.OKD if is_done else theme.BG4)
        p.text(x + 11, y, str(place + 1), theme.OK if is_done else theme.TX2, 13, True)
        room = wide - 32
        if seconds is not None:
            time = f"{phrases.number(seconds, 1, language)} {'с' if language == 'ru' else 's'}"
            p.text(x + wide, y, time, theme.TX0, 14, True, 1)
            room -= 12 + p.width(time, 14, True)
        for line in fitting.wrap(p, text.in_language(language), room, 14, False):
            p.text(x + 32, y, line, theme.TX1 if is_done else theme.TX2, 14, False, 0)
            y += 20
        y += 12
    return y


def _notes(p: Paint, x: float, y: float, wide: float, result: Result, language: str) -> float:
    """Write what else is to be said of the attempt; return the y below."""
    for note in result.notes:
        p.polygon([(x + 2, y + 6), (x + 20, y + 6), (x + 11, y - 9)], theme.WARN)
        for line in fitting.wrap(p, note.in_language(language), wide - 32, 14, False):
            p.text(x + 32, y, line, theme.TX1, 14, False, 0)
            y += 20
        y += 8
    if result.counts:
        p.disc(x + 11, y, 9, theme.OK)
        for line in fitting.wrap(p, say("counts", language), wide - 32, 14, False):
            p.text(x + 32, y, line, theme.TX1, 14, False, 0)
            y += 20
        y += 8
    return y + 8 if result.notes or result.counts else y
