"""Laws of motion of feet and centre of mass: x ahead, y to the left, z up, times in seconds.

Strashnov, Finagin (2022), equations (1) to (5); their x is to the right and their y ahead, so what
they call x is -y here, and what they call y is x.
"""

import numpy as np
from numpy.typing import NDArray

from simulator.spec.models.gait import GaitSpec

Array = NDArray[np.float64]
GRAVITY = 9.81


def swing(share: Array) -> Array:
    """Return 0 -> 1 for 0 -> 1, with no speed at the ends (1), (3)."""
    return 0.5 * (1.0 - np.cos(np.pi * share))


def lift(share: Array) -> Array:
    """Return 0 -> 1 -> 0 for 0 -> 1, with no speed at the ends (1), (3)."""
    return 0.5 * (1.0 - np.cos(2.0 * np.pi * share))


def glide(share: Array) -> Array:
    """Return 0 -> 1 for 0 -> 1, with neither speed nor acceleration at the ends.

    The source names no law for the slow shifts at rest. Its cubic would put the zero-moment point
    4 cm beside the foot there.
    """
    return share**3 * (10.0 + share * (6.0 * share - 15.0))


def rates(gait: GaitSpec) -> tuple[float, float]:
    """Return kx (sideways) and ky (ahead) of the pendulum [1/s] (5)."""
    kx = np.sqrt(GRAVITY / (gait.alpha * gait.height))
    return float(kx), float(np.sqrt(GRAVITY / (gait.beta * gait.height)))


def speeds(gait: GaitSpec) -> tuple[float, float]:
    """Return the speeds at the change of feet [m/s]: towards the foot that takes over, and ahead.

    They are |v_x| and v_y of the source: the derivatives of (5) at 0.
    """
    kx, ky = rates(gait)
    half = 0.5 * gait.step_time
    aside = gait.half_width * kx * np.tanh(kx * half)
    return float(aside), float(0.5 * gait.step_length * ky / np.tanh(ky * half))


def carry(gait: GaitSpec, time: Array) -> tuple[Array, Array]:
    """Return the way of a centre of mass that one foot carries, at `time` 0 ... T_s (5).

    First ahead of the foot that stands behind, L / 2 ... 3 L / 2, then towards the foot that
    carries, 0 ... 0. C1 ... C4 are written as cosh and sinh about the middle of the step, in
    exponentials that never overflow, as small as alpha may be.
    """
    (kx, ky), end = rates(gait), gait.step_time
    hump = (np.exp(-kx * time) + np.exp(kx * (time - end))) / (1.0 + np.exp(-kx * end))
    rise = (np.exp(ky * (time - end)) - np.exp(-ky * time)) / (1.0 - np.exp(-ky * end))
    return gait.step_length * (1.0 + 0.5 * rise), gait.half_width * (1.0 - hump)


def speed_up(gait: GaitSpec, time: Array) -> tuple[Array, Array]:
    """Return the way of the centre of mass from over one foot to the middle, 0 ... T_a (2).

    First ahead, 0 ... L / 2; then away from the foot it comes from, -x0 ... 0. It ends with the
    speeds of a change of feet.
    """
    aside, ahead = speeds(gait)
    length, width, end = gait.step_length, gait.half_width, gait.speed_up_time
    x = (ahead / end**2 - length / end**3) * time**3
    x = x + (1.5 * length / end**2 - ahead / end) * time**2
    y = (aside / end**2 - 2.0 * width / end**3) * time**3
    y = y + (3.0 * width / end**2 - aside / end) * time**2 - width
    return x, y
