"""Several consoles on one panel: devices work the chosen one; what was held is let go."""

import sys
from pathlib import Path

import pytest

from simulator.console.devices import Devices
from simulator.console.panel import Panel
from simulator.spec.models.console import ConsoleSpec, WidgetSpec

sys.path.insert(0, str(Path(__file__).parent))
import fake_device

WIDGETS = {
    "drive": {
        "type": "lever", "spring_return": True, "keys": ["S", "W"],
        "gamepad": [{"control": "lefty", "curve": 1.0}],
    },
    "arm": {"type": "lever", "axes": 2, "spring_return": True, "keys": ["A", "D", "F", "G"]},
    "throttle": {"type": "lever", "range": [0, 1], "keys": ["[", "]"]},
    "horn": {"type": "push_button", "keys": ["H"]},
    "light": {"type": "toggle", "keys": ["L"]},
    "lamp": {"type": "lamp"},
}  # fmt: skip


class Desk:
    """Two consoles of the same widgets, and a clock that only the test moves."""

    def __init__(self, pads=()):
        self.now = 0.0
        parts = {}
        for owner in ("alpha", "bravo"):
            panel = {f"{owner}.{n}": WidgetSpec.model_validate(one) for n, one in WIDGETS.items()}
            parts[owner] = ConsoleSpec().model_copy(update={"panel": panel})
        whole = parts["alpha"].panel | parts["bravo"].panel
        self.parts = parts
        self.panel = Panel(ConsoleSpec().model_copy(update={"panel": whole}))
        self.devices = Devices(self.panel, lambda: list(pads), lambda: self.now)
        self.take("alpha")

    def take(self, owner):
        self.devices.select(self.parts[owner])

    def wait(self, seconds=0.1):
        for _ in range(round(seconds / 0.02)):
            self.now += 0.02
            self.devices.poll()

    def get(self, *names):
        return [self.panel.get(name) for name in names]


@pytest.fixture
def desk():
    return Desk()


def test_keys_work_the_chosen_console_only(desk):
    desk.devices.press_key("W")
    desk.devices.press_key("D")
    desk.wait(1.0)
    assert desk.get("alpha.drive", "alpha.arm.x", "bravo.drive", "bravo.arm.x") == [1, 1, 0, 0]


def test_taking_another_lets_go_what_springs_and_leaves_what_stays(desk):
    desk.devices.press_key("W")
    desk.devices.press_key("BRACKETRIGHT")
    desk.devices.press_key("H")
    desk.devices.press_key("L")
    desk.wait(2.0)
    assert desk.get("alpha.drive", "alpha.throttle", "alpha.horn", "alpha.light") == [1, 1, 1, 1]
    desk.take("bravo")
    assert desk.get("alpha.drive", "alpha.throttle", "alpha.horn", "alpha.light") == [0, 1, 0, 1]
    desk.wait(1.0)  # the keys are still down; they belong to nobody until pressed again
    assert desk.get("alpha.drive", "bravo.drive") == [0, 0]
    desk.devices.release_key("W")
    desk.devices.press_key("W")
    desk.wait(1.0)
    assert desk.get("alpha.drive", "bravo.drive") == [0, 1]


def test_a_hand_on_a_lever_is_let_go_but_a_script_works_on(desk):
    desk.panel.set("alpha.drive", 0.7, "mouse")
    desk.panel.set("bravo.drive", 0.4, "script")
    desk.take("bravo")
    assert desk.get("alpha.drive", "bravo.drive") == [0, 0.4]


def test_a_held_stick_counts_after_it_was_in_neutral():
    pad = fake_device.make_controller()
    desk = Desk([pad])
    desk.wait()
    pad.device.move("lefty", -32768)
    desk.wait()
    assert abs(desk.panel.get("alpha.drive")) == 1
    desk.take("bravo")
    desk.wait()
    assert desk.get("alpha.drive", "bravo.drive") == [0, 0]
    assert [one.reason for one in desk.panel.notices if one.reason == "rearm"]
    pad.device.move("lefty", 0)
    desk.wait()
    pad.device.move("lefty", -32768)
    desk.wait()
    assert desk.panel.get("alpha.drive") == 0 and abs(desk.panel.get("bravo.drive")) == 1
    assert not [one for one in desk.panel.notices if one.reason == "rearm"]


def test_dotted_names_are_found(desk):
    assert desk.panel.spec("alpha.arm.y").axes == 2
    assert desk.panel.spec("bravo.lamp").type == "lamp"
    assert "bravo.arm" in desk.panel.control_names and "bravo.lamp" not in desk.panel.control_names
