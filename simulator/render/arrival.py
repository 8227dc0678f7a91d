"""What arrives of a robot camera's picture: maybe an old one, a bad one, or none."""

import moderngl
from PIL import Image, ImageDraw, ImageFont

from ..snapshot import Picture as Arrived
from ..snapshot import Snapshot
from . import shader
from .picture import Picture

SOURCE, WORDS = 5, 6  # texture units
TEXT, TEXT_SIZE = "NO SIGNAL", 64


def find(snapshot: Snapshot, camera: str) -> Arrived | None:
    """Return what a camera in trouble shows, by its full or its short name; None: all is well."""
    if not snapshot.pictures or camera in snapshot.pictures or "." in camera:
        return snapshot.pictures.get(camera)
    short = {name.rpartition(".")[2]: one for name, one in snapshot.pictures.items()}
    return short.get(camera)


class Arrival:
    """A full-screen pass over a finished picture."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.ctx = ctx
        self.program = shader.build(ctx, "screen.vert", "arrival.frag")
        self.array = ctx.vertex_array(self.program, [])
        shader.set_value(self.program, "source", SOURCE)
        shader.set_value(self.program, "words", WORDS)
        words = _draw_words()
        self.words = ctx.texture(words.size, 1, words.tobytes(), alignment=1)
        self.words.filter = moderngl.LINEAR, moderngl.LINEAR

    def draw(self, picture: Picture, arrived: Arrived, moment: int) -> moderngl.Texture:
        """Return the texture of what arrives; `moment` changes the noise."""
        target, texture = picture.bad
        shown = picture.texture.width / picture.size[0]
        for name, value in (
            ("blocks", arrived.blocks * shown),
            ("noise", arrived.noise),
            ("moment", moment),
            ("is_cut", int(arrived.is_cut)),
        ):
            shader.set_value(self.program, name, value)
        picture.texture.use(SOURCE)
        self.words.use(WORDS)
        target.use()
        self.array.render(vertices=3)
        return texture

    def release(self) -> None:
        """Free the memory on the GPU."""
        for thing in (self.array, self.program, self.words):
            thing.release()


def _draw_words() -> Image.Image:
    """Return the words in white on black, last row first as OpenGL has it."""
    font = ImageFont.load_default(TEXT_SIZE)
    left, top, right, bottom = (round(side) for side in font.getbbox(TEXT))
    sheet = Image.new("L", (right - left + 8, bottom - top + 8))
    ImageDraw.Draw(sheet).text((4 - left, 4 - top), TEXT, 255, font)
    return sheet.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
