"""Which annunciators have an alarm, and whether somebody has seen it: one answer for all desks."""

import numpy as np

from simulator.console.panel import Panel
from simulator.editor.history import History
from simulator.snapshot import Snapshot
from simulator.spec.models.console import ConsoleSpec
from simulator.spec.naming.widget_signals import acknowledged_by


class Alarms:
    """The alarms of a panel, by annunciator.

    `raised` are there, or are latched and wait to be acknowledged; `seen` were acknowledged.
    """

    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        self.raised: set[str] = set()
        self.seen: set[str] = set()
        self.on: set[str] = set()  # as the newest snapshot says
        self.is_fresh = False  # a latched alarm was raised; whoever sounds it puts this back
        self._last: Snapshot | None = None
        self._noted: int | None = None  # frames of the history that were looked at
        self.renew(panel.console)

    def renew(self, console: ConsoleSpec) -> None:
        """Go on with other wires to the same annunciators."""
        tiles = {name: one for name, one in console.panel.items() if one.type == "annunciator"}
        self._wires = {name: console.outputs.get(name, name) for name in tiles}
        self._latched = {name for name, one in tiles.items() if one.latch}
        buttons = [name for name, one in console.panel.items() if one.acknowledges]
        self._buttons = {name: acknowledged_by(console, name) for name in buttons}
        self._presses = {name: self.panel.presses(name) for name in self._buttons}
        self._layout: object = None
        self._rows: dict[str, int] = {}

    def go_on(self, before: "Alarms") -> None:
        """Keep what was raised and seen before an edit of the files, where its tiles still are."""
        self.raised = before.raised & self._wires.keys()
        self.seen = before.seen & self._wires.keys()
        self.is_fresh, self._last = before.is_fresh, before._last

    def acknowledge(self, tile: str) -> None:
        """Note that somebody has seen an alarm; one that is over goes out."""
        if tile in self.on:
            self.seen.add(tile)
        else:
            self.raised.discard(tile)

    def follow(self, snapshot: Snapshot | None, history: History | None) -> None:
        """Take a snapshot, and the frames since the one before; any number of desks may ask."""
        if snapshot is not None and snapshot is not self._last:
            self._take(snapshot, history)
        for button, tiles in self._buttons.items():
            presses = self.panel.presses(button)
            if presses > self._presses[button]:
                for tile in tiles:
                    self.acknowledge(tile)
            self._presses[button] = presses

    def _take(self, snapshot: Snapshot, history: History | None) -> None:
        if snapshot.layout is not self._layout:
            self._layout = snapshot.layout
            slots = {name: row for row, name in enumerate(snapshot.layout.signals)}
            self._rows = {n: slots[str(w)] for n, w in self._wires.items() if str(w) in slots}
        before, self._last = self._last, snapshot
        if before is not None and snapshot.time < before.time:  # a fresh start
            self.raised.clear()
            self.seen.clear()
        self.on = {name for name in self._wires if self._value(name, snapshot) >= 0.5}
        raised = self.on | self._missed(history)
        self.is_fresh = self.is_fresh or bool((raised & self._latched) - self.raised)
        self.raised = {name for name in self.raised if name in self._latched} | raised
        self.raised -= self.seen - self.on
        self.seen &= self.raised

    def _value(self, name: str, snapshot: Snapshot) -> float:
        if name in snapshot.shown:  # it is broken
            return snapshot.shown[name]
        wire = self._wires[name]
        if not isinstance(wire, str):
            return float(wire)
        row = self._rows.get(name)
        constants = self.panel.console.constants
        return constants.get(wire, 0.0) if row is None else float(snapshot.signals[row])

    def _missed(self, history: History | None) -> set[str]:
        """Return the latched tiles that were on in a frame which no picture showed."""
        if history is None:
            return set()
        noted = history.count if self._noted is None else self._noted
        signals, self._noted = history.since(noted)
        if not len(signals):
            return set()
        was_on = np.any(signals >= 0.5, axis=0)
        rows = {name: self._rows.get(name, -1) for name in self._latched}
        return {name for name, row in rows.items() if 0 <= row < len(was_on) and was_on[row]}
