"""Every widget type with the functions that measure and draw it."""

from collections.abc import Callable
from typing import NamedTuple

from simulator.spec.models.console import WidgetSpec
from simulator.ui.areas import Rect
from simulator.ui.painting.paint import Paint
from simulator.ui.widgets import (
    attitude,
    bars,
    buttons,
    cameras,
    chart,
    displays,
    gauges,
    lamps,
    levers,
    sliders,
    stops,
    switches,
    tiles,
    toggles,
    words,
)
from simulator.ui.widgets.face import Face

Draw = Callable[[Paint, Face], None]


def whole(f: Face) -> Rect:
    """Return the whole cell."""
    return 0, 0, f.w, f.h


class Kind(NamedTuple):
    """`still` draws what only a new layout changes, `live` what may move in every frame."""

    size: Callable[[Paint, Face], tuple[float, float]]
    still: Draw
    live: Draw
    hit: Callable[[Face], Rect] = whole


KINDS = {
    "push_button": Kind(buttons.size, buttons.still, buttons.live),
    "toggle": Kind(toggles.size, toggles.still, toggles.live, toggles.hit),
    "key_switch": Kind(switches.size, switches.still, switches.live, switches.hit),
    "rotary_selector": Kind(switches.size, switches.still, switches.live, switches.hit),
    "lever": Kind(levers.size, levers.still, levers.live, levers.hit),
    "joystick": Kind(
        levers.square_size, levers.square_still, levers.square_live, levers.square_hit
    ),
    "slider": Kind(sliders.size, sliders.still, sliders.live, sliders.hit),
    "knob": Kind(sliders.knob_size, sliders.knob_still, sliders.knob_live, sliders.knob_hit),
    "emergency_stop": Kind(stops.size, stops.still, stops.live, stops.hit),
    "lamp": Kind(lamps.size, lamps.still, lamps.live),
    "annunciator": Kind(tiles.size, tiles.still, tiles.live),
    "gauge": Kind(gauges.size, gauges.still, gauges.live, gauges.hit),
    "bar_gauge": Kind(bars.size, bars.still, bars.live),
    "strip": Kind(bars.strip_size, bars.strip_still, bars.strip_live),
    "display": Kind(displays.size, displays.still, displays.live),
    "words": Kind(words.size, words.still, words.live),
    "clock": Kind(words.clock_size, words.still, words.clock_live),
    "strip_chart": Kind(chart.size, chart.still, chart.live),
    "attitude": Kind(attitude.size, attitude.still, attitude.live),
    "camera": Kind(cameras.size, cameras.still, cameras.live),
    "text": Kind(tiles.plate_size, tiles.plate_still, tiles.plate_live),
}


def name(spec: WidgetSpec) -> str:
    """Return a widget's kind: its type, unless its lines ask for another shape.

    A lever of two axes is a "joystick", a bar gauge without a unit a lying "strip", a display of
    texts is "words".
    """
    if spec.type == "display" and spec.texts:
        return "words"
    if spec.type == "lever" and spec.axes == 2:
        return "joystick"
    return "strip" if spec.type == "bar_gauge" and spec.unit is None else spec.type
