"""The search for what the contacts of a few free bodies bear, see `grips`: Newton steps in rounds.

From the impulses that sweeps have found, in a blow in short steps where whole ones go round in
circles; else from none, for a wild start may lead nowhere.
"""

import numpy as np

from simulator.compiled.jit import kernel

from . import newton
from .choice import BLOW

ROUNDS = 3  # of changes
TRIES, PATIENCE = 12, 5  # most solves, and those in a row that may be no better
BLOW_TRIES, BLOW_PATIENCE = 20, 8  # the same in a blow
SHORT, LESS, GAIN = 1e-2, 0.25, 0.1  # the shortest share of a way, of one too long, and its gain
GOOD, BETTER = 1e-6, 0.5  # shares of the error that end the tries, and that are worth it


@kernel
def find(count, has_blows, clusters, contacts, grips) -> bool:
    """Search for impulses with a smaller error, `best`; return whether there are any worth it."""
    first = newton.find_equations(count, contacts, clusters, grips)
    if _follow(count, first, False, clusters, contacts, grips):
        return True
    is_blow = has_blows and first > BLOW
    if is_blow and _follow(count, first, True, clusters, contacts, grips):
        return True
    _begin_anew(count, grips)
    _follow(count, first, is_blow, clusters, contacts, grips)
    return newton.find_equations(count, contacts, clusters, grips) < BETTER * first


@kernel
def _begin_anew(count, grips) -> None:
    """Begin with no impulses."""
    for s in range(count):
        grips.change[s] = -grips.impulse[s]
        grips.impulse[s] = 0.0
        grips.speed[s] -= grips.soft[s] * grips.change[s]
    newton.add_speeds(count, grips)


@kernel
def _follow(count, first, is_blow, clusters, contacts, grips) -> bool:
    """Search from the impulses at hand in rounds; return whether any was worth it.

    Each row gives way a little to what its impulse changes by in a round. What is asked of the rows
    is met all the same, round by round (the proximal point method, Rockafellar 1976); where it does
    not agree, as between locked jaws, impulses hardly change.
    """
    is_better = False
    for _ in range(ROUNDS):
        if not _approach(count, first, is_blow, clusters, contacts, grips):
            break
        is_better = True
        for s in range(count):
            given = grips.best[s] - grips.centre[s]
            grips.speed[s] -= grips.soft[s] * given
    return is_better


@kernel
def _approach(count, first, is_blow, clusters, contacts, grips) -> bool:
    """Find impulses near those at hand that nearly meet the equations; return whether it did.

    Where a thing between a heavy link and a wall stops a blow `is_blow`: whole steps may go round
    in circles there, which a line search leaves (Nocedal and Wright 2006, sec. 3.1).
    """
    for s in range(count):
        grips.centre[s] = grips.best[s] = grips.impulse[s]
        grips.base[s] = grips.speed[s]
    start = least = newton.find_equations(count, contacts, clusters, grips)
    vain, before = 0, least
    for _ in range(BLOW_TRIES if is_blow else TRIES):
        newton.step(count, grips)
        error, share = newton.find_equations(count, contacts, clusters, grips), 1.0
        while is_blow and not error < (1.0 - GAIN * share) * before and share > SHORT:
            newton.go(count, (LESS - 1.0) * share, grips)
            error, share = newton.find_equations(count, contacts, clusters, grips), LESS * share
        before = error
        vain += 1
        if error < least:
            least, vain = error, 0
            for s in range(count):
                grips.best[s] = grips.impulse[s]
        is_vain = error == np.inf or vain == (BLOW_PATIENCE if is_blow else PATIENCE)
        if is_vain or not least > GOOD * first:
            break
    for s in range(count):
        grips.impulse[s], grips.change[s] = grips.best[s], grips.best[s] - grips.centre[s]
        grips.speed[s] = grips.base[s]
    newton.add_speeds(count, grips)
    return least < BETTER * start
