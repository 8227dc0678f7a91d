"""Photos on the graphics card, by the files they come from."""

from pathlib import Path
from typing import NamedTuple

import moderngl
from imgui_bundle import imgui
from PIL import Image, ImageOps

from simulator.ui.painting import imgui_gl

LARGEST = 2048  # px of an edge; more would not be seen


class Picture(NamedTuple):
    """A picture that ImGui can draw, and its size in its own pixels."""

    reference: imgui.ImTextureRef
    width: int
    height: int


class Pictures:
    """Loads each file once, and again when it has changed."""

    def __init__(self, ctx: moderngl.Context, renderer: imgui_gl.Renderer) -> None:
        self.ctx, self.renderer = ctx, renderer
        self._known: dict[tuple[str, int], Picture | None] = {}  # by file and when it was saved

    def find(self, path: str) -> Picture | None:
        """Return a file's picture, upright as its camera held it; None where there is none."""
        try:
            key = path, Path(path).stat().st_mtime_ns
        except OSError:
            return None
        if key not in self._known:
            self._known[key] = self._load(path)
        return self._known[key]

    def close(self) -> None:
        """Free them all."""
        for picture in filter(None, self._known.values()):
            self.renderer.textures.pop(picture.reference.get_tex_id()).release()
        self._known.clear()

    def _load(self, path: str) -> Picture | None:
        try:
            with Image.open(path) as file:
                upright = ImageOps.exif_transpose(file).convert("RGBA")
        except (OSError, Image.DecompressionBombError):
            return None
        upright.thumbnail((LARGEST, LARGEST))
        texture = self.ctx.texture(upright.size, 4, upright.tobytes())
        texture.build_mipmaps()
        texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
        return Picture(self.renderer.register(texture), *upright.size)
