"""Soft dark blobs where bodies meet the floor: contact darkening without an occlusion pass."""

import moderngl
import numpy as np
from numpy.typing import NDArray

from . import shader
from .pose import Poses

REACH = 0.22  # [m] height at which a body no longer darkens the floor
STRENGTH = 0.42
FLAT = 0.015  # [m] paint and plates lie in the floor's own light
LARGEST = 2.5  # [m] walls and plates darken no floor
Floats = NDArray[np.float64]


def footprints(bounds: Floats, poses: Poses) -> NDArray[np.float32]:
    """Return (n, 8) rows of middle, strength, half extents, heading of low bodies on z = 0.

    `bounds` (bodies, 2, 3) [m] are boxes in the bodies' own frames.
    """
    half = (bounds[:, 1] - bounds[:, 0]) / 2.0
    middle = poses.position + np.einsum("nij,nj->ni", poses.rotation, bounds.mean(1))
    cosine, sine = poses.rotation[:, 0, 0], poses.rotation[:, 1, 0]
    length = np.maximum(np.hypot(cosine, sine), 1e-9)
    upright = length > 0.2  # a body standing on end has no heading: take the world's
    cosine, sine = np.where(upright, cosine / length, 1.0), np.where(upright, sine / length, 0.0)
    level = np.zeros_like(poses.rotation)
    level[:, 0, 0], level[:, 0, 1] = cosine, sine
    level[:, 1, 0], level[:, 1, 1], level[:, 2, 2] = -sine, cosine, 1.0
    extent = np.einsum("nij,nj->ni", np.abs(level @ poses.rotation), half)
    gap = middle[:, 2] - extent[:, 2]
    strength = STRENGTH * np.clip(1.0 - np.abs(gap) / REACH, 0.0, 1.0)
    seen = (strength > 0.02) & (half.min(1) > FLAT / 2.0) & (extent[:, :2].max(1) < LARGEST / 2.0)
    rows = np.column_stack(
        [middle[:, :2], np.zeros(len(middle)), strength, extent[:, :2], cosine, sine]
    )
    return np.ascontiguousarray(rows[seen], np.float32)


class BlobPass:
    """Draws the blobs of all bodies in one call."""

    def __init__(self, ctx: moderngl.Context, bodies: int) -> None:
        self.ctx = ctx
        self.program = shader.build(ctx, "blob.vert", "blob.frag")
        self.buffer = ctx.buffer(reserve=32 * max(bodies, 1))
        self.array = ctx.vertex_array(
            self.program, [(self.buffer, "4f4 4f4 /i", "in_middle", "in_axes")]
        )

    def draw(self, rows: NDArray[np.float32]) -> None:
        """Darken the floor in the target in use; `rows` from `footprints`."""
        if not len(rows):
            return
        self.buffer.write(rows.tobytes())
        self.ctx.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND)
        self.ctx.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        self.array.render(moderngl.TRIANGLE_STRIP, vertices=4, instances=len(rows))

    def release(self) -> None:
        """Free the memory on the GPU."""
        for thing in (self.array, self.buffer, self.program):
            thing.release()
