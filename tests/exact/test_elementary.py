"""Elementary functions: as exact as a C library's, and the same bits in Python and in kernels."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.compiled import curves
from simulator.compiled.jit import kernel
from simulator.exact import elementary

TURNS = st.floats(-1e6, 1e6)
ANY = st.floats()
NUMBERS = st.floats(-1e150, 1e150)


def is_near(found: float, expected: float, least: float = 0.0) -> bool:
    """Whether a number is within two of its last bits, or within `least`."""
    return abs(found - expected) <= max(2.0 * math.ulp(expected), least)


@kernel
def _all(x, y, out) -> None:
    out[0], out[1] = curves.turn(x)
    out[2], out[3] = curves.arctangent(y, x), curves.exponential(x)


@given(TURNS)
def test_cosine_and_sine(angle):
    cosine, sine = elementary.turn(angle)
    assert is_near(cosine, math.cos(angle), 1e-26)
    assert is_near(sine, math.sin(angle), 1e-26)


@given(st.integers(-500_000, 500_000), st.floats(-1e-3, 1e-3))
def test_near_whole_quarters_no_bits_are_lost(quarters, beside):
    angle = quarters * (0.5 * math.pi) + beside
    cosine, sine = elementary.turn(angle)
    assert is_near(cosine, math.cos(angle), 1e-26)
    assert is_near(sine, math.sin(angle), 1e-26)


@given(NUMBERS, NUMBERS)
def test_arctangent(y, x):
    assert is_near(elementary.arctangent(y, x), math.atan2(y, x), 5e-324)


@given(st.sampled_from([0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan]))
def test_the_angles_of_axes_infinities_and_nothing_are_those_of_c(x):
    for y in (0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan):
        found, expected = elementary.arctangent(y, x), math.atan2(y, x)
        assert math.isnan(found) == math.isnan(expected)
        if not math.isnan(expected):
            assert (found, math.copysign(1.0, found)) == (expected, math.copysign(1.0, expected))


@given(st.floats(-745.0, 709.7))
def test_exponential(x):
    assert is_near(elementary.exponential(x), math.exp(x))


def test_the_ends_of_the_exponential():
    assert elementary.exponential(710.0) == math.inf
    assert elementary.exponential(-746.0) == 0.0 == elementary.exponential(-math.inf)
    assert elementary.exponential(0.0) == 1.0
    assert math.isnan(elementary.exponential(math.nan))


@given(st.floats(1e-30, 1e30))
def test_cube_root(x):
    root = elementary.cube_root(x)
    assert root * root * root == pytest.approx(x, rel=2e-15)


@pytest.mark.parametrize("angle", [1e22, -1e300, math.inf, math.nan])
def test_an_angle_beyond_all_measure_ends_and_stays_on_the_circle(angle):
    cosine, sine = elementary.turn(angle)
    if math.isfinite(angle):
        assert cosine * cosine + sine * sine == pytest.approx(1.0)
    else:
        assert math.isnan(cosine) and math.isnan(sine)


@given(ANY, ANY)
def test_kernels_have_the_bits_of_python(x, y):
    out = np.zeros(4)
    _all(x, y, out)
    expected = [
        *elementary.turn(x), elementary.arctangent(y, x), elementary.exponential(x),
    ]  # fmt: skip
    np.testing.assert_array_equal(out, expected)
