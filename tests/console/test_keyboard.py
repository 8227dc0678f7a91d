"""Keys on the panel: ramps, springs, several at once, names by place."""

import sys
from pathlib import Path

import pytest

from simulator.console import bindings, keyboard
from simulator.console.devices import MAX_RAMP
from simulator.spec.models.console import ConsoleSpec

sys.path.insert(0, str(Path(__file__).parent))
import timed_desk

PANEL = {
    "stick": {
        "type": "lever", "axes": 2, "spring_return": True, "rate": 2.0,
        "keys": ["a", "D", "S", "W"],
    },
    "throttle": {"type": "lever", "range": [0, 1], "rate": 1.0, "keys": ["[", "]"]},
    "horn": {"type": "push_button", "keys": ["SPACE"]},
    "light": {"type": "toggle", "keys": ["L"]},
    "gate": {"type": "toggle", "keys": ["O", "P"]},
    "mode": {"type": "rotary_selector", "positions": ["1", "2", "3"], "keys": ["M"]},
    "power": {
        "type": "key_switch", "positions": ["off", "on", "start"], "spring_return": True,
        "keys": ["J", "K"],
    },
    "stop": {"type": "emergency_stop", "keys": ["BACKSPACE"]},
}  # fmt: skip


@pytest.fixture
def desk():
    return timed_desk.Desk(ConsoleSpec.model_validate({"panel": PANEL}))


def test_a_held_key_ramps_at_its_rate_and_the_spring_returns(desk):
    desk.hold("W", seconds=0.25)
    assert desk.panel.get("stick.y") == pytest.approx(0.5)
    desk.wait(1.0)
    assert desk.panel.get("stick.y") == 1.0
    desk.devices.release_key("W")
    assert desk.panel.get("stick.y") == 0.0


def test_several_keys_work_at_once(desk):
    desk.hold("W", "A", seconds=1.0)
    assert (desk.panel.get("stick.x"), desk.panel.get("stick.y")) == (-1.0, 1.0)
    desk.devices.release_key("A")
    desk.wait(0.1)
    assert (desk.panel.get("stick.x"), desk.panel.get("stick.y")) == (0.0, 1.0)


def test_opposite_keys_cancel_and_reversing_starts_from_rest(desk):
    desk.hold("D", seconds=1.0)
    desk.hold("A", seconds=1.0)
    assert desk.panel.get("stick.x") == 0.0
    desk.devices.release_key("D")
    desk.wait(0.1)
    assert desk.panel.get("stick.x") == pytest.approx(-0.2)


def test_a_lever_without_spring_stays_and_clicks_into_its_rest(desk):
    desk.hold("BRACKETRIGHT", seconds=0.5)
    desk.devices.release_key("BRACKETRIGHT")
    assert desk.panel.get("throttle") == pytest.approx(0.5)
    desk.hold("BRACKETLEFT", seconds=0.49)
    desk.devices.release_key("BRACKETLEFT")
    assert desk.panel.get("throttle") == 0.0


def test_presses_flip_step_and_spring_back(desk):
    desk.hold("L", "SPACE", "M", "O")
    panel = desk.panel
    assert [panel.get(name) for name in ("light", "horn", "mode", "gate")] == [1, 1, 1, 0]
    desk.hold("P", "K")
    assert panel.get("gate") == 1.0 and panel.get("power") == 1.0
    desk.devices.release_key("K")
    desk.hold("K")
    assert panel.get("power") == 2.0
    desk.devices.release_key("K")
    assert panel.get("power") == 1.0


def test_a_held_key_turns_a_sprung_switch_on_to_its_last_position(desk):
    desk.hold("K", seconds=0.3)
    assert desk.panel.get("power") == 1.0
    desk.wait(0.3)
    assert desk.panel.get("power") == 2.0
    desk.wait(3.0)
    assert desk.panel.get("power") == 2.0
    desk.devices.release_key("K")
    assert desk.panel.get("power") == 1.0
    desk.hold("J", seconds=2.0)
    assert desk.panel.get("power") == 0.0
    desk.devices.release_key("J")
    desk.hold("K", seconds=0.1)
    desk.devices.release_key("K")
    desk.wait(2.0)
    assert desk.panel.get("power") == 1.0, "a short press is one step"


def test_a_held_key_turns_a_switch_without_spring_by_one_step(desk):
    desk.hold("M", seconds=2.0)
    assert desk.panel.get("mode") == 1.0


def test_the_mouse_takes_a_switch_from_a_held_key(desk):
    desk.hold("K", seconds=0.2)
    desk.panel.set("power", 0.0, "mouse")
    desk.wait(2.0)
    assert desk.panel.get("power") == 0.0


def test_auto_repeat_does_not_press_again(desk):
    for _ in range(5):
        desk.hold("L")
    assert desk.panel.get("light") == 1.0 and desk.panel.presses("light") == 1


def test_panic_keys_latch_and_only_shift_turns_the_stop_loose(desk):
    for _ in range(3):
        desk.hold("BACKSPACE")
        desk.devices.release_key("BACKSPACE")
    assert desk.panel.get("stop") == 1.0
    desk.devices.press_key("BACKSPACE", shift=True)
    assert desk.panel.get("stop") == 0.0


@pytest.mark.parametrize("chord", keyboard.CHORDS)
def test_a_key_with_ctrl_alt_or_super_does_not_drive_but_stops(desk, chord):
    keys = desk.devices.keyboard
    assert not keys.press("W", chord=[chord]) and not keys.press("L", chord=[chord])
    desk.wait(0.5)
    assert desk.panel.get("stick.y") == desk.panel.get("light") == 0.0
    keys.release("W")
    assert keys.press("BACKSPACE", chord=[chord])
    assert desk.panel.get("stop") == 1.0


def test_a_console_that_binds_a_modifier_is_driven_with_it():
    bound = {"left": {"type": "lever", "keys": ["S", "W"]}, "horn": {"type": "push_button"}}
    bound["horn"]["keys"] = ["LCTRL"]
    desk = timed_desk.Desk(ConsoleSpec.model_validate({"panel": bound}))
    keys = desk.devices.keyboard
    assert keys.press("LCTRL") and keys.press("W", chord=["CTRL"])
    assert not keys.press("S", chord=["ALT"]) and not keys.press("S", chord=["CTRL", "ALT"])


def test_the_mouse_takes_a_lever_from_a_held_key(desk):
    desk.hold("W", seconds=0.2)
    desk.panel.set("stick.y", -0.5, "mouse")
    desk.wait(0.2)
    assert desk.panel.get("stick.y") == -0.5
    desk.devices.release_key("W")
    assert desk.panel.get("stick.y") == -0.5


def test_focus_loss_lets_every_key_go(desk):
    desk.hold("W", "SPACE", seconds=0.5)
    desk.devices.lose_focus()
    assert desk.panel.get("stick.y") == desk.panel.get("horn") == 0.0
    assert not desk.devices.press_key("W")
    desk.wait(0.5)
    assert desk.panel.get("stick.y") == 0.0
    desk.devices.gain_focus()
    assert desk.panel.notices == ()
    desk.hold("W", seconds=0.5)
    assert desk.panel.get("stick.y") == 1.0


def test_a_stall_drops_what_is_held_and_says_so_only_then(desk):
    desk.devices.stall()
    assert desk.panel.notices == ()
    desk.hold("W", seconds=0.5)
    desk.devices.stall()
    assert desk.panel.get("stick.y") == 0.0 and desk.panel.notices[0].reason == "stalled"
    desk.wait(0.5)
    assert desk.panel.get("stick.y") == 0.0


def test_notices_go_when_read_unless_their_state_lasts(desk):
    desk.panel.notify("saved")
    desk.devices.lose_focus()
    desk.wait(5.0)
    assert len(desk.panel.notices) == 2
    desk.wait(6.0)
    assert [one.reason for one in desk.panel.notices] == ["focus"]


def test_a_hitch_of_the_window_does_not_throw_a_lever(desk):
    desk.hold("W")
    desk.now += 10.0
    desk.devices.poll()
    assert desk.panel.get("stick.y") == pytest.approx(2.0 * MAX_RAMP)


def test_keys_are_found_by_place_on_a_cyrillic_layout(desk):
    assert keyboard.read_symbol("user_key(19)") == "W"
    assert keyboard.read_symbol("_1") == "1"
    assert keyboard.read_symbol("user_key(ffff)") == "user_key(ffff)"
    desk.hold("user_key(19)", seconds=1.0)
    assert desk.panel.get("stick.y") == 1.0


def test_unbound_keys_do_nothing(desk):
    assert not desk.devices.press_key("Z")
    desk.devices.release_key("Z")


def find(panel):
    spec = ConsoleSpec.model_validate({"panel": panel})
    return [(one.path, one.code) for one in bindings.find_problems(spec)]


def test_the_test_panel_has_no_binding_problems():
    assert find(PANEL) == []


def test_every_binding_fault_is_located():
    faults = {
        "one": {"type": "push_button", "keys": ["LEFFT"]},
        "two": {"type": "push_button", "keys": ["F1"]},
        "three": {"type": "push_button", "keys": ["Q"], "gamepad": [{"control": "a"}]},
        "four": {"type": "toggle", "keys": ["q"], "gamepad": [{"control": "a"}]},
        "five": {"type": "lever", "axes": 2, "keys": ["A", "D"]},
        "six": {"type": "lamp", "keys": ["L"]},
        "seven": {"type": "toggle", "gamepad": [{"control": "x"}, {"control": "y"}]},
    }
    assert find(faults) == [
        (("panel", "one", "keys", 0), "unknown-key"),
        (("panel", "two", "keys", 0), "reserved-key"),
        (("panel", "four", "keys", 0), "key-bound-twice"),
        (("panel", "four", "gamepad", 0, "control"), "control-bound-twice"),
        (("panel", "five", "keys"), "key-count"),
        (("panel", "six", "keys"), "not-an-input"),
        (("panel", "seven", "gamepad"), "control-count"),
    ]
    spec = ConsoleSpec.model_validate({"panel": faults})
    messages = [one.message for one in bindings.find_problems(spec)]
    assert "did you mean LEFT?" in messages[0] and "help" in messages[1]


def test_one_key_works_a_lever_that_a_spring_brings_back():
    pedal = {"type": "lever", "keys": ["W"], "spring_return": True}
    assert find({"pedal": pedal}) == []
    faults = {name: {"type": name, "keys": [key]} for name, key in (("lever", "Q"), ("knob", "E"))}
    assert find(faults) == [(("panel", name, "keys"), "key-count") for name in faults]


def test_keys_are_listed_for_the_help_page():
    spec = ConsoleSpec.model_validate({"panel": PANEL})
    assert bindings.list_keys(spec)[0] == ("stick", ("a", "D", "S", "W"), ())


@pytest.mark.parametrize(
    ("written", "printed"),
    [("w", "W"), ("bracketleft", "["), ("`", "`"), ("num_add", "Num +"), ("num_7", "Num 7"),
     ("pageup", "PgUp"), ("left", "Left"), ("space", "Space"), ("+", "Num +")],
)  # fmt: skip
def test_keys_are_called_as_they_are_printed(written, printed):
    assert keyboard.name_key(written, {}, "en") == printed
    for language in ("ru", "en"):
        assert keyboard.name_key(written, {keyboard.read_key(written): "Ф"}, language) == "Ф"


@pytest.mark.parametrize(
    ("written", "called"),
    [("space", "Пробел"), ("left", "Влево"), ("rctrl", "Правый Ctrl"), ("pageup", "PgUp"),
     ("enter", "Enter"), ("w", "W"), ("escape", "Esc")],
)  # fmt: skip
def test_keys_are_called_as_russian_programs_do(written, called):
    assert keyboard.name_key(written, {}, "ru") == called
