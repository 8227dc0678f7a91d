"""How punctual the physics side is: plain numbers over the last few seconds."""

import math
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

WINDOW = 250  # frames: ten seconds at 40 ms
LONGEST = 25 * 3600 * 2  # pictures of an attempt
REFRESH = 6  # frames between two summaries


class Stats(NamedTuple):
    """What the status bar shows about time; times in seconds."""

    frames: int = 0
    overruns: int = 0  # frames that missed their deadline
    stalls: int = 0  # times the window stood still and neutral was taken instead
    real_time_factor: float = 1.0
    span: float = 0.0  # that this factor is over
    due: float = math.inf  # when the next frame should be over
    step_p50: float = 0.0  # cost of one step, diagram and solver
    step_p99: float = 0.0
    latency: float = 0.0  # from the panel's sample to the snapshot, median

    def rate(self, now: float) -> float:
        """Return the factor with what the next frame is late, which may be long in coming."""
        late = max(now - self.due, 0.0)
        return self.real_time_factor * (self.span / (self.span + late) if late else 1.0)


class Latency(NamedTuple):
    """From an input's time stamp to the picture on the screen, percentiles [s]."""

    p50: float = 0.0
    p95: float = 0.0
    p99: float = 0.0
    pictures: int = 0

    def describe(self) -> str:
        """Return the percentiles as a line for the terminal."""
        shares = (("p50", self.p50), ("p95", self.p95), ("p99", self.p99))
        text = ", ".join(f"{name} {1e3 * seconds:.0f} ms" for name, seconds in shares)
        return f"input to picture: {text} over {self.pictures} pictures"

    @staticmethod
    def of(times: Sequence[float]) -> "Latency":
        """Return the percentiles of some times [s]."""
        if not len(times):
            return Latency()
        p50, p95, p99 = np.percentile(times, (50, 95, 99))
        return Latency(float(p50), float(p95), float(p99), len(times))


class LatencyMeter:
    """Collects the time from hand to picture; the window's thread gives, the physics side takes."""

    def __init__(self) -> None:
        self.recent = Latency()  # of the last ten seconds
        self._recent: deque[float] = deque(maxlen=WINDOW)
        self._attempt: deque[float] = deque(maxlen=LONGEST)
        self._fresh: deque[float] = deque(maxlen=WINDOW)
        self._count = 0

    def begin(self) -> None:
        """Begin an attempt."""
        self._attempt.clear()

    def take(self, seconds: float) -> None:
        """Take a picture's time since the input that it shows [s]."""
        for kept in (self._recent, self._attempt, self._fresh):
            kept.append(seconds)
        self._count += 1
        if self._count % REFRESH == 1:
            self.recent = Latency.of(list(self._recent))

    @property
    def attempt(self) -> Latency:
        """Of the attempt, up to now."""
        return Latency.of(list(self._attempt))

    def fresh(self) -> list[float]:
        """Return the times since the last call [s]."""
        return [self._fresh.popleft() for _ in range(len(self._fresh))]


class Meter:
    """Collects the times of frames and sums them up every few frames."""

    def __init__(self, frame_dt: float, steps: int) -> None:
        self.frame_dt, self.steps = frame_dt, steps
        self._lasts = frame_dt  # how long a frame is meant to take
        self.stats = Stats()
        self._costs: deque[float] = deque(maxlen=WINDOW)
        self._latencies: deque[float] = deque(maxlen=WINDOW)
        self._ends: deque[float] = deque(maxlen=WINDOW // 5)

    def frame(self, began: float, ended: float, sampled: float, stalls: int = 0) -> None:
        """Take one frame: when it began, ended, when its input was sampled [s]."""
        self._costs.append(ended - began)
        self._latencies.append(ended - sampled)
        self._ends.append(ended)
        frames, due = self.stats.frames + 1, ended + self._lasts
        self.stats = self.stats._replace(frames=frames, stalls=stalls, due=due)
        if self.stats.frames % REFRESH == 1:
            self._sum_up()

    def overrun(self) -> None:
        """Count a frame that missed its deadline."""
        self.stats = self.stats._replace(overruns=self.stats.overruns + 1)

    def slow_down(self, pace: float) -> None:
        """Frames are meant to take longer from now on, by this share of the real pace."""
        self._lasts = self.frame_dt / pace
        self.rest()

    def rest(self) -> None:
        """Forget the rhythm, as after a pause."""
        self._ends.clear()
        self.stats = self.stats._replace(due=math.inf)

    def _sum_up(self) -> None:
        p50, p99 = np.percentile(self._costs, (50, 99))
        span = self._ends[-1] - self._ends[0]
        factor = (len(self._ends) - 1) * self._lasts / span if span > 0.0 else 1.0
        self.stats = self.stats._replace(
            real_time_factor=float(factor),
            span=max(span, self._lasts),
            step_p50=float(p50) / self.steps,
            step_p99=float(p99) / self.steps,
            latency=float(np.median(self._latencies)),
        )
