"""Puts a texture on the screen by a full-screen triangle (a copy with depth copies nothing)."""

import moderngl

from simulator.ui.areas import Box

VERTEX = """
#version 330 core
out vec2 at;
void main() {
    at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;
    gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);
}
"""
FRAGMENT = """
#version 330 core
uniform sampler2D picture;
in vec2 at;
out vec4 result;
void main() { result = vec4(texture(picture, at).rgb, 1.0); }
"""


class Presenter:
    """Draws textures into a part of a framebuffer."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.ctx = ctx
        self.array = ctx.vertex_array(ctx.program(VERTEX, FRAGMENT), [])

    def show(self, texture: moderngl.Texture, target: moderngl.Framebuffer, box: Box) -> None:
        """Fill `box` of `target` (x, y from above, width, height in pixels) with the texture."""
        x, y, width, height = box
        target.use()
        target.viewport = (x, target.size[1] - y - height, width, height)
        self.ctx.enable_only(moderngl.NOTHING)
        texture.use(0)
        self.array.render(moderngl.TRIANGLES, 3)
