"""Ambient occlusion of the high setting: a depth pass, the share of open sky, a blur."""

import moderngl
import numpy as np

from . import shader
from .picture import Picture
from .quality import Quality
from .surfaces import UNITS, Surfaces

SOURCE = 6  # texture unit


class Occlusion:
    """Fills `picture.openness`, which the surfaces' shader reads."""

    def __init__(self, ctx: moderngl.Context, surfaces: Surfaces, quality: Quality) -> None:
        self.ctx = ctx
        self.depth_program = shader.build(ctx, "depth.vert", "depth.frag")
        faces = np.concatenate([*surfaces.geometry.groups.values()])
        self.depth_array = surfaces.depth_array(self.depth_program, faces)
        self.programs = [
            shader.build(
                ctx, "screen.vert", "occlusion.frag", OCCLUSION_TAPS=quality.occlusion_taps
            ),
            shader.build(ctx, "screen.vert", "blur.frag"),
        ]
        self.arrays = [ctx.vertex_array(program, []) for program in self.programs]
        for program in self.programs:
            shader.set_value(program, "depth", UNITS["depth"])
            shader.set_value(program, "source", SOURCE)

    def draw(self, picture: Picture, clip_from_world: np.ndarray) -> None:
        """Run the three passes for the poses and the frame block that are bound."""
        picture.depth_pass.use()
        picture.depth_pass.clear(depth=1.0)
        # As the surfaces are drawn: a camera in its housing looks through the inside of it.
        self.ctx.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        self.depth_program["clip_from_world"].write(  # type: ignore[union-attr]
            np.asarray(clip_from_world.T, "f4").tobytes()
        )
        self.depth_array.render()
        self.ctx.enable_only(moderngl.NOTHING)
        picture.depth.use(UNITS["depth"])
        picture.rough.use(SOURCE)
        for target, array in zip(
            (picture.rough_pass, picture.openness_pass), self.arrays, strict=True
        ):
            target.use()
            array.render(vertices=3)
        picture.openness.use(UNITS["openness"])

    def release(self) -> None:
        """Free the memory on the GPU."""
        for thing in (*self.arrays, self.depth_program, *self.programs):
            thing.release()
