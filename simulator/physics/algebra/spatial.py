"""Kernels on spatial vectors: six numbers, three of a velocity or push, three of a spin or moment.

They are handed on as tuples, which the compiler keeps in the wide registers of the processor. Sums
are taken in pairs: along a tree of joints every number waits for the one before, and a chain of
three additions is over sooner than one of six.
"""

from simulator.compiled.fused import fma
from simulator.compiled.jit import kernel

Spatial = tuple[float, float, float, float, float, float]
ZERO = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@kernel
def load(rows, i: int) -> Spatial:
    """Return row `i` of `rows` (n, 6)."""
    return rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3], rows[i, 4], rows[i, 5]


@kernel
def load_row(blocks, i: int, k: int) -> Spatial:
    """Return row `k` of block `i` of `blocks` (n, m, 6)."""
    return (
        blocks[i, k, 0], blocks[i, k, 1], blocks[i, k, 2],
        blocks[i, k, 3], blocks[i, k, 4], blocks[i, k, 5],
    )  # fmt: skip


@kernel
def save(rows, i: int, v: Spatial) -> None:
    """Write `v` into row `i` of `rows` (n, 6)."""
    rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3], rows[i, 4], rows[i, 5] = v


@kernel
def save_row(blocks, i: int, k: int, v: Spatial) -> None:
    """Write `v` into row `k` of block `i` of `blocks` (n, m, 6)."""
    blocks[i, k, 0], blocks[i, k, 1], blocks[i, k, 2] = v[0], v[1], v[2]
    blocks[i, k, 3], blocks[i, k, 4], blocks[i, k, 5] = v[3], v[4], v[5]


@kernel
def dot(a: Spatial, b: Spatial) -> float:
    """Return a . b."""
    near, far = fma(a[0], b[0], a[1] * b[1]), fma(a[2], b[2], a[3] * b[3])
    return near + far + fma(a[4], b[4], a[5] * b[5])


@kernel
def dot_from(c: float, a: Spatial, b: Spatial) -> float:
    """Return c + a . b."""
    near, far = fma(a[0], b[0], fma(a[1], b[1], c)), fma(a[2], b[2], a[3] * b[3])
    return near + far + fma(a[4], b[4], a[5] * b[5])


@kernel
def add(a: Spatial, b: Spatial) -> Spatial:
    """Return a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]


@kernel
def scale(s: float, a: Spatial) -> Spatial:
    """Return s a."""
    return s * a[0], s * a[1], s * a[2], s * a[3], s * a[4], s * a[5]


@kernel
def offset(a: Spatial, s: float, b: Spatial) -> Spatial:
    """Return a + s b."""
    return (
        fma(s, b[0], a[0]), fma(s, b[1], a[1]), fma(s, b[2], a[2]),
        fma(s, b[3], a[3]), fma(s, b[4], a[4]), fma(s, b[5], a[5]),
    )  # fmt: skip


@kernel
def apply(blocks, i: int, v: Spatial) -> Spatial:
    """Return the symmetric block `i` of `blocks` (n, 6, 6) times `v`."""
    near = offset(scale(v[0], load_row(blocks, i, 0)), v[1], load_row(blocks, i, 1))
    far = offset(scale(v[2], load_row(blocks, i, 2)), v[3], load_row(blocks, i, 3))
    rest = offset(scale(v[4], load_row(blocks, i, 4)), v[5], load_row(blocks, i, 5))
    return add(add(near, far), rest)
