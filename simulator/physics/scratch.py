"""Room for the near phase to work in, so that kernels allocate nothing."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .tables import Floats, Rows

POINTS = 256                  # candidate points of one pair of shapes
CORNERS = 160                 # of a clipped polygon
VERTICES, FACES = 64, 160     # of the expanding polytope


class Scratch(NamedTuple):
    """Arrays overwritten by each pair of shapes."""

    used: NDArray[np.int64]   # (1,) candidate points
    middle: Floats            # (n, 3) midway between the surfaces
    normal: Floats            # (n, 3)
    gap: Floats               # (n,)
    feature: NDArray[np.int64]  # (n,)
    group: Rows               # (n,) points of one group share a normal
    corners_a: Floats         # (m, 3) of a face, world
    corners_b: Floats         # (m, 3)
    clip: Floats              # (2, m, 3) polygon before and after a cut
    clip_id: NDArray[np.int64]  # (2, m)
    clip_used: NDArray[np.int64]  # (1,)
    simplex: Floats           # (4, 9) b - a, point of a, point of b
    share: Floats             # (4,) barycentric
    vertices: Floats          # (v, 9) of the polytope
    faces: Rows               # (f, 3)
    planes: Floats            # (f, 4) normal, distance
    horizon: Rows             # (f, 2) edges
    identity: Floats          # (3, 3)
    triangle: Floats          # (3, 3) corners, world
    triangle_normal: Floats   # (1, 3)
    triangle_offset: Floats   # (1,)
    triangle_first: Rows      # (1,)
    triangle_count: Rows      # (1,)
    triangle_loop: Rows       # (3,)
    stack: Rows               # (s,) nodes of a tree still to visit


def make_scratch() -> Scratch:
    """Return the arrays."""
    return Scratch(
        np.zeros(1, np.int64), np.zeros((POINTS, 3)), np.zeros((POINTS, 3)), np.zeros(POINTS),
        np.zeros(POINTS, np.int64), np.zeros(POINTS, np.int32), np.zeros((CORNERS, 3)),
        np.zeros((CORNERS, 3)), np.zeros((2, CORNERS, 3)), np.zeros((2, CORNERS), np.int64), np.zeros(1, np.int64),
        np.zeros((4, 9)), np.zeros(4), np.zeros((VERTICES, 9)), np.zeros((FACES, 3), np.int32),
        np.zeros((FACES, 4)), np.zeros((FACES, 2), np.int32), np.eye(3), np.zeros((3, 3)),
        np.zeros((1, 3)), np.zeros(1), np.zeros(1, np.int32), np.full(1, 3, np.int32),
        np.arange(3, dtype=np.int32), np.zeros(128, np.int32),
    )  # fmt: skip
