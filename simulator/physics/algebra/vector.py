"""Kernels on 3-vectors, unit quaternions (w, x, y, z) and 3 x 3 matrices. No allocation."""

import numpy as np

from simulator.compiled import curves
from simulator.compiled.fused import fma
from simulator.compiled.jit import kernel

Vector = tuple[float, float, float]
NEAR = 1e-8  # so near to a unit quaternion one step of Newton is exact


@kernel
def cross(a: Vector, b: Vector) -> Vector:
    """Return a x b."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


@kernel
def dot(a: Vector, b: Vector) -> float:
    """Return a . b."""
    return fma(a[0], b[0], fma(a[1], b[1], a[2] * b[2]))


@kernel
def apply(matrix, v) -> Vector:
    """Return `matrix` (3, 3) times `v` (3,)."""
    return (
        fma(matrix[0, 0], v[0], fma(matrix[0, 1], v[1], matrix[0, 2] * v[2])),
        fma(matrix[1, 0], v[0], fma(matrix[1, 1], v[1], matrix[1, 2] * v[2])),
        fma(matrix[2, 0], v[0], fma(matrix[2, 1], v[1], matrix[2, 2] * v[2])),
    )


@kernel
def apply_transposed(matrix, v) -> Vector:
    """Return the transpose of `matrix` (3, 3) times `v` (3,)."""
    return (
        fma(matrix[0, 0], v[0], fma(matrix[1, 0], v[1], matrix[2, 0] * v[2])),
        fma(matrix[0, 1], v[0], fma(matrix[1, 1], v[1], matrix[2, 1] * v[2])),
        fma(matrix[0, 2], v[0], fma(matrix[1, 2], v[1], matrix[2, 2] * v[2])),
    )


@kernel
def rotate(q, v) -> Vector:
    """Return `v` (3,) turned by the unit quaternion `q` (4,)."""
    w, axis = q[0], (q[1], q[2], q[3])
    a = cross(axis, v)
    b = cross(axis, a)
    return v[0] + 2 * (w * a[0] + b[0]), v[1] + 2 * (w * a[1] + b[1]), v[2] + 2 * (w * a[2] + b[2])


@kernel
def unrotate(q, v) -> Vector:
    """Return `v` (3,) turned back by the unit quaternion `q` (4,)."""
    return rotate((q[0], -q[1], -q[2], -q[3]), v)


@kernel
def matrix_of(q, out) -> None:
    """Write the (3, 3) rotation matrix of the unit quaternion `q` (4,) into `out`."""
    w, x, y, z = q[0], q[1], q[2], q[3]
    out[0, 0] = 1 - 2 * (y * y + z * z)
    out[0, 1] = 2 * (x * y - w * z)
    out[0, 2] = 2 * (x * z + w * y)
    out[1, 0] = 2 * (x * y + w * z)
    out[1, 1] = 1 - 2 * (x * x + z * z)
    out[1, 2] = 2 * (y * z - w * x)
    out[2, 0] = 2 * (x * z - w * y)
    out[2, 1] = 2 * (y * z + w * x)
    out[2, 2] = 1 - 2 * (x * x + y * y)


@kernel
def exponential(turn: Vector) -> tuple[float, float, float, float]:
    """Return the unit quaternion of the rotation vector `turn` [rad]."""
    s = 0.25 * dot(turn, turn)
    if s < 0.01:  # series of sine and cosine: the next terms are below the last bit
        t = s * s
        scale = 0.5 - s * ((1 / 12 - s * (1 / 240)) + t * (1 / 10080 - s * (1 / 725760)))
        w = 1.0 - s * ((1 / 2 - s * (1 / 24)) + t * (1 / 720 - s * (1 / 40320)))
    else:
        half = np.sqrt(s)
        w, sine = curves.turn(half)
        scale = 0.5 * sine / half
    return w, turn[0] * scale, turn[1] * scale, turn[2] * scale


@kernel
def angle(sine: float, cosine: float) -> float:
    """Return arctan2 of two numbers that may have a common factor; quick for small angles."""
    if abs(sine) < 0.05 * cosine:
        t = sine / cosine
        s = t * t
        return t * (1 - s * (1 / 3 - s * (1 / 5 - s * (1 / 7 - s * (1 / 9 - s * (1 / 11))))))
    return curves.arctangent(sine, cosine)


@kernel
def turned(q, turn: Vector) -> tuple[float, float, float, float]:
    """Return the orientation `q` (4,) turned by the world rotation vector `turn` [rad]."""
    w, x, y, z = exponential(turn)
    a = w * q[0] - x * q[1] - y * q[2] - z * q[3]
    b = w * q[1] + x * q[0] + y * q[3] - z * q[2]
    c = w * q[2] - x * q[3] + y * q[0] + z * q[1]
    d = w * q[3] + x * q[2] - y * q[1] + z * q[0]
    off = (a * a + b * b) + (c * c + d * d) - 1.0
    scale = 1.0 - 0.5 * off if abs(off) < NEAR else 1 / np.sqrt(1.0 + off)
    return a * scale, b * scale, c * scale, d * scale


@kernel
def product(p, q) -> tuple[float, float, float, float]:
    """Return the turn `q` (4,) followed by the turn `p` (4,)."""
    return (
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
        p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
    )


@kernel
def conjugate(q) -> tuple[float, float, float, float]:
    """Return the turn that undoes the unit quaternion `q` (4,)."""
    return q[0], -q[1], -q[2], -q[3]


@kernel
def axes(q) -> tuple[Vector, Vector, Vector]:
    """Return the columns of the rotation of the unit quaternion `q` (4,)."""
    w, x, y, z = q[0], q[1], q[2], q[3]
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
        (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
        (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)),
    )


@kernel
def to_world(q, tensor, out) -> None:
    """Write the body-frame symmetric `tensor` (3, 3), seen from the world, into `out` (3, 3)."""
    x, y, z = axes(q)
    for i in range(3):
        half = apply_transposed(tensor, (x[i], y[i], z[i]))
        for j in range(i + 1):
            out[i, j] = out[j, i] = half[0] * x[j] + half[1] * y[j] + half[2] * z[j]


@kernel
def subtract(a: Vector, b: Vector) -> Vector:
    """Return a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@kernel
def offset(a: Vector, s: float, b: Vector) -> Vector:
    """Return a + s b."""
    return fma(s, b[0], a[0]), fma(s, b[1], a[1]), fma(s, b[2], a[2])


@kernel
def combine(x: Vector, y: Vector, z: Vector, a: float, b: float, c: float) -> Vector:
    """Return a x + b y + c z."""
    return offset(offset(offset((0.0, 0.0, 0.0), a, x), b, y), c, z)


@kernel
def load(rows, i: int) -> Vector:
    """Return row `i` of `rows` (n, 3)."""
    return rows[i, 0], rows[i, 1], rows[i, 2]


@kernel
def load_row(blocks, i: int, k: int) -> Vector:
    """Return row `k` of block `i` of `blocks` (n, m, 3)."""
    return blocks[i, k, 0], blocks[i, k, 1], blocks[i, k, 2]


@kernel
def save(rows, i: int, v: Vector) -> None:
    """Write `v` into row `i` of `rows` (n, 3)."""
    rows[i, 0], rows[i, 1], rows[i, 2] = v[0], v[1], v[2]


@kernel
def tangent_of(normal: Vector) -> Vector:
    """Return a unit vector at right angles to the unit `normal`."""
    if abs(normal[2]) < 0.7:
        scale = 1 / np.sqrt(normal[0] * normal[0] + normal[1] * normal[1])
        return -normal[1] * scale, normal[0] * scale, 0.0
    scale = 1 / np.sqrt(normal[1] * normal[1] + normal[2] * normal[2])
    return 0.0, -normal[2] * scale, normal[1] * scale


@kernel
def turn(matrices, i: int, v: Vector) -> Vector:
    """Return matrix `i` of `matrices` (n, 3, 3) times `v`."""
    return (
        fma(matrices[i, 0, 0], v[0], fma(matrices[i, 0, 1], v[1], matrices[i, 0, 2] * v[2])),
        fma(matrices[i, 1, 0], v[0], fma(matrices[i, 1, 1], v[1], matrices[i, 1, 2] * v[2])),
        fma(matrices[i, 2, 0], v[0], fma(matrices[i, 2, 1], v[1], matrices[i, 2, 2] * v[2])),
    )


@kernel
def column(matrices, i: int, k: int) -> Vector:
    """Return column `k` of matrix `i` of `matrices` (n, 3, 3)."""
    return matrices[i, 0, k], matrices[i, 1, k], matrices[i, 2, k]


@kernel
def save_rotation(matrices, i: int, q) -> None:
    """Write the rotation of the unit quaternion `q` (4,) into matrix `i` of `matrices`."""
    w, x, y, z = q[0], q[1], q[2], q[3]
    matrices[i, 0, 0] = 1 - 2 * (y * y + z * z)
    matrices[i, 0, 1] = 2 * (x * y - w * z)
    matrices[i, 0, 2] = 2 * (x * z + w * y)
    matrices[i, 1, 0] = 2 * (x * y + w * z)
    matrices[i, 1, 1] = 1 - 2 * (x * x + z * z)
    matrices[i, 1, 2] = 2 * (y * z - w * x)
    matrices[i, 2, 0] = 2 * (x * z - w * y)
    matrices[i, 2, 1] = 2 * (y * z + w * x)
    matrices[i, 2, 2] = 1 - 2 * (x * x + y * y)
