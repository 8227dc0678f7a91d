"""The joints of an island as a tree, eliminated from its leaves to its roots.

    I V - impulse of the joint = momentum                          bodies, inertia at `origin`
    V_outer - V_inner = sum of axis * speed + bias                 each joint
    axis . impulse of the joint = given - conductance * speed      each free freedom

Featherstone's articulated bodies (2008, ch. 7) read as block elimination of Baraff's system (1996):
with gain U = I s and softness 1 / D = 1 / (s.U + conductance) a freedom leaves I - U U' / D to the
body inside it. There is no fill. A held freedom is left out; its speed is part of the bias.
"""

from simulator.jit import kernel

from . import block, joint, vector


@kernel
def load_inertia(first, last, bodies, islands) -> None:
    """Write every body's own spatial inertia at its origin to `out` (bodies, 6, 6).

    `inertia` (bodies, 3, 3) about the centre of mass, body frame; `rotation` (bodies, 3, 3).
    """
    body, origin, rotation = islands.body, islands.origin, islands.rotation
    position, inv_mass, inertia = bodies.position, bodies.inv_mass, bodies.inertia
    out = islands.own
    for i in range(first, last):
        b = body[i]
        mass = 1.0 / inv_mass[b]
        r = vector.subtract(vector.load(position, b), vector.load(origin, b))
        x = rotation[b, 0, 0], rotation[b, 0, 1], rotation[b, 0, 2]
        y = rotation[b, 1, 0], rotation[b, 1, 1], rotation[b, 1, 2]
        z = rotation[b, 2, 0], rotation[b, 2, 1], rotation[b, 2, 2]
        half = vector.turn(inertia, b, x)
        xx, xy, xz = vector.dot(half, x), vector.dot(half, y), vector.dot(half, z)
        half = vector.turn(inertia, b, y)
        yy, yz = vector.dot(half, y), vector.dot(half, z)
        zz = vector.dot(vector.turn(inertia, b, z), z)
        m0, m1, m2 = mass * r[0], mass * r[1], mass * r[2]
        for k in range(3):
            for n in range(3):
                out[b, k, n] = mass if k == n else 0.0
            out[b, k, 3 + k] = out[b, 3 + k, k] = 0.0
        out[b, 0, 4] = out[b, 4, 0] = m2
        out[b, 0, 5] = out[b, 5, 0] = -m1
        out[b, 1, 3] = out[b, 3, 1] = -m2
        out[b, 1, 5] = out[b, 5, 1] = m0
        out[b, 2, 3] = out[b, 3, 2] = m1
        out[b, 2, 4] = out[b, 4, 2] = -m0
        out[b, 3, 3] = xx + m1 * r[1] + m2 * r[2]
        out[b, 4, 4] = yy + m0 * r[0] + m2 * r[2]
        out[b, 5, 5] = zz + m0 * r[0] + m1 * r[1]
        out[b, 3, 4] = out[b, 4, 3] = xy - m0 * r[1]
        out[b, 3, 5] = out[b, 5, 3] = xz - m0 * r[2]
        out[b, 4, 5] = out[b, 5, 4] = yz - m1 * r[2]


@kernel
def factor(first, last, joints, islands) -> None:
    """Eliminate an island's tree: gains and softness of all freedoms, `answer` of the roots.

    `own` (bodies, 6, 6) is each body's inertia, `inertia` becomes the articulated one.
    """
    body, inner, own_joint = islands.body, islands.inner, islands.own_joint
    freedoms, axis, gain = islands.freedoms, islands.axis, islands.gain
    softness, state, conductance = islands.softness, joints.state, joints.conductance
    own, inertia, answer = islands.own, islands.inertia, islands.answer
    for i in range(first, last):
        b = body[i]
        for k in range(6):
            for n in range(6):
                inertia[b, k, n] = own[b, k, n]
    for i in range(last - 1, first - 1, -1):
        b = body[i]
        j, p, count = own_joint[b], inner[b], freedoms[b]
        rest = inertia[b]
        if j < 0 or count > 1:  # the inertia stays, its rest is what the inner body gets
            rest = answer[b]
            for k in range(6):
                for n in range(6):
                    rest[k, n] = inertia[b, k, n]
        if j < 0:
            block.invert_definite(rest)
            continue
        for f in range(count):
            row = 6 - count + f
            whole = conductance[j, row]
            for k in range(6):
                total = 0.0
                for n in range(6):
                    total += rest[k, n] * axis[b, f, n]
                gain[b, f, k] = total
                whole += axis[b, f, k] * total
            free = state[j, row] == joint.FORWARD or state[j, row] == joint.BACKWARD
            softness[b, f] = 1.0 / whole if free else 0.0
            if softness[b, f] > 0.0 and f + 1 < count:
                for k in range(6):
                    share = softness[b, f] * gain[b, f, k]
                    for n in range(6):
                        rest[k, n] -= share * gain[b, f, n]
        if p >= 0:
            f = max(count - 1, 0)
            for k in range(6):
                share = softness[b, f] * gain[b, f, k]
                for n in range(6):
                    inertia[p, k, n] += rest[k, n] - share * gain[b, f, n]


@kernel
def up(first, last, islands) -> None:
    """Carry momenta to the roots; `momentum` (bodies, 6) then holds all that is farther out.

    `rate` (bodies, 3) becomes each freedom's impulse, of a held one its speed.
    """
    body, inner, own_joint = islands.body, islands.inner, islands.own_joint
    freedoms, axis, gain = islands.freedoms, islands.axis, islands.gain
    softness, inertia, bias = islands.softness, islands.inertia, islands.bias
    given, momentum, rate = islands.given, islands.momentum, islands.rate
    for i in range(last - 1, first - 1, -1):
        b = body[i]
        if own_joint[b] < 0:
            continue
        p = inner[b]
        m0, m1, m2 = momentum[b, 0], momentum[b, 1], momentum[b, 2]
        m3, m4, m5 = momentum[b, 3], momentum[b, 4], momentum[b, 5]
        for k in range(6):
            c = bias[b, k]
            m0 -= inertia[b, k, 0] * c
            m1 -= inertia[b, k, 1] * c
            m2 -= inertia[b, k, 2] * c
            m3 -= inertia[b, k, 3] * c
            m4 -= inertia[b, k, 4] * c
            m5 -= inertia[b, k, 5] * c
        for f in range(freedoms[b]):
            rate[b, f] = given[b, f]
            if softness[b, f] > 0.0:
                impulse = given[b, f] + (
                    axis[b, f, 0] * m0 + axis[b, f, 1] * m1 + axis[b, f, 2] * m2
                    + axis[b, f, 3] * m3 + axis[b, f, 4] * m4 + axis[b, f, 5] * m5
                )  # fmt: skip
                rate[b, f] = impulse
                impulse *= softness[b, f]
                m0 -= gain[b, f, 0] * impulse
                m1 -= gain[b, f, 1] * impulse
                m2 -= gain[b, f, 2] * impulse
                m3 -= gain[b, f, 3] * impulse
                m4 -= gain[b, f, 4] * impulse
                m5 -= gain[b, f, 5] * impulse
        if p >= 0:
            momentum[p, 0] += m0
            momentum[p, 1] += m1
            momentum[p, 2] += m2
            momentum[p, 3] += m3
            momentum[p, 4] += m4
            momentum[p, 5] += m5


@kernel
def down(first, last, islands) -> None:
    """Find the velocities from the roots outwards; `rate` becomes each freedom's speed."""
    body, inner, own_joint = islands.body, islands.inner, islands.own_joint
    freedoms, axis, gain = islands.freedoms, islands.axis, islands.gain
    softness, answer, bias = islands.softness, islands.answer, islands.bias
    momentum, rate, velocity = islands.momentum, islands.rate, islands.velocity
    for i in range(first, last):
        b = body[i]
        p = inner[b]
        v0, v1, v2, v3, v4, v5 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        if own_joint[b] < 0:
            for k in range(6):
                m = momentum[b, k]
                v0 += answer[b, k, 0] * m
                v1 += answer[b, k, 1] * m
                v2 += answer[b, k, 2] * m
                v3 += answer[b, k, 3] * m
                v4 += answer[b, k, 4] * m
                v5 += answer[b, k, 5] * m
        else:
            if p >= 0:
                v0, v1, v2 = velocity[p, 0], velocity[p, 1], velocity[p, 2]
                v3, v4, v5 = velocity[p, 3], velocity[p, 4], velocity[p, 5]
            for f in range(freedoms[b] - 1, -1, -1):
                if softness[b, f] > 0.0:
                    q = softness[b, f] * (rate[b, f] - (
                        gain[b, f, 0] * v0 + gain[b, f, 1] * v1 + gain[b, f, 2] * v2
                        + gain[b, f, 3] * v3 + gain[b, f, 4] * v4 + gain[b, f, 5] * v5
                    ))  # fmt: skip
                    rate[b, f] = q
                    v0 += axis[b, f, 0] * q
                    v1 += axis[b, f, 1] * q
                    v2 += axis[b, f, 2] * q
                    v3 += axis[b, f, 3] * q
                    v4 += axis[b, f, 4] * q
                    v5 += axis[b, f, 5] * q
            v0 += bias[b, 0]
            v1 += bias[b, 1]
            v2 += bias[b, 2]
            v3 += bias[b, 3]
            v4 += bias[b, 4]
            v5 += bias[b, 5]
        velocity[b, 0], velocity[b, 1], velocity[b, 2] = v0, v1, v2
        velocity[b, 3], velocity[b, 4], velocity[b, 5] = v3, v4, v5


@kernel
def find_answers(first, last, islands) -> None:
    """Write each body's velocity per impulse on it in the whole tree to `answer` (bodies, 6, 6).

    From the roots outwards, one freedom after the other: T X T' + s s' / D with T = 1 - s U' / D.
    """
    body, inner, own_joint = islands.body, islands.inner, islands.own_joint
    freedoms, axis, gain = islands.freedoms, islands.axis, islands.gain
    softness, answer = islands.softness, islands.answer
    for i in range(first, last):
        b = body[i]
        if own_joint[b] < 0:
            continue
        p, x = inner[b], answer[b]
        for k in range(6):
            for n in range(6):
                x[k, n] = answer[p, k, n] if p >= 0 else 0.0
        for f in range(freedoms[b] - 1, -1, -1):
            soft = softness[b, f]
            if soft == 0.0:
                continue
            w0 = w1 = w2 = w3 = w4 = w5 = 0.0
            for k in range(6):
                u = gain[b, f, k]
                w0 += x[k, 0] * u
                w1 += x[k, 1] * u
                w2 += x[k, 2] * u
                w3 += x[k, 3] * u
                w4 += x[k, 4] * u
                w5 += x[k, 5] * u
            w = w0 * soft, w1 * soft, w2 * soft, w3 * soft, w4 * soft, w5 * soft
            own = soft
            for k in range(6):
                own += soft * gain[b, f, k] * w[k]
            for k in range(6):
                s = axis[b, f, k]
                for n in range(6):
                    t = axis[b, f, n]
                    x[k, n] += own * s * t - w[k] * t - s * w[n]


@kernel
def reaction(b, k, islands) -> float:
    """Return component `k` of the impulse through the joint of body `b`, on that body."""
    total = -islands.momentum[b, k]
    for n in range(6):
        total += islands.inertia[b, k, n] * islands.velocity[b, n]
    return total
