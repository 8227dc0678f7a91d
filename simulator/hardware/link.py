"""The thread of one board: it alone touches the wire, so that nobody else ever waits for it."""

import threading
import time
from collections import deque
from collections.abc import Mapping
from typing import NamedTuple

from simulator.hardware import trouble
from simulator.hardware.wire import Wire

RETRY = 0.5  # s between two attempts to connect
KEPT = 1024  # messages that wait for the window


class Heard(NamedTuple):
    """What came in one message, and when [s]."""

    time: float
    values: Mapping[str, float]


class Link:
    """Listens to a wire and says the newest lamps; connects again whenever it breaks."""

    def __init__(self, wire: Wire) -> None:
        self.lamps: Mapping[str, float] = {}  # the newest; replaced as a whole
        self.trouble = trouble.NONE  # why nothing is heard
        self.mute = ""  # why no lamps go out although there is one
        self.board: str | None = None  # the name that the board at the other end gave
        self._wire = wire
        self._heard: deque[Heard] = deque(maxlen=KEPT)
        self._end = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to connect."""
        self._thread = threading.Thread(target=self.run, name="board", daemon=True)
        self._thread.start()

    def take(self) -> list[Heard]:
        """Return what was heard since the last call, in order."""
        heard = []
        while self._heard:
            heard.append(self._heard.popleft())
        return heard

    def close(self) -> None:
        """End the thread; it lets the wire go."""
        self._end.set()
        if self._thread is not None:
            self._thread.join(2.0)

    def run(self) -> None:
        """Work until `close`; for the thread."""
        while not self._end.is_set():
            try:
                self.board = None
                self.mute = self._wire.open() or ""
                self.trouble = trouble.NONE
                while not self._end.is_set():
                    self._turn()
            except Exception as error:  # libraries raise what they like; the thread goes on
                self.trouble = trouble.tell(error)
            finally:
                self._let_go()
            self._end.wait(RETRY)

    def _turn(self) -> None:
        for said in self._wire.exchange(self.lamps, time.perf_counter()):
            self.trouble = said.trouble or trouble.NONE
            if said.trouble is not None:
                continue
            self.board = said.board or self.board
            self._heard.append(Heard(time.perf_counter(), said.values))

    def _let_go(self) -> None:
        try:
            self._wire.close()
        except Exception as error:  # it was gone before
            if self.trouble == trouble.NONE:
                self.trouble = trouble.tell(error)
