"""Status bar, briefing, cards and notices: what is shown, and what a click asks for."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from imgui_bundle import imgui
from page_reader import Reader, overlaps
from screen_seat import SIZE, Seat, write_down

from simulator.app import ending, help_page
from simulator.app.help_page import HelpPage
from simulator.snapshot import Alarm
from simulator.spec.errors import Problem
from simulator.spec.fields import Text
from simulator.spec.load import load_console
from simulator.spec.models.console import ConsoleSpec
from simulator.ui import areas, status_bar
from simulator.ui.intents import Intents
from simulator.ui.overlays import message_card
from simulator.ui.overlays.message_card import MessageCard
from simulator.ui.pages import error_card
from simulator.ui.pages.error_card import ErrorCard
from simulator.ui.painting import fitting, theme
from simulator.ui.painting.canvas import Canvas
from simulator.ui.scene import side
from simulator.ui.screen import Screen
from simulator.ui.texts import phrases


@pytest.fixture
def seat(canvas):
    return Seat(canvas)


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 1.75, 2.0])
@pytest.mark.parametrize("size", [(1280, 720), (1600, 1000), (2560, 1440)])
def test_areas_divide_the_window_exactly(size, scale):
    parts = areas.divide(size, scale)
    heights = [parts.menu[3], parts.view[3], parts.console[3], parts.status[3]]
    assert sum(heights) == size[1]
    assert parts.view[1] == parts.menu[3]
    assert parts.console[1] == parts.view[1] + parts.view[3]
    assert parts.inset[0] + parts.inset[2] < size[0]
    assert parts.inset[1] + parts.inset[3] < parts.view[1] + parts.view[3]
    below = areas.lower(parts, 40, scale)
    assert below.inset[1] + below.inset[3] < below.view[1] + below.view[3]
    if scale == 1.0:
        assert parts.console[3] == (280 if size[1] == 720 else 372)
        assert parts.inset[2:] == {720: (240, 180), 1000: (320, 240), 1440: (480, 360)}[size[1]]


def test_without_console_the_view_takes_its_place():
    parts = areas.divide(SIZE, 1.0, with_console=False)
    assert parts.console[3] == 0
    assert parts.view[3] == 720 - 32 - 28


def test_a_view_without_room_has_no_inset(seat):
    small = areas.divide((1280, 400), 1.5)
    assert small.inset[2] > 0 and areas.lower(small, 60, 1.5).inset[2:] == (0, 0)
    seat.status = replace(seat.status, inset="arm", is_laid_out=True)
    seat.target = seat.screen.canvas.ctx.simple_framebuffer((270, 400))
    seat.look(2)


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


def test_ctrl_tab_lays_no_veil_over_the_window(seat):
    """ImGui took the key of the next console for its own list of windows."""
    seat.look(30)
    io, before = imgui.get_io(), seat.pixels()
    for key in (imgui.Key.mod_ctrl, imgui.Key.left_ctrl, imgui.Key.tab):
        io.add_key_event(key, True)
    seat.look(30)
    assert np.abs(seat.pixels() - before).max() == 0


def test_nothing_shines_through_the_page_of_keys(seat):
    def over(p, size):
        if is_bright:
            p.onto(imgui.get_foreground_draw_list())
            p.at(0, 0)
            p.fill(0, 0, *size, theme.TX0)
        HelpPage().draw(p, size, {"": seat.screen.panel.console}, "", "en")

    seen = []
    for is_bright in (False, True):  # noqa: B007  (read in `over`)
        for _ in range(3):
            seat.screen.frame(seat.target, None, seat.status, 0.02, over=over)
        seen.append(seat.pixels())
    assert np.abs(seen[0] - seen[1]).max() == 0


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_texts_of_the_page_of_keys_begin_beneath_each_other(canvas, monkeypatch, scale):
    consoles = {"": load_console(Path(__file__).parents[2] / "consoles" / "mf4.yaml")}
    reader = Reader(canvas, monkeypatch, (1280, 720), scale)
    page = HelpPage()
    reader.look(lambda p, size: page.draw(p, size, consoles, "", "ru"), 2)
    left = {}
    for text, box in reader.frames[-1]:
        left.setdefault(text, []).append(box[0])
    for _, lines in help_page.list_lines(consoles, "", "ru"):
        shown = [one for one in lines if one.keys in left and len(left.get(one.text, ())) == 1]
        begins = [left[one.text][0] - left[one.keys][0] for one in shown]
        assert np.ptp(begins) < 1.0 if begins else True


def test_few_columns_of_keys_take_the_room_of_many(canvas, monkeypatch):
    label = "Лебёдка заднего борта, медленно и с усилием"
    winch = {"type": "lever", "label": label, "keys": ["[", "]"]}
    spec = ConsoleSpec.model_validate({"panel": {"winch": winch}})
    reader = Reader(canvas, monkeypatch, (1600, 900), 1.0)
    page = HelpPage()
    assert label in reader.look(lambda p, size: page.draw(p, size, {"": spec}, "", "ru"), 2)


def test_a_click_on_the_briefing_goes_on(seat):
    parts = seat.screen.areas(SIZE)
    seat.click(60, parts.view[1] + 50)
    assert seat.screen.strip.stage == 1
    seat.status.stage = 0
    seat.look()
    assert seat.screen.strip.stage == 0


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


def test_the_inset_tells_the_dose_rate_at_its_camera(seat):
    x, y, wide, tall = areas.divide(SIZE, 1.0).inset
    strip = np.s_[round(y + tall) - 30 : round(y + tall), round(x) : round(x + wide)]

    def radiation_is_told(rate):
        seat.status = replace(seat.status, inset="arm", inset_exposure=rate / 3.6e6)
        seat.look(3)
        red, green, blue = np.moveaxis(seat.pixels()[strip], 2, 0)
        return bool(((red > 180) & (green > 150) & (blue < 90)).any())  # the yellow sign

    assert radiation_is_told(2.4) and not radiation_is_told(0.0)


@pytest.mark.parametrize("length", [4, 16, 22, 40])
def test_a_cameras_name_ends_before_its_delay(seat, monkeypatch, length):
    paint, ends = seat.screen.canvas.paint, {}

    def note(x, y, text, colour=0, size=14, is_bold=False, align=0.5):
        wide = paint.width(text, size, is_bold)
        ends[text] = (x - align * wide, x + (1 - align) * wide, size)

    name = ("ARM " * 10)[:length].strip()
    monkeypatch.setattr(paint, "text", note)
    seat.status = replace(seat.status, inset=name, latency=(0.087, 0.09, 0.1))
    seat.look()
    (shown,) = [text for text in ends if text.startswith("ARM")]
    assert ends[shown][1] < ends["87 ms"][0]
    assert 11 <= ends[shown][2] <= 13
    assert (shown == name) == (length < 40)  # the long one ends with an ellipsis
    assert shown == name or shown.endswith("…")


def test_an_alarm_is_written_in_the_bar(seat, snapshot_of, monkeypatch):
    seat.snapshot = replace(snapshot_of(), alarms=(Alarm("diverged", "crate", "crate diverged"),))
    written = []
    monkeypatch.setattr(seat.screen.canvas.paint, "text", lambda *a, **k: written.append(a[2]))
    seat.look()
    assert "crate diverged" in written


def test_measures_out_of_bounds_are_marked(seat, monkeypatch):
    colours = {}
    paint = seat.screen.canvas.paint
    monkeypatch.setattr(paint, "text", lambda x, y, t, c=0, *a, **k: colours.update({t: c}))
    seat.status.overruns = 3
    seat.status.real_time_factor = 1.0
    seat.look()
    assert colours["3"] == theme.WARN
    assert colours["1.00×"] == theme.TX0


def make_problems(tmp_path):
    file = tmp_path / "робот.yaml"
    file.write_text("motors:\n  left:\n    no_load_sped: 310\n", encoding="utf-8")
    first = Problem(
        str(file), 3, 5, "motors.left.no_load_sped", "unknown key", "key", "no_load_speed"
    )
    return [first, Problem("gone.yaml", 1, 1, "", "cannot be read", "file")]


def test_the_error_card_opens_when_nothing_moves(seat, tmp_path):
    plain = seat.pixels()[200:300]
    seat.status.problems = make_problems(tmp_path)
    seat.look(2)
    assert np.abs(seat.pixels()[200:300] - plain).max() < 40
    seat.click(160, 706)
    seat.look(2)
    assert np.abs(seat.pixels()[200:300] - plain).max() > 40
    seat.status.run_state = "stopped"
    seat.status.problems = make_problems(tmp_path)
    asked = seat.look(2)
    assert not asked.close_problems
    imgui.get_io().add_key_event(imgui.Key.escape, True)
    assert seat.look(2).close_problems
    imgui.get_io().add_key_event(imgui.Key.escape, False)


def test_the_error_card_tells_everything(seat, tmp_path, monkeypatch):
    written = []
    paint = seat.screen.canvas.paint
    text, source = paint.text, paint.source
    monkeypatch.setattr(paint, "text", lambda *a, **k: (written.append(a[2]), text(*a, **k)))
    monkeypatch.setattr(paint, "source", lambda *a, **k: (written.append(a[2]), source(*a, **k)))
    seat.status.run_state = "stopped"
    seat.status.problems = make_problems(tmp_path)
    seat.look(2)
    everything = " ".join(written)
    for part in ("робот.yaml:3:5:", "motors.left.no_load_sped:", "did you mean no_load_speed?"):
        assert part in everything
    assert "no_load_sped:" in written
    assert any("gone.yaml:1:1" in one for one in written)
    for drawn, told in (("high", "Errors: 2. The last scene stays."), ("", "Errors: 2.")):
        seat.status.drawn_quality = drawn  # by a viewer, if there is one
        written.clear()
        seat.look()
        assert told in written


def test_long_texts_are_shortened_and_wrapped(canvas):
    p = canvas.paint
    assert fitting.fit(p, "short", 200) == "short"
    fitted = fitting.fit(p, "a very long notice indeed", 90)
    assert fitted.endswith("…")
    assert p.width(fitted, 13) <= 90
    ending = fitting.fit_end(p, "a/very/long/path/indeed/robot.yaml:3:5:", 120)
    assert ending[0] == "…" and ending.endswith("robot.yaml:3:5:")
    assert p.width(ending, 13) <= 120 and fitting.fit_end(p, "short", 200) == "short"
    lines = fitting.wrap(p, "one two three four five six seven", 80, 14, False)
    assert " ".join(lines) == "one two three four five six seven"
    assert all(p.width(line, 14) <= 80 for line in lines)


def test_lines_end_with_no_lonely_word_and_numbers_keep_their_units(canvas):
    p, text = canvas.paint, "Switch the power of each of the robots on."
    room = p.width("Switch the power of each of the robots", 14) + 2
    lines = fitting.wrap(p, text, room, 14, False)
    assert lines == ["Switch the power of each of the", "robots on."]
    text = "Lift the case above the table (30 cm)."
    room = p.width("Lift the case above the table (30", 14) + 2
    assert fitting.wrap(p, text, room, 14, False)[-1].endswith("(30 cm).")
    text = "Lift the case above the table 30 cm now"
    room = p.width("Lift the case above the table 30 cm", 14) + 2
    assert fitting.wrap(p, text, room, 14, False)[-1] == "30 cm now"
    assert fitting.wrap(p, "alone on", p.width("alone", 14) + 1, 14, False) == ["alone", "on"]


def test_an_unknown_language_is_refused(canvas):
    with pytest.raises(ValueError, match="choose one of"):
        Screen(canvas, "de")


def test_a_message_of_the_instructor_is_a_card_until_it_is_clicked(seat):
    parts, frame, card = seat.screen.areas(SIZE), seat.screen.frame, MessageCard()
    view = parts.view

    def over(p, size):
        card.draw(p, parts, seat.panel, "en")

    seat.screen.frame = lambda *shown: frame(*shown, over=over)
    right, foot = parts.inset[0] - 60, view[1] + view[3] - 40  # a long one is beside the inset
    bare = seat.look() and seat.pixels()
    seat.panel.notify("message", "silent")  # its own words, whatever they mean elsewhere
    seat.panel.notify("message", "Stop.\n\nThen go on {} " + "slowly " * 60)
    seat.look(3)
    changed = np.abs(seat.pixels() - bare).max(axis=2) > 8
    assert changed[foot - 240 : foot, right - 300].all()  # high enough for all of it
    assert not changed[-status_bar.HEIGHT :, :600].any()  # and no chip
    seat.click(right, foot)
    assert [one.text.en for one in seat.panel.notices] == ["silent"]
    seat.click(view[0] + view[2] - 60, foot)  # a short one is below it
    assert not seat.panel.notices


def test_a_messages_lines_are_kept_and_long_words_cut(seat):
    paint, shown = seat.screen.canvas.paint, []

    def over(p, size):
        shown.extend(message_card.broken(p, " a\n\nb c\r\n" + "x" * 80, 200))

    seat.screen.frame(seat.target, None, seat.status, 0.02, None, over)
    assert shown[:3] == ["a", "", "b c"] and "".join(shown[3:]) == "x" * 80
    assert all(paint.width(line, message_card.SIZE) <= 200 for line in shown)


def test_the_desk_gives_a_low_view_its_place_while_the_scene_is_edited(seat):
    screen = seat.screen
    screen.set_scale(1.5)
    desk = slice(screen.areas(SIZE).console[1] + 20, screen.areas(SIZE).status[1] - 20)

    def look():
        seat.look(2)
        seat.target.clear()
        seat.look()
        return seat.pixels()[desk]

    before, low = look(), screen.areas(SIZE).view
    seat.status = replace(seat.status, is_arranged=True)
    assert before.max() > 100 and look().max() == 0  # nothing is left of it
    assert low[3] < 300 * 1.5 < screen.areas(SIZE).view[3]
    seat.status = replace(seat.status, is_arranged=False)
    assert (look() == before).all()
    screen.set_scale(1.0)
    seat.look()
    view = screen.areas(SIZE).view
    seat.status = replace(seat.status, is_arranged=True)
    seat.look(2)
    assert screen.areas(SIZE).view == view  # high enough


@pytest.mark.parametrize("size", [(1280, 720), (1000, 600)])
def test_the_task_leaves_the_columns_of_the_scenes_editor_their_room(seat, size):
    screen = seat.screen
    seat.target = screen.canvas.ctx.simple_framebuffer(size)
    line, ends = "Each robot has a desk of its own: Ctrl and a digit, or a tab above the desk.", []
    screen.strip.briefing = [Text(ru=line, en=f"{line} Switch the power of each of the robots on.")]
    for is_arranged in (False, True):
        seat.status = replace(seat.status, is_arranged=is_arranged)
        seat.look(2)
        ends.append(screen.task[0] + screen.task[2])
    assert ends[1] <= side.column(screen.areas(size).view, 1.0)[0] < ends[0]


def test_after_a_mistake_in_a_drawing_the_window_closes(ctx):
    def draw(_):
        seat.screen.desk.forget_still()
        seat.screen.desk.draw((0, 440, 1280, 252), None, "en", 0.0, 0.02)
        commands = imgui.ImDrawList(imgui.get_draw_list_shared_data())
        raise ValueError(commands)

    with ctx:
        seat = Seat(Canvas(ctx))
        with pytest.raises(ValueError) as told:
            seat.screen.canvas.frame(seat.target, draw)
        told.value.args = ()
        ending.let_go(told.value)
        seat.screen.close()  # it would abort, were any of it still held


@pytest.mark.parametrize(
    ("size", "scale", "is_between"),
    [((1280, 720), 1.5, True), ((1280, 720), 1.0, False), ((800, 600), 2.0, False)],
)
def test_columns_of_the_desks_editor_stand_beside_the_desk_in_low_windows(
    seat, size, scale, is_between
):
    screen = seat.screen
    screen.set_scale(scale)
    before = screen.areas(size)
    screen.edited = screen.desk
    x, y, wide, tall = screen.columns(size)
    console = screen.areas(size).console
    assert (x, y, wide) == before.view[:3]
    if is_between:
        assert y + tall == before.status[1]
        assert console[0] >= 240 * scale and console[2] >= 240 * scale
        assert console[1::2] == before.console[1::2]
    else:
        assert tall == before.view[3] and console == before.console


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize(
    ("size", "scale"),
    [((1600, 900), 1.0), ((1280, 720), 1.0), ((1280, 720), 1.5), ((800, 600), 2.0)],
)
def test_all_of_the_error_card_can_be_read_and_touched(
    canvas, tmp_path, monkeypatch, size, scale, language
):
    view, card, problems = areas.divide(size, scale, True, True).view, ErrorCard(), []
    problems += make_problems(tmp_path) * 2
    reader, buttons, touch = Reader(canvas, monkeypatch, size, scale), {}, imgui.invisible_button

    def note(name, size):
        is_clicked = touch(name, size)
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        buttons[name] = tuple(one / scale for one in (low.x, low.y, high.x, high.y))
        return is_clicked

    monkeypatch.setattr(imgui, "invisible_button", note)

    def draw(p, size):
        card.draw(p, view, problems, language, Intents())

    reader.look(draw, 3)
    known = [buttons[f"##{name}"] for name, _ in error_card.BUTTONS]
    imgui.get_io().add_mouse_pos_event(size[0] / 2, view[1] + view[3] * 0.6)
    for _ in range(30):
        imgui.get_io().add_mouse_wheel_event(0, -0.3)
        buttons.clear()
        reader.look(draw)
        shown = reader.frames[-1]
        low = (view[1] + view[3]) / scale
        assert all(box[3] <= low for _, box in shown)
        texts = {phrases.say(name, language) for name, _ in error_card.BUTTONS}
        rest = [box for text, box in shown if text and text not in texts]
        assert not any(overlaps(box, one) for box in rest for one in known)
    told = reader.words()
    for part in ("3:5", "unknown key - did you mean no_load_speed?", "gone.yaml:1:1"):
        assert part in told
