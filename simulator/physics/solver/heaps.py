"""Large heaps of free bodies: swept in single precision, and longest where something moves.

A heap never settles within a step: the warm start takes it further. So sixteen numbers in a
register, rounded to 1e-7 of what they are, are worth more than eight exact ones. Momentum is
rounded like that, too; a heap's bodies are in each other's way anyway. What sweeps change is found
without differences of large numbers, so that what rests changes by nothing.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..bodies.tables import Floats
from ..contacts import contact, idle
from ..piles import batch, colouring, conjugate
from ..piles.batch import Batches
from ..piles.conjugate import Trend
from . import resume, rounds, unlike
from .relax import CALM, IN_LANES, PATIENCE, QUIET, is_slow
from .rounds import FINEST, LEAST, STANDS

HEAP = 500  # manifolds of a large heap
MOVING = 64  # manifolds of one that moves: it is not held up, or solved directly


def make_heap(batches: Batches) -> Batches:
    """Return a table whose lanes are in single precision; all else it shares with `batches`."""

    def narrow(rows: Floats) -> Floats:
        return np.zeros(rows.shape, np.float32)  # pyright: ignore[reportReturnType]

    trend = Trend(*(state._replace(pushes=narrow(state.pushes)) for state in batches.trend))
    names = "fields", "impulse", "target", "pseudo_impulse", "pseudo_target", "work"
    return batches._replace(trend=trend, **{n: narrow(getattr(batches, n)) for n in names})


@kernel
def begin(cluster, clusters, contacts, bodies, heap) -> bool:
    """Lay out a cluster's manifolds in lanes if it is a large heap; return whether it is one.

    Or a smaller one that moves.
    """
    first, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    points = clusters.point_start[end] - clusters.point_start[first]
    if points < MOVING or not batch.is_all(cluster, clusters):
        return False
    first, end = clusters.body_start[cluster], clusters.body_start[cluster + 1]
    least = HEAP
    if rounds.find_spread(first, end, clusters.body, bodies.velocity) > STANDS:
        least = MOVING
    used = batch.find_manifolds(cluster, clusters, contacts, heap)
    if used < least:
        return False
    return colouring.lay_out(
        heap, used, clusters.point, contacts.body_a, contacts.body_b, bodies.inv_mass
    )


@kernel
def solve(cluster, world) -> None:
    """Find the velocities of a heap, in `islands.velocity`; call after `begin`."""
    clusters, contacts, bodies, islands, heap = (
        world.clusters, world.contacts, world.bodies, world.islands, world.heap,
    )  # fmt: skip
    settings = world.settings
    resume.resume(cluster, clusters, contacts, bodies, islands.push)
    batch.take(cluster, clusters, contacts, bodies, heap)
    idle.list_visits(cluster, clusters, contacts, bodies)
    first, end = clusters.body_start[cluster], clusters.body_start[cluster + 1]
    if is_slow(first, end, clusters.body, islands.velocity):
        rounds.sweep(cluster, world, heap, False, settings.tolerance)
    else:
        _sweep_falling(heap, settings.iterations, FINEST * settings.tolerance)
    unlike.sweep_on(cluster, world, heap, False)
    batch.store(heap, clusters.point, heap.impulse, contacts.impulse)


@kernel
def solve_position(cluster, world, h) -> bool:
    """Find the pseudo velocities that take a heap apart; return whether there are any."""
    clusters, contacts, islands, heap = (
        world.clusters, world.contacts, world.islands, world.heap,
    )  # fmt: skip
    deep = batch.aim_position(
        heap, clusters.point, contacts, world.shapes.thickness, islands.velocity, h
    )
    if deep:
        for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
            islands.velocity[clusters.body[n], :] = 0.0
        batch.resume_position(heap, clusters.point, contacts.pseudo_impulse)
        rounds.sweep(cluster, world, heap, True, world.settings.tolerance / contact.FINE)
        unlike.sweep_on(cluster, world, heap, True)
    batch.store(heap, clusters.point, heap.pseudo_impulse, contacts.pseudo_impulse)
    return deep


@kernel
def _sweep_falling(heap, iterations, enough) -> None:
    """Sweep a heap that falls until nothing changes by more than `enough` [m/s].

    Of four sweeps two go only where something still moves.
    """
    mark, change = 0.0, 0.0
    for count in range(min(iterations, max(LEAST, IN_LANES // heap.used[0]))):
        whole = count % 4 < 2
        least = 0.0 if whole else QUIET * change
        change = conjugate.sweep_batches(heap, count % 2 == 0, False, least)
        if whole and change <= enough:
            return
        if count % PATIENCE == 0:
            if 0.5 * mark < change < CALM and count >= LEAST - 2:
                return  # what is left does not move on
            mark = change
