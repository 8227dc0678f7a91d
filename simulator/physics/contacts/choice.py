"""Which contacts of a cluster are solved directly, see `grips`.

Those of all free bodies where they are few, else only those of links with what they hold, and of
what a blow drives into others: what lies somewhere needs little more than to bear its weight, but
what is held hangs on how the pushes and frictions of all its links agree, and what a heavy link
drives against a wall has to stop that.
"""

from simulator.compiled.jit import kernel

from . import grasp, rows
from .patch import RADIUS

FEW, LOW = 8, 48  # most pairs and rows, but for torques
PAIRS, ROWS = 12, 72  # the same in a blow
ROOM = ROWS + 3 * PAIRS  # with those of rolling friction
BLOW = 0.1  # sweeps that leave a larger error of a push leave one of a blow [m/s]


@kernel
def choose(cluster, clusters, contacts, islands, has_blows) -> int:
    """Choose the pairs of a cluster that are solved; return how many, the first of its `chosen`.

    Those that move a free body, if there is room for all and no belt, which acts on its joint, too;
    else those of what links hold and, where it may have blows, of what these drive on.
    """
    of_body = islands.of_body
    count = _choose_all(cluster, FEW, LOW, clusters, contacts, of_body)
    if count >= 0:
        return count
    count = choose_held(cluster, clusters, contacts, of_body)
    if not has_blows or _find_worst(cluster, count, clusters, contacts, islands) < 0:
        return count
    count = _choose_all(cluster, PAIRS, ROWS, clusters, contacts, of_body)
    if count >= 0:
        return count
    count = choose_held(cluster, clusters, contacts, of_body)  # others stand in its place now
    return _choose_struck(cluster, count, clusters, contacts, islands)


@kernel
def _choose_all(cluster, most, room, clusters, contacts, of_body) -> int:
    """Choose all pairs that move a free body; return how many, -1 without room or with a belt."""
    count = 0
    for k in range(clusters.pair_start[cluster], clusters.visit_end[cluster]):
        p = clusters.visit[k]
        i = clusters.point[clusters.point_start[p]]
        if rows.moves_free(i, contacts, of_body):
            count = _add(p, count, most, room, cluster, clusters, contacts)
            if count < 0 or contacts.belt[i] >= 0:
                return -1
    return count


@kernel
def _add(p, count, most, room, cluster, clusters, contacts) -> int:
    """Choose pair `p` after `count` others; return how many there are, -1 if there is no room."""
    chosen, start = contacts.grips.chosen[cluster], clusters.point_start
    used = 3 * (start[p + 1] - start[p])
    for k in range(count):
        used += _count_rows(chosen[k], clusters, contacts)
    if count == most or used > room:
        return -1
    chosen[count] = p
    return count + 1


@kernel
def _count_rows(p, clusters, contacts) -> int:
    first, end = clusters.point_start[p], clusters.point_start[p + 1]
    return end - first + 3 if contacts.rows.patch[first, RADIUS] > 0.0 else 3 * (end - first)


@kernel
def choose_held(cluster, clusters, contacts, of_body) -> int:
    """Choose the pairs of links with what they hold; of a body without room for all, none."""
    first, end, count = clusters.pair_start[cluster], grasp.find_end(cluster, clusters), 0
    for n in range(clusters.jointed_end[cluster], clusters.body_start[cluster + 1]):
        b, more = clusters.body[n], count
        if not grasp.is_held(b, first, end, clusters, contacts, of_body) or grasp.is_belted(
            b, first, end, clusters, contacts
        ):
            continue
        for k in range(first, end):
            p = clusters.visit[k]
            if more >= 0 and grasp.find_link(p, b, clusters, contacts, of_body) >= 0:
                more = _add(p, more, FEW, LOW, cluster, clusters, contacts)
        count = max(count, more)
    return count


@kernel
def _choose_struck(cluster, count, clusters, contacts, islands) -> int:
    """Choose the pairs of bodies that are driven into others after `count` pairs, worst first."""
    for _ in range(PAIRS):
        worst = _find_worst(cluster, count, clusters, contacts, islands)
        if worst < 0:
            break
        i, more = clusters.point[clusters.point_start[worst]], count
        for b in (contacts.body_a[i], contacts.body_b[i]):
            if islands.of_body[b] < 0 and contacts.rows.own[b, 0, 0] > 0.0:
                more = _add_all(b, more, cluster, clusters, contacts)
        if more < 0:
            break
        count = more
    return count


@kernel
def _add_all(b, count, cluster, clusters, contacts) -> int:
    """Choose all pairs of body `b` after `count` others; return how many there are then.

    -1: there is no room, or a belt.
    """
    first, end = clusters.pair_start[cluster], clusters.visit_end[cluster]
    if grasp.is_belted(b, first, end, clusters, contacts):
        return -1
    for k in range(first, end):
        p = clusters.visit[k]
        i = clusters.point[clusters.point_start[p]]
        touches = contacts.body_a[i] == b or contacts.body_b[i] == b
        if count >= 0 and touches and not _is_chosen(p, count, cluster, contacts):
            count = _add(p, count, PAIRS, ROWS, cluster, clusters, contacts)
    return count


@kernel
def _is_chosen(p, count, cluster, contacts) -> bool:
    for k in range(count):
        if contacts.grips.chosen[cluster, k] == p:
            return True
    return False


@kernel
def _find_worst(cluster, count, clusters, contacts, islands) -> int:
    """Return the pair, not chosen yet, that a blow drives together, or apart, most, or -1."""
    worst, most = -1, BLOW
    for k in range(clusters.pair_start[cluster], clusters.visit_end[cluster]):
        p = clusters.visit[k]
        first = clusters.point[clusters.point_start[p]]
        if contacts.belt[first] >= 0 or not rows.moves_free(first, contacts, islands.of_body):
            continue
        way, spin = rows.find_motion(first, contacts, islands)
        for n in range(clusters.point_start[p], clusters.point_start[p + 1]):
            i = clusters.point[n]
            asked = contacts.target[i] - contacts.gamma[i] * contacts.impulse[i, 0]
            left = asked - rows.find_speed(i, first, way, spin, contacts)
            if contacts.impulse[i, 0] > 0.0:
                left = abs(left)
            if left > most and not _is_chosen(p, count, cluster, contacts):
                worst, most = p, left
    return worst
