"""Who pressed on whom during a frame, and how hard: the peaks between two snapshots."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.compiled.jit import kernel

from ..bodies.tables import Floats, Rows

EMPTY = -1


class Touches(NamedTuple):
    """Pairs of bodies in the order in which they met; rows beyond `used[0]` are stale."""

    used: NDArray[np.int64]  # (1,)
    slots: Rows  # (m,) row of a pair by its hash, EMPTY; m is a power of two
    body_a: Rows  # (n,) the smaller row
    body_b: Rows  # (n,)
    force: Floats  # (n,) sum of the normal forces in the last step [N]
    peak: Floats  # (n,) largest sum of a step [N]


def make_touches(capacity: int) -> Touches:
    """Return an empty table for `capacity` pairs; what finds no room is left out."""
    rows = np.zeros(capacity, np.int32)
    slots = np.full(1 << (2 * capacity).bit_length(), EMPTY, np.int32)
    zeros = np.zeros(capacity)
    return Touches(np.zeros(1, np.int64), slots, rows, rows.copy(), zeros, zeros.copy())


@kernel
def clear(touches) -> None:
    """Forget every pair: a new frame begins."""
    touches.slots[:] = EMPTY
    touches.used[0] = 0


@kernel
def note(touches, contacts, h) -> None:
    """Add the contacts of a step of `h` [s].

    Writes: every table of `touches`
    """
    for row in range(touches.used[0]):
        touches.force[row] = 0.0
    for i in range(contacts.used[0]):
        if contacts.impulse[i, 0] <= 0.0:
            continue
        a = min(contacts.body_a[i], contacts.body_b[i])
        b = max(contacts.body_a[i], contacts.body_b[i])
        slot = _find(touches, a, b)
        row = touches.slots[slot]
        if row < 0:
            row = touches.used[0]
            if row == len(touches.body_a):
                continue
            touches.used[0] += 1
            touches.slots[slot] = row
            touches.body_a[row], touches.body_b[row] = a, b
            touches.force[row] = touches.peak[row] = 0.0
        touches.force[row] += contacts.impulse[i, 0] / h
        touches.peak[row] = max(touches.peak[row], touches.force[row])


@kernel
def _find(touches, a, b) -> int:
    """Return the slot of a pair, or the empty one where it belongs."""
    mask = len(touches.slots) - 1
    slot = (a * 40503 + b * 30011) & mask
    while True:
        row = touches.slots[slot]
        if row < 0 or (touches.body_a[row] == a and touches.body_b[row] == b):
            return slot
        slot = (slot + 1) & mask
