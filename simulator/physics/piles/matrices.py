"""What manifolds in lanes answer to impulses: their matrices and masses, found once a step."""

import numpy as np

from simulator.compiled.jit import kernel

from .lanes import (
    ARM_A,
    ARM_B,
    BATCH,
    GRIP,
    LANES,
    NEXT,
    R0,
    R1,
    R2,
    R3,
    R4,
    R5,
    R6,
    R7,
    R8,
    SLIP,
    TINY,
    TURN_A,
    TURN_B,
    C,
    G,
    N,
    P,
    S,
    T,
    W,
    add_cross,
    dot,
)  # fmt: skip


@kernel
def find_matrices(fields, work, batches) -> None:
    """Compute the matrices and masses of so many `batches` from their masses, frames, points."""
    for k in range(batches):
        at = np.uint64(k) * BATCH
        for r in range(6 * LANES):
            work[r] = 0.0
        for r in range((GRIP - SLIP) * LANES):
            fields[at + S + np.uint64(r)] = 0.0
        _add_body(fields, work, at, R0, TURN_A, ARM_A)
        _add_body(fields, work, at, R1, TURN_B, ARM_B)
        _find_masses(fields, work, at)


@kernel
def _add_body(fields, work, at, mass, turn, arm) -> None:
    """Add a body's part of SLIP and CROSS, and of the answers zz, z1, z2, 11, 12, 22 to `work`."""
    for j in range(W):
        q = at + j
        nx, ny, nz = fields[q + N], fields[q + N + R1], fields[q + N + R2]
        tx, ty, tz = fields[q + T], fields[q + T + R1], fields[q + T + R2]
        sx, sy, sz = ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx
        e = q + turn
        xx, xy, xz = fields[e], fields[e + R1], fields[e + R2]
        yy, yz, zz = fields[e + R3], fields[e + R4], fields[e + R5]
        ax, ay = dot(xx, xy, xz, tx, ty, tz), dot(xy, yy, yz, tx, ty, tz)
        az, bx = dot(xz, yz, zz, tx, ty, tz), dot(xx, xy, xz, sx, sy, sz)
        by, bz = dot(xy, yy, yz, sx, sy, sz), dot(xz, yz, zz, sx, sy, sz)
        a11, a12 = dot(ax, ay, az, tx, ty, tz), dot(ax, ay, az, sx, sy, sz)
        a13, a22 = dot(ax, ay, az, nx, ny, nz), dot(bx, by, bz, sx, sy, sz)
        a23 = dot(bx, by, bz, nx, ny, nz)
        ax, ay = dot(xx, xy, xz, nx, ny, nz), dot(xy, yy, yz, nx, ny, nz)
        az = dot(xz, yz, zz, nx, ny, nz)
        a33 = dot(ax, ay, az, nx, ny, nz)
        e = q + arm
        rx, ry, rz = fields[e], fields[e + R1], fields[e + R2]
        x, y = dot(rx, ry, rz, tx, ty, tz), dot(rx, ry, rz, sx, sy, sz)
        z = dot(rx, ry, rz, nx, ny, nz)
        # spins that impulses on v1, v2, vz give: the inverse inertia times arm x direction
        u1, u2, u3 = a12 * z - a13 * y, a22 * z - a23 * y, a23 * z - a33 * y
        v1, v2, v3 = a13 * x - a11 * z, a23 * x - a12 * z, a33 * x - a13 * z
        w1, w2, w3 = a11 * y - a12 * x, a12 * y - a22 * x, a13 * y - a23 * x
        m = fields[q + mass]
        e = q + S
        fields[e] += add_cross(m, z, u2, y, u3)
        fields[e + R1] += z * v2 - y * v3
        fields[e + R2] += u3
        fields[e + R3] += add_cross(m, x, v3, z, v1)
        fields[e + R4] += v3
        fields[e + R5] += a33
        e = q + C
        fields[e] += z * w2 - y * w3
        fields[e + R1] += u1
        fields[e + R2] += u2
        fields[e + R3] += x * w3 - z * w1
        fields[e + R4] += v1
        fields[e + R5] += v2
        fields[e + R6] += w3
        fields[e + R7] += a13
        fields[e + R8] += a23
        work[j] += add_cross(m, y, w1, x, w2)
        work[j + R1] += w1
        work[j + R2] += w2
        work[j + R3] += a11
        work[j + R4] += a12
        work[j + R5] += a22


@kernel
def _find_masses(fields, work, at) -> None:
    for j in range(W):
        q = at + j
        a, b, c = fields[q + S], fields[q + S + R1], fields[q + S + R3]
        scale = 1.0 / (a * c - b * b + TINY)
        half = 0.5 * scale * (c - a)
        fields[q + G] = scale * c
        fields[q + G + R1] = -scale * b
        fields[q + G + R2] = scale * a
        fields[q + G + R3] = 1.0 / (fields[q + S + R5] + TINY)
        other = scale * b
        fields[q + G + R4] = 0.5 * scale * (a + c) - np.sqrt(half * half + other * other)
    for p in range(4):
        spot = at + P + np.uint64(p) * NEXT
        for j in range(W):
            q = spot + j
            x, y = fields[q], fields[q + R1]
            cz = work[j] + y * work[j + R1] - x * work[j + R2]
            c1 = work[j + R1] + y * work[j + R3] - x * work[j + R4]
            c2 = work[j + R2] + y * work[j + R4] - x * work[j + R5]
            fields[q + R2], fields[q + R3], fields[q + R4] = cz, c1, c2
            soft = fields[at + j + G + R6]
            fields[q + R5] /= add_cross(cz, y, c1, x, c2) + soft + TINY  # 1 where there is a point
