"""How punctual the physics side is: plain numbers over the last few seconds."""

from collections import deque
from typing import NamedTuple

import numpy as np

WINDOW = 250  # frames: ten seconds at 40 ms
REFRESH = 6  # frames between two summaries


class Stats(NamedTuple):
    """What the status bar shows about time; times in seconds."""

    frames: int = 0
    overruns: int = 0  # frames that missed their deadline
    stalls: int = 0  # times the window stood still and neutral was taken instead
    real_time_factor: float = 1.0
    step_p50: float = 0.0  # cost of one step, diagram and solver
    step_p99: float = 0.0
    frame_p99: float = 0.0  # cost of a whole frame
    lateness_p99: float = 0.0  # of waking up for a frame
    latency: float = 0.0  # from the panel's sample to the snapshot, median


class Meter:
    """Collects the times of frames and sums them up every few frames."""

    def __init__(self, frame_dt: float, steps: int) -> None:
        self.frame_dt, self.steps = frame_dt, steps
        self.stats = Stats()
        self._costs: deque[float] = deque(maxlen=WINDOW)
        self._lateness: deque[float] = deque(maxlen=WINDOW)
        self._latencies: deque[float] = deque(maxlen=WINDOW)
        self._ends: deque[float] = deque(maxlen=WINDOW // 5)

    def frame(self, due: float, began: float, ended: float, sampled: float) -> None:
        """Take one frame: when it was due, began and ended, and when its input was sampled [s]."""
        self._lateness.append(max(began - due, 0.0))
        self._costs.append(ended - began)
        self._latencies.append(ended - sampled)
        self._ends.append(ended)
        self.stats = self.stats._replace(frames=self.stats.frames + 1)
        if self.stats.frames % REFRESH == 1:
            self._sum_up()

    def overrun(self) -> None:
        """Count a frame that missed its deadline."""
        self.stats = self.stats._replace(overruns=self.stats.overruns + 1)

    def stall(self) -> None:
        """Count a time when the input was too old to act on."""
        self.stats = self.stats._replace(stalls=self.stats.stalls + 1)

    def rest(self) -> None:
        """Forget the rhythm, as after a pause."""
        self._ends.clear()

    def _sum_up(self) -> None:
        p50, p99 = np.percentile(self._costs, (50, 99))
        span = self._ends[-1] - self._ends[0]
        factor = (len(self._ends) - 1) * self.frame_dt / span if span > 0.0 else 1.0
        self.stats = self.stats._replace(
            real_time_factor=float(factor),
            step_p50=float(p50) / self.steps,
            step_p99=float(p99) / self.steps,
            frame_p99=float(p99),
            lateness_p99=float(np.percentile(self._lateness, 99)),
            latency=float(np.median(self._latencies)),
        )
