"""What the widgets of a panel are wired by: the signals that each makes, and those it shows."""

from collections.abc import Mapping

from ..models.console import INDICATORS, ConsoleSpec, WidgetSpec

THUMB = "button"  # of a two-axis lever: the signal `lever.button`
ATTITUDE = {"roll": ("rad",), "pitch": ("rad",), "heading": ("rad",), "slip": ("1",)}
NOT_WIRED = ("camera", "text")  # what they show is no signal


def made_by(name: str, widget: WidgetSpec) -> list[str]:
    """Return the names of the signals that a widget makes, in the order of the panel's input."""
    if widget.type in INDICATORS:
        return []
    if widget.type != "lever" or widget.axes == 1:
        return [name]
    return [f"{name}.x", f"{name}.y", *([f"{name}.{THUMB}"] if widget.button else [])]


def axes_of(name: str, widget: WidgetSpec) -> list[str]:
    """Return the signals that a widget makes, without that of a thumb button."""
    return [one for one in made_by(name, widget) if not is_thumb(one, widget)]


def is_thumb(signal: str, widget: WidgetSpec) -> bool:
    """Return whether a signal that a widget makes is that of a thumb button."""
    return widget.button and signal.rpartition(".")[2] == THUMB


def is_pressed(signal: str, widget: WidgetSpec) -> bool:
    """Return whether a signal that a widget makes is 1 only while something is pressed."""
    return widget.type == "push_button" or is_thumb(signal, widget)


def shown_by(name: str, widget: WidgetSpec) -> dict[str, tuple[str, ...]]:
    """Return what `outputs` may drive of an indicator, each with its units (none = any).

    A strip chart has a name for each of its traces, an attitude indicator for each of its angles.
    """
    if widget.type not in INDICATORS or widget.type in NOT_WIRED:
        return {}
    if widget.type == "strip_chart":
        return {f"{name}.{trace}": () for trace in widget.traces}
    if widget.type == "attitude":
        return {f"{name}.{angle}": units for angle, units in ATTITUDE.items()}
    return {name: ("s",) if widget.type == "clock" else ()}


def find_shown(panel: Mapping[str, WidgetSpec], target: str) -> str | None:
    """Return the indicator that an output drives, by its own name or by a part's."""
    whole = target.rpartition(".")[0]
    names = [name for name in (target, whole) if name in panel]
    return next((name for name in names if target in shown_by(name, panel[name])), None)


def acknowledged_by(console: ConsoleSpec, button: str) -> list[str]:
    """Return the annunciators that a push button acknowledges: `all` are those of its console."""
    wanted, head = console.panel[button].acknowledges, button.rpartition(".")[0]
    tiles = [name for name, one in console.panel.items() if one.type == "annunciator"]
    if wanted == "all":
        return [name for name in tiles if name.rpartition(".")[0] == head]
    return [name for name in tiles if name in wanted]
