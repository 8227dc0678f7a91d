"""The framebuffers of one picture: multi-sampled, resolved, scaled up, and their depth passes."""

import moderngl

from .quality import Quality


def leave(ctx: moderngl.Context) -> None:
    """Bind the default framebuffer: one that is bound must not be released."""
    (ctx.screen or ctx.detect_framebuffer(0)).use()


class Picture:
    """Targets for one size; `size` is what the reader shows, `inner` what is drawn."""

    def __init__(self, ctx: moderngl.Context, size: tuple[int, int], quality: Quality) -> None:
        self.ctx, self.size, self.quality = ctx, size, quality
        width, height = (max(8, round(side * quality.render_scale)) for side in size)
        self.inner = width, height
        samples = min(quality.samples, ctx.max_samples) if quality.samples > 1 else 0
        self._owned: list[moderngl.Framebuffer | moderngl.Texture | moderngl.Renderbuffer] = []
        self.flat = self._texture(self.inner, 4)
        depth = self._own(ctx.depth_renderbuffer(self.inner, samples=samples))
        if samples:
            colour = self._own(ctx.renderbuffer(self.inner, 4, samples=samples))
            self.target = self._own(ctx.framebuffer([colour], depth))
            self.resolved = self._own(ctx.framebuffer([self.flat]))
        else:
            self.target = self._own(ctx.framebuffer([self.flat], depth))
            self.resolved = None
        self.stages: dict[str, tuple[moderngl.Framebuffer, moderngl.Texture]] = {}
        if quality.smooth:
            self.stages["smooth"] = self._stage(self.inner)
        if quality.upsample and self.inner != size:
            self.stages["upsample"] = self._stage(size)
        drawn = self._own(ctx.framebuffer([self.flat])), self.flat
        self.final, self.texture = [drawn, *self.stages.values()][-1]
        if quality.occlusion_taps:
            self._add_occlusion()
        self._bad: tuple[moderngl.Framebuffer, moderngl.Texture] | None = None

    @property
    def bad(self) -> tuple[moderngl.Framebuffer, moderngl.Texture]:
        """The target of what a bad link leaves of the picture, made when it is first needed."""
        self._bad = self._bad or self._stage(self.texture.size)
        return self._bad

    def _add_occlusion(self) -> None:
        ctx, small = self.ctx, self.inner
        self.depth = self._own(ctx.depth_texture(small))
        self.depth.compare_func = ""
        self.depth.filter = moderngl.NEAREST, moderngl.NEAREST
        self.depth.repeat_x = self.depth.repeat_y = False
        self.depth_pass = self._own(ctx.framebuffer(depth_attachment=self.depth))
        self.rough, self.openness = (self._texture(small, 2, "f2") for _ in range(2))
        self.rough_pass = self._own(ctx.framebuffer([self.rough]))
        self.openness_pass = self._own(ctx.framebuffer([self.openness]))

    def _stage(self, size: tuple[int, int]) -> tuple[moderngl.Framebuffer, moderngl.Texture]:
        texture = self._texture(size, 4)
        return self._own(self.ctx.framebuffer([texture])), texture

    def _texture(
        self, size: tuple[int, int], components: int, dtype: str = "f1"
    ) -> moderngl.Texture:
        texture = self._own(self.ctx.texture(size, components, dtype=dtype))
        texture.filter = moderngl.LINEAR, moderngl.LINEAR
        texture.repeat_x = texture.repeat_y = False
        return texture

    def _own(self, thing):
        self._owned.append(thing)
        return thing

    def fits(self, size: tuple[int, int], quality: Quality) -> bool:
        """Return whether these targets serve this size and quality."""
        return size == self.size and quality == self.quality

    def resolve(self) -> None:
        """Average the samples of each pixel into the flat texture."""
        if self.resolved is not None:
            self.ctx.copy_framebuffer(self.resolved, self.target)

    def release(self) -> None:
        """Free the memory on the GPU."""
        leave(self.ctx)
        for thing in reversed(self._owned):
            thing.release()
        self._owned.clear()
