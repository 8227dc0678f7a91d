"""Rounds of sweeps over a heap: there and back over all of it, then longer over what is busy.

What moves is another thing in the next step: only what stands has to be held up to the last.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..piles import busy, conjugate

FINEST = 0.01  # share of the tolerance of many free bodies: little in each bends a stack slowly
COARSE = 5.0  # the same of what stands, in sweeps along their trend
LEAST = 16  # sweeps in any case
STANDING = 120_000  # manifolds of what stands that are swept in one solve of up to 10 ms
SWEEPS_OF_POSITIONS = 6_000_000  # most, times the manifolds squared
LONG = 0.01  # longest step with as many; a longer one has more to find [s]
STANDS = 0.02  # what has moved by less, in the mean square, is to be held up [m/s]
PASSES = 0.3  # of its half thickness that a thing is deep which may get through another one
SINKS = 1e-4  # then sweeps of positions go on while they change the way of a step by more [m]
DEEP = 1e-3  # a pseudo velocity that has changed by less is nothing to wait for [m/s]
ROUNDS, EFFORT = 3, 2  # times that all is swept; sweeps of all that those of what is busy may cost


@kernel
def sweep(cluster, world, batches, is_position, tolerance) -> None:
    """Sweep slow bodies, all in lanes, there and back, and between that what is `busy`.

    Where much is busy, as in a wall, all goes on along its trend then, for long where it stands.
    `batches` are the world's or those of its `heap`.
    """
    clusters, contacts, bodies = world.clusters, world.contacts, world.bodies
    iterations = world.settings.iterations
    impulse = batches.pseudo_impulse if is_position else batches.impulse
    target = batches.pseudo_target if is_position else batches.target
    used, enough = batches.used[0], DEEP if is_position else FINEST * tolerance
    most, least, spent = 2 if is_position else ROUNDS, LEAST, 0
    while spent < 2 * most:
        change = conjugate.sweep_batches(batches, True, is_position, 0.0)
        change = max(change, conjugate.sweep_batches(batches, False, is_position, 0.0))
        spent += 2
        if change <= enough:
            return
        if spent == 2 * most:
            least = 0  # the warm start will take it further
            break
        is_busy = busy.begin(
            batches, change, impulse, target, clusters.point, contacts.body_a, contacts.body_b,
            bodies.inv_mass,
        )  # fmt: skip
        if is_busy:
            part = batches.count[0] - batches.first[0]
            steps = min(iterations, max(1, EFFORT * batches.first[0] // (2 * part)))
            conjugate.settle(cluster, world, True, batches, is_position, steps, tolerance)
            busy.end(batches, impulse)
        else:
            break
    first, end = clusters.body_start[cluster], clusters.body_start[cluster + 1]
    if is_position:
        least = max(least, SWEEPS_OF_POSITIONS // (used * used))
    elif find_spread(first, end, clusters.body, bodies.velocity) <= STANDS:
        least = max(least, lengthen(STANDING, contacts) // used)
    budget = least // (2 if is_position else 1)
    change = 0.0
    if budget > spent:
        steps = min(lengthen(iterations, contacts), (budget - spent) // 2)
        enough = DEEP if is_position else COARSE * tolerance
        change = conjugate.settle(cluster, world, True, batches, is_position, steps, enough)
    enough = SINKS / contacts.step[0]
    if is_position and batches.sunk[0] > PASSES and change > enough:
        conjugate.settle(cluster, world, True, batches, is_position, iterations, enough)


@kernel
def lengthen(most, contacts) -> int:
    """Return how much may be swept in this step: `most`, or as much in a second if it is long."""
    return max(most, round(most * contacts.step[0] / LONG))


@kernel
def find_spread(first, end, body, motion) -> float:
    """Return how fast bodies listed from `first` to `end` move, in the mean square [m/s].

    Against all of them together: what stands on a robot that drives moves with it.
    """
    square, mean, count = 0.0, (0.0, 0.0, 0.0), max(end - first, 1)
    for n in range(first, end):
        v = vector.load(motion, body[n])
        square += vector.dot(v, v)
        mean = vector.offset(mean, 1.0 / count, v)
    return np.sqrt(max(square / count - vector.dot(mean, mean), 0.0))
