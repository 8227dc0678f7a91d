"""Kernels that invert small symmetric matrices in place. No allocation."""

from simulator.compiled.jit import kernel

from . import spatial

DROP = 1e-10  # a pivot smaller than this share of its diagonal belongs to a redundant row


@kernel
def invert_definite(blocks, b) -> None:
    """Invert the symmetric positive definite block `b` of `blocks` (n, 6, 6) in place.

    Sweep operator (Goodnight 1979).
    """
    for k in range(6):
        row, scale = spatial.load_row(blocks, b, k), 1.0 / blocks[b, k, k]
        for i in range(6):
            if i != k:
                share = blocks[b, i, k] * scale
                swept = spatial.offset(spatial.load_row(blocks, b, i), -share, row)
                spatial.save_row(blocks, b, i, swept)
                blocks[b, i, k] = share
        spatial.save_row(blocks, b, k, spatial.scale(scale, row))
        blocks[b, k, k] = -scale
    for i in range(6):
        spatial.save_row(blocks, b, i, spatial.scale(-1.0, spatial.load_row(blocks, b, i)))


@kernel
def invert(matrix, first, last, scale, least) -> None:
    """Invert a symmetric positive semidefinite matrix in place: the rows first..last of `matrix`.

    Its columns start at 0. Sweep operator, pivot by pivot. A row whose pivot vanishes - inactive,
    or redundant to the rows before it - is left out: its row and column of the result are zero.
    `scale` (rows,) holds each row's size when nothing else constrains it; pivots below `least`
    (rows,) count as vanished, too.
    """
    count = last - first
    for k in range(count):
        pivot = matrix[first + k, k]
        if pivot <= max(DROP * max(scale[first + k], pivot), least[first + k]):
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
