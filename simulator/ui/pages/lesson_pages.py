"""Pages of exercises over the window: the list, the briefing, the countdown."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from simulator.spec.fields import Text
from simulator.ui.areas import Areas, Box, Rect, below
from simulator.ui.editing import controls
from simulator.ui.pages import sheet
from simulator.ui.pages.error_card import button, button_width
from simulator.ui.pages.sheet import Sheet
from simulator.ui.painting import fitting, markdown, scrolling, surface, theme, windows
from simulator.ui.painting.paint import Paint
from simulator.ui.painting.scrolling import MORE, Scroll
from simulator.ui.texts import laying, phrases
from simulator.ui.texts.lessons import say

VEIL = theme.BG0
GROUND = theme.fade(theme.BG0, 0.97)  # of the countdown
HIGH = 276.0  # a view at least so high has the countdown above the title, not beside it
CARD_HIGH, CARD_LOW = 104.0, 60.0  # of the countdown beside its title, where there is less room
MARGIN, GAP, TOP = 48.0, 20.0, 150.0
MANY = 10  # exercises; a list of more can be searched
FIELD = 160.0, 260.0  # width of the field for that, at least and at most
CARD, SHAPE, WORDS = 240.0, 0.5, 100.0  # least width; its picture's shape, height of its words
ENTER = imgui.Key.enter, imgui.Key.keypad_enter
WIDEST = 440.0  # of a card where there is room for larger ones
COLUMNS = 560.0  # a briefing at least so wide has the stages beside its text


class Entry(NamedTuple):
    """An exercise in the list."""

    path: str
    title: Text
    level: int
    best: float | None
    is_passed: bool
    is_exam: bool
    picture: str  # its file


class Brief(NamedTuple):
    """What the briefing shows."""

    title: Text
    text: Text
    level: int
    stages: Sequence[Text]
    rule: tuple[int, int]  # passes, of
    is_exam: bool


def draw_list(
    p: Paint, size: tuple[int, int], entries: Sequence[Entry], scroll: Scroll, language: str
) -> str | None:
    """Draw the list; return the path that was chosen ("" for free drive), if any."""
    chosen, total = None, len(entries)
    entries = [one for one in entries if scroll.text.lower() in _words(one, language).lower()]
    width, height = size[0] / p.scale, size[1] / p.scale
    inner, room = width - 2 * MARGIN, height - TOP
    with windows.opened("##exercises", (0, 0, *size), is_top=True) as commands:
        p.onto(commands)
        p.at(0, 0)
        p.fill(0, 0, width, height, VEIL)
        columns = _count_columns(len(entries), inner, room)
        wide, tall, hidden = _lay_out(len(entries), columns, inner, room)
        scroll.walk(len(entries), columns, tall + GAP, room)
        way = scroll.turn(hidden, room)
        place = 0 if scroll.place is None and scroll.text and entries else scroll.place
        if place is not None and any(imgui.is_key_pressed(key) for key in ENTER):
            chosen = entries[place].path
        seen = p.snap(0, TOP - 12), p.snap(width, height)
        imgui.push_clip_rect(*seen, True)  # what has gone up behind the head is not touched either
        for place, entry in enumerate(entries):
            x = MARGIN + place % columns * (wide + GAP)
            y = TOP + place // columns * (tall + GAP) - way
            if _card(p, (x, y, wide, tall), entry, place == scroll.place, language):
                chosen = entry.path
        imgui.pop_clip_rect()
        p.at(0, 0)
        free, title = say("free", language), say("exercises", language)
        beside = inner - button_width(p, free) - 12
        letters = min(28, int(28 * beside / p.width(title, 28, True)))
        p.text(MARGIN, 62, title, theme.TX0, letters, True, 0)
        if total > MANY:
            left = MARGIN + p.width(title, letters, True) + 32
            _search(p, left, MARGIN + beside - 12, scroll, language)
        if total and not entries:
            p.text(MARGIN, TOP + 12, phrases.say("not_found", language), theme.TX2, 15, False, 0)
        if hidden > 0:
            scrolling.bar(p, width - MARGIN / 2, TOP, room - 20, hidden, way)
            more = MORE.in_language(language)
            p.text(width - MARGIN, 124, more, theme.TX2, 13, False, 1)
        what = say("choose" if total else "no_exercises", language)
        note = fitting.fit(p, what, inner, 15)
        p.text(MARGIN, 100, note, theme.TX1, 15, False, 0)
        if button(p, width - MARGIN - button_width(p, free), 48, free):
            chosen = ""
    return chosen


def _search(p: Paint, left: float, right: float, scroll: Scroll, language: str) -> None:
    """Draw a field between two x where there is room; what is typed is searched in the list."""
    least, most = FIELD
    if right - left < least:
        return
    wide = min(right - left, most)
    hint, was = laying.say("search", language), scroll.text
    _, scroll.text, _ = controls.text_field(p, right - wide, 51, wide, "search", was, hint)
    if scroll.text != was:
        scroll.place, scroll.way = None, 0.0


def _words(entry: Entry, language: str) -> str:
    """Return what a card says, to be searched."""
    exam = say("exam", language) if entry.is_exam else ""
    level = say("level", language).format(entry.level)
    return f"{entry.title.in_language(language)} {level} {exam}"


def _lay_out(count: int, columns: int, inner: float, room: float) -> tuple[float, float, float]:
    """Return width and height of the cards in so many columns, and how much has no room."""
    wide = (inner + GAP) / columns - GAP
    tall = wide * SHAPE + WORDS
    return wide, tall, -(-count // columns) * (tall + GAP) + 20 - room


def _count_columns(count: int, inner: float, room: float) -> int:
    """Return how many columns show all cards as large as they can be; else the most."""
    most = max(1, int((inner + GAP) // (CARD + GAP)))
    for columns in range(1, most):
        wide, _, hidden = _lay_out(count, columns, inner, room)
        if wide <= WIDEST and hidden <= 0:
            return columns
    return most


def _card(p: Paint, box: Rect, entry: Entry, is_chosen: bool, language: str) -> bool:
    x, y, wide, tall = box
    picture = wide * SHAPE
    imgui.set_cursor_screen_pos(p.snap(x, y))
    is_clicked = imgui.invisible_button(f"##{entry.path}", (wide * p.scale, tall * p.scale))
    is_hovered = imgui.is_item_hovered()
    surface.shadow(p, x, y, wide, tall, 10)
    p.gradient(x, y, wide, tall, theme.CARD, 10)
    p.fill(x + 1, y + 1, wide - 2, picture - 1, theme.WELL, 10, "top")
    p.icon(x + wide / 2, y + picture / 2, icons.ICON_FA_ROUTE, theme.LINE2, 40)
    p.photo(x + 1, y + 1, wide - 2, picture - 1, entry.picture, 10, "top")
    edge = theme.ACC if is_hovered else theme.LINE
    p.outline(x, y, wide, tall, edge, 10, 1.5 if is_hovered else 1)
    if is_chosen:
        p.outline(x - 3, y - 3, wide + 6, tall + 6, theme.ACC, 12, 2)
    whole = entry.title.in_language(language)
    title = fitting.fit(p, whole, wide - 32, 16, True)
    p.text(x + 16, y + picture + 24, title, theme.TX0, 16, True, 0)
    if is_hovered and title != whole:
        imgui.set_tooltip(whole)
    _level(p, x + 16, y + picture + 50, entry.level)
    level = say("level", language).format(entry.level)
    p.text(x + 92, y + picture + 52, level, theme.TX2, 13, False, 0)
    if entry.is_exam:
        p.text(x + wide - 16, y + picture + 52, say("exam", language), theme.WARN, 13, True, 1)
    y += picture + 74
    if entry.best is None:
        p.text(x + 16, y, say("none_yet", language), theme.TX2, 13, False, 0)
        return is_clicked
    p.text(x + 16, y, say("best", language), theme.TX2, 13, False, 0)
    left = x + 24 + p.width(say("best", language), 13)
    p.text(left, y, phrases.number(entry.best, 1, language), theme.TX0, 14, True, 0)
    if entry.is_passed:
        p.text(x + wide - 16, y, say("passed_mark", language), theme.OK, 13, True, 1)
        left = x + wide - 28 - p.width(say("passed_mark", language), 13, True)
        p.icon(left, y, icons.ICON_FA_CIRCLE_CHECK, theme.OK, 14)
    return is_clicked


def _level(p: Paint, x: float, y: float, level: int) -> None:
    for place in range(5):
        p.fill(x + 14 * place, y, 10, 5, theme.ACC if place < level else theme.BG4, 2)


def draw_briefing(
    p: Paint, size: tuple[int, int], brief: Brief, scroll: Scroll, language: str
) -> str:
    """Draw the briefing; return "start", "back" or ""."""
    text = brief.text.in_language(language)

    def content(x: float, y: float, wide: float) -> float:
        y = _brief_head(p, x, y, wide, brief, language) + 30
        if wide < COLUMNS:
            y = markdown.draw(p, x, y, wide, text) + 20
            return _brief_stages(p, x, y, wide, brief.stages, language) + 8
        split = wide * 0.58
        low = markdown.draw(p, x, y, split - 32, text)
        right = _brief_stages(p, x + split, y + 12, wide - split, brief.stages, language)
        return max(low, right) + 8

    what = Sheet("briefing", 940.0, 380.0, theme.ACC, ("start", "back"), "start", ("keys_brief",))
    return sheet.show(p, size, what, content, scroll, language)


def _brief_head(p: Paint, x: float, y: float, wide: float, brief: Brief, language: str) -> float:
    """Write title and level, and at the right that it is an exam; return the y below."""
    room = wide
    if brief.is_exam:
        p.text(x + wide, y + 44, say("exam", language), theme.WARN, 18, True, 1)
        room -= p.width(say("exam", language), 18, True) + 24
    y = sheet.title(p, x, y + 44, room, brief.title.in_language(language))
    _level(p, x, y - 2, brief.level)
    note = say("level", language).format(brief.level)
    if brief.rule[1] > 1:
        note += "    " + say("repeat", language).format(*brief.rule)
    p.text(x + 78, y, note, theme.TX2, 13, False, 0)
    return y


def _brief_stages(
    p: Paint, x: float, y: float, wide: float, stages: Sequence[Text], language: str
) -> float:
    """Write the stages; return the y below."""
    p.capitals(x, y, say("stages", language), theme.TX2)
    y += 28
    for place, text in enumerate(stages):
        p.disc(x + 10, y, 11, theme.ACCD)
        p.text(x + 10, y, str(place + 1), theme.ACC, 13, True)
        for line in fitting.wrap(p, text.in_language(language), wide - 32, 14, False):
            p.text(x + 32, y, line, theme.TX1, 14, False, 0)
            y += 20
        y += 10
    return y


def draw_broken(
    p: Paint,
    size: tuple[int, int],
    title: Text,
    time: float,
    is_exam: bool,
    scroll: Scroll,
    language: str,
) -> str:
    """Draw the offer to go on after a broken-off attempt; return "take_up", "let_be" or ""."""
    clock = f"{int(time) // 60}:{int(time) % 60:02d}"
    what = say("broken_at", language).format(title.in_language(language), clock)
    lines = (
        (say("broken_off", language), 24, True, theme.TX0),
        (what, 16, True, theme.TX0),
        (say("broken_why", language), 14, False, theme.TX1),
        *[(say("broken_exam", language), 14, False, theme.WARN)] * is_exam,
    )
    names = ("take_up", "let_be")
    form = Sheet("broken", 640.0, 230.0, theme.WARN, names, "take_up", ("keys_broken",))
    return sheet.show(p, size, form, partial(_paragraphs, p, lines), scroll, language)


def draw_leaving(
    p: Paint, size: tuple[int, int], is_exam: bool, scroll: Scroll, language: str
) -> str:
    """Ask whether to break an attempt off; return "drive_on", "break_off" or ""."""
    lines = (
        (say("break_it_off", language), 24, True, theme.TX0),
        (say("counts_failed", language), 14, False, theme.TX1),
        *[(say("exam_goes_on", language), 14, False, theme.WARN)] * is_exam,
    )
    names = ("drive_on", "break_off")
    form = Sheet("leaving", 560.0, 200.0, theme.WARN, names, "drive_on", ("keys_leaving",))
    return sheet.show(p, size, form, partial(_paragraphs, p, lines), scroll, language)


def _paragraphs(
    p: Paint, lines: Sequence[tuple[str, float, bool, int]], x: float, y: float, wide: float
) -> float:
    """Write texts, each with its size, weight and colour; return the y below."""
    y += 44
    for text, letters, is_bold, colour in lines:
        for line in fitting.wrap(p, text, wide, letters, is_bold):
            p.text(x, y, line, colour, letters, is_bold, 0)
            y += letters + 6
        y += 10
    return y


def place_countdown(parts: Areas, task: Rect | None, scale: float) -> Box:
    """Return the view below the task; where that is low, as wide as the inset leaves it."""
    x, y, wide, tall = below(parts.view, task, 0.0)
    return x, y, wide if tall >= HIGH * scale else parts.inset[0] - x, tall


def draw_countdown(p: Paint, view: Box, left: float, title: str, language: str) -> None:
    """Draw in the view how many seconds are left: above the exercise's title, or beside it.

    A view that is too low even for that has the card at its head, over what is below it.
    """
    p.onto(imgui.get_foreground_draw_list())
    tall = min(max(view[3] / p.scale - 16, CARD_LOW), CARD_HIGH)
    p.at(view[0] + view[2] / 2, view[1] + max(view[3], tall * p.scale) / 2)
    if view[3] / p.scale >= HIGH:
        p.disc(0, -39, 96, GROUND)
        _count(p, (0, -39), 88, left)
        p.fill(-190, 77, 380, 58, GROUND, 8)
        middle, x, y, wide = 0.5, 0.0, 95.0, 360.0
    else:
        wide = min(380.0, view[2] / p.scale - 16)
        p.fill(-wide / 2, -tall / 2, wide, tall, GROUND, 10)
        p.outline(-wide / 2, -tall / 2, wide, tall, theme.LINE2, 10)
        _count(p, (tall / 2 + 6 - wide / 2, 0), tall / 2 - 12, left)
        middle, x, y, wide = 0.0, tall + 12 - wide / 2, -13.0, wide - tall - 28
    p.text(x, y, say("get_ready", language), theme.TX2, 13, False, middle)
    p.text(x, y + 22, fitting.fit(p, title, wide, 16, True), theme.TX0, 16, True, middle)


def _count(p: Paint, middle: tuple[float, float], radius: float, left: float) -> None:
    """Draw the seconds in a ring of which a second's rest is left."""
    p.arc(*middle, radius, 0.0, 360.0 * (left % 1.0 or 1.0), theme.ACC, radius / 18)
    p.text(*middle, str(max(1, int(left + 0.999))), theme.TX0, 0.95 * radius, True)
