"""Moments of inertia that are too large for the shapes of their link: of a wrong unit, or made up.

No mass within R of the centre of mass has more than m R^2 about any axis.
"""

import math
from collections.abc import Iterator
from functools import partial

import numpy as np

from ..physics.geometry import inertia
from ..physics.geometry.reach import find_reach
from ..spec.errors import KeyPath
from ..spec.models.shape import HOLLOW, MaterialSpec, PartSpec, ShapeSpec
from ..spec.naming.materials import Table, lookup
from ..spec.reading.source import Told

BEYOND = 2.0  # of R: rotors that turn along with a link, and parts of it that are not drawn
WAYS = np.vstack([np.eye(3), -np.eye(3)])


def judge_inertia(path: KeyPath, part: PartSpec, materials: Table) -> Iterator[Told]:
    """Yield what to tell of the inertia of a link or prop, which is without mistakes.

    `materials` are those of its file.
    """
    shapes = [one for one in (*part.all_shapes, *part.visuals) if one.kind not in HOLLOW]
    if part.fixed or part.inertia is None or not shapes:
        return
    try:
        whole = inertia.measure_part("", part, partial(_find_material, part, materials))
    except inertia.MassError:
        return
    ends, centre = np.max([find_reach(shape, WAYS) for shape in shapes], axis=0), whole.centre
    farthest = np.maximum(ends[:3] - centre, ends[3:] + centre)  # corner of their box
    reach = math.sqrt(float(np.sum(np.square(farthest))))
    largest = max(part.inertia[:3])
    if largest > whole.mass * (BEYOND * reach) ** 2:
        span = math.sqrt(largest / whole.mass)
        message = f"{largest:.4g} kg m2 would take {whole.mass:.4g} kg that are {span:.3g} m from "
        message += f"their centre, and its shapes end {reach:.3g} m from it: is the unit kg m2? "
        message += "Without `inertia` it follows from the shapes"
        yield Told((*path, "inertia"), "large-inertia", message)


def _find_material(part: PartSpec, materials: Table, shape: ShapeSpec) -> MaterialSpec:
    return lookup(shape.material or part.material, materials)
