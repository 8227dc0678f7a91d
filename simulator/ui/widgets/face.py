"""What one widget of the desk shows and where: plain data that the drawing functions read."""

import math
from dataclasses import dataclass, field
from typing import NamedTuple

from imgui_bundle import imgui

from simulator.spec.fields import Text
from simulator.spec.models.console import WidgetSpec
from simulator.ui.painting import theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases


class Curve(NamedTuple):
    """A trace of a strip chart: lines of (share of the span, value), and its newest value."""

    lines: tuple[tuple[tuple[float, float], ...], ...] = ()
    newest: float = math.nan  # in shown units; NaN = lost


@dataclass(slots=True)
class Face:
    """One widget; sizes are design pixels, `x`, `y` the cell's corner in device pixels."""

    name: str
    spec: WidgetSpec
    language: str = "en"
    compact: bool = False
    x: float = 0.0
    y: float = 0.0
    w: float = 0.0
    h: float = 0.0
    zoom: float = 1.0  # a design pixel is so many of the window's
    value: float = 0.0  # of the control or the signal, in shown units for indicators
    second: float = 0.0  # second axis of a two-axis lever
    drawn: float = 0.0  # the picture follows the value
    drawn_second: float = 0.0
    figures: str = ""  # the value as text, renewed at 5 Hz
    hover: float = 0.0  # 0 to 1, in eighths
    is_held: bool = False
    is_focused: bool = False
    is_disabled: bool = False
    is_faulty: bool = False  # the signal is not a number
    is_missing: bool = False  # nothing drives it
    is_accepted: bool = False  # an annunciator's alarm was acknowledged
    is_kept: bool = False  # an annunciator's alarm is over, but was not acknowledged
    is_thumb: bool = False  # a joystick's thumb button is down
    is_dark: bool = False  # the dark half of a blink
    guard: float = 1.0  # 0 closed, 1 open
    labels: tuple[str, ...] = field(default=())  # of the positions, in the language
    parts: dict[str, float] = field(default_factory=dict)  # further angles of an attitude indicator
    curves: tuple[Curve, ...] = ()  # of a strip chart
    drawn_of: object = None  # what the curves were made of
    cursor: float | None = None  # where the pointer is on a strip chart, 0 to 1
    picture: imgui.ImTextureRef | None = None  # of a camera

    @property
    def low(self) -> float:
        """Lower end of the scale."""
        return min(self.spec.range)

    @property
    def high(self) -> float:
        """Upper end of the scale."""
        return max(self.spec.range)

    @property
    def label(self) -> str:
        """The widget's name for the operator."""
        own = self.name.rpartition(".")[2]  # without the robot's name
        return say(self.spec.label, self.language) if self.spec.label else own

    @property
    def unit(self) -> str:
        """The unit, in the language."""
        return say(self.spec.unit, self.language)

    @property
    def is_on(self) -> bool:
        """Whether a two-state widget is on."""
        return self.value >= 0.5 or self.is_kept

    @property
    def is_new(self) -> bool:
        """Whether an annunciator calls for somebody to acknowledge it."""
        return (self.spec.kind == "warning" or self.spec.latch) and not self.is_accepted

    @property
    def is_dead(self) -> bool:
        """Whether there is no value to show."""
        return self.is_disabled or self.is_faulty or self.is_missing

    def share(self, value: float) -> float:
        """Return where a value lies on the scale, 0 to 1."""
        span = self.high - self.low
        return min(max((value - self.low) / span, 0.0), 1.0) if span > 0 else 0.0

    def level(self, value: float) -> str:
        """Return the level of the zone that holds a value; "" outside all zones."""
        for level in ("warning", "caution", "normal"):
            for zone in self.spec.zones:
                if zone.level == level and min(zone.range) <= value <= max(zone.range):
                    return level
        return ""

    def value_colour(self) -> int:
        """Return the colour of the value's text."""
        level = self.level(self.value)
        return theme.LEVELS[level] if level in ("caution", "warning") else theme.TX0

    def number(self, value: float) -> str:
        """Return a value with the widget's decimals, as written in the language."""
        return phrases.number(value, self.spec.decimals, self.language)


def say(text: Text | None, language: str) -> str:
    """Return a text of a file in a language; nothing for None."""
    return text.in_language(language) if text else ""


def widest(p: Paint, text: Text | None, size: float, is_bold: bool = False) -> float:
    """Return the greater width of a text's two languages, so that no control ever moves."""
    return max(p.width(text.ru, size, is_bold), p.width(text.en, size, is_bold)) if text else 0.0


def label_width(p: Paint, f: Face, size: float = 13, is_bold: bool = False) -> float:
    """Return the width to reserve for a widget's label."""
    return widest(p, f.spec.label, size, is_bold) or p.width(f.name, size, is_bold)


def caption_colour(f: Face) -> int:
    """Return the colour of a label."""
    return theme.DIS if f.is_disabled else theme.TX1
