"""Kernels that invert small symmetric matrices in place. No allocation."""

from simulator.jit import kernel

DROP = 1e-10  # a pivot smaller than this share of its diagonal belongs to a redundant row


@kernel
def invert_definite(matrix) -> None:
    """Invert a symmetric positive definite (6, 6) in place (sweep operator, Goodnight 1979)."""
    for k in range(6):
        scale = 1.0 / matrix[k, k]
        for i in range(6):
            if i != k:
                share = matrix[i, k] * scale
                for j in range(6):
                    if j != k:
                        matrix[i, j] -= share * matrix[k, j]
        for i in range(6):
            matrix[i, k] *= scale
            matrix[k, i] *= scale
        matrix[k, k] = -scale
    for i in range(6):
        for j in range(6):
            matrix[i, j] = -matrix[i, j]


@kernel
def invert(matrix, first, last, scale) -> None:
    """Invert a symmetric positive semidefinite matrix in place: the rows first..last of `matrix`.

    Its columns start at 0. Sweep operator, pivot by pivot. A row whose pivot vanishes - inactive,
    or redundant to the rows before it - is left out: its row and column of the result are zero.
    `scale` (rows,) holds each row's size when nothing else constrains it.
    """
    count = last - first
    for k in range(count):
        pivot = matrix[first + k, k]
        if pivot <= DROP * max(scale[first + k], pivot):
            for i in range(count):
                matrix[first + i, k] = 0.0
                matrix[first + k, i] = 0.0
            continue
        for i in range(count):
            if i != k:
                share = matrix[first + i, k] / pivot
                for j in range(count):
                    if j != k:
                        matrix[first + i, j] -= share * matrix[first + k, j]
        for i in range(count):
            if i != k:
                matrix[first + i, k] /= pivot
                matrix[first + k, i] /= pivot
        matrix[first + k, k] = -1.0 / pivot
    for i in range(count):
        for j in range(count):
            matrix[first + i, j] = -matrix[first + i, j]
