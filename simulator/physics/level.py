"""A robot on rigid wheels comes to stand level: all that bears it goes to one depth.

Contacts leave a depth of up to SLOP alone, and a car leans within it: what lies a micrometre higher
bears nothing, be it the outer edges of all wheels, so that these do not rub in a bend. Where it
shows how a load spreads (`even`), the robot is moved as a whole, and its joints with it unmoved,
towards half that depth in all points that bear. That takes no force, and gives it no speed.

The motion is the least one that leaves the least squares of the ways that points still have to go:
conjugate gradients on the normal equations (CGLS; Bjorck 1996, sec. 7.4), done in as many rounds as
the points know ways to move. On a floor it is as short as what points have to go; among walls and
cones it may be a long one for next to nothing, and is not gone.
"""

from simulator.jit import kernel

from . import contact, spatial, vector

WAYS = 6  # to move as a whole, and rounds
DEPTH = 0.5 * contact.SLOP  # at which all points bear [m]
FAR = 4.0 * contact.SLOP  # a longer way would rather slide than sink: it is not gone [m]
DONE = 1e-16  # share of the square of what is left to go [1]
GAP, CHANGE, COUNTED = 20, 21, 22  # columns: what is left to go, that of a round; see `even`


@kernel
def find(low, high, row, points, contacts, islands) -> None:
    """Write how island `row` moves as a whole in the position solve: `islands.level` [m, rad].

    Rows 0..5 of `contacts.rows.data` hold what it feels of each point, see `even`.
    """
    table, left = contacts.rows.data, spatial.ZERO
    for n in range(low, high):
        if table[n, COUNTED] == 1.0:
            gap = min(max(contacts.separation[points[n]], -contact.SLOP), contact.SLOP)
            table[n, GAP] = -DEPTH - gap
            left = spatial.offset(left, table[n, GAP], spatial.load(table, n))
    way, whole = left, spatial.ZERO
    square = spatial.dot(left, left)
    least = DONE * square
    for _ in range(WAYS):
        if square <= least:
            break
        size = 0.0
        for n in range(low, high):
            if table[n, COUNTED] == 1.0:
                table[n, CHANGE] = spatial.dot(way, spatial.load(table, n))
                size += table[n, CHANGE] * table[n, CHANGE]
        share, left = square / size, spatial.ZERO
        for n in range(low, high):
            if table[n, COUNTED] == 1.0:
                table[n, GAP] -= share * table[n, CHANGE]
                left = spatial.offset(left, table[n, GAP], spatial.load(table, n))
        whole, fresh = spatial.offset(whole, share, way), spatial.dot(left, left)
        way, square = spatial.offset(left, fresh / square, way), fresh
    if not _is_small(low, high, whole, row, points, contacts, islands):
        whole = spatial.ZERO
    spatial.save(islands.level, row, spatial.scale(contact.RECOVERY, whole))


@kernel
def _is_small(low, high, whole, row, points, contacts, islands) -> bool:
    """Whether a motion of island `row` takes no point that bears further than FAR, aside or up."""
    move, turn = (whole[0], whole[1], whole[2]), (whole[3], whole[4], whole[5])
    origin = vector.load(islands.origin, islands.body[islands.body_start[row]])
    for n in range(low, high):
        if contacts.rows.data[n, COUNTED] == 1.0:
            arm = vector.subtract(vector.load(contacts.position, points[n]), origin)
            way = vector.offset(move, 1.0, vector.cross(turn, arm))
            if vector.dot(way, way) > FAR * FAR:
                return False
    return True


@kernel
def clear(cluster, clusters, islands) -> None:
    """Forget how the islands of a cluster were to move."""
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        spatial.save(islands.level, clusters.island[n], spatial.ZERO)


@kernel
def is_off(cluster, clusters, islands) -> bool:
    """Whether any island of a cluster is to move."""
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        level = spatial.load(islands.level, clusters.island[n])
        if spatial.dot(level, level) > 0.0:
            return True
    return False


@kernel
def move(cluster, clusters, islands, h) -> None:
    """Add the motions of the islands of a cluster, in a step of `h` [s], to their velocities."""
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        row = clusters.island[n]
        way = spatial.scale(1.0 / h, spatial.load(islands.level, row))
        for k in range(islands.body_start[row], islands.body_start[row + 1]):
            b = islands.body[k]
            spatial.save(
                islands.velocity, b, spatial.add(spatial.load(islands.velocity, b), way)
            )  # fmt: skip
