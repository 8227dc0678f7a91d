"""How the window is divided: menu, 3-D view, console, status bar. Boxes in device pixels."""

import math
from typing import NamedTuple

Box = tuple[int, int, int, int]  # x, y, width, height; y grows downwards

MENU, STATUS, TABS = 32, 28, 30
CONSOLE, CONSOLE_COMPACT = 372, 280
TALL = 860  # a window at least this high has room for the full console
MARGIN = 16
LEAST_VIEW = 120


class Areas(NamedTuple):
    """The window's parts; `inset` lies on the view, as does `stage`."""

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
    w = 240 if view[3] / scale < 500 else 480 if view[3] / scale >= 960 else 320
    inset_w, inset_h = _px(w, scale), _px(w * 0.75, scale)
    edge = _px(MARGIN, scale)
    inset = (width - inset_w - edge, menu + edge, inset_w, inset_h)
    low = menu + view[3]
    return Areas(
        (0, 0, width, menu),
        view,
        inset,
        (0, low, width, tabs),
        (0, low + tabs, width, console),
        (0, height - status, width, status),
    )


def lower(parts: Areas, down: int) -> Areas:
    """Return the parts with what lies on the view moved down, below a bar at its head."""
    (x, y, w, h), (left, top, wide, tall) = parts.view, parts.inset
    return parts._replace(view=(x, y + down, w, h - down), inset=(left, top + down, wide, tall))


def _px(length: float, scale: float) -> int:
    return math.floor(length * scale + 0.5)
