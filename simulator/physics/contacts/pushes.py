"""Impulses of contacts on the bodies of a cluster, and the bodies' motions around a solve.

Jointed bodies gather their impulses for the next solve of the joints; the others take them at once.
"""

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..joints import island
from . import contact, roll
from .rows import add_up, find_drive, find_motion, find_speed


@kernel
def load_free(cluster, clusters, bodies, islands) -> None:
    """Write the motions of a cluster's bodies without joints; their origins are their centres."""
    for n in range(clusters.jointed_end[cluster], clusters.body_start[cluster + 1]):
        b = clusters.body[n]
        vector.save(islands.origin, b, vector.load(bodies.position, b))
        for k in range(3):
            islands.velocity[b, k] = bodies.velocity[b, k]
            islands.velocity[b, 3 + k] = bodies.spin[b, k]


@kernel
def save_free(first, end, body, motion, velocity, spin) -> None:
    """Take the motion (bodies, 6) of the bodies listed from `first` to `end`."""
    for n in range(first, end):
        b = body[n]
        for k in range(3):
            velocity[b, k], spin[b, k] = motion[b, k], motion[b, 3 + k]


@kernel
def push_free(cluster, clusters, contacts, impulse, torque, scale, islands, motion) -> None:
    """Let `scale` times the impulses (points, 3) of a cluster act on its bodies without joints.

    And the torques (points, 3) of rolling friction.
    """
    start, of_body, own = clusters.point_start, islands.of_body, contacts.rows.own
    for visited in range(clusters.pair_start[cluster], clusters.visit_end[cluster]):
        p = clusters.visit[visited]
        i = clusters.point[start[p]]
        a, b = contacts.body_a[i], contacts.body_b[i]
        if of_body[a] >= 0 and of_body[b] >= 0:
            continue
        force, moment = add_up(start[p], start[p + 1], clusters.point, contacts.rows.data, impulse)
        if roll.is_on(contacts.rolls, i):
            moment = vector.offset(moment, 1.0, vector.load(torque, i))
        at = vector.load(contacts.position, i)
        for side in range(2):
            one, share = (b, scale) if side else (a, -scale)
            if of_body[one] >= 0 or own[one, 0, 0] == 0.0:
                continue
            arm = vector.subtract(at, vector.load(islands.origin, one))
            turn = vector.offset(moment, 1.0, vector.cross(arm, force))
            for k in range(3):
                m = own[one, 3 + k]
                motion[one, k] += share * own[one, k, k] * force[k]
                motion[one, 3 + k] += share * (m[3] * turn[0] + m[4] * turn[1] + m[5] * turn[2])


@kernel
def push_jointed(cluster, clusters, contacts, is_position, impulse, islands, out) -> None:
    """Write what the impulses (points, 3) of a cluster do on its jointed bodies to `out`."""
    start = clusters.point_start
    for n in range(clusters.body_start[cluster], clusters.jointed_end[cluster]):
        out[clusters.body[n], :] = 0.0
    for visited in range(clusters.pair_start[cluster], clusters.visit_end[cluster]):
        p = clusters.visit[visited]
        i = clusters.point[start[p]]
        force, moment = add_up(start[p], start[p + 1], clusters.point, contacts.rows.data, impulse)
        if not is_position and roll.is_on(contacts.rolls, i):
            moment = vector.offset(moment, 1.0, vector.load(contacts.rolls.torque, i))
        at = vector.load(contacts.position, i)
        for side in range(2):
            b, sign = (contacts.body_b[i], 1.0) if side else (contacts.body_a[i], -1.0)
            if islands.of_body[b] < 0:
                continue
            arm = vector.subtract(at, vector.load(islands.origin, b))
            turn = vector.offset(moment, 1.0, vector.cross(arm, force))
            for k in range(3):
                out[b, k] += sign * force[k]
                out[b, 3 + k] += sign * turn[k]
        belt = contacts.belt[i]
        if belt >= 0:
            drag = contacts.rows.drag
            drive = find_drive(start[p], start[p + 1], clusters.point, drag, impulse)
            for k in range(3, 6):
                turn = drive * islands.axis[belt, 0, k]
                out[belt, k] += turn
                if islands.inner[belt] >= 0:  # else the belt is a conveyor's
                    out[islands.inner[belt], k] -= turn


@kernel
def aim_position(cluster, clusters, contacts, stiffness, islands) -> bool:
    """Set the pseudo velocities that a cluster's points ask for; return whether any needs one.

    Gaps are taken where the solved motions lead; `stiffness` (shapes,) tells horns from others.
    """
    deep, h, start, masses = False, contacts.step[0], clusters.point_start, contacts.rows.mass
    for p in range(clusters.pair_start[cluster], clusters.pair_end[cluster]):
        first = clusters.point[start[p]]
        way, spin = find_motion(first, contacts, islands)
        for n in range(start[p], start[p + 1]):
            i = clusters.point[n]
            firmer = min(stiffness[contacts.shape_a[i]], stiffness[contacts.shape_b[i]])
            share = contact.GUIDED if firmer < 0.0 else contact.RECOVERY
            speed = find_speed(i, first, way, spin, contacts) + contacts.rise[i]
            gap = contacts.separation[i] + h * speed
            target = contact.aim_position(
                gap, contacts.stiffness[i], contacts.impulse[i, 0], share, h
            )
            contacts.pseudo_target[i] = target
            if contacts.gamma[i] > 0.0:  # positions have no springs
                contacts.gamma[i], masses[n, 0] = 0.0, 1.0 / masses[n, 1]
            contacts.pseudo_impulse[i, :] = 0.0
            deep = deep or target > 0.0
    return deep


@kernel
def give(cluster, clusters, bodies, islands, velocity, spin) -> None:
    """Write the solved motions of a cluster's bodies as `velocity` and `spin` (bodies, 3)."""
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        island.give(clusters.island[n], velocity, spin, bodies, islands)
    jointed, end = clusters.jointed_end[cluster], clusters.body_start[cluster + 1]
    save_free(jointed, end, clusters.body, islands.velocity, velocity, spin)
