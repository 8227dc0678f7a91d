"""How the window is divided: menu, 3-D view, console, status bar. Boxes in device pixels."""

import math
from typing import NamedTuple

Box = tuple[int, int, int, int]  # x, y, width, height in device pixels; y grows downwards
Rect = tuple[float, float, float, float]  # the same where parts of a pixel count

MENU, STATUS, TABS = 32, 28, 30
CONSOLE, CONSOLE_COMPACT = 372, 280
TALL = 860  # a window at least this high has room for the full console
MARGIN = 16
LEAST_VIEW = 120
INSET_SHARE, LEAST_INSET = 0.4, 112  # of the view's width at most; narrower there is none


class Areas(NamedTuple):
    """The window's parts; `inset` lies on the view, and is empty where that has no room."""

    menu: Box
    view: Box
    inset: Box
    tabs: Box
    console: Box
    status: Box


def divide(
    size: tuple[int, int], scale: float, with_console: bool = True, with_tabs: bool = False
) -> Areas:
    """Divide a window of this size (device pixels) at a scale of 1 to 2."""
    width, height = size
    menu, status = _px(MENU, scale), _px(STATUS, scale)
    full = CONSOLE if height / scale >= TALL else CONSOLE_COMPACT
    console = _px(full, scale) if with_console else 0
    tabs = _px(TABS, scale) if with_tabs else 0
    console = max(0, min(console, height - menu - status - tabs - _px(LEAST_VIEW, scale)))
    view = (0, menu, width, max(height - menu - status - console - tabs, 1))
    low = menu + view[3]
    return Areas(
        (0, 0, width, menu),
        view,
        _inset(view, scale),
        (0, low, width, tabs),
        (0, low + tabs, width, console),
        (0, height - status, width, status),
    )


def _inset(view: Box, scale: float, foot: float = 0.0) -> Box:
    """Return where the inset is in the view's upper right corner, away from its other edges."""
    wide, tall = view[2] / scale, view[3] / scale
    w = 240 if tall < 500 else 480 if tall >= 960 else 320
    w = min(w, INSET_SHARE * wide, (tall - foot - 2 * MARGIN) / 0.75)
    w = w if w >= LEAST_INSET else 0.0
    inset_w, edge = _px(w, scale), _px(MARGIN, scale)
    return view[0] + view[2] - inset_w - edge, view[1] + edge, inset_w, _px(w * 0.75, scale)


def lower(parts: Areas, down: int, scale: float) -> Areas:
    """Return the parts with what lies on the view moved down, below a bar at its head."""
    x, y, w, h = parts.view
    view = x, y + down, w, max(h - down, 1)
    return parts._replace(view=view, inset=_inset(view, scale))


def with_foot(parts: Areas, foot: float, scale: float) -> Areas:
    """Return the parts with the inset above a bar at the view's foot, so high [design px]."""
    return parts._replace(inset=_inset(parts.view, scale, foot))


def between(parts: Areas, left: int, right: int) -> Areas:
    """Return the parts with tabs and console between columns so wide [device px]."""
    wide = parts.status[2] - left - right
    tabs, console = ((left, y, wide, h) for _, y, _, h in (parts.tabs, parts.console))
    return parts._replace(tabs=tabs, console=console)


def beside(parts: Areas, left: int, bar: int) -> Areas:
    """Return the parts with tabs and console right of a column so wide [device px].

    What is above and below the tabs, but for a bar at the view's head, has the same height.
    """
    x, y, wide, tall = parts.view
    more = max((parts.console[3] - (tall - bar)) // 2, 0)
    _, at, _, high = parts.tabs
    _, low, _, whole = parts.console
    tabs = left, at + more, wide - left, high
    console = left, low + more, wide - left, whole - more
    return parts._replace(view=(x, y, wide, tall + more), tabs=tabs, console=console)


def below(view: Box, cover: Rect | None, least: float) -> Box:
    """Return the part of a view below what covers its head; all of it if less than `least` is left.

    A cover is a box in device pixels, and `least` a height in them.
    """
    if cover is None:
        return view
    x, y, wide, tall = view
    down = math.ceil(cover[1] + cover[3]) - y
    return (x, y + down, wide, tall - down) if tall - down >= least else view


def _px(length: float, scale: float) -> int:
    return math.floor(length * scale + 0.5)
