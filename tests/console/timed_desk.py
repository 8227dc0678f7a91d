"""A panel with its devices, and a clock that only the test moves."""

from simulator.console.devices import Devices
from simulator.console.panel import Panel


class Desk:
    """Panel and devices of a console; hundredths of a second pass when the test says so."""

    def __init__(self, console, pads=()):
        self.now = 0.0
        self.panel = Panel(console)
        self.devices = Devices(self.panel, lambda: list(pads), lambda: self.now)

    def hold(self, *keys, seconds=0.0):
        for key in keys:
            assert self.devices.press_key(key)
        self.wait(seconds)

    def wait(self, seconds):
        for _ in range(round(seconds / 0.01)):
            self.now += 0.01
            self.devices.poll()
