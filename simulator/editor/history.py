"""The last minutes of every signal, and stopping when a condition comes true."""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.snapshot import Layout, Snapshot

FRAMES = 3000  # two minutes at 40 ms
Floats = NDArray[np.float64]
COMPARE: dict[str, Callable[[float, float], bool]] = {
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "==": lambda a, b: abs(a - b) <= 1e-9,
    "!=": lambda a, b: abs(a - b) > 1e-9,
}


class Stop(NamedTuple):
    """A breakpoint: everything pauses after the frame in which `signal op value` comes true."""

    signal: str
    op: str
    value: float

    def holds(self, snapshot: Snapshot) -> bool:
        """Return whether the condition is true; of an unknown signal it is not."""
        if self.signal not in snapshot.layout.signals:
            return False
        return COMPARE[self.op](snapshot.signal(self.signal), self.value)


class History:
    """A ring of frames; one thread notes, another reads: at worst a reader misses the newest."""

    def __init__(self, frames: int = FRAMES) -> None:
        self._size = frames
        self.stops: tuple[Stop, ...] = ()
        self.stopped: Stop | None = None  # what paused everything last
        self._held: dict[Stop, bool] = {}
        self.clear()

    def clear(self) -> None:
        """Forget everything, as for another scene."""
        self._layout: Layout | None = None
        self._times = np.full(self._size, np.nan)
        # columns by name and values (frames, columns) as one: a reader sees both or neither change
        self._kept: tuple[dict[str, int], Floats] = {}, np.zeros((self._size, 0))
        self.count = 0  # frames noted so far

    def note(self, snapshot: Snapshot) -> bool:
        """Keep a frame's signals; return whether to pause after it."""
        if snapshot.layout is not self._layout:
            self._widen(snapshot.layout)
        row = self.count % self._size
        if self.count and snapshot.time < self._times[(self.count - 1) % self._size]:
            self._times[:] = np.nan  # a reset: time begins anew
            self.count, row = 0, 0
        self._times[row], self._kept[1][row] = snapshot.time, snapshot.signals
        self.count += 1
        return self._is_stopped(snapshot)

    def since(self, count: int) -> tuple[Floats, int]:
        """Return the signals (n, columns) of the frames noted after the first `count`, and all.

        After a reset, when there are fewer than that, it is all there are.
        """
        last, kept = self.count, self._kept[1]
        first = max(count if count <= last else 0, last - self._size)
        return kept[np.arange(first, last) % self._size], last

    def _widen(self, layout: Layout) -> None:
        """Make room for other signals; those of the same name keep their past."""
        values = np.full((self._size, len(layout.signals)), np.nan)
        columns = {name: column for column, name in enumerate(layout.signals)}
        before, past = self._kept
        for name, column in columns.items():
            if name in before:
                values[:, column] = past[:, before[name]]
        self._kept, self._layout = (columns, values), layout

    def _is_stopped(self, snapshot: Snapshot) -> bool:
        held = {stop: stop.holds(snapshot) for stop in self.stops}
        fresh = [stop for stop, holds in held.items() if holds and not self._held.get(stop, False)]
        self._held = held
        if fresh:
            self.stopped = fresh[0]
        return bool(fresh)

    def trace(self, name: str, seconds: float = math.inf) -> tuple[Floats, Floats]:
        """Return times (n,) [s] and values (n,) of a signal, oldest first; none if unknown."""
        columns, values = self._kept
        column = columns.get(name)
        if column is None or not self.count:
            return np.zeros(0), np.zeros(0)
        rows = np.arange(max(0, self.count - self._size), self.count) % self._size
        times = self._times[rows]
        if seconds < math.inf:
            first = int(np.searchsorted(times, times[-1] - seconds))
            rows, times = rows[first:], times[first:]
        return times, values[rows, column]

    def table(self, names: tuple[str, ...]) -> str:
        """Return signals as CSV text: a column of times [s], then one for each name."""
        known = [name for name in names if name in self._kept[0]]
        traces = [self.trace(name) for name in known]
        lines = [",".join(["time_s", *known])]
        if traces:
            columns = [traces[0][0], *(values for _, values in traces)]
            for row in zip(*columns, strict=True):
                lines.append(",".join(repr(float(value)) for value in row))
        return "\n".join(lines) + "\n"
