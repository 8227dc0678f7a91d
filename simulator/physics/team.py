"""Two threads at one step: items of a stage are taken one by one, by whoever is free.

The thread that steps opens a stage of so many items and works on it from the first one on; a
helper thread, if one is there, takes items from the last one on, so each finds what it has worked
on before in its own caches. Nobody waits for a helper that does not come: the stage is over when
every item is done. Items write to rows of their own, so the bits do not depend on who did what.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.compiled import atomic
from simulator.compiled.atomic import LINE
from simulator.compiled.jit import kernel

HELP = -1  # steps to ask for in order to help whoever steps
LEFT, DONE, OPEN, STAGE, ROWS, COUNT = (LINE * k for k in range(6))
HALF = 32  # bits for the first item that is left; above them the one after the last


class Team(NamedTuple):
    """What the threads of a step share."""

    words: NDArray[np.int64]  # (6 LINE,) items left, done, open, stage, its rows, items


def make_team() -> Team:
    """Return the words of a team of one."""
    return Team(np.zeros(6 * LINE, np.int64))


@kernel
def take(words, from_end) -> int:
    """Return the next item of the stage that is open, -1 when there is none left."""
    while True:
        left = atomic.read(words, LEFT)
        first, end = left & ((1 << HALF) - 1), left >> HALF
        if first == end:
            return -1
        if from_end:
            item, rest = end - 1, left - (1 << HALF)
        else:
            item, rest = first, left + 1
        if atomic.swap(words, LEFT, left, rest):
            return item


@kernel
def find_stage(words) -> tuple[int, int, int]:
    """Return stage, its rows and its items while one that was taken is not done."""
    return atomic.read(words, STAGE), atomic.read(words, ROWS), atomic.read(words, COUNT)


@kernel
def finish(words) -> None:
    """Count an item as done."""
    atomic.add(words, DONE, 1)


@kernel
def begin(words, stage, rows, items) -> None:
    """Open a stage of so many rows in so many items; what they read has to be written before."""
    atomic.write(words, STAGE, stage)
    atomic.write(words, ROWS, rows)
    atomic.write(words, COUNT, items)
    atomic.write(words, DONE, 0)
    atomic.write(words, LEFT, items << HALF)


@kernel
def wait(words) -> None:
    """Return when every item of the stage is done; call with none left to take."""
    while atomic.read(words, DONE) < atomic.read(words, COUNT):
        pass


@kernel
def is_open(words) -> bool:
    """Return whether helpers should stay."""
    return atomic.read(words, OPEN) != 0
