"""Synchronous plots of a recording: traces one below the other on one time axis (ImPlot)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from imgui_bundle import imgui, implot
from numpy.typing import NDArray

from simulator.spec.fields import Text
from simulator.ui.areas import Box
from simulator.ui.painting import axes, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases
from simulator.ui.texts.lessons import say

WIDTH, ROW, LEAST = 560.0, 110.0, 92.0  # a row is LEAST high; more than have room are scrolled
MARGIN, TOP, FOOT = 16.0, 12.0, 10.0  # round the window of plots; below it is the time line
BAR = 134.0  # room of that, where nobody says otherwise
WHOLE, SHORTEST = 300.0, 120.0  # least height of a view below the task; of the window
ROUND = (1.0, 2.0, 4.0, 6.0, 8.0, 10.0)  # ends of an axis, with round halves
Floats = NDArray[np.float64]


class Trace(NamedTuple):
    """A number over time, never below 0."""

    label: Text
    times: Floats  # (n,) [s]
    values: Floats  # (n,)
    limit: float | None  # drawn as a line
    expert: tuple[Floats, Floats] | None  # times and values of the expert


class PlotsWindow:
    """The window of plots: where a hand has put it, until the view changes its size."""

    def __init__(self) -> None:
        self._fitted: tuple[float, ...] = ()

    def draw(
        self,
        p: Paint,
        view: Box,
        traces: Sequence[Trace],
        time: float,
        language: str,
        bar: float = BAR,
    ) -> tuple[bool, float | None]:
        """Draw the window above the time line's bar; return whether it stays, and a moment.

        `bar` is how much of the view that takes [design px], the moment where the time was
        dragged to, if it was.
        """
        scale = p.scale
        wide, high = view[2] / scale, view[3] / scale
        tall = max(min(44 + ROW * len(traces), high - TOP - FOOT - bar), SHORTEST)
        place = view[0] + MARGIN * scale, view[1] + TOP * scale
        size = min(WIDTH, wide - 2 * MARGIN) * scale, tall * scale
        is_fitted = (*place, *size) == self._fitted
        self._fitted = (*place, *size)
        when = imgui.Cond_.appearing if is_fitted else imgui.Cond_.always
        imgui.set_next_window_pos(place, when)
        imgui.set_next_window_size(size, when)
        imgui.set_next_window_bg_alpha(0.93)
        shown, stays = imgui.begin(f"{say('plots', language)}###plots", True, _FLAGS)
        sought = None
        if shown and traces:
            sought = _subplots(p, traces, time, language)
        imgui.end()
        return bool(stays), sought


_FLAGS = imgui.WindowFlags_.no_saved_settings | imgui.WindowFlags_.no_collapse


def find_top(trace: Trace) -> float:
    """Return a round number that nothing of a trace is above."""
    found = [trace.values, *(trace.expert[1:] if trace.expert else ())]
    high = max(float(np.max(values, initial=0.0)) for values in found)
    high = max(high, trace.limit or 0.0)
    if high < 1e-9:
        return 1.0
    power = 10.0 ** np.floor(np.log10(high))
    return float(next(one for one in ROUND if one * power >= high * (1.0 - 1e-9)) * power)


def _subplots(p: Paint, traces: Sequence[Trace], time: float, language: str) -> float | None:
    sought, room = None, imgui.get_content_region_avail().y
    tall = max(room, LEAST * p.scale * len(traces))
    flags = implot.SubplotFlags_.link_all_x | implot.SubplotFlags_.no_resize
    if not implot.begin_subplots("##traces", len(traces), 1, (-1, tall), flags):
        return None
    keys = implot.get_input_map()  # the wheel scrolls the window where it has to, else it zooms
    before, keys.zoom_mod = keys.zoom_mod, int(imgui.Key.mod_ctrl) if tall > room else 0
    for place, trace in enumerate(traces):
        now = phrases.number(float(np.interp(time, trace.times, trace.values)), 2, language)
        title = f"{trace.label.in_language(language)}   {now}###{trace.label.en}"
        if not implot.begin_plot(title, (-1, 0), _PLOT):
            continue
        is_last = place == len(traces) - 1
        bare = implot.AxisFlags_.none if is_last else implot.AxisFlags_.no_tick_labels
        implot.setup_axes("", "", bare, implot.AxisFlags_.none)
        top = find_top(trace)
        implot.setup_axis_limits(implot.ImAxis_.y1, -0.05 * top, 1.05 * top, imgui.Cond_.always)
        ticks = [0.0, top / 2.0, top]
        words = [phrases.shortest(one, language) for one in ticks]
        implot.setup_axis_ticks(implot.ImAxis_.y1, ticks, words)
        implot.setup_axis_limits(implot.ImAxis_.x1, 0.0, max(float(trace.times[-1]), 1.0))
        axes.number(implot.ImAxis_.x1, p.scale, language)
        if trace.expert is not None:
            _line(say("expert", language), *trace.expert, theme.TX2)
        _line(say("trainee", language), trace.times, trace.values, theme.ACC)
        if trace.limit is not None:
            low, high = float(trace.times[0]), float(trace.times[-1])
            edge = np.array([trace.limit, trace.limit])
            _line(say("limit", language), np.array([low, high]), edge, theme.WARN)
        colour = imgui.color_convert_u32_to_float4(theme.TX0)
        moved, where, *_ = implot.drag_line_x(1, time, colour, 1.5)
        if moved:
            sought = float(where)
        axes.show_pointer(language)
        implot.end_plot()
    implot.end_subplots()
    keys.zoom_mod = before
    return sought


_PLOT = axes.PLAIN | implot.Flags_.no_legend | implot.Flags_.no_menus | implot.Flags_.no_box_select


def _line(name: str, times: Floats, values: Floats, colour: int) -> None:
    spec = implot.Spec()
    spec.line_color = imgui.color_convert_u32_to_float4(colour)
    spec.line_weight = 1.6
    implot.plot_line(name, np.ascontiguousarray(times), np.ascontiguousarray(values), spec)
