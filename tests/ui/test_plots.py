"""Plots of a played recording in small windows: everything is readable, and can be reached."""

import numpy as np
import pytest
from imgui_bundle import imgui, implot

from simulator.spec.fields import Text
from simulator.ui.pages import plots, timeline_bar
from simulator.ui.pages.plots import PlotsWindow, Trace
from simulator.ui.pages.timeline_bar import Film
from simulator.ui.painting import axes

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
    window = PlotsWindow()
    rows, before = [make(one) for one in (1.0, 2.0, 3.0)], implot.get_input_map().zoom_mod
    view = (0, 32, 1200, tall)
    for _ in range(3):
        canvas.frame(target, lambda p: window.draw(p, view, rows, 1.0, "en"), 0.02)
    assert len(heights) == 9 and min(heights) > 80
    assert implot.get_input_map().zoom_mod == before


@pytest.mark.parametrize(("language", "half"), [("ru", "0,5"), ("en", "0.5")])
def test_an_axis_has_the_languages_decimals(canvas, monkeypatch, language, half):
    seen, ticks = [], implot.setup_axis_ticks

    def note(axis, values, labels):
        seen.append(labels)
        ticks(axis, values, labels)

    monkeypatch.setattr(implot, "setup_axis_ticks", note)
    target, window = canvas.ctx.simple_framebuffer((1200, 800)), PlotsWindow()
    rows = [make(one) for one in (1.0, 20.0)]
    canvas.frame(target, lambda p: window.draw(p, (0, 32, 1200, 700), rows, 1.0, language), 0.02)
    assert seen[::2] == [["0", half, "1"], ["0", "10", "20"]]


@pytest.mark.parametrize(("language", "mark"), [("ru", ","), ("en", ".")])
def test_a_zoomed_axis_of_time_has_the_languages_decimals(canvas, monkeypatch, language, mark):
    seen, ticks, begin = [], implot.setup_axis_ticks, implot.begin_plot

    def note(axis, values, labels):
        seen.append(labels)
        ticks(axis, values, labels)

    def zoom(title, size, flags):
        implot.set_next_axis_limits(implot.ImAxis_.x1, 3.12, 3.58, imgui.Cond_.always)
        return begin(title, size, flags)

    monkeypatch.setattr(implot, "setup_axis_ticks", note)
    monkeypatch.setattr(implot, "begin_plot", zoom)
    target, window = canvas.ctx.simple_framebuffer((1200, 800)), PlotsWindow()
    for _ in range(3):
        seen.clear()
        canvas.frame(target, lambda p: window.draw(p, (0, 32, 1200, 700), [make(1.0)], 1, language))
    assert seen[1] == [f"3{mark}{rest}" for rest in (2, 3, 4, 5)]


@pytest.mark.parametrize(
    ("low", "high", "count", "found"),
    [
        (0.0, 10.0, 5.0, (2.0, 0)),
        (-20.0, 0.0, 2.0, (10.0, 0)),
        (3.1, 3.36, 3.0, (0.1, 1)),
        (0.0213, 0.0227, 4.0, (0.0005, 4)),
        (1e6, 1.4e6, 2.0, (2e5, 0)),
        (7.0, 7.0, 9.0, (1e-8, 8)),
    ],
)
def test_an_axis_has_round_numbers(low, high, count, found):
    assert axes.find_step(low, high, count) == (pytest.approx(found[0]), found[1])


@pytest.mark.parametrize(("language", "shown"), [("ru", "5,01; 0,52"), ("en", "5.01, 0.52")])
def test_the_pointers_place_has_the_languages_decimals(canvas, monkeypatch, language, shown):
    seen = []
    monkeypatch.setattr(implot, "is_plot_hovered", lambda: True)
    monkeypatch.setattr(implot, "get_plot_mouse_pos", lambda: imgui.ImVec2(5.012, 0.523))
    measure = imgui.calc_text_size

    def note(text):
        seen.append(text)
        return measure(text)

    monkeypatch.setattr(imgui, "calc_text_size", note)
    target, window = canvas.ctx.simple_framebuffer((1200, 800)), PlotsWindow()
    for _ in range(3):
        canvas.frame(target, lambda p: window.draw(p, (0, 32, 1200, 700), [make(1.0)], 1, language))
    assert seen[-1] == shown


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
    target, window = canvas.ctx.simple_framebuffer((1280, 800)), PlotsWindow()
    view = (0, 32, *size)
    for _ in range(3):
        canvas.frame(target, lambda p: window.draw(p, view, [make(1.0)] * 3, 1.0, "en"), 0.02)
    _, y, _, tall = seen[-1]
    assert y < 32 + 20 * scale and plots.SHORTEST * scale <= tall < 1.5 * plots.SHORTEST * scale


@pytest.mark.parametrize("tall", [380, 560])
def test_plots_have_all_the_room_above_the_time_line(canvas, monkeypatch, tall):
    """A low view has a low bar, and above it stood two thirds of the plots that have room."""
    canvas.set_scale(1.0)
    view, film = (0, 32, 1280, tall), Film(9.0, 1.0, [], [], False, True)
    boxes, end, window = [], imgui.end, PlotsWindow()

    def ended():
        boxes.append((*imgui.get_window_pos(), *imgui.get_window_size()))
        end()

    def draw(p):
        timeline_bar.draw(p, view, film, "en")
        room = timeline_bar.room(p, view, "en")
        window.draw(p, view, [make(1.0)] * 5, 1.0, "en", room)

    monkeypatch.setattr(imgui, "end", ended)
    target = canvas.ctx.simple_framebuffer((1280, 800))
    for _ in range(3):
        canvas.frame(target, draw, 0.02)
    bar, shown = boxes[-2:]
    low = shown[1] + shown[3]
    assert bar[1] - 20 < low <= bar[1]


def test_plots_grow_with_the_view_and_else_stay_where_a_hand_put_them(canvas, monkeypatch):
    seen, end, window, rows = [], imgui.end, PlotsWindow(), [make(1.0)] * 3

    def ended():
        seen.append((*imgui.get_window_pos(), *imgui.get_window_size()))
        end()

    def draw(p):
        if len(seen) == 2:
            imgui.set_window_pos("Plots###plots", (200, 90))
        window.draw(p, view, rows, 1.0, "en")

    monkeypatch.setattr(imgui, "end", ended)
    target = canvas.ctx.simple_framebuffer((1600, 900))
    view = (0, 32, 500, 330)
    for _ in range(5):
        canvas.frame(target, draw, 0.02)
    assert seen[0][2] <= 500 - 2 * plots.MARGIN
    assert seen[-1][:2] == (200, 90)
    view = (0, 32, 1600, 800)
    canvas.frame(target, draw, 0.02)
    assert seen[-1] == (16, 44, plots.WIDTH, 44 + 3 * plots.ROW)
