"""Every kind of widget drawn small, with something to show: the palette of the desk's editor."""

import math
from functools import lru_cache

from simulator.laying import palette
from simulator.spec.models.console import GAUGES, WidgetSpec
from simulator.ui.painting.paint import Paint
from simulator.ui.widgets import kinds
from simulator.ui.widgets.face import Curve, Face

ZOOMS = (0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.75, 1.0)  # few, for letters are made for each
SHARE = 0.62  # of its scale that a widget shows
WAVE = tuple((n / 60, 0.7 * math.sin(n / 7)) for n in range(61))


@lru_cache(maxsize=64)
def sample(kind: str, language: str) -> Face:
    """Return a widget of a kind as it comes from the palette, with something to show."""
    data = dict(palette.ITEMS[kind].data)
    if kind == "camera":
        data["camera"] = "camera"
    spec = WidgetSpec.model_validate({"label": palette.title_of(kind).model_dump(), **data})
    face = Face(kind, spec, language)
    face.labels = tuple(one.in_language(language) for one in spec.positions)
    if kind in ("slider", "knob", *GAUGES):
        face.value = face.drawn = face.low + SHARE * (face.high - face.low)
    elif kind == "attitude":
        face.value, face.second = face.drawn, face.drawn_second = 15.0, 8.0
    elif kind == "lamp":
        face.value = face.drawn = 1.0
    face.curves = tuple(Curve((WAVE,), WAVE[-1][1]) for _ in spec.traces)
    face.figures = face.number(face.value)
    return face


def draw(p: Paint, x: float, y: float, w: float, h: float, kind: str, language: str) -> None:
    """Draw a kind of widget in the middle of a box, as large as it fits."""
    face = sample(kind, language)
    look = kinds.KINDS[kinds.name(face.spec)]
    face.w, face.h = look.size(p, face)
    share = min(w / face.w, h / face.h)
    zoom = max((one for one in ZOOMS if one <= share), default=ZOOMS[0])
    at = p.point(x + (w - face.w * zoom) / 2, y + (h - face.h * zoom) / 2)
    before = p.x, p.y
    p.zoom(zoom)
    p.at(*at)
    look.still(p, face)
    look.live(p, face)
    p.zoom(1)
    p.at(*before)
