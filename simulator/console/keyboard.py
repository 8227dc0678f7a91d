"""Keys that work the panel. Keys are names ("W", "LEFT", "BRACKETLEFT"), never key codes.

A held key ramps a lever at the widget's `rate` and turns a switch with a spring on to its last
position; letting go hands either back to its spring.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from simulator.console.panel import Panel
from simulator.spec.models.console import LEVERS, SWITCHES, ConsoleSpec, WidgetSpec
from simulator.spec.naming.widget_signals import is_thumb, made_by

SOURCE = "keyboard"
TURN = 0.4  # s after which a switch with a spring goes one position on under a held key
DWELL = 0.3  # s for which a lever under a held key stops at a detent
MARKS = {
    "[": "BRACKETLEFT", "]": "BRACKETRIGHT", ";": "SEMICOLON", "'": "APOSTROPHE", ",": "COMMA",
    ".": "PERIOD", "/": "SLASH", "\\": "BACKSLASH", "-": "MINUS", "=": "EQUAL", "`": "GRAVE",
    " ": "SPACE", "RETURN": "ENTER", "+": "NUM_ADD", "*": "NUM_MULTIPLY",
}  # fmt: skip
PAD = "ADD SUBTRACT MULTIPLY DIVIDE DECIMAL ENTER".split() + [str(digit) for digit in range(10)]
KEYS = frozenset(
    [
        *"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
        *MARKS.values(),
        *(f"NUM_{name}" for name in PAD),
        *"UP DOWN LEFT RIGHT HOME END PAGEUP PAGEDOWN INSERT DELETE BACKSPACE ENTER".split(),
        *"TAB LCTRL RCTRL LALT RALT CAPSLOCK".split(),
    ]
)
PRINTED = {name: mark for mark, name in MARKS.items() if mark not in (" ", "RETURN", "+", "*")} | {
    "PAGEUP": "PgUp", "PAGEDOWN": "PgDn", "CAPSLOCK": "Caps Lock", "LCTRL": "L Ctrl",
    "RCTRL": "R Ctrl", "LALT": "L Alt", "RALT": "R Alt", "NUM_ADD": "Num +",
    "NUM_SUBTRACT": "Num -", "NUM_MULTIPLY": "Num *", "NUM_DIVIDE": "Num /", "NUM_DECIMAL": "Num .",
    "ESCAPE": "Esc",
}  # fmt: skip
RUSSIAN = {  # keys that Russian programs call otherwise; the rest is called by what is printed
    "SPACE": "Пробел", "UP": "Вверх", "DOWN": "Вниз", "LEFT": "Влево", "RIGHT": "Вправо",
    "LCTRL": "Левый Ctrl", "RCTRL": "Правый Ctrl", "LALT": "Левый Alt", "RALT": "Правый Alt",
}  # fmt: skip
PROGRAM_KEYS = {
    "F1": "help", "F2": "language", "F3": "debug", "F4": "next_camera", "F5": "pause",
    "F6": "single_step", "F7": "reset", "F8": "follow", "F9": "record", "F10": "quality",
    "F11": "fullscreen", "F12": "screenshot", "ESCAPE": "close", "PAUSE": "pause",
}  # fmt: skip
PAGE_KEYS = {"B": "end_attempt", "D": "diagram", "E": "arrange", "L": "lay_out"}  # with Ctrl
CONSOLE_KEYS = {  # with Ctrl, where a scene has several consoles
    **{str(place + 1): ("choose_console", place) for place in range(9)}, "TAB": ("next_console", 1),
}  # fmt: skip
DESK_KEYS = {"PAGEUP": -1, "PAGEDOWN": 1}  # with Ctrl, where a desk has several pages
CHORDS = {"CTRL": ("LCTRL", "RCTRL"), "ALT": ("LALT", "RALT"), "SUPER": ()}  # as a file binds them
# Where a key sits, for layouts whose letters are not Latin: X11 key code of a row's first key.
ROWS = {
    10: ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "MINUS", "EQUAL"),
    24: (*"QWERTYUIOP", "BRACKETLEFT", "BRACKETRIGHT"),
    38: (*"ASDFGHJKL", "SEMICOLON", "APOSTROPHE", "GRAVE"),
    51: ("BACKSLASH", *"ZXCVBNM", "COMMA", "PERIOD", "SLASH"),
}
PLACES = {first + place: name for first, row in ROWS.items() for place, name in enumerate(row)}


class Action(NamedTuple):
    """What a key does: `direction` -1 or +1 along a signal, 0 for a plain press."""

    name: str
    direction: int


def read_key(text: str) -> str | None:
    """Return the name of a key as written in a file ("w", "[", "left"), or None if unknown."""
    name = MARKS.get(text, text.upper()).removeprefix("_")
    return name if name in KEYS or name in PROGRAM_KEYS else None


def name_key(text: str, marks: Mapping[str, str], language: str) -> str:
    """Return what is printed on a key written so in a file; `marks` are those of its keyboard.

    Where nothing is, or an abbreviation, it is what programs of the language call it.
    """
    name = read_key(text) or text.upper()
    if name in marks:
        return marks[name]
    if language == "ru" and name in RUSSIAN:
        return RUSSIAN[name]
    return PRINTED.get(name, name if len(name) == 1 else name.capitalize().replace("_", " "))


def binds(keys: Collection[str], key: str, chord: Collection[str]) -> bool:
    """Say whether a console that has `keys` binds one of them and each of CHORDS held with it."""
    return key in keys and not any(set(keys).isdisjoint(CHORDS[one]) for one in chord)


def read_symbol(symbol: str) -> str:
    """Return the key's name from the window's symbol name, by place on non-Latin layouts."""
    if symbol.startswith("user_key(") and symbol.endswith(")"):
        return PLACES.get(int(symbol[9:-1], 16), symbol)
    return "GRAVE" if symbol == "QUOTELEFT" else symbol.removeprefix("_")


def list_actions(widget: str, spec: WidgetSpec) -> list[tuple[str, Action]]:
    """Return (key as written, action) of a widget's keys in the order of the file."""
    names = made_by(widget, spec)
    if not names:
        return []
    has_directions = len(spec.keys) > 1 and spec.type not in ("push_button", "emergency_stop")
    ramps = spec.type in LEVERS
    actions = []
    for place, key in enumerate(spec.keys):
        name = names[min(place // 2, len(names) - 1)]
        if is_thumb(name, spec):
            actions.append((key, Action(name, 0)))
            continue
        direction = (1 if place % 2 else -1) if has_directions else int(ramps)
        actions.append((key, Action(name, direction)))
    return actions


class Keyboard:
    """Follows which bound keys are down and moves the panel."""

    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        self.down: list[str] = []
        self._dwells: dict[str, float] = {}  # s for which a signal still stops where it is
        self.select(panel.console)

    def select(self, console: ConsoleSpec) -> None:
        """Let every key go; from now on the keys of this part of the panel count."""
        if self.down:
            self.release_all()
        self.actions: dict[str, Action] = {}
        for widget, spec in console.panel.items():
            for text, action in list_actions(widget, spec):
                key = read_key(text)
                if key is not None:
                    self.actions.setdefault(key, action)

    def press(self, key: str, shift: bool = False, chord: Collection[str] = ()) -> bool:
        """Take a key press; return whether it is bound. Shift turns an emergency stop loose.

        With one of CHORDS held a key is no driving key: Ctrl+S saves, here or elsewhere. It is one
        where the console binds that modifier itself, and an emergency stop always is.
        """
        action = self.actions.get(key)
        if action is None:
            return False
        if key in self.down:
            return True
        is_stop = self.panel.spec(action.name).type == "emergency_stop"
        if not is_stop and not binds(self.actions.keys(), key, chord):
            return False
        self.down.append(key)
        self._dwells.pop(action.name, None)
        kind = self.panel.spec(action.name).type
        if kind == "emergency_stop" and shift:
            self.panel.set(action.name, 0.0, SOURCE)
        elif kind in LEVERS:
            self.panel.set(action.name, self.panel.get(action.name), SOURCE)
        elif action.direction:
            self.panel.set(action.name, self.panel.get(action.name) + action.direction, SOURCE)
            self._dwells[action.name] = TURN
        else:
            self.panel.press(action.name, SOURCE)
        return True

    def release(self, key: str) -> None:
        """Take a key release; the control is let go when no other key works it."""
        if key not in self.down:
            return
        self.down.remove(key)
        name = self.actions[key].name
        if all(self.actions[other].name != name for other in self.down):
            self.panel.release(name, SOURCE)

    def release_all(self) -> None:
        """Let every key go, as when the window can no longer see the releases."""
        for key in list(self.down):
            self.release(key)

    def advance(self, dt: float) -> None:
        """Ramp the levers and turn the sprung switches under held keys by `dt` seconds."""
        for name in {self.actions[key].name for key in self.down}:
            if self.panel.holder(name) != SOURCE:
                continue
            spec = self.panel.spec(name)
            if spec.type in LEVERS:
                self._ramp(name, spec, dt)
            elif spec.type in SWITCHES and spec.spring_return:
                self._turn_on(name, dt)

    def _turn_on(self, name: str, dt: float) -> None:
        """Turn a switch towards where its spring pulls against the hand."""
        value, (_, last) = self.panel.get(name), self.panel.bounds(name)
        if value < last and self._directions(name) == [1] and not self._is_dwelling(name, dt):
            self.panel.set(name, value + 1.0, SOURCE)
            self._dwells[name] = TURN

    def _ramp(self, name: str, spec: WidgetSpec, dt: float) -> None:
        if self._is_dwelling(name, dt):
            return
        directions = self._directions(name)
        low, high = self.panel.bounds(name)
        rest, value = self.panel.rest(name), self.panel.get(name)
        direction = sum(directions)
        target = rest if direction == 0 else high if direction > 0 else low
        reach = spec.rate * dt * max(high - rest, rest - low)
        if (value - rest) * (target - rest) < 0.0:
            value = rest if spec.spring_return else value  # reversing is crisp
        ahead = value + min(max(target - value, -reach), reach)
        first, last = sorted((value, ahead))
        passed = [one for one in spec.detents if one != value and first <= one <= last]
        if passed:
            ahead = min(passed, key=lambda detent: abs(detent - value))
            self._dwells[name] = DWELL
        self.panel.set(name, ahead, SOURCE)

    def _is_dwelling(self, name: str, dt: float) -> bool:
        """Let `dt` seconds pass; return whether a signal still stops where it is."""
        left = self._dwells.pop(name, 0.0) - dt
        if left > 1e-9:
            self._dwells[name] = left
            return True
        return False

    def _directions(self, name: str) -> list[int]:
        """Return where the held keys of a signal pull it."""
        actions = (self.actions[key] for key in self.down)
        return [action.direction for action in actions if action.name == name]
