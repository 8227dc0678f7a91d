"""Products of matrices and what is solved with them, in plain operations: the same bits everywhere.

`a @ b` and `numpy.linalg` go to a library that takes other ways through its sums on every kind of
processor. What a scene is built from takes these instead, see `elementary`. All are small: rows of
three, and as many rows as a mesh has corners.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
TURNS = 50  # most rounds of Jacobi's method; six are enough


def times(first: ArrayLike, *others: ArrayLike) -> Floats:
    """Return the matrix product of arrays (..., m), (m, k), and so on; the last may be (m,)."""
    result = np.asarray(first, float)
    for other in others:
        rows = np.asarray(other, float)
        total = result[..., :1] * rows[0] if rows.ndim > 1 else result[..., 0] * rows[0]
        for k in range(1, len(rows)):
            part = result[..., k : k + 1] if rows.ndim > 1 else result[..., k]
            total = total + part * rows[k]
        result = total
    return result


def dot(a: ArrayLike, b: ArrayLike) -> float:
    """Return the scalar product of two vectors."""
    return float(times(a, b))


def length(vector: ArrayLike) -> float:
    """Return the length of a vector."""
    return math.sqrt(dot(vector, vector))


def unit(vector: ArrayLike) -> Floats:
    """Return a vector divided by its length."""
    return np.asarray(vector, float) / length(vector)


def matrix_of(orientation: ArrayLike) -> Floats:
    """Return the (3, 3) rotation that a unit quaternion (4,) w, x, y, z stands for."""
    w, x, y, z = np.asarray(orientation, float).tolist()
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def quaternion_of(rotation: Floats) -> Floats:
    """Return the unit quaternion w, x, y, z of a (3, 3) rotation (Shepperd 1978)."""
    trace = np.trace(rotation)
    squares = np.array([trace, *np.diag(rotation)])
    largest = int(np.argmax(squares))
    r = rotation
    off = np.array([r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]])
    if largest == 0:
        q = np.array([1.0 + trace, *off])
    else:
        i = largest - 1
        j, k = (i + 1) % 3, (i + 2) % 3
        q = np.zeros(4)
        q[0] = off[i]
        q[1 + i] = 1.0 + r[i, i] - r[j, j] - r[k, k]
        q[1 + j], q[1 + k] = r[i, j] + r[j, i], r[i, k] + r[k, i]
    return unit(q)


def spread(points: Floats) -> Floats:
    """Return the sum of p p^T (d, d) over points (n, d)."""
    return (points[:, :, None] * points[:, None, :]).sum(axis=0)


def solve(matrix: ArrayLike, right: ArrayLike) -> Floats:
    """Return x of `matrix` x = `right`, (n, n) and (n,) or (n, k), by Gauss with pivots.

    Raises:
        ValueError: the matrix is singular.
    """
    rows, x = np.array(matrix, float), np.array(right, float)
    for k in range(len(rows)):
        pivot = k + int(np.argmax(np.abs(rows[k:, k])))
        rows[[k, pivot]], x[[k, pivot]] = rows[[pivot, k]], x[[pivot, k]]
        if rows[k, k] == 0.0:
            raise ValueError("the matrix is singular")
        x[k] = x[k] / rows[k, k]
        rows[k] = rows[k] / rows[k, k]
        for i in range(len(rows)):
            if i != k:
                x[i] = x[i] - rows[i, k] * x[k]
                rows[i] = rows[i] - rows[i, k] * rows[k]
    return x


def invert(matrix: Floats) -> Floats:
    """Return the inverse of a symmetric matrix (3, 3), symmetric too.

    Raises:
        ValueError: it is singular.
    """
    inverse = solve(matrix, np.eye(len(matrix)))
    return 0.5 * (inverse + inverse.T)


def principal(matrix: ArrayLike) -> tuple[Floats, Floats]:
    """Return eigenvalues (n,), rising, and eigenvectors (n, n), in columns, of a symmetric matrix.

    Jacobi's method (Golub and Van Loan 2013, section 8.5).
    """
    rest = np.array(matrix, float)
    axes, count = np.eye(len(rest)), len(rest)
    for _ in range(TURNS):
        aside = [(i, j) for i in range(count) for j in range(i) if rest[i, j] != 0.0]
        for i, j in aside:
            _turn(rest, axes, i, j)
        if not aside:
            break
    order = np.argsort(np.diag(rest), kind="stable")
    return np.diag(rest)[order], axes[:, order]


def _turn(rest: Floats, axes: Floats, i: int, j: int) -> None:
    """Turn two axes so that they have nothing in common; what rounding would leave is dropped."""
    size, off = abs(rest[i, i]) + abs(rest[j, j]), rest[i, j]
    if abs(off) <= 2.0**-54 * size:
        rest[i, j] = rest[j, i] = 0.0
        return
    ratio = (rest[j, j] - rest[i, i]) / (2.0 * off)
    tangent = math.copysign(1.0, ratio) / (abs(ratio) + math.sqrt(1.0 + ratio * ratio))
    cosine = 1.0 / math.sqrt(1.0 + tangent * tangent)
    sine = tangent * cosine
    for table in (rest, rest.T, axes):  # columns, rows, columns
        one, two = table[:, i].copy(), table[:, j].copy()
        table[:, i], table[:, j] = cosine * one - sine * two, sine * one + cosine * two
    rest[i, j] = rest[j, i] = 0.0
