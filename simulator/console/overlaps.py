"""Widgets of a desk that lie over each other, told without drawing them."""

from itertools import combinations

from simulator.spec.models.console import ConsoleSpec, WidgetSpec

SLACK = 2.0  # px that two may have in common
LEAST = {  # width and height of each kind at least, where the file gives no size
    "push_button": (64, 40), "toggle": (48, 108), "key_switch": (80, 120), "lever": (72, 224),
    "slider": (144, 68), "knob": (100, 122), "rotary_selector": (80, 120),
    "emergency_stop": (128, 146), "lamp": (48, 68), "annunciator": (102, 40), "gauge": (130, 144),
    "bar_gauge": (60, 34), "display": (120, 56), "strip_chart": (176, 150), "attitude": (150, 180),
    "camera": (320, 240), "clock": (120, 56), "text": (136, 28),
}  # fmt: skip
Box = tuple[float, float, float, float]  # x, y, width, height


def find_overlaps(console: ConsoleSpec) -> list[tuple[str, str]]:
    """Return pairs of widgets of one card that surely lie over each other, the later one first."""
    cards: dict[str, dict[str, Box]] = {}
    for name, widget in console.panel.items():
        spot = console.layout.panel.get(name)
        if spot is not None:
            group = widget.group if widget.group in console.groups else ""
            cards.setdefault(group or "", {})[name] = _box(widget, spot)
    return [
        (later, name)
        for boxes in cards.values()
        for name, later in combinations(boxes, 2)
        if _meet(boxes[name], boxes[later])
    ]


def _box(widget: WidgetSpec, spot: tuple[float, ...]) -> Box:
    x, y, *size = spot
    wide, tall = size or LEAST[widget.type]
    return x, y, wide, tall


def _meet(one: Box, other: Box) -> bool:
    return all(
        min(one[axis] + one[axis + 2], other[axis] + other[axis + 2])
        > max(one[axis], other[axis]) + SLACK
        for axis in (0, 1)
    )
