"""What a scripted operator's file must be, alone and for its scene."""

from collections.abc import Collection

from .report import Path, Report
from .script import ActionSpec, ScriptSpec
from .suggest import nearest


def check_script(report: Report, script: ScriptSpec) -> None:
    """Check what a script says by itself."""
    for row, action in enumerate(script.actions):
        path = ("actions", row)
        if not report.is_sound(path):
            continue
        until = action.until
        if until is not None and until.above is None and until.below is None:
            report.add((*path, "until"), "E701", "a condition needs `above` or `below`", key=True)
        if action.shot is not None and _escapes(action.shot):
            message = "a picture's path must stay inside the output folder"
            report.add((*path, "shot"), "E202", message)


def check_script_names(
    report: Report, script: ScriptSpec, controls: Collection[str], signals: Collection[str]
) -> None:
    """Check the controls and signals that a script names against its scene's."""
    for row, action in enumerate(script.actions):
        path = ("actions", row)
        for name in action.set:
            _check(report, (*path, "set", name), name, controls, "control", key=True)
        for place, name in enumerate(action.press):
            _check(report, (*path, "press", place), name, controls, "control")
        _check_signals(report, path, action, controls, signals)


def _check_signals(
    report: Report, path: Path, action: ActionSpec, controls: Collection[str],
    signals: Collection[str],
) -> None:  # fmt: skip
    for place, move in enumerate(action.move):
        _check(report, (*path, "move", place, "widget"), move.widget, controls, "control")
        _check(report, (*path, "move", place, "signal"), move.signal, signals, "signal")
    if action.until is not None:
        name = action.until.signal
        _check(report, (*path, "until", "signal"), name, signals, "signal")


def _check(
    report: Report, path: Path, name: str, known: Collection[str], what: str, *, key: bool = False
) -> None:
    if name not in known:
        message = f"the scene has no {what} {name!r}"
        report.add(path, "E401", message, nearest(name, known), key=key)


def _escapes(path: str) -> bool:
    parts = path.replace("\\", "/").split("/")
    return path.startswith(("/", "\\", "~")) or ".." in parts or ":" in parts[0] or "\0" in path
