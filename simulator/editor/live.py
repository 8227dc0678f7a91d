"""What the signals of a diagram are now, or in the step that is walked through block by block."""

from collections.abc import Callable, Container, Mapping

from simulator.diagram.walk import Walk
from simulator.snapshot import Layout, Snapshot

from .node import Pin


class Live:
    """The newest values by signal, those that are forced, and the walk that is under way."""

    def __init__(self) -> None:
        self.forced: Mapping[str, float] = {}
        self.walk: Walk | None = None  # the next step, block by block
        self.at = ""  # key of the node that was walked to
        self._frame = -1
        self._rows: dict[str, int] = {}
        self._layout: Layout | None = None
        self._values: list[float] = []

    def follow(self, snapshot: Snapshot | None, forced: Mapping[str, float]) -> None:
        """Take the newest values."""
        self.forced = forced
        if snapshot is None:
            self._values = []
            return
        if snapshot.layout is not self._layout:
            self._layout = snapshot.layout
            self._rows = {name: row for row, name in enumerate(snapshot.layout.signals)}
        self._values = snapshot.signals.tolist()
        if snapshot.frame_index != self._frame:
            self._frame, self.walk, self.at = snapshot.frame_index, None, ""

    def value(self, pin: Pin) -> float | None:
        """Return what a pin has now; None: nobody knows."""
        return self.read(pin.signal) if pin.signal else pin.value

    def read(self, signal: str) -> float | None:
        """Return a signal's value now, or in the step that is walked; None: nobody knows."""
        if self.walk is not None and signal in self.walk.values:
            return self.walk.values[signal]
        row = self._rows.get(signal, -1)
        return self._values[row] if 0 <= row < len(self._values) else None

    def step(self, begin: Callable[[], Walk], nodes: Container[str]) -> None:
        """Walk to the next block among `nodes`; `begin` makes the walk where there is none."""
        if self.walk is None or self.walk.is_over:
            self.walk = begin()
        self.at = ""
        while not self.at and not self.walk.is_over:
            key = f"block {self.walk.step()}"
            self.at = key if key in nodes else ""

    def is_waiting(self, signal: str) -> bool:
        """Return whether a block is yet to be evaluated in the step that is walked."""
        return self.walk is not None and self.walk.is_ahead(signal)
