"""Synchronous plots of a recording: traces one below the other on one time axis (ImPlot)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from imgui_bundle import imgui, implot
from numpy.typing import NDArray

from simulator.spec.fields import Text
from simulator.ui import language, theme
from simulator.ui.areas import Box
from simulator.ui.lesson_texts import say
from simulator.ui.paint import Paint

WIDTH, ROW = 560.0, 110.0
Floats = NDArray[np.float64]


class Trace(NamedTuple):
    """A number over time."""

    label: Text
    times: Floats  # (n,) [s]
    values: Floats  # (n,)
    limit: float | None  # drawn as a line
    expert: tuple[Floats, Floats] | None  # times and values of the expert


def draw(
    p: Paint, view: Box, traces: Sequence[Trace], time: float, tongue: str
) -> tuple[bool, float | None]:
    """Draw the window of plots; return whether it stays, and where the time was dragged to."""
    scale = p.scale
    tall = min(44 + ROW * len(traces), view[3] / scale - 220)
    imgui.set_next_window_pos((view[0] + 16 * scale, view[1] + 76 * scale), imgui.Cond_.appearing)
    imgui.set_next_window_size((WIDTH * scale, tall * scale), imgui.Cond_.appearing)
    imgui.set_next_window_bg_alpha(0.93)
    shown, stays = imgui.begin(f"{say('plots', tongue)}###plots", True, _FLAGS)
    sought = None
    if shown and traces:
        sought = _subplots(p, traces, time, tongue)
    imgui.end()
    return bool(stays), sought


_FLAGS = imgui.WindowFlags_.no_saved_settings | imgui.WindowFlags_.no_collapse


def _subplots(p: Paint, traces: Sequence[Trace], time: float, tongue: str) -> float | None:
    sought = None
    flags = implot.SubplotFlags_.link_all_x | implot.SubplotFlags_.no_resize
    if not implot.begin_subplots("##traces", len(traces), 1, (-1, -1), flags):
        return None
    for place, trace in enumerate(traces):
        if not implot.begin_plot(f"##{trace.label.en}", (-1, 0), _PLOT):
            continue
        is_last = place == len(traces) - 1
        bare = implot.AxisFlags_.none if is_last else implot.AxisFlags_.no_tick_labels
        implot.setup_axes("", "", bare, implot.AxisFlags_.auto_fit)
        implot.setup_axis_limits(implot.ImAxis_.x1, 0.0, max(float(trace.times[-1]), 1.0))
        if trace.expert is not None:
            _line(say("expert", tongue), *trace.expert, theme.TX2)
        _line(say("trainee", tongue), trace.times, trace.values, theme.ACC)
        if trace.limit is not None:
            low, high = float(trace.times[0]), float(trace.times[-1])
            edge = np.array([trace.limit, trace.limit])
            _line(say("limit", tongue), np.array([low, high]), edge, theme.WARN)
        colour = imgui.color_convert_u32_to_float4(theme.TX0)
        moved, where, *_ = implot.drag_line_x(1, time, colour, 1.5)
        if moved:
            sought = float(where)
        now = float(np.interp(time, trace.times, trace.values))
        _caption(p, f"{trace.label.in_language(tongue)}   {language.number(now, 2, tongue)}")
        implot.end_plot()
    implot.end_subplots()
    return sought


def _caption(p: Paint, text: str) -> None:
    """Write what a plot shows into its corner."""
    corner = implot.get_plot_pos()
    place = corner.x + 8 * p.scale, corner.y + 4 * p.scale
    size = theme.SIZES["caption"] * theme.EM * p.scale
    implot.get_plot_draw_list().add_text(p.fonts.bold, size, place, theme.TX0, text)


_PLOT = (
    implot.Flags_.no_title
    | implot.Flags_.no_legend
    | implot.Flags_.no_menus
    | implot.Flags_.no_box_select
)


def _line(name: str, times: Floats, values: Floats, colour: int) -> None:
    spec = implot.Spec()
    spec.line_color = imgui.color_convert_u32_to_float4(colour)
    spec.line_weight = 1.6
    implot.plot_line(name, np.ascontiguousarray(times), np.ascontiguousarray(values), spec)
