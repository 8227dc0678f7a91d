"""How much sky the floor sees close to the bodies on it: contact darkening without a pass for it.

Seen from above, each low body leaves a soft rectangle in a small map, the darkest one counting
where several lie on each other (a track has many links). The floor's own shader reads the map and
takes the share from the light of the sky, so that a shadow of the sun is not darkened twice.
"""

from typing import NamedTuple

import moderngl
import numpy as np
from numpy.typing import NDArray

from . import shader
from .pose import Poses

REACH = 0.1  # [m] height at which a body no longer darkens the floor
MARGIN = 0.12  # [m] how far the darkness reaches beyond a body
FLAT = 0.015  # [m] paint and plates lie in the floor's own light
LARGEST = 2.5  # [m] walls and plates darken no floor
STEEP = 2.0  # most that an underside rises per metre
GRID = 0.5  # [m] the map's corner moves in such steps: edges do not crawl
WIDEST = 24.0  # [m] side of the largest area that one map covers sharply enough
SIZE = 512  # [px] side of the map
Floats = NDArray[np.float64]


def footprints(bounds: Floats, poses: Poses) -> NDArray[np.float32]:
    """Return (n, 10) rows of low bodies: where on z = 0 they stand, and how high over it.

    A row is the middle (2), cosine and sine of the heading, half extents (2) [m]; height of the
    underside at the middle [m], its slopes along both axes, height of its lowest point [m].
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
    axes = level @ poses.rotation
    extent = np.einsum("nij,nj->ni", np.abs(axes), half)
    gap = middle[:, 2] - extent[:, 2]
    # The underside is the face that looks down most: a plane through it, seen from above.
    rows, face = np.arange(len(axes)), np.abs(axes[:, 2]).argmax(1)
    normal = axes[rows, :, face]
    normal = normal * np.where(normal[:, 2] < 0.0, -1.0, 1.0)[:, None]
    slope = np.clip(-normal[:, :2] / normal[:, 2:], -STEEP, STEEP)
    height = middle[:, 2] - half[rows, face] / normal[:, 2]
    seen = (gap < REACH) & (middle[:, 2] + extent[:, 2] > 0.0)
    seen &= (half.min(1) > FLAT / 2.0) & (extent[:, :2].max(1) < LARGEST / 2.0)
    columns = [middle[:, :2], cosine, sine, extent[:, :2], height, slope, gap]
    return np.ascontiguousarray(np.column_stack(columns)[seen], np.float32)


class Area(NamedTuple):
    """The square of the floor that a map covers."""

    x: float  # [m] of its corner
    y: float
    side: float  # [m]


def cover(rows: NDArray[np.float32], focus: Floats) -> Area:
    """Return the square round all footprints, or one round `focus` [m] when that is too large."""
    if not len(rows):
        return Area(0.0, 0.0, GRID)
    reach = np.hypot(rows[:, 4], rows[:, 5])[:, None] + MARGIN
    low, high = (rows[:, :2] - reach).min(0), (rows[:, :2] + reach).max(0)
    if (high - low).max() > WIDEST - 2.0 * GRID:
        low, high = focus[:2] - WIDEST / 2.0 + GRID, focus[:2] + WIDEST / 2.0 - GRID
    x, y = (np.floor(low / GRID) * GRID).tolist()
    side = float(np.ceil(max(high[0] - x, high[1] - y) / GRID) * GRID)
    return Area(x, y, side)


class BlobPass:
    """The map and the pass that fills it with all bodies in one call."""

    def __init__(self, ctx: moderngl.Context, bodies: int) -> None:
        self.ctx = ctx
        self.area = Area(0.0, 0.0, GRID)
        self.texture = ctx.texture((SIZE, SIZE), 1, bytes(SIZE * SIZE))
        self.texture.filter = moderngl.LINEAR, moderngl.LINEAR
        self.texture.repeat_x = self.texture.repeat_y = False
        self.target = ctx.framebuffer([self.texture])
        self.target.scissor = 1, 1, SIZE - 2, SIZE - 2  # beyond the map nothing is dark
        self.program = shader.build(ctx, "blob.vert", "blob.frag")
        shader.set_value(self.program, "reach", REACH)
        shader.set_value(self.program, "margin", MARGIN)
        self.buffer = ctx.buffer(reserve=40 * max(bodies, 1))
        self.array = ctx.vertex_array(
            self.program,
            [(self.buffer, "4f4 2f4 4f4 /i", "in_place", "in_extent", "in_height")],
        )

    def draw(self, rows: NDArray[np.float32], focus: Floats) -> None:
        """Fill the map; `rows` from `footprints`, `focus` [m] what to keep when all is too much."""
        self.area = cover(rows, focus)
        self.target.use()
        self.target.clear()
        if not len(rows):
            return
        shader.set_value(self.program, "area", self.area)
        self.buffer.write(rows.tobytes())
        self.ctx.enable_only(moderngl.BLEND)
        self.ctx.blend_func = moderngl.ONE, moderngl.ONE
        self.ctx.blend_equation = moderngl.MAX  # type: ignore[assignment]  # it takes one number, too
        self.array.render(moderngl.TRIANGLE_STRIP, vertices=4, instances=len(rows))
        self.ctx.blend_equation = moderngl.FUNC_ADD  # type: ignore[assignment]
        self.ctx.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA

    def release(self) -> None:
        """Free the memory on the GPU."""
        for thing in (self.array, self.buffer, self.program, self.target, self.texture):
            thing.release()
