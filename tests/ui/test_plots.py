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


@pytest.mark.parametrize(("tongue", "half"), [("ru", "0,5"), ("en", "0.5")])
def test_an_axis_has_the_languages_decimals(canvas, monkeypatch, tongue, half):
    seen, ticks = [], implot.setup_axis_ticks

    def note(axis, values, labels):
        seen.append(labels)
        ticks(axis, values, labels)

    monkeypatch.setattr(implot, "setup_axis_ticks", note)
    target = canvas.ctx.simple_framebuffer((1200, 800))
    rows = [make(one) for one in (1.0, 20.0)]
    canvas.frame(target, lambda p: plots.draw(p, (0, 32, 1200, 700), rows, 1.0, tongue), 0.02)
    assert seen == [["0", half, "1"], ["0", "10", "20"]]


@pytest.mark.parametrize(
    ("size", "scale"), [((900, 260), 1.0), ((900, 180), 1.5), ((1280, 300), 2.0)]
)
def test_plots_have_room_in_a_low_view(canvas, monkeypatch, size, scale):
    canvas.set_scale(scale)
    seen, end = [], imgui.end

    def ended():
        seen.append((*imgui.get_window_pos(), *imgui.get_window_size()))
        end()

    monkeypatch.setattr(imgui, "end", ended)
    target = canvas.ctx.simple_framebuffer((1280, 800))
    view = (0, 32, *size)
    for _ in range(3):
        canvas.frame(target, lambda p: plots.draw(p, view, [make(1.0)] * 3, 1.0, "en"), 0.02)
    _, y, _, tall = seen[-1]
    assert y < 32 + 20 * scale and plots.SHORTEST * scale <= tall < 1.5 * plots.SHORTEST * scale
