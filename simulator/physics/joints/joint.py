"""Joints: their six rows, how far off they are, their axes, and what a finite step adds.

A row measures one relative motion of child and parent. Rigid rows come first and stay at zero;
rows that can move may carry a motor, a damper, friction or a limit (`motor`, `hold`).
"""

import numpy as np

from simulator.compiled.curves import arctangent
from simulator.compiled.jit import kernel

from ..algebra import vector

REVOLUTE, PRISMATIC, FIXED, SPHERICAL, UNIVERSAL = range(5)
KINDS = ("revolute", "prismatic", "fixed", "spherical", "universal")
FIRST_MOVABLE = np.array([5, 5, 6, 3, 4])  # rows from here on can move, by kind

# state of a row
RIGID = 9
STICK = 0  # held by friction
FORWARD, BACKWARD = 1, -1  # moving, or free to
UPPER, LOWER = 2, -2  # held by a limit

ROUNDING = 1e-15
FAST = 0.3  # turn in a step that is not taken for granted [rad]
SMALL = 1e-7  # a smaller error of a row is closed by the velocities [m or rad]


@kernel
def measure(first, last, joints, islands, out, is_start) -> None:
    """Write how far each row of some joints is from zero [m or rad] to `out` (joints, 6).

    The joints are `islands.all_joint[first:last]`, the bodies at `islands.position` and `rotation`.
    Row 5 of a joint with a position is that position, whole turns counted. Rows that only carry
    friction (spherical 3..5, universal 4) are 0. With `is_start` the joints' axes and points are
    kept in `frame` and `anchor`, and their positions are made exact.
    """
    rows, position, rotation = islands.all_joint, islands.position, islands.rotation
    kind, parent, child = joints.kind, joints.parent, joints.child
    anchor_parent, anchor_child = joints.anchor_parent, joints.anchor_child
    frame_parent, frame_child = joints.frame_parent, joints.frame_child
    frame, point, at, circle = joints.frame, joints.anchor, joints.position, joints.circle
    for i in range(first, last):
        j = rows[i]
        a, b, k = parent[j], child[j], kind[j]
        cosine = sine = 0.0
        arm = vector.turn(rotation, a, vector.load(anchor_parent, j))
        on_a = vector.offset(vector.load(position, a), 1.0, arm)
        arm = vector.turn(rotation, b, vector.load(anchor_child, j))
        on_b = vector.offset(vector.load(position, b), 1.0, arm)
        gap = vector.subtract(on_b, on_a)
        p0 = vector.turn(rotation, a, vector.column(frame_parent, j, 0))
        p1 = vector.turn(rotation, a, vector.column(frame_parent, j, 1))
        p2 = vector.cross(p0, p1)
        out[j, 0], out[j, 1], out[j, 2] = gap
        if k == REVOLUTE:
            c0 = vector.turn(rotation, b, vector.column(frame_child, j, 0))
            c2 = vector.turn(rotation, b, vector.column(frame_child, j, 2))
            out[j, 0], out[j, 1] = vector.dot(p0, gap), vector.dot(p1, gap)
            out[j, 2] = vector.dot(p2, gap)
            out[j, 3], out[j, 4] = -vector.dot(p1, c2), vector.dot(p0, c2)
            cosine, sine = vector.dot(p0, c0), vector.dot(p1, c0)
        elif k == SPHERICAL:
            out[j, 3] = out[j, 4] = out[j, 5] = 0.0
        elif k == UNIVERSAL:
            c1 = vector.turn(rotation, b, vector.column(frame_child, j, 1))
            out[j, 3], out[j, 4] = -vector.dot(p2, c1), 0.0
            cosine, sine = vector.dot(p1, c1), -vector.dot(p0, c1)
            p0, p1 = vector.cross(p2, c1), c1
        else:
            # half the sum of axis x axis is sin(angle) about the axis of the error
            c0 = vector.turn(rotation, b, vector.column(frame_child, j, 0))
            c1 = vector.turn(rotation, b, vector.column(frame_child, j, 1))
            c2 = vector.cross(c0, c1)
            u = 0.5 * (vector.dot(p2, c1) - vector.dot(p1, c2))
            v = 0.5 * (vector.dot(p0, c2) - vector.dot(p2, c0))
            w = 0.5 * (vector.dot(p1, c0) - vector.dot(p0, c1))
            if k == FIXED:
                out[j, 3], out[j, 4], out[j, 5] = u, v, w
            else:
                out[j, 0], out[j, 1] = vector.dot(p0, gap), vector.dot(p1, gap)
                out[j, 2], out[j, 3], out[j, 4] = u, v, w
                out[j, 5] = vector.dot(p2, gap)
        if k == REVOLUTE or k == UNIVERSAL:
            x, y = circle[j, 0], circle[j, 1]
            if is_start:
                circle[j, 0], circle[j, 1] = cosine, sine
                out[j, 5] = at[j] + wrap(arctangent(sine, cosine) - at[j])
            else:
                out[j, 5] = at[j] + vector.angle(sine * x - cosine * y, cosine * x + sine * y)
        if is_start:
            if has_position(k):
                at[j] = out[j, 5]
            for n in range(3):
                frame[j, 0, n], frame[j, 1, n], frame[j, 2, n] = p0[n], p1[n], p2[n]
                # the parent feels the rail where the child is
                point[j, n] = on_b[n] if k == PRISMATIC else on_a[n]


@kernel
def is_linear(kind, row) -> bool:
    """Whether a row measures a way, not an angle."""
    return row < 2 or row == 5 if kind == PRISMATIC else row < 3


@kernel
def direction(j, row, kind, frame) -> vector.Vector:
    """Return the unit vector along or about which a row measures, world."""
    if kind == PRISMATIC:
        k = row if row < 2 else row - 2
        k = 2 if row == 5 else k
    elif kind == REVOLUTE or row >= 3:
        k = row % 3
    else:
        return (
            1.0 if row == 0 else 0.0,
            1.0 if row == 1 else 0.0,
            1.0 if row == 2 else 0.0,
        )
    return frame[j, k, 0], frame[j, k, 1], frame[j, k, 2]


@kernel
def place(first, last, joints, islands) -> None:
    """Write the motion per unit speed of every freedom of the tree joints of an island.

    Freedom f of a joint is its row `FIRST_MOVABLE[kind] + f`; `axis` (bodies, 3, 6).
    """
    body, own_joint, freedoms = islands.body, islands.own_joint, islands.freedoms
    side, origin, axis, kind = islands.side, islands.origin, islands.axis, joints.kind
    frame, point = joints.frame, joints.anchor
    for i in range(first, last):
        b = body[i]
        j = own_joint[b]
        if j < 0:
            continue
        k = kind[j]
        arm = vector.subtract(vector.load(point, j), vector.load(origin, b))
        for f in range(freedoms[b]):
            n = direction(j, 6 - freedoms[b] + f, k, frame)
            n = side[b] * n[0], side[b] * n[1], side[b] * n[2]
            if k == PRISMATIC:
                linear, angular = n, (0.0, 0.0, 0.0)
            else:
                linear, angular = vector.cross(arm, n), n
            for c in range(3):
                axis[b, f, c] = linear[c]
                axis[b, f, 3 + c] = angular[c]


@kernel
def wide(error) -> float:
    """Return what of a row's error is left to the position solve: all, or nothing if it is small.

    Without steps that leave errors, as contacts and jumps do, there is no position solve at all.
    """
    return error if abs(error) > SMALL else 0.0


@kernel
def is_open(first, last, joints, islands, small) -> bool:
    """Whether any of the joints `all_joint[first:last]` is open by more than `small` [m or rad]."""
    rows, kind, state, error = islands.all_joint, joints.kind, joints.state, joints.error
    limit, position = joints.limit, joints.position
    for i in range(first, last):
        j = rows[i]
        for row in range(FIRST_MOVABLE[kind[j]]):
            if abs(error[j, row]) > small:
                return True
        if state[j, 5] == UPPER or state[j, 5] == LOWER:
            if abs(violation(limit[j, 0], limit[j, 1], position[j])) > small:
                return True
    return False


@kernel
def violation(low, high, position) -> float:
    """Return how far a position lies beyond its limits [rad or m], signed."""
    return position - low if position < low else max(0.0, position - high)


@kernel
def write_row(j, row, sign, kind, frame, point, origin, out) -> None:
    """Write a row's speed per velocity (6,) of its child at `origin` (3,), times `sign`."""
    n = direction(j, row, kind, frame)
    n = sign * n[0], sign * n[1], sign * n[2]
    if is_linear(kind, row):
        moment = vector.cross(vector.subtract(vector.load(point, j), origin), n)
    else:
        n, moment = (0.0, 0.0, 0.0), n
    for c in range(3):
        out[c], out[3 + c] = n[c], moment[c]


@kernel
def own_softness(j, row, joints, bodies) -> float:
    """Return a row's answer to itself with both bodies free [1/kg or 1/(kg m2)], a most."""
    softness = 0.0
    kind = joints.kind[j]
    n = direction(j, row, kind, joints.frame)
    for side in range(2):
        b = joints.parent[j] if side == 0 else joints.child[j]
        moment = n
        if is_linear(kind, row):
            arm = vector.subtract(vector.load(joints.anchor, j), vector.load(bodies.position, b))
            moment = vector.cross(arm, n)
            softness += bodies.inv_mass[b]
        softness += vector.dot(moment, vector.turn(bodies.inv_inertia, b, moment))
    return softness


@kernel
def own_inertia(j, row, joints, bodies) -> float:
    """Return a row's inertia with both bodies free [kg or kg m2], a lower bound of the true."""
    softness = own_softness(j, row, joints, bodies)
    return 1.0 / softness if softness > 0.0 else 0.0


@kernel
def wrap(angle) -> float:
    """Return an angle less its whole turns, -pi..pi."""
    if abs(angle) <= np.pi:
        return angle
    return angle - 2 * np.pi * np.floor(angle / (2 * np.pi) + 0.5)


@kernel
def unwind(angle, ahead, kind) -> float:
    """Return a joint's position with the whole turns that it makes within the step.

    `ahead` is where its speed leads: a fan may turn by more than half a turn in a step.
    """
    if kind == PRISMATIC or abs(angle - ahead) <= np.pi:
        return angle
    return ahead + wrap(angle - ahead)


@kernel
def has_position(kind) -> bool:
    """Whether row 5 is the joint's position."""
    return kind == REVOLUTE or kind == PRISMATIC or kind == UNIVERSAL


@kernel
def scale_bends(first, last, joints, islands, ratio) -> None:
    """Take over the bends of joints `all_joint[first:last]` into a step of `ratio` the length."""
    if ratio == 1.0:
        return
    for i in range(first, last):
        for row in range(6):
            j = islands.all_joint[i]
            joints.bend[j, row] = ratio * ratio * joints.bend[j, row] if ratio > 0.0 else 0.0


@kernel
def turn_bends(first, last, joints, bodies, islands) -> None:
    """Turn the bends of joints `all_joint[first:last]` with their children, as in the last step.

    The arc of what a joint carries makes most of a bend, and it has gone on: what the joint's
    bodies touch in this step sees them move as they will. What turns by `FAST` may stop as well.
    """
    bend = joints.bend
    for i in range(first, last):
        j = islands.all_joint[i]
        x, y, z = bend[j, 0], bend[j, 1], bend[j, 2]
        kind, b = joints.kind[j], joints.child[j]
        if kind == PRISMATIC or (x == 0.0 and y == 0.0 and z == 0.0):
            continue
        spin = vector.load(bodies.spin, b)
        if vector.dot(spin, spin) * bodies.lead[b] ** 2 > 0.25 * FAST * FAST:
            continue
        if kind == REVOLUTE:
            t = bodies.lead[b] * joints.speed[j]  # tangent of half the angle, nearly
            scale = 1.0 / (1.0 + t * t)
            cosine, sine = scale * (1.0 - t * t), scale * 2.0 * t
            bend[j, 0], bend[j, 1] = cosine * x - sine * y, sine * x + cosine * y
        else:
            turn = vector.offset((0.0, 0.0, 0.0), 2.0 * bodies.lead[b], spin)
            vector.save(bend, j, vector.rotate(vector.exponential(turn), (x, y, z)))


@kernel
def is_bent(first, last, joints, islands, small) -> bool:
    """Whether a row of the joints `all_joint[first:last]` has a bend above `small` [m or rad]."""
    rows, bend = islands.all_joint, joints.bend
    for i in range(first, last):
        j = rows[i]
        near = max(abs(bend[j, 0]), abs(bend[j, 1]), abs(bend[j, 2]))
        if max(near, abs(bend[j, 3]), abs(bend[j, 4]), abs(bend[j, 5])) > small:
            return True
    return False


@kernel
def larger(change, other) -> float:
    """Return the larger of two changes; one that is no number is endless."""
    if other > change:
        return other
    return change if other <= change else np.inf


@kernel
def find_bends(first, last, joints, islands, step) -> float:
    """Find what a finite step adds to each row of an island's tree joints; return its change.

    A row held at the speed -bend / step stays where it is after the bodies have really turned,
    so a pendulum keeps its energy (Ryckaert et al. 1977, SHAKE) and a winch counts exactly.
    A free row's bend changes nothing and counts for nothing.
    """
    body, own_joint, freedoms = islands.body, islands.own_joint, islands.freedoms
    rate, kind, state, motor = islands.rate, joints.kind, joints.state, joints.motor
    conductance, error, after = joints.conductance, joints.error, joints.after
    position, bend = joints.position, joints.bend
    change = 0.0
    for i in range(first, last):
        b = body[i]
        j = own_joint[b]
        if j < 0:
            continue
        for row in range(6 - freedoms[b]):  # held: what is off is news
            off = after[j, row] - wide(error[j, row])
            bend[j, row] += off
            change = larger(change, abs(off))
        if has_position(kind[j]):
            ahead = position[j] + step * rate[b, freedoms[b] - 1]
            after[j, 5] = unwind(after[j, 5], ahead, kind[j])
            off = after[j, 5] - ahead
            off = off if abs(off) > ROUNDING else 0.0  # what brakes hold stays to the last bit
            free = state[j, 5] == FORWARD or state[j, 5] == BACKWARD
            if not free or conductance[j, 5] > 0.0 or motor[j] >= 0:
                change = larger(change, abs(off - bend[j, 5]))
            bend[j, 5] = off
    return change


@kernel
def find_speeds(first, last, joints, islands, step, is_measured) -> None:
    """Find the mean speeds over the step of an island's tree joints.

    If the solve was not measured, `after` becomes the position to which they lead.
    """
    body, own_joint, freedoms = islands.body, islands.own_joint, islands.freedoms
    rate, kind, bend, speed = islands.rate, joints.kind, joints.bend, joints.speed
    position, after = joints.position, joints.after
    for i in range(first, last):
        b = body[i]
        j = own_joint[b]
        if j >= 0 and has_position(kind[j]):
            speed[j] = rate[b, freedoms[b] - 1] + bend[j, 5] / step
            if not is_measured:
                after[j, 5] = position[j] + step * speed[j]


@kernel
def store_position(first, last, joints, islands) -> None:
    """Keep the positions of joints `all_joint[first:last]` after their bodies have moved."""
    rows, kind, after, position = islands.all_joint, joints.kind, joints.after, joints.position
    for i in range(first, last):
        j = rows[i]
        if has_position(kind[j]):
            position[j] = after[j, 5]


@kernel
def count_turns(first, last, joints, islands, step) -> None:
    """Add the whole turns of joints `all_joint[first:last]` to where they are after the step."""
    after, position, speed = joints.after, joints.position, joints.speed
    for i in range(first, last):
        j = islands.all_joint[i]
        if has_position(joints.kind[j]):
            after[j, 5] = unwind(after[j, 5], position[j] + step * speed[j], joints.kind[j])


@kernel
def find_gap(first, last, joints, islands) -> float:
    """Return how far the joints `all_joint[first:last]` are open after the step [m or rad]."""
    gap = 0.0
    for i in range(first, last):
        j = islands.all_joint[i]
        for row in range(FIRST_MOVABLE[joints.kind[j]]):
            gap = max(gap, abs(joints.after[j, row]))
    return gap
