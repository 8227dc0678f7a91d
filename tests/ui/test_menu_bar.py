"""The menu bar: menus, run buttons, the scene's name, the recording, the language."""

from dataclasses import replace
from datetime import datetime

import numpy as np
import pytest
from imgui_bundle import imgui
from screen_seat import SIZE, Seat, write_down

from simulator.spec.fields import Text
from simulator.ui import menu_bar
from simulator.ui.intents import Lesson, Recorded


@pytest.fixture
def seat(canvas):
    return Seat(canvas)


@pytest.mark.parametrize("width", [1000, 780, 720, 620])
def test_the_recording_is_shortened_where_it_has_no_room(seat, monkeypatch, width):
    seat.target = seat.screen.canvas.ctx.simple_framebuffer((width, 720))
    seat.status = replace(seat.status, recording=66.0)
    ends = write_down(monkeypatch, seat.screen.canvas.paint)
    seat.look()
    buttons = 580 if width > 620 else 540  # where the last one ends, as the pictures show
    assert all(ends[text][0] > buttons for text in ("01:06", "REC", "Store") if text in ends)
    dots = []
    monkeypatch.setattr(seat.screen.canvas.paint, "disc", lambda x, y, r, *_: dots.append((r, x)))
    seat.look()
    assert ((5, -77) in dots) == (width in (720, 620))
    assert ("01:06" in ends) == (width >= 780) and ("REC" in ends) == (width == 1000)


def test_an_exercise_is_called_by_its_own_title(seat, monkeypatch):
    step = Text(ru="Возьмите", en="Take it")
    lesson = Lesson(Text(ru="Урок", en="Lesson"), [step], 0, 1.0, None, None, None)
    seat.status = replace(seat.status, lesson=lesson)
    ends = write_down(monkeypatch, seat.screen.canvas.paint)
    seat.look()
    assert "Lesson" in ends and "Store" not in ends


def test_an_attempt_that_runs_has_a_button_that_breaks_it_off(seat):
    asked = []
    for is_tried in (False, True):
        seat.status = replace(seat.status, is_tried=is_tried)
        asked += [seat.click(x, 16).end_attempt for x in range(400, 700, 20)]
    assert asked[: len(asked) // 2].count(True) == 0 and any(asked)


LETTERS = 42  # that the language takes from the right


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize(("recording", "least"), [(None, 450), (66.0, 525)])
def test_menus_and_run_buttons_keep_off_the_language(seat, monkeypatch, scale, recording, least):
    canvas = seat.screen.canvas
    canvas.set_scale(scale)
    consoles = [("", "A"), ("b", "B")]
    seat.status = replace(seat.status, recording=recording, consoles=consoles)
    icons, dots = [], []
    for width in range(round(least * scale), round(800 * scale), round(25 * scale)):
        seat.target = canvas.ctx.simple_framebuffer((width, 720))
        with monkeypatch.context() as patch:
            paint, starts = canvas.paint, []
            patch.setattr(menu_bar, "_icon_button", lambda p, box, x, *_: icons.append(x))
            patch.setattr(imgui, "begin_menu", noting_ends(starts))
            patch.setattr(paint, "disc", lambda x, y, r, *_: dots.append(r))
            for language in ("ru", "en"):
                seat.screen.language = language
                icons.clear(), dots.clear(), starts.clear()
                seat.look()
                end = width - menu_bar.LANGUAGE * scale
                assert max(starts) <= width - LETTERS * scale
                assert all(x + menu_bar.BUTTON * scale <= end for x in icons)
                assert recording is None or len(icons) == 4 or 5 in dots


@pytest.mark.parametrize("language", ["ru", "en"])
def test_menus_without_room_are_one_menu_of_all(seat, monkeypatch, language):
    canvas = seat.screen.canvas
    canvas.set_scale(2.0)
    seat.screen.language = language
    seat.status = replace(seat.status, consoles=[("", "A"), ("b", "B")])
    seat.target = canvas.ctx.simple_framebuffer((800, 600))
    seat.look()
    ends = []
    with monkeypatch.context() as patch:
        patch.setattr(imgui, "begin_menu", noting_ends(ends))
        seat.look()
    assert max(ends) <= 800 - LETTERS * 2
    seat.click(60, 32)
    names, begin = [], imgui.begin_menu
    monkeypatch.setattr(imgui, "begin_menu", lambda title: (names.append(title), begin(title))[1])
    seat.look()
    keys = ["menu", "scene", "training", "consoles", "devices", "view", "diagram", "run"]
    assert [name.partition("###")[2] for name in names] == keys


def noting_ends(ends):
    """Return a menu that notes where its title ends."""

    def begin(title):
        begin_menu(title)
        ends.append(imgui.get_item_rect_max().x - imgui.get_style().item_spacing.x)
        return False

    begin_menu = imgui.begin_menu
    return begin


def test_the_language_changes_at_a_click(seat):
    asked = seat.click(SIZE[0] - 32, 16)
    assert asked.language == "ru"
    assert seat.screen.language == "ru"


def test_the_run_buttons_ask(seat):
    x = next(x for x in range(120, 600, 20) if seat.click(x, 16).pause)
    assert seat.click(x + 40, 16).step
    assert seat.click(x + 80, 16).reset
    assert seat.click(x + 120, 16).record


def test_what_a_key_does_is_in_a_menu_and_a_picture_tells_its_word(seat, monkeypatch):
    """Keys, the full screen and the picture were behind F1, F11 and F12 alone."""
    items, told = [], []
    monkeypatch.setattr(imgui, "begin_menu", lambda title: True)
    monkeypatch.setattr(imgui, "end_menu", lambda: None)
    monkeypatch.setattr(
        imgui, "menu_item_simple", lambda text, key, _: items.append((key, text.partition("#")[0]))
    )
    seat.look()
    keys = dict(items)
    assert (keys["F1"], keys["F11"], keys["F12"]) == (
        "Keys", "Full screen", "Picture of the window",
    )  # fmt: skip
    monkeypatch.undo()
    monkeypatch.setattr(imgui, "set_tooltip", told.append)
    monkeypatch.setattr(seat.screen.canvas.renderer, "_draw", lambda *mesh: None)  # unseen
    for x in range(120, SIZE[0], 20):
        imgui.get_io().add_mouse_pos_event(x, 16)
        seat.look(30)
    words = "Pause (F5)", "Single step (F6)", "Reset (F7)", "Start recording (F9)"
    assert {*words, "Change the language (F2)"} <= set(told)


@pytest.mark.parametrize("chosen", ["auto", "high"])
def test_the_menu_of_qualities_has_the_automatic_one_and_tells_what_it_draws(
    seat, monkeypatch, chosen
):
    items = []
    monkeypatch.setattr(imgui, "begin_menu", lambda title: True)
    monkeypatch.setattr(imgui, "end_menu", lambda: None)
    monkeypatch.setattr(
        imgui, "menu_item_simple", lambda text, _, is_on: items.append((text, is_on))
    )
    seat.status = replace(seat.status, quality=chosen, drawn_quality="high")
    seat.look()
    first = "Automatic: high" if chosen == "auto" else "Automatic"
    words = [first, "Low", "Medium", "High"]
    assert [(text.partition("#")[0], is_on) for text, is_on in items if "###quality" in text] == [
        (word, word == (first if chosen == "auto" else "High")) for word in words
    ]


@pytest.mark.parametrize("title", ["Store of many things", "Store" * 30])
def test_the_scenes_name_keeps_away_from_the_recording(seat, title):
    seat.screen.scene = seat.screen.scene.model_copy(update={"title": Text(ru=title, en=title)})
    seat.status.recording = 66.0
    target = seat.target = seat.screen.canvas.ctx.simple_framebuffer((860, 720))
    seat.look(3)
    data = np.frombuffer(target.read(components=3), np.uint8).reshape(720, 860, 3)[::-1][:30]
    red, green, _ = np.moveaxis(data.astype(int), -1, 0)
    dot = int(np.argwhere((red > 200) & (green < 140))[:, 1].max())  # its right end
    left = max(column for column in range(dot) if red[16, column] - green[16, column] < 60)
    assert red[8:24, left - 10 : left - 1].max() < 60


def test_a_menu_opens_scenes(seat):
    seat.click(30, 16)
    seat.look(3)
    asked = seat.click(40, 48)
    assert asked.open_scene == "a.yaml"


def test_scenes_of_one_title_are_told_apart_by_their_files(seat, monkeypatch):
    """A copy of a scene stood in the menu like the scene itself."""
    item, seen = menu_bar._item, []
    monkeypatch.setattr(menu_bar, "_item", lambda *given: (seen.append(given), item(*given))[1])
    scenes = [("s/hall.yaml", "Hall"), ("s/hall_2.yaml", "Hall"), ("s/lift.yaml", "Lift")]
    seat.status = replace(seat.status, scenes=scenes)
    seat.click(30, 16)
    seat.look(3)
    told = [given[1] for given in seen if "###scene " in given[0]]
    assert told[-3:] == ["hall.yaml", "hall_2.yaml", ""]


RECORDED = [
    Recorded("out/b.mcap", Text(ru="Урок", en="Lesson"), datetime(2026, 3, 9, 14, 5), 83.9),
    Recorded("out/a.mcap", Text(ru="Склад", en="Store"), datetime(2026, 3, 8, 9, 0), None),
]


def test_the_scenes_menu_opens_a_list_of_recordings_and_that_opens_one(seat, monkeypatch):
    seat.status = replace(seat.status, recordings=RECORDED, scene="out/a.mcap")
    seat.click(30, 16)
    seat.look(3)
    assert seat.click(40, 80).recordings
    rows, item = [], imgui.menu_item_simple
    monkeypatch.setattr(imgui, "menu_item_simple", lambda *row: (rows.append(row), item(*row))[1])
    for language, expected in (
        ("en", [("Lesson", "2026-03-09, 14:05   01:23"), ("Store", "2026-03-08, 09:00   cut off")]),
        ("ru", [("Урок", "09.03.2026, 14:05   01:23"), ("Склад", "08.03.2026, 09:00   оборвана")]),
    ):
        seat.screen.language = language
        rows.clear()
        assert not seat.look().recordings  # it stays as it was read
        assert [(text.partition("#")[0], told) for text, told, _ in rows] == expected
        assert [is_chosen for _, _, is_chosen in rows] == [False, True]
    assert seat.click(60, 48).open_scene == "out/b.mcap"
    rows.clear()
    seat.look()
    assert not rows  # it has closed itself


def test_a_recorded_attempt_is_listed_with_its_result(seat, monkeypatch):
    """One had to open each of them to find the one that passed."""
    outcomes = [("passed", 87.46), ("failed", 12.0), ("void", 90.0)]
    attempts = [RECORDED[0]._replace(outcome=word, mark=mark) for word, mark in outcomes]
    seat.status = replace(seat.status, recordings=attempts)
    seat.click(30, 16)
    seat.look(3)
    seat.click(40, 80)
    rows, item = [], imgui.menu_item_simple
    monkeypatch.setattr(imgui, "menu_item_simple", lambda *row: (rows.append(row), item(*row))[1])
    for language, expected in (
        ("en", ["Passed 87.5", "Not passed 12.0", "Void"]),
        ("ru", ["Зачтено 87,5", "Не зачтено 12,0", "Не в счёт"]),
    ):
        seat.screen.language = language
        rows.clear()
        seat.look()
        assert [told.split("   ")[2] for _, told, _ in rows] == expected


@pytest.mark.parametrize(("known", "text"), [(None, "…"), ([], "No recordings: F9 starts one")])
def test_a_list_without_recordings_says_so_once_that_is_known(seat, monkeypatch, known, text):
    seat.status = replace(seat.status, recordings=known)
    seat.click(30, 16)
    seat.look(3)
    seat.click(40, 80)
    told = []
    monkeypatch.setattr(imgui, "text_disabled", told.append)
    seat.look()
    assert told == [text]


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_the_list_of_recordings_stays_in_a_small_window(seat, monkeypatch, scale):
    """The longest titles give way to day, time and length."""
    canvas = seat.screen.canvas
    canvas.set_scale(scale)
    wide, tall = round(512 * scale), round(300 * scale)
    seat.target = canvas.ctx.simple_framebuffer((wide, tall))
    one = RECORDED[1]._replace(title=Text(ru="Склад " * 30, en="Store " * 30))
    seat.status = replace(seat.status, recordings=[one] * 15)
    ends = []
    monkeypatch.setattr(imgui, "begin_popup", noting_box(ends))
    open_popup = imgui.open_popup
    seat.look(2)
    monkeypatch.setattr(menu_bar, "_menus", lambda *_: open_popup("recordings"))
    seat.look(4)
    left, right, content = ends[-1]
    assert 0 <= left and right <= wide and content <= right - left


def noting_box(ends):
    """Return a popup that notes where it is, and how wide what is in it."""
    begin_popup = imgui.begin_popup

    def begin(name):
        is_open = begin_popup(name)
        if is_open:
            left, wide = imgui.get_window_pos().x, imgui.get_window_size().x
            window = imgui.internal.get_current_window()
            ends.append((left, left + wide, window.content_size.x))
        return is_open

    return begin
