"""Keys and gamepad controls by pressing them."""

import pytest

from simulator.laying import pressing, widgets


def press(sketch, name, *keys):
    found = pressing.begin(name, sketch.widget(name), False)
    for key in keys:
        found = pressing.take_key(found, key, sketch.console)
    return found


def test_a_lever_asks_for_less_and_more(sketch):
    assert pressing.begin("lever", sketch.widget("lever"), False).next == "less"
    found = press(sketch, "lever", "BRACKETLEFT")
    assert found.next == "more"
    found = pressing.take_key(found, "W", sketch.console)
    assert found.taken == ("[", "W") and found.next == ""
    sketch.choose("lever")
    assert widgets.set_value(sketch, "keys", [*found.taken])
    assert sketch.widget("lever").keys == ["[", "W"]


@pytest.mark.parametrize(
    ("key", "told"),
    [("Q", ("key_taken", "Q", "lever")), ("F5", ("key_reserved", "F5")),
     ("ESCAPE", ("key_reserved", "ESCAPE")), ("VOLUME", ("key_unknown", "VOLUME"))],
)  # fmt: skip
def test_a_key_that_is_used_is_told(sketch, key, told):
    found = press(sketch, "power", key)
    assert found.complaint == told and found.taken == () and found.next == "press"
    assert pressing.take_key(found, "P", sketch.console).complaint == ()


def test_a_key_does_not_work_both_ways(sketch):
    assert press(sketch, "lever", "Q", "Q").complaint == ("key_twice", "Q")
    assert press(sketch, "lever", "A", "Q").taken == ("A", "Q"), "its own keys are free"


def test_every_kind_is_asked_for_as_many_keys_as_it_takes(sketch):
    keys = iter("BCDEFGHIJKLMNOPRSTUVXYZ")
    for kind in ("push_button", "toggle", "key_switch", "rotary_selector", "joystick", "knob"):
        name = widgets.add(sketch, kind, "drive")
        found = pressing.begin(name, sketch.widget(name), False)
        while found.next:
            found = pressing.take_key(found, next(keys), sketch.console)
        assert widgets.set_value(sketch, "keys", [*found.taken]), sketch.refusal


def test_an_axis_is_found_by_moving_it_and_inverted_if_moved_back(sketch):
    rest = {"leftx": 0.02, "lefty": -0.01, "lefttrigger": 0.0, "a": False}
    assert pressing.find_moved({**rest, "leftx": 0.4}, rest) is None
    assert pressing.find_moved({**rest, "a": True}, rest) == ("a", 1.0)
    control, way = pressing.find_moved({**rest, "leftx": 0.3, "lefty": -0.9}, rest)
    assert control == "lefty" and way < -0.6
    found = pressing.begin("lever", sketch.widget("lever"), True)
    found = pressing.take_control(found, control, way, sketch.console)
    assert found.taken == ({"control": "lefty", "invert": True},) and not found.next
    sketch.choose("lever")
    assert widgets.set_value(sketch, "gamepad", pressing.with_settings(found.taken, []))
    other = pressing.begin("power", sketch.widget("power"), True)
    other = pressing.take_control(other, "lefty", 1.0, sketch.console)
    assert other.complaint == ("key_taken", "lefty", "lever")


def test_settings_of_an_axis_are_kept(sketch):
    sketch.choose("lever")
    assert widgets.set_value(sketch, "gamepad", [{"control": "leftx", "dead_zone": 0.3}])
    kept = pressing.with_settings([{"control": "righty"}], sketch.widget("lever").gamepad)
    assert kept == [{"control": "righty", "dead_zone": 0.3}]
