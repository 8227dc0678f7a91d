"""The small cross of the world's axes in the view's lower left corner."""

from collections.abc import Sequence

from imgui_bundle import imgui

from simulator.ui.areas import Box
from simulator.ui.painting import theme
from simulator.ui.painting.paint import Paint

LENGTH = 30
AXES = (("x", theme.BAD), ("y", theme.OK), ("z", theme.INFO))


def draw(p: Paint, box: Box, view: Sequence[Sequence[float]]) -> None:
    """Draw the axes as a camera sees them; `view` has rows right, up, back in world axes."""
    p.onto(imgui.get_background_draw_list())
    p.at(box[0], box[1] + box[3])
    right, up, back = view
    ends = [
        (back[i], name, colour, 44 + LENGTH * right[i], -40 - LENGTH * up[i])
        for i, (name, colour) in enumerate(AXES)
    ]
    for _, name, colour, x, y in sorted(ends):
        p.line(44, -40, x + 1e-3, y + 1e-3, colour, 2)
        p.text(44 + (x - 44) * 1.3, -40 + (y + 40) * 1.3, name, theme.TX0, 13, True)
