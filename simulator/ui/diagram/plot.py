"""Plots of the signals that were chosen in the diagram: traces, a cursor, export (ImPlot)."""

import numpy as np
from imgui_bundle import imgui, implot
from numpy.typing import NDArray

from simulator.editor.board import Board
from simulator.ui.areas import Rect
from simulator.ui.editing import controls
from simulator.ui.painting import axes, theme, windows
from simulator.ui.painting.fitting import fit
from simulator.ui.painting.paint import Paint
from simulator.ui.texts.diagram import figure, say

COLOURS = (
    theme.ACC, theme.WARN, theme.ARRAY, theme.OK, theme.INFO, theme.BAD, theme.TX0, theme.YELLOW,
    theme.FORCED,
)  # fmt: skip
SPAN, LIST = 20.0, 220.0
Floats = NDArray[np.float64]


class Plots:
    """Where the cursor stands; `box` is where the plots were drawn last."""

    def __init__(self) -> None:
        self.cursor: float | None = None  # [s] before now, negative
        self.box: Rect = (0.0, 0.0, 1.0, 1.0)

    def draw(self, p: Paint, box: Rect, board: Board, language: str) -> str:
        """Draw the strip; return "csv" or "png" where that was asked."""
        self.box = box
        asked = ""
        with windows.opened("##diagram plots", box) as commands:
            w, h = p.over(commands, box)
            p.fill(0, 0, w, h, theme.BG1)
            p.fill(0, 0, w, 1, theme.LINE)
            asked = self._list(p, h, board, language)
            imgui.set_cursor_screen_pos(p.snap(LIST, 8))
            self._plot(p, (w - LIST - 8, h - 12), board, language)
        return asked

    def _list(self, p: Paint, h: float, board: Board, language: str) -> str:
        p.capitals(16, 20, say("signals", language), theme.TX2)
        y = 36.0
        for row, name in enumerate(board.traces):
            clicked, is_over = controls.row_button(p, 8, y, LIST - 16, 22, f"trace {name}")
            p.fill(18, y + 10, 22, 3, COLOURS[row], 1)
            text = figure(self._value(board, name), "number", language)
            room = LIST - 74 - p.width(text, 13, True)
            p.text(48, y + 11, fit(p, name, room, 13), theme.TX1, 13, False, 0)
            right = "×" if is_over else text
            p.text(LIST - 18, y + 11, right, theme.TX0, 13, True, 1)
            if clicked:
                if name == board.signal:
                    board.signal = ""
                if name in board.plotted:
                    board.plot(name)
            y += 22
        asked, x = "", 12.0
        for key, wide in (("export_csv", 48.0), ("export_png", 48.0), ("clear", LIST - 132)):
            if controls.button(p, x, h - 44, wide, say(key, language)):
                asked = key.removeprefix("export_")
            x += wide + 6
        if asked == "clear":
            board.plotted, board.signal, asked = [], "", ""
        return asked

    def _value(self, board: Board, name: str) -> float | None:
        """Return a signal's value at the cursor, now where there is none."""
        if self.cursor is None:
            return board.live.read(name)
        times, values = board.history.trace(name)
        if not len(times):
            return None
        at = int(np.searchsorted(times, times[-1] + self.cursor))
        return float(values[min(max(at, 0), len(values) - 1)])

    def _plot(self, p: Paint, size: tuple[float, float], board: Board, language: str) -> None:
        flags = axes.PLAIN | implot.Flags_.no_title | implot.Flags_.no_legend
        flags |= implot.Flags_.no_menus
        pixels = (size[0] * p.scale, size[1] * p.scale)
        if not implot.begin_plot("##plot", pixels, flags):
            return
        implot.setup_axes("", "")
        implot.setup_axis_limits(implot.ImAxis_.x1, -SPAN, 0.0)
        low, high = _bounds([board.history.trace(name, SPAN)[1] for name in board.traces])
        implot.setup_axis_limits(implot.ImAxis_.y1, low, high, imgui.Cond_.always)
        for axis in (implot.ImAxis_.x1, implot.ImAxis_.y1):
            axes.number(axis, p.scale, language)
        for row, name in enumerate(board.traces):
            times, values = board.history.trace(name)
            known = ~np.isnan(values)
            if known.any():
                spec = implot.Spec()
                spec.line_color = imgui.color_convert_u32_to_float4(COLOURS[row])
                spec.line_weight = 1.8 * p.scale
                xs = np.ascontiguousarray(times[known] - times[-1])
                implot.plot_line(name, xs, np.ascontiguousarray(values[known]), spec)
        if implot.is_plot_hovered():
            where = implot.get_plot_mouse_pos().x
            self.cursor = float(min(where, 0.0))
            colour = imgui.color_convert_u32_to_float4(theme.TX0)
            spec = implot.Spec()
            spec.line_color = colour
            implot.plot_inf_lines("##cursor", np.array([self.cursor]), spec)
        else:
            self.cursor = None
        axes.show_pointer(language)
        implot.end_plot()


def _bounds(traces: list[Floats]) -> tuple[float, float]:
    """Return what the axis has to reach to show all values, with some room around."""
    known = [trace[~np.isnan(trace)] for trace in traces]
    low = min((float(one.min()) for one in known if one.size), default=0.0)
    high = max((float(one.max()) for one in known if one.size), default=1.0)
    room = 0.08 * (high - low) or max(0.5, 0.1 * abs(high))
    return low - room, high + room
