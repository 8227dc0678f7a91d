"""What a console must be, beyond types and references; its diagram is checked by the diagram."""

from .console import INDICATORS, ConsoleSpec, WidgetSpec
from .report import Path, Report
from .suggest import nearest

SWITCHES = ("key_switch", "rotary_selector")
SCALES = ("lever", "slider", "knob", "gauge", "bar_gauge")
GAUGES = ("gauge", "bar_gauge", "display")


def check_console(report: Report, console: ConsoleSpec) -> None:
    """Check widgets and that no two things make a signal of one name."""
    _check_names(report, console)
    for name, widget in console.panel.items():
        if report.is_sound(("panel", name)):
            _check_widget(report, ("panel", name), widget)
    for name in console.layout.panel:
        if name not in console.panel:
            near = nearest(name, console.panel)
            message = f"there is no widget {name!r}"
            report.add(("layout", "panel", name), "E401", message, near, key=True)


def input_signals(name: str, widget: WidgetSpec) -> list[str]:
    """Return the names of the signals that a widget makes."""
    if widget.type in INDICATORS:
        return []
    two = widget.type == "lever" and widget.axes == 2
    return [f"{name}.x", f"{name}.y"] if two else [name]


def _check_names(report: Report, console: ConsoleSpec) -> None:
    made = {name: "panel" for name, widget in console.panel.items() if input_signals(name, widget)}
    for section in ("constants", "diagram"):
        for name in getattr(console, section):
            if name in made:
                message = f"the signal {name!r} is already made in `{made[name]}`"
                report.add((section, name), "E601", message, key=True)
            made.setdefault(name, section)


def _check_widget(report: Report, path: Path, widget: WidgetSpec) -> None:
    if widget.axes == 2 and widget.type != "lever":
        report.add((*path, "axes"), "E603", f"a {widget.type} has one axis; only a lever has two")
    if widget.type in SWITCHES and len(widget.positions) < 2:
        message = f"a {widget.type} needs at least 2 positions; it has {len(widget.positions)}"
        report.add((*path, "positions"), "E602", message)
    elif widget.positions and widget.type not in (*SWITCHES, "toggle"):
        report.add((*path, "positions"), "E603", f"a {widget.type} has no positions", key=True)
    if widget.type == "text" and widget.text is None and widget.label is None:
        report.add(path, "E602", "a text needs its `text`", key=True)
    if widget.zones and widget.type not in GAUGES:
        message = f"a {widget.type} has no zones; a gauge, bar_gauge or display does"
        report.add((*path, "zones"), "E603", message, key=True)
    if widget.type in SCALES and widget.range[0] >= widget.range[1]:
        low, high = widget.range
        message = f"the range must rise: {low:g} is not below {high:g}"
        report.add((*path, "range"), "E604", message)
        return
    _check_zones(report, path, widget)
    if widget.type not in INDICATORS:
        _check_start(report, path, widget)


def _check_zones(report: Report, path: Path, widget: WidgetSpec) -> None:
    low, high = widget.range
    for row, zone in enumerate(widget.zones):
        place = (*path, "zones", row, "range")
        if zone.range[0] >= zone.range[1]:
            message = f"the range must rise: {zone.range[0]:g} is not below {zone.range[1]:g}"
            report.add(place, "E604", message)
        elif widget.type in SCALES and not low <= zone.range[0] < zone.range[1] <= high:
            message = f"the zone leaves the range [{low:g}, {high:g}] of the {widget.type}"
            report.add(place, "E604", message)


def _check_start(report: Report, path: Path, widget: WidgetSpec) -> None:
    starts = widget.start if isinstance(widget.start, tuple) else (widget.start,)
    place = (*path, "start")
    if len(starts) == 2 and widget.axes != 2:
        report.add(place, "E605", f"a {widget.type} of one axis starts at one number")
        return
    if "start" not in widget.model_fields_set:
        return
    low, high = widget.range if widget.type in SCALES else (0.0, 1.0)
    if widget.type in SWITCHES:
        high = len(widget.positions) - 1
    for start in starts:
        whole = widget.type in SCALES or start == int(start)
        if not low <= start <= high or not whole:
            message = f"the start {start:g} is not one of the values {low:g} to {high:g}"
            report.add(place, "E605", message)
