"""The card that explains why a file was not loaded: place, reason, source, remedy."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from imgui_bundle import imgui

from simulator.spec.errors import Problem
from simulator.ui.areas import Box
from simulator.ui.intents import Intents
from simulator.ui.painting import fitting, surface, theme, windows
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases
from simulator.ui.widgets import buttons
from simulator.ui.widgets.face import Face

WIDTH, HEAD, ROW, AROUND = 960, 62, 22, 3
GROUND = (theme.rgb("#12171C"), theme.rgb("#191F26"))
HEAD_GROUND = theme.rgb("#3D1718")
DIM = theme.rgb("#07090C", 0.5)
KEY = theme.rgb("#9CCBDD")
MORE = 3


class ErrorCard:
    """Shows a problem at a time; a click on another one's line turns to it."""

    def __init__(self) -> None:
        self.chosen = 0
        self._problems: Sequence[Problem] = ()

    def draw(
        self, p: Paint, view: Box, problems: Sequence[Problem], language: str, intents: Intents
    ) -> None:
        """Draw the card over the view and write what was clicked into `intents`."""
        if problems is not self._problems:
            self._problems, self.chosen = problems, 0
        width = min(WIDTH, view[2] / p.scale - 32)
        scale = p.scale
        room = view[3] / scale - 32
        bare = HEAD + 80 + self._rows() * ROW + 76
        around = min(max(int((room - bare) / ROW / 2), 1), AROUND)
        lines = read_lines(problems[self.chosen].file, problems[self.chosen].line, around)
        tall = min(bare + (len(lines) + 1) * ROW, room)
        left = view[0] + (view[2] - width * scale) / 2
        top = view[1] + max((view[3] - tall * scale) / 3, 16 * scale)
        with windows.opened("##error", view, is_top=True) as commands:
            p.onto(commands)
            p.at(view[0], view[1])
            p.fill(0, 0, view[2] / scale, view[3] / scale, DIM)
            p.at(left, top)
            self._frame(p, width, tall, language)
            y = self._problem(p, width, problems[self.chosen], lines)
            self._others(p, width, y, problems)
            self._buttons(p, width, tall, problems, language, intents)

    def _rows(self) -> int:
        return min(len(self._problems) - 1, MORE)

    def _frame(self, p: Paint, width: float, tall: float, language: str) -> None:
        surface.shadow(p, 0, 0, width, tall, 12)
        p.gradient(0, 0, width, tall, GROUND, 12)
        p.fill(0, 0, width, HEAD, HEAD_GROUND, 12, "top")
        p.fill(0, 10, 4, tall - 20, theme.BAD)
        p.outline(0, 0, width, tall, theme.LINE2, 12)
        octagon(p, 40, HEAD / 2, 15)
        p.text(68, 22, phrases.say("error_title", language), theme.TX0, 18, True, 0)
        count = phrases.say("errors", language).format(len(self._problems))
        p.text(68, 44, count, theme.TX0, 14, False, 0)
        code = self._problems[self.chosen].code
        p.text(width - 24, HEAD / 2, code, theme.TX0, 14, True, 1)

    def _problem(
        self, p: Paint, width: float, problem: Problem, lines: Sequence[tuple[int, str]]
    ) -> float:
        x, y = 32.0, HEAD + 28.0
        place = f"{problem.file}:{problem.line}:{problem.column}:"
        place = fitting.fit(p, place, width - 64, 14)
        p.text(x, y, place, theme.ACC, 14, False, 0)
        x += p.width(place, 14) + 8
        path = fitting.fit(p, f"{problem.path}:", width - x - 32, 14, True) if problem.path else ""
        p.text(x, y, path, theme.TX0, 14, True, 0)
        x += p.width(path, 14, True) + 8 * bool(path)
        reason = problem.told
        fitted = fitting.fit(p, reason, width - x - 32, 14)
        if fitted != reason:
            y, x = y + ROW, 32.0
            fitted = fitting.fit(p, reason, width - 64, 14)
        p.text(x, y, fitted, theme.TX0, 14, False, 0)
        return self._source(p, width, y + 20, problem, lines)

    def _source(
        self,
        p: Paint,
        width: float,
        y: float,
        problem: Problem,
        lines: Sequence[tuple[int, str]],
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
            self._remark(p, y + ROW, problem, text)
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
    def _remark(p: Paint, y: float, problem: Problem, text: str) -> None:
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
            p.text(x, y, problem.message, theme.TX0, 13, False, 0)

    def _others(self, p: Paint, width: float, y: float, problems: Sequence[Problem]) -> None:
        first = min(max(self.chosen - 1, 0), max(len(problems) - 1 - MORE, 0))
        others = [i for i in range(first, len(problems)) if i != self.chosen][:MORE]
        for i in others:
            y += ROW
            text = fitting.fit(p, str(problems[i]), width - 64, 13)
            imgui.set_cursor_screen_pos(p.snap(32, y - ROW / 2))
            if imgui.invisible_button(f"##problem {i}", ((width - 64) * p.scale, ROW * p.scale)):
                self.chosen = i
            colour = theme.ACC if imgui.is_item_hovered() else theme.TX1
            p.text(32, y, text, colour, 13, False, 0)

    def _buttons(
        self,
        p: Paint,
        width: float,
        tall: float,
        problems: Sequence[Problem],
        language: str,
        intents: Intents,
    ) -> None:
        x, y = 32.0, tall - 60
        problem = problems[self.chosen]
        if button(p, x, y, phrases.say("open_file", language), True):
            intents.open_file = (problem.file, problem.line)
        x += 24 + button_width(p, phrases.say("open_file", language))
        if button(p, x, y, phrases.say("copy", language)):
            imgui.set_clipboard_text("\n".join(map(str, problems)))
        x += 24 + button_width(p, phrases.say("copy", language))
        closed = button(p, x, y, phrases.say("close", language))
        intents.close_problems = closed or imgui.is_key_pressed(imgui.Key.escape, False)
        x += 24 + button_width(p, phrases.say("close", language))
        note = fitting.fit(p, phrases.say("save_again", language), width - 32 - x, 13)
        p.text(width - 32, y + 12, note, theme.TX1, 13, False, 1)
        p.text(width - 32, y + 32, phrases.say("esc_hides", language), theme.TX2, 13, False, 1)


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
    name: str = "",
    width: float = 0.0,
) -> bool:
    """Draw a button of the card, as wide as its text needs or as given; tell if it was clicked."""
    width = width or button_width(p, text)
    imgui.set_cursor_screen_pos(p.snap(x, y))
    is_clicked = imgui.invisible_button(f"##{name or text}", (width * p.scale, 40 * p.scale))
    f = _button_face()
    f.is_held, f.hover = imgui.is_item_active(), float(imgui.is_item_hovered())
    buttons.plate(p, f, x, y, width, 40, text, is_first and not f.is_held)
    return is_clicked


@lru_cache(maxsize=1)
def _button_face() -> Face:
    return Face("", buttons.PLAIN)


@lru_cache(maxsize=32)
def read_lines(file: str, line: int, around: int) -> Sequence[tuple[int, str]]:
    """Return (number, text) of the lines around a problem; none when the file cannot be read."""
    try:
        lines = Path(file).read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    low, high = max(line - around, 1), min(line + around - 1, len(lines))
    return tuple((i, lines[i - 1].expandtabs(2)[:160]) for i in range(low, high + 1))
