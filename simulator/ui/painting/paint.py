"""Drawing in the design's own pixels: shapes and text on an ImDrawList, scaled and snapped.

All coordinates are design pixels (100 %) from the widget's corner set by `at`; angles are degrees,
0 up, clockwise.
"""

import math
from collections.abc import Callable, Mapping, Sequence

from imgui_bundle import imgui

from simulator.ui.areas import Rect
from simulator.ui.painting import theme
from simulator.ui.painting.pictures import Pictures

FLAGS = imgui.ImDrawFlags_
CLOSED, INSIDE = int(FLAGS.closed), int(FLAGS.stroke_inside)
SMOOTH = int(FLAGS.aa_line_ends)
SPACING = 0.6  # between capitals of a title
CAP_MIDDLE = 0.572  # middle of the capitals below the line's top, in ems (Roboto)
CORNERS = {
    "all": 0,
    "top": int(FLAGS.round_top),
    "bottom": int(FLAGS.round_bottom),
    "left": int(FLAGS.round_left),
    "right": int(FLAGS.round_right),
}
shade = imgui.internal.shade_verts_linear_color_gradient_keep_alpha
Point = tuple[float, float]


class Paint:
    """A brush: draw list, fonts, photos, scale and origin."""

    def __init__(self, fonts: theme.Fonts, scale: float, pictures: Pictures | None = None) -> None:
        self.fonts, self.pictures = fonts, pictures
        self.scale = self.whole = scale
        self.x = self.y = 0.0  # origin in device pixels
        self.marks: Callable[[], Mapping[str, str]] = dict  # of keys on this keyboard
        self._advances: dict[tuple[bool, float, float], dict[str, float]] = {}
        self._list: imgui.ImDrawList

    def onto(self, commands: imgui.ImDrawList) -> None:
        """Draw on this list from now on."""
        self._list = commands

    def rescale(self, scale: float) -> None:
        """Draw at 1 to 2 times the design's size from now on."""
        self.scale = self.whole = scale
        self._advances.clear()

    def zoom(self, share: float) -> None:
        """Draw at a share of the scale until the next `zoom`; 1 is the scale itself."""
        self.scale = self.whole * share

    def at(self, x: float, y: float) -> None:
        """Move the origin to device pixel (x, y), rounded to whole pixels."""
        self.x, self.y = float(math.floor(x + 0.5)), float(math.floor(y + 0.5))

    def over(self, commands: imgui.ImDrawList, box: Rect) -> tuple[float, float]:
        """Draw on this list from the corner of a box in device pixels on; return its size."""
        self.onto(commands)
        self.at(box[0], box[1])
        return box[2] / self.scale, box[3] / self.scale

    def point(self, x: float, y: float) -> Point:
        """Return a design point in device pixels."""
        return self.x + x * self.scale, self.y + y * self.scale

    def snap(self, x: float, y: float) -> Point:
        """Return a design point rounded to whole device pixels."""
        scale = self.scale
        return math.floor(self.x + x * scale + 0.5), math.floor(self.y + y * scale + 0.5)

    def stroke(self, thickness: float) -> float:
        """Return a stroke's width in device pixels; whole ones stay whole."""
        wide = thickness * self.scale
        return max(1.0, math.floor(wide + 0.5)) if thickness == int(thickness) else wide

    # -- filled shapes

    def fill(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        colour: int,
        r: float = 0,
        corners: str = "all",
    ) -> None:
        """Fill a rectangle with corners of radius r."""
        low, high = self.snap(x, y), self.snap(x + w, y + h)
        self._list.add_rect_filled(low, high, colour, r * self.scale, CORNERS[corners])

    def gradient(
        self, x: float, y: float, w: float, h: float, colours: tuple[int, int], r: float = 0
    ) -> None:
        """Fill a rectangle from one colour to another, top to bottom; the first has the opacity."""
        low, high = self.snap(x, y), self.snap(x + w, y + h)
        commands = self._list
        start = commands.vtx_buffer.size()
        commands.add_rect_filled(low, high, colours[0], r * self.scale)
        shade(commands, start, commands.vtx_buffer.size(), low, (low[0], high[1]), *colours)

    def disc(self, x: float, y: float, r: float, colour: int) -> None:
        """Fill a circle."""
        self._list.add_circle_filled(self.point(x, y), r * self.scale, colour)

    def ball(self, x: float, y: float, r: float, colours: tuple[int, int]) -> None:
        """Fill a circle from the first colour (top) to the second (bottom)."""
        centre, radius, commands = self.point(x, y), r * self.scale, self._list
        start = commands.vtx_buffer.size()
        commands.add_circle_filled(centre, radius, colours[0] | 0xFF000000)
        top, low = (centre[0], centre[1] - radius), (centre[0], centre[1] + radius)
        shade(commands, start, commands.vtx_buffer.size(), top, low, *colours)

    def polygon(self, points: Sequence[Point], colours: int | tuple[int, int]) -> None:
        """Fill a convex polygon, in one colour or from top to bottom."""
        places: list[imgui.ImVec2Like] = [self.point(*one) for one in clockwise(points)]
        commands = self._list
        if isinstance(colours, int):
            commands.add_convex_poly_filled(places, colours)
            return
        start = commands.vtx_buffer.size()
        commands.add_convex_poly_filled(places, colours[0] | 0xFF000000)
        top, low = (self.y + pick(y for _, y in points) * self.scale for pick in (min, max))
        shade(commands, start, commands.vtx_buffer.size(), (0, top), (0, low), *colours)

    def photo(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        path: str,
        r: float,
        corners: str = "all",
    ) -> None:
        """Cover a rectangle with a file's picture, if there is one, cut where its shape differs."""
        found = self.pictures.find(path) if self.pictures is not None else None
        if found is None or min(w, h) <= 0:
            return
        across, down = w / found.width, h / found.height
        most = max(across, down)
        u, v = (1 - across / most) / 2, (1 - down / most) / 2
        low, high = self.snap(x, y), self.snap(x + w, y + h)
        self._list.add_image_rounded(
            found.reference, low, high, (u, v), (1 - u, 1 - v), theme.WHITE, r * self.scale,
            CORNERS[corners],
        )  # fmt: skip

    # -- strokes

    def outline(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        colour: int,
        r: float = 0,
        thickness: float = 1,
    ) -> None:
        """Stroke a rectangle, inside its edge."""
        low, high = self.snap(x, y), self.snap(x + w, y + h)
        self._list.add_rect(low, high, colour, r * self.scale, self.stroke(thickness), INSIDE)

    def ring(self, x: float, y: float, r: float, colour: int, thickness: float = 1) -> None:
        """Stroke a circle; r is to the middle of the stroke."""
        wide = self.stroke(thickness)
        radius = r * self.scale + 0.5 * wide
        self._list.add_circle(self.point(x, y), radius, colour, 0, wide)

    def arc(
        self, x: float, y: float, r: float, start: float, end: float, colour: int, thickness: float
    ) -> None:
        """Stroke an arc from angle `start` to `end`; r is to the middle of the stroke."""
        commands, quarter = self._list, math.pi / 2
        first, last = math.radians(start) - quarter, math.radians(end) - quarter
        radius = r * self.scale
        parts = 2 + int(abs(last - first) * math.sqrt(radius) * 0.9)  # chords within 0.2 px
        commands.path_arc_to(self.point(x, y), radius, first, last, parts)
        commands.path_stroke(colour, self.stroke(thickness), SMOOTH)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, colour: int, thickness: float = 1
    ) -> None:
        """Stroke a line; horizontal and vertical ones are snapped to whole pixels."""
        wide = self.stroke(thickness)
        if x1 == x2:
            left, top = self.snap(x1 - thickness / 2, min(y1, y2))
            low = self.snap(x1, max(y1, y2))[1]
            self._list.add_rect_filled((left, top), (left + wide, low), colour)
        elif y1 == y2:
            left, top = self.snap(min(x1, x2), y1 - thickness / 2)
            right = self.snap(max(x1, x2), y1)[0]
            self._list.add_rect_filled((left, top), (right, top + wide), colour)
        else:
            self._list.add_line(self.point(x1, y1), self.point(x2, y2), colour, wide, SMOOTH)

    def path(
        self, points: Sequence[Point], colour: int, thickness: float = 1, closed: bool = False
    ) -> None:
        """Stroke a polyline."""
        places: list[imgui.ImVec2Like] = [self.point(*one) for one in points]
        flags = CLOSED if closed else SMOOTH
        self._list.add_polyline(places, colour, self.stroke(thickness), flags)

    def bend(self, points: Sequence[Point], colour: int, thickness: float) -> None:
        """Stroke a cubic Bezier curve through its four control points."""
        a, b, c, d = (self.point(*one) for one in points)
        self._list.add_bezier_cubic(a, b, c, d, colour, max(1.0, thickness * self.scale))

    # -- text

    def tall(self, size: float) -> float:
        """Return a line's height in whole device pixels: others are measured rounded, and blur."""
        return max(float(round(size * theme.EM * self.scale)), 1.0)

    def advances(self, size: float, is_bold: bool) -> dict[str, float]:
        """Return the known widths of single characters in device pixels."""
        return self._advances.setdefault((is_bold, size, self.scale), {})

    def width(self, text: str, size: float = 14, is_bold: bool = False) -> float:
        """Return a text's width in design pixels."""
        known = self.advances(size, is_bold)
        try:
            return sum([known[one] for one in text]) / self.scale
        except KeyError:
            font = self.fonts.bold if is_bold else self.fonts.regular
            baked = font.get_font_baked(self.tall(size))
            for one in text:
                known[one] = baked.get_char_advance(ord(one))
            return sum([known[one] for one in text]) / self.scale

    def text(
        self,
        x: float,
        y: float,
        text: str,
        colour: int = theme.TX0,
        size: float = 14,
        is_bold: bool = False,
        align: float = 0.5,
    ) -> None:
        """Write a line whose capitals' middle is at y; align 0 starts at x, 1 ends there."""
        if align:
            x -= self.width(text, size, is_bold) * align
        font = self.fonts.bold if is_bold else self.fonts.regular
        place = self.snap(x, y - CAP_MIDDLE * size)
        self._list.add_text(font, self.tall(size), place, colour, text)

    def source(self, x: float, y: float, text: str, colour: int) -> None:
        """Write a piece of a file's text, 14 high, from x on."""
        place = self.snap(x, y - CAP_MIDDLE * 14)
        self._list.add_text(self.fonts.source, self.tall(14), place, colour, text)

    def source_width(self, text: str) -> float:
        """Return the width of a piece of a file's text in design pixels."""
        baked = self.fonts.source.get_font_baked(self.tall(14))
        return sum(baked.get_char_advance(ord(one)) for one in text) / self.scale

    def icon(self, x: float, y: float, glyph: str, colour: int, size: float) -> None:
        """Draw a Font Awesome icon, centred."""
        tall = size * self.scale
        wide = self.fonts.icons.get_font_baked(tall).get_char_advance(ord(glyph))
        place = self.snap(x - 0.5 * wide / self.scale, y - size / 2)
        self._list.add_text(self.fonts.icons, tall, place, colour, glyph)

    def capitals(self, x: float, y: float, text: str, colour: int) -> None:
        """Write a title in spaced bold capitals from x on."""
        for one in text.upper():
            self.text(x, y, one, colour, 13, True, 0)
            x += self.width(one, 13, True) + SPACING

    def capitals_width(self, text: str) -> float:
        """Return how wide a title in such capitals is."""
        return self.width(text.upper(), 13, True) + SPACING * len(text)

    def picture(
        self, x: float, y: float, w: float, h: float, texture: imgui.ImTextureRef, r: float
    ) -> None:
        """Fill a rectangle with a picture whose bottom row comes first, as OpenGL stores it."""
        low, high = self.snap(x, y), self.snap(x + w, y + h)
        radius = r * self.scale
        self._list.add_image_rounded(texture, low, high, (0, 1), (1, 0), theme.WHITE, radius)

    def clip(self, x: float, y: float, w: float, h: float) -> None:
        """Draw only inside a rectangle until `unclip`."""
        self._list.push_clip_rect(self.snap(x, y), self.snap(x + w, y + h), True)

    def unclip(self) -> None:
        """End the latest `clip`."""
        self._list.pop_clip_rect()


def clockwise(points: Sequence[Point]) -> Sequence[Point]:
    """Return a convex outline the way ImGui smooths its edge: clockwise as seen."""
    (ax, ay), (bx, by), (cx, cy) = points[0], points[len(points) // 3], points[2 * len(points) // 3]
    is_clockwise = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) >= 0
    return points if is_clockwise else points[::-1]


def turn(x: float, y: float, r: float, angle: float) -> Point:
    """Return the point at distance r and angle [deg] (0 up, clockwise) from (x, y)."""
    radians = math.radians(angle)
    return x + r * math.sin(radians), y - r * math.cos(radians)


def turned_box(
    x: float, y: float, angle: float, left: float, top: float, right: float, bottom: float, r: float
) -> list[Point]:
    """Return a rounded rectangle's outline, given around (0, 0), turned by `angle` about (x, y)."""
    sine, cosine = math.sin(math.radians(angle)), math.cos(math.radians(angle))
    points = []
    for cx, cy, start in (
        (right - r, top + r, 0),
        (right - r, bottom - r, 90),
        (left + r, bottom - r, 180),
        (left + r, top + r, 270),
    ):
        for step in range(5):
            px, py = turn(cx, cy, r, start + step * 22.5)
            points.append((x + px * cosine - py * sine, y + px * sine + py * cosine))
    return points
