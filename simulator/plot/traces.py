"""From a recording to curves: it is run again, and every step's signals are kept."""

from collections.abc import Collection, Iterable
from fnmatch import fnmatchcase
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator import frame, pushing
from simulator.diagram.terminals import list_terminals
from simulator.recordings.recording import EventRecord, FrameRecord, RecordingError
from simulator.recordings.replaying import CAUSES, Player, find_cause
from simulator.spec.models.scene import SceneSpec
from simulator.spec.suggest import did_you_mean, listed

Array = NDArray[np.float64]


class Traces(NamedTuple):
    """Signals of a recording, step by step."""

    times: Array  # (n,) since the recording's start [s]
    values: dict[str, Array]  # (n,) by signal, SI units; NaN where an edit had taken it away
    diverged: int | None  # first frame that differs from the recorded one; nothing after it
    cause: str = ""  # what that may be due to


class SignalError(ValueError):
    """A signal that the recording's scene does not have; the text names the nearest."""


def find_signals(patterns: Iterable[str], known: Iterable[str]) -> list[str]:
    """Return the signals that names, or patterns such as `*_torque`, stand for, in their order.

    Raises:
        SignalError: A name or pattern fits no signal.
    """
    names = list(known)
    found: dict[str, None] = {}
    for pattern in patterns:
        fits = [name for name in names if fnmatchcase(name, pattern)]
        if not fits:
            own = [name for name in names if not _is_again(name, names)]
            meant = did_you_mean(pattern, names) or f"; there are: {listed(own)}"
            raise SignalError(f"there is no signal {pattern!r}{meant}")
        own = [name for name in fits if not _is_again(name, fits)]
        found.update(dict.fromkeys(own))
    return list(found)


def _is_again(name: str, names: Collection[str]) -> bool:
    """Say whether `robot.name` is there as `name`, too."""
    return name.partition(".")[2] in names


def find_units(scene: SceneSpec) -> dict[str, str]:
    """Return the units of the signals that have one, by name."""
    sources = list_terminals(scene).inputs
    return {
        name: source.unit
        for source in sources
        if source.unit
        for name in (source.name, *source.aliases)
    }


def list_signals(player: Player) -> list[str]:
    """Return every signal of a recording: those that it began with, and what edits have added."""
    names = dict.fromkeys(player.simulation.plan.slots)
    for record in player.recording.records:
        if isinstance(record, EventRecord) and record.kind == "diagram":
            added = (record.data or {}).get("diagram")
            names |= dict.fromkeys(added if isinstance(added, dict) else ())
    return list(names)


def gather(player: Player, signals: Iterable[str]) -> Traces:
    """Run a recording again, step by step, up to its end or the first frame that differs.

    Raises:
        RecordingError: It has no frame, or the scene cannot have an event of it.
    """
    recording, simulation = player.recording, player.simulation
    names = list(signals)

    def read() -> list[float]:
        """Return the signals as they are now, NaN where the diagram has none of that name."""
        slots = simulation.plan.slots
        known = simulation.signals
        return [float(known[slots[name]]) if name in slots else np.nan for name in names]

    rows, diverged = [read()], None
    for record in recording.records:
        if isinstance(record, EventRecord):
            player.repeat(record)
        if not isinstance(record, FrameRecord):
            continue
        simulation.begin(player.read(record))
        new = []
        for step in range(simulation.steps_per_frame):
            if int(frame.run(frame.ONE_MORE if step else 1, simulation.words)) >= 0:
                break  # something moved out of all bounds
            if simulation.outside is not None:
                simulation.outside.step(simulation.signals, simulation.memory)
            new.append(read())
        pushing.end(simulation.world)
        if len(new) < simulation.steps_per_frame or simulation.state_hash() != record.hash:
            diverged = record.frame
            break
        rows += new
    cause = CAUSES[find_cause(recording, simulation)] if diverged is not None else ""
    if len(rows) == 1:
        what = "it has no frame" if diverged is None else f"its first frame differs by now: {cause}"
        raise RecordingError(f"{recording.path}: there is nothing to draw, {what}")
    times = simulation.scene.physics.step * np.arange(len(rows), dtype=np.float64)
    table = np.array(rows, float)
    return Traces(times, {name: table[:, k] for k, name in enumerate(names)}, diverged, cause)
