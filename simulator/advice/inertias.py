"""Moments of inertia that are too large for the shapes of their link: of a wrong unit, or made up.

No mass within R of the centre of mass has more than m R^2 about any axis.
"""

import math
from collections.abc import Iterator

import numpy as np

from ..physics.geometry.reach import find_reach
from ..spec.errors import KeyPath
from ..spec.models.shape import HOLLOW, PartSpec
from ..spec.reading.source import Told

BEYOND = 2.0  # of R: rotors that turn along with a link, and parts of it that are not drawn
WAYS = np.vstack([np.eye(3), -np.eye(3)])


def judge_inertia(path: KeyPath, part: PartSpec) -> Iterator[Told]:
    """Yield what to tell of the inertia of a link or prop, which is without mistakes."""
    shapes = [one for one in (*part.all_shapes, *part.visuals) if one.kind not in HOLLOW]
    if part.fixed or part.inertia is None or not part.mass or not shapes:
        return
    ends = np.max([find_reach(shape, WAYS) for shape in shapes], axis=0)
    centre = np.array(part.centre_of_mass or (0.0, 0.0, 0.0))
    farthest = np.maximum(ends[:3] - centre, ends[3:] + centre)  # corner of their box
    reach = math.sqrt(float(np.sum(np.square(farthest))))
    largest = max(part.inertia[:3])
    if largest > part.mass * (BEYOND * reach) ** 2:
        span = math.sqrt(largest / part.mass)
        message = f"{largest:.4g} kg m2 would take {part.mass:.4g} kg that are {span:.3g} m from "
        message += f"their centre, and its shapes end {reach:.3g} m from it: is the unit kg m2? "
        message += "Without `inertia` it follows from the shapes"
        yield Told((*path, "inertia"), "large-inertia", message)
