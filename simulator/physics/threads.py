"""Threads that take their share of every step while they are let in."""

import os
import threading
import weakref
from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from simulator.compiled.handle import Packed
from simulator.spec.models.scene import SceneSpec

from .team import HELP, OPEN


class Helpers:
    """So many threads that call `advance` for help when they are let in, and sleep in between.

    `advance` (steps, words) is a kernel without the GIL, `packed` the tables that it takes, `team`
    (n,) the words that the threads share. Use as a context manager around the steps; the threads
    end with this object.
    """

    def __init__(
        self, count: int, advance: Callable[..., Any], packed: Packed, team: NDArray
    ) -> None:
        self._count, self._team, self._called = count, team, threading.Semaphore(0)
        ended = threading.Event()
        for _ in range(count):
            shared = advance, packed, self._called, ended
            threading.Thread(target=_serve, args=shared, daemon=True).start()
        weakref.finalize(self, _end, ended, self._called, count, team)

    def __enter__(self) -> "Helpers":
        if self._count:
            self._team[OPEN] = 1
            self._called.release(self._count)
        return self

    def __exit__(self, *_: object) -> None:
        self._team[OPEN] = 0


def _serve(
    advance: Callable[..., Any], packed: Packed, called: threading.Semaphore, ended: threading.Event
) -> None:
    while called.acquire() and not ended.is_set():
        advance(HELP, packed.words)


def _end(ended: threading.Event, called: threading.Semaphore, count: int, team: NDArray) -> None:
    ended.set()
    team[OPEN] = 0
    if count:
        called.release(count)


def count_threads(scene: SceneSpec, spare: int = 0) -> int:
    """Return how many threads share a step: no more than there are robots, or processors to use."""
    processors = (os.cpu_count() or 1) - spare
    return max(1, min(scene.physics.threads, processors, len(scene.robots)))
