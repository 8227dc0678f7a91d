"""The thumb button of a joystick, and the detents of a lever: by hand, keys, pad, board, replay."""

import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.console import bindings, keyboard
from simulator.console.panel import Panel, PanelError
from simulator.diagram.terminals import list_terminals
from simulator.faults.rows import Places, RowMaker
from simulator.pulses import Pulses
from simulator.spec.models.console import ConsoleSpec
from simulator.spec.models.fault import FaultSpec
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming.components import list_components

sys.path.insert(0, str(Path(__file__).parent))
import fake_device
import timed_desk

STICK = {
    "type": "lever", "axes": 2, "button": True, "spring_return": True,
    "keys": ["A", "D", "S", "W", "F"],
    "gamepad": [{"control": "leftx"}, {"control": "lefty"}, {"control": "a"}],
}  # fmt: skip
GEAR = {"type": "lever", "detents": [-1, 0, 0.5, 1], "keys": ["Q", "E"], "rate": 1.0}
CONSOLE = ConsoleSpec.model_validate({"panel": {"gear": GEAR, "stick": STICK}})
NAMES = ("gear", "stick.x", "stick.y", "stick.button")


@pytest.fixture
def desk():
    return make_desk()


def make_desk(*pads):
    desk = timed_desk.Desk(CONSOLE, pads)
    desk.wait(0.01)
    return desk


def test_everybody_lists_the_signals_in_the_same_order():
    assert Panel(CONSOLE).input_names == NAMES
    assert Pulses(CONSOLE).names == NAMES
    assert Pulses(CONSOLE).momentary.tolist() == [False, False, False, True]
    scene = SceneSpec(console_spec=CONSOLE)
    assert tuple(one.name for one in list_terminals(scene).inputs) == NAMES
    families = {name: one[0].family for name, one in list_components(scene).items()}
    assert families["stick.button"] == "button"
    assert not bindings.find_problems(CONSOLE)


def test_the_button_is_pressed_while_the_axes_are_held(desk):
    panel = desk.panel
    panel.set("stick", (0.5, -0.5), "mouse")
    panel.press("stick.button", "mouse")
    panel.release("stick", "mouse")
    assert [panel.get(name) for name in NAMES[1:]] == [0.0, 0.0, 1.0], "each is let go by itself"
    panel.release("stick.button", "mouse")
    assert (panel.get("stick.button"), panel.presses("stick.button")) == (0.0, 1)
    with pytest.raises(PanelError, match="expected 2 numbers"):
        panel.set("stick", (0, 0, 1))


def test_its_key_presses_and_the_others_ramp(desk):
    assert desk.devices.press_key("F")
    desk.devices.press_key("W")
    desk.wait(0.2)
    assert desk.panel.get("stick.button") == 1.0
    assert desk.panel.get("stick.y") == pytest.approx(0.4)
    desk.devices.release_key("F")
    assert desk.panel.get("stick.button") == 0.0
    assert desk.panel.get("stick.y") > 0.0


def test_its_pad_button_presses():
    pad = fake_device.make_controller()
    desk = make_desk(pad)
    for value, expected in ((1.0, 1.0), (0.0, 0.0)):
        pad.device.move("a", value)
        desk.wait(0.05)
        assert desk.panel.get("stick.button") == expected
    assert desk.panel.presses("stick.button") == 1


def test_an_emergency_lets_the_button_go(desk):
    desk.panel.press("stick.button", "gamepad1")
    assert desk.panel.neutral("unplugged", "gamepad1") == ("stick.button",)
    last = desk.panel.input()
    last.values.flags.writeable = True
    last.values[3] = 1.0
    assert desk.panel.neutral_input(last).values[3] == 0.0


def test_a_click_between_two_frames_is_not_lost(desk):
    pulses = Pulses(CONSOLE)
    desk.panel.press("stick.button", "mouse")
    desk.panel.release("stick.button", "mouse")
    seen = [pulses.read(desk.panel.input())[3] for _ in range(3)]
    assert seen == [1.0, 0.0, 0.0]


@given(st.floats(-1, 1))
def test_a_lever_clicks_into_the_detents_near_it(value):
    panel = Panel(CONSOLE)
    panel.set("gear", value, "mouse")
    near = [one for one in GEAR["detents"] if abs(one - value) <= 0.03]
    assert panel.get("gear") == (near[0] if near else value)
    panel.set("gear", value, "script")
    assert panel.get("gear") == value, "a script says what it means"


def test_a_held_key_stops_at_each_detent_on_its_way(desk):
    desk.panel.set("gear", -1.0)
    desk.devices.press_key("E")
    seen = []
    for _ in range(500):
        desk.wait(0.01)
        seen.append(desk.panel.get("gear"))
    stays = {one: seen.count(one) for one in (0.0, 0.5)}
    wanted = round(keyboard.DWELL / 0.01)
    assert all(abs(count - wanted) <= 1 for count in stays.values()), stays
    assert seen[-1] == 1.0
    assert np.all(np.diff(seen) >= 0)
    ways = 2.0 / 1.0 + 2 * keyboard.DWELL
    assert seen.index(1.0) * 0.01 == pytest.approx(ways, abs=0.05)


def test_a_new_press_goes_on_at_once(desk):
    desk.devices.press_key("E")
    desk.wait(0.5)
    assert desk.panel.get("gear") == 0.5
    desk.devices.release_key("E")
    desk.devices.press_key("E")
    desk.wait(0.02)
    assert desk.panel.get("gear") > 0.5


def test_a_joysticks_fault_spares_the_button_where_that_has_no_more_or_less():
    scene = SceneSpec(console_spec=CONSOLE)
    inputs = {name: row for row, name in enumerate(NAMES)}
    maker = RowMaker(scene, Places(inputs, {}, {}, {}, {}, {}, {}, 0.01))
    found = list_components(scene)

    def hit(name, kind):
        fault = FaultSpec.model_validate({"component": name, "kind": kind})
        return [row.name for row in maker.list_rows(found[name][0], fault)]

    assert hit("stick", "off") == ["stick.x", "stick.y", "stick.button"]
    assert hit("stick", "noise") == ["stick.x", "stick.y"]
    assert hit("stick.button", "stuck") == ["stick.button"]
