"""A recording's time below the view: stages, marks, the moment shown, and what to do there."""

from collections.abc import Sequence
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from simulator.spec.fields import Text
from simulator.ui.areas import Box
from simulator.ui.pages.error_card import ICON, button, button_width
from simulator.ui.painting import fitting, surface, theme, windows
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases
from simulator.ui.texts.lessons import say

HEIGHT, MARGIN, BAR = 118.0, 16.0, 22.0
ROOM = HEIGHT + 2 * MARGIN  # that it takes at the foot of a page
LEFT, RIGHT = 112.0, 24.0  # of the time's axis
LOW, LINE = 400.0, 60.0  # a lower view has axis and buttons in one line, which is so high
TIME, AXIS = 76.0, 320.0  # of a line: the moment's width, and the axis' beside buttons with texts
PLAY, GAP = 60.0, 12.0  # room of the first button; between others
SPEED = 64.0  # width of the button that shows it
TOOLS = {
    "take_over": icons.ICON_FA_HAND,
    "bookmark": icons.ICON_FA_BOOKMARK,
    "plots": icons.ICON_FA_CHART_LINE,
    "debrief": icons.ICON_FA_FILE_LINES,
    "leave": icons.ICON_FA_RIGHT_FROM_BRACKET,
}
GROUND = theme.fade(theme.BG1, 0.95)
COLOURS = {"ok": theme.OK, "info": theme.INFO, "warn": theme.WARN, "bad": theme.BAD}
SIGNS = {
    "ok": icons.ICON_FA_CIRCLE_CHECK,
    "info": icons.ICON_FA_BOOKMARK,
    "warn": icons.ICON_FA_TRIANGLE_EXCLAMATION,
    "bad": icons.ICON_FA_CIRCLE_XMARK,
}
NEAR = 6.0  # of a mark that the pointer is on


class Stretch(NamedTuple):
    """A stage on the time's axis."""

    label: Text
    begin: float  # [s]
    end: float


class Sign(NamedTuple):
    """Something that happened."""

    time: float  # [s]
    level: str  # a key of COLOURS
    words: Text


class Film(NamedTuple):
    """What the bar shows."""

    length: float  # [s]
    time: float  # that is shown [s]
    stretches: Sequence[Stretch]
    signs: Sequence[Sign]
    is_playing: bool
    has_plots: bool
    speed: float = 1.0  # times as fast as it was recorded


class Asked(NamedTuple):
    """What was asked for."""

    seek: float | None = None  # [s]
    action: str = ""  # play, faster, take_over, bookmark, plots, debrief, close


class Form(NamedTuple):
    """How the bar is laid out, in design pixels."""

    height: float
    left: float  # of the axis
    right: float
    time: float  # where the moment is written; 0 where it has no room
    row: float  # of the buttons
    has_speed: bool  # among them; the keys work in any case
    has_texts: bool  # on them


def find_form(p: Paint, view: Box, language: str) -> Form:
    """Return the bar's form in a view: in one line where that is low, icons where it is narrow."""
    wide, tall = view[2] / p.scale - 2 * MARGIN, view[3] / p.scale
    texts = [button_width(p, say(name, language)) + GAP for name in TOOLS]
    last = 20 + texts[-1]
    icons_, speed = [ICON + GAP / 2] * len(texts), SPEED + GAP / 2
    has_texts = 80 + speed + sum(texts[:-1]) + last <= wide
    if tall >= LOW:
        has_speed = has_texts or 80 + speed + sum(icons_) + 20 <= wide
        return Form(HEIGHT, LEFT, RIGHT, 20.0, HEIGHT - 48, has_speed, has_texts)
    has_texts = PLAY + speed + sum(texts[:-1]) + TIME + last + AXIS <= wide
    widths = texts if has_texts else icons_
    time = PLAY + sum(widths[:-1])
    right = widths[-1] + 20
    has_time = wide - time - TIME - right >= LEFT
    has_speed = wide - time - speed - TIME - right >= LEFT
    time += speed * has_speed
    left = time + TIME * has_time
    return Form(LINE, left, right, time * has_time, 10.0, has_speed, has_texts)


def room(p: Paint, view: Box, language: str) -> float:
    """Return how much of a view's height the bar takes at its foot [design px]."""
    return find_form(p, view, language).height + MARGIN


def draw(p: Paint, view: Box, film: Film, language: str) -> Asked:
    """Draw the bar over the foot of the view."""
    scale, form = p.scale, find_form(p, view, language)
    wide, tall = view[2] / scale - 2 * MARGIN, form.height
    corner = view[0] + MARGIN * scale, view[1] + view[3] - (tall + MARGIN) * scale
    box = corner[0] - 8, corner[1] - 8, wide * scale + 16, (tall + 16) * scale
    with windows.opened("##film", box, is_top=True) as commands:
        p.onto(commands)
        p.at(*corner)
        surface.shadow(p, 0, 0, wide, tall, 10)
        p.fill(0, 0, wide, tall, GROUND, 10)
        p.outline(0, 0, wide, tall, theme.LINE, 10)
        sought = _axis(p, wide, film, form, language)
        return Asked(sought, _buttons(p, wide, film, form, language))


def _axis(p: Paint, wide: float, film: Film, form: Form, language: str) -> float | None:
    length, left = max(film.length, 1e-6), form.left
    span = max(wide - left - form.right, 1.0)

    def place(time: float) -> float:
        return left + span * min(max(time / length, 0.0), 1.0)

    if form.time:
        p.text(form.time, 24, clock(film.time, language), theme.TX0, 18, True, 0)
        p.text(form.time, 46, f"/ {clock(film.length, language)}", theme.TX2, 13, False, 0)
    surface.recessed(p, left, 12, span, BAR, 4)
    for stretch in film.stretches:
        x, end = place(stretch.begin), place(stretch.end)
        is_now = stretch.begin <= film.time < stretch.end
        p.fill(x + 1, 13, max(end - x - 2, 1), BAR - 2, theme.ACCD if is_now else theme.BG4, 3)
        label = fitting.fit(p, stretch.label.in_language(language), end - x - 12, 13)
        p.text((x + end) / 2, 12 + BAR / 2, label, theme.TX0 if is_now else theme.TX1, 13)
    mouse = imgui.get_mouse_pos()
    pointer = (mouse.x - p.x) / p.scale, (mouse.y - p.y) / p.scale
    near = None
    for sign in film.signs:
        x = place(sign.time)
        p.line(x, 12 + BAR, x, 44, theme.LINE2)
        p.icon(x, 50, SIGNS[sign.level], COLOURS[sign.level], 13)
        if abs(pointer[0] - x) < NEAR and 10 < pointer[1] < 62:
            near = sign
    x = place(film.time)
    p.line(x, 8, x, 60, theme.TX0, 2)
    p.disc(x, 8, 5, theme.TX0)
    imgui.set_cursor_screen_pos(p.snap(left, 4))
    imgui.invisible_button("##axis", (span * p.scale, 58 * p.scale))
    if near is not None:
        _tell(p, place(near.time), near, wide, language)
        if imgui.is_item_activated():
            return near.time
    if imgui.is_item_active():
        return length * min(max((pointer[0] - left) / span, 0.0), 1.0)
    return None


def _tell(p: Paint, x: float, sign: Sign, wide: float, language: str) -> None:
    """Say above the bar what a mark means."""
    text = f"{clock(sign.time, language)}  {sign.words.in_language(language)}"
    room = p.width(text, 14) + 24
    left = min(max(x - room / 2, 0.0), wide - room)
    p.onto(imgui.get_foreground_draw_list())
    p.fill(left, -36, room, 30, theme.BG3, 6)
    p.outline(left, -36, room, 30, COLOURS[sign.level], 6)
    p.text(left + 12, -21, text, theme.TX0, 14, False, 0)
    p.onto(imgui.get_window_draw_list())


def _buttons(p: Paint, wide: float, film: Film, form: Form, language: str) -> str:
    asked, y = "", form.row
    begin = 20.0 if form.height == HEIGHT else GAP
    imgui.set_cursor_screen_pos(p.snap(begin, y))
    if imgui.invisible_button("##play", (40 * p.scale, 40 * p.scale)):
        asked = "play"
    edge = theme.ACC if imgui.is_item_hovered() else theme.LINE2
    x = begin + 20
    p.ring(x, y + 20, 18, edge, 1.5)
    glyph = icons.ICON_FA_PAUSE if film.is_playing else icons.ICON_FA_PLAY
    p.icon(x if film.is_playing else x + 2, y + 20, glyph, theme.TX0, 14)
    x = begin + PLAY if form.height == HEIGHT else PLAY
    if form.has_speed:
        asked = "faster" if _speed(p, x, y, film.speed, language) else asked
        x += SPEED + GAP / 2
    for name, icon in TOOLS.items():
        text = say(name, language)
        size = button_width(p, text) if form.has_texts else ICON
        is_on = name == "take_over" or (name == "plots" and film.has_plots)
        x = wide - 20 - size if name == "leave" else x
        if button(p, x, y, text, is_on, "" if form.has_texts else icon, name):
            asked = "close" if name == "leave" else name
        x += size + (GAP if form.has_texts else GAP / 2)
    return asked


def _speed(p: Paint, x: float, y: float, speed: float, language: str) -> bool:
    """Draw the button that shows how fast the recording plays; tell its click."""
    imgui.set_cursor_screen_pos(p.snap(x, y))
    is_clicked = imgui.invisible_button("##faster", (SPEED * p.scale, 40 * p.scale))
    is_hovered = imgui.is_item_hovered()
    p.outline(x, y, SPEED, 40, theme.ACC if is_hovered else theme.LINE2, 6)
    digits = 2 if speed < 0.5 else 1 if speed < 1.0 else 0
    text = f"{phrases.number(speed, digits, language)}×"
    p.text(x + SPEED / 2, y + 20, text, theme.TX0 if speed == 1.0 else theme.ACC, 15, True)
    if imgui.is_item_hovered(imgui.HoveredFlags_.for_tooltip):
        imgui.set_tooltip(say("speed_keys", language))
    return is_clicked


def clock(seconds: float, language: str) -> str:
    """Return a time as minutes, seconds and tenths."""
    minutes, rest = divmod(round(max(seconds, 0.0), 1), 60.0)
    return f"{int(minutes)}:{phrases.number(rest, 1, language).zfill(4)}"
