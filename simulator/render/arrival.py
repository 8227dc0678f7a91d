"""What arrives of a robot camera's picture: maybe an old one, a bad one, or none.

Gamma quanta that reach a camera leave electrons in its sensor, points and short tracks, as many as
the dose rate says. They are made easy to see: 150 in a picture at 2.4 mSv/h, some ten times what a
sensor of 4.8 x 3.6 mm collects in 40 ms (in 1 Sv/h 7.5e7 quanta per cm2 and s, at 3.7 pSv cm2 of
ICRP 74, of which 0.9 % bring an electron along). From `MOST` on the picture is no worse.
"""

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import moderngl
from PIL import Image, ImageDraw, ImageFont

from ..snapshot import Picture as Arrived
from ..snapshot import Snapshot
from ..spec.fields import Text
from . import shader
from .picture import Picture

SOURCE, WORDS = 5, 6  # texture units
SPECKS = 150 / 2.4e-3 * 3600.0  # in a picture, per Sv/s at the camera
FEWEST, MOST = 0.5, 2000.0  # in a picture; fewer are none
ROWS = 300  # of the camera's sensor
CELL = 16  # its pixels along an edge of a cell, as in arrival.frag
TEXT = Text(ru="НЕТ СИГНАЛА", en="NO SIGNAL")
TEXT_SIZE = 64

T = TypeVar("T")


def find(snapshot: Snapshot, camera: str) -> Arrived | None:
    """Return what a camera in trouble shows, by its full or its short name; None: all is well."""
    return _look_up(snapshot.pictures, camera)


def is_cut(snapshot: Snapshot, camera: str) -> bool:
    """Return whether nothing arrives of a camera, by its full or its short name."""
    arrived = find(snapshot, camera)
    return arrived is not None and bool(arrived.is_cut)


def find_exposure(snapshot: Snapshot, camera: str) -> float:
    """Return the dose rate at a camera, by its full or its short name [Sv/s]."""
    return _look_up(snapshot.exposure, camera) or 0.0


def _look_up(table: Mapping[str, T], camera: str) -> T | None:
    if not table or camera in table or "." in camera:
        return table.get(camera)
    return {name.rpartition(".")[2]: one for name, one in table.items()}.get(camera)


def is_clear(arrived: Arrived | None, exposure: float) -> bool:
    """Return whether a picture arrives as it is drawn."""
    bad = arrived is not None and bool(arrived.is_cut or arrived.blocks or arrived.noise)
    return not bad and exposure * SPECKS < FEWEST


class Arrival:
    """A full-screen pass over a finished picture."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.ctx = ctx
        self.program = shader.build(ctx, "screen.vert", "arrival.frag")
        self.array = ctx.vertex_array(self.program, [])
        shader.set_value(self.program, "source", SOURCE)
        shader.set_value(self.program, "words", WORDS)
        self.words: dict[str, moderngl.Texture] = {}  # by their language

    def draw(
        self,
        picture: Picture,
        arrived: Arrived | None,
        exposure: float,
        moment: int,
        language: str = "en",
    ) -> moderngl.Texture:
        """Return the texture of what arrives; `moment`, a frame, changes noise and specks.

        `exposure` is the dose rate at the camera [Sv/s]; specks are those of the frame that a late
        picture shows.
        """
        target, texture = picture.bad
        wide, high = texture.size
        grain = max(0.5, high / ROWS)
        cells = wide * high / (CELL * grain) ** 2
        blocks, noise, is_cut, shot = 0, 0.0, False, moment
        if arrived is not None:
            blocks, noise, is_cut = arrived.blocks, arrived.noise, arrived.is_cut
            shot = arrived.seen.frame_index
        for name, value in (
            ("blocks", blocks * wide / picture.size[0]),
            ("noise", noise),
            ("moment", moment),
            ("is_cut", int(is_cut)),
            ("specks", min(exposure * SPECKS, MOST) / cells),
            ("grain", grain),
            ("shot", shot),
        ):
            shader.set_value(self.program, name, value)
        picture.texture.use(SOURCE)
        self._words(language).use(WORDS)
        target.use()
        self.array.render(vertices=3)
        return texture

    def release(self) -> None:
        """Free the memory on the GPU."""
        for thing in (self.array, self.program, *self.words.values()):
            thing.release()

    def _words(self, language: str) -> moderngl.Texture:
        """Return the words in a language, drawn when they are first needed."""
        if language not in self.words:
            words = _draw_words(TEXT.in_language(language))
            sheet = self.ctx.texture(words.size, 1, words.tobytes(), alignment=1)
            sheet.filter = moderngl.LINEAR, moderngl.LINEAR
            self.words[language] = sheet
        return self.words[language]


def _draw_words(text: str) -> Image.Image:
    """Return the words in white on black, last row first as OpenGL has it."""
    found = importlib.util.find_spec("imgui_bundle")  # it ships the window's typeface
    assert found is not None and found.origin is not None
    file = Path(found.origin).parent / "assets" / "fonts" / "Roboto" / "Roboto-Regular.ttf"
    font = ImageFont.truetype(file, TEXT_SIZE)
    left, top, right, bottom = (round(side) for side in font.getbbox(text))
    sheet = Image.new("L", (right - left + 8, bottom - top + 8))
    ImageDraw.Draw(sheet).text((4 - left, 4 - top), text, 255, font)
    return sheet.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
