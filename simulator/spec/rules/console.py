"""What a console must be, beyond types and references; its diagram is checked by the diagram."""

from ..errors import KeyPath
from ..models.console import GAUGES, INDICATORS, LEVERS, SWITCHES, ConsoleSpec, WidgetSpec
from ..naming.widget_signals import made_by
from ..reading.report import Report
from ..suggest import nearest

SCALES = (*LEVERS, "gauge", "bar_gauge")
ZONED = (*GAUGES, "strip_chart", "clock")
# Keys that only some types have.
OWN = {
    "detents": ("lever",),
    "button": ("lever",),
    "texts": ("display",),
    "traces": ("strip_chart",),
    "span": ("strip_chart",),
    "camera": ("camera",),
    "countdown": ("clock",),
    "latch": ("annunciator",),
    "acknowledges": ("push_button",),
    "lamp_test": ("push_button",),
}
NEEDED = {"strip_chart": "traces", "camera": "camera"}


def check_console(report: Report, console: ConsoleSpec) -> None:
    """Check widgets and that no two things make a signal of one name."""
    _check_names(report, console)
    for name, widget in console.panel.items():
        if report.is_sound(("panel", name)):
            _check_widget(report, ("panel", name), widget)
            _check_acknowledged(report, ("panel", name, "acknowledges"), widget, console)
    for name in console.layout.panel:
        if name not in console.panel and not report.lacks_section:
            near = nearest(name, console.panel)
            message = f"there is no widget {name!r}"
            report.add(("layout", "panel", name), "E401", message, near, key=True)


def _check_names(report: Report, console: ConsoleSpec) -> None:
    made = {name: "panel" for name, widget in console.panel.items() if made_by(name, widget)}
    for section in ("constants", "diagram"):
        for name in getattr(console, section):
            if name in made:
                message = f"the signal {name!r} is already made in `{made[name]}`"
                report.add((section, name), "E601", message, key=True)
            made.setdefault(name, section)


def _check_widget(report: Report, path: KeyPath, widget: WidgetSpec) -> None:
    _check_own_keys(report, path, widget)
    if widget.axes == 2 and widget.type != "lever":
        report.add((*path, "axes"), "E603", f"a {widget.type} has one axis; only a lever has two")
    if widget.type in SWITCHES and len(widget.positions) < 2:
        message = f"a {widget.type} needs at least 2 positions; it has {len(widget.positions)}"
        report.add((*path, "positions"), "E602", message)
    elif widget.positions and widget.type not in (*SWITCHES, "toggle"):
        report.add((*path, "positions"), "E603", f"a {widget.type} has no positions", key=True)
    if widget.type == "text" and widget.text is None and widget.label is None:
        report.add(path, "E602", "a text needs its `text`", key=True)
    if widget.zones and widget.type not in ZONED:
        message = f"{_a(widget.type)} has no zones; {_or(ZONED)} does"
        report.add((*path, "zones"), "E603", message, key=True)
    if widget.type in (*SCALES, "strip_chart") and widget.range[0] >= widget.range[1]:
        low, high = widget.range
        message = f"the range must rise: {low:g} is not below {high:g}"
        report.add((*path, "range"), "E604", message)
        return
    _check_zones(report, path, widget)
    _check_detents(report, path, widget)
    if widget.type not in INDICATORS:
        _check_start(report, path, widget)


def _check_own_keys(report: Report, path: KeyPath, widget: WidgetSpec) -> None:
    for key, types in OWN.items():
        if key in widget.model_fields_set and widget.type not in types:
            message = f"{_a(widget.type)} has no {key}; {_or(types)} does"
            report.add((*path, key), "E603", message, key=True)
    needed = NEEDED.get(widget.type)
    if needed and not getattr(widget, needed):
        report.add(path, "E602", f"a {widget.type} needs its `{needed}`", key=True)
    if widget.button and widget.axes != 2:
        message = "only a lever with `axes: 2` has a thumb button"
        report.add((*path, "button"), "E603", message, key=True)


def _or(types: tuple[str, ...]) -> str:
    *others, last = types
    return f"{_a(', '.join(others))} or {last}" if others else _a(last)


def _a(words: str) -> str:
    return f"an {words}" if words[0] in "aeiou" else f"a {words}"


def _check_detents(report: Report, path: KeyPath, widget: WidgetSpec) -> None:
    if widget.detents and widget.axes == 2:
        message = "a lever with two axes has no detents"
        report.add((*path, "detents"), "E603", message, key=True)
    low, high = widget.range
    for row, detent in enumerate(widget.detents):
        if not low <= detent <= high:
            message = f"the detent {detent:g} is outside the range [{low:g}, {high:g}]"
            report.add((*path, "detents", row), "E605", message)


def _check_acknowledged(
    report: Report, path: KeyPath, widget: WidgetSpec, console: ConsoleSpec
) -> None:
    tiles = [name for name, one in console.panel.items() if one.type == "annunciator"]
    for row, name in enumerate(widget.acknowledges if widget.acknowledges != "all" else []):
        if name not in tiles:
            message = f"there is no annunciator {name!r}"
            report.add((*path, row), "E401", message, nearest(name, tiles))


def _check_zones(report: Report, path: KeyPath, widget: WidgetSpec) -> None:
    low, high = widget.range
    for row, zone in enumerate(widget.zones):
        place = (*path, "zones", row, "range")
        if zone.range[0] > zone.range[1] or (zone.range[0] == zone.range[1] and not widget.texts):
            message = f"the range must rise: {zone.range[0]:g} is not below {zone.range[1]:g}"
            report.add(place, "E604", message)
        elif widget.type in SCALES and not low <= zone.range[0] < zone.range[1] <= high:
            message = f"the zone leaves the range [{low:g}, {high:g}] of the {widget.type}"
            if "range" not in widget.model_fields_set:
                report.add(place, "E604", f"{message}; give its `range`")
                return
            report.add(place, "E604", message)


def _check_start(report: Report, path: KeyPath, widget: WidgetSpec) -> None:
    starts = widget.start if isinstance(widget.start, tuple) else (widget.start,)
    place = (*path, "start")
    if len(starts) == 2 and widget.axes != 2:
        report.add(place, "E605", f"a {widget.type} of one axis starts at one number")
        return
    if "start" not in widget.model_fields_set:
        return
    for start in starts:
        check_value(report, place, widget, start, "the start")


def check_value(report: Report, path: KeyPath, widget: WidgetSpec, value: float, what: str) -> None:
    """Check that a control can stand at a value; one of two axes is asked for each."""
    low, high = widget.range if widget.type in SCALES else (0.0, 1.0)
    if widget.type in SWITCHES:
        high = len(widget.positions) - 1
    if not low <= value <= high or not (widget.type in SCALES or value == int(value)):
        message = f"{what} {value:g} is not one of the values {low:g} to {high:g}"
        report.add(path, "E605", message)
