"""Outlines round selected bodies, and picking: which body is under a pixel."""

from collections.abc import Sequence
from typing import NamedTuple

import moderngl
import numpy as np
from numpy.typing import NDArray

from . import camera, colour, shader
from .camera import View
from .picture import leave
from .pose import Poses
from .surfaces import Surfaces

ACCENT, BAD = "#5FC8E8", "#FF7D70"
MASK = 5  # texture unit
MARGIN = 6  # [px] round a body that its outline may touch
REACH = 4  # [px] that outline.frag looks round a pixel


class Outline(NamedTuple):
    """A line round some bodies seen as one: 2 px for selected or touched, 1 px for hovered."""

    bodies: tuple[int, ...]
    colour: str = ACCENT
    width: float = 2.0  # [px]


class Ghost(NamedTuple):
    """Bodies drawn as a silhouette where they are not: `poses` of all, `outline` tells whose."""

    poses: Poses
    outline: Outline


def screen_box(
    bounds: NDArray[np.float64],
    poses: Poses,
    rows: NDArray[np.int64],
    clip: NDArray[np.float64],
    size: tuple[int, int],
) -> tuple[int, int, int, int]:
    """Return x, y, width, height [px] that surely hold the bodies' boxes; whole when too near."""
    pick = np.array([[(corner >> bit) & 1 for bit in range(3)] for corner in range(8)])
    corners = np.einsum("nij,nkj->nki", poses.rotation[rows], bounds[rows][:, pick, np.arange(3)])
    points = (corners + poses.position[rows][:, None]).reshape(-1, 3)
    shown = np.column_stack([points, np.ones(len(points))]) @ clip.T
    if not len(shown) or shown[:, 3].min() < 1e-3:
        return 0, 0, *size
    pixel = (shown[:, :2] / shown[:, 3:] * 0.5 + 0.5) * size
    low = np.clip(np.floor(pixel.min(0)) - MARGIN, 0, size).astype(int)
    high = np.clip(np.ceil(pixel.max(0)) + MARGIN, 0, size).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


class OutlinePass:
    """The masks of selected bodies, their outlines, and a tiny picture of rows for picking."""

    def __init__(self, ctx: moderngl.Context, surfaces: Surfaces) -> None:
        self.ctx, self.surfaces = ctx, surfaces
        self.mask_program = shader.build(ctx, "depth.vert", "mask.frag")
        self.row_program = shader.build(ctx, "depth.vert", "identity.frag")
        self.line_program = shader.build(ctx, "screen.vert", "outline.frag")
        everything = surfaces.geometry.everything
        self.mask_array = surfaces.depth_array(self.mask_program, everything)
        self.row_array = surfaces.depth_array(self.row_program, everything)
        self.line_array = ctx.vertex_array(self.line_program, [])
        shader.set_value(self.line_program, "mask", MASK)
        self.size = (0, 0)
        self._owned: list[moderngl.Framebuffer | moderngl.Texture | moderngl.Renderbuffer] = []
        rows = ctx.texture((1, 1), 1, dtype="u4")
        rows.filter = moderngl.NEAREST, moderngl.NEAREST
        self.pick_target = ctx.framebuffer([rows], ctx.depth_renderbuffer((1, 1)))

    def pick(self, x: float, y: float, view: View, size: tuple[int, int]) -> int:
        """Return the body row under pixel (x, y), y down, of a picture of `size`; -1 for none."""
        zoom = np.diag([size[0], size[1], 1.0, 1.0]).astype(float)
        zoom[0, 3] = size[0] - 2.0 * x
        zoom[1, 3] = 2.0 * y - size[1]
        self._set_clip(self.row_program, zoom @ camera.projection(view, size[0] / size[1]))
        self.pick_target.use()
        self.pick_target.clear()
        self.ctx.enable_only(moderngl.DEPTH_TEST)
        self.row_array.render()
        found = np.frombuffer(self.pick_target.read(components=1, dtype="u4"), np.uint32)
        return self.surfaces.geometry.find_body(int(found[0]) - 1)

    def draw(
        self, outlines: Sequence[Outline], view: View, poses: Poses, target: moderngl.Framebuffer
    ) -> None:
        """Draw the outlines over the finished picture in `target`."""
        self._resize(target.size)
        clip = camera.projection(view, target.width / target.height)
        self._set_clip(self.mask_program, clip)
        for outline in outlines:
            rows = np.array(outline.bodies, np.int64)
            box = screen_box(self.surfaces.geometry.bounds, poses, rows, clip, target.size)
            if min(box[2:]) > 0:
                self._draw_mask(rows, box)
                self._draw_line(outline, box, target)

    def _draw_mask(self, rows: NDArray[np.int64], box: tuple[int, int, int, int]) -> None:
        """Put the silhouette into green; against everything else's depth, what is seen into red."""
        x, y = max(box[0] - REACH, 0), max(box[1] - REACH, 0)
        self._write_mask(True, True)  # of what was drawn there before nothing may be left
        self.mask.scissor = x, y, box[0] + box[2] + REACH - x, box[1] + box[3] + REACH - y
        self.mask.clear()
        self.mask.scissor = box
        self.ctx.enable_only(moderngl.NOTHING)
        self._write_mask(False, True)
        self._render(rows)
        self.ctx.enable_only(moderngl.DEPTH_TEST)
        self._write_mask(False, False)
        self._render(np.setdiff1d(np.arange(len(self.surfaces.geometry.ranges)), rows))
        self._write_mask(True, False)
        self._render(rows)
        self.mask.scissor = 0, 0, self.size[0], self.size[1]

    def _write_mask(self, seen: bool, silhouette: bool) -> None:
        """Choose the channels that the next bodies go to."""
        self.mask.color_mask = seen, silhouette, False, False
        self.mask.use()

    def _draw_line(
        self, outline: Outline, box: tuple[int, int, int, int], target: moderngl.Framebuffer
    ) -> None:
        target.use()
        target.scissor = box
        self.mask_texture.use(MASK)
        self.ctx.enable_only(moderngl.BLEND)
        self.ctx.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        shader.set_value(self.line_program, "colour", tuple(colour.from_hex(outline.colour)))
        shader.set_value(self.line_program, "width", outline.width)
        self.line_array.render(vertices=3)
        target.scissor = 0, 0, *target.size

    def _render(self, rows: NDArray[np.int64]) -> None:
        """Draw some bodies, neighbours in the index buffer in one call."""
        ranges = self.surfaces.geometry.ranges[rows]
        ranges = ranges[ranges[:, 1] > 0]
        if not len(ranges):
            return
        breaks = np.flatnonzero(ranges[1:, 0] != ranges[:-1].sum(1)) + 1
        for run in np.split(ranges, breaks):
            self.mask_array.render(vertices=int(run[:, 1].sum()), first=int(run[0, 0]))

    def _set_clip(self, program: moderngl.Program, clip: NDArray[np.float64]) -> None:
        program["clip_from_world"].write(np.asarray(clip.T, "f4").tobytes())  # type: ignore[union-attr]

    def _resize(self, size: tuple[int, int]) -> None:
        if size == self.size:
            return
        self._release_mask()
        self.size = size
        self.mask_texture = self.ctx.texture(size, 2)
        self.mask_texture.filter = moderngl.NEAREST, moderngl.NEAREST
        depth = self.ctx.depth_renderbuffer(size)
        self.mask = self.ctx.framebuffer([self.mask_texture], depth)
        self._owned = [self.mask, self.mask_texture, depth]

    def _release_mask(self) -> None:
        leave(self.ctx)
        for thing in self._owned:
            thing.release()
        self._owned.clear()

    def release(self) -> None:
        """Free the memory on the GPU."""
        self._release_mask()
        for thing in (
            self.line_array,
            self.mask_program,
            self.row_program,
            self.line_program,
            self.pick_target,
        ):
            thing.release()
