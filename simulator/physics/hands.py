"""The order in which a sweep visits pairs of bodies: those listed in `clusters.visit`.

A hand goes from group to group: all pairs of one jointed body, such as a link between a wheel and
the ground, are swept up to INNER times before it goes on, as long as they still change by STIR. A
light link hands on a fraction of the weight that comes down on it in each round, and rounds are
cheaper than whole sweeps.
"""

from simulator.jit import kernel

INNER, ALONE = 8, 2  # most rounds of a group; times that a pair without others is solved
STIR = 0.05  # change of a velocity [m/s]
ONE, OTHER = 1, 2  # hands that come to an island
HEAVIER = 2.0  # than what it touches has to be what both hands come to
Hand = tuple[int, int, int, int, int, int]
# visit at hand, -1 at the end; first of its group and the one after its last; rounds of the group
# that are left; times that the pair is solved in a row; the visit that is not made any more
AT, FIRST, END, LEFT, TIMES, STOP = range(6)


@kernel
def begin(first, end, way, clusters, contacts, of_body) -> Hand:
    """Return a hand at the first of the visits `first` to `end`, or with `way` -1 at the last."""
    if way > 0:
        return _open(first, end, way, clusters, contacts, of_body)
    return _open(end - 1, first - 1, way, clusters, contacts, of_body)


@kernel
def go_on(hand: Hand, stir, way, clusters, contacts, of_body) -> Hand:
    """Return the hand at its next visit; `stir` is what the group's round has changed [m/s]."""
    at, first, end, left, times, stop = hand
    if at < 0:
        return hand
    if at + way != end:
        return at + way, first, end, left, times, stop
    if left > 0 and stir > STIR:
        return first, first, end, left - 1, times, stop
    return _open(end, stop, way, clusters, contacts, of_body)


@kernel
def _open(p, stop, way, clusters, contacts, of_body) -> Hand:
    """Return a hand at visit `p`, the first of its group."""
    if p == stop:
        return -1, -1, -1, 0, 1, stop
    start, group, visit, end, points = (
        clusters.point_start, clusters.group, clusters.visit, p, 0,
    )  # fmt: skip
    own = group[visit[p]]
    while end != stop and group[visit[end]] == own:
        points += start[visit[end] + 1] - start[visit[end]]
        end += way
    i = clusters.point[start[visit[p]]]
    jointed = of_body[contacts.body_a[i]] >= 0 or of_body[contacts.body_b[i]] >= 0
    once = not jointed or points == 1
    if end == p + way:  # alone: no motion has to be taken and handed back in between
        return p, p, end, 0, 1 if once else ALONE, stop
    return p, p, end, 0 if once else INNER - 1, 1, stop


@kernel
def find_middle(first, end, clusters, contacts, islands, walks) -> int:
    """Return the visit from which on a second hand takes over: where an island begins; or `end`.

    Of visits `first` to `end`; the place that is nearest to the middle of their points. Free bodies
    that lie on each other stay with one hand, in their order.
    """
    start, group, body, of_body = (
        clusters.point_start, clusters.group, clusters.body, islands.of_body,
    )  # fmt: skip
    visit = clusters.visit
    if first == end:
        return end
    low, high = start[visit[first]], start[visit[end - 1] + 1]
    best, even, off = end, 0.5 * (low + high), 0.5 * (high - low)
    for v in range(first + 1, end):
        p = visit[v]
        here, before = of_body[body[group[p]]], of_body[body[group[visit[v - 1]]]]
        if here >= 0 and here != before and abs(start[p] - even) < off:
            best, off = v, abs(start[p] - even)
    if best < end and not _may_share(first, best, end, clusters, contacts, islands, walks):
        return end
    return best


@kernel
def _may_share(first, middle, end, clusters, contacts, islands, walks) -> bool:
    """Whether two hands would not work against each other behind each other's back.

    An island to which both of them come, such as a hull between its tracks, has to be much heavier
    than those that it touches, or what one hand does to it means much to the other.
    """
    comers = walks.hands
    _mark(first, end, 0, comers, clusters, contacts, islands)
    _mark(first, middle, ONE, comers, clusters, contacts, islands)
    _mark(middle, end, OTHER, comers, clusters, contacts, islands)
    known, last = -1, -1
    for v in range(first, end):
        one, other = _find_islands(clusters.visit[v], clusters, contacts, islands)
        if one < 0 or other < 0 or one == other or (one == known and other == last):
            continue
        known, last = one, other
        by_both = comers[one] == ONE | OTHER, comers[other] == ONE | OTHER
        weights = _weigh(one, islands), _weigh(other, islands)
        if by_both[0] and (by_both[1] or weights[0] < HEAVIER * weights[1]):
            return False
        if by_both[1] and weights[1] < HEAVIER * weights[0]:
            return False
    return True


@kernel
def _mark(first, end, hand, comers, clusters, contacts, islands) -> None:
    """Note that a hand makes the visits `first` to `end` to islands; 0: nobody has so far."""
    for v in range(first, end):
        one, other = _find_islands(clusters.visit[v], clusters, contacts, islands)
        if one >= 0:
            comers[one] = comers[one] | hand if hand else 0
        if other >= 0:
            comers[other] = comers[other] | hand if hand else 0


@kernel
def _find_islands(p, clusters, contacts, islands) -> tuple[int, int]:
    i = clusters.point[clusters.point_start[p]]
    return islands.of_body[contacts.body_a[i]], islands.of_body[contacts.body_b[i]]


@kernel
def _weigh(island, islands) -> float:
    """Return the mass of an island."""
    mass = 0.0
    for n in range(islands.body_start[island], islands.body_start[island + 1]):
        mass += islands.own[islands.body[n], 0, 0]
    return mass
