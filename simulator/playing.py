"""A recording that moves everything instead of a panel: which of its frames are due, how fast."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from simulator.crossing import Frame

if TYPE_CHECKING:  # opened by the physics thread: the window must not wait for the kernels
    from simulator.recordings.playback import Playback


class Playing:
    """Plays a recording `speed` times as fast as it was made; `is_over` once it is at its end."""

    def __init__(self, playback: "Playback", clock: Callable[[], float]) -> None:
        self.playback = playback
        self.speed = 1.0
        self.is_over = False
        self._clock = clock
        self._owed = 0.0  # frames

    def frames(self, due: float, is_step: bool) -> Iterator[Frame]:
        """Yield what is due in one frame's time from `due` [s] on, or one frame, as it is done.

        What is asked for and takes longer than that time is dropped: nothing waits for it.
        """
        playback = self.playback
        self._owed = 1.0 if is_step else self._owed % 1.0 + self.speed
        end, self.is_over = due + playback.simulation.frame_dt, False
        while self._owed >= 1.0:
            if (panel := playback.next()) is None:
                self.is_over = True
                return
            self._owed -= 1.0
            snapshot = playback.simulation.frame(panel)
            now = self._clock()
            yield Frame(snapshot, due, now, now, panel, at=playback.at)
            if now > end:
                return
