"""Pairs of a cluster that are known ahead but will hardly touch in this step.

Links of a track hover over wheels and ground: a quarter of what is known ahead bears nothing and
has speed to spare. Sweeps do not visit such pairs. What they have found is then asked whether any
of them is met after all; if so, all are visited.
"""

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..bodies.clusters import is_jointed
from . import contact, roll
from .rows import find_motion, find_speed

MANY = 48  # points of a cluster from which on it is worth looking for them, above `relax.FEW`
SPARE = 0.3  # speed that they have to spare: contacts of a step seldom take as much [m/s]


@kernel
def list_visits(cluster, clusters, contacts, bodies) -> None:
    """List the pairs of a cluster that sweeps visit: of many points only those that may touch."""
    start = clusters.point_start
    first, end = clusters.pair_start[cluster], clusters.pair_end[cluster]
    if not is_jointed(cluster, clusters) or start[end] - start[first] < MANY:
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
    if roll.is_held(contacts.rolls, clusters.point[first]):
        return False  # it has to be let go
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
def is_met(cluster, clusters, contacts, is_position, islands, tolerance) -> bool:
    """Whether `islands.velocity` falls short of the target of an idle pair's point.

    `is_position`: they are pseudo velocities.
    """
    target = contacts.pseudo_target if is_position else contacts.target
    start, k, last = clusters.point_start, clusters.pair_start[cluster], clusters.visit_end[cluster]
    if last == clusters.pair_end[cluster]:
        return False
    for p in range(clusters.pair_start[cluster], clusters.pair_end[cluster]):
        if k < last and clusters.visit[k] == p:
            k += 1
            continue
        first = clusters.point[start[p]]
        way, spin = find_motion(first, contacts, islands)
        if not is_position:
            way = vector.offset(way, 1.0, vector.load(contacts.drift, first))
        for n in range(start[p], start[p + 1]):
            i = clusters.point[n]
            if find_speed(i, first, way, spin, contacts) < target[i] - tolerance:
                return True
    return False
