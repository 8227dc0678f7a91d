"""Pushes: an impulse on a body, spread over one frame."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from .physics.build import Names
from .physics.world import World


def push(
    world: World, names: Names, body: str, data: Mapping[str, Any] | None, time: float
) -> None:
    """Push a body at its centre of mass by `data["impulse"]` (3,) [N s], in `time` [s].

    Raises:
        ValueError: There is no such body that moves, or no such impulse.
    """
    row = names.bodies.get(body)
    if row is None or world.bodies.inv_mass[row] == 0.0:
        raise ValueError(f"there is no body {body!r} that moves")
    try:
        way = np.array((data or {}).get("impulse"), float)
    except (TypeError, ValueError, OverflowError):
        way = np.full(3, np.nan)
    if way.shape != (3,) or not np.isfinite(way).all():
        raise ValueError("a push needs an impulse of three numbers")
    world.bodies.force[row] += way / time


def end(world: World) -> None:
    """End every push; a frame does so when its steps are done."""
    world.bodies.force[:] = 0.0
