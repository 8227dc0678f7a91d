"""Numbers along the axes of plots, in the language's decimals (ImPlot knows none)."""

import math

from imgui_bundle import imgui, implot

from simulator.ui.painting import theme
from simulator.ui.texts import phrases

WIDE, HIGH = 76.0, 30.0  # room of a number along a level and an upright axis, before the scale
STEPS = (1.0, 2.0, 5.0, 10.0)
PLAIN = implot.Flags_.no_mouse_text  # for plots whose pointer is shown by `show_pointer`


def number(axis: implot.ImAxis_, scale: float, language: str) -> None:
    """Write round numbers along an axis of the plot that is being set up, as it was shown last."""
    shown = _find(axis)
    room = shown.pixel_size() / (scale * (WIDE if axis < implot.ImAxis_.y1 else HIGH))
    low, high = shown.range.min, shown.range.max
    step, decimals = find_step(low, high, max(room, 2.0))
    rows = range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)
    words = [phrases.number(row * step, decimals, language) for row in rows]
    implot.setup_axis_ticks(axis, [row * step for row in rows], words)


def show_pointer(language: str) -> None:
    """Write where the pointer is into the corner of the plot that has been drawn."""
    if not implot.is_plot_hovered():
        return
    words, where = [], implot.get_plot_mouse_pos()
    for axis, value in ((implot.ImAxis_.x1, where.x), (implot.ImAxis_.y1, where.y)):
        shown = _find(axis)
        pixels = max(shown.pixel_size(), 2.0)
        _, decimals = find_step(shown.range.min, shown.range.max, pixels)
        words.append(phrases.number(value, decimals, language))
    text = ("; " if language == "ru" else ", ").join(words)
    place, size, room = implot.get_plot_pos(), implot.get_plot_size(), imgui.calc_text_size(text)
    gap = 0.5 * room.y
    corner = place.x + size.x - room.x - gap, place.y + size.y - room.y - gap
    implot.get_plot_draw_list().add_text(corner, theme.TX1, text)


def find_step(low: float, high: float, count: float) -> tuple[float, int]:
    """Return a round step of which about so many reach from low to high, and its decimals."""
    least = max((high - low) / count, 1e-9 * max(abs(low), abs(high), 1e-3))
    power = math.floor(math.log10(least))
    step = next(one for one in STEPS if one * 10.0**power >= least * (1.0 - 1e-9)) * 10.0**power
    return step, max(-math.floor(math.log10(step) + 1e-9), 0)


def _find(axis: implot.ImAxis_) -> implot.internal.Axis:
    plot = implot.internal.get_current_plot()
    first = implot.ImAxis_.y1
    return plot.x_axis(axis) if axis < first else plot.y_axis(axis - first)
