"""What of the cameras' pictures arrives at the desk: old ones, bad ones, none."""

from collections import deque
from dataclasses import replace
from typing import NamedTuple

from simulator.snapshot import Picture, Snapshot

ROUNDING = 1e-9  # [s]


class Quality(NamedTuple):
    """What a camera's pictures are like in a frame."""

    delay: float = 0.0  # [s]
    pause: float = 0.0  # between two pictures [s]
    is_frozen: bool = False
    is_cut: bool = False
    blocks: int = 0
    noise: float = 0.0

    @property
    def is_perfect(self) -> bool:
        """Whether pictures arrive as they are."""
        return self == Quality()


class Pictures:
    """Remembers the snapshots that are still on their way, for as long as any camera needs them."""

    def __init__(self) -> None:
        self._past: deque[Snapshot] = deque()
        self._seen: dict[str, Snapshot] = {}

    def forget(self) -> None:
        """Be as at the start."""
        self._past.clear()
        self._seen.clear()

    def show(self, snapshot: Snapshot, cameras: dict[str, Quality]) -> Snapshot:
        """Return the snapshot with what every camera in trouble shows in it."""
        cameras = {name: one for name, one in cameras.items() if not one.is_perfect}
        if not cameras:
            self.forget()
            return snapshot
        if not self._past or self._past[-1].frame_index != snapshot.frame_index:
            self._past.append(snapshot)
        longest = max(one.delay + one.pause for one in cameras.values())
        while len(self._past) > 2 and self._past[1].time < snapshot.time - longest - ROUNDING:
            self._past.popleft()
        self._seen = {name: self._see(name, snapshot, one) for name, one in cameras.items()}
        pictures = {
            name: Picture(self._seen[name], one.is_cut, one.blocks, one.noise)
            for name, one in cameras.items()
        }
        return replace(snapshot, pictures=pictures)

    def _see(self, name: str, now: Snapshot, quality: Quality) -> Snapshot:
        """Return the newest snapshot whose picture has arrived."""
        before = self._seen.get(name)
        if quality.is_frozen and before is not None:
            return before
        due = now.time - quality.delay + ROUNDING
        if quality.pause > 0.0:
            due = due // quality.pause * quality.pause + ROUNDING
        arrived = [one for one in self._past if one.time <= due]
        if arrived and (before is None or arrived[-1].time >= before.time):
            return arrived[-1]
        return before or now
