"""One input signal of the panel: its value, who holds it, where it comes to rest."""

import math
from dataclasses import dataclass, field
from typing import SupportsFloat

from simulator.spec.models.console import BUTTONS, LEVERS, MOMENTARY, SWITCHES, WidgetSpec
from simulator.spec.naming.widget_signals import axes_of, is_thumb, made_by

DETENT = 0.03  # share of the half range in which a lever clicks into a detent
DEVICES = ("gamepad", "board")  # sources whose sliders go to rest with them
THUMB = WidgetSpec(type="push_button")  # what a thumb button is to the panel


class PanelError(ValueError):
    """A value or a name that the panel refuses; the message says what to do."""


@dataclass(slots=True)
class Control:
    """One signal that the operator makes; a two-axis lever has two of them, and its button's."""

    name: str  # of the signal: `lever` or `lever.x`
    widget: str
    spec: WidgetSpec
    rest: float  # where it starts, and where a spring brings it back
    value: float
    presses: int = 0  # since the start; only ever grows
    source: str | None = None  # the latest mover, while it holds
    holders: set[str] = field(default_factory=set)  # of a push button

    @property
    def is_momentary(self) -> bool:
        """Whether letting go in an emergency must bring it to rest: levers and push buttons."""
        return self.spec.type in MOMENTARY

    @property
    def is_pressed(self) -> bool:
        """Whether it is a push button, or a joystick's thumb button."""
        return self.spec.type == "push_button"

    @property
    def detents(self) -> list[float]:
        """Where a lever clicks in: as its file says, else where it rests."""
        return self.spec.detents or [self.rest]

    @property
    def bounds(self) -> tuple[float, float]:
        """Lowest and highest value."""
        if self.spec.type in SWITCHES:
            return 0.0, float(max(len(self.spec.positions) - 1, 0))
        if self.spec.type in BUTTONS:
            return 0.0, 1.0
        return min(self.spec.range), max(self.spec.range)

    def move(self, value: SupportsFloat, source: str) -> None:
        """Put the control at `value` (clamped, whole positions for switches) and hold it."""
        number = self._fit(read_number(self.name, value))
        if self.spec.type == "push_button":
            if number >= 1.0:
                self.press(source)
            else:
                self.release(source)
            return
        if self.spec.type == "lever" and source == "mouse":
            number = self._click_in(number)
        self.value, self.source = number, source

    def press(self, source: str) -> None:
        """Count a press: a button goes down, a toggle flips, a switch steps on, a stop latches."""
        kind = self.spec.type
        if kind == "push_button":
            if source in self.holders:
                return
            self.holders.add(source)
            self.value = 1.0
        elif kind == "toggle":
            self.value = 1.0 - self.value
        elif kind == "emergency_stop":
            self.value = 1.0
        elif kind in SWITCHES:
            self.value = 0.0 if self.value >= self.bounds[1] else self.value + 1.0
        else:
            raise PanelError(f"{self.name}: a {kind} cannot be pressed; give it a value")
        self.source = source
        self.presses += 1

    def release(self, source: str) -> None:
        """Let go: only what `source` holds moves, and only if a spring pulls it."""
        if self.spec.type == "push_button":
            self.holders.discard(source)
            self.value = 1.0 if self.holders else 0.0
        if self.source != source:
            return
        self.source = None
        if self.spec.type == "lever" and source != "script":
            self.value = self._click_in(self.value)
        if not self.spec.spring_return:
            return
        if self.spec.type in SWITCHES:
            self.value = min(self.value, max(self.bounds[1] - 1.0, 0.0))  # START back to ON
        elif self.spec.type in LEVERS:
            self.value = self.rest

    def take(self, other: "Control") -> None:
        """Stand where another one stands, without being held; go on with its count."""
        self.presses = other.presses
        if self.spec.type == "push_button":
            return
        self.value, self.source = self._fit(other.value), "other"
        self.release("other")

    def neutral(self, source: str | None) -> bool:
        """Bring what `source` (None: anybody) works to rest at once; return whether it moved."""
        if source is not None and source != self.source and source not in self.holders:
            return False
        before, follows_device = self.value, (self.source or "").startswith(DEVICES)
        for holder in [source] if source else [*self.holders, self.source or ""]:
            self.release(holder)
        if self.spec.type == "lever" or (follows_device and self.spec.type in ("slider", "knob")):
            self.value = self.rest
        return self.value != before

    def _fit(self, number: float) -> float:
        low, high = self.bounds
        number = min(max(number, low), high)
        is_stepped = self.spec.type in (*SWITCHES, *BUTTONS)
        return float(math.floor(number + 0.5)) if is_stepped else number

    def _click_in(self, number: float) -> float:
        """Return the detent that a value is near to, else the value."""
        low, high = self.bounds
        nearest = min(self.detents, key=lambda one: abs(number - one))
        return nearest if abs(number - nearest) <= DETENT * 0.5 * (high - low) else number


def read_number(name: str, value: object) -> float:
    """Return `value` as a finite float; text, NaN and infinity are refused by name."""
    if isinstance(value, (str, bytes)) or not isinstance(value, SupportsFloat):
        raise PanelError(f"{name}: expected a number, got {value!r}")
    number = float(value)
    if not math.isfinite(number):
        raise PanelError(f"{name}: expected a finite number, got {number}")
    return number


def list_controls(widget: str, spec: WidgetSpec) -> list[Control]:
    """Return the controls of a widget, one for each signal that it makes."""
    starts = spec.start if isinstance(spec.start, tuple) else (spec.start, spec.start)
    controls = []
    for name, start in zip(axes_of(widget, spec), starts, strict=False):
        control = Control(name, widget, spec, 0.0, 0.0)
        control.rest = control.value = control._fit(start)
        controls.append(control)
    thumbs = [name for name in made_by(widget, spec) if is_thumb(name, spec)]
    return controls + [Control(name, widget, THUMB, 0.0, 0.0) for name in thumbs]
