"""The way of the panel's input to the physics thread: one reference assignment, the newest wins."""

from collections.abc import Callable
from typing import NamedTuple

from simulator.console.panel import Panel
from simulator.snapshot import PanelInput

STALE = 0.8  # s; an older input counts as a lost operator: levers in neutral


class Sample(NamedTuple):
    """A panel input: when the window took it, of which panel it is, since when it holds.

    After a stall `answered` tells whether the window has let go of what it held.
    """

    values: PanelInput
    time: float
    panel: Panel
    since: float  # when the hand or the device did what is new in it
    answered: int | None = None  # stalls that the window knows of; None: it answers none


class Intake:
    """The window's thread `put`s samples, the physics thread `take`s the newest."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.stalls = 0  # times the window stood still and neutral was taken instead
        self._clock = clock
        self._newest: Sample | None = None
        self._used: Sample | None = None  # by the newest frame
        self._is_stalled = False

    def put(self, panel: Panel, since: float | None, answered: int | None = None) -> None:
        """Make the panel as it is now the newest sample.

        `since` is when the oldest of its changes was made, where a device or key has told it [s].
        A window that lets go of all levers after a stall says how many of them it has `answered`.
        """
        now, last = self._clock(), self._newest
        since = now if since is None else min(since, now)
        if last is not None and last is not self._used and now - last.since < STALE:
            since = min(since, last.since if last.since < last.time else since)  # not seen yet
        self._newest = Sample(panel.input(), now, panel, since, answered)

    def take(self, panel: Panel, now: float) -> Sample:
        """Return what moves the next frame; neutral where the window has not spoken for long.

        It stays neutral until the window, which may still hold its levers, has answered that.
        """
        sample = self._used = self._newest
        if sample is None or sample.panel is not panel:  # the window has not begun
            return Sample(panel.input(), now, panel, now)
        is_stale = now - sample.time > STALE
        self.stalls += is_stale and not self._is_stalled
        self._is_stalled = is_stale
        has_held = sample.answered is not None and sample.answered < self.stalls
        if not is_stale and not has_held:
            return sample
        return Sample(panel.neutral_input(sample.values), now, panel, now)

    def forget(self) -> None:
        """Take no sample that was put before."""
        self._newest = None
