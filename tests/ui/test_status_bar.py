"""What the status bar tells, and what gives way to what where it is short."""

from dataclasses import replace

import numpy as np
import pytest
from imgui_bundle import imgui
from screen_seat import Seat, write_down

from simulator.snapshot import Alarm
from simulator.spec.errors import Problem
from simulator.ui.painting import theme
from simulator.ui.texts import lessons


@pytest.fixture
def seat(canvas):
    return Seat(canvas)


@pytest.mark.parametrize("width", [1000, 740, 620, 480])
def test_measures_give_way_to_the_run_state_and_what_is_told(seat, monkeypatch, width):
    seat.target = seat.screen.canvas.ctx.simple_framebuffer((width, 720))
    seat.status = replace(seat.status, run_state="running", overruns=3)
    ends = write_down(monkeypatch, seat.screen.canvas.paint)
    seat.look()
    words = [one for one in ("Step", "FPS", "Overruns", "Latency", "Real time") if one in ends]
    state = ends["RUNNING"]
    assert all(state[1] < ends[word][0] for word in words)
    assert "Overruns" in words and ("Step" in words) == (width == 1000)
    seat.panel.notify("saved", "drive")
    ends.clear()
    seat.look()
    (chip,) = [text for text in ends if text.startswith("Saved")]
    assert all(ends[chip][1] < ends[word][0] for word in words if word in ends)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_sentence_is_told_whole_before_the_measures(seat, monkeypatch, language):
    text = lessons.TEXTS["is_recorded"]
    seat.target = seat.screen.canvas.ctx.simple_framebuffer((683, 512))
    seat.screen.language = language
    seat.status = replace(seat.status, complaint=text.in_language(language))
    ends = write_down(monkeypatch, seat.screen.canvas.paint)
    seat.look()
    assert text.in_language(language) in ends


def test_a_chip_that_is_cut_off_is_told_whole_under_the_pointer(seat, monkeypatch):
    told = []
    monkeypatch.setattr(imgui, "set_tooltip", told.append)
    text = "Unsaved edits " * 12
    for notice, lines in (("short", []), (text, [text])):
        seat.panel.notify(notice)
        imgui.get_io().add_mouse_pos_event(180, 706)
        seat.look(3)
        assert told[-1:] == lines
        seat.panel.dismiss()


@pytest.mark.parametrize("width", [1280, 800, 480])
def test_a_notice_that_is_cut_off_keeps_the_name_of_its_file(seat, monkeypatch, width):
    seat.target = seat.screen.canvas.ctx.simple_framebuffer((width, 720))
    ends = write_down(monkeypatch, seat.screen.canvas.paint)
    seat.panel.notify("saved", "/home/ann/.local/share/simulator/recordings/" * 3 + "try-1.html")
    seat.look()
    (told,) = [text for text in ends if text.startswith("Saved")]
    assert told.startswith("Saved: …") and told.endswith("try-1.html") and ends[told][1] < width


@pytest.mark.parametrize("width", [1280, 800])
def test_a_long_complaint_leaves_room_for_what_is_told_after_it(seat, monkeypatch, width):
    seat.target = seat.screen.canvas.ctx.simple_framebuffer((width, 720))
    seat.status = replace(seat.status, complaint="out/arm.mcap: Permission denied\n" * 5)
    seat.panel.notify("unentered", "disk full")
    ends = write_down(monkeypatch, seat.screen.canvas.paint)
    seat.look()
    (complaint,) = [ends[text] for text in ends if text.startswith("out/arm")]
    (notice,) = [ends[text] for text in ends if text.startswith("The attempt")]
    assert complaint[1] < notice[0] < notice[1] < width
    assert not any("\n" in text for text in ends)  # the bar has one line


def test_notices_show_and_go_at_a_click(seat):
    before = seat.pixels()[700]
    seat.panel.notify("focus")
    seat.look(2)
    assert np.abs(seat.pixels()[700] - before).max() > 40
    seat.click(200, 706)
    assert seat.panel.notices == ()


def test_good_news_is_told_calmly_and_each_goes_by_itself(seat):
    def amber():
        red, green, blue = np.moveaxis(seat.pixels()[693:720, :400].astype(int), -1, 0)[:3]
        return int(((red > 200) & (green > 140) & (blue < 120)).sum())

    for name in ("a.csv", "b.csv"):
        seat.panel.notify("saved", name)
    seat.look(2)
    assert amber() == 0
    seat.click(150, 706)
    assert [one.source for one in seat.panel.notices] == ["a.csv"]
    seat.panel.notify("stalled")
    seat.look(2)
    assert amber() > 20


def test_an_alarm_is_written_in_the_bar(seat, snapshot_of, monkeypatch):
    seat.snapshot = replace(snapshot_of(), alarms=(Alarm("diverged", "crate", "crate diverged"),))
    written = []
    monkeypatch.setattr(seat.screen.canvas.paint, "text", lambda *a, **k: written.append(a[2]))
    seat.look()
    assert "crate diverged" in written
    told = "model: model.fmu failed at 2 s: it asks to stop"
    seat.snapshot = replace(snapshot_of(), alarms=(Alarm("outside", "model", told),))
    seat.screen.language = "ru"
    seat.look()
    assert "model: model.fmu: отказ на 2 с: он просит остановиться" in written


def test_the_first_mistake_is_told_with_its_key_and_what_may_be_meant(seat, monkeypatch):
    problem = Problem("a.yaml", 24, 19, "props[0].fixd", "unknown key", "E301", "fixed")
    seat.status = replace(seat.status, problems=[problem])
    seat.screen.language, written = "en", []
    monkeypatch.setattr(seat.screen.canvas.paint, "text", lambda *a, **k: written.append(a[2]))
    seat.look()
    assert any("a.yaml:24:19: props[0].fixd: unknown key - did" in one for one in written)


def test_measures_out_of_bounds_are_marked(seat, monkeypatch):
    colours = {}
    paint = seat.screen.canvas.paint
    monkeypatch.setattr(paint, "text", lambda x, y, t, c=0, *a, **k: colours.update({t: c}))
    seat.status.overruns = 3
    seat.status.real_time_factor = 1.0
    seat.look()
    assert colours["3"] == theme.WARN
    assert colours["1.00×"] == theme.TX0
