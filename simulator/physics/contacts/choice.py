"""Which contacts of a cluster are solved directly, see `grips`.

Those of all free bodies where they are few, else only those of links with what they hold: what lies
somewhere needs little more than to bear its weight, but what is held hangs on how the pushes and
frictions of all its links agree.
"""

from simulator.jit import kernel

from ..algebra import vector
from . import rows
from .patch import RADIUS

PAIRS, ROWS = 8, 48  # most of each, but for torques
ROOM = ROWS + 3 * PAIRS  # with those of rolling friction
OPPOSED = -0.1  # cosine of the normals of pushes from opposed sides, at most


@kernel
def choose(cluster, clusters, contacts, of_body) -> int:
    """Choose the pairs of a cluster that are solved; return how many, the first of its `chosen`.

    Those that move a free body, if there is room for all and no belt, which acts on its joint, too;
    else those of what links hold.
    """
    start, count = clusters.point_start, 0
    for k in range(clusters.pair_start[cluster], clusters.visit_end[cluster]):
        p = clusters.visit[k]
        i = clusters.point[start[p]]
        if rows.moves_free(i, contacts, of_body):
            count = _add(p, count, cluster, clusters, contacts)
            if count < 0 or contacts.belt[i] >= 0:
                return _choose_held(cluster, clusters, contacts, of_body)
    return count


@kernel
def _add(p, count, cluster, clusters, contacts) -> int:
    """Choose pair `p` after `count` others; return how many there are, -1 if there is no room."""
    chosen, start = contacts.grips.chosen[cluster], clusters.point_start
    used = 3 * (start[p + 1] - start[p])
    for k in range(count):
        used += _count_rows(chosen[k], clusters, contacts)
    if count == PAIRS or used > ROWS:
        return -1
    chosen[count] = p
    return count + 1


@kernel
def _count_rows(p, clusters, contacts) -> int:
    first, end = clusters.point_start[p], clusters.point_start[p + 1]
    return end - first + 3 if contacts.rows.patch[first, RADIUS] > 0.0 else 3 * (end - first)


@kernel
def _choose_held(cluster, clusters, contacts, of_body) -> int:
    """Choose the pairs of links with what they hold; of a body without room for all, none."""
    first, end, count = clusters.pair_start[cluster], clusters.pair_start[cluster], 0
    while end < clusters.visit_end[cluster] and clusters.visit[end] < clusters.free_start[cluster]:
        end += 1
    for n in range(clusters.jointed_end[cluster], clusters.body_start[cluster + 1]):
        b, more = clusters.body[n], count
        if not _is_held(b, first, end, clusters, contacts, of_body) or _is_belted(
            b, first, end, clusters, contacts
        ):
            continue
        for k in range(first, end):
            p = clusters.visit[k]
            if more >= 0 and _find_link(p, b, clusters, contacts, of_body) >= 0:
                more = _add(p, more, cluster, clusters, contacts)
        count = max(count, more)
    return count


@kernel
def _is_held(b, first, end, clusters, contacts, of_body) -> bool:
    """Whether two links press on body `b` from opposed sides, in visits `first` to `end`."""
    for k in range(first, end):
        p = clusters.visit[k]
        link = _find_link(p, b, clusters, contacts, of_body)
        if link < 0:
            continue
        for m in range(first, k):
            q = clusters.visit[m]
            other = _find_link(q, b, clusters, contacts, of_body)
            if other >= 0 and other != link and _is_between(b, p, q, clusters, contacts):
                return True
    return False


@kernel
def _is_belted(b, first, end, clusters, contacts) -> bool:
    """Whether body `b` touches a belt in visits `first` to `end`."""
    for k in range(first, end):
        i = clusters.point[clusters.point_start[clusters.visit[k]]]
        if contacts.belt[i] >= 0 and (contacts.body_a[i] == b or contacts.body_b[i] == b):
            return True
    return False


@kernel
def _find_link(p, b, clusters, contacts, of_body) -> int:
    """Return the link that touches body `b` in pair `p`, -1 if there is none."""
    i = clusters.point[clusters.point_start[p]]
    link, other = contacts.body_a[i], contacts.body_b[i]
    if link == b:
        link, other = other, link
    return link if other == b and of_body[link] >= 0 else -1


@kernel
def _is_between(b, p, q, clusters, contacts) -> bool:
    """Whether a point of pair `p` and one of `q` push body `b` from opposed sides."""
    start, impulse = clusters.point_start, contacts.impulse
    for n in range(start[p], start[p + 1]):
        for m in range(start[q], start[q + 1]):
            i, k = clusters.point[n], clusters.point[m]
            cosine = vector.dot(vector.load(contacts.normal, i), vector.load(contacts.normal, k))
            if (contacts.body_b[i] == b) != (contacts.body_b[k] == b):
                cosine = -cosine
            if impulse[i, 0] > 0.0 and impulse[k, 0] > 0.0 and cosine < OPPOSED:
                return True
    return False
