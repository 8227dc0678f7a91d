"""Calibrating a gamepad in the window: the page, its turns, and keeping what was found."""

from collections.abc import Callable

from simulator.console.calibration import Calibration, Calibrator
from simulator.console.gamepad import Gamepads, Pad
from simulator.console.presets import PresetError
from simulator.spec.fields import Text
from simulator.ui.pages import device_page
from simulator.ui.pages.device_page import DevicePage
from simulator.ui.painting.paint import Paint
from simulator.ui.painting.scrolling import Scroll

KEYS = {"ENTER": "next", "NUM_ENTER": "next", "ESCAPE": "close"}


class Calibrating:
    """The page that is open for one device, or none; meanwhile no device moves the panel."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._gamepads: Gamepads | None = None  # None while the page is closed
        self._source = ""  # of the device
        self._calibrator = Calibrator()
        self._axes: dict[str, Calibration] = {}
        self._chosen = ""
        self._complaint: Text | None = None  # why it is not kept
        self._scroll = Scroll()

    @property
    def is_open(self) -> bool:
        """Whether the page is shown."""
        return self._gamepads is not None

    def open(self, source: str, gamepads: Gamepads) -> None:
        """Show the page for one of the devices."""
        self._source, self._gamepads, self._calibrator = source, gamepads, Calibrator()
        self._axes, self._chosen, self._complaint = {}, "", None
        self._scroll = Scroll()
        gamepads.study(True)

    def close(self) -> None:
        """Let the devices work the panel again, after they were in neutral."""
        if self._gamepads is not None:
            self._gamepads.study(False)
        self._gamepads = None

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
        self._calibrator.take(pad.raw, self._clock())
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
            complaint=self._complaint.in_language(language) if self._complaint else "",
        )
        asked = device_page.draw(p, size, page, language, self._scroll)
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
            self._axes, self._complaint = {}, None
            self._calibrator.begin()
        elif turn == "push":
            self._calibrator.let_go()
        elif turn == "done":
            self._keep()

    def _keep(self) -> None:
        pad, gamepads = self._pad(), self._gamepads
        if pad is None or gamepads is None:
            return
        try:
            gamepads.keep(pad, self._axes)
        except PresetError as error:
            self._complaint = error.text
            return
        gamepads.panel.notify("calibrated", pad.identity.name)
        self.close()

    def _pad(self) -> Pad | None:
        """Return the device, while it is plugged in."""
        pads = self._gamepads.pads if self._gamepads is not None else []
        return next((pad for pad in pads if pad.source == self._source), None)
