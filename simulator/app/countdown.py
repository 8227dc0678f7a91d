"""The seconds before an attempt begins or goes on, each told by a tone."""

from collections.abc import Callable

from simulator.app.tones import Tones

READY = 3.0  # s before one who takes over has to drive


class Countdown:
    """Counts whole seconds down by a clock [s]."""

    def __init__(self, clock: Callable[[], float], tones: Tones) -> None:
        self._clock, self._tones = clock, tones
        self._until = 0.0
        self._counted = -1

    @property
    def left(self) -> float:
        """How long it still takes [s]."""
        return max(self._until - self._clock(), 0.0)

    def begin(self, seconds: float) -> None:
        """Count so many seconds from now on."""
        self._until, self._counted = self._clock() + seconds, -1

    def is_over(self, is_held: bool) -> bool:
        """Go on counting, and say whether it is over; while it is held it begins anew."""
        if is_held:
            self._until = self._clock() + READY
        left = self._until - self._clock()
        if left <= 0.0:
            self._tones.play("go")
        elif int(left) != self._counted:
            self._counted = int(left)
            self._tones.play("count")
        return left <= 0.0
