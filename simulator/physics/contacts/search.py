"""The search for what the contacts of a few free bodies bear, see `grips`: Newton steps in rounds.

From the impulses that sweeps have found, in a blow in short steps where whole ones go round in
circles; else from none, for a wild start may lead nowhere. What is still a blow then most likely
jams: the last start is that nothing slides.
"""

import numpy as np

from simulator.compiled.jit import kernel

from . import newton
from .choice import BLOW

ROUNDS = 3  # of changes
TRIES, PATIENCE = 12, 5  # most solves, and those in a row that may be no better
BLOW_TRIES, BLOW_PATIENCE = 20, 8  # the same in a blow
SHORTEST, LESS, GAIN = 1e-2, 0.25, 0.1  # the shortest share of a way, of one too long, and its gain
WHOLE, SHORT, ANEW, STUCK, STARTS = range(5)  # ways to search for the impulses of a blow
GOOD, BETTER = 1e-6, 0.5  # shares of the error that end the tries, and that are worth it


@kernel
def find(count, has_blows, clusters, contacts, grips) -> bool:
    """Search for impulses with a smaller error, `best`; return whether there are any worth it."""
    first = newton.find_equations(count, False, contacts, clusters, grips)
    is_better = _follow(count, first, False, clusters, contacts, grips)
    if has_blows and first > BLOW:
        return _stop(count, first, clusters, contacts, grips)
    if is_better:
        return True
    _begin_anew(count, grips)
    _follow(count, first, False, clusters, contacts, grips)
    return newton.find_equations(count, False, contacts, clusters, grips) < BETTER * first


@kernel
def _stop(count, first, clusters, contacts, grips) -> bool:
    """Search on from other starts until what is left is no blow; return whether any was worth it.

    `best` becomes the best of them. What a heavy link drives askew against a wall may jam: nothing
    slides, and pushes are a hundred times those that sweeps have found. That comes last, as most of
    what slides would jam, too.
    """
    least = np.inf
    for start in range(STARTS):
        if start != WHOLE:
            if start != SHORT:
                _begin_anew(count, grips)
            if start == STUCK:
                _stick(count, first, clusters, contacts, grips)
            _follow(count, first, True, clusters, contacts, grips)
        error = newton.find_equations(count, False, contacts, clusters, grips)
        if error < least:
            least = error
            for s in range(count):
                grips.found[s] = grips.impulse[s]
        if least <= BLOW:
            break
    for s in range(count):
        grips.best[s] = grips.found[s]
    return least < BETTER * first


@kernel
def _begin_anew(count, grips) -> None:
    """Begin with no impulses."""
    for s in range(count):
        grips.change[s] = -grips.impulse[s]
        grips.impulse[s] = 0.0
        grips.speed[s] -= grips.soft[s] * grips.change[s]
    newton.add_speeds(count, grips)


@kernel
def _stick(count, first, clusters, contacts, grips) -> None:
    """Change the impulses, which are none, to what they would be if frictions had no limits."""
    for _ in range(TRIES):
        if newton.find_equations(count, True, contacts, clusters, grips) < GOOD * first:
            break
        newton.step(count, grips)
    for s in range(count):
        grips.speed[s] -= grips.soft[s] * grips.impulse[s]


@kernel
def _follow(count, first, is_blow, clusters, contacts, grips) -> bool:
    """Search from the impulses at hand in rounds; return whether any was worth it.

    Each row gives way a little to what its impulse changes by in a round. What is asked of the rows
    is met all the same, round by round (the proximal point method, Rockafellar 1976); where it does
    not agree, as between locked jaws, impulses hardly change.
    """
    is_better = False
    for _ in range(ROUNDS):
        is_good = _approach(count, first, is_blow, clusters, contacts, grips)
        for s in range(count):
            given = grips.best[s] - grips.centre[s]
            grips.speed[s] -= grips.soft[s] * given
        if not is_good:
            break
        is_better = True
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
    start = least = newton.find_equations(count, False, contacts, clusters, grips)
    vain, before = 0, least
    for _ in range(BLOW_TRIES if is_blow else TRIES):
        newton.step(count, grips)
        error, share = newton.find_equations(count, False, contacts, clusters, grips), 1.0
        while is_blow and not error < (1.0 - GAIN * share) * before and share > SHORTEST:
            newton.go(count, (LESS - 1.0) * share, grips)
            error = newton.find_equations(count, False, contacts, clusters, grips)
            share = LESS * share
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
