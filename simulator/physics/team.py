"""Two threads at one step: items of a stage are taken one by one, by whoever is free.

The thread that steps opens a stage of so many items and works on it; a helper thread, if one is
there, takes items too. Nobody waits for a helper that does not come: the stage is over when every
item is done. Items write to rows of their own, so the bits do not depend on who did what.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator import atomic
from simulator.jit import kernel

HELP = -1  # steps to ask for in order to help whoever steps
LINE = 8  # words a cache line holds: each word lives on its own
NEXT, END, BASE, DONE, OPEN, STAGE = (LINE * k for k in range(6))


class Team(NamedTuple):
    """What the threads of a step share."""

    words: NDArray[np.int64]  # (6 LINE,) ticket to take, end, first of the stage, done, open, stage


def make_team() -> Team:
    """Return the words of a team of one."""
    return Team(np.zeros(6 * LINE, np.int64))


@kernel
def take(words) -> int:
    """Return the next item of the stage that is open, -1 when there is none left."""
    ticket = atomic.read(words, NEXT)
    while ticket < atomic.read(words, END):
        if atomic.swap(words, NEXT, ticket, ticket + 1):
            return ticket - atomic.read(words, BASE)
        ticket = atomic.read(words, NEXT)
    return -1


@kernel
def find_stage(words) -> int:
    """Return which stage an item belongs to that has been taken and is not done."""
    return atomic.read(words, STAGE)


@kernel
def finish(words) -> None:
    """Count an item as done."""
    atomic.add(words, DONE, 1)


@kernel
def begin(words, stage, items) -> None:
    """Open a stage of so many items; what they read has to be written before."""
    base = atomic.read(words, END)
    atomic.write(words, STAGE, stage)
    atomic.write(words, BASE, base)
    atomic.write(words, END, base + items)


@kernel
def wait(words) -> None:
    """Return when every item of the stage is done; call with none left to take."""
    while atomic.read(words, DONE) < atomic.read(words, END):
        pass


@kernel
def is_open(words) -> bool:
    """Return whether helpers should stay."""
    return atomic.read(words, OPEN) != 0
