"""The points of two bodies solved one after the other on the relative motion of the two.

Friction first, on the old pushes, then the normals, so that no point is left penetrating.
"""

import numpy as np

from simulator.compiled.fused import fma
from simulator.compiled.jit import kernel, woven

from ..algebra import spatial, vector
from .point import CALM, find_friction

NONE = 0.0, 0.0, 0.0


@kernel
def solve_points(
    first, end, repeats, belted, is_position, clusters, contacts, way: vector.Vector,
    spin: vector.Vector, slip,
) -> tuple[float, vector.Vector, vector.Vector, float]:  # fmt: skip
    """Solve the points `first` to `end` between two bodies on their relative motion.

    Return the largest change of a point's velocity [m/s], force and moment of what the impulses
    have changed by, and its effort on a belt.
    """
    motion, total, square, drive = way + spin, spatial.ZERO, 0.0, 0.0
    for _ in range(repeats):
        for n in range(first, end):
            motion, total, square, slip, drive = _step(
                n, motion, total, square, belted, slip, drive, is_position, clusters, contacts
            )
        if square <= CALM * CALM:
            break
    force, moment = (total[0], total[1], total[2]), (total[3], total[4], total[5])
    return np.sqrt(square), force, moment, drive


@woven
def _step(n, motion, total, square, belted, slip, drive, is_position, clusters, contacts):
    """Solve point `n`; return the relative motion and what the impulses have given, brought on."""
    # plain numbers and short sums: the processor works on several at a time
    i, d, drag = clusters.point[n], contacts.rows.data[n], contacts.rows.drag
    x, y, z, u, v, w = motion
    r = fma(d[0], x, d[1] * y) + fma(d[2], z, d[3] * u) + fma(d[4], v, d[5] * w)
    s = fma(d[12], x, d[13] * y) + fma(d[14], z, d[15] * u) + fma(d[16], v, d[17] * w)
    t = fma(d[24], x, d[25] * y) + fma(d[26], z, d[27] * u) + fma(d[28], v, d[29] * w)
    if belted:
        r, s = fma(drag[n, 0], slip, r), fma(drag[n, 1], slip, s)
        t = fma(drag[n, 2], slip, t)
    f, p, q = _solve_point(n, i, r, s, t, is_position, contacts)
    if f == 0.0 and p == 0.0 and q == 0.0:
        return motion, total, square, slip, drive
    square = max(square, (f * f + p * p + q * q) * contacts.rows.mass[n, 1] ** 2)
    x = fma(f, d[6], fma(p, d[18], fma(q, d[30], x)))
    y = fma(f, d[7], fma(p, d[19], fma(q, d[31], y)))
    z = fma(f, d[8], fma(p, d[20], fma(q, d[32], z)))
    u = fma(f, d[9], fma(p, d[21], fma(q, d[33], u)))
    v = fma(f, d[10], fma(p, d[22], fma(q, d[34], v)))
    w = fma(f, d[11], fma(p, d[23], fma(q, d[35], w)))
    by = spatial.scale(p, (d[12], d[13], d[14], d[15], d[16], d[17]))
    by = spatial.offset(by, q, (d[24], d[25], d[26], d[27], d[28], d[29]))
    by = spatial.offset(by, f, (d[0], d[1], d[2], d[3], d[4], d[5]))
    if belted:
        slip = fma(f, drag[n, 3], fma(p, drag[n, 4], fma(q, drag[n, 5], slip)))
        drive = fma(f, drag[n, 0], fma(p, drag[n, 1], fma(q, drag[n, 2], drive)))
    return (x, y, z, u, v, w), spatial.add(total, by), square, slip, drive


@woven
def _solve_point(n, i, r, s, t, is_position, contacts) -> vector.Vector:
    """Bring the impulse of point `n`, contact `i`, up to date; return what it has changed by.

    `r`, `s`, `t`: speeds along the normal and the tangents. Friction first, both tangents as one
    block projected on the circle mu times the normal impulse (Coulomb), then the normal, so that no
    point is left penetrating.
    """
    mass = contacts.rows.mass[n]
    impulse = contacts.pseudo_impulse if is_position else contacts.impulse
    target = contacts.pseudo_target if is_position else contacts.target
    f, p, q = impulse[i, 0], impulse[i, 1], impulse[i, 2]
    off, limit = r + fma(contacts.gamma[i], f, -target[i]), contacts.friction[i] * f
    if off >= 0.0 and f == 0.0 and p == 0.0 and q == 0.0:
        return NONE
    u, v = p, q
    if limit > 0.0 or p != 0.0 or q != 0.0:
        u, v = find_friction(p, q, s, t, limit, mass[2], mass[3], mass[4], mass[5])
        impulse[i, 1], impulse[i, 2] = u, v
        off = fma(mass[6], u - p, fma(mass[7], v - q, off))
    g = max(-mass[0] * off, -f)
    impulse[i, 0] = f + g
    return g, u - p, v - q
