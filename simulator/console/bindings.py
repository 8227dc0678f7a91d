"""Checks the keys and gamepad controls of a console file, and lists them for the help page."""

from collections.abc import Iterator

from simulator.console import control, keyboard
from simulator.spec.models.console import INDICATORS, ConsoleSpec, WidgetSpec
from simulator.spec.reading.source import Told
from simulator.spec.suggest import nearest, remark

PLAIN = "write a Latin letter or a name like LEFT"

# How many keys a widget may have.
KEY_COUNTS = {
    "push_button": (1, 2, 3, 4), "emergency_stop": (1, 2), "toggle": (1, 2), "key_switch": (1, 2),
    "rotary_selector": (1, 2), "slider": (2,), "knob": (2,), "lever": (2,),
}  # fmt: skip


def find_problems(console: ConsoleSpec) -> list[Told]:
    """Return every fault of the bindings, by its path in the console file.

    Codes: unknown-key, reserved-key, key-bound-twice, key-count, control-bound-twice,
    control-count, not-an-input.
    """
    problems: list[Told] = []
    keys: dict[str, str] = {}
    controls: dict[str, str] = {}
    for widget, spec in console.panel.items():
        if spec.type in INDICATORS:
            problems += _unwanted(widget, spec)
            continue
        problems += _check_keys(widget, spec, keys)
        problems += _check_gamepad(widget, spec, controls)
    return problems


def _unwanted(widget: str, spec: WidgetSpec) -> Iterator[Told]:
    for field in ("keys", "gamepad"):
        if getattr(spec, field):
            yield Told(
                ("panel", widget, field), "not-an-input", f"a {spec.type} only shows: no {field}"
            )


def _check_keys(widget: str, spec: WidgetSpec, seen: dict[str, str]) -> Iterator[Told]:
    allowed = _count_keys(spec)
    if spec.keys and len(spec.keys) not in allowed:
        wanted = " or ".join(str(count) for count in allowed)
        message = f"a {spec.type} takes {wanted} keys, not {len(spec.keys)}"
        if len(spec.keys) == 1 and spec.axes == 1:
            message += ": one key alone never brings it back"
        yield Told(("panel", widget, "keys"), "key-count", message)
    for place, text in enumerate(spec.keys):
        path = ("panel", widget, "keys", place)
        key = keyboard.read_key(text)
        if key is None:
            near = nearest(text.upper(), sorted(keyboard.KEYS))
            hint = f"did you mean {near}?{remark(near, text.upper())}" if near else PLAIN
            yield Told(path, "unknown-key", f"unknown key {text}; {hint}")
        elif key in keyboard.PROGRAM_KEYS:
            action = keyboard.PROGRAM_KEYS[key]
            yield Told(
                path, "reserved-key", f"{key} belongs to the program ({action}); take another key"
            )
        elif key in seen:
            yield Told(path, "key-bound-twice", f"{key} already works {seen[key]}")
        else:
            seen[key] = widget


def _count_keys(spec: WidgetSpec) -> tuple[int, ...]:
    """Return how many keys a widget may have; a spring brings a lever back, as a pedal."""
    if spec.type == "lever" and spec.axes == 2:
        return (4, 5) if spec.button else (4,)
    if spec.type == "lever" and spec.spring_return:
        return (1, 2)
    return KEY_COUNTS[spec.type]


def _check_gamepad(widget: str, spec: WidgetSpec, seen: dict[str, str]) -> Iterator[Told]:
    axes = len(control.list_controls(widget, spec))
    if len(spec.gamepad) > axes:
        message = f"{len(spec.gamepad)} gamepad bindings for {axes} axis"
        yield Told(("panel", widget, "gamepad"), "control-count", message)
    for place, binding in enumerate(spec.gamepad):
        if binding.control in seen:
            path = ("panel", widget, "gamepad", place, "control")
            message = f"{binding.control} already works {seen[binding.control]}"
            yield Told(path, "control-bound-twice", message)
        seen.setdefault(binding.control, widget)


def list_keys(console: ConsoleSpec) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Return (widget, its keys, its gamepad controls) of every bound widget, in file order."""
    return [
        (widget, tuple(spec.keys), tuple(binding.control for binding in spec.gamepad))
        for widget, spec in console.panel.items()
        if spec.keys or spec.gamepad
    ]
