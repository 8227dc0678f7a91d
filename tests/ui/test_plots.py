"""Plots of a played recording in small windows: everything is readable, and can be reached."""

import numpy as np
import pytest
from imgui_bundle import imgui, implot

from simulator.spec.fields import Text
from simulator.ui.pages import plots
from simulator.ui.pages.plots import Trace

TIMES = np.linspace(0.0, 10.0, 101)


def make(high, limit=None, expert=None):
    other = (TIMES, np.full(101, expert)) if expert is not None else None
    return Trace(Text(ru="Ряд", en=f"Row {high}"), TIMES, high * TIMES / 10.0, limit, other)


@pytest.mark.parametrize(
    ("trace", "top"),
    [
        (make(0.0), 1.0),
        (make(0.45), 0.6),
        (make(1.0), 1.0),
        (make(7.0), 8.0),
        (make(0.3, limit=12.0), 20.0),
        (make(0.3, expert=0.35), 0.4),
    ],
)
def test_an_axis_ends_at_a_round_number(trace, top):
    assert plots.find_top(trace) == pytest.approx(top)


@pytest.mark.parametrize("tall", [340, 700])
def test_rows_keep_their_height_in_a_small_view(canvas, monkeypatch, tall):
    heights, begin = [], implot.begin_plot

    def note(title, size, flags):
        shown = begin(title, size, flags)
        if shown:
            heights.append(imgui.get_item_rect_size().y)
        return shown

    monkeypatch.setattr(implot, "begin_plot", note)
    target = canvas.ctx.simple_framebuffer((1200, 800))
    rows, before = [make(one) for one in (1.0, 2.0, 3.0)], implot.get_input_map().zoom_mod
    view = (0, 32, 1200, tall)
    for _ in range(3):
        canvas.frame(target, lambda p: plots.draw(p, view, rows, 1.0, "en"), 0.02)
    assert len(heights) == 9 and min(heights) > 80
    assert implot.get_input_map().zoom_mod == before
