"""A pointer and keys work every control; the value is there at once, the picture follows."""

import math

import pytest
from imgui_bundle import imgui

from simulator.ui.widgets import levers, switches

LEVER = {"type": "lever", "label": "Left", "spring_return": True}
FREE = {"type": "lever", "label": "Left"}
KEY = {"type": "key_switch", "positions": ["OFF", "ON", "START"], "spring_return": True}


def drag(o, name, start, end):
    """Press at one share of the box and move to another, without letting go."""
    o.press(*o.at(name, *start))
    o.move(*o.at(name, *end))


def test_a_push_button_is_one_while_held_and_counts(operate):
    o = operate({"go": {"type": "push_button", "label": "Go"}})
    o.press(*o.at("go"))
    assert (o.panel.get("go"), o.panel.presses("go")) == (1.0, 1)
    o.release()
    assert (o.panel.get("go"), o.panel.presses("go")) == (0.0, 1)


def test_a_click_shorter_than_a_frame_counts(operate):
    o = operate({"go": {"type": "push_button", "label": "Go"}})
    o.move(*o.at("go"))
    io = imgui.get_io()
    io.add_mouse_button_event(0, True)
    io.add_mouse_button_event(0, False)
    o.look(3)
    assert o.panel.presses("go") == 1
    assert o.panel.get("go") == 0.0


def test_a_toggle_flips(operate):
    o = operate({"lights": {"type": "toggle", "label": "Lights"}})
    o.click("lights")
    assert o.panel.get("lights") == 1.0
    assert o.desk.entries["lights"].face.drawn < 1.0
    o.look(30)
    assert o.desk.entries["lights"].face.drawn == 1.0
    o.click("lights")
    assert o.panel.get("lights") == 0.0


def test_a_guard_opens_first_and_closes_itself(operate):
    o = operate({"jaws": {"type": "toggle", "guarded": True, "label": "Jaws"}})
    o.click("jaws")
    assert o.panel.is_guard_open("jaws")
    assert o.panel.get("jaws") == 0.0
    o.click("jaws")
    assert o.panel.get("jaws") == 1.0
    o.look(300)
    assert o.panel.is_guard_open("jaws")
    o.click("jaws")
    o.look(240)
    assert o.panel.is_guard_open("jaws")
    o.look(30)
    assert not o.panel.is_guard_open("jaws")


def test_a_lever_follows_the_drag_even_outside_and_springs_back(operate):
    o = operate({"left": LEVER})
    drag(o, "left", (0.5, 0.5), (0.5, 0.3))
    face = o.desk.entries["left"].face
    expected = 2 * 0.2 * levers.well_height(face) / levers.travel(face)
    assert o.panel.get("left") == pytest.approx(expected, abs=0.02)
    assert face.drawn == face.value
    o.move(o.at("left")[0] + 400, -200)
    assert o.panel.get("left") == 1.0
    o.release()
    assert o.panel.get("left") == 0.0
    o.look()
    assert 0.0 < face.drawn < 1.0


def test_shift_makes_a_drag_fine(operate):
    o = operate({"left": FREE})
    drag(o, "left", (0.5, 0.5), (0.5, 0.4))
    coarse = o.panel.get("left")
    o.release()
    o.panel.set("left", 0.0, "script")
    imgui.get_io().add_key_event(imgui.Key.mod_shift, True)
    o.look(2)
    drag(o, "left", (0.5, 0.5), (0.5, 0.4))
    assert o.panel.get("left") == pytest.approx(coarse * 0.2, abs=0.02)
    o.release()


def test_escape_brings_the_old_value_back(operate):
    o = operate({"left": FREE})
    o.panel.set("left", 0.5, "script")
    o.look(30)
    drag(o, "left", (0.5, 0.3), (0.5, 0.9))
    assert o.panel.get("left") < 0.0
    o.key(imgui.Key.escape)
    assert o.panel.get("left") == pytest.approx(0.5)
    o.move(*o.at("left", 0.5, 0.1))
    assert o.panel.get("left") == pytest.approx(0.5)
    o.release()


def test_a_press_beside_the_grip_brings_it_there(operate):
    o = operate({"left": FREE})
    o.press(*o.at("left", 0.5, 0.14))
    assert o.panel.get("left") == pytest.approx(1.0, abs=0.01)
    o.release()


def test_a_double_click_centres(operate):
    o = operate({"left": FREE})
    o.panel.set("left", 0.2, "script")
    o.look(30)
    o.click("left", 0.5, 0.43)
    o.click("left", 0.5, 0.43)
    assert o.panel.get("left") == 0.0


def test_the_wheel_turns_by_a_mark(operate):
    o = operate({"left": FREE, "range": {"type": "rotary_selector", "positions": ["1", "2", "3"]}})
    o.move(*o.at("left"))
    o.wheel(1)
    assert o.panel.get("left") == pytest.approx(0.1)
    o.move(*o.at("range"))
    o.wheel(1)
    o.wheel(1)
    o.wheel(1)
    assert o.panel.get("range") == 2.0
    o.wheel(-1)
    assert o.panel.get("range") == 1.0


def test_the_wheel_leaves_a_spring_lever_alone(operate):
    o = operate({"left": LEVER})
    o.move(*o.at("left"))
    o.wheel(3)
    assert o.panel.get("left") == 0.0


def test_a_joystick_moves_in_two_axes(operate):
    o = operate({"arm": {"type": "lever", "axes": 2, "spring_return": True, "label": "Arm"}})
    drag(o, "arm", (0.5, 0.5), (0.65, 0.2))
    assert o.panel.get("arm.x") == pytest.approx(0.5, abs=0.03)
    assert o.panel.get("arm.y") == pytest.approx(1.0, abs=0.03)
    o.release()
    assert (o.panel.get("arm.x"), o.panel.get("arm.y")) == (0.0, 0.0)


@pytest.mark.parametrize("kind", ["slider", "knob"])
def test_sliders_and_knobs_go_to_the_right(operate, kind):
    o = operate({"gain": {"type": kind, "range": [0, 10], "start": 5, "label": "Gain"}})
    x, y = o.at("gain")
    o.press(x, y)
    o.move(x + 30, y)
    assert 5.0 < o.panel.get("gain") < 10.0
    o.move(x + 3000, y)
    assert o.panel.get("gain") == 10.0
    o.release()
    assert o.panel.get("gain") == 10.0


def test_a_key_switch_steps_on_and_springs_back_from_start(operate):
    o = operate({"key": KEY})
    f = o.desk.entries["key"].face
    middle = f.x + f.w / 2, f.y + switches.top(f)
    o.press(*middle)
    o.release()
    assert o.panel.get("key") == 1.0
    far = switches.radius(f) + 6
    turned = math.radians(50)
    o.press(middle[0] + far * math.sin(turned), middle[1] - far * math.cos(turned))
    assert o.panel.get("key") == 2.0
    o.release()
    assert o.panel.get("key") == 1.0
    o.press(middle[0] - far * math.sin(turned), middle[1] - far * math.cos(turned))
    o.release()
    assert o.panel.get("key") == 0.0


def test_an_emergency_stop_latches_and_a_turn_releases_it(operate):
    o = operate({"stop": {"type": "emergency_stop", "label": "Stop"}})
    o.click("stop")
    assert o.panel.get("stop") == 1.0
    o.click("stop")
    assert o.panel.get("stop") == 1.0
    x, y = o.at("stop")
    o.press(x, y - 40)
    for degrees in range(5, 41, 5):
        turned = math.radians(degrees)
        o.move(x + 40 * math.sin(turned), y - 40 * math.cos(turned))
    assert o.panel.get("stop") == 1.0
    o.move(x + 40 * math.sin(0.9), y - 40 * math.cos(0.9))
    assert o.panel.get("stop") == 0.0
    o.release()


def test_a_double_click_held_releases_the_stop(operate):
    o = operate({"stop": {"type": "emergency_stop", "label": "Stop"}})
    o.click("stop")
    o.look(60)
    o.click("stop")
    o.press(*o.at("stop"))
    o.look(10)
    assert o.panel.get("stop") == 1.0
    o.look(20)
    assert o.panel.get("stop") == 0.0
    o.release()
    assert o.panel.get("stop") == 0.0


def test_a_new_warning_is_accepted_by_a_click(operate):
    tile = {"type": "annunciator", "kind": "warning", "label": "Dose"}
    o = operate({"dose": tile}, outputs={"dose": "dose_high"})
    o.show(dose_high=1.0)
    o.look(2)
    face = o.desk.entries["dose"].face
    assert not face.is_accepted
    o.click("dose")
    assert face.is_accepted
    o.show(dose_high=0.0)
    o.look()
    assert not face.is_accepted


def test_tab_walks_and_keys_work_the_focused_control(operate):
    o = operate({"left": FREE, "lights": {"type": "toggle", "label": "Lights"}, "key": KEY})
    o.key(imgui.Key.tab)
    assert o.desk.focus == "left"
    o.key(imgui.Key.up_arrow)
    assert o.panel.get("left") == pytest.approx(0.1)
    o.key(imgui.Key.tab)
    o.key(imgui.Key.enter)
    assert o.panel.get("lights") == 1.0
    o.key(imgui.Key.tab)
    o.key(imgui.Key.right_arrow)
    assert o.panel.get("key") == 1.0
    o.key(imgui.Key.tab)
    assert o.desk.focus == "left"
    o.key(imgui.Key.escape)
    assert o.desk.focus is None


def test_bound_keys_belong_to_the_console(operate):
    o = operate({"left": dict(FREE, keys=["DOWN", "UP"])})
    o.key(imgui.Key.tab)
    o.key(imgui.Key.up_arrow)
    assert o.panel.get("left") == 0.0


def test_a_guarded_button_works_at_the_second_press(operate):
    o = operate({"fire": {"type": "push_button", "guarded": True, "label": "Fire"}})
    covered = o.pixels().astype(int)
    o.click("fire")
    assert o.panel.presses("fire") == 0
    o.look(30)
    assert abs(o.pixels() - covered).max() > 60
    o.click("fire")
    assert o.panel.presses("fire") == 1
