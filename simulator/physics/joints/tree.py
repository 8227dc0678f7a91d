"""The joints of an island as a tree, eliminated from its leaves to its roots.

    I V - impulse of the joint = momentum                          bodies, inertia at `origin`
    V_outer - V_inner = sum of axis * speed + bias                 each joint
    axis . impulse of the joint = given - conductance * speed      each free freedom

Featherstone's articulated bodies (2008, ch. 7) read as block elimination of Baraff's system (1996):
with gain U = I s and softness 1 / D = 1 / (s.U + conductance) a freedom leaves I - U U' / D to the
body inside it. There is no fill. A held freedom is left out; its speed is part of the bias.
"""

from simulator.compiled.jit import kernel

from ..algebra import block, spatial, vector
from . import joint


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

    `own` (bodies, 6, 6) is each body's inertia, `inertia` becomes the articulated one. Answers of
    other bodies stay: rows that have switched may switch back, and they are right again then.
    """
    body, inner, own_joint = islands.body, islands.inner, islands.own_joint
    freedoms, axis, gain = islands.freedoms, islands.axis, islands.gain
    softness, state, conductance = islands.softness, joints.state, joints.conductance
    own, inertia, answer = islands.own, islands.inertia, islands.answer
    for i in range(first, last):
        b = body[i]
        for k in range(6):
            spatial.save_row(inertia, b, k, spatial.load_row(own, b, k))
    for i in range(last - 1, first - 1, -1):
        b = body[i]
        j, p, count = own_joint[b], inner[b], freedoms[b]
        if j < 0:
            for k in range(6):
                spatial.save_row(answer, b, k, spatial.load_row(inertia, b, k))
            block.invert_definite(answer, b)
            continue
        for f in range(count):
            row, s = 6 - count + f, spatial.load_row(axis, b, f)
            u = spatial.apply(inertia, b, s)
            for g in range(f):  # are eliminated already
                done = spatial.load_row(gain, b, g)
                u = spatial.offset(u, -softness[b, g] * spatial.dot(done, s), done)
            spatial.save_row(gain, b, f, u)
            free = state[j, row] == joint.FORWARD or state[j, row] == joint.BACKWARD
            softness[b, f] = 1.0 / (conductance[j, row] + spatial.dot(s, u)) if free else 0.0
        if p >= 0:
            for k in range(6):
                left = spatial.load_row(inertia, b, k)
                for f in range(count):
                    u = spatial.load_row(gain, b, f)
                    left = _eliminate(left, softness[b, f], gain[b, f, k], u)
                spatial.save_row(inertia, p, k, spatial.add(spatial.load_row(inertia, p, k), left))


@kernel
def _eliminate(row, softness, entry, gain) -> spatial.Spatial:
    """Return a row of I - U U' / D; its matrix stays symmetric to the last bit."""
    return spatial.offset(row, -softness, spatial.scale(entry, gain))


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
        # what comes from farther out is waited for: all else is reckoned beside it
        asked = spatial.apply(inertia, b, spatial.load(bias, b))
        m = spatial.load(momentum, b)
        for f in range(freedoms[b]):
            rate[b, f] = given[b, f]
            if softness[b, f] > 0.0:
                s, u = spatial.load_row(axis, b, f), spatial.load_row(gain, b, f)
                impulse = spatial.dot_from(given[b, f] - spatial.dot(s, asked), s, m)
                rate[b, f] = impulse
                m = spatial.offset(m, -impulse, spatial.scale(softness[b, f], u))
        if p >= 0:
            beside = spatial.offset(spatial.load(momentum, p), -1.0, asked)
            spatial.save(momentum, p, spatial.add(beside, m))


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
        if own_joint[b] < 0:
            v = spatial.apply(answer, b, spatial.load(momentum, b))
        else:
            v = spatial.load(velocity, p) if p >= 0 else spatial.ZERO
            for f in range(freedoms[b] - 1, -1, -1):
                soft = softness[b, f]
                if soft > 0.0:
                    u = spatial.scale(-soft, spatial.load_row(gain, b, f))
                    rate[b, f] = spatial.dot_from(soft * rate[b, f], u, v)
                    v = spatial.offset(v, rate[b, f], spatial.load_row(axis, b, f))
            v = spatial.add(v, spatial.load(bias, b))
        spatial.save(velocity, b, v)


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
        p = inner[b]
        for k in range(6):
            row = spatial.load_row(answer, p, k) if p >= 0 else spatial.ZERO
            spatial.save_row(answer, b, k, row)
        for f in range(freedoms[b] - 1, -1, -1):
            soft = softness[b, f]
            if soft == 0.0:
                continue
            s, u = spatial.load_row(axis, b, f), spatial.load_row(gain, b, f)
            w = spatial.scale(soft, spatial.apply(answer, b, u))
            own = soft + soft * spatial.dot(u, w)
            for k in range(6):
                row = spatial.offset(spatial.load_row(answer, b, k), own * s[k], s)
                row = spatial.offset(spatial.offset(row, -w[k], s), -s[k], w)
                spatial.save_row(answer, b, k, row)


@kernel
def reaction(b, k, islands) -> float:
    """Return component `k` of the impulse through the joint of body `b`, on that body."""
    pull = spatial.dot(spatial.load_row(islands.inertia, b, k), spatial.load(islands.velocity, b))
    return pull - islands.momentum[b, k]
