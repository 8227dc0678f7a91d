"""Ambient occlusion of the high setting: a depth pass, the share of open sky, a blur."""

import moderngl
import numpy as np

from . import shader
from .picture import Picture
from .quality import Quality
from .surfaces import UNITS, Surfaces

DEPTH, SOURCE = 6, 7  # texture units


class Occlusion:
    """Fills `picture.openness`, which the surfaces' shader reads."""

    def __init__(self, ctx: moderngl.Context, quality: Quality) -> None:
        self.ctx = ctx
        self.programs = [
            shader.build(
                ctx, "screen.vert", "occlusion.frag", OCCLUSION_TAPS=quality.occlusion_taps
            ),
            shader.build(ctx, "screen.vert", "blur.frag"),
        ]
        self.arrays = [ctx.vertex_array(program, []) for program in self.programs]
        shader.set_value(self.programs[0], "depth", DEPTH)
        shader.set_value(self.programs[1], "source", SOURCE)

    def draw(self, picture: Picture, surfaces: Surfaces, clip_from_world: np.ndarray) -> None:
        """Run the three passes for the poses and the frame block that are bound."""
        picture.depth_pass.use()
        picture.depth_pass.clear(depth=1.0)
        surfaces.draw_depth(clip_from_world)
        self.ctx.enable_only(moderngl.NOTHING)
        picture.depth.use(DEPTH)
        picture.rough.use(SOURCE)
        for target, array in zip(
            (picture.rough_pass, picture.openness_pass), self.arrays, strict=True
        ):
            target.use()
            array.render(vertices=3)
        picture.openness.use(UNITS["openness"])

    def release(self) -> None:
        """Free the memory on the GPU."""
        for thing in (*self.arrays, *self.programs):
            thing.release()
