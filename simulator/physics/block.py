"""Kernels on dense 6 x 6 blocks and on the inverse of a symmetric matrix. No allocation."""

from simulator.jit import kernel

DROP = 1e-10  # a pivot smaller than this share of its diagonal belongs to a redundant row


@kernel
def multiply(a, b, out) -> None:
    """Write a b into `out`, all (6, 6)."""
    for i in range(6):
        for j in range(6):
            total = 0.0
            for k in range(6):
                total += a[i, k] * b[k, j]
            out[i, j] = total


@kernel
def multiply_transposed(a, b, out) -> None:
    """Write a b' into `out`, all (6, 6)."""
    for i in range(6):
        for j in range(6):
            total = 0.0
            for k in range(6):
                total += a[i, k] * b[j, k]
            out[i, j] = total


@kernel
def add_transposed_product(a, b, out) -> None:
    """Add a' b to `out`, all (6, 6)."""
    for i in range(6):
        for j in range(6):
            total = 0.0
            for k in range(6):
                total += a[k, i] * b[k, j]
            out[i, j] += total


@kernel
def invert(matrix, first, last, scale) -> None:
    """Invert the symmetric positive semidefinite square first..last of `matrix` in place.

    Sweep operator (Goodnight 1979), pivot by pivot. A row whose pivot vanishes - inactive, or
    redundant to the rows before it - is left out: its row and column of the result are zero.
    `scale` holds each row's size when nothing else constrains it; 0 takes the row's diagonal.
    """
    for k in range(first, last):
        scale[k] = max(scale[k], matrix[k, k])
    for k in range(first, last):
        pivot = matrix[k, k]
        if pivot <= DROP * scale[k]:
            for i in range(first, last):
                matrix[i, k] = 0.0
                matrix[k, i] = 0.0
            continue
        for i in range(first, last):
            if i != k:
                share = matrix[i, k] / pivot
                for j in range(first, last):
                    if j != k:
                        matrix[i, j] -= share * matrix[k, j]
        for i in range(first, last):
            if i != k:
                matrix[i, k] /= pivot
                matrix[k, i] /= pivot
        matrix[k, k] = -1.0 / pivot
    for i in range(first, last):
        scale[i] = 0.0
        for j in range(first, last):
            matrix[i, j] = -matrix[i, j]
