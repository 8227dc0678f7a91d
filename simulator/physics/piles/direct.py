"""Direct solve of the contacts of some free bodies: stacks and towers, which sweeps are slow at.

The augmented Lagrangian method (Alart and Curnier 1991): rows are springs beside the impulses they
have, held to their cones (`springs`); the motions under them are those of the least energy, found
by Newton's method with a search along each step, and what the springs then push is what they have
in the next round. Springs get stiffer from round to round as long as that succeeds: soft ones
tell early who will push and stick, stiff ones leave nothing open. Each step is one banded system,
solved by Cholesky.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from . import springs
from . import system as systems
from .lanes import DRIFT, FIELDS, GRIP, LANES, PUSHES
from .springs import RING

WORSE, BETTER, EXACT = 0, 1, 2  # what a solve has come to
SOFT, STIFF = 30.0, 1e6  # springs at first and at most, over what would stop a row in the step
GROWTH = 6.0  # of the springs after a round; where one step was enough its square
ROUNDS, STEPS, ALL_STEPS = 8, 16, 30  # most of them; most steps of Newton's in one, and in all
HOPE, NARROW = 6, 0.1  # steps of a round, after which a step cut to such a share is the last
FAILURES = 3  # rounds that have not found it, after which what there is is taken
LOOKS, FLAT = 8, 0.1  # most looks along a step; share of its slope that is level
FOUND = 1e-3  # share of its slope that a whole step leaves of the slope at the least energy
STILL = 1e-9  # a step that changes no motion by more is the last [m/s, rad/s]


@kernel
def solve(bodies, batches, impulse, target, is_again) -> int:
    """Bring the impulses and motions of the chosen part to where all its rows hold.

    `impulse`, `target` and the motions are those of `batches`; `is_again`: a solve before this one
    was exact. Return `EXACT`, `BETTER`, or, if that is no nearer to the solution, `WORSE`: nothing
    has changed then.
    """
    direct, system = batches.direct, batches.direct.system
    for n in range(system.used[0]):
        b = system.body[n]
        vector.to_world(bodies.orientation[b], bodies.inertia[b], direct.inertia[n])
        for k in range(6):
            direct.moved[6 * n + k] = direct.before[6 * n + k] = 0.0
    for m in range(system.used[1]):
        springs.begin(m, batches, impulse, target, direct)
    before, is_exact, failures = _find_energy(bodies, batches, impulse, target), False, 0
    stiff, rounds, taken = (STIFF, 1, 0) if is_again else (SOFT, ROUNDS, 0)
    for _ in range(rounds):
        is_found, steps = _find_motions(stiff, bodies, batches, direct)
        _end_round(is_found, batches, direct)
        is_exact, taken = is_found and stiff == STIFF, taken + steps
        failures += not is_found
        if failures == FAILURES or taken >= ALL_STEPS or (stiff == SOFT and not is_found):
            break
        change = (GROWTH * GROWTH if steps == 1 else GROWTH) if is_found else 1.0 / GROWTH
        stiff = min(max(stiff * change, SOFT), STIFF)
    _apply(1.0, bodies, batches, impulse, direct)
    if _find_energy(bodies, batches, impulse, target) <= before:
        return EXACT if is_exact else BETTER
    _apply(-1.0, bodies, batches, impulse, direct)
    return WORSE


@kernel
def _end_round(is_found, batches, direct) -> None:
    """Go on from what has been found; if nothing has, from where the round has begun."""
    for m in range(direct.system.used[1]):
        springs.end_round(m, is_found, batches, direct)
    for r in range(6 * direct.system.used[0]):
        if is_found:
            direct.before[r] = direct.moved[r]
        else:
            direct.moved[r] = direct.before[r]


@kernel
def _find_motions(stiff, bodies, batches, direct) -> tuple[bool, int]:
    """Find the motions of the least energy under springs; return whether, and steps taken."""
    system = direct.system
    for m in range(system.used[1]):
        springs.stiffen(m, stiff, batches, direct)
    for n in range(STEPS):
        _find_system(stiff == SOFT, n == 0, bodies, batches, direct)
        if not _solve_banded(6 * system.used[0], system.start, direct.matrix, direct.answer):
            return False, n + 1
        share, is_found = _search(bodies, batches, direct)
        most = 0.0
        for r in range(6 * system.used[0]):
            direct.moved[r] += share * direct.answer[r]
            most = max(most, abs(share * direct.answer[r]))
        for s in range(PUSHES * system.used[1]):
            direct.error[s] += share * direct.rate[s]
        if is_found or most <= STILL:
            return True, n + 1
        if n + 1 >= HOPE and share < NARROW:
            return False, n + 1
    return False, STEPS


@kernel
def _find_energy(bodies, batches, impulse, target) -> float:
    """Return what the solution makes least: energy, less what the targets add to it [J]."""
    total, direct, system = 0.0, batches.direct, batches.direct.system
    for n in range(system.used[0]):
        b = system.body[n]
        v = batches.motion[6 * b], batches.motion[6 * b + 1], batches.motion[6 * b + 2]
        w = batches.motion[6 * b + 3], batches.motion[6 * b + 4], batches.motion[6 * b + 5]
        total += 0.5 * (
            vector.dot(v, v) / bodies.inv_mass[b]
            + vector.dot(w, vector.apply(direct.inertia[n], w))
        )
    for m in range(system.used[1]):
        lane = system.lane[m]
        at = (lane // LANES) * FIELDS * LANES + lane % LANES
        soft = batches.fields[at + (GRIP + 6) * LANES]
        for c in range(2):
            total += impulse[springs.row_of(lane, 4 + c)] * batches.fields[at + (DRIFT + c) * LANES]
        for c in range(4):
            push = impulse[springs.row_of(lane, c)]
            goal = target[((lane // LANES) * 4 + c) * LANES + lane % LANES]
            if push > 0.0:  # what pushes nowhere may have an endless target
                total += push * (0.5 * soft * push - goal)
    return total


@kernel
def _find_system(is_soft, is_first, bodies, batches, direct) -> None:
    """Write the system of Newton's next step: masses, springs that give way, and what is left.

    With soft springs friction goes with the pushes, and in the first step all push and stick that
    may.
    """
    system, matrix, answer, moved = direct.system, direct.matrix, direct.answer, direct.moved
    for n in range(system.used[0]):
        mass, row = 1.0 / bodies.inv_mass[system.body[n]], 6 * n
        for k in range(6):
            for c in range(system.start[row], row + k + 1):
                matrix[row + k, c & RING] = 0.0
        for k in range(3):
            matrix[row + k, (row + k) & RING] = mass
            answer[row + k], answer[row + 3 + k] = -mass * moved[row + k], 0.0
            for c in range(3):
                answer[row + 3 + k] -= direct.inertia[n, k, c] * moved[row + 3 + c]
                if c <= k:
                    matrix[row + 3 + k, (row + 3 + c) & RING] = direct.inertia[n, k, c]
    for m in range(system.used[1]):
        springs.hold(m, 0.0, is_soft, batches, direct)
        springs.place(m, batches, direct)
        springs.add(m, is_soft and is_first, direct)


@kernel
def _search(bodies, batches, direct) -> tuple[float, bool]:
    """Return how much of a step leads to the least energy along it, and whether to that of all."""
    system, answer, moved = direct.system, direct.answer, direct.moved
    own = square = 0.0
    for n in range(system.used[0]):
        mass, row = 1.0 / bodies.inv_mass[system.body[n]], 6 * n
        for k in range(3):
            own += mass * answer[row + k] * moved[row + k]
            square += mass * answer[row + k] * answer[row + k]
            for c in range(3):
                turn = answer[row + 3 + k] * direct.inertia[n, k, c]
                own += turn * moved[row + 3 + c]
                square += turn * answer[row + 3 + c]
    for m in range(system.used[1]):
        springs.place(m, batches, direct)
        for r in range(PUSHES):
            s, rate = m * PUSHES + r, 0.0
            for k in range(12):
                if direct.place[k] >= 0:
                    rate += direct.jacobian[12 * s + k] * answer[direct.place[k]]
            direct.rate[s] = rate
    low, high = 0.0, 1.0
    start = slope_low = _find_slope(0.0, own, square, batches, direct)
    slope_high = _find_slope(1.0, own, square, batches, direct)
    if slope_high <= FLAT * abs(start):
        return 1.0, abs(slope_high) <= FOUND * abs(start)
    share = 1.0
    for _ in range(LOOKS):
        share = low - slope_low * (high - low) / (slope_high - slope_low)
        share = min(max(share, 0.9 * low + 0.1 * high), 0.1 * low + 0.9 * high)
        slope = _find_slope(share, own, square, batches, direct)
        if abs(slope) <= FLAT * abs(start):
            break
        if slope > 0.0:
            high, slope_high = share, slope
        else:
            low, slope_low = share, slope
    return share, False


@kernel
def _find_slope(share, own, square, batches, direct) -> float:
    """Return how the energy changes along a step after a share of it [J]."""
    slope = own + share * square
    for m in range(direct.system.used[1]):
        springs.hold(m, share, False, batches, direct)
        for s in range(m * PUSHES, (m + 1) * PUSHES):
            slope += direct.rate[s] * (direct.base[s] - direct.push[s])
    return slope


@kernel
def _solve_banded(count, start, matrix, answer) -> bool:
    """Factorise the lower half of `matrix` (Cholesky within its envelope) and solve in place.

    False: rounding has left nothing of a pivot, as between masses of a gram and of ten tonnes.
    """
    for i in range(count):
        first = start[i]
        for j in range(first, i):
            total = matrix[i, j & RING]
            for k in range(max(first, start[j]), j):
                total -= matrix[i, k & RING] * matrix[j, k & RING]
            matrix[i, j & RING] = total / matrix[j, j & RING]
        total = matrix[i, i & RING]
        for k in range(first, i):
            total -= matrix[i, k & RING] * matrix[i, k & RING]
            answer[i] -= matrix[i, k & RING] * answer[k]
        if not total > 0.0:
            return False
        matrix[i, i & RING] = np.sqrt(total)
        answer[i] /= matrix[i, i & RING]
    for i in range(count - 1, -1, -1):
        answer[i] /= matrix[i, i & RING]
        for k in range(start[i], i):
            answer[k] -= matrix[i, k & RING] * answer[i]
    return True


@kernel
def _apply(sign, bodies, batches, impulse, direct) -> None:
    """Let the pushes act instead of the impulses before, or with -1 the other way round."""
    for m in range(direct.system.used[1]):
        lane = direct.system.lane[m]
        for r in range(PUSHES):
            s = m * PUSHES + r
            change = sign * (direct.push[s] - direct.base[s])
            impulse[springs.row_of(lane, r)] = direct.push[s] if sign > 0.0 else direct.base[s]
            for side in range(2):
                b, q = systems.body_of(lane, side, batches.body), 12 * s + 6 * side
                if direct.system.row[b] < 0 or change == 0.0:
                    continue
                turn = (
                    direct.jacobian[q + 3], direct.jacobian[q + 4], direct.jacobian[q + 5],
                )  # fmt: skip
                turn = vector.apply(bodies.inv_inertia[b], turn)
                for k in range(3):
                    way = bodies.inv_mass[b] * direct.jacobian[q + k]
                    batches.motion[6 * b + k] += change * way
                    batches.motion[6 * b + 3 + k] += change * turn[k]
