"""A sheet in the middle of the darkened window: a content that scrolls, buttons at its foot."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from simulator.ui.areas import Rect
from simulator.ui.pages.error_card import button, button_width
from simulator.ui.painting import fitting, scrolling, surface, theme, windows
from simulator.ui.painting.paint import Paint
from simulator.ui.painting.scrolling import BAR, MORE, Scroll
from simulator.ui.texts.lessons import say

DIM = theme.rgb("#07090C", 0.62)
NARROW = 320.0  # a title with less room is written smaller
ROOMY = 600.0, 500.0  # a window at least so wide, so high, leaves broad margins
BUTTON, HINT = 40.0, 26.0  # height of a button, and of the line that tells how to scroll
Content = Callable[[float, float, float], float]  # draws from (x, y) as wide; returns the y below


class Sheet(NamedTuple):
    """What a sheet is beside its content."""

    name: str
    most: float  # as wide as it may be
    least: float  # as high as it is at least, where the window has room
    colour: int
    buttons: Sequence[str]  # names of their texts
    first: str  # the button that is lit
    keys: Sequence[str]  # names of the texts that tell the keys of the buttons


def show(
    p: Paint, size: tuple[int, int], sheet: Sheet, content: Content, scroll: Scroll, language: str
) -> str:
    """Draw a sheet; return the button that was clicked, or ""."""
    width, height = size[0] / p.scale, size[1] / p.scale
    is_wide, is_high = width >= ROOMY[0], height >= ROOMY[1]
    pad, gap, rim = (32.0 if is_wide else 20.0), (16.0 if is_wide else 8.0), 12.0 + 12.0 * is_high
    wide = min(sheet.most, width - (64 if is_wide else 16))
    inner = wide - 2 * pad
    lines = _lines(p, sheet.buttons, inner, gap, language)
    foot = len(lines) * (BUTTON + 8) - 8 + 2 * rim
    need = _measured(p, content, inner)
    tall = min(max(need + foot, sheet.least), height - (64 if is_high else 16))
    x, y = (width - wide) / 2, (height - tall) / 2
    with _ground(p, size, sheet, (x, y, wide, tall)):
        with _scrolled(p, (x, y, wide, tall - foot), need, scroll, language) as top:
            content(x + pad, top, inner)
        top, asked, end = y + tall - foot + rim, "", 0.0
        for line in lines:
            for name, left in line:
                text = say(name, language)
                if button(p, x + pad + left, top, text, name == sheet.first):
                    asked = name
                end = left + button_width(p, text)
            top += BUTTON + 8
        keys = "    ".join(say(name, language) for name in sheet.keys)
        if p.width(keys, 13) < inner - end - 16:
            p.text(x + wide - pad, top - 28, keys, theme.TX2, 13, False, 1)
    return asked


def title(p: Paint, x: float, y: float, room: float, text: str) -> float:
    """Write a sheet's title from the middle of its first line; return where the next one is."""
    letters = 26 if room >= NARROW else 20
    for line in fitting.wrap(p, text, room, letters, True):
        p.text(x, y, line, theme.TX0, letters, True, 0)
        y += letters + 6
    return y


def _lines(
    p: Paint, names: Sequence[str], room: float, gap: float, language: str
) -> list[list[tuple[str, float]]]:
    """Return buttons in as many lines as they need, each with where it begins."""
    lines: list[list[tuple[str, float]]] = [[]]
    left = 0.0
    for name in names:
        wide = button_width(p, say(name, language))
        if left > 0.0 and left + wide > room:
            lines.append([])
            left = 0.0
        lines[-1].append((name, left))
        left += wide + gap
    return lines


def _measured(p: Paint, content: Content, wide: float) -> float:
    """Return how high a content stands: it is drawn on a list that nobody sees."""
    aside = windows.make_list()
    aside.push_clip_rect((0, 0), (1, 1))
    p.onto(aside)
    p.at(0, 0)
    return content(0.0, 0.0, wide)


@contextmanager
def _ground(p: Paint, size: tuple[int, int], sheet: Sheet, box: Rect) -> Iterator[None]:
    """Darken the window and draw the empty sheet; what follows is drawn on it."""
    x, y, wide, tall = box
    with windows.opened(f"##{sheet.name}", (0, 0, *size), is_top=True) as commands:
        p.onto(commands)
        p.at(0, 0)
        p.fill(0, 0, size[0] / p.scale, size[1] / p.scale, DIM)
        surface.shadow(p, x, y, wide, tall, 12)
        p.gradient(x, y, wide, tall, theme.CARD, 12)
        p.fill(x, y + 12, 4, tall - 24, sheet.colour, 2)
        p.outline(x, y, wide, tall, theme.LINE2, 12)
        yield


@contextmanager
def _scrolled(p: Paint, box: Rect, need: float, scroll: Scroll, language: str) -> Iterator[float]:
    """Clip a content that is `need` high to a box; yield where it begins.

    Where it does not fit, it scrolls, and a line below tells so.
    """
    x, y, wide, room = box
    if need > room:
        room -= HINT
        p.fill(x + 12, y + room, wide - 24, 1, theme.LINE)
        hint = MORE.in_language(language)
        p.text(x + wide - 20, y + room + HINT / 2, hint, theme.TX2, 13, False, 1)
    hidden = max(need - room, 0.0)
    way = scroll.turn(hidden, room)
    if hidden:
        scrolling.bar(p, x + wide - 5 - BAR, y + 12, room - 18, hidden, way)
    p.clip(x, y + 1, wide, room - 1)
    yield y - way
    p.unclip()
