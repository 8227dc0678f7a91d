"""Manifolds put into batches so that no two of a batch move the same body (greedy colouring)."""

import numpy as np

from simulator.compiled.jit import kernel

from .lanes import LANES

THIN, MANY = 2.0, 64  # manifolds a batch below which lanes stand empty; where there are so many
OPEN = 48  # batches that wait for more manifolds at a time, at most 63


@kernel
def lay_out(batches, used, point, body_a, body_b, inv_mass) -> bool:
    """Put all `used` manifolds of a cluster into batches; return whether they go into lanes.

    Not where there is no room, nor where they wait for each other, as those of two bodies of many
    parts in each other do, such as cups: one by one they are swept in a fraction of the time.
    """
    batches.used[0], batches.count[0], batches.first[0] = used, 0, 0
    begin(batches)
    for m in range(used):
        if not add(batches, m, point, body_a, body_b, inv_mass):
            return False
    is_placed = end(batches, point, body_a, body_b)
    return is_placed and (used < MANY or used >= THIN * batches.count[0])


@kernel
def begin(batches) -> None:
    """Begin with no open batch; those that are closed stay."""
    batches.taken[:] = np.uint64(0)
    batches.filled[:] = 0


@kernel
def add(batches, m, point, body_a, body_b, inv_mass) -> bool:
    """Put manifold `m` into the first open batch where it fits; return whether there was room.

    A full one is closed.
    """
    taken, filled = batches.taken, batches.filled
    i, one = point[batches.start[m]], np.uint64(1)
    a, b = body_a[i], body_b[i]
    touched = taken[a] | taken[b]
    slot = 0
    while slot < OPEN and (touched >> np.uint64(slot)) & one:
        slot += 1
    if slot == OPEN:
        slot = _find_fullest(filled)
        if not _close(batches, slot, point, body_a, body_b):
            return False
    batches.waiting[slot, filled[slot]] = m
    filled[slot] += 1
    bit = one << np.uint64(slot)
    if inv_mass[a] > 0.0:
        taken[a] |= bit
    if inv_mass[b] > 0.0:
        taken[b] |= bit
    return filled[slot] < LANES or _close(batches, slot, point, body_a, body_b)


@kernel
def end(batches, point, body_a, body_b) -> bool:
    """Close all open batches; return whether there was room."""
    for slot in range(OPEN):
        if batches.filled[slot] > 0 and not _close(batches, slot, point, body_a, body_b):
            return False
    return True


@kernel
def _find_fullest(filled) -> int:
    best = 0
    for slot in range(OPEN):
        if filled[slot] > filled[best]:
            best = slot
    return best


@kernel
def _close(batches, slot, point, body_a, body_b) -> bool:
    """Turn an open batch into the next closed one; return whether there was room."""
    k, bit = batches.count[0], ~(np.uint64(1) << np.uint64(slot))
    if (k + 1) * 2 * LANES > len(batches.body):
        return False
    for j in range(LANES):
        a = b = 0  # an empty lane works on the ground, which nothing moves
        batches.manifold[k * LANES + j] = -1
        if j < batches.filled[slot]:
            m = batches.waiting[slot, j]
            i = point[batches.start[m]]
            a, b = body_a[i], body_b[i]
            batches.manifold[k * LANES + j] = m
            batches.taken[a] &= bit
            batches.taken[b] &= bit
        batches.body[2 * k * LANES + j] = np.uint64(6 * a)
        batches.body[(2 * k + 1) * LANES + j] = np.uint64(6 * b)
    batches.filled[slot] = 0
    batches.count[0] = k + 1
    return True
