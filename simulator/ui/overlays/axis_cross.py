"""The small cross of the world's axes in the view's lower left corner."""

import math
from collections.abc import Sequence

from imgui_bundle import imgui

from simulator.ui.areas import Box, Rect
from simulator.ui.painting import theme
from simulator.ui.painting.paint import Paint

APART = 13.0  # of two names from each other
LENGTH, REACH = 30, 86  # of an axis, of the whole from the view's corner
AXES = (("x", theme.BAD), ("y", theme.OK), ("z", theme.INFO))


def draw(p: Paint, box: Box, view: Sequence[Sequence[float]], cover: Rect | None) -> None:
    """Draw the axes as a camera sees them; `view` has rows right, up, back in world axes.

    Where a low view has room for no more than what covers its upper edge, there is none.
    """
    top = box[1] + box[3] - REACH * p.scale
    if cover is not None and cover[0] < box[0] + REACH * p.scale and cover[1] + cover[3] > top:
        return
    p.onto(imgui.get_background_draw_list())
    p.at(box[0], box[1] + box[3])
    right, up, back = view
    ends = [
        (back[i], name, colour, 44 + LENGTH * right[i], -40 - LENGTH * up[i])
        for i, (name, colour) in enumerate(AXES)
    ]
    names = []
    for _, name, colour, x, y in sorted(ends):
        p.line(44, -40, x + 1e-3, y + 1e-3, colour, 2)
        names.append((name, 1.3 * (x - 44), 1.3 * (y + 40)))
    taken: list[tuple[float, float]] = []
    for name, x, y in reversed(names):  # the nearest first
        if (long := math.hypot(x, y)) < APART:  # along the view: no name on another axis
            x, y, long = -APART, APART, math.hypot(APART, APART)
        step = x / long, y / long
        while any(math.hypot(x - left, y - top) < APART for left, top in taken):
            x, y = x + step[0], y + step[1]
        p.text(44 + x, -40 + y, name, theme.TX0, 13, True)
        taken.append((x, y))
