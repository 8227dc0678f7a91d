"""A figure as a PNG picture."""

from itertools import pairwise
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from .figure import Box, Figure, Line, Words

SCALE, FINER = 2, 2  # pixels per px; drawn so much finer for smooth edges
ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
DASH = 7.0  # [px]


def draw(figure: Figure) -> Image.Image:
    """Return the picture of a figure, two pixels a px."""
    factor = SCALE * FINER
    size = round(figure.width * factor), round(figure.height * factor)
    picture = Image.new("RGB", size, "#FFFFFF")
    brush = ImageDraw.Draw(picture)
    fonts: dict[tuple[float, bool], ImageFont.FreeTypeFont] = {}
    for part in figure.parts:
        if isinstance(part, Box):
            corners = [part.x, part.y, part.x + part.width, part.y + part.height]
            brush.rectangle([factor * value for value in corners], fill=part.fill)
        elif isinstance(part, Line):
            _stroke(brush, part, factor)
        else:
            font = fonts.setdefault((part.size, part.bold), _font(part, factor))
            place = factor * part.x, factor * part.y
            brush.text(place, part.text, part.colour, font, ANCHORS[part.anchor])
    return picture.resize((size[0] // FINER, size[1] // FINER), Image.Resampling.BOX)


def _stroke(brush: ImageDraw.ImageDraw, line: Line, factor: float) -> None:
    points = [(factor * x, factor * y) for x, y in line.points.tolist()]
    width = max(1, round(factor * line.width))
    if not line.dashed:
        brush.line(points, line.colour, width, "curve")
        return
    walked, dash = 0.0, DASH * factor
    for (x0, y0), (x1, y1) in pairwise(points):
        if int(walked / dash) % 2 == 0:
            brush.line([(x0, y0), (x1, y1)], line.colour, width)
        walked += ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5


def _font(words: Words, factor: float) -> ImageFont.FreeTypeFont:
    from simulator.ui.painting import theme  # the window's typefaces have Cyrillic letters

    name = "Roboto-Bold.ttf" if words.bold else "Roboto-Regular.ttf"
    return ImageFont.truetype(Path(theme.ASSETS) / "Roboto" / name, factor * words.size)
