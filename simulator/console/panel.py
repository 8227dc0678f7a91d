"""The console's state in plain data: no window, no clock, no device in it.

Whoever moves a control names itself (`source`: mouse, keyboard, gamepad, script): the latest mover
wins, and letting go moves only what that source still holds.
"""

from collections.abc import Sequence
from typing import SupportsFloat

import numpy as np

from simulator.console import control, notice
from simulator.snapshot import PanelInput
from simulator.spec.fields import Text
from simulator.spec.models.console import ConsoleSpec, WidgetSpec
from simulator.spec.naming.widget_signals import axes_of
from simulator.spec.suggest import hint

PanelError = control.PanelError
MAX_NOTICES = 4


class Panel:
    """The panel of a console file: set, press, release; `input()` is what the frame samples."""

    def __init__(self, console: ConsoleSpec) -> None:
        self.console = console
        self.notices: tuple[notice.Notice, ...] = ()
        self.movers: set[str] = set()  # sources that have worked it since the last sample
        self._controls: dict[str, control.Control] = {}
        self._widgets: dict[str, list[control.Control]] = {}
        for widget, spec in console.panel.items():
            made = control.list_controls(widget, spec)
            self._controls.update({one.name: one for one in made})
            axes = axes_of(widget, spec)  # a thumb button is worked by its own name only
            self._widgets[widget] = [one for one in made if one.name in axes]
        self._guards = {name: False for name, spec in console.panel.items() if spec.guarded}

    @property
    def input_names(self) -> tuple[str, ...]:
        """The input signals in file order: the order of `PanelInput.values`."""
        return tuple(self._controls)

    @property
    def control_names(self) -> tuple[str, ...]:
        """The widgets that make input signals."""
        return tuple(name for name, controls in self._widgets.items() if controls)

    def spec(self, name: str) -> WidgetSpec:
        """Return the lines of the console file of a widget, or of the one that makes a signal.

        A thumb button is a push button.
        """
        controls = self._find(name)
        return controls[0].spec if controls else self.console.panel[name]

    def get(self, name: str) -> float:
        """Return the value of a signal (`lever`, `lever.x`)."""
        return self._single(name).value

    def presses(self, name: str) -> int:
        """Return how often a control was pressed since the start."""
        return self._single(name).presses

    def bounds(self, name: str) -> tuple[float, float]:
        """Return the lowest and highest value of a signal."""
        return self._single(name).bounds

    def rest(self, name: str) -> float:
        """Return where a control starts and where its spring brings it back."""
        return self._single(name).rest

    def holder(self, name: str) -> str | None:
        """Return the source that holds a control now, or None."""
        return self._single(name).source

    def set(
        self, name: str, value: SupportsFloat | Sequence[float], source: str = "script"
    ) -> None:
        """Put a control at a value and hold it there until `release`.

        The value is clamped to the range; switches take the nearest position, toggles and emergency
        stops True or False. A pair sets both axes of a two-axis lever. NaN, infinity and text raise
        PanelError.
        """
        self.movers.add(source)
        if isinstance(value, (tuple, list, np.ndarray)) and np.ndim(value) == 1:
            controls = self._find(name)
            if len(controls) != len(value):
                raise PanelError(f"{name}: expected {len(controls)} numbers, got {len(value)}")
            numbers = [control.read_number(name, number) for number in value]
            for one, number in zip(controls, numbers, strict=True):
                one.move(number, source)
            return
        self._single(name).move(value, source)  # type: ignore[arg-type]  # refused inside

    def press(self, name: str, source: str = "script") -> None:
        """Press a button (hold it), flip a toggle, step a switch on, latch an emergency stop.

        On a closed guard the mouse or a key only opens the guard; the next press works.
        """
        one = self._single(name)
        self.movers.add(source)
        if source != "script" and not self._guards.get(name, True):
            self._guards[name] = True
            return
        one.press(source)

    def release(self, name: str, source: str = "script") -> None:
        """Let a control go; a spring brings it back if `source` was holding it."""
        self.movers.add(source)
        for one in self._find(name):
            one.release(source)

    def is_guard_open(self, name: str) -> bool:
        """Return whether nothing covers the control: no guard, or an open one."""
        return self._guards.get(name, True)

    def close_guard(self, name: str) -> None:
        """Close a control's guard; one without a guard stays as it is."""
        if name in self._guards:
            self._guards[name] = False

    def neutral(self, reason: str, source: str | None = None) -> tuple[str, ...]:
        """Bring every lever and button that `source` (None: anybody) works to rest, now.

        `reason` is a code of `notice.TEXTS` or a free text; the panel shows it. Returns the names
        of the signals that moved.
        """
        moved = tuple(one.name for one in self._controls.values() if one.neutral(source))
        self.notify(reason, source or "")
        return moved

    def let_go(self, only: str | None = None) -> None:
        """Let go what hands and devices (`only` this one) hold, now; springs bring it back."""
        for one in self._controls.values():
            for source in {*one.holders, one.source} - {None, "script"}:
                if only in (None, source):
                    one.release(str(source))

    def notify(self, reason: str | Text, source: str | Text = "") -> None:
        """Show a notice, once; the newest last; beyond four the oldest go, save what lasts."""
        fresh = notice.make(reason, source)
        kept = [one for one in self.notices if one != fresh]
        passing = [one for one in kept if one.reason not in notice.LASTING]
        excess = max(len(kept) + 1 - MAX_NOTICES, 0)
        self.notices = (*(one for one in kept if one not in passing[:excess]), fresh)

    def dismiss(self, reason: str | None = None, source: str | None = None) -> None:
        """Take notices of a reason (None: all) and a source (None: any) off the panel."""
        kept = [
            one
            for one in self.notices
            if reason not in (None, one.reason) or source not in (None, one.source)
        ]
        self.notices = tuple(kept)

    def reset(self) -> None:
        """Put every control where it starts; press counters go on, messages stay to be read."""
        for one in self._controls.values():
            one.value, one.source = one.rest, None
            one.holders.clear()
        self._guards = dict.fromkeys(self._guards, False)
        self.notices = tuple(one for one in self.notices if one.reason == notice.MESSAGE)

    def take(self, other: "Panel") -> None:
        """Put every control where the one of its name and kind on another panel is.

        What a spring brings back is at rest, as nobody holds it here.
        """
        for name, one in self._controls.items():
            was = other._controls.get(name)
            if was is not None and was.spec.type == one.spec.type:
                one.take(was)
        for name in self._guards:
            self._guards[name] = other._guards.get(name, False)
        self.notices = other.notices

    def take_messages(self, other: "Panel") -> None:
        """Show what another panel has been told by the instructor and is still to be read."""
        told = [one for one in other.notices if one.reason == notice.MESSAGE]
        self.notices += tuple(one for one in told if one not in self.notices)

    def show(self, recorded: PanelInput) -> None:
        """Put every control where a recorded input has it, for a replay."""
        for row, one in enumerate(self._controls.values()):
            one.value, one.presses = float(recorded.values[row]), int(recorded.presses[row])

    def spring_back(self) -> None:
        """Let what nobody holds go where its spring pulls it: the hands of a recording are gone."""
        for one in self._controls.values():
            if one.source is None and not one.holders:
                one.source = "recording"
                one.release("recording")

    def input(self) -> PanelInput:
        """Return the panel at this instant: fresh read-only arrays in the order `input_names`."""
        controls = self._controls.values()
        values = np.array([one.value for one in controls], dtype=np.float64)
        presses = np.array([one.presses for one in controls], dtype=np.int64)
        values.flags.writeable = presses.flags.writeable = False
        return PanelInput(values, presses)

    def neutral_input(self, last: PanelInput) -> PanelInput:
        """Return `last` with every lever and button at rest: what a lost operator sends."""
        controls = self._controls.values()
        is_momentary = np.array([one.is_momentary for one in controls], dtype=bool)
        rest = np.array([one.rest for one in controls], dtype=np.float64)
        values = np.where(is_momentary, rest, last.values)
        values.flags.writeable = False
        return PanelInput(values, last.presses)

    def _find(self, name: str) -> list[control.Control]:
        if name in self._controls:
            return [self._controls[name]]
        if name in self._widgets:
            return self._widgets[name]
        known = dict.fromkeys([*self._controls, *self._widgets])
        raise PanelError(f"the panel has no control {name!r}{hint(name, known, 'it has')}")

    def _single(self, name: str) -> control.Control:
        controls = self._find(name)
        if len(controls) == 1:
            return controls[0]
        kind = self.console.panel[name].type
        ways = f"use {name}.x or {name}.y" if controls else "it only shows"
        raise PanelError(f"{name} is a {kind}: {ways}")
