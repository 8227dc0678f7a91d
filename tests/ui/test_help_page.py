"""The page of keys: nothing shines through, its columns are straight and use their room."""

from pathlib import Path

import numpy as np
import pytest
from imgui_bundle import imgui
from page_reader import Reader
from screen_seat import Seat

from simulator.app import help_page
from simulator.app.help_page import HelpPage
from simulator.spec.load import load_console
from simulator.spec.models.console import ConsoleSpec
from simulator.ui.painting import theme


@pytest.fixture
def seat(canvas):
    return Seat(canvas)


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


def test_keys_that_the_console_has_itself_are_not_said_to_be_the_programs():
    def list_keys(*keys):
        lever = {"type": "lever", "keys": ["B", "N"]}
        panel = {"lever": lever, "horn": {"type": "push_button", "keys": keys}}
        console = {"": ConsoleSpec.model_validate({"panel": panel})}
        return [one.keys for _, lines in help_page.list_lines(console, "", "en") for one in lines]

    assert {"Ctrl+B", "Ctrl+D"} <= set(list_keys("H"))
    assert "Ctrl+B" not in list_keys("LCTRL") and "Ctrl+D" in list_keys("LCTRL")
