"""Kernels that invert small symmetric matrices in place and factor larger ones. No allocation."""

import numpy as np

from simulator.compiled.jit import kernel

from . import spatial

BLOCK = 16  # rows of a matrix that are inverted at once
DROP = 1e-10  # a pivot smaller than this share of its diagonal belongs to a redundant row
CLOSER = 0.01  # share of `least` down to which pivots count that follow each other by their size


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
def factor(matrix, first, last, scale, least, by_size) -> None:
    """Factor a symmetric positive semidefinite matrix in place: the rows first..last of `matrix`.

    Its columns start at 0. It becomes L D L', by blocks of `BLOCK` rows: the blocks of D are
    inverted, left of them stands L, right of them L'. One block is just the inverse. A row whose
    pivot vanishes - inactive, or redundant to the rows before it - is left out: its row and column
    of the whole inverse are zero. `scale` (rows,) holds each row's size when nothing else
    constrains it; pivots below `least` (rows,) count as vanished, too.

    `by_size`: rows of a block follow each other not as they lie, but always the one of which most
    is left, as a share of its size. Where several are nearly redundant that tells which of them
    are: small pivots, none below `least`, may still make an inverse larger than 1 / `least` by far
    (Higham 2002, sec. 10.3).
    """
    count = last - first
    for start in range(0, count, BLOCK):
        end = min(start + BLOCK, count)
        if by_size:
            _invert_by_size(matrix, first, start, end, scale, least)
        else:
            _invert(matrix, first, start, end, scale, least)
        for i in range(end, count):
            _eliminate(matrix, first, start, end, i, count)
        for n in range(start, end):
            for i in range(end, count):
                matrix[first + n, i] = matrix[first + i, n]


@kernel
def _invert(matrix, first, start, end, scale, least) -> None:
    """Invert the rows and columns start..end of a matrix whose rows begin at `first`.

    Sweep operator, pivot by pivot.
    """
    for k in range(start, end):
        _sweep(matrix, first, start, end, k, scale, least[first + k])
    _turn_round(matrix, first, start, end)


@kernel
def _invert_by_size(matrix, first, start, end, scale, least) -> None:
    """Do as `_invert`, the largest pivot that is left first, as a share of its row's size."""
    done = 0  # a bit for each row
    for _ in range(start, end):
        best, k = -np.inf, start
        for i in range(start, end):
            share = matrix[first + i, i] / scale[first + i] if scale[first + i] > 0.0 else 0.0
            if not done >> (i - start) & 1 and share > best:
                best, k = share, i
        done |= 1 << (k - start)
        _sweep(matrix, first, start, end, k, scale, CLOSER * least[first + k])
    _turn_round(matrix, first, start, end)


@kernel
def _sweep(matrix, first, start, end, k, scale, least) -> None:
    """Sweep row `k` of rows and columns start..end; one that has vanished is left out."""
    pivot = matrix[first + k, k]
    if pivot <= max(DROP * max(scale[first + k], pivot), least):
        for i in range(start, end):
            matrix[first + i, k] = 0.0
            matrix[first + k, i] = 0.0
        return
    for i in range(start, end):
        if i != k:
            share = matrix[first + i, k] / pivot
            for j in range(start, end):
                if j != k:
                    matrix[first + i, j] -= share * matrix[first + k, j]
    for i in range(start, end):
        if i != k:
            matrix[first + i, k] /= pivot
            matrix[first + k, i] /= pivot
    matrix[first + k, k] = -1.0 / pivot


@kernel
def _turn_round(matrix, first, start, end) -> None:
    """Turn the signs of rows and columns start..end round."""
    for i in range(start, end):
        for j in range(start, end):
            matrix[first + i, j] = -matrix[first + i, j]


@kernel
def _eliminate(matrix, first, start, end, i, count) -> None:
    """Write row `i` of L left of its block, columns start..end, and take it from what is right."""
    row = first + i
    for n in range(start, end):
        matrix[row, n] = 0.0
    for m in range(start, end):
        part = matrix[first + m, i]
        if part != 0.0:
            for n in range(start, end):
                matrix[row, n] += part * matrix[first + m, n]
    for n in range(start, end):
        share = matrix[row, n]
        if share != 0.0:
            for j in range(i - i % BLOCK, count):
                matrix[row, j] -= share * matrix[first + n, j]


@kernel
def reduce(matrix, first, last, side) -> None:
    """Solve L x = side in place for the rows first..last of a factor and of `side` (rows,)."""
    count = last - first
    for n in range(count):
        share = side[first + n]
        if share != 0.0:
            for i in range(n - n % BLOCK + BLOCK, count):
                side[first + i] -= matrix[first + n, i] * share


@kernel
def solve(matrix, first, last, side, out) -> None:
    """Write what the factor's matrix has to be multiplied by to give `side` to `out` (rows,).

    `side` (rows,) is changed on the way.
    """
    count = last - first
    reduce(matrix, first, last, side)
    for n in range(count):
        start, total = n - n % BLOCK, 0.0
        for m in range(start, min(start + BLOCK, count)):
            total += matrix[first + n, m] * side[first + m]
        out[first + n] = total
    for i in range(count - 1, BLOCK - 1, -1):
        share = out[first + i]
        for n in range(i - i % BLOCK):
            out[first + n] -= matrix[first + i, n] * share


@kernel
def solve_rows(matrix, first, last, side, out, b) -> None:
    """Do as `solve` for six right sides at once, `side` (rows, 6), and write to `out[b]` (B, 6)."""
    count = last - first
    for n in range(count):
        part = spatial.load(side, first + n)
        for i in range(n - n % BLOCK + BLOCK, count):
            share = matrix[first + n, i]
            if share != 0.0:
                left = spatial.offset(spatial.load(side, first + i), -share, part)
                spatial.save(side, first + i, left)
    for n in range(count):
        start, total = n - n % BLOCK, spatial.ZERO
        for m in range(start, min(start + BLOCK, count)):
            total = spatial.offset(total, matrix[first + n, m], spatial.load(side, first + m))
        spatial.save_row(out, b, n, total)
    for i in range(count - 1, BLOCK - 1, -1):
        part = spatial.load_row(out, b, i)
        for n in range(i - i % BLOCK):
            share = matrix[first + i, n]
            if share != 0.0:
                left = spatial.offset(spatial.load_row(out, b, n), -share, part)
                spatial.save_row(out, b, n, left)


@kernel
def lessen(total, matrix, first, last, side) -> float:
    """Return `total` less the product of `side` (rows,) and what `solve` gives for it."""
    count = last - first
    reduce(matrix, first, last, side)
    for n in range(count):
        start = n - n % BLOCK
        for m in range(start, min(start + BLOCK, count)):
            total -= side[first + n] * matrix[first + n, m] * side[first + m]
    return total
