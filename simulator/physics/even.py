"""Loads that nobody can tell: what the rigid wheels of a sliding robot bear evens out.

Four wheels and more of a rigid car on a floor bear any of many loads, and sweeps take whichever
comes by: one diagonal after some steps of skidding, so that the car turns more to one side than to
the other; or the inner edges of all wheels, which then do not rub. Points that give way alike would
bear the least loads, in the sum of their squares, that hold the robot up as these do. They are what
sweeps begin with while something slides, and in a bend, where it depends on them how much both
edges of a wheel rub. Where wheels begin to slip, sweeps begin anew with them, or one diagonal that
happened to bear more would turn a car that starts hard.

Loads hold a robot up alike whose force and moment on all of it are the same, and what each of its
joints feels of them: a swing axle and a bogie bear what they bore. What one of these feels of a
load of 1 on each point is a row; the least loads are the projection of those at hand on the rows.
The table has them as columns, a point in each of its rows.
"""

import numpy as np

from simulator.jit import kernel

from . import contact, level, patch, spatial, vector

TURNING = 0.01  # a wheel that turns faster goes round a bend [rad/s]
SLIDING = 0.9  # of what friction can bear: a point with so much slides
LEVER = 1e-4  # at which a push on a wheel hardly turns it on its axle [m]
WHOLE = 6  # rows of force and moment on a robot as a whole
MOST = 20  # rows, with those of joints: a robot with more keeps its loads
LOAD, LEAST, COUNTED, BEARS = 20, 21, 22, 23  # columns: pushes, the least; 1 = may bear, does so
TRIES = 12  # sets of points that bear
DEPENDENT = 1e-10  # share of its square that a row keeps beside the others, if it says anything


@kernel
def even_out(cluster, clusters, contacts, bodies, islands, solved) -> bool:
    """Even the pushes under each robot of a cluster out, where it slides on what is immovable.

    Call when the joints are factored and before the impulses act, where it `is_asked` for. It
    overwrites `contacts.rows.data`. Return whether any push has changed.
    """
    changed = False
    first, end = clusters.pair_start[cluster], clusters.free_start[cluster]
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        row = clusters.island[n]
        if islands.loop_start[row] < islands.loop_start[row + 1]:
            continue  # a track's links press as they lie
        count = _find_points(first, end, row, clusters, contacts, bodies, islands, solved)
        if count >= 4:
            low, high = clusters.point_start[first], clusters.point_start[end]
            used = _find_rows(low, high, row, clusters.point, contacts, islands)
            if used > 0:
                if islands.own_joint[islands.body[islands.body_start[row]]] < 0:
                    level.find(low, high, row, clusters.point, contacts, islands)
                rank = _load(low, high, used, clusters.point, contacts)
                if rank < count:
                    changed |= _share(low, high, rank, clusters.point, contacts)
                else:  # only these loads hold it up
                    spatial.save(islands.level, row, spatial.ZERO)
    return changed


@kernel
def is_asked(first, end, clusters, contacts, bodies, solved) -> bool:
    """Whether a load on any of the pairs `first` to `end` shows.

    `solved`: friction is as it is while contacts are solved, see `patch`.
    """
    for p in range(first, end):
        if _shows(p, clusters, contacts, bodies, solved):
            return True
    return False


@kernel
def _shows(p, clusters, contacts, bodies, solved) -> bool:
    """Whether the load on a pair shows: it slides, or turns about its normal."""
    start, impulse = clusters.point_start, contacts.impulse
    i, push, x, y = clusters.point[start[p]], 0.0, 0.0, 0.0
    is_patch = solved and contacts.rows.patch[start[p], patch.RADIUS] > 0.0
    for n in range(start[p], start[p + 1]):
        k = clusters.point[n]
        push += impulse[k, 0]
        if n == start[p] or not is_patch:  # else it has all of its friction's force
            x, y = x + impulse[k, 1], y + impulse[k, 2]
    most = SLIDING * contacts.friction[i] * push
    if push > 0.0 and x * x + y * y >= most * most:
        return True
    spin = vector.load(bodies.spin, contacts.body_b[i])
    spin = vector.offset(spin, -1.0, vector.load(bodies.spin, contacts.body_a[i]))
    return abs(vector.dot(vector.load(contacts.normal, i), spin)) > TURNING


@kernel
def _find_points(first, end, row, clusters, contacts, bodies, islands, solved) -> int:
    """Count the points that bear between an island and what is immovable, and mark them.

    None where no load shows, or a point gives way by a law of its own.
    """
    table, count, asked = contacts.rows.data, 0, False
    for p in range(first, end):
        i = clusters.point[clusters.point_start[p]]
        a, b = contacts.body_a[i], contacts.body_b[i]
        on = bodies.inv_mass[a] == 0.0 and islands.of_body[b] == row
        on |= bodies.inv_mass[b] == 0.0 and islands.of_body[a] == row
        asked = asked or (on and _shows(p, clusters, contacts, bodies, solved))
        for n in range(clusters.point_start[p], clusters.point_start[p + 1]):
            i = clusters.point[n]
            bears = on and (contacts.impulse[i, 0] > 0.0 or contacts.separation[i] <= contact.SLOP)
            if bears and contacts.stiffness[i] > 0.0:
                return 0
            table[n, COUNTED] = 1.0 if bears else 0.0
            count += bears
    return count if asked else 0


@kernel
def _find_rows(low, high, row, points, contacts, islands) -> int:
    """Write what the robot feels of each marked point, a row in a column; return how many.

    None where its joints feel too much. `contacts.rows.data` is not in use yet.
    """
    table, column, used = contacts.rows.data, islands.felt, WHOLE
    for k in range(islands.body_start[row], islands.body_start[row + 1]):
        for f in range(3):
            column[islands.body[k], f] = -1
    for n in range(low, high):
        if table[n, COUNTED] == 0.0:
            continue
        i = points[n]
        on_b = islands.of_body[contacts.body_b[i]] == row
        b = contacts.body_b[i] if on_b else contacts.body_a[i]
        push = contact.find_unit_push(i, b, contacts, islands.origin)
        push = spatial.scale(1.0 if on_b else -1.0, push)
        for k in range(MOST):
            table[n, k] = push[k] if k < WHOLE else 0.0
        while b >= 0:
            for f in range(islands.freedoms[b]):
                lever = spatial.dot(push, spatial.load_row(islands.axis, b, f))
                if column[b, f] < 0 and abs(lever) > LEVER:
                    if used == MOST:
                        return 0
                    column[b, f] = used
                    used += 1
                if column[b, f] >= 0:
                    table[n, column[b, f]] = lever
            b = islands.inner[b]
    return used


@kernel
def _load(low, high, used, points, contacts) -> int:
    """Load the pushes of marked points; return how many of the rows say something about them."""
    table = contacts.rows.data
    for n in range(low, high):
        table[n, LOAD], table[n, BEARS] = contacts.impulse[points[n], 0], table[n, COUNTED]
    return _straighten(low, high, used, table)


@kernel
def _share(low, high, rank, points, contacts) -> bool:
    """Take the pushes of marked points to the least, all of them pushes, that the rows feel alike.

    Those are max(0, A l) for some weights l of the rows A: points that would pull are left out, and
    those that would push without them let in again, until it is the same ones (Newton's method on
    the dual; Qi and Sun 1993). Return whether that is found.
    """
    table = contacts.rows.data
    for _ in range(TRIES):
        for n in range(low, high):
            table[n, LEAST] = 0.0
        for j in range(rank):
            _add(low, high, table, LEAST, j, _dot(low, high, table, COUNTED, j, LOAD))
        changed = False
        for n in range(low, high):
            bears = table[n, COUNTED] == 1.0 and table[n, LEAST] > 0.0
            changed |= bears != (table[n, BEARS] == 1.0)
            table[n, BEARS] = 1.0 if bears else 0.0
        if not changed:
            for n in range(low, high):
                if table[n, COUNTED] == 1.0:
                    contacts.impulse[points[n], 0] = max(table[n, LEAST], 0.0)
            return True
        if _straighten(low, high, rank, table) < rank:
            break  # too few are left to hold it up: the pushes stay as they are
    return False


@kernel
def _straighten(low, high, used, table) -> int:
    """Make the rows orthonormal over the points that bear, one after the other; return how many.

    What says nothing beside those before it is left out (modified Gram-Schmidt).
    """
    rank = 0
    for k in range(used):
        before = _dot(low, high, table, BEARS, k, k)
        for j in range(rank):
            _add(low, high, table, k, j, -_dot(low, high, table, BEARS, j, k))
        after = _dot(low, high, table, BEARS, k, k)
        if after > DEPENDENT * before and before > LEVER * LEVER:
            size = 1.0 / np.sqrt(after)
            for n in range(low, high):
                table[n, rank] = size * table[n, k]
            rank += 1
    return rank


@kernel
def _dot(low, high, table, mark, j, k) -> float:
    """Return the product of two columns over the points with a `mark`."""
    total = 0.0
    for n in range(low, high):
        if table[n, mark] == 1.0:
            total += table[n, j] * table[n, k]
    return total


@kernel
def _add(low, high, table, k, j, share) -> None:
    """Add a share of column `j` to column `k`."""
    for n in range(low, high):
        if table[n, COUNTED] == 1.0:
            table[n, k] += share * table[n, j]
