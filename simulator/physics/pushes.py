"""Impulses of contacts on the bodies of a cluster, and the bodies' motions around a solve.

Jointed bodies gather their impulses for the next solve of the joints; the others take them at once.
"""

from simulator.jit import kernel

from . import contact, island, vector
from . import rows as point_rows
from .rows import LINEAR_A, LINEAR_B, ON_A, ON_B, ROW, find_speed


@kernel
def load_free(velocity, spin, of_body, motion) -> None:
    """Write the motion (bodies, 6) of all bodies that hang on no joint."""
    for b in range(len(of_body)):
        if of_body[b] < 0:
            for k in range(3):
                motion[b, k], motion[b, 3 + k] = velocity[b, k], spin[b, k]


@kernel
def save_free(first, end, body, motion, velocity, spin) -> None:
    """Take the motion (bodies, 6) of the bodies listed from `first` to `end`."""
    for n in range(first, end):
        b = body[n]
        for k in range(3):
            velocity[b, k], spin[b, k] = motion[b, k], motion[b, 3 + k]


@kernel
def push_free(cluster, clusters, contacts, impulse, scale, of_body, motion) -> None:
    """Let `scale` times the impulses (points, 3) of a cluster act on its bodies without joints."""
    start, data = clusters.point_start, contacts.rows.data
    for p in range(clusters.pair_start[cluster], clusters.pair_end[cluster]):
        i = clusters.point[start[p]]
        a, b = contacts.body_a[i], contacts.body_b[i]
        for n in range(start[p], start[p + 1]):
            push = vector.load(impulse, clusters.point[n])
            for k in range(3):
                by = scale * push[k]
                for c in range(6):
                    if of_body[a] < 0:
                        motion[a, c] += by * data[n, ROW * k + LINEAR_A + c]
                    if of_body[b] < 0:
                        motion[b, c] += by * data[n, ROW * k + LINEAR_B + c]


@kernel
def push_jointed(cluster, clusters, contacts, impulse, islands, out) -> None:
    """Write what the impulses (points, 3) of a cluster do on its jointed bodies to `out`."""
    start, data = clusters.point_start, contacts.rows.data
    for n in range(clusters.body_start[cluster], clusters.jointed_end[cluster]):
        out[clusters.body[n], :] = 0.0
    for p in range(clusters.pair_start[cluster], clusters.pair_end[cluster]):
        i = clusters.point[start[p]]
        for side in range(2):
            b = contacts.body_b[i] if side else contacts.body_a[i]
            on = ON_B if side else ON_A
            if islands.of_body[b] < 0:
                continue
            force, moment = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
            for n in range(start[p], start[p + 1]):
                push = vector.load(impulse, clusters.point[n])
                force, moment = point_rows.add_moment(data, n, push, on, force, moment)
            for k in range(3):
                out[b, k] += force[k]
                out[b, 3 + k] += moment[k]
        for n in range(start[p], start[p + 1]):
            belt = contacts.belt[clusters.point[n]]
            if belt >= 0:
                hull, drive = islands.inner[belt], 0.0
                for k in range(1, 3):
                    drive += contacts.rows.drag[n, k] * impulse[clusters.point[n], k]
                for k in range(6):
                    # the row's impulse on the hull is net of what the joint would pass on
                    out[hull, k] += drive * islands.softness[belt, 0] * islands.gain[belt, 0, k]
                    turn = drive * islands.axis[belt, 0, k] if k >= 3 else 0.0
                    out[hull, k] -= turn
                    out[belt, k] += turn


@kernel
def aim_position(cluster, clusters, contacts, motion) -> bool:
    """Set the pseudo velocities that a cluster's points ask for; return whether any needs one.

    `motion` (bodies, 6) is the solved one: gaps are taken where it leads.
    """
    deep, h, start = False, contacts.step[0], clusters.point_start
    for p in range(clusters.pair_start[cluster], clusters.pair_end[cluster]):
        i = clusters.point[start[p]]
        a, b = motion[contacts.body_a[i]], motion[contacts.body_b[i]]
        for n in range(start[p], start[p + 1]):
            i = clusters.point[n]
            speed = find_speed(
                contacts.rows.data, n, 0, (a[0], a[1], a[2]), (a[3], a[4], a[5]),
                (b[0], b[1], b[2]), (b[3], b[4], b[5]),
            )  # fmt: skip
            target = contact.aim_position(
                contacts.separation[i] + h * speed, contacts.stiffness[i], h
            )
            contacts.pseudo_target[i] = target
            vector.save(contacts.pseudo_impulse, i, (0.0, 0.0, 0.0))
            deep = deep or target > 0.0
    return deep


@kernel
def give(first, jointed, end, body, bodies, islands, velocity, spin) -> None:
    """Write the solved motions of a cluster's bodies as `velocity` and `spin` (bodies, 3)."""
    n = first
    while n < jointed:
        one = islands.of_body[body[n]]
        island.give(one, velocity, spin, bodies, islands)
        n += islands.body_start[one + 1] - islands.body_start[one]
    save_free(jointed, end, body, islands.velocity, velocity, spin)
