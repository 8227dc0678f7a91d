"""Pairs of a cluster that are known ahead but will hardly touch in this step.

Links of a track hover over wheels and ground: a quarter of what is known ahead bears nothing and
has speed to spare. Sweeps do not visit such pairs. What they have found is then asked whether any
of them is met after all; if so, all are visited.
"""

from simulator.jit import kernel

from . import contact, vector
from .rows import find_motion

MANY = 48  # points of a cluster from which on it is worth looking for them, above `relax.FEW`
SPARE = 0.3  # speed that they have to spare: contacts of a step seldom take as much [m/s]


@kernel
def list_visits(cluster, clusters, contacts, bodies) -> None:
    """List the pairs of a cluster that sweeps visit: of many points only those that may touch."""
    start = clusters.point_start
    first, end = clusters.pair_start[cluster], clusters.pair_end[cluster]
    jointed = clusters.jointed_end[cluster] > clusters.body_start[cluster]
    if not jointed or start[end] - start[first] < MANY:
        list_all(cluster, clusters)
        return
    used = first
    for p in range(first, end):
        if not _is_idle(start[p], start[p + 1], clusters, contacts, bodies):
            clusters.visit[used] = p
            used += 1
    clusters.visit_end[cluster] = used


@kernel
def list_all(cluster, clusters) -> None:
    """Let sweeps visit all pairs of a cluster."""
    for p in range(clusters.pair_start[cluster], clusters.pair_end[cluster]):
        clusters.visit[p] = p
    clusters.visit_end[cluster] = clusters.pair_end[cluster]


@kernel
def _is_idle(first, end, clusters, contacts, bodies) -> bool:
    """Whether points `first` to `end` bear nothing and stay apart at their bodies' speeds."""
    for n in range(first, end):
        i = clusters.point[n]
        for k in range(3):
            if contacts.impulse[i, k] != 0.0:
                return False
        if contacts.belt[i] >= 0:
            return False
        at, normal = vector.load(contacts.position, i), vector.load(contacts.normal, i)
        speed = vector.dot(normal, contact.find_approach(i, at, contacts, bodies))
        if speed < contacts.target[i] + SPARE:
            return False
    return True


@kernel
def is_met(cluster, clusters, contacts, target, islands, tolerance) -> bool:
    """Whether `islands.velocity` falls short of the `target` (points,) of an idle pair's point."""
    start, k, last = clusters.point_start, clusters.pair_start[cluster], clusters.visit_end[cluster]
    if last == clusters.pair_end[cluster]:
        return False
    for p in range(clusters.pair_start[cluster], clusters.pair_end[cluster]):
        if k < last and clusters.visit[k] == p:
            k += 1
            continue
        i = clusters.point[start[p]]
        at = vector.load(contacts.position, i)
        way, spin = find_motion(
            islands.velocity, contacts.body_a[i], contacts.body_b[i],
            vector.subtract(at, vector.load(islands.origin, contacts.body_a[i])),
            vector.subtract(at, vector.load(islands.origin, contacts.body_b[i])),
        )  # fmt: skip
        for n in range(start[p], start[p + 1]):
            i = clusters.point[n]
            if find_speed(i, at, way, spin, contacts) < target[i] - tolerance:
                return True
    return False


@kernel
def find_speed(i, at, way, spin, contacts) -> float:
    """Return the speed of contact `i` along its normal [m/s], of `way` and `spin` at `at`."""
    arm = vector.subtract(vector.load(contacts.position, i), at)
    here = vector.offset(way, 1.0, vector.cross(spin, arm))
    return vector.dot(vector.load(contacts.normal, i), here)
