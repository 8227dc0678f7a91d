"""One board on the panel: its levers and switches move it, its lamps show it, silence stops it."""

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

from simulator.console.axis import bend
from simulator.console.panel import Panel
from simulator.hardware import trouble
from simulator.hardware.link import Heard, Link
from simulator.snapshot import Event, Snapshot
from simulator.spec.fields import Text
from simulator.spec.models.console import (
    BUTTONS,
    GAUGES,
    MOMENTARY,
    SWITCHES,
    ConsoleSpec,
    WidgetSpec,
)
from simulator.spec.models.hardware import BoardSpec, InputSpec, OutputSpec

BLINKS = 2.0  # halves of a blink in a second of the simulation


class Input(NamedTuple):
    """A channel and the signal of the panel that it works."""

    name: str
    wire: InputSpec
    low: float  # of the control
    high: float
    rest: float
    kind: str

    def value(self, raw: float) -> float:
        """Return the control's value; a lever's own dead zone puts it exactly to its rest."""
        first, last = self.wire.range or (self.low, self.high)
        if self.kind != "lever":
            share = min(max((raw - first) / (last - first), 0.0), 1.0)
            return self.low + share * (self.high - self.low)
        middle = self.wire.rest
        if middle is None:
            middle = first + (self.rest - self.low) / (self.high - self.low) * (last - first)
        end = last if (raw > middle) == (last > first) else first
        if end == middle:
            return self.rest
        way = min(max((raw - middle) / (end - middle), 0.0), 1.0)
        way = bend(way, self.wire.dead_zone, 1.0)
        goal = self.high if end == last else self.low
        return self.rest + way * (goal - self.rest)


class Output(NamedTuple):
    """A channel and where the number comes from that it shows."""

    wire: OutputSpec
    widget: WidgetSpec
    name: str
    slot: int | None  # of the snapshot's signals
    constant: float = 0.0

    def raw(self, snapshot: Snapshot) -> float:
        """Return what the board is told."""
        value = self.constant if self.slot is None else float(snapshot.signals[self.slot])
        value = snapshot.shown.get(self.name, value)
        spec = self.widget
        if not math.isfinite(value):
            return 0.0
        if spec.type not in GAUGES:
            is_dark = spec.blink and int(snapshot.time * BLINKS) % 2
            return float(value >= 0.5 and not is_dark)
        value *= spec.scale
        if self.wire.range is None or spec.type == "display":
            return value
        low, high = spec.range
        first, last = self.wire.range
        return first + min(max((value - low) / (high - low), 0.0), 1.0) * (last - first)


class Board:
    """Works the part of a panel that is at hand; only the window's thread calls it."""

    def __init__(
        self,
        name: str,
        spec: BoardSpec,
        link: Link,
        panel: Panel,
        clock: Callable[[], float],
        tell: Callable[[Event], None] = lambda event: None,
    ) -> None:
        self.name, self.spec, self.link, self.panel = name, spec, link, panel
        self.source = f"board {name}"
        self.is_lost = False
        self.oldest: float | None = None  # when the first change came that was not sampled yet [s]
        self._tell = tell
        self._heard = clock()
        self._wanted = spec.serial.board if spec.serial is not None else None
        self._stranger: str | None = None  # name of a board that is not the wanted one
        self._inputs: dict[str, list[Input]] = {}
        self._outputs: dict[str, tuple[OutputSpec, str]] = {}
        self._before: dict[str, float] = {}
        self._armed: set[str] = set()
        self._off: set[str] = set()  # levers and buttons that have to come to neutral first
        self._complaint = ""  # the notice of its silence
        self._trouble = trouble.NONE  # that it tells of
        self._mute = ""  # what was told of its lamps
        self._layout: object = None
        self._shown: dict[str, Output] = {}
        self._console = ConsoleSpec()

    # -- which console

    def select(self, console: ConsoleSpec) -> None:
        """Work this part of the panel from now on; levers count after they were in neutral."""
        first = next(iter(console.panel), "")
        head = first[: first.rindex(".") + 1] if "." in first else ""  # of a robot's own console
        self._console, self._layout = console, None
        self._before, self._inputs, self._outputs = {}, {}, {}
        self.disarm()
        known = set(self.panel.input_names)
        for name, wire in self.spec.inputs.items():
            full = head + name
            is_here = full in console.panel or full.rpartition(".")[0] in console.panel
            if not is_here or full not in known:
                continue
            low, high = self.panel.bounds(full)
            one = Input(full, wire, low, high, self.panel.rest(full), self.panel.spec(full).type)
            self._inputs.setdefault(wire.channel, []).append(one)
        for name, wire in self.spec.outputs.items():
            if head + name in console.panel:
                self._outputs[wire.channel] = wire, head + name
        wanted = {head + name for name in (*self.spec.inputs, *self.spec.outputs)}
        found = {one.name for some in self._inputs.values() for one in some}
        found |= {name for _, name in self._outputs.values()}
        if wanted - found:
            missing = ", ".join(sorted(name.removeprefix(head) for name in wanted - found))
            self.panel.notify("board_foreign", f"{self.name} ({missing})")

    # -- in

    def poll(self, now: float, is_at_hand: bool = True) -> None:
        """Take what the board said; bring what it holds to neutral when it is silent.

        Nothing moves the panel while it is not `is_at_hand`, as when the window has no focus.
        """
        for heard in self.link.take():
            self._take(heard, is_at_hand)
        if not self.is_lost and now - self._heard > self.spec.silence:
            self._lose()
        if self.is_lost and self.link.trouble not in (self._trouble, trouble.NONE):
            self._complain()
        if self.link.mute != self._mute:
            self._mute = self.link.mute
            if self._mute:
                self.panel.notify("board_mute", f"{self.name} ({self._mute})")

    def _take(self, heard: Heard, is_at_hand: bool) -> None:
        if not self._is_ours():
            return
        self._heard = max(heard.time, self._heard)
        if self.is_lost:
            self._find()
        for channel, raw in heard.values.items():
            for one in self._inputs.get(channel, ()):
                self._follow(one, raw, heard.time, is_at_hand)

    def _is_ours(self) -> bool:
        """Return whether it is the board that the file names; tell where it is another."""
        board = self.link.board
        is_ours = self._wanted is None or board == self._wanted
        stranger = None if is_ours else board
        if stranger != self._stranger:
            self._stranger = stranger
            self.panel.dismiss("board_other")
            if stranger is not None:
                self.panel.notify("board_other", stranger)
        return is_ours

    def _follow(self, one: Input, raw: float, time: float, is_at_hand: bool) -> None:
        value = one.value(raw) if math.isfinite(raw) else one.rest
        if one.kind in (*SWITCHES, *BUTTONS):
            value = float(math.floor(value + 0.5))
        is_momentary = one.kind in MOMENTARY
        if is_momentary and not is_at_hand:
            self.disarm()
            return
        if is_momentary and value == one.rest:
            self._armed.add(one.name)
            self._off.discard(one.name)
        elif is_momentary and one.name not in self._armed:
            self._off.add(one.name)
        before = self._before.get(one.name)
        if value == before or (is_momentary and one.name not in self._armed):
            return
        self._before[one.name] = value
        if before is None and is_momentary:
            return  # at rest, as it should be
        if self.oldest is None:
            self.oldest = time
        self.panel.set(one.name, value, self.source)
        if one.kind == "lever" and value == one.rest:
            self.panel.release(one.name, self.source)

    def disarm(self) -> None:
        """Take no lever or button for what it is until it was in neutral."""
        self._armed.clear()
        self._off.clear()
        for name in list(self._before):
            if self.panel.spec(name).type in MOMENTARY:
                del self._before[name]

    @property
    def is_waiting(self) -> bool:
        """Whether a lever or button has to come to neutral before it counts."""
        return not self.is_lost and bool(self._off)

    def renew(self) -> None:
        """The panel was put back: switches are set again to where they really are."""
        self.disarm()
        self._before.clear()

    def _lose(self) -> None:
        self.is_lost = True
        self.renew()
        self.panel.neutral("board_silent", self.source)
        self.panel.dismiss("board_silent", self.source)
        self._complain()
        self._tell(Event("hardware_lost", self.name))

    def _complain(self) -> None:
        """Say that it is silent, and why; once more if that is another reason by now."""
        self.panel.dismiss("board_silent", self._complaint)
        self._trouble = ails = self.link.trouble
        told = Text(ru=self.name, en=self.name)
        if ails.en:
            told = Text(ru=f"{self.name}: {ails.ru}", en=f"{self.name}: {ails.en}")
        self._complaint = told.en
        self.panel.notify("board_silent", told)

    def _find(self) -> None:
        self.is_lost = False
        self.panel.dismiss("board_silent", self._complaint)
        self._tell(Event("hardware_back", self.name))

    # -- out

    def show(self, snapshot: Snapshot) -> None:
        """Have the board's lamps and gauges show a frame."""
        if snapshot.layout is not self._layout:
            self._resolve(snapshot)
        self.link.lamps = {channel: one.raw(snapshot) for channel, one in self._shown.items()}

    def _resolve(self, snapshot: Snapshot) -> None:
        """Find the signal or constant behind each lamp, as the console's file says."""
        self._layout = snapshot.layout
        slots = {name: row for row, name in enumerate(snapshot.layout.signals)}
        constants: Mapping[str, float] = self.panel.console.constants
        self._shown = {}
        for channel, (wire, name) in self._outputs.items():
            source, spec = self._console.outputs.get(name, name), self._console.panel[name]
            if isinstance(source, str):
                slot, constant = slots.get(source), constants.get(source, 0.0)
            else:
                slot, constant = None, float(source)
            self._shown[channel] = Output(wire, spec, name, slot, constant)
