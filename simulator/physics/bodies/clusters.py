"""Clusters: bodies that act on each other in this step, through joints or contacts.

No impulse of one cluster reaches another, so each is solved by itself. All rows are in an order
that depends on poses alone: clusters by their lowest body, a cluster's jointed bodies first and
inner before outer; contact points of jointed bodies first, each by the last of its (jointed) bodies
in that order. A belt on what cannot move, a conveyor, acts through the wheel that drives it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.compiled.jit import kernel

from .tables import Floats, Rows


class Clusters(NamedTuple):
    """Which bodies, islands and contact points belong together; found anew in every step."""

    used: NDArray[np.int64]  # (1,) clusters
    root: Rows  # (bodies,) lowest body that this one is tied to
    of_body: Rows  # (bodies,) cluster, -1 for an immovable body
    body_start: Rows  # (bodies + 1,) into `body`
    body: Rows  # (bodies,) jointed ones first, island by island
    jointed_end: Rows  # (bodies,) where the jointed bodies of a cluster end
    island_start: Rows  # (bodies + 1,) into `island`
    island: Rows  # (bodies,) islands, in the order of their bodies
    rank: Rows  # (bodies,) place in `body`, -1 for an immovable body
    pair_start: Rows  # (bodies + 1,) into `point_start`
    free_start: Rows  # (bodies,) the same, of the first pair of a cluster without a jointed body
    lane_start: Rows  # (bodies,) the same, of the first that may go into lanes, see `batch`
    pair_end: Rows  # (bodies,) of a cluster's pairs that are swept one by one, see `batch`
    visit: Rows  # (points,) those of them that sweeps visit, from `pair_start` on, see `idle`
    visit_end: Rows  # (bodies,) where a cluster's visits end
    across: Rows  # (points,) of the first visit of a group: the last one, and the other way round
    rounds: Rows  # (points,) with both: how often it is swept at most before sweeps go on
    calm: Floats  # (points,) with both: change that ends its rounds [m/s]
    stirs: Floats  # (points,) with both: change in the last sweep [m/s]
    point_start: Rows  # (points + 1,) into `point`, by pair of bodies (and belt)
    group: Rows  # (points,) pair's last (jointed) body in the cluster's order, as a rank
    point: Rows  # (points,) rows of contacts
    fill: Rows  # (bodies + 1,) scratch of the sorting
    run: Rows  # (points + 1,) where points between other bodies begin
    sorted_run: Rows  # (points,)
    last: Rows  # (points,) rank that a run is sorted by
    pace: Rows  # (bodies,) parts in which a cluster takes the step, see `pace`
    most: Rows  # (bodies,) in how many it may take it
    left_out: NDArray[np.uint8]  # (bodies,) 1 = asleep, or takes no part in what is at hand


def make_clusters(bodies: int, points: int) -> Clusters:
    """Return an empty table for so many bodies and contact points."""

    def rows(count: int) -> Rows:
        return np.zeros(count, np.int32)

    n = bodies
    return Clusters(
        np.zeros(1, np.int64), rows(n), rows(n), rows(n + 1), rows(n), rows(n), rows(n + 1),
        rows(n), rows(n), rows(n + 1), rows(n), rows(n), rows(n), rows(points), rows(n),
        rows(points), rows(points), np.zeros(points), np.zeros(points),
        rows(points + 1), rows(points), rows(points), rows(n + 1), rows(points + 1), rows(points),
        rows(points), rows(n), rows(n), np.zeros(n, np.uint8),
    )  # fmt: skip


@kernel
def find(
    clusters, used, body_a, body_b, belt, inv_mass, of_body, island_start, island_body
) -> None:  # fmt: skip
    """Find the clusters of `used` contact points between `body_a` and `body_b` (points,).

    Points on different belts `belt` (points,), each the body that drives it, are not of one pair.
    `of_body` (bodies,), `island_start` (islands + 1,) and `island_body` are those of the islands.
    """
    runs = _list_runs(used, body_a, body_b, belt, clusters.run)
    _tie(
        clusters.root, runs, clusters.run, body_a, body_b, belt, inv_mass, island_start, island_body
    )  # fmt: skip
    _list_bodies(clusters, inv_mass, of_body, island_body)
    _list_islands(clusters, of_body, island_start)
    _sort_runs(clusters, runs, body_a, body_b, belt, of_body)
    _list_pairs(clusters, body_a, body_b, belt)


@kernel
def is_jointed(cluster, clusters) -> bool:
    """Whether a cluster has bodies with joints."""
    return clusters.body_start[cluster] < clusters.jointed_end[cluster]


@kernel
def has_free(cluster, clusters) -> bool:
    """Whether a cluster has bodies without joints."""
    return clusters.jointed_end[cluster] < clusters.body_start[cluster + 1]


@kernel
def _list_runs(used, body_a, body_b, belt, run) -> int:
    """Write where points between other bodies than before begin; return how many runs there are."""
    runs = 0
    for i in range(used):
        if i == 0 or _differ(i, i - 1, body_a, body_b, belt):
            run[runs] = i
            runs += 1
    run[runs] = used
    return runs


@kernel
def _differ(i, k, body_a, body_b, belt) -> bool:
    return body_a[i] != body_a[k] or body_b[i] != body_b[k] or belt[i] != belt[k]


@kernel
def _tie(root, runs, run, body_a, body_b, belt, inv_mass, island_start, island_body) -> None:
    """Write the lowest body that each is tied to (union-find)."""
    for b in range(len(root)):
        root[b] = b
    for island in range(len(island_start) - 1):
        first, end = island_start[island], island_start[island + 1]
        lowest = island_body[first]
        for n in range(first, end):
            lowest = min(lowest, island_body[n])
        for n in range(first, end):
            root[island_body[n]] = lowest
    for r in range(runs):
        a, b = body_a[run[r]], body_b[run[r]]
        if belt[run[r]] >= 0:  # a hull that moves is tied to its wheel already
            a = belt[run[r]] if inv_mass[a] == 0.0 else a
            b = belt[run[r]] if inv_mass[b] == 0.0 else b
        if inv_mass[a] > 0.0 and inv_mass[b] > 0.0:
            a, b = _find(root, a), _find(root, b)
            root[max(a, b)] = min(a, b)


@kernel
def _find(root, body) -> int:
    while root[body] != body:
        root[body] = root[root[body]]
        body = root[body]
    return body


@kernel
def _list_bodies(clusters, inv_mass, of_body, island_body) -> None:
    """Number the clusters and list their bodies."""
    root, label, start, fill = clusters.root, clusters.of_body, clusters.body_start, clusters.fill
    used = 0
    for b in range(len(root)):
        label[b] = clusters.rank[b] = -1
        if inv_mass[b] > 0.0:
            lowest = _find(root, b)
            if lowest == b:
                fill[used] = 0
                label[b] = used
                used += 1
            label[b] = label[lowest]
            fill[label[b]] += 1
    clusters.used[0] = used
    start[0] = 0
    for c in range(used):
        start[c + 1] = start[c] + fill[c]
        fill[c] = start[c]
    for n in range(len(island_body)):
        b = island_body[n]
        if label[b] >= 0:
            _place(clusters, b)
    for c in range(used):
        clusters.jointed_end[c] = fill[c]
    for b in range(len(root)):
        if label[b] >= 0 and of_body[b] < 0:
            _place(clusters, b)


@kernel
def _list_islands(clusters, of_body, island_start) -> None:
    """List each cluster's islands."""
    listed = 0
    for c in range(clusters.used[0]):
        clusters.island_start[c], n = listed, clusters.body_start[c]
        while n < clusters.jointed_end[c]:
            island = of_body[clusters.body[n]]
            clusters.island[listed] = island
            listed += 1
            n += island_start[island + 1] - island_start[island]
    clusters.island_start[clusters.used[0]] = listed


@kernel
def _place(clusters, b) -> None:
    c = clusters.of_body[b]
    clusters.rank[b] = clusters.fill[c]
    clusters.body[clusters.fill[c]] = b
    clusters.fill[c] += 1


@kernel
def _find_last(rank, of_body, a, b, belt) -> int:
    """Return the rank that a point between two bodies is sorted by."""
    if belt >= 0 and of_body[a] < 0 and of_body[b] < 0:
        return rank[belt]  # what lies on a conveyor acts on the joint that drives it
    if of_body[a] >= 0 and of_body[b] < 0:
        return rank[a]
    if of_body[b] >= 0 and of_body[a] < 0:
        return rank[b]
    return max(rank[a], rank[b])


@kernel
def _sort_runs(clusters, runs, body_a, body_b, belt, of_body) -> None:
    """Sort the runs by the rank of their last body, into `sorted_run`."""
    rank, fill, run = clusters.rank, clusters.fill, clusters.run
    fill[:] = 0
    for r in range(runs):
        i = run[r]
        last = _find_last(rank, of_body, body_a[i], body_b[i], belt[i])
        clusters.last[r] = last
        if last >= 0:
            fill[last + 1] += 1
    for n in range(len(rank)):
        fill[n + 1] += fill[n]
    for r in range(runs):
        last = clusters.last[r]
        if last >= 0:
            clusters.sorted_run[fill[last]] = r
            fill[last] += 1  # ends as the first row of the next body


@kernel
def _list_pairs(clusters, body_a, body_b, belt) -> None:
    """List the points of the sorted runs, and group those of the same two bodies."""
    run, fill, point, start = clusters.run, clusters.fill, clusters.point, clusters.point_start
    pairs, used, q, before = 0, 0, 0, -1
    for c in range(clusters.used[0]):
        clusters.pair_start[c] = clusters.free_start[c] = pairs
        first, jointed = clusters.body_start[c], clusters.jointed_end[c]
        free = fill[jointed - 1] if jointed > first else -1
        end = fill[clusters.body_start[c + 1] - 1]
        while q < end:
            r = clusters.sorted_run[q]
            i = run[r]
            if before < 0 or _differ(i, before, body_a, body_b, belt):
                start[pairs], clusters.group[pairs] = used, clusters.last[r]
                clusters.visit[pairs] = pairs
                pairs += 1
            before = i
            while i < run[r + 1]:
                point[used] = i
                used += 1
                i += 1
            q += 1
            if q == free:
                clusters.free_start[c] = pairs
        clusters.lane_start[c] = clusters.free_start[c]
        clusters.pair_end[c] = clusters.visit_end[c] = pairs
    clusters.pair_start[clusters.used[0]] = pairs
    start[pairs] = used
