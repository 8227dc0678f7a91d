"""Calibrating in the window: the turns by key, what is kept, and what a lost device does."""

import sys
from pathlib import Path

import pytest

from simulator.app.calibrating import Calibrating
from simulator.console.devices import Devices
from simulator.console.panel import Panel
from simulator.console.presets import Presets
from simulator.spec.models.console import ConsoleSpec

sys.path.insert(0, str(Path(__file__).parents[1] / "console"))
import fake_device

PANEL = {"lever": {"type": "lever", "spring_return": True, "gamepad": [{"control": "leftx"}]}}


class Program:
    """Devices and the page; time passes only here."""

    def __init__(self, path):
        self.now = 0.0
        self.pad = fake_device.make_controller("Stick", "03000000aa")
        self.plugged = [self.pad]
        self.panel = Panel(ConsoleSpec.model_validate({"panel": PANEL}))
        self.devices = Devices(self.panel, lambda: self.plugged, self.clock, Presets(path))
        self.page = Calibrating(self.clock)
        self.wait(0.1)

    def clock(self):
        return self.now

    def wait(self, seconds):
        for _ in range(round(seconds / 0.05)):
            self.now += 0.05
            self.devices.poll()
            self.page.tick()

    def push(self, *values):
        for value in values:
            self.pad.device.move("leftx", value)
            self.wait(0.05)


@pytest.fixture
def program(tmp_path):
    return Program(tmp_path / "ann.json")


def test_a_device_is_calibrated_and_its_preset_kept(program):
    page = program.page
    page.open("gamepad1", program.devices.gamepads)
    assert page.key("ENTER")
    program.wait(2.5)
    program.push(16000, -16000, 0)
    assert page.key("ENTER")
    program.wait(2.5)
    assert page.key("ENTER") and not page.is_open
    kept = Presets(program.devices.gamepads.presets.path).presets
    assert [one.name for one in kept] == ["Stick"] and list(kept[0].axes) == ["leftx"]
    program.wait(0.1)
    program.push(16000)
    assert program.panel.get("lever") == pytest.approx(1.0)
    assert "calibrated" in [one.reason for one in program.panel.notices]


def test_escape_leaves_everything_as_it_was(program):
    program.page.open("gamepad1", program.devices.gamepads)
    program.push(32767)
    assert program.panel.get("lever") == 0.0
    assert program.page.key("ESCAPE") and not program.page.is_open
    program.push(0, 32767)
    assert program.panel.get("lever") == 1.0
    assert not program.page.key("ENTER")


def test_a_device_that_goes_away_is_told_and_the_page_stays(program):
    program.page.open("gamepad1", program.devices.gamepads)
    program.page.key("ENTER")
    program.pad.device.connected = False
    program.plugged.clear()
    program.wait(5.0)
    assert program.page.is_open and "unplugged" in [one.reason for one in program.panel.notices]
