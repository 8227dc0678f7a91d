"""What a scripted operator's file must be, alone and for its scene."""

from collections.abc import Collection, Mapping

from ..errors import KeyPath
from ..models.console import LEVERS, WidgetSpec
from ..models.script import PICTURES, ActionSpec, ScriptSpec
from ..naming.widget_signals import is_thumb, made_by
from ..reading.report import Report
from ..suggest import nearest
from .console import check_value
from .exercise import check_span


def check_script(report: Report, script: ScriptSpec) -> None:
    """Check what a script says by itself."""
    for row, action in enumerate(script.actions):
        path = ("actions", row)
        if not report.is_sound(path):
            continue
        until = action.until
        if until is not None and until.above is None and until.below is None:
            report.add((*path, "until"), "E701", "a condition needs `above` or `below`", key=True)
        elif until is not None:
            check_span(report, (*path, "until"), until.above, until.below, "E701")
        for place, move in enumerate(action.move):
            if move.gain == 0.0:
                text = "the lever never moves: it is deflected by `gain` times the way that is left"
                report.add((*path, "move", place, "gain"), "E304", text)
            if move.widget in [other.widget for other in action.move[:place]]:
                text = f"{move.widget!r} is moved in this action already"
                report.add((*path, "move", place, "widget"), "E431", text)
        if action.shot is not None and _escapes(action.shot):
            message = "a picture's path must stay inside the output folder"
            report.add((*path, "shot"), "E202", message)
        elif action.shot is not None and not action.shot.lower().endswith(PICTURES):
            message = f"{action.shot!r} is not one of the kinds {', '.join(PICTURES)}"
            report.add((*path, "shot"), "E209", message)


def check_script_names(
    report: Report,
    script: ScriptSpec,
    known: Mapping[str, Collection[str]],
    panel: Mapping[str, WidgetSpec],
) -> None:
    """Check the controls, their values and the signals of a script against its scene's."""
    controls = {made: one for name, one in panel.items() for made in made_by(name, one)}
    inputs, signals, buttons = known["inputs"], known["signals"], known["buttons"]
    for row, action in enumerate(script.actions):
        path = ("actions", row)
        for name, value in action.set.items():
            _check(report, (*path, "set", name), name, inputs, "control", key=True)
            if (widget := controls.get(name)) is not None and not is_thumb(name, widget):
                check_value(report, (*path, "set", name), widget, value, "the value")
        for place, name in enumerate(action.press):
            if name in known["controls"] and name not in buttons:
                message = f"{name} cannot be pressed; `set` gives it a value"
                report.add((*path, "press", place), "E305", message)
            else:
                _check(report, (*path, "press", place), name, buttons, "control")
        for place, move in enumerate(action.move):
            widget = controls.get(move.widget)
            if widget is not None and (widget.type not in LEVERS or is_thumb(move.widget, widget)):
                message = f"{move.widget} cannot be moved little by little; `set` gives it a value"
                report.add((*path, "move", place, "widget"), "E305", message)
        _check_signals(report, path, action, inputs, signals)


def _check_signals(
    report: Report, path: KeyPath, action: ActionSpec, inputs: Collection[str],
    signals: Collection[str],
) -> None:  # fmt: skip
    for place, move in enumerate(action.move):
        _check(report, (*path, "move", place, "widget"), move.widget, inputs, "control")
        _check(report, (*path, "move", place, "signal"), move.signal, signals, "signal")
    if action.until is not None:
        name = action.until.signal
        _check(report, (*path, "until", "signal"), name, signals, "signal")


def _check(
    report: Report,
    path: KeyPath,
    name: str,
    known: Collection[str],
    what: str,
    *,
    key: bool = False,
) -> None:
    if name not in known:
        message = f"the scene has no {what} {name!r}"
        report.add(path, "E401", message, nearest(name, known), key=key)


def _escapes(path: str) -> bool:
    parts = path.replace("\\", "/").split("/")
    return path.startswith(("/", "\\", "~")) or ".." in parts or ":" in parts[0] or "\0" in path
