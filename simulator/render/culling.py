"""What a picture need not draw: parts outside the view, and parts too small to be seen.

A part is one shape of a body. Where the processor draws, vertices cost more than this does.
"""

from typing import NamedTuple

import moderngl
import numpy as np
from numpy.typing import NDArray

from .pose import Poses

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
COARSE = 5.0  # times the smallest part: a body below needs no details


class Parts(NamedTuple):
    """Balls round all parts, in the frames of their bodies."""

    body: NDArray[np.intp]  # (parts,)
    centre: Floats  # (parts, 3) [m]
    radius: Floats  # (parts,) [m]
    largest: NDArray[np.intp]  # (parts,) the largest part of the same body


def find_largest(body: NDArray[np.intp], radius: Floats) -> NDArray[np.intp]:
    """Return for each part (parts,) the first of the largest ones of its body."""
    order = np.lexsort((np.arange(len(body)), -radius, body))
    _, first, inverse = np.unique(body[order], return_index=True, return_inverse=True)
    largest = np.empty(len(body), np.intp)
    largest[order] = order[first][inverse]
    return largest


def find_seen(
    parts: Parts, poses: Poses, clip_from_world: Floats, height: int, smallest: float
) -> Mask:
    """Return which parts (parts,) a picture of `height` [px] shows.

    A part is left out when its ball is outside the view's six planes (Gribb and Hartmann 2001), or
    of less than `smallest` [px] radius; of a body of less than COARSE times that, all but the
    largest part are.
    """
    turn = poses.rotation[parts.body]
    centre = poses.position[parts.body] + np.einsum("nij,nj->ni", turn, parts.centre)
    rows, last = clip_from_world[:3], clip_from_world[3]
    planes = np.concatenate([last + rows, last - rows])
    away = centre @ planes[:, :3].T + planes[:, 3]
    reach = parts.radius[:, None] * np.linalg.norm(planes[:, :3], axis=1)
    depth = centre @ last[:3] + last[3]  # 1 along the sun
    pixels = parts.radius * np.linalg.norm(rows[1, :3]) * height / 2.0
    is_whole = (pixels >= COARSE * smallest * depth)[parts.largest]
    is_whole |= parts.largest == np.arange(len(parts.body))
    return np.all(away >= -reach, axis=1) & (pixels >= smallest * depth) & is_whole


class Triangles:
    """An index buffer of which a picture draws the triangles of some parts."""

    def __init__(
        self, ctx: moderngl.Context, faces: NDArray[np.int32], parts: NDArray[np.int32]
    ) -> None:
        """Take triangles (n, 3) and the part (n,) that each belongs to."""
        self.faces, self.parts = np.ascontiguousarray(faces), parts
        self.buffer = ctx.buffer(self.faces.tobytes() or bytes(4))
        self.count = 3 * len(faces)
        self._chosen: Mask | None = None  # None: all

    def choose(self, seen: Mask | None) -> None:
        """Draw these parts from now on; None: all."""
        if seen is None or seen.all():
            seen = None
        if seen is self._chosen or (
            seen is not None and self._chosen is not None and np.array_equal(seen, self._chosen)
        ):
            return
        self._chosen = seen
        faces = self.faces if seen is None else self.faces[seen[self.parts]]
        self.count = 3 * len(faces)
        if self.count:
            self.buffer.orphan()
            self.buffer.write(faces.tobytes())

    def draw(self, array: moderngl.VertexArray) -> None:
        """Draw a vertex array over this buffer."""
        if self.count:
            array.render(vertices=self.count)

    def release(self) -> None:
        """Free the memory on the GPU."""
        self.buffer.release()
