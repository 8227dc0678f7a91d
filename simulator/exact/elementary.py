"""Sine, cosine, arctangent and exponential in plain operations: the same bits on every machine.

Those of a C library differ in the last bit from system to system and from processor to processor,
and what was recorded on one has to replay on another. So whatever moves things, or what they start
from, takes these: sums, products, quotients and roots, which IEEE 754 rounds in one way. Python
runs them as they are, kernels as `curves` has them compiled; so none of them calls another one.

An argument is brought near zero (Cody and Waite 1980), where some terms of Taylor's series are
exact to the last bits.
"""

import math

import numpy as np

# a quarter turn and the logarithm of 2 in parts: a whole number times all but the last is exact
QUARTER_1, QUARTER_2, QUARTER_3 = 1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21
LOG_1, LOG_2 = 0.6931471804855391, 7.440617110012397e-11
FAR = 1e6  # from where on whole turns are taken off first [rad]
HIGHEST, LOWEST = 709.782712893384, -745.1332191019412  # where the exponential is infinite, and 0
EIGHTHS = np.array(  # arctangents of 0, 1/8 .. 1
    [
        0.0, 0.12435499454676144, 0.24497866312686414, 0.35877067027057225, 0.4636476090008061,
        0.5585993153435624, 0.6435011087932844, 0.7188299996216245, 0.7853981633974483,
    ]
)  # fmt: skip


def turn(angle: float) -> tuple[float, float]:
    """Return cosine and sine of an `angle` [rad]; no numbers where it is infinite.

    To a bit or two up to 1e6 rad, beyond that to what the next larger angle has.
    """
    if not abs(angle) < math.inf:
        return math.nan, math.nan
    if abs(angle) > FAR:
        angle = math.copysign(abs(angle) % (2.0 * math.pi), angle)  # exact, as IEEE 754 has it
    quarters = math.floor(angle * (2.0 / math.pi) + 0.5)
    r = ((angle - quarters * QUARTER_1) - quarters * QUARTER_2) - quarters * QUARTER_3
    s = r * r
    a = 1 / 5040 - s * (1 / 362880 - s * (1 / 39916800 - s * (1 / 6227020800 - s / 1307674368000)))
    sine = r - r * s * (1 / 6 - s * (1 / 120 - s * a))
    b = 1 / 3628800 - s * (1 / 479001600 - s * (1 / 87178291200 - s / 20922789888000))
    cosine = 1.0 - s * (1 / 2 - s * (1 / 24 - s * (1 / 720 - s * (1 / 40320 - s * b))))
    quadrant = int(quarters) & 3
    if quadrant == 1:
        return -sine, cosine
    if quadrant == 2:
        return -cosine, -sine
    if quadrant == 3:
        return sine, -cosine
    return cosine, sine


def arctangent(y: float, x: float) -> float:
    """Return the angle of the point (`x`, `y`) [rad], -pi to pi, as C's atan2."""
    if x != x or y != y:
        return x + y
    if math.isinf(x):
        x, y = math.copysign(1.0, x), math.copysign(1.0 if math.isinf(y) else 0.0, y)
    elif math.isinf(y):
        x, y = 0.0, math.copysign(1.0, y)
    small, large = min(abs(x), abs(y)), max(abs(x), abs(y))
    angle = 0.0
    if large > 0.0:
        eighth = int(8.0 * (small / large) + 0.5)
        level = 0.125 * eighth
        t = (small - level * large) / (large + level * small)
        s = t * t
        a = 1 / 7 - s * (1 / 9 - s * (1 / 11 - s / 13))
        angle = EIGHTHS[eighth] + (t - t * s * (1 / 3 - s * (1 / 5 - s * a)))
    if abs(y) > abs(x):
        angle = 0.5 * math.pi - angle
    if math.copysign(1.0, x) < 0.0:
        angle = math.pi - angle
    return math.copysign(angle, y)


def cube_root(x: float) -> float:
    """Return the number whose cube is the positive `x`, to a bit or two."""
    root = math.ldexp(1.0, math.frexp(x)[1] // 3)
    for _ in range(8):
        root = (2.0 * root + x / (root * root)) / 3.0
    return root


def exponential(x: float) -> float:
    """Return e to the power of `x`."""
    if x != x:
        return x
    if x > HIGHEST:
        return math.inf
    if x < LOWEST:
        return 0.0
    doublings = math.floor(x / (LOG_1 + LOG_2) + 0.5)
    r = (x - doublings * LOG_1) - doublings * LOG_2
    series = 1.0
    for n in range(14, 0, -1):
        series = 1.0 + series * r / n
    return math.ldexp(series, int(doublings))
