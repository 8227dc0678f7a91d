"""What links hold between them: free bodies that they press from opposed sides, as jaws do."""

from simulator.compiled.jit import kernel

from ..algebra import vector
from .rows import find_motion, find_way, moves_free

OPPOSED = -0.1  # cosine of the normals of pushes from opposed sides, at most
SLIPS = 1e-4  # what slides by more on its links has not been held [m/s]


@kernel
def slips(cluster, clusters, contacts, islands) -> bool:
    """Whether a body that links hold slides on one of them under the solved motions."""
    first, end, of_body = clusters.pair_start[cluster], find_end(cluster, clusters), islands.of_body
    for k in range(first, end):
        p = clusters.visit[k]
        i = clusters.point[clusters.point_start[p]]
        if not moves_free(i, contacts, of_body) or not _slides(p, clusters, contacts, islands):
            continue
        b = contacts.body_a[i] if of_body[contacts.body_a[i]] < 0 else contacts.body_b[i]
        if is_held(b, first, end, clusters, contacts, of_body) and not is_belted(
            b, first, end, clusters, contacts
        ):
            return True
    return False


@kernel
def _slides(p, clusters, contacts, islands) -> bool:
    """Whether a point of pair `p` that bears a push slides."""
    start, first = clusters.point_start, clusters.point[clusters.point_start[p]]
    way, spin = find_motion(first, contacts, islands)
    way = vector.offset(way, 1.0, vector.load(contacts.drift, first))
    for n in range(start[p], start[p + 1]):
        i = clusters.point[n]
        here, normal = find_way(i, first, way, spin, contacts), vector.load(contacts.normal, i)
        here = vector.offset(here, -vector.dot(here, normal), normal)
        if contacts.impulse[i, 0] > 0.0 and vector.dot(here, here) > SLIPS * SLIPS:
            return True
    return False


@kernel
def find_end(cluster, clusters) -> int:
    """Return where the visits of a cluster's pairs with links end: they are in order."""
    end = clusters.pair_start[cluster]
    while end < clusters.visit_end[cluster] and clusters.visit[end] < clusters.free_start[cluster]:
        end += 1
    return end


@kernel
def is_held(b, first, end, clusters, contacts, of_body) -> bool:
    """Whether two links press on body `b` from opposed sides, in visits `first` to `end`."""
    for k in range(first, end):
        p = clusters.visit[k]
        link = find_link(p, b, clusters, contacts, of_body)
        if link < 0:
            continue
        for m in range(first, k):
            q = clusters.visit[m]
            other = find_link(q, b, clusters, contacts, of_body)
            if other >= 0 and other != link and _is_between(b, p, q, clusters, contacts):
                return True
    return False


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


@kernel
def find_link(p, b, clusters, contacts, of_body) -> int:
    """Return the link that touches body `b` in pair `p`, -1 if there is none."""
    i = clusters.point[clusters.point_start[p]]
    link, other = contacts.body_a[i], contacts.body_b[i]
    if link == b:
        link, other = other, link
    return link if other == b and of_body[link] >= 0 else -1


@kernel
def is_belted(b, first, end, clusters, contacts) -> bool:
    """Whether body `b` touches a belt in visits `first` to `end`."""
    for k in range(first, end):
        i = clusters.point[clusters.point_start[clusters.visit[k]]]
        if contacts.belt[i] >= 0 and (contacts.body_a[i] == b or contacts.body_b[i] == b):
            return True
    return False
