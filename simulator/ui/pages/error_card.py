"""The card that explains why a file was not loaded: place, reason, source, remedy."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from simulator.spec import russian
from simulator.spec.errors import Problem
from simulator.spec.fields import RECORDING
from simulator.ui.areas import Box
from simulator.ui.intents import Intents
from simulator.ui.painting import fitting, scrolling, surface, theme, windows
from simulator.ui.painting.paint import Paint
from simulator.ui.painting.scrolling import Scroll
from simulator.ui.texts import phrases
from simulator.ui.widgets import buttons
from simulator.ui.widgets.face import Face

WIDTH, HEAD, ROW, AROUND = 960, 62, 22, 3
FOOT, LOW_HEAD, LEAST = 76, 48, 140  # of buttons; with them in it; what is between at least
GROUND = (theme.rgb("#12171C"), theme.rgb("#191F26"))
HEAD_GROUND = theme.rgb("#3D1718")
DIM = theme.rgb("#07090C", 0.5)
KEY = theme.rgb("#9CCBDD")
MORE = 3
ICON = 40.0  # width of a button without a text
BUTTONS = (
    ("open_file", icons.ICON_FA_PEN),
    ("copy", icons.ICON_FA_COPY),
    ("close", icons.ICON_FA_XMARK),
)


class Form(NamedTuple):
    """A card's measures in design pixels; `foot` is 0 where the buttons are in the head."""

    width: float
    tall: float
    head: float
    foot: float
    margin: float  # between the head and the first line

    @property
    def room(self) -> float:
        """Height between head and foot."""
        return self.tall - self.head - self.foot


class ErrorCard:
    """Shows a problem at a time; a click on another one's line turns to it."""

    def __init__(self) -> None:
        self.chosen = 0
        self.has_scene = True  # one that goes on
        self._problems: Sequence[Problem] = ()
        self._scroll, self._need = Scroll(), 0.0  # how high what is between head and foot is

    def draw(
        self, p: Paint, view: Box, problems: Sequence[Problem], language: str, intents: Intents
    ) -> None:
        """Draw the card over the view and write what was clicked into `intents`."""
        if problems is not self._problems:
            self._problems, self.chosen = problems, 0
            self._scroll, self._need = Scroll(), 0.0
        scale = p.scale
        room = view[3] / scale - 32
        bare = HEAD + 80 + self._rows() * ROW + FOOT
        around = min(max(int((room - bare) / ROW / 2), 1), AROUND)
        problem = problems[self.chosen]
        lines = read_lines(problem.file, problem.line, around, _changed(problem.file))
        need = max(bare + (len(lines) + 1) * ROW, HEAD + self._need + FOOT)
        form = self._form(view[2] / scale - 32, need, room)
        left = view[0] + (view[2] - form.width * scale) / 2
        free = view[3] - form.tall * scale
        top = view[1] + max(free / 3, min(16 * scale, free / 2))
        with windows.opened("##error", view, is_top=True) as commands:
            p.onto(commands)
            p.at(view[0], view[1])
            p.fill(0, 0, view[2] / scale, view[3] / scale, DIM)
            p.at(left, top)
            self._frame(p, form, language)
            hidden = self._need - form.room
            if imgui.is_window_hovered():
                self._scroll.turn(hidden, form.room)
            way = min(self._scroll.way, max(hidden, 0.0))
            if hidden > 0.0:
                scrolling.bar(p, form.width - 14, form.head + 6, form.room - 12, hidden, way)
            p.clip(0, form.head, form.width - 16, form.room)
            begin = form.head - way
            y = self._problem(p, form, begin + form.margin, problem, lines, language)
            y = self._others(p, form, y, problems, language)
            self._need = y + 4 - begin
            p.unclip()
            self._buttons(p, form, problems, language, intents)

    def _form(self, wide: float, need: float, room: float) -> Form:
        """Return the card's form where it has so much room; a low one has its buttons above."""
        width = min(WIDTH, wide)
        if room >= HEAD + LEAST + FOOT:
            return Form(width, min(need, room), HEAD, FOOT, 28.0)
        return Form(width, room + 16, LOW_HEAD, 0.0, 18.0)

    def _rows(self) -> int:
        return min(len(self._problems) - 1, MORE)

    def _frame(self, p: Paint, form: Form, language: str) -> None:
        width, tall, head, *_ = form
        surface.shadow(p, 0, 0, width, tall, 12)
        p.gradient(0, 0, width, tall, GROUND, 12)
        p.fill(0, 0, width, head, HEAD_GROUND, 12, "top")
        p.fill(0, 10, 4, tall - 20, theme.BAD)
        p.outline(0, 0, width, tall, theme.LINE2, 12)
        octagon(p, 40, head / 2, 15)
        title = phrases.say("error_title", language)
        if not form.foot:
            problem = self._problems[self.chosen]
            room = width - sum(_widths(p, form, problem, language).values()) - 120
            p.text(68, head / 2, fitting.fit(p, title, room, 16, True), theme.TX0, 16, True, 0)
            return
        p.text(68, 22, title, theme.TX0, 18, True, 0)
        count = phrases.say("errors", language).format(len(self._problems))
        if self.has_scene:
            count = f"{count} {phrases.say('last_scene', language)}"
        p.text(68, 44, count, theme.TX0, 14, False, 0)
        code = self._problems[self.chosen].code
        p.text(width - 24, HEAD / 2, code, theme.TX0, 14, True, 1)

    def _problem(
        self,
        p: Paint,
        form: Form,
        y: float,
        problem: Problem,
        lines: Sequence[tuple[int, str]],
        language: str,
    ) -> float:
        """Write place and reason from y on, and the source; return where the next thing begins."""
        x, width = 32.0, form.width
        place = f"{problem.file}:{problem.line}:{problem.column}:"
        place = fitting.fit_end(p, place, width - 64, 14)
        p.text(x, y, place, theme.ACC, 14, False, 0)
        x += p.width(place, 14) + 8
        path = fitting.fit(p, f"{problem.path}:", width - x - 32, 14, True) if problem.path else ""
        p.text(x, y, path, theme.TX0, 14, True, 0)
        x += p.width(path, 14, True) + 8 * bool(path)
        reason = russian.tell(problem).in_language(language)
        told = [reason]
        if p.width(reason, 14) > width - x - 32:
            y, x = y + ROW, 32.0
            told = fitting.wrap(p, reason, width - 64, 14, False)
        for row, one in enumerate(told):
            p.text(x, y + ROW * row, one, theme.TX0, 14, False, 0)
        y += ROW * (len(told) - 1)
        return self._source(p, width, y + 20, problem, lines, language)

    def _source(
        self,
        p: Paint,
        width: float,
        y: float,
        problem: Problem,
        lines: Sequence[tuple[int, str]],
        language: str,
    ) -> float:
        if not lines:
            return y
        w, h = width - 64, (len(lines) + 1) * ROW + 12
        surface.recessed(p, 32, y, w, h, 6)
        p.clip(33, y + 1, w - 2, h - 2)
        y += 6 + ROW / 2
        for number, text in lines:
            if number != problem.line:
                self._line(p, y, number, text, theme.TX2)
                y += ROW
                continue
            p.fill(33, y - ROW / 2, w - 2, 2 * ROW, theme.BADD)
            p.fill(33, y - ROW / 2, 3, 2 * ROW, theme.BAD)
            self._line(p, y, number, text, theme.TX0)
            self._remark(p, 33 + w - 12, y + ROW, problem, text, language)
            y += 2 * ROW
        p.unclip()
        return y + 8

    @staticmethod
    def _line(p: Paint, y: float, number: int, text: str, colour: int) -> None:
        p.text(84, y, str(number), colour, 14, colour == theme.TX0, 1)
        body = text.lstrip(" ")
        key, colon, rest = body.partition(":")
        x = 112 + 7 * (len(text) - len(body))
        p.source(x, y, key + colon, KEY if colon else theme.TX1)
        p.source(x + p.source_width(key + colon), y, rest, theme.TX1)

    @staticmethod
    def _remark(p: Paint, end: float, y: float, problem: Problem, text: str, language: str) -> None:
        body = text.lstrip(" ")
        indent = len(text) - len(body)
        start = max(problem.column - 1 - indent, 0)
        word = body[start:].split(" ")[0].split(":")[0] or body[start : start + 1]
        x = 112 + 7 * indent + p.source_width(body[:start])
        wide = max(p.source_width(word), 8)
        wave = [(x + 3 * i, y - 10 + (1.5 if i % 2 else -1.5)) for i in range(int(wide / 3) + 1)]
        p.path(wave, theme.BAD, 1.5)
        p.polygon([(x, y + 4), (x + 5, y - 5), (x + 10, y + 4)], theme.BAD)
        x += 18
        if problem.suggestion:
            p.text(x, y, problem.suggestion, theme.OK, 13, True, 0)
        else:
            message = russian.tell(problem).in_language(language)
            message = fitting.fit(p, message, max(end - x, 0.0), 13)
            p.text(x, y, message, theme.TX0, 13, False, 0)

    def _others(
        self, p: Paint, form: Form, y: float, problems: Sequence[Problem], language: str
    ) -> float:
        """Write a line for each of the next problems; return where they end."""
        width, low = form.width, form.head + form.room
        first = min(max(self.chosen - 1, 0), max(len(problems) - 1 - MORE, 0))
        others = [i for i in range(first, len(problems)) if i != self.chosen][:MORE]
        for i in others:
            y += ROW
            if not form.head < y < low:
                continue
            line = russian.line(problems[i]).in_language(language)
            text = fitting.fit(p, line, width - 64, 13)
            imgui.set_cursor_screen_pos(p.snap(32, y - ROW / 2))
            if imgui.invisible_button(f"##problem {i}", ((width - 64) * p.scale, ROW * p.scale)):
                self.chosen = i
            colour = theme.ACC if imgui.is_item_hovered() else theme.TX1
            p.text(32, y, text, colour, 13, False, 0)
        return y + ROW / 2

    def _buttons(
        self,
        p: Paint,
        form: Form,
        problems: Sequence[Problem],
        language: str,
        intents: Intents,
    ) -> None:
        problem = problems[self.chosen]
        widths, named = _widths(p, form, problem, language), _list_buttons(problem)
        has_texts = min(widths.values()) > ICON
        gap = 24 if form.foot else 8
        x = 32.0 if form.foot else form.width - 20 - sum(widths.values()) - (len(named) - 1) * gap
        y = form.tall - 60 if form.foot else 4.0
        clicked = ""
        for name, icon in named:
            text, is_first = phrases.say(name, language), name == named[0][0]
            if button(p, x, y, text, is_first, "" if has_texts else icon, name):
                clicked = name
            x += widths[name] + gap
        if clicked == "open_file":
            intents.open_file = (problem.file, problem.line)
        elif clicked == "copy":
            imgui.set_clipboard_text("\n".join(map(str, problems)))
        escaped = imgui.is_key_pressed(imgui.Key.escape, False)
        intents.close_problems = clicked == "close" or escaped
        if form.foot:
            right, note = form.width - 32, ""
            if named == BUTTONS:
                note = phrases.say("save_again", language)
            lines = fitting.wrap(p, note, right - x, 13, False)
            if len(lines) > 2:
                lines = [fitting.fit(p, note, right - x, 13)]
            top = y + 22 - 10 * len(lines)
            for row, line in enumerate(lines):
                p.text(right, top + 20 * row, line, theme.TX1, 13, False, 1)
            hides = phrases.say("esc_hides", language)
            p.text(right, top + 20 * len(lines), hides, theme.TX2, 13, False, 1)


def _list_buttons(problem: Problem) -> tuple[tuple[str, str], ...]:
    """Return the buttons for a problem: a recording is no text to be opened, mended and saved."""
    return BUTTONS[1:] if problem.file.endswith(RECORDING) else BUTTONS


def _widths(p: Paint, form: Form, problem: Problem, language: str) -> Mapping[str, float]:
    """Return the buttons' widths; in a narrow head they have icons instead of texts."""
    named = _list_buttons(problem)
    widths = {name: button_width(p, phrases.say(name, language)) for name, _ in named}
    if not form.foot and sum(widths.values()) > form.width / 2:
        return dict.fromkeys(widths, ICON)
    return widths


def octagon(p: Paint, x: float, y: float, r: float) -> None:
    """Draw the sign of a fault."""
    k = 0.414 * r
    points = [(k, -r), (r, -k), (r, k), (k, r), (-k, r), (-r, k), (-r, -k), (-k, -r)]
    p.polygon([(x + dx, y + dy) for dx, dy in points], theme.BAD)
    p.line(x - 4, y - 4, x + 4, y + 4, theme.BG0, 2)
    p.line(x - 4, y + 4, x + 4, y - 4, theme.BG0, 2)


def button_width(p: Paint, text: str) -> float:
    """Return the width of a card's button."""
    return max(96, p.width(text, 14, True) + 36)


def button(
    p: Paint,
    x: float,
    y: float,
    text: str,
    is_first: bool = False,
    icon: str = "",
    name: str = "",
) -> bool:
    """Draw a button of the card, or with an `icon` that, whose hint the text is; tell its click."""
    width = ICON if icon else button_width(p, text)
    imgui.set_cursor_screen_pos(p.snap(x, y))
    is_clicked = imgui.invisible_button(f"##{name or text}", (width * p.scale, 40 * p.scale))
    f = _button_face()
    f.is_held, f.hover = imgui.is_item_active(), float(imgui.is_item_hovered())
    buttons.plate(p, f, x, y, width, 40, "" if icon else text, is_first and not f.is_held)
    if icon:
        p.icon(x + width / 2, y + 20, icon, theme.TX0, 14)
        if imgui.is_item_hovered(imgui.HoveredFlags_.for_tooltip):
            imgui.set_tooltip(text)
    return is_clicked


@lru_cache(maxsize=1)
def _button_face() -> Face:
    return Face("", buttons.PLAIN)


def _changed(file: str) -> tuple[int, int]:
    """Return by what a file that was saved is known."""
    try:
        found = Path(file).stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=32)
def read_lines(file: str, line: int, around: int, _: tuple[int, int]) -> Sequence[tuple[int, str]]:
    """Return (number, text) of the lines around a problem; none when the file cannot be read.

    The last argument tells one version of the file from another.
    """
    if file.endswith(RECORDING):  # no text
        return ()
    try:
        lines = Path(file).read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    low, high = max(line - around, 1), min(line + around - 1, len(lines))
    return tuple((i, lines[i - 1].expandtabs(2)[:160]) for i in range(low, high + 1))
