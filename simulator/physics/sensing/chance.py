"""Random numbers that are a function of a seed and a count: the same after every restore."""

import math
import zlib

from simulator.compiled.curves import exponential
from simulator.compiled.jit import kernel

MASK = 0xFFFFFFFF
MANY = 30.0  # events from which a count is drawn as a normal number


@kernel
def _mix(x) -> int:
    """Return 32 bits that depend on all 32 of `x` (C. Wellons, lowbias32, 2018)."""
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & MASK
    x = ((x ^ (x >> 15)) * 0x846CA68B) & MASK
    return x ^ (x >> 16)


@kernel
def uniform(seed, count) -> float:
    """Return a number in [0, 1) for a seed of 32 bits and a count of 64."""
    bits = _mix(_mix((seed + 0x9E3779B9) & MASK) ^ (count & MASK))
    bits = _mix((bits + (count >> 32)) & MASK)
    return bits / 4294967296.0


@kernel
def normal(seed, count) -> float:
    """Return a number of mean 0 and deviation 1, as the sum of twelve: no library's rounding."""
    total = 0.0
    for k in range(12):
        total += uniform(seed, 12 * count + k)
    return total - 6.0


@kernel
def events(seed, count, mean) -> float:
    """Return how many of independent events happen where `mean` do on average (Poisson).

    Few are counted up from one number in [0, 1) (inversion, Devroye 1986, X.3.3), many are a
    rounded normal number.
    """
    if mean >= MANY:
        return max(0.0, math.floor(mean + math.sqrt(mean) * normal(seed, count) + 0.5))
    drawn, found = uniform(seed, count), 0.0
    share = exponential(-mean)
    while drawn >= share and share > 0.0:
        drawn -= share
        found += 1.0
        share *= mean / found
    return found


def own_seed(seed: int, name: str) -> int:
    """Return a seed of 32 bits for one of several things that share a seed."""
    return (seed ^ zlib.crc32(name.encode())) & MASK
