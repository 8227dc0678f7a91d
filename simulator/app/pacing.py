"""How often the window draws: calm on a graphics card, modest without one."""

import time
from collections import deque
from collections.abc import Callable

FASTEST = 60.0  # pictures per second
SOFTWARE_FASTEST = 30.0  # drawn by the processor, which physics needs, too
SOFTWARE_REST = 0.15  # share of a picture's cost that the window's thread then sleeps
LONGEST_REST = 0.02  # s


class Pacer:
    """Counts pictures and sleeps between them."""

    def __init__(
        self,
        software: bool,
        clock: Callable[[], float],
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self.software = software
        self.interval = 1.0 / (SOFTWARE_FASTEST if software else FASTEST)
        self._clock, self._sleep = clock, sleep
        self._ends: deque[float] = deque(maxlen=30)
        self._next = clock()

    @property
    def budget(self) -> float:
        """What one picture of the scene may cost [s] before the quality is lowered."""
        return 0.045 if self.software else 0.8 * self.interval

    @property
    def frames_per_second(self) -> float:
        """Pictures per second over the last thirty."""
        if len(self._ends) < 2 or self._ends[-1] <= self._ends[0]:
            return 0.0
        return (len(self._ends) - 1) / (self._ends[-1] - self._ends[0])

    def rest(self, began: float) -> None:
        """Sleep after a picture that began at `began`, until the next one is due."""
        now = self._clock()
        cost = now - began
        share = min(SOFTWARE_REST * cost, LONGEST_REST) if self.software else 0.0
        self._next = max(self._next + self.interval, now + share)
        self._next = min(self._next, now + self.interval)
        if self._next > now:
            self._sleep(self._next - now)
        self._ends.append(self._clock())
