"""How the window is divided, and what lies over the view."""

from dataclasses import replace

import numpy as np
import pytest
from imgui_bundle import imgui
from screen_seat import CONSOLE, SIZE, Seat

from simulator.app import ending
from simulator.console.panel import Panel
from simulator.spec.fields import Text
from simulator.spec.models.scene import SceneSpec
from simulator.ui import areas, status_bar
from simulator.ui.overlays import axis_cross, message_card
from simulator.ui.overlays.message_card import MessageCard
from simulator.ui.pages import plots, timeline_bar
from simulator.ui.painting.canvas import Canvas
from simulator.ui.painting.paint import Paint
from simulator.ui.scene import left, side
from simulator.ui.screen import Screen


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


@pytest.mark.parametrize("is_arranged", [False, True])
def test_the_inset_does_not_stand_out_beside_a_column_of_the_editor(seat, monkeypatch, is_arranged):
    """In a large window it is wider than that."""
    seen, paint = [], seat.screen.canvas.paint
    monkeypatch.setattr(paint, "text", lambda x, y, text, *rest: seen.append(text))
    seat.status = replace(seat.status, inset="arm", is_arranged=is_arranged)
    seat.target = seat.screen.canvas.ctx.simple_framebuffer((2560, 1440))
    seat.look(2)
    assert ("ARM" in seen) == (not is_arranged)


def test_ctrl_tab_lays_no_veil_over_the_window(seat):
    """ImGui took the key of the next console for its own list of windows."""
    seat.look(30)
    io, before = imgui.get_io(), seat.pixels()
    for key in (imgui.Key.mod_ctrl, imgui.Key.left_ctrl, imgui.Key.tab):
        io.add_key_event(key, True)
    seat.look(30)
    assert np.abs(seat.pixels() - before).max() == 0


def test_a_click_on_the_briefing_goes_on(seat):
    parts = seat.screen.areas(SIZE)
    seat.click(60, parts.view[1] + 50)
    assert seat.screen.strip.stage == 1
    seat.status.stage = 0
    seat.look()
    assert seat.screen.strip.stage == 0


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


def test_plots_of_a_recording_have_the_desks_place_in_a_low_window(seat):
    screen, size = seat.screen, (1024, 768)
    screen.set_scale(1.5)
    seat.target = screen.canvas.ctx.simple_framebuffer(size)
    for is_plotted in (False, True, False):
        seat.status = replace(seat.status, is_played=True, is_plotted=is_plotted)
        seat.look()
        parts = screen.areas(size)
        room = parts.view[3] / 1.5 - timeline_bar.room(screen.canvas.paint, parts.view, "en")
        assert (parts.console[3] == 0) == is_plotted == (room > 2 * plots.SHORTEST)


@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 1.5), ((1280, 800), 1.0)])
def test_the_inset_ends_above_a_recordings_time_line(seat, size, scale):
    screen = seat.screen
    screen.set_scale(scale)
    seat.target = screen.canvas.ctx.simple_framebuffer(size)
    before = screen.areas(size)
    seat.status = replace(seat.status, is_played=True)
    seat.look()
    parts = screen.areas(size)
    low = before.view[1] + before.view[3]
    low -= timeline_bar.room(screen.canvas.paint, before.view, "en") * scale
    assert parts.view == before.view and parts.inset[1] + parts.inset[3] <= low
    assert (parts.inset == before.inset) == (scale == 1.0)  # where it has room


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


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768), (800, 600)])
def test_the_list_of_things_has_the_height_of_the_view_beside_the_task(seat, monkeypatch, size):
    """Below the task a line and a half of it were seen."""
    screen, written, write = seat.screen, [], Paint.text
    line = "Eight robots, eight desks: Ctrl and a digit, or the tab above the desk. Switch each on."
    screen.strip.briefing = [Text(ru=line, en=line)]
    seat.target = screen.canvas.ctx.simple_framebuffer(size)
    seat.status = replace(seat.status, is_arranged=True)
    seat.look(2)
    monkeypatch.setattr(Paint, "text", lambda *given: (written.append(given[3]), write(*given))[1])
    seat.look()
    assert line in " ".join(written), "all of the task is there"
    view, task = screen.areas(size).view, screen.task
    column = left.free(view, task, 1.0)
    if size[0] > 1000:
        assert column == view
        assert view[0] + left.MARGIN + left.WIDTH <= task[0]
    else:  # no room between the columns
        assert task[0] < left.WIDTH and (column == view or column[1] >= task[1] + task[3])


def test_no_axis_looks_out_from_below_a_column_of_the_scenes_editor(seat, monkeypatch):
    drawn, view = [], [(1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, -1.0, 0.0)]
    monkeypatch.setattr(axis_cross, "draw", lambda *_: drawn.append(1))
    for is_arranged in (False, True):
        drawn.clear()
        seat.status = replace(seat.status, view=view, is_arranged=is_arranged)
        seat.look()
        assert bool(drawn) != is_arranged


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
    assert screen.foot_at_right(size) == y + tall


@pytest.mark.parametrize("with_pages", [False, True])
@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 1.5), ((800, 600), 1.0)])
def test_a_narrow_low_window_has_the_desk_right_of_the_palette(seat, size, scale, with_pages):
    """The palette showed less than a row above the desk, or a desk between columns half a card."""
    screen = seat.screen
    screen.set_scale(scale)
    if with_pages:
        pages = {"one": {"title": "One"}, "two": {"title": "Two"}}
        spec = type(seat.panel.console).model_validate({**CONSOLE, "pages": pages})
        screen.open_scene(SceneSpec(), Panel(spec))
    screen.edited = screen.desk
    parts, (_, y, wide, tall) = screen.areas(size), screen.columns(size)
    assert wide == size[0] and y + tall == parts.status[1]  # the palette
    assert parts.console[0] == 240 * scale and parts.console[0] + parts.console[2] == size[0]
    foot = screen.foot_at_right(size)  # of the properties
    assert foot == parts.view[1] + parts.view[3] == parts.tabs[1]
    assert parts.tabs[1] + parts.tabs[3] == parts.console[1]
    assert parts.console[1] + parts.console[3] == parts.status[1]
    assert abs(foot - y - 40 * scale - parts.console[3]) <= 1
