"""The page that calibrates a gamepad: every turn in both languages, and what a click asks for."""

import numpy as np
import pytest
from imgui_bundle import imgui
from page_reader import Reader, overlaps

from simulator.console.calibration import AXES, Calibration, Finding
from simulator.ui.pages import device_page
from simulator.ui.pages.device_page import Asked, DevicePage
from simulator.ui.painting.scrolling import Scroll
from simulator.ui.texts import devices as device_texts

SIZE = (1100, 700)
OWN = Calibration(-0.9, 0.1, 0.8, 0.1, 2.0)


def make_page(turn="done", **changes):
    page = DevicePage(
        name="Stick",
        turn=turn,
        progress=0.5,
        has_moved=False,
        raw=dict.fromkeys(AXES, 0.1),
        ranges=dict.fromkeys(AXES[:3], (-0.9, 0.8)),
        pushed=AXES[:2],
        findings={AXES[0]: Finding(OWN, 0.01, 0.02, 0.03), AXES[1]: Finding(None, 0, 0, 0)},
        axes={AXES[0]: OWN},
        chosen=AXES[0],
    )
    return page._replace(**changes)


class Seat:
    def __init__(self, canvas):
        self.canvas, self.target = canvas, canvas.ctx.simple_framebuffer(SIZE)

    def look(self, page, language="en", frames=2) -> Asked:
        asked = []
        for _ in range(frames):
            draw = lambda p: asked.append(device_page.draw(p, SIZE, page, language))  # noqa: E731
            self.target.clear()
            self.canvas.frame(self.target, draw, 0.02)
        return next((one for one in asked if one != Asked()), Asked())

    def click(self, page, x, y) -> Asked:
        io = imgui.get_io()
        io.add_mouse_pos_event(x, y)
        self.look(page)
        io.add_mouse_button_event(0, True)
        self.look(page)
        io.add_mouse_button_event(0, False)
        return self.look(page)

    def pixels(self):
        return np.frombuffer(self.target.read(components=3), np.uint8).copy()


@pytest.fixture
def seat(canvas):
    return Seat(canvas)


@pytest.mark.parametrize("turn", ["ready", *device_texts.TURNS])
def test_every_turn_says_something_else_in_each_language(seat, turn):
    assert seat.look(make_page(turn)) == Asked()
    english = seat.pixels()
    assert seat.look(make_page(turn), "ru") == Asked()
    assert english.any() and (english != seat.pixels()).any()


def test_the_buttons_ask(seat):
    x, y = 50 + 32 + 40, 30 + 640 - 60 + 20
    assert seat.click(make_page("ready"), x, y).action == "next"
    assert seat.click(make_page(), x, y).action == "keep"
    assert seat.click(make_page("push", pushed=[]), x, y).action == "close"  # nothing was pushed


def test_an_axis_is_chosen_by_a_click(seat):
    assert seat.click(make_page(), 50 + 100, 30 + 196 + device_page.ROW).chosen == AXES[1]


def test_reverse_turns_the_chosen_axis_round(seat):
    left = 50 + 1000 - device_page.GRAPH - 40 + 44
    top = 30 + 172 + 8 + (device_page.GRAPH - 60) + 52
    asked = seat.click(make_page(), left + 110 + 8, top + 62)
    assert asked.changed is not None and asked.changed.invert
    assert asked.changed.dead_zone == pytest.approx(OWN.dead_zone)


def test_every_text_is_there_in_both_languages_and_fits(seat):
    seat.look(make_page())
    p = seat.canvas.paint
    for name, text in {**device_texts.TEXTS, **device_texts.CONTROLS}.items():
        assert text.ru and text.en
        if name.startswith("do_") or name == "moved":
            widest = max(p.width(text.ru, 16), p.width(text.en, 16))
            assert widest < device_page.SIZE[0] - 64, name


@pytest.mark.parametrize(
    ("size", "scale"),
    [
        ((1100, 700), 1.0),
        ((800, 600), 1.0),
        ((1920, 1080), 2.0),
        ((1280, 760), 2.0),
        ((800, 600), 2.0),
    ],
)
def test_everything_can_be_reached_in_a_small_window_and_nothing_lies_on_the_buttons(
    canvas, monkeypatch, size, scale
):
    """At 200 % the last axis lay below the buttons, and the curve's slider below the window."""
    reader, scroll, boxes = Reader(canvas, monkeypatch, size, scale), Scroll(), {}
    for kind in ("invisible_button", "slider_float", "checkbox"):
        real = getattr(imgui, kind)

        def note(label, *given, real=real):
            done = real(label, *given)
            if imgui.is_item_visible():
                low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
                clip = imgui.get_window_draw_list().get_clip_rect_min()
                end = imgui.get_window_draw_list().get_clip_rect_max()
                box = max(low.x, clip.x), max(low.y, clip.y), min(high.x, end.x), min(high.y, end.y)
                boxes.setdefault(label, []).append(box)
            return done

        monkeypatch.setattr(imgui, kind, note)
    page, seen = make_page(), {}
    imgui.get_io().add_mouse_pos_event(size[0] / 2, size[1] / 2)
    for _ in range(30):
        boxes.clear()
        reader.look(lambda p, size: device_page.draw(p, size, page, "ru", scroll))
        now = {label: found[-1] for label, found in boxes.items()}
        for label, (x0, y0, x1, y1) in now.items():
            assert 0 <= x0 < x1 <= size[0] and 0 <= y0 < y1 <= size[1], label
            for other, box in now.items():
                assert label == other or not overlaps((x0, y0, x1, y1), box), (label, other)
        seen |= {label: True for label, box in now.items() if box[3] - box[1] > 12 * scale}
        imgui.get_io().add_mouse_wheel_event(0, -0.5)
    assert {f"##axis {name}" for name in AXES} <= {*seen}
    assert {"##dead_zone", "##curve", "##invert"} <= {*seen}
