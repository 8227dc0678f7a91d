"""Recordings run again: every frame verified, any moment reached, and driven on from there."""

from contextlib import suppress
from typing import Protocol

import msgspec
import numpy as np

from ..simulation import Simulation
from ..snapshot import Event, PanelInput, Snapshot
from .machine import versions
from .recording import EventRecord, FrameRecord, KeyframeRecord, Recording, RecordingError


class Watcher(Protocol):
    """Sees a session go by, live or replayed, in the order of the recording."""

    def frame(self, panel: PanelInput, snapshot: Snapshot) -> object:
        """Take note of a frame that was simulated under `panel`."""

    def event(self, event: Event) -> object:
        """Take note of what was done between two frames."""


class Watchers:
    """Several watchers as one."""

    def __init__(self, *watchers: Watcher) -> None:
        self.watchers = watchers

    def frame(self, panel: PanelInput, snapshot: Snapshot) -> None:
        """Show a frame to each."""
        for one in self.watchers:
            one.frame(panel, snapshot)

    def event(self, event: Event) -> None:
        """Tell an event to each."""
        for one in self.watchers:
            one.event(event)


CAUSES = {
    "files": "its files have changed since",
    "program": "it was made by another version of the program",
    "record": "input or state was changed",
}


class Replayed(msgspec.Struct):
    """The outcome of a replay; `diverged` is the first differing frame or None.

    `cause`: what it may be due to, of `CAUSES`; "" where nothing differs.
    """

    frames: int
    diverged: int | None
    expected: str
    got: str
    time: float
    complete: bool
    cause: str = ""


class Player:
    """Repeats a recording on a simulation of its scene, frame by frame."""

    def __init__(self, recording: Recording, simulation: Simulation) -> None:
        """Check that the console is the recorded one, and go to where the recording began.

        Raises:
            RecordingError: The panel's inputs are not the recorded ones.
        """
        names = list(simulation.input_names)
        if recording.header["inputs"] != "\n".join(names):
            raise RecordingError(
                f"{recording.path}: the console's inputs have changed since",
                f"{recording.path}: с тех пор изменились органы пульта",
            )
        self.recording = recording
        self.simulation = simulation
        self.panel = PanelInput(np.zeros(len(names)), np.zeros(len(names), np.int64))
        self._take_diagram()
        self._go_to_start()

    def _take_diagram(self) -> None:
        """Run with the diagram of the recording's time, whatever its file says by now."""
        diagram = self.recording.header.get("diagram", self.simulation.base)
        if diagram == self.simulation.base:
            return
        try:
            self.simulation.adopt(diagram)
        except ValueError as error:
            text = f"the recorded diagram does not fit the scene any more: {error}"
            russian = f"записанная диаграмма больше не подходит к сцене: {error}"
            if (broken := self.recording.broken) is not None:  # then not even what was recorded
                text = f"records before frame {broken} were changed"
                russian = f"записи до кадра {broken} изменены"
            path = self.recording.path
            raise RecordingError(f"{path}: {text}", f"{path}: {russian}") from error

    def _go_to_start(self) -> None:
        """Restore the state in which the recording began, which need not be the scene's start."""
        records = self.recording.records
        first = next((one for one in records if isinstance(one, KeyframeRecord)), None)
        if first is not None:
            with suppress(ValueError):  # another scene or program by now: its first frame tells
                self.simulation.restore(first.unpack())

    def read(self, record: FrameRecord) -> PanelInput:
        """Return the panel's input of a frame; frames have to be read in order.

        Raises:
            RecordingError: It has another number of inputs, or counts that no panel has.
        """
        values, presses = self.panel.values, self.panel.presses
        try:
            if record.values is not None:
                values = np.array(record.values).reshape(values.shape)
            if record.presses is not None:
                presses = np.array(record.presses, np.int64).reshape(presses.shape)
        except (ValueError, OverflowError) as error:
            raise RecordingError(
                f"{self.recording.path}: the input of frame {record.frame} is damaged",
                f"{self.recording.path}: ввод кадра {record.frame} повреждён",
            ) from error
        self.panel = PanelInput(values, presses)
        return self.panel

    def repeat(self, record: EventRecord) -> Event:
        """Do a recorded event again."""
        try:
            self.simulation.apply(record.event)
        except ValueError as error:
            raise RecordingError(
                f"{self.recording.path}: {record.kind} {record.text!r} "
                f"after frame {record.frame}: {error}",
                f"{self.recording.path}: {record.kind} {record.text!r} "
                f"после кадра {record.frame}: {error}",
            ) from error
        return record.event


def find_cause(recording: Recording, simulation: Simulation) -> str:
    """Return what it may be due to that a recording moves otherwise by now: a key of `CAUSES`."""
    header = recording.header
    if header["digest"] != simulation.scene.digest:
        return "files"
    is_same = all(header.get(key) == value for key, value in versions().items())
    return "record" if is_same else "program"


def replay(recording: Recording, simulation: Simulation) -> Replayed:
    """Run a recording again and compare the state's hash of every frame.

    Raises:
        RecordingError: The panel's inputs are not the recorded ones, or the scene cannot have an
            event of the recording.
    """
    return play(Player(recording, simulation))


def play(player: Player, watch: Watcher | None = None) -> Replayed:
    """Run a recording on, up to the first frame that differs.

    Raises:
        RecordingError: The scene cannot have an event of the recording.
    """
    recording, simulation = player.recording, player.simulation
    count, expected, got = 0, "", ""
    for record in recording.records:
        if isinstance(record, EventRecord):
            event = player.repeat(record)
            if watch:
                watch.event(event)
        if not isinstance(record, FrameRecord):
            continue
        panel = player.read(record)
        snapshot = simulation.frame(panel)
        count, expected, got = count + 1, record.hash, snapshot.state_hash
        if watch:
            watch.frame(panel, snapshot)
        if got != expected:
            time = snapshot.time
            cause = find_cause(recording, simulation)
            return Replayed(count, record.frame, expected, got, time, recording.complete, cause)
    return Replayed(count, None, expected, got, count * simulation.frame_dt, recording.complete)
