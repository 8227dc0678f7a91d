"""What the indicators of a desk show of the newest snapshot, and of those before it."""

import math
from collections.abc import Mapping

from simulator.console.panel import Panel
from simulator.editor.history import History
from simulator.snapshot import Snapshot
from simulator.spec.models.console import LAMPS, ConsoleSpec
from simulator.spec.naming.widget_signals import shown_by
from simulator.ui.desk.alarms import Alarms
from simulator.ui.widgets import attitude, chart, motion
from simulator.ui.widgets.face import Curve, Face

FIGURES_RATE = 5.0  # [Hz]
DEGREES = 180.0 / math.pi
SLOW, FAST = 1.0, 2.5  # [Hz] of a blink


class Reading:
    """Finds the value of everything that `outputs` drives; one for each desk."""

    def __init__(self, panel: Panel, console: ConsoleSpec) -> None:
        self.panel = panel
        self.wires: dict[str, str | float] = {}  # of each target: a signal, or a number
        self._slots: dict[str, int] = {}
        self._layout: object = None
        self._values: list[float] = []
        self._broken: Mapping[str, float] = {}  # what broken indicators show
        self._time = self._now = 0.0
        self._tick = -1
        self._is_new_tick = False
        self._history: History | None = None
        self.renew(console)

    def renew(self, console: ConsoleSpec) -> None:
        """Go on with other wires to the same indicators."""
        self.console, self._layout = console, None
        self.wires = {}
        for name, widget in console.panel.items():
            for target in shown_by(name, widget) or ([name] if name in console.outputs else ()):
                self.wires[target] = console.outputs.get(target, target)
        self._tests = [name for name, one in console.panel.items() if one.lamp_test]

    def follow(self, snapshot: Snapshot | None, history: History | None, time: float) -> None:
        """Take a snapshot, and the frames before it; `time` [s] is the window's, for blinking."""
        if snapshot is not None and snapshot.layout is not self._layout:
            self._layout = snapshot.layout
            self._slots = {name: row for row, name in enumerate(snapshot.layout.signals)}
        self._values = snapshot.signals.tolist() if snapshot is not None else []
        self._broken = snapshot.shown if snapshot is not None else {}
        self._now = snapshot.time if snapshot is not None else 0.0
        tick = int(time * FIGURES_RATE)
        self._is_new_tick, self._tick, self._time = tick != self._tick, tick, time
        self._history = history

    def value(self, target: str) -> float | None:
        """Return the value of the signal that drives a target; None where nothing does."""
        wire = self.wires.get(target)
        if not isinstance(wire, str):
            return wire
        slot = self._slots.get(wire, -1)
        if 0 <= slot < len(self._values):
            return self._values[slot]
        return self.panel.console.constants.get(wire)  # of any part

    def read(self, f: Face, kind: str, alarms: Alarms) -> None:
        """Have an indicator show what it is driven by; a tile, what came of its alarm."""
        if kind == "strip_chart":
            self._read_chart(f)
        elif kind == "attitude":
            self._read_attitude(f)
        elif kind == "clock":
            self._read_clock(f)
        elif kind != "camera":
            self._read_number(f)
            if kind in LAMPS:
                self._read_light(f, kind, alarms)

    def _read_number(self, f: Face) -> None:
        value = self.value(f.name)
        f.is_missing = value is None
        value = self._broken.get(f.name, value if value is not None else 0.0)
        f.is_faulty = not f.is_missing and not math.isfinite(value)
        f.value = value * f.spec.scale if math.isfinite(value) else 0.0
        if self._is_new_tick or not f.figures:
            f.figures = f.number(f.value)

    def _read_light(self, f: Face, kind: str, alarms: Alarms) -> None:
        if kind == "annunciator":
            f.is_accepted = f.name in alarms.seen
            f.is_kept = f.name in alarms.raised and not f.value >= 0.5
        is_new = f.is_new if kind == "annunciator" else f.spec.kind == "warning"
        blinks = f.spec.blink or (is_new and kind == "annunciator")
        f.is_dark = blinks and motion.is_dark(
            self._time, FAST if is_new and not f.is_kept else SLOW
        )
        if any(self.panel.get(name) >= 0.5 for name in self._tests):
            f.value, f.is_dark = 1.0, False

    def _read_clock(self, f: Face) -> None:
        value = self.value(f.name)
        is_driven = f.name in self.console.outputs
        f.is_missing = is_driven and value is None
        time = value if is_driven and value is not None else self._now
        f.is_faulty = not math.isfinite(time)
        left = f.spec.countdown - time if f.spec.countdown is not None else time
        f.value = 0.0 if f.is_faulty else max(left, 0.0)

    def _read_attitude(self, f: Face) -> None:
        angles = {part: self.value(f"{f.name}.{part}") for part in ("roll", "pitch")}
        known = [one for one in angles.values() if one is not None]
        f.is_missing = not known
        f.is_faulty = not all(math.isfinite(one) for one in known)
        roll, pitch = (0.0 if f.is_faulty else one or 0.0 for one in angles.values())
        f.value, f.second = roll * DEGREES, pitch * DEGREES
        f.parts.clear()
        for part, factor in (("heading", DEGREES), ("slip", 1.0)):
            value = self.value(f"{f.name}.{part}")
            if value is not None and math.isfinite(value):
                f.parts[part] = value * factor
        if self._is_new_tick or not f.figures:
            f.figures = attitude.figures(f)

    def _read_chart(self, f: Face) -> None:
        history = self._history
        wires = [self.wires.get(f"{f.name}.{trace}") for trace in f.spec.traces]
        f.is_missing = history is None or not any(wire in self._slots for wire in wires)
        key = (history, history.count if history is not None else 0, f.w, self._layout)
        if key == f.drawn_of:
            return
        f.drawn_of = key
        columns = max(int(f.w / chart.COLUMN), 2)
        curves = []
        for wire, trace in zip(wires, f.spec.traces.values(), strict=True):
            curves.append(Curve())
            if history is None:
                continue
            times, values = history.trace(str(wire), f.spec.span + chart.GAP)
            if len(times):
                shown = values * trace.scale
                lines = chart.thin(times, shown, float(times[-1]), f.spec.span, columns)
                curves[-1] = Curve(lines, float(shown[-1]))
        f.curves = tuple(curves)
