"""What happens to a picture after it is drawn: soft edges, then scaling up."""

import moderngl

from . import shader
from .picture import Picture

SOURCE = 5  # texture unit
STAGES = ("smooth", "upsample")


class Finish:
    """Full-screen passes from a picture's resolved pixels to its texture."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.ctx = ctx
        self.programs = {name: shader.build(ctx, "screen.vert", f"{name}.frag") for name in STAGES}
        self.arrays = {name: ctx.vertex_array(self.programs[name], []) for name in self.programs}
        for program in self.programs.values():
            shader.set_value(program, "source", SOURCE)

    def draw(self, picture: Picture) -> None:
        """Run the passes that this picture's quality asks for."""
        picture.resolve()
        self.ctx.enable_only(moderngl.NOTHING)
        source = picture.flat
        for name, (target, texture) in picture.stages.items():
            source.use(SOURCE)
            target.use()
            self.arrays[name].render(vertices=3)
            source = texture

    def release(self) -> None:
        """Free the memory on the GPU."""
        for thing in (*self.arrays.values(), *self.programs.values()):
            thing.release()
