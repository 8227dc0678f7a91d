"""A second thread that takes its share of every step while it is let in."""

import threading
from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from .physics.team import HELP, OPEN


class Helper:
    """A thread that calls `advance` for help whenever it is let in, and sleeps in between.

    `advance` (steps, words) is a kernel without the GIL, `words` are what it takes, `team` (n,)
    are the words that the threads share. Use as a context manager around the steps.
    """

    def __init__(self, advance: Callable[..., Any], words: NDArray, team: NDArray) -> None:
        self._team, self._called = team, threading.Semaphore(0)
        self._closed = False
        threading.Thread(target=self._serve, args=(advance, words), daemon=True).start()

    def _serve(self, advance: Callable[..., Any], words: NDArray) -> None:
        while self._called.acquire() and not self._closed:
            advance(HELP, words)

    def __enter__(self) -> "Helper":
        self._team[OPEN] = 1
        self._called.release()
        return self

    def __exit__(self, *_: object) -> None:
        self._team[OPEN] = 0

    def close(self) -> None:
        """Let the thread end."""
        self._closed = True
        self._team[OPEN] = 0
        self._called.release()
