"""Calibrating a gamepad in the window: the page, its turns, and keeping what was found."""

from typing import TYPE_CHECKING

from simulator.console.calibration import Calibration, Calibrator
from simulator.console.gamepad import Pad
from simulator.console.presets import PresetError
from simulator.ui.pages import device_page
from simulator.ui.pages.device_page import DevicePage
from simulator.ui.painting.paint import Paint

if TYPE_CHECKING:
    from simulator.app.loop import App

KEYS = {"ENTER": "next", "NUM_ENTER": "next", "ESCAPE": "close"}


class Calibrating:
    """The page that is open for one device, or none; meanwhile no device moves the panel."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self.source = ""  # of the device; "" while the page is closed
        self._calibrator = Calibrator()
        self._axes: dict[str, Calibration] = {}
        self._chosen = ""
        self._complaint = ""

    @property
    def is_open(self) -> bool:
        """Whether the page is shown."""
        return bool(self.source)

    def open(self, source: str) -> None:
        """Show the page for a device."""
        self.source, self._calibrator = source, Calibrator()
        self._axes, self._chosen, self._complaint = {}, "", ""
        if self.app.devices is not None:
            self.app.devices.gamepads.study(True)

    def close(self) -> None:
        """Let the devices work the panel again, after they were in neutral."""
        self.source = ""
        if self.app.devices is not None:
            self.app.devices.gamepads.study(False)

    def key(self, name: str) -> bool:
        """Do what a key means on the page; return whether the page takes it."""
        if not self.is_open:
            return False
        if name in KEYS:
            self._act(KEYS[name])
        return name in KEYS or len(name) == 1 or name in ("SPACE", "TAB")

    def tick(self) -> None:
        """Take what the device says now."""
        pad = self._pad()
        if pad is None:
            self._calibrator.raw = {}
            return
        before = self._calibrator.turn
        self._calibrator.take(pad.raw, self.app.clock())
        if self._calibrator.turn == "done" and before != "done":
            found = self._calibrator.findings
            fresh = {name: one.calibration for name, one in found.items()}
            self._axes = {**pad.axes, **{n: one for n, one in fresh.items() if one is not None}}
            self._chosen = next((name for name in found if fresh[name]), "")

    def draw(self, p: Paint, size: tuple[int, int], language: str) -> None:
        """Draw the page, if it is open, and do what is done on it."""
        pad, seen = self._pad(), self._calibrator
        if not self.is_open:
            return
        ranges = {name: seen.range_of(name) for name in seen.raw}
        page = DevicePage(
            name=pad.identity.name if pad else "",
            turn=seen.turn,
            progress=seen.progress,
            has_moved=seen.has_moved,
            raw=seen.raw,
            ranges={name: one for name, one in ranges.items() if one is not None},
            pushed=seen.pushed(),
            findings=seen.findings,
            axes=self._axes,
            chosen=self._chosen,
            complaint=self._complaint,
        )
        asked = device_page.draw(p, size, page, language)
        if asked.chosen is not None:
            self._chosen = asked.chosen
        if asked.changed is not None:
            self._axes = {**self._axes, self._chosen: asked.changed}
        if asked.action:
            self._act(asked.action)

    def _act(self, action: str) -> None:
        turn = self._calibrator.turn
        if action == "close":
            self.close()
        elif action == "again" or turn == "ready":
            self._axes, self._complaint = {}, ""
            self._calibrator.begin()
        elif turn == "push":
            self._calibrator.let_go()
        elif turn == "done":
            self._keep()

    def _keep(self) -> None:
        pad, devices = self._pad(), self.app.devices
        if pad is None or devices is None:
            return
        try:
            devices.gamepads.keep(pad, self._axes)
        except PresetError as error:
            self._complaint = str(error)
            return
        devices.panel.notify("calibrated", pad.identity.name)
        self.close()

    def _pad(self) -> Pad | None:
        """Return the device, while it is plugged in."""
        pads = self.app.devices.gamepads.pads if self.app.devices is not None else []
        return next((pad for pad in pads if pad.source == self.source), None)
