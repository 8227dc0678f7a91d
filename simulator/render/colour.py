"""Colours: sRGB as people write them, linear as light adds up."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def from_hex(text: str) -> Floats:
    """Return (3,) sRGB 0..1 of `#RRGGBB`."""
    return np.array([int(text[k : k + 2], 16) for k in (1, 3, 5)]) / 255.0


def to_linear(shown: Floats) -> Floats:
    """Return linear light of sRGB values (IEC 61966-2-1)."""
    return np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)


def light(text: str) -> Floats:
    """Return (3,) linear light of `#RRGGBB`."""
    return to_linear(from_hex(text))
