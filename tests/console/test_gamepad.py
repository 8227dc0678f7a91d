"""Gamepads over fake pyglet devices: shaping, ownership, unplugging, silence, arming."""

import math
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.console import axis, gamepad
from simulator.console.devices import Devices
from simulator.console.panel import Panel
from simulator.spec.models.console import AxisBinding, ConsoleSpec

sys.path.insert(0, str(Path(__file__).parent))
import fake_device

CONSOLE = {
    "panel": {
        "stick": {
            "type": "lever", "axes": 2, "spring_return": True, "keys": ["A", "D", "S", "W"],
            "gamepad": [
                {"control": "leftx", "dead_zone": 0.1, "curve": 1.0},
                {"control": "lefty", "dead_zone": 0.1, "curve": 1.0},
            ],
        },
        "lift": {"type": "lever", "range": [0, 2], "gamepad": [{"control": "righttrigger"}]},
        "level": {
            "type": "slider", "range": [0, 1], "start": 0.5, "gamepad": [{"control": "righty"}]
        },
        "horn": {"type": "push_button", "gamepad": [{"control": "a"}]},
        "light": {"type": "toggle", "gamepad": [{"control": "b"}]},
        "mode": {
            "type": "rotary_selector", "positions": ["1", "2", "3"], "start": 1,
            "gamepad": [{"control": "dpad_x"}],
        },
    }
}  # fmt: skip


class Bench:
    """Panel, devices and one fake pad, with a clock that only the test moves."""

    def __init__(self, pad):
        self.now = 0.0
        self.plugged = [pad] if pad else []
        self.panel = Panel(ConsoleSpec.model_validate(CONSOLE))
        self.devices = Devices(self.panel, lambda: list(self.plugged), lambda: self.now)
        self.pad = pad
        self.step()

    def step(self, dt=0.02):
        self.now += dt
        self.devices.poll()

    def move(self, name, value, dt=0.02):
        self.pad.device.move(name, value)
        self.step(dt)

    @property
    def reasons(self):
        return [one.reason for one in self.panel.notices]


@pytest.fixture
def bench():
    return Bench(fake_device.make_controller())


def test_shape_has_a_dead_zone_a_curve_and_full_scale():
    binding = AxisBinding(control="leftx", dead_zone=0.2, curve=2.0)
    assert axis.shape(0.2, binding) == axis.shape(-0.1, binding) == 0.0
    assert axis.shape(1.0, binding) == 1.0 and axis.shape(-1.0, binding) == -1.0
    assert axis.shape(0.6, binding) == pytest.approx(0.25)
    assert axis.shape(0.6, binding.model_copy(update={"invert": True})) == pytest.approx(-0.25)


@given(
    st.one_of(st.floats(), st.none(), st.text(), st.integers()),
    st.floats(0, 0.99), st.floats(0.01, 5),
)  # fmt: skip
def test_shape_takes_anything_and_stays_in_range(raw, dead_zone, curve):
    value = axis.shape(raw, AxisBinding(control="leftx", dead_zone=dead_zone, curve=curve))
    assert math.isfinite(value) and -1.0 <= value <= 1.0


def test_a_stick_moves_a_lever_and_up_is_plus(bench):
    bench.move("leftx", 32767)
    bench.move("lefty", -32768)
    assert bench.panel.get("stick.x") == 1.0 and bench.panel.get("stick.y") == 1.0
    bench.move("leftx", 0)
    assert bench.panel.get("stick.x") == 0.0 and bench.panel.holder("stick.x") is None


def test_a_trigger_runs_from_rest_to_the_top(bench):
    bench.move("righttrigger", 255)
    assert bench.panel.get("lift") == 2.0
    bench.move("righttrigger", 0)
    assert bench.panel.get("lift") == 0.0


def test_buttons_press_flip_and_step(bench):
    bench.move("a", 1)
    assert bench.panel.get("horn") == 1.0
    bench.move("a", 0)
    assert bench.panel.get("horn") == 0.0 and bench.panel.presses("horn") == 1
    for value in (1, 0):
        bench.move("b", value)
    assert bench.panel.get("light") == 1.0
    bench.move("hat_x", 1)
    assert bench.panel.get("mode") == 2.0
    bench.move("hat_x", 0)
    bench.move("hat_x", -1)
    assert bench.panel.get("mode") == 1.0


def test_the_mouse_takes_over_and_a_resting_pad_leaves_it_alone(bench):
    bench.move("leftx", 32767)
    bench.panel.set("stick.x", -0.5, "mouse")
    bench.step()
    assert bench.panel.get("stick.x") == -0.5
    bench.move("leftx", 0)
    bench.panel.set("stick.x", -0.5, "mouse")
    bench.step()
    assert bench.panel.get("stick.x") == -0.5


def test_unplugging_returns_its_axes_in_the_same_poll(bench):
    bench.move("leftx", 32767)
    bench.move("righty", -32768)
    bench.panel.set("stick.y", 0.5, "mouse")
    bench.pad.device.connected = False
    bench.plugged.clear()
    bench.step()
    assert bench.panel.get("stick.x") == 0.0 and bench.panel.get("level") == 0.5
    assert bench.panel.get("stick.y") == 0.5
    assert "unplugged" in bench.reasons


def test_one_that_is_back_before_its_loss_was_seen_is_let_go_and_opened_anew(bench):
    bench.move("leftx", 32767)
    bench.pad.device.close()  # as pyglet does at the failed read, while the file is there again
    bench.step()
    assert bench.panel.get("stick.x") == 0.0 and bench.reasons == ["unplugged"]
    fresh = fake_device.make_controller()
    bench.plugged[:] = [fresh]
    bench.step(2.0)
    fresh.device.move("leftx", 32767)
    bench.step()
    assert bench.panel.get("stick.x") == 1.0


def test_what_was_told_of_a_device_goes_with_it(bench):
    assert "plugged" in bench.reasons
    bench.move("leftx", 32767)
    bench.step(gamepad.SILENCE + 0.1)
    assert "silent" in bench.reasons
    bench.pad.device.connected = False
    bench.plugged.clear()
    bench.step()
    assert not {"silent", "plugged"} & {*bench.reasons} and "unplugged" in bench.reasons


def test_files_of_devices_are_looked_at_again_when_they_are_new_or_readable(tmp_path, monkeypatch):
    (tmp_path / "event0").touch()
    monkeypatch.setattr(gamepad, "DEVICE_FOLDER", tmp_path)
    looked = []
    monkeypatch.setattr(gamepad, "find_devices", lambda: looked.append(1) or [])
    panel = Panel(ConsoleSpec.model_validate(CONSOLE))
    now = [0.0]
    pads = gamepad.Gamepads(panel, gamepad.find_devices, lambda: now[0])

    def wait():
        looked.clear()
        now[0] += 2 * gamepad.RESCAN
        pads.poll()
        return len(looked)

    assert (wait(), wait()) == (1, 0)
    (tmp_path / "event0").chmod(0o444)
    assert (wait(), wait()) == (1, 0)


def test_a_device_that_raises_counts_as_unplugged(bench):
    bench.move("leftx", 32767)

    def fail():
        raise OSError(19, "No such device")

    bench.pad.device.is_open_now = True
    bench.pad.device.poll = fail
    bench.step()
    assert bench.panel.get("stick.x") == 0.0 and "unplugged" in bench.reasons


def test_plugging_in_again_works_after_neutral(bench):
    bench.pad.device.connected = False
    bench.plugged.clear()
    bench.step()
    fresh = fake_device.make_controller()
    fresh.device.move("leftx", 32767)
    bench.plugged.append(fresh)
    bench.pad = fresh
    bench.step(2.0)
    assert "plugged" in bench.reasons and "unplugged" not in bench.reasons
    assert bench.panel.get("stick.x") == 0.0
    bench.move("leftx", 0)
    bench.move("leftx", 32767)
    assert bench.panel.get("stick.x") == 1.0


def test_silence_while_held_returns_to_neutral_until_rearmed(bench):
    bench.move("leftx", 32767)
    bench.step(gamepad.SILENCE - 0.1)
    assert bench.panel.get("stick.x") == 1.0
    bench.step(0.2)
    assert bench.panel.get("stick.x") == 0.0 and "silent" in bench.reasons
    bench.move("leftx", 30000)
    assert bench.panel.get("stick.x") == 0.0 and "silent" not in bench.reasons
    bench.move("leftx", 0)
    bench.move("leftx", 30000)
    assert bench.panel.get("stick.x") > 0.8


def test_a_resting_device_may_be_silent_for_ever(bench):
    bench.step(1000.0)
    assert "silent" not in bench.reasons


def test_focus_loss_stops_the_pad_until_it_was_in_neutral(bench):
    bench.move("leftx", 32767)
    bench.devices.lose_focus()
    assert bench.panel.get("stick.x") == 0.0 and "focus" in bench.reasons
    bench.move("leftx", 20000)
    assert bench.panel.get("stick.x") == 0.0
    bench.devices.gain_focus()
    assert bench.reasons[-1] == "rearm"
    bench.move("leftx", 32767)
    assert bench.panel.get("stick.x") == 0.0
    bench.move("leftx", 0)
    assert "rearm" not in bench.reasons
    bench.move("leftx", 32767)
    assert bench.panel.get("stick.x") == 1.0


def test_two_pads_have_their_own_names(bench):
    second = fake_device.make_controller()
    bench.plugged.append(second)
    bench.step(2.0)
    second.device.move("leftx", 32767)
    bench.step()
    assert bench.panel.holder("stick.x") == "gamepad2"
    bench.pad.device.connected = False
    bench.step()
    assert bench.panel.get("stick.x") == 1.0


def test_a_joystick_serves_too():
    bench = Bench(fake_device.make_joystick())
    bench.move("x", 100)
    bench.move("trigger", True)
    assert bench.panel.get("stick.x") == 1.0 and bench.panel.get("horn") == 1.0


def test_a_device_that_cannot_be_opened_is_named():
    pad = fake_device.make_controller()
    pad.device._is_open = True
    bench = Bench(pad)
    assert bench.reasons == ["unreadable"] and bench.devices.gamepads.pads == []


def test_closing_lets_the_devices_go(bench):
    assert bench.pad.device.is_open
    bench.devices.close()
    assert not bench.pad.device.is_open and bench.devices.gamepads.pads == []


def test_axes_without_a_range_are_mended():
    broken = SimpleNamespace(min=5, max=5)
    fine = SimpleNamespace(min=0, max=255)
    gamepad.mend(SimpleNamespace(get_controls=lambda: [broken, fine, SimpleNamespace()]))
    assert (broken.min, broken.max, fine.min, fine.max) == (-1.0, 1.0, 0, 255)


@given(st.lists(st.tuples(st.sampled_from(fake_device.AXES), st.floats()), max_size=20))
def test_hostile_device_values_never_leave_the_ranges(moves):
    bench = Bench(fake_device.make_controller())
    for name, value in moves:
        bench.move(name, value)
        for signal in bench.panel.input_names:
            low, high = bench.panel.bounds(signal)
            assert low <= bench.panel.get(signal) <= high
