"""Keys and gamepad controls bound by pressing them: what is asked for next, and what is told."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, get_args

from simulator.console import axis, keyboard
from simulator.spec.models.console import LEVERS, SWITCHES, AxisBinding, ConsoleSpec, WidgetSpec

CONTROLS = get_args(AxisBinding.model_fields["control"].annotation)
FAR = 0.6  # share of an axis' travel that counts as moved
WRITTEN = {name: mark for mark, name in keyboard.MARKS.items() if len(mark) == 1}
WRITTEN = {name: mark for name, mark in WRITTEN.items() if mark not in " +*"}


class Press(NamedTuple):
    """What has been pressed so far for a widget, and what is asked for next: a row of `asked`.

    `asked` are "press" of a button, "less" and "more" of a scale, "back" and "on" of a switch, and
    "left", "right", "down", "up", "thumb" of a lever with two axes; of gamepads the ends "more",
    "right" and "up".
    """

    widget: str
    is_gamepad: bool
    asked: tuple[str, ...]
    taken: tuple[Any, ...] = ()
    complaint: tuple[str, ...] = ()  # a key of the editor's texts, and what it speaks of

    @property
    def next(self) -> str:
        """What is asked for now, "" where nothing is."""
        return self.asked[len(self.taken)] if len(self.taken) < len(self.asked) else ""


def begin(name: str, spec: WidgetSpec, is_gamepad: bool) -> Press:
    """Return the start of binding a control's keys or gamepad controls."""
    thumb = ("thumb",) if getattr(spec, "button", False) else ()
    if spec.type == "lever" and spec.axes == 2:
        sides = ("right", "up") if is_gamepad else ("left", "right", "down", "up")
        return Press(name, is_gamepad, (*sides, *thumb))
    if spec.type in LEVERS:
        return Press(name, is_gamepad, ("more",) if is_gamepad else ("less", "more"))
    if spec.type in SWITCHES:
        return Press(name, is_gamepad, ("press",) if is_gamepad else ("back", "on"))
    return Press(name, is_gamepad, ("press",))


def take_key(press: Press, key: str, console: ConsoleSpec) -> Press:
    """Return the press with a further key; one that is used already is told, not taken."""
    name = keyboard.read_key(key)
    if name is None:
        return press._replace(complaint=("key_unknown", key))
    if name in keyboard.PROGRAM_KEYS:
        return press._replace(complaint=("key_reserved", name))
    for widget, spec in console.panel.items():
        names = [keyboard.read_key(one) for one in spec.keys]
        if name in names and widget != press.widget:
            return press._replace(complaint=("key_taken", write_key(name), widget))
    if write_key(name) in press.taken:
        return press._replace(complaint=("key_twice", write_key(name)))
    return press._replace(taken=(*press.taken, write_key(name)), complaint=())


def write_key(name: str) -> str:
    """Return a key as it is written in a file: the mark itself, where it is one."""
    return WRITTEN.get(name, name)


def find_moved(raw: Mapping[str, Any], before: Mapping[str, Any]) -> tuple[str, float] | None:
    """Return the gamepad control that was moved or pressed, and by how much (-1 to 1)."""
    found = []
    for name in CONTROLS:
        binding = AxisBinding(control=name, dead_zone=0.0, curve=1.0)
        way = axis.shape(raw.get(name, 0.0), binding) - axis.shape(before.get(name, 0.0), binding)
        if abs(way) >= FAR:
            found.append((name, way))
    return max(found, key=lambda one: abs(one[1]), default=None)


def take_control(press: Press, control: str, way: float, console: ConsoleSpec) -> Press:
    """Return the press with a further gamepad control; it is inverted if it was moved backwards."""
    for widget, spec in console.panel.items():
        if widget != press.widget and any(one.control == control for one in spec.gamepad):
            return press._replace(complaint=("key_taken", control, widget))
    if any(one["control"] == control for one in press.taken):
        return press._replace(complaint=("key_twice", control))
    binding = {"control": control} | ({"invert": True} if way < 0.0 else {})
    return press._replace(taken=(*press.taken, binding), complaint=())


def with_settings(taken: Sequence[dict[str, Any]], before: Sequence[AxisBinding]) -> list[Any]:
    """Return bindings with the dead zone and curve that they had before."""
    found = []
    for row, binding in enumerate(taken):
        old = before[row] if row < len(before) else None
        kept = old.model_fields_set & {"dead_zone", "curve"} if old is not None else set()
        found.append({**binding, **{key: getattr(old, key) for key in sorted(kept)}})
    return found
