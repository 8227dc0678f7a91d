"""Where the bodies of a pair meet: their relative motion, and the impulses that they are given.

Bodies of an island have exact velocities where a walk along its tree stands (`walk`); the border
of an island is carried as one impulse per row that waits to be added (`ahead`).
"""

from simulator.compiled.jit import kernel, woven

from ..algebra import spatial, vector
from . import walk

NONE = 0.0, 0.0, 0.0


@kernel
def reach(p, clusters, contacts, islands, walks) -> None:
    """Walk to the bodies of pair `p`."""
    i = clusters.point[clusters.point_start[p]]
    for side in range(2):
        body = contacts.body_b[i] if side else contacts.body_a[i]
        island = islands.of_body[body]
        if island >= 0 and walks.at[island, 0] != body:
            walk.move(island, body, clusters.rank, islands, walks)


@woven
def find_motion(p, is_position, clusters, contacts, islands, walks) -> spatial.Spatial:
    """Return the relative motion of pair `p` where its bodies meet, with what they drift.

    `is_position`: of pseudo velocities, which turn nothing.
    """
    i = clusters.point[clusters.point_start[p]]
    a, b, at = contacts.body_a[i], contacts.body_b[i], vector.load(contacts.position, i)
    on_a, on_b = load(a, islands, walks), load(b, islands, walks)
    arm_a = vector.subtract(at, vector.load(islands.origin, a))
    arm_b = vector.subtract(at, vector.load(islands.origin, b))
    way = vector.subtract(
        vector.offset(on_b[:3], 1.0, vector.cross(on_b[3:], arm_b)),
        vector.offset(on_a[:3], 1.0, vector.cross(on_a[3:], arm_a)),
    )
    if not is_position:
        way = vector.offset(way, 1.0, vector.load(contacts.drift, i))
    return way + vector.subtract(on_b[3:], on_a[3:])


@kernel
def give(
    p, given: spatial.Spatial, hull, belt, drive, clusters, contacts, islands, walks
) -> None:  # fmt: skip
    """Give force and moment where they meet to both bodies of pair `p`.

    A `hull` is pushed back by the `drive` of its `belt`; -1 where there is none.
    """
    i = clusters.point[clusters.point_start[p]]
    at, force, moment = vector.load(contacts.position, i), given[:3], given[3:]
    for side in range(2):
        b, sign = (contacts.body_a[i], -1.0) if side else (contacts.body_b[i], 1.0)
        island = islands.of_body[b]
        push = vector.offset(NONE, sign, force)
        arm = vector.subtract(at, vector.load(islands.origin, b))
        impulse = push + vector.offset(vector.cross(arm, push), sign, moment)
        if b == hull:
            impulse = spatial.offset(impulse, -drive, spatial.load_row(islands.gain, belt, 0))
        if island >= 0:
            if walks.at[island, 0] != b:
                walk.move(island, b, clusters.rank, islands, walks)
            _push(b, island, impulse, islands, walks)
        elif contacts.rows.own[b, 0, 0] > 0.0:
            _move(b, impulse, contacts, islands)


@woven
def load(b, islands, walks) -> spatial.Spatial:
    """Return the motion of body `b` at its origin."""
    motion, island = spatial.load(islands.velocity, b), islands.of_body[b]
    if island >= 0:
        first = islands.border_start[island]
        for j in range(islands.border_start[island + 1] - first):
            row = spatial.load_row(islands.spread, b, j)
            motion = spatial.offset(motion, walks.ahead[first, j], row)
    return motion


@kernel
def _move(b, impulse, contacts, islands) -> None:
    """Give an impulse to the free body `b`."""
    m, motion = contacts.rows.own[b], islands.velocity
    for k in range(3):
        motion[b, k] += m[k, k] * impulse[k]
        motion[b, 3 + k] += (
            m[3 + k, 3] * impulse[3] + m[3 + k, 4] * impulse[4] + m[3 + k, 5] * impulse[5]
        )


@kernel
def _push(b, island, impulse, islands, walks) -> None:
    """Give an impulse to body `b`, where the walk in its island stands."""
    velocity, pending, held = islands.velocity, walks.pending, islands.held
    change = spatial.apply(islands.answer, b, impulse)
    spatial.save(velocity, b, spatial.add(spatial.load(velocity, b), change))
    spatial.save(pending, b, spatial.add(spatial.load(pending, b), impulse))
    start, end = islands.border_start[island], islands.border_start[island + 1]
    for i in range(end - start):
        walks.ahead[start, i] += spatial.dot(spatial.load_row(held, b, i), impulse)
