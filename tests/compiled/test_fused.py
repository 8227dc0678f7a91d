"""A fused product and sum is rounded once, as its source says, whatever surrounds it."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simulator.compiled.fused import fma
from simulator.compiled.jit import kernel

NUMBERS = st.floats(min_value=-1e9, max_value=1e9, allow_subnormal=False)


@kernel
def fused(a, b, c) -> float:
    return fma(a, b, c)


@kernel
def fuse_all(a, b, c, out) -> None:
    for i in range(len(a)):
        out[i] = fma(a[i], b[i], c[i])


@given(NUMBERS, NUMBERS, NUMBERS)
def test_it_is_the_exact_result_rounded_once(a, b, c):
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    assert fused(a, b, c) == float(exact)


def test_it_keeps_what_a_product_of_its_own_loses():
    a, b = 1.0 + 2.0**-30, 1.0 - 2.0**-30
    assert a * b - 1.0 == 0.0
    assert fused(a, b, -1.0) == -(2.0**-60)


def test_a_loop_gives_the_bits_of_single_ones():
    """Also where the compiler works on several at a time."""
    rng = np.random.default_rng(3)
    a, b, c = rng.normal(size=(3, 37))
    out = np.zeros(37)
    fuse_all(a, b, c, out)
    assert [fused(x, y, z) for x, y, z in zip(a, b, c, strict=True)] == list(out)
