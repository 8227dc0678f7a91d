"""Contacts among free bodies, sixteen manifolds at a time, one in each lane of the processor.

A manifold is up to four points with one normal. Manifolds of one batch share no body (`colouring`),
so that its lanes are independent; what happens in them is in `lanes`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..bodies.clusters import is_jointed
from ..bodies.tables import Floats, Rows
from ..contacts import contact
from . import colouring, lanes, matrices
from .busy import Busy, make_busy
from .colouring import OPEN
from .conjugate import Trend, make_trend
from .lanes import (
    ARM,
    DRIFT,
    FIELDS,
    GRIP,
    LANES,
    MASS,
    NORMAL,
    POINT,
    POINT_FIELDS,
    PUSHES,
    TANGENT,
    TURN,
    WORK,
)
from .springs import Direct, make_direct

FEWEST, FEWEST_FREE = 64, 4  # manifolds that are worth it; where there is no joint
LIFT = 0.1  # what has borne goes on over a gap so short: what stands need not rock [m/s2]
UNEVEN = 4.0  # ratio of masses from which on two are worth it, without a joint


class Batches(NamedTuple):
    """Manifolds of a cluster in lanes. Row k of a field of batch n starts at (n FIELDS + k) W."""

    used: NDArray[np.int64]  # (1,) manifolds of the cluster
    first: NDArray[np.int64]  # (1,) batch that is swept, see `busy`; 0 = all are
    count: NDArray[np.int64]  # pyright: ignore[reportIncompatibleMethodOverride]  # (1,) batches
    start: Rows  # (manifolds + 1,) into `clusters.point`
    manifold: Rows  # (batches W,) in each lane, -1 = none
    body: NDArray[np.uint64]  # (batches, 2 W) first column of both bodies in `motion`
    fields: Floats  # (batches, FIELDS W)
    impulse: Floats  # (batches, PUSHES W) [N s, N m s]
    target: Floats  # (batches, 4 W) [m/s]
    pseudo_impulse: Floats
    pseudo_target: Floats
    sunk: Floats  # (1,) how deep the deepest point is, of the half thickness of the thinner shape
    changes: Floats  # (batches,) of velocities in the last sweep [m/s]
    stirs: Floats  # (batches W,) and in each lane
    work: Floats  # (WORK W,) scratch
    motion: Floats  # (6 bodies,) the solved motions of all bodies, flat
    taken: NDArray[np.uint64]  # (bodies,) which open batches touch a body, a bit each
    filled: Rows  # (OPEN,) lanes used in each open batch
    waiting: Rows  # (OPEN, W) manifolds in each open batch
    busy: Busy
    trend: Trend  # of these and all other contacts
    direct: Direct


def make_batches(motion: Floats, points: int, border: tuple[int, ...] = (1, 1)) -> Batches:
    """Return an empty table for so many contact points between the bodies of `motion` (n, 6).

    `border`: the shape of `walks.ahead`.
    """
    batches = points // 8 + OPEN

    def floats(fields: int) -> Floats:
        return np.zeros(batches * fields * LANES)

    return Batches(
        np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(1, np.int64),
        np.zeros(points + 1, np.int32),
        np.zeros(batches * LANES, np.int32), np.zeros(batches * 2 * LANES, np.uint64),
        floats(FIELDS), floats(PUSHES), floats(4), floats(PUSHES), floats(4),
        np.zeros(1), np.zeros(batches), np.zeros(batches * LANES), np.zeros(WORK * LANES),
        motion.reshape(-1), np.zeros(len(motion), np.uint64),
        np.zeros(OPEN, np.int32), np.zeros((OPEN, LANES), np.int32),
        make_busy(points, len(motion)), make_trend(batches, len(motion), border),
        make_direct(len(motion)),
    )  # fmt: skip


@kernel
def is_crowded(cluster, clusters) -> bool:
    """Whether a cluster has so many contacts among free bodies that they may go into lanes.

    And more of them than of those that roll, beside which they would wait.
    """
    start, first = clusters.point_start, clusters.free_start[cluster]
    middle, end = clusters.lane_start[cluster], clusters.pair_start[cluster + 1]
    points = start[end] - start[middle]
    return points >= max(_find_fewest(cluster, clusters), start[middle] - start[first])


@kernel
def _find_fewest(cluster, clusters) -> int:
    return FEWEST if is_jointed(cluster, clusters) else FEWEST_FREE


@kernel
def is_all(cluster, clusters) -> bool:
    """Whether all contacts of a cluster may go into lanes: those of links do not, nor what rolls.

    Lanes know no rolling friction.
    """
    return clusters.pair_start[cluster] == clusters.lane_start[cluster] and not is_jointed(
        cluster, clusters
    )


@kernel
def prepare(cluster, clusters, contacts, bodies, batches) -> bool:
    """Take the contacts among a crowded cluster's free bodies into lanes.

    Return whether there was room; they have then had their warm start.
    """
    used = find_manifolds(cluster, clusters, contacts, batches)
    is_few = used < _find_fewest(cluster, clusters) and not (
        used > 1 and _is_uneven(cluster, clusters, bodies.inv_mass)
    )
    if is_few or not colouring.lay_out(
        batches, used, clusters.point, contacts.body_a, contacts.body_b, bodies.inv_mass
    ):
        batches.used[0] = batches.count[0] = 0
        return False
    take(cluster, clusters, contacts, bodies, batches)
    return True


@kernel
def find_manifolds(cluster, clusters, contacts, batches) -> int:
    """List the manifolds among a cluster's free bodies; return how many there are."""
    first, end = clusters.lane_start[cluster], clusters.pair_start[cluster + 1]
    batches.used[0] = batches.count[0] = batches.first[0] = 0
    return list_manifolds(
        clusters.point_start[first], clusters.point_start[end], clusters.point, contacts.body_a,
        contacts.body_b, contacts.normal, contacts.friction, contacts.gamma, batches.start,
    )  # fmt: skip


@kernel
def take(cluster, clusters, contacts, bodies, batches) -> None:
    """Fill the lanes that have been laid out; let the carried impulses act."""
    clusters.pair_end[cluster] = clusters.lane_start[cluster]
    fill(
        batches, clusters.point, contacts.body_a, contacts.body_b, contacts.position,
        contacts.normal, contacts.drift, contacts.friction, contacts.gamma, contacts.impulse,
        contacts.target, contacts.rows.rub, LIFT * contacts.step[0], bodies.position,
        bodies.inv_mass, bodies.inv_inertia,
    )  # fmt: skip
    lanes.warm_start(
        batches.count[0], batches.body, batches.fields, batches.impulse, batches.motion,
        batches.work,
    )  # fmt: skip


@kernel
def _is_uneven(cluster, clusters, inv_mass) -> bool:
    """Whether a cluster without joints has heavy and light bodies, which sweeps are slow at."""
    first, end = clusters.body_start[cluster], clusters.body_start[cluster + 1]
    least, most = np.inf, 0.0
    for n in range(first, end):
        least = min(least, inv_mass[clusters.body[n]])
        most = max(most, inv_mass[clusters.body[n]])
    return clusters.jointed_end[cluster] == first and most > UNEVEN * least


@kernel
def list_manifolds(low, high, point, body_a, body_b, normal, friction, gamma, start) -> int:
    """Group the points listed from `low` to `high`; write where each manifold starts.

    Points of a manifold follow each other and have the same bodies, normal and surface. Return
    how many manifolds there are.
    """
    used, size = 0, 0
    for n in range(low, high):
        i, before = point[n], point[max(n - 1, low)]
        if (
            n == low or size == 4
            or body_a[i] != body_a[before] or body_b[i] != body_b[before]
            or normal[i, 0] != normal[before, 0] or normal[i, 1] != normal[before, 1]
            or normal[i, 2] != normal[before, 2]
            or friction[i] != friction[before] or gamma[i] != gamma[before]
        ):  # fmt: skip
            start[used], size = n, 0
            used += 1
        size += 1
    start[used] = high
    return used


@kernel
def fill(
    batches, point, body_a, body_b, position, normal, drift, friction, gamma, impulse, target, rub,
    lift, centre, inv_mass, inv_inertia,
) -> None:  # fmt: skip
    """Write each manifold's masses, frame and impulses into its lane, then its matrix.

    `position`, `normal` (points, 3) and so on by row of contacts; `centre` (bodies, 3). A point
    that has borne takes a gap that closes in a step at `lift` [m/s] for none, see `LIFT`.
    """
    fields, pushes = batches.fields, batches.impulse
    for lane in range(batches.count[0] * LANES):
        k, j, m = lane // LANES, lane % LANES, batches.manifold[lane]
        at, push, goal = k * FIELDS * LANES + j, k * PUSHES * LANES + j, k * 4 * LANES + j
        if m < 0:
            _clear(fields, at, FIELDS)
            _clear(pushes, push, PUSHES)
            _clear(batches.target, goal, 4)
            continue
        first, end = batches.start[m], batches.start[m + 1]
        i, share = point[first], 1.0 / (end - first)
        middle = (0.0, 0.0, 0.0)
        for n in range(first, end):
            middle = vector.offset(middle, share, vector.load(position, point[n]))
        up, across = vector.load(normal, i), vector.tangent_of(vector.load(normal, i))
        along = vector.cross(up, across)
        for side in range(2):
            b = body_b[i] if side else body_a[i]
            fields[at + (MASS + side) * LANES] = inv_mass[b]
            field, free = at + (TURN + 6 * side) * LANES, 1.0 if inv_mass[b] > 0.0 else 0.0
            for r in range(3):
                for c in range(r, 3):
                    fields[field] = free * inv_inertia[b, r, c]
                    field += LANES
            arm = vector.subtract(middle, vector.load(centre, b))
            for c in range(3):
                fields[at + (ARM + 3 * side + c) * LANES] = arm[c]
        for c in range(3):
            fields[at + (NORMAL + c) * LANES] = up[c]
            fields[at + (TANGENT + c) * LANES] = across[c]
        fields[at + DRIFT * LANES] = vector.dot(across, vector.load(drift, i))
        fields[at + (DRIFT + 1) * LANES] = vector.dot(along, vector.load(drift, i))
        fields[at + (GRIP + 5) * LANES], fields[at + (GRIP + 6) * LANES] = friction[i], gamma[i]
        _clear(pushes, push, PUSHES)
        _clear(batches.target, goal, 4)
        for c in range(4):
            x = y = lever = 0.0
            spot, n = at + (POINT + POINT_FIELDS * c) * LANES, first + c
            if n < end:
                i = point[n]
                off = vector.subtract(vector.load(position, i), middle)
                x, y = vector.dot(off, across), vector.dot(off, along)
                off = vector.offset(off, 1.0, vector.load(rub, n))
                one, two = vector.dot(off, across), vector.dot(off, along)
                lever = np.sqrt(one * one + two * two)
                pushes[push + c * LANES] = impulse[i, 0]
                bears = impulse[i, 0] > 0.0 and gamma[i] == 0.0 and target[i] < 0.0
                batches.target[goal + c * LANES] = (
                    min(target[i] + lift, 0.0) if bears else target[i]
                )
                pushes[push + 4 * LANES] += impulse[i, 1]
                pushes[push + 5 * LANES] += impulse[i, 2]
                pushes[push + 6 * LANES] += x * impulse[i, 2] - y * impulse[i, 1] + impulse[i, 3]
            fields[spot], fields[spot + LANES] = x, y
            fields[spot + 5 * LANES] = 1.0 if n < end else 0.0
            fields[spot + 6 * LANES] = lever + lanes.PATCH
    matrices.find_matrices(batches.fields, batches.work, batches.count[0])


@kernel
def _clear(rows, at, count) -> None:
    for r in range(count):
        rows[at + r * LANES] = 0.0


@kernel
def store(batches, point, pushes, impulse) -> None:
    """Share each manifold's impulses `pushes` out to its points, `impulse` (points, 4).

    Friction in equal parts, twist as forces about the centre: together they are what they were.
    But no force where points lie within the patch on which each of them rests: two shapes of one
    body may have theirs at one place, where any twist would be a force without bounds. What is left
    of the twist stays with the first point, or what rests on a corner would have to find it anew.
    """
    fields = batches.fields
    for lane in range(batches.count[0] * LANES):
        k, j, m = lane // LANES, lane % LANES, batches.manifold[lane]
        if m < 0:
            continue
        first, count = batches.start[m], batches.start[m + 1] - batches.start[m]
        at, push = (k * FIELDS + POINT) * LANES + j, k * PUSHES * LANES + j
        span = 0.0
        for c in range(count):
            spot = at + POINT_FIELDS * c * LANES
            span += fields[spot] * fields[spot] + fields[spot + LANES] * fields[spot + LANES]
        turn = pushes[push + 6 * LANES] / max(span, lanes.PATCH * lanes.PATCH)
        for c in range(count):
            i, spot = point[first + c], at + POINT_FIELDS * c * LANES
            impulse[i, 0] = pushes[push + c * LANES]
            impulse[i, 1] = pushes[push + 4 * LANES] / count - turn * fields[spot + LANES]
            impulse[i, 2] = pushes[push + 5 * LANES] / count + turn * fields[spot]
            impulse[i, 3] = pushes[push + 6 * LANES] - turn * span if c == 0 else 0.0


@kernel
def aim_position(batches, point, contacts, thickness, motion, h) -> bool:
    """Set the pseudo velocities that points ask for; return whether any needs one.

    `motion` (bodies, 6) is the solved one: gaps are taken where it leads. Begins with no impulses,
    and nothing drifts. `thickness` (shapes,) is half of it.
    """
    deep, fields = False, batches.fields
    batches.sunk[0] = 0.0
    for r in range(batches.count[0] * PUSHES * LANES):
        batches.pseudo_impulse[r] = 0.0
    for lane in range(batches.count[0] * LANES):
        k, j, m = lane // LANES, lane % LANES, batches.manifold[lane]
        at, goal = k * FIELDS * LANES + j, k * 4 * LANES + j
        _clear(batches.pseudo_target, goal, 4)
        _clear(fields, at + DRIFT * LANES, 2)
        if m < 0:
            continue
        first, count = batches.start[m], batches.start[m + 1] - batches.start[m]
        i = point[first]
        a, b = motion[contacts.body_a[i]], motion[contacts.body_b[i]]
        n, t = _take(fields, at + NORMAL * LANES), _take(fields, at + TANGENT * LANES)
        on_a = vector.cross((a[3], a[4], a[5]), _take(fields, at + ARM * LANES))
        on_b = vector.cross((b[3], b[4], b[5]), _take(fields, at + (ARM + 3) * LANES))
        way = vector.subtract((b[0], b[1], b[2]), (a[0], a[1], a[2]))
        speed = vector.dot(n, vector.offset(vector.offset(way, 1.0, on_b), -1.0, on_a))
        turn = vector.subtract((b[3], b[4], b[5]), (a[3], a[4], a[5]))
        across, along = vector.dot(turn, t), vector.dot(turn, vector.cross(n, t))
        for c in range(count):
            i, spot = point[first + c], at + (POINT + POINT_FIELDS * c) * LANES
            x, y = fields[spot], fields[spot + LANES]
            gap = contacts.separation[i] + h * (speed + y * across - x * along)
            target = contact.aim_position(
                gap, contacts.stiffness[i], contacts.impulse[i, 0], contact.RECOVERY, h
            )
            batches.pseudo_target[goal + c * LANES] = target
            if fields[at + (GRIP + 6) * LANES] > 0.0:
                cz, c1 = fields[spot + 2 * LANES], fields[spot + 3 * LANES]
                c2 = fields[spot + 4 * LANES]
                fields[spot + 5 * LANES] = 1.0 / (cz + y * c1 - x * c2)
            if target > 0.0:
                one, two = thickness[contacts.shape_a[i]], thickness[contacts.shape_b[i]]
                batches.sunk[0] = max(batches.sunk[0], -gap / min(one, two))
                deep = True
        fields[at + (GRIP + 6) * LANES] = 0.0  # positions have no springs
    return deep


@kernel
def resume_position(batches, point, impulse) -> None:
    """Let the pseudo impulses (points, 4) of the last step act, as far as depths have gone on.

    They fade as slowly as the penetration does, so a heap too large for the sweeps of one step
    comes apart over several of them, and does not swell for seconds.
    """
    fields, pushes, share = batches.fields, batches.pseudo_impulse, 1.0 - contact.RECOVERY
    for lane in range(batches.count[0] * LANES):
        k, j, m = lane // LANES, lane % LANES, batches.manifold[lane]
        at, push = (k * FIELDS + POINT) * LANES + j, k * PUSHES * LANES + j
        if m < 0:
            continue
        first = batches.start[m]
        for c in range(batches.start[m + 1] - first):
            i, spot = point[first + c], at + POINT_FIELDS * c * LANES
            one, two = share * impulse[i, 1], share * impulse[i, 2]
            pushes[push + c * LANES] = share * impulse[i, 0]
            pushes[push + 4 * LANES] += one
            pushes[push + 5 * LANES] += two
            pushes[push + 6 * LANES] += fields[spot] * two - fields[spot + LANES] * one
            pushes[push + 6 * LANES] += share * impulse[i, 3]
    lanes.warm_start(
        batches.count[0], batches.body, batches.fields, pushes, batches.motion, batches.work
    )


@kernel
def _take(fields, at) -> vector.Vector:
    return fields[at], fields[at + LANES], fields[at + 2 * LANES]
