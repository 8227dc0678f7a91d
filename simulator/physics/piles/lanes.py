"""Manifolds of free bodies solved in lanes: what happens within batches of sixteen.

All that the rows of a manifold see is the relative motion of both bodies at its centre in its own
frame, tangents t and s and normal n: velocities v1, v2, vz, spins w1, w2, w3. So they are solved
on a 6 x 6 matrix, and both bodies are read and written once. Friction acts at the centre: one
force within the cone of all normal impulses, and a twist about the normal.

Loops over lanes have a constant count, unsigned indices and flat arrays: LLVM turns each into
vector instructions. Row k of a field of batch n starts at (n FIELDS + k) LANES.
"""

import numpy as np

from simulator.compiled import columns
from simulator.compiled.fused import fma
from simulator.compiled.jit import wide, woven

LANES = 16
W = np.uint64(LANES)


def _row(field: int) -> np.uint64:
    return np.uint64(field * LANES)


MASS, TURN, ARM = 0, 2, 14  # of both bodies: 1, 6 (xx, xy, xz, yy, yz, zz) and 3 fields each
NORMAL, TANGENT = 20, 23
SLIP = 26  # answers of v1, v2, w3 to their impulses: 11, 12, 13, 22, 23, 33
CROSS = 32  # answers of vz, w1, w2 to the impulses on v1, then on v2, then on w3
GRIP = 41  # masses of v1, v2: 11, 12, 22; of w3; the least of the first; friction, softness
DRIFT = 48  # speeds of v1 and v2 that turning adds, see `drift`
POINT, POINT_FIELDS = 50, 7  # x, y, answers of vz, w1, w2 to its impulse, mass, radius
FIELDS = POINT + 4 * POINT_FIELDS
PUSHES = 7  # impulses of four points, on v1, on v2, on w3
WORK = 36  # rows of scratch
BATCH, BATCH_PUSHES, BATCH_GOALS = _row(FIELDS), _row(PUSHES), _row(4)
R0, R1, R2, R3, R4, R5, R6, R7, R8 = (_row(k) for k in range(9))
R9, R10, R11, R12, R13, R14, R15, R16 = (_row(k) for k in range(9, 17))
R17, R18, R19, R20, R21, R22, R23 = (_row(k) for k in range(17, 24))
R24, R25, R26, R27, R28, R29 = (_row(k) for k in range(24, 30))
R30, R31, R32, R33, R34, R35 = (_row(k) for k in range(30, 36))
TURN_A, TURN_B, ARM_A, ARM_B = _row(TURN), _row(TURN + 6), _row(ARM), _row(ARM + 3)
N, T, S, C, G = _row(NORMAL), _row(TANGENT), _row(SLIP), _row(CROSS), _row(GRIP)
D = _row(DRIFT)
P, NEXT = _row(POINT), _row(POINT_FIELDS)
PATCH = 1e-4  # radius on which a point rests: it does not turn for ever on a corner [m]
TINY = 1e-30  # keeps empty lanes finite


@woven
def dot(ax, ay, az, bx, by, bz):
    """Return a . b."""
    return fma(ax, bx, fma(ay, by, az * bz))


@woven
def add_cross(start, a, b, c, d):
    """Return start + a b - c d: a component of a cross product is added."""
    return fma(a, b, fma(-c, d, start))


@wide
def sweep(
    first, end, forward, body, fields, impulse, target, motion, changes, stirs, least, work
) -> float:  # fmt: skip
    """Sweep batches `first` to `end` once; return the largest change of a velocity [m/s].

    `body` (batches, 2 W): first place of both bodies in the flat `motion` (bodies, 6). Batches that
    changed by less than `least` [m/s] when last swept, see `changes` (batches,), are left out;
    `stirs` (batches, W) tells what each lane has changed by.
    """
    largest = 0.0
    for n in range(first, end):
        k = np.uint64(n if forward else first + end - 1 - n)
        if changes[k] < least:
            continue
        gather(k, body, motion, work)
        at = k * BATCH_PUSHES
        for r in range(PUSHES * LANES):
            work[R12 + np.uint64(r)] = impulse[at + np.uint64(r)]
        goal = k * BATCH_GOALS
        for r in range(4 * LANES):
            work[R19 + np.uint64(r)] = target[goal + np.uint64(r)]
        _find_motion(fields, work, k * BATCH)
        _solve_friction(fields, work, k * BATCH)
        _solve_normals(fields, work, k * BATCH)
        _push(fields, work, k * BATCH)
        for r in range(PUSHES * LANES):
            impulse[at + np.uint64(r)] = work[R12 + np.uint64(r)]
        for j in range(W):
            stirs[k * W + j] = work[R23 + j]
        own = _find_largest(work)
        changes[k], largest = own, max(largest, own)
        scatter(k, body, motion, work)
    return largest


@woven
def _find_largest(work) -> float:
    """Return the largest number of row 23, half against half: lanes need not wait in a row."""
    half = LANES // 2
    for j in range(half):
        one, other = work[R23 + np.uint64(j)], work[R23 + np.uint64(j + half)]
        work[R23 + np.uint64(j)] = other if other > one else one
    largest = work[R23]
    for j in range(1, half):
        other = work[R23 + np.uint64(j)]
        largest = other if other > largest else largest
    return largest


@woven
def gather(k, body, motion, work) -> None:
    """Load the velocities and spins of both bodies of every lane."""
    first = k * (W + W)
    for half in range(0, LANES, columns.LANES):
        j = np.uint64(half)
        columns.load(motion, body, first + j, work, j, W)
        columns.load(motion, body, first + W + j, work, j + R6, W)


@woven
def scatter(k, body, motion, work) -> None:
    """Store the velocities and spins of both bodies of every lane."""
    first = k * (W + W)
    for half in range(0, LANES, columns.LANES):
        j = np.uint64(half)
        columns.store(motion, body, first + j, work, j, W)
        columns.store(motion, body, first + W + j, work, j + R6, W)


@wide
def warm_start(batches, body, fields, impulse, motion, work) -> None:
    """Let the impulses of so many `batches` act."""
    for n in range(batches):
        k = np.uint64(n)
        gather(k, body, motion, work)
        at, pushes = k * BATCH, k * BATCH_PUSHES
        for j in range(W):
            q, f = at + j + P, pushes + j
            a, b, c, d = impulse[f], impulse[f + R1], impulse[f + R2], impulse[f + R3]
            work[j + R24] = impulse[f + R4]
            work[j + R25] = impulse[f + R5]
            work[j + R26] = a + b + c + d
            y0, y1 = fields[q + R1], fields[q + NEXT + R1]
            y2, y3 = fields[q + NEXT + NEXT + R1], fields[q + NEXT + NEXT + NEXT + R1]
            work[j + R27] = dot(a, b, c, y0, y1, y2) + d * y3
            x0, x1 = fields[q], fields[q + NEXT]
            x2, x3 = fields[q + NEXT + NEXT], fields[q + NEXT + NEXT + NEXT]
            work[j + R28] = -(dot(a, b, c, x0, x1, x2) + d * x3)
            work[j + R29] = impulse[f + R6]
        _push(fields, work, at)
        scatter(k, body, motion, work)


@woven
def _push(fields, work, at) -> None:
    """Give the gathered bodies the impulses in rows 24 to 29: on v1, v2, vz, w1, w2, w3."""
    for j in range(W):
        q = at + j
        nx, ny, nz = fields[q + N], fields[q + N + R1], fields[q + N + R2]
        tx, ty, tz = fields[q + T], fields[q + T + R1], fields[q + T + R2]
        sx, sy, sz = ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx
        d1, d2, dz = work[j + R24], work[j + R25], work[j + R26]
        e1, e2, d3 = work[j + R27], work[j + R28], work[j + R29]
        fx, fy = dot(d1, d2, dz, tx, sx, nx), dot(d1, d2, dz, ty, sy, ny)
        fz, mx = dot(d1, d2, dz, tz, sz, nz), dot(e1, e2, d3, tx, sx, nx)
        my, mz = dot(e1, e2, d3, ty, sy, ny), dot(e1, e2, d3, tz, sz, nz)
        mass = fields[q]
        work[j] -= mass * fx
        work[j + R1] -= mass * fy
        work[j + R2] -= mass * fz
        mass = fields[q + R1]
        work[j + R6] += mass * fx
        work[j + R7] += mass * fy
        work[j + R8] += mass * fz
        e = q + ARM_A
        rx, ry, rz = fields[e], fields[e + R1], fields[e + R2]
        x, y, z = (
            add_cross(mx, ry, fz, rz, fy),
            add_cross(my, rz, fx, rx, fz),
            add_cross(mz, rx, fy, ry, fx),
        )
        e = q + TURN_A
        xx, xy, xz = fields[e], fields[e + R1], fields[e + R2]
        yy, yz, zz = fields[e + R3], fields[e + R4], fields[e + R5]
        work[j + R3] -= dot(xx, xy, xz, x, y, z)
        work[j + R4] -= dot(xy, yy, yz, x, y, z)
        work[j + R5] -= dot(xz, yz, zz, x, y, z)
        e = q + ARM_B
        rx, ry, rz = fields[e], fields[e + R1], fields[e + R2]
        x, y, z = (
            add_cross(mx, ry, fz, rz, fy),
            add_cross(my, rz, fx, rx, fz),
            add_cross(mz, rx, fy, ry, fx),
        )
        e = q + TURN_B
        xx, xy, xz = fields[e], fields[e + R1], fields[e + R2]
        yy, yz, zz = fields[e + R3], fields[e + R4], fields[e + R5]
        work[j + R9] += dot(xx, xy, xz, x, y, z)
        work[j + R10] += dot(xy, yy, yz, x, y, z)
        work[j + R11] += dot(xz, yz, zz, x, y, z)


@woven
def _find_motion(fields, work, at) -> None:
    """Write the relative motion v1, v2, vz, w1, w2, w3 of the gathered bodies to rows 30 to 35."""
    for j in range(W):
        q = at + j
        e = q + ARM_A
        rx, ry, rz = fields[e], fields[e + R1], fields[e + R2]
        wx, wy, wz = work[j + R3], work[j + R4], work[j + R5]
        x = work[j + R6] - work[j] - wy * rz + wz * ry
        y = work[j + R7] - work[j + R1] - wz * rx + wx * rz
        z = work[j + R8] - work[j + R2] - wx * ry + wy * rx
        e = q + ARM_B
        rx, ry, rz = fields[e], fields[e + R1], fields[e + R2]
        bx, by, bz = work[j + R9], work[j + R10], work[j + R11]
        x += by * rz - bz * ry
        y += bz * rx - bx * rz
        z += bx * ry - by * rx
        wx, wy, wz = bx - wx, by - wy, bz - wz
        nx, ny, nz = fields[q + N], fields[q + N + R1], fields[q + N + R2]
        tx, ty, tz = fields[q + T], fields[q + T + R1], fields[q + T + R2]
        sx, sy, sz = ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx
        work[j + R30] = dot(x, y, z, tx, ty, tz) + fields[q + D]
        work[j + R31] = dot(x, y, z, sx, sy, sz) + fields[q + D + R1]
        work[j + R32] = dot(x, y, z, nx, ny, nz)
        work[j + R33] = dot(wx, wy, wz, tx, ty, tz)
        work[j + R34] = dot(wx, wy, wz, sx, sy, sz)
        work[j + R35] = dot(wx, wy, wz, nx, ny, nz)


@woven
def _solve_friction(fields, work, at) -> None:
    """Solve the friction of the gathered manifolds on their old normal impulses.

    Sliding is against the speed itself (Coulomb) with the least mass of both tangents. Pushes that
    have gone on along their trend may pull: then there is no friction.
    """
    zero, one = fields.dtype.type(0.0), fields.dtype.type(1.0)
    for j in range(W):
        q = at + j
        p0, p1, p2, p3 = work[j + R12], work[j + R13], work[j + R14], work[j + R15]
        o1, o2, o3 = work[j + R16], work[j + R17], work[j + R18]
        a = q + P
        b, c, d = a + NEXT, a + NEXT + NEXT, a + NEXT + NEXT + NEXT
        mu, least = fields[q + G + R5], fields[q + G + R4]
        v1, v2 = work[j + R30], work[j + R31]
        m11, m12, m22 = fields[q + G], fields[q + G + R1], fields[q + G + R2]
        limit = mu * (p0 + p1 + p2 + p3)
        limit = limit if limit > zero else zero
        s1, s2 = -(m11 * v1 + m12 * v2), -(m12 * v1 + m22 * v2)
        x, y = o1 + s1, o2 + s2
        slides = x * x + y * y > limit * limit
        x, y = (o1 - least * v1 if slides else x), (o2 - least * v2 if slides else y)
        size = np.sqrt(x * x + y * y)
        scale = limit / size if size > limit else one
        # what sticks changes by s: the difference of two large numbers would lose that
        d1, d2 = (x * scale - o1 if slides else s1), (y * scale - o2 if slides else s2)
        limit = mu * (
            p0 * fields[a + R6] + p1 * fields[b + R6] + p2 * fields[c + R6] + p3 * fields[d + R6]
        )
        limit = limit if limit > zero else zero
        w3 = work[j + R35] + fields[q + S + R2] * d1 + fields[q + S + R4] * d2
        d3, most, fewest = -fields[q + G + R3] * w3, limit - o3, -limit - o3
        d3 = most if d3 > most else d3
        d3 = fewest if d3 < fewest else d3
        e = q + C
        work[j + R32] += fields[e] * d1 + fields[e + R3] * d2 + fields[e + R6] * d3
        work[j + R33] += fields[e + R1] * d1 + fields[e + R4] * d2 + fields[e + R7] * d3
        work[j + R34] += fields[e + R2] * d1 + fields[e + R5] * d2 + fields[e + R8] * d3
        work[j + R16], work[j + R17], work[j + R18] = o1 + d1, o2 + d2, o3 + d3
        work[j + R23] = abs(d1) * fields[q + S] + abs(d2) * fields[q + S + R3]
        work[j + R24], work[j + R25], work[j + R29] = d1, d2, d3


@woven
def _solve_normals(fields, work, at) -> None:
    """Solve the normals of the gathered manifolds, one point after the other."""
    for j in range(W):
        a = at + j + P
        b, c, d = a + NEXT, a + NEXT + NEXT, a + NEXT + NEXT + NEXT
        soft = fields[at + j + G + R6]
        vz, w1, w2 = work[j + R32], work[j + R33], work[j + R34]
        ax, ay, bx, by = fields[a], fields[a + R1], fields[b], fields[b + R1]
        cx, cy, dx, dy = fields[c], fields[c + R1], fields[d], fields[d + R1]
        p0, p1, p2, p3 = work[j + R12], work[j + R13], work[j + R14], work[j + R15]
        # what each speed is to be, less what softness gives
        m0, m1, m2, m3 = fields[a + R5], fields[b + R5], fields[c + R5], fields[d + R5]
        g0, g1 = work[j + R19] - soft * p0, work[j + R20] - soft * p1
        g2, g3 = work[j + R21] - soft * p2, work[j + R22] - soft * p3
        u0, u1 = add_cross(vz, ay, w1, ax, w2), add_cross(vz, by, w1, bx, w2)
        u2, u3 = add_cross(vz, cy, w1, cx, w2), add_cross(vz, dy, w1, dx, w2)
        z0, z1, z2 = fields[a + R2], fields[a + R3], fields[a + R4]
        s0 = m0 * (g0 - u0)
        s0 = s0 if s0 > -p0 else -p0
        u1 += add_cross(z0, by, z1, bx, z2) * s0
        u2 += add_cross(z0, cy, z1, cx, z2) * s0
        u3 += add_cross(z0, dy, z1, dx, z2) * s0
        change = abs(s0) * z0
        z0, z1, z2 = fields[b + R2], fields[b + R3], fields[b + R4]
        s1 = m1 * (g1 - u1)
        s1 = s1 if s1 > -p1 else -p1
        u2 += add_cross(z0, cy, z1, cx, z2) * s1
        u3 += add_cross(z0, dy, z1, dx, z2) * s1
        other = abs(s1) * z0
        change = other if other > change else change
        z0, z1, z2 = fields[c + R2], fields[c + R3], fields[c + R4]
        s2 = m2 * (g2 - u2)
        s2 = s2 if s2 > -p2 else -p2
        u3 += add_cross(z0, dy, z1, dx, z2) * s2
        other = abs(s2) * z0
        change = other if other > change else change
        s3 = m3 * (g3 - u3)
        s3 = s3 if s3 > -p3 else -p3
        other = abs(s3) * fields[d + R2]
        change = other if other > change else change
        other = work[j + R23]
        work[j + R23] = other if other > change else change
        work[j + R12], work[j + R13] = p0 + s0, p1 + s1
        work[j + R14], work[j + R15] = p2 + s2, p3 + s3
        work[j + R26] = s0 + s1 + s2 + s3
        work[j + R27] = dot(ay, by, cy, s0, s1, s2) + dy * s3
        work[j + R28] = -(dot(ax, bx, cx, s0, s1, s2) + dx * s3)
