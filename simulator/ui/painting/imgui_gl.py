"""Draws Dear ImGui's triangles with moderngl and keeps its textures up to date."""

import ctypes
import struct
from typing import NamedTuple

import moderngl
from imgui_bundle import imgui

VERTEX = """
#version 330 core
uniform vec2 to_clip;
uniform vec2 corner;
in vec2 position; in vec2 uv; in vec4 colour;
out vec2 at; out vec4 tint;
void main() {
    at = uv; tint = colour;
    vec2 place = (position - corner) * to_clip;
    gl_Position = vec4(place.x - 1.0, 1.0 - place.y, 0.0, 1.0);
}
"""
FRAGMENT = """
#version 330 core
uniform sampler2D picture;
in vec2 at; in vec4 tint;
out vec4 result;
void main() { result = tint * texture(picture, at); }
"""
LAYOUT = "2f 2f 4f1"
Box = tuple[float, float, float, float]
Command = tuple[int, Box, int, int]
STATUS = imgui.ImTextureStatus
BLEND = (
    moderngl.SRC_ALPHA,
    moderngl.ONE_MINUS_SRC_ALPHA,
    moderngl.ONE,
    moderngl.ONE_MINUS_SRC_ALPHA,
)


class Backdrop(NamedTuple):
    """A finished picture to be laid under a frame: texture and its box (x, y, width, height)."""

    texture: moderngl.Texture
    quad: moderngl.VertexArray


class Mesh(NamedTuple):
    """Triangles on the graphics card; each command is (texture, clip, count, first index)."""

    vertices: moderngl.Buffer
    indices: moderngl.Buffer
    array: moderngl.VertexArray
    commands: list[Command]


class Renderer:
    """One per OpenGL context and ImGui context."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.ctx = ctx
        self.program = ctx.program(VERTEX, FRAGMENT)
        self.textures: dict[int, moderngl.Texture] = {}
        self._stream: list[Mesh] = []
        io = imgui.get_io()
        io.backend_flags |= imgui.BackendFlags_.renderer_has_textures
        io.set_ini_filename(None)
        imgui.get_platform_io().renderer_texture_max_width = 2048
        imgui.get_platform_io().renderer_texture_max_height = 2048

    def register(self, texture: moderngl.Texture) -> imgui.ImTextureRef:
        """Make a texture of our own usable in `add_image`."""
        self.textures[texture.glo] = texture
        return imgui.ImTextureRef(texture.glo)

    def render(
        self,
        draw_data: imgui.ImDrawData,
        target: moderngl.Framebuffer,
        below: Backdrop | None = None,
    ) -> None:
        """Draw a frame into `target`; `below` (from `freeze`) lies under everything.

        ImGui's display size is in device pixels and equals the size of `target`.
        """
        self.update_textures()
        size = (int(draw_data.display_size.x), int(draw_data.display_size.y))
        if min(size) <= 0:
            return
        self._aim(target, (0, 0), size)
        if below is not None:
            self.ctx.disable(moderngl.BLEND)
            below.texture.use(0)
            below.quad.render(moderngl.TRIANGLE_STRIP, 4)
            self.ctx.enable(moderngl.BLEND)
        for index, commands in enumerate(draw_data.cmd_lists):
            self._draw(self._upload(commands, index), target, (0, 0), size)
        target.scissor = (0, 0, *size)
        self.ctx.disable(moderngl.BLEND)

    def freeze(self, commands: imgui.ImDrawList, box: Box) -> Backdrop:
        """Draw a list once, for the box (x, y, width, height), and keep the picture."""
        self.update_textures()
        x, y, w, h = (int(one) for one in box)
        texture = self.ctx.texture((w, h), 4)
        texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
        target = self.ctx.framebuffer([texture])
        target.clear()
        self._aim(target, (x, y), (w, h))
        self._draw(self._upload(commands, 0), target, (x, y), (w, h))
        target.release()
        corners = ((x, y, 0, 1), (x, y + h, 0, 0), (x + w, y, 1, 1), (x + w, y + h, 1, 0))
        data = b"".join(struct.pack("4f4B", *one, 255, 255, 255, 255) for one in corners)
        layout = [(self.ctx.buffer(data), LAYOUT, "position", "uv", "colour")]
        return Backdrop(texture, self.ctx.vertex_array(self.program, layout))

    def release(self, below: Backdrop) -> None:
        """Free a picture made by `freeze`."""
        below.quad.release()
        below.texture.release()

    def close(self) -> None:
        """Free buffers and ImGui's own textures."""
        for mesh in self._stream:
            for part in (mesh.array, mesh.vertices, mesh.indices):
                part.release()
        self._stream.clear()
        for picture in imgui.get_platform_io().textures:
            known = self.textures.pop(picture.get_tex_id(), None)
            if known is not None:
                known.release()

    def update_textures(self) -> None:
        """Serve ImGui's wishes: create, update or destroy its font pictures."""
        for picture in imgui.get_platform_io().textures:
            if picture.status == STATUS.want_create:
                texture = self.ctx.texture(
                    (picture.width, picture.height), 4, picture.get_pixels_array()
                )
                self.textures[texture.glo] = texture
                picture.set_tex_id(texture.glo)
                picture.set_status(STATUS.ok)
            elif picture.status == STATUS.want_updates:
                self._update(picture)
                picture.set_status(STATUS.ok)
            elif picture.status == STATUS.want_destroy and picture.unused_frames > 0:
                self.textures.pop(picture.get_tex_id()).release()
                picture.set_tex_id(0)
                picture.set_status(STATUS.destroyed)

    def _update(self, picture: imgui.ImTextureData) -> None:
        pixels = picture.get_pixels_array().reshape(picture.height, picture.width, 4)
        box = picture.update_rect
        part = pixels[box.y : box.y + box.h, box.x : box.x + box.w]
        self.textures[picture.get_tex_id()].write(part.tobytes(), (box.x, box.y, box.w, box.h))

    def _aim(
        self, target: moderngl.Framebuffer, corner: tuple[int, int], size: tuple[int, int]
    ) -> None:
        target.use()
        target.viewport = (0, 0, *size)
        target.scissor = (0, 0, *size)
        self.ctx.enable_only(moderngl.BLEND)
        self.ctx.blend_func = BLEND  # type: ignore[assignment]  # moderngl takes four
        self.program["to_clip"] = (2.0 / size[0], 2.0 / size[1])
        self.program["corner"] = corner

    def _create(self, vertices: int, indices: int) -> Mesh:
        buffer = self.ctx.buffer(reserve=vertices * imgui.VERTEX_SIZE, dynamic=True)
        index = self.ctx.buffer(reserve=indices * imgui.INDEX_SIZE, dynamic=True)
        layout = [(buffer, LAYOUT, "position", "uv", "colour")]
        array = self.ctx.vertex_array(self.program, layout, index, imgui.INDEX_SIZE)
        return Mesh(buffer, index, array, [])

    def _upload(self, commands: imgui.ImDrawList, index: int) -> Mesh:
        """Send a draw list to the graphics card, into the buffers kept for this place."""
        if index == len(self._stream):
            self._stream.append(self._create(8192, 16384))
        mesh = self._stream[index]
        vertices, indices = commands.vtx_buffer.size(), commands.idx_buffer.size()
        room = mesh.vertices.size // imgui.VERTEX_SIZE, mesh.indices.size // imgui.INDEX_SIZE
        if vertices > room[0] or indices > room[1]:
            for part in (mesh.array, mesh.vertices, mesh.indices):
                part.release()
            mesh = self._stream[index] = self._create(vertices * 2, indices * 2)
        for buffer, source, size in (
            (mesh.vertices, commands.vtx_buffer, imgui.VERTEX_SIZE),
            (mesh.indices, commands.idx_buffer, imgui.INDEX_SIZE),
        ):
            if source.size():
                buffer.orphan()
                buffer.write(ctypes.string_at(source.data_address(), source.size() * size))
        mesh.commands[:] = [_read(command) for command in commands.cmd_buffer]
        return mesh

    def _draw(
        self,
        mesh: Mesh,
        target: moderngl.Framebuffer,
        corner: tuple[int, int],
        size: tuple[int, int],
    ) -> None:
        for texture, (left, top, right, bottom), count, first in mesh.commands:
            x, y = max(int(left) - corner[0], 0), max(int(top) - corner[1], 0)
            wide, low = (
                min(int(right) - corner[0], size[0]) - x,
                min(int(bottom) - corner[1], size[1]),
            )
            if count == 0 or wide <= 0 or low <= y or texture not in self.textures:
                continue
            target.scissor = (x, size[1] - low, wide, low - y)
            self.textures[texture].use(0)
            mesh.array.render(moderngl.TRIANGLES, count, first)


def _read(command: imgui.ImDrawCmd) -> Command:
    x, y, z, w = command.clip_rect
    return command.tex_ref.get_tex_id(), (x, y, z, w), command.elem_count, command.idx_offset
