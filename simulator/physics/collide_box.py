"""Two boxes: the separating axis, faces preferred to edges (Gottschalk 1996; Catto 2005)."""

import numpy as np

from simulator.jit import kernel

from . import vector

EDGE_WINS = 1e-4  # an edge axis must be better by this share of the size, or
EDGE_SHARE = 0.05  # this share of the depth, than the best face
LONG_ENOUGH = 1e-3  # edges at a smaller angle [rad] make no axis


@kernel
def find_axis(a, b, reach) -> tuple[bool, float, vector.Vector]:
    """Return (near, gap, unit normal from a to b); gap is negative where the boxes overlap."""
    way = vector.subtract(b.position, a.position)
    size = a.size[0] + a.size[1] + a.size[2]
    best, axis = -np.inf, (0.0, 0.0, 1.0)
    for k in range(6):
        turn = a.rotation if k < 3 else b.rotation
        out = turn[0, k % 3], turn[1, k % 3], turn[2, k % 3]
        gap, out = _separation(a, b, way, out)
        if gap > reach:
            return False, gap, out
        if gap > best + (EDGE_WINS * size if k == 3 else 0.0):
            best, axis = gap, out
    face = best
    for k in range(9):
        i, j = k // 3, k % 3
        out = vector.cross(
            (a.rotation[0, i], a.rotation[1, i], a.rotation[2, i]),
            (b.rotation[0, j], b.rotation[1, j], b.rotation[2, j]),
        )
        length = np.sqrt(vector.dot(out, out))
        if length < LONG_ENOUGH:
            continue
        gap, out = _separation(a, b, way, (out[0] / length, out[1] / length, out[2] / length))
        if gap > reach:
            return False, gap, out
        if gap > best and gap > face + EDGE_SHARE * abs(face) + EDGE_WINS * size:
            best, axis = gap, out
    return True, best, axis


@kernel
def _separation(a, b, way, axis) -> tuple[float, vector.Vector]:
    """Return the gap along the unit `axis`, and the axis turned from a to b."""
    along = vector.dot(axis, way)
    if along < 0.0:
        axis, along = (-axis[0], -axis[1], -axis[2]), -along
    p, q = vector.apply_transposed(a.rotation, axis), vector.apply_transposed(b.rotation, axis)
    width = 0.0
    for r in range(3):
        width += a.size[r] * abs(p[r]) + b.size[r] * abs(q[r])
    return along - width, axis
