"""What an axis of a device really does: its ends, its rest, its play; and what follows from that.

`Calibrator` measures it in three turns: everything let go, everything pushed to its ends,
everything let go again. What a worn or broken device says in between is taken as it comes.
"""

import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

AXES = ("leftx", "lefty", "rightx", "righty", "lefttrigger", "righttrigger")
STILL_TIME = 2.0  # s of letting go
LEAST_TRAVEL = 0.25  # of raw units (-1..1): an axis that moved less was not pushed
MOVED = 0.2  # raw: more than noise while everything should be let go
ONE_SIDED = 0.06  # share of the travel: an axis that rests nearer to an end is a trigger
LEAST_DEAD_ZONE, MOST_DEAD_ZONE = 0.02, 0.5
MARGIN = 1.25  # dead zone over the farthest that the axis was seen from its rest
WORN = 0.2  # share: who needs a larger dead zone should be mended


class Calibration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An axis as it was measured and as its owner wants it; raw values as the device gives them.

    Raises ValueError where the numbers cannot be those of an axis.
    """

    low: float  # raw, at one end
    rest: float
    high: float
    dead_zone: float = 0.05  # share of the way from rest to end that counts as zero
    curve: float = 1.0  # output = |x|^curve
    invert: bool = False

    def __post_init__(self) -> None:
        """Refuse what would divide by zero or turn a lever round."""
        numbers = (self.low, self.rest, self.high, self.dead_zone, self.curve)
        if not all(math.isfinite(number) and abs(number) < 1e6 for number in numbers):
            raise ValueError("a number of an axis is not finite")
        if not self.low <= self.rest <= self.high or self.high - self.low < 1e-3:
            raise ValueError("an axis needs low <= rest <= high, and some way between them")
        if not 0.0 <= self.dead_zone < 1.0 or not 0.0 < self.curve <= 5.0:
            raise ValueError("a dead zone is 0 to 1, a curve above 0 and at most 5")

    def travel(self, raw: object) -> float:
        """Return how far the axis is from its rest, -1 to 1; what is no number is at rest."""
        if not isinstance(raw, (int, float)) or not math.isfinite(raw):
            return 0.0
        way = min(max(float(raw), self.low), self.high) - self.rest
        reach = (self.high if way > 0.0 else self.low) - self.rest
        if abs(reach) < ONE_SIDED * (self.high - self.low):
            return 0.0  # a trigger has but one side
        value = way / abs(reach)
        return -value if self.invert else value


class Finding(NamedTuple):
    """What was measured of an axis; `calibration` is None where it was not pushed."""

    calibration: Calibration | None
    noise: float  # share of the travel that it trembles at rest
    drift: float  # share that it moves by itself while let go
    play: float  # share that it comes back to another place

    @property
    def is_worn(self) -> bool:
        """Whether it needs more of a dead zone than a sound axis does."""
        return self.calibration is not None and self.calibration.dead_zone > WORN


@dataclass
class _Seen:
    """All that was seen of an axis."""

    still: list[float] = field(default_factory=list)
    back: list[float] = field(default_factory=list)
    low: float = math.inf
    high: float = -math.inf

    def stretch(self, value: float) -> None:
        self.low, self.high = min(self.low, value), max(self.high, value)


class Calibrator:
    """Goes through the turns "ready", "still", "push", "back", "done" with one device."""

    def __init__(self) -> None:
        self.turn = "ready"
        self.progress = 0.0  # 0 to 1, while everything is let go
        self.has_moved = False  # while it should have been let go: the time began anew
        self.raw: dict[str, float] = {}  # the newest
        self.findings: dict[str, Finding] = {}
        self._seen: dict[str, _Seen] = {}
        self._since: float | None = None
        self._at: dict[str, float] = {}  # where each axis was when the time began

    def begin(self) -> None:
        """Measure from the beginning."""
        self._seen, self.findings = {}, {}
        self._wait("still")

    def pushed(self) -> list[str]:
        """Return the axes that were pushed far enough."""
        return [
            name
            for name, seen in self._seen.items()
            if seen.low <= seen.high and seen.high - seen.low >= LEAST_TRAVEL
        ]

    def range_of(self, name: str) -> tuple[float, float] | None:
        """Return the lowest and highest raw value seen of an axis."""
        seen = self._seen.get(name)
        return (seen.low, seen.high) if seen and seen.low <= seen.high else None

    def let_go(self) -> None:
        """Everything was pushed: measure where it comes back to."""
        if self.turn == "push" and self.pushed():
            self._wait("back")

    def take(self, raw: dict[str, Any], now: float) -> None:
        """Take what the device says now [s]."""
        self.raw = {
            name: min(max(float(raw[name]), -1.0), 1.0)
            for name in AXES
            if isinstance(raw.get(name), (int, float)) and math.isfinite(raw[name])
        }
        for name, value in self.raw.items():
            seen = self._seen.setdefault(name, _Seen())
            if self.turn in ("still", "push", "back"):
                seen.stretch(value)
        if self.turn in ("still", "back"):
            self._watch(now)

    def _wait(self, turn: str) -> None:
        self.turn, self.progress, self._since = turn, 0.0, None
        self.has_moved = False

    def _watch(self, now: float) -> None:
        """Collect the values of axes that nobody touches; begin anew when one is moved."""
        if self._since is None:
            self._begin_watch(now)
        moved = [abs(value - self._at.get(name, value)) > MOVED for name, value in self.raw.items()]
        if any(moved):
            self.has_moved = True
            self._begin_watch(now)
        for name, value in self.raw.items():
            seen = self._seen[name]
            (seen.still if self.turn == "still" else seen.back).append(value)
        assert self._since is not None
        self.progress = min((now - self._since) / STILL_TIME, 1.0)
        if self.progress < 1.0:
            return
        if self.turn == "still":
            for seen in self._seen.values():  # ends are those of the pushes alone
                seen.low, seen.high = min(seen.still), max(seen.still)
            self._wait("push")
        else:
            self.turn = "done"
            self.findings = {name: _judge(seen) for name, seen in self._seen.items()}

    def _begin_watch(self, now: float) -> None:
        self._since, self._at = now, dict(self.raw)
        for seen in self._seen.values():
            (seen.still if self.turn == "still" else seen.back).clear()


def _judge(seen: _Seen) -> Finding:
    """Return what the samples of an axis say about it."""
    let_go = [*seen.still, *seen.back]
    if not let_go or seen.high - seen.low < LEAST_TRAVEL:
        return Finding(None, 0.0, 0.0, 0.0)
    rest = 0.5 * (min(let_go) + max(let_go))
    reach = max(seen.high - rest, rest - seen.low)
    half = len(seen.still) // 2 or 1
    noise = max(_spread(turn) for turn in (seen.still, seen.back)) / 2.0
    drift = abs(_mean(seen.still[half:]) - _mean(seen.still[:half]))
    play = abs(_mean(seen.back) - _mean(seen.still)) if seen.still and seen.back else 0.0
    farthest = max(abs(value - rest) for value in let_go) / reach
    dead_zone = math.ceil(100.0 * MARGIN * farthest) / 100.0
    dead_zone = min(max(dead_zone, LEAST_DEAD_ZONE), MOST_DEAD_ZONE)
    calibration = Calibration(seen.low, rest, seen.high, dead_zone)
    return Finding(calibration, noise / reach, drift / reach, play / reach)


def _mean(values: list[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0


def _spread(values: list[float]) -> float:
    return max(values) - min(values) if values else 0.0
