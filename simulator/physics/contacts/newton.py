"""A semismooth Newton step for pushes and frictions whose answers to each other are known.

Every row is its impulse less the projection of what would stop it on what it can be: a push on what
is not negative, a friction on the disc or ellipsoid that its pushes allow (Alart and Curnier 1991).
"""

import numpy as np

from simulator.compiled.jit import kernel

from . import roll
from .patch import NO_TWIST, RADIUS, SHARE

NORMAL, ACROSS, ASIDE, TWIST, ROLLING = range(5)  # kinds of rows; after the last: its axes
TINY = 1e-300
SHUT = 1e-3  # a point that parts more slowly bears a push if others ask it to [m/s]
FAINT = 1e-6  # softness that tells which impulses move nothing
PASSES = 3  # most tries to find which points do not push
STIFF = 10.0  # what a change of the push on a free body meets, over the answer of a point


@kernel
def find_equations(count, sticks, contacts, clusters, grips) -> float:
    """Write what the next change of the impulses has to do; return the largest error [m/s].

    Each row is its impulse less its projection on what pushes or frictions can be, over its mass;
    unknown are changes over the masses too. Endless where the last change was no number. Where all
    `sticks`, frictions have no limits.
    """
    matrix, factor, impulse, speed = grips.matrix, grips.factor, grips.impulse, grips.speed
    error, total, s = 0.0, 0.0, 0
    for n in range(count):
        total += impulse[n] + speed[n]
    if not abs(total) < np.inf:
        return np.inf
    factor[:count, :count] = 0.0
    for n in range(count):
        if grips.kind[n] == NORMAL:
            own = matrix[n, n]
            if impulse[n] - speed[n] / own > 0.0:
                for k in range(count):
                    factor[n, k] = matrix[n, k] / matrix[k, k]
                grips.right[n] = -speed[n]
            else:
                factor[n, n], grips.right[n] = 1.0, -impulse[n] * own
            error = max(error, abs(grips.right[n]))
    while s < count:
        kind = grips.kind[s]
        size = 2 if kind in (ACROSS, ROLLING) else 1
        if kind != NORMAL:
            ratio = 1.0
            if kind == ACROSS and s + 2 < count and grips.kind[s + 2] == TWIST:
                ratio = _find_ratio(s, count, contacts, clusters, grips)
                size = 3 if ratio < np.inf else 2
            _find_friction(s, size, ratio, sticks, count, contacts, clusters, grips)
            lever = 1.0 if kind < ROLLING else _find_lever(s, contacts.rolls, clusters, grips)
            for k in range(s, s + size):
                error = max(error, lever * abs(grips.right[k]))
        s += size
    return error


@kernel
def _find_ratio(s, count, contacts, clusters, grips) -> float:
    """Return the most of a patch's friction over that of its twist, endless where it has none."""
    twist = _find_limit(s + 2, count, contacts, clusters, grips)
    force = _find_limit(s, count, contacts, clusters, grips)
    return force / twist if twist > NO_TWIST * force else np.inf


@kernel
def _find_friction(s, size, ratio, sticks, count, contacts, clusters, grips) -> None:
    """Write the equations of a friction of one to three rows, which sticks or slides.

    A third row is the twist of a patch, `ratio` times of which is as a force is: on an ellipsoid
    with it, against the motion (Howe and Cutkosky 1996).
    """
    matrix, factor, impulse, speed = grips.matrix, grips.factor, grips.impulse, grips.speed
    mass, square = 1.0 / matrix[s, s], 0.0
    for k in range(s + 1, s + size):
        unit = _find_unit(k, s, ratio)
        mass = min(mass, unit * unit / matrix[k, k])
    for k in range(s, s + size):
        unit = _find_unit(k, s, ratio)
        square += (unit * impulse[k] - mass / unit * speed[k]) ** 2
    limit = max(_find_limit(s, count, contacts, clusters, grips), 0.0)
    if sticks or square <= limit * limit:
        for k in range(s, s + size):
            unit = _find_unit(k, s, ratio)
            scale = mass / (unit * unit) * matrix[k, k]
            for m in range(count):
                factor[k, m] = scale * matrix[k, m] / matrix[m, m]
            grips.right[k] = -scale * speed[k]
        return
    length = np.sqrt(square)
    for k in range(s, s + size):
        unit = _find_unit(k, s, ratio)
        along = (unit * impulse[k] - mass / unit * speed[k]) / length
        grips.right[k] = (limit * along / unit - impulse[k]) * matrix[k, k]
        for m in range(count):
            entry = unit if m == k else 0.0
            if limit > 0.0:
                entry -= along * grips.change[m]  # the limit grows with the pushes
            for q in range(s, s + size):
                each = _find_unit(q, s, ratio)
                other = (each * impulse[q] - mass / each * speed[q]) / length
                turn = limit / length * ((1.0 if q == k else 0.0) - along * other)
                entry -= turn * ((each if m == q else 0.0) - mass / each * matrix[q, m])
            factor[k, m] = entry / unit * matrix[k, k] / matrix[m, m]


@kernel
def _find_unit(k, s, ratio) -> float:
    """Return what row `k` of the friction that begins with row `s` counts by, beside a force."""
    return ratio if k == s + 2 else 1.0


@kernel
def _find_limit(s, count, contacts, clusters, grips) -> float:
    """Return the most that a friction can be; `change` becomes that per impulse of each row."""
    total, first = 0.0, clusters.point_start[grips.pair[grips.owner[s]]]
    kind, friction = grips.kind[s], contacts.friction[clusters.point[grips.point[s]]]
    is_whole = contacts.rows.patch[first, RADIUS] > 0.0
    if kind >= ROLLING:
        friction, is_whole = _find_lever(s, contacts.rolls, clusters, grips), True
    for k in range(count):
        grips.change[k] = 0.0
        is_own = grips.kind[k] == NORMAL and grips.owner[k] == grips.owner[s]
        if is_own and (is_whole or k == s - 1):
            share = contacts.rows.mass[grips.point[k], SHARE] if kind == TWIST else 1.0
            grips.change[k] = friction * share
            total += grips.change[k] * grips.impulse[k]
    return total


@kernel
def _find_lever(s, rolls, clusters, grips) -> float:
    """Return the torque per push of a row of rolling friction, the lever on which it acts [m]."""
    return roll.find_length(rolls, clusters.point[grips.point[s]], grips.kind[s] - ROLLING)


@kernel
def ease(count, share, clusters, contacts, of_body, grips) -> None:
    """Let a `share` of what the impulses hold against each other fade.

    Points of rigid jaws can push and rub against each other without a motion of anything, and what
    sweeps leave of that wanders until frictions are at their limits. The least impulses that move
    what these do, with as much push on each free body in all, are those that all rows soften to
    when each gives way by a `FAINT` share of its answer: as pads of equal softness would.
    """
    impulse, change, is_push = grips.impulse, grips.change, False
    for s in range(count):
        may_change = grips.kind[s] != NORMAL or impulse[s] > 0.0 or grips.speed[s] < SHUT
        change[s] = 1.0 if may_change else 0.0
    for _ in range(PASSES):
        _find_even(count, clusters, contacts, of_body, grips)
        is_push = True
        for s in range(count):
            if grips.kind[s] == NORMAL and impulse[s] + share * grips.right[s] < 0.0:
                is_push, change[s] = False, 0.0
        if is_push:
            break
    for s in range(count):
        change[s] = share * grips.right[s] if is_push else 0.0
        impulse[s] += change[s]
        grips.speed[s] -= grips.soft[s] * change[s]
    add_speeds(count, grips)


@kernel
def _find_even(count, clusters, contacts, of_body, grips) -> None:
    """Write to `right` how rows whose `change` is not zero would change to the least impulses."""
    matrix, factor = grips.matrix, grips.factor
    for s in range(count):
        own = matrix[s, s] - grips.soft[s]
        if grips.change[s] == 0.0:
            factor[s, :count] = 0.0
            factor[s, s], grips.right[s] = 1.0, 0.0
            continue
        grips.right[s] = -FAINT * own * grips.impulse[s]
        for k in range(count):
            factor[s, k] = matrix[s, k]
            if grips.kind[s] == NORMAL and grips.kind[k] == NORMAL:
                p, q = grips.pair[grips.owner[s]], grips.pair[grips.owner[k]]
                factor[s, k] += STIFF * own * _count_common(p, q, clusters, contacts, of_body)
        factor[s, s] += FAINT * own - grips.soft[s]
    _solve_system(count, factor, grips.right)


@kernel
def _count_common(p, q, clusters, contacts, of_body) -> int:
    """Return how many free bodies are in both of two pairs."""
    i = clusters.point[clusters.point_start[p]]
    k = clusters.point[clusters.point_start[q]]
    count = 0
    for b in (contacts.body_a[i], contacts.body_b[i]):
        is_common = b == contacts.body_a[k] or b == contacts.body_b[k]
        if is_common and of_body[b] < 0 and contacts.rows.own[b, 0, 0] > 0.0:
            count += 1
    return count


@kernel
def add_speeds(count, grips) -> None:
    """Add what the changes of the impulses do."""
    for s in range(count):
        for k in range(count):
            grips.speed[s] += grips.matrix[s, k] * grips.change[k]


@kernel
def step(count, grips) -> None:
    """Change the impulses as the equations ask."""
    _solve_system(count, grips.factor, grips.right)
    for s in range(count):
        grips.way[s] = grips.right[s] / grips.matrix[s, s]
    go(count, 1.0, grips)


@kernel
def go(count, share, grips) -> None:
    """Change the impulses by a `share` of what the equations have asked for last."""
    for s in range(count):
        grips.change[s] = share * grips.way[s]
        grips.impulse[s] += grips.change[s]
    add_speeds(count, grips)


@kernel
def _solve_system(n, matrix, right) -> None:
    """Solve `matrix` (n, n) x = `right` in place: Gauss with the largest pivot of each column."""
    for j in range(n):
        best = j
        for i in range(j + 1, n):
            if abs(matrix[i, j]) > abs(matrix[best, j]):
                best = i
        if best != j:
            right[j], right[best] = right[best], right[j]
            for k in range(j, n):
                matrix[j, k], matrix[best, k] = matrix[best, k], matrix[j, k]
        pivot = matrix[j, j]
        if abs(pivot) < TINY:
            pivot = matrix[j, j] = TINY
        for i in range(j + 1, n):
            share = matrix[i, j] / pivot
            if share != 0.0:
                right[i] -= share * right[j]
                for k in range(j + 1, n):
                    matrix[i, k] -= share * matrix[j, k]
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            right[i] -= matrix[i, k] * right[k]
        right[i] /= matrix[i, i]
