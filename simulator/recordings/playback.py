"""A recording as a film: frame by frame, to any moment, and taken over from there."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from ..simulation import Simulation
from ..snapshot import PanelInput, Snapshot
from .recording import EventRecord, FrameRecord, KeyframeRecord, Recorder, Recording
from .replaying import Player, Watcher

SEALED = ("score", "timing")  # events that end a recording; a branch gets its own


class _Key(NamedTuple):
    """A place to start from."""

    frames: int  # that were done before it
    record: int  # row of the keyframe's record
    state: bytes
    panel: PanelInput  # of the last frame before it


class Playback:
    """Plays a recording on a simulation of its scene; `at` frames of `length` are done."""

    def __init__(self, recording: Recording, simulation: Simulation) -> None:
        """Go to where the recording begins.

        Raises:
            RecordingError: The panel's inputs are not the recorded ones.
        """
        self.recording = recording
        self.simulation = simulation
        self._player = Player(recording, simulation)
        self._keys = self._find_keys()
        self.length = len(recording.frames)
        self.at = 0
        self._row = 0  # of the next record

    def _find_keys(self) -> list[_Key]:
        """Return the beginning, and every keyframe that is not damaged."""
        begin = self._player.panel
        keys = [_Key(0, 0, self.simulation.save(), begin)]
        frames = 0
        for row, record in enumerate(self.recording.records):
            if isinstance(record, FrameRecord):
                self._player.read(record)
                frames += 1
            elif isinstance(record, KeyframeRecord) and frames > 0:
                with suppress(ValueError):
                    keys.append(_Key(frames, row, record.unpack(), self._player.panel))
        self._player.panel = begin
        return keys

    @property
    def panel(self) -> PanelInput:
        """The input of the last frame that was done."""
        return self._player.panel

    def next(self, watch: Watcher | None = None) -> PanelInput | None:
        """Do the events before the next frame; return its input, None at the end."""
        records = self.recording.records
        while self._row < len(records):
            record = records[self._row]
            self._row += 1
            if isinstance(record, EventRecord):
                event = self._player.repeat(record)
                if watch:
                    watch.event(event)
            elif isinstance(record, FrameRecord):
                self.at += 1
                return self._player.read(record)
        return None

    def seek(self, frame: int) -> Snapshot:
        """Go to the moment after so many frames: from the keyframe before it, onwards."""
        wanted = min(max(frame, 0), self.length)
        key = max((one for one in self._keys if one.frames <= wanted), key=lambda one: one.frames)
        if not key.frames <= self.at <= wanted:  # else what is left of the way is shorter
            self._go_to(key)
        return self.run(wanted)

    def _go_to(self, key: _Key) -> None:
        try:
            self.simulation.restore(key.state)
        except (ValueError, IndexError):  # the scene is another one by now: all the way again
            self._keys = self._keys[:1]
            key = self._keys[0]
            self.simulation.restore(key.state)
        self._player.panel, self.at, self._row = key.panel, key.frames, key.record

    def run(self, frame: int, watch: Watcher | None = None) -> Snapshot:
        """Play on up to the moment after so many frames."""
        snapshot = self.simulation.snapshot()
        while self.at < frame:
            panel = self.next(watch)
            if panel is None:
                break
            snapshot = self.simulation.frame(panel)
            if watch:
                watch.frame(panel, snapshot)
        return snapshot

    def branch(self, path: str, about: dict[str, str] | None = None) -> Recorder:
        """Begin a recording that holds all that was done up to here and goes on from here.

        Raises:
            OSError: It cannot be written; nothing of it stays.
        """
        header = {
            key: value
            for key, value in self.recording.header.items()
            if key in ("exercise", "rules", "trainee", "date", "draws", "seed", "run")
        }
        done = self.recording.records[: self._row]
        last = next((r for r in reversed(done) if isinstance(r, FrameRecord)), None)
        header["branched_from"] = str(self.recording.path)
        header["branched_at"] = f"{self.at} {last.chain if last else ''}".strip()
        recorder = Recorder(
            path, self.simulation, {**header, **(about or {})}, start=self._keys[0].state
        )
        try:
            self._copy(done, recorder)
        except OSError:
            recorder.discard()
            raise
        recorder.follow(self.panel)
        return recorder

    @staticmethod
    def _copy(
        records: Sequence[FrameRecord | EventRecord | KeyframeRecord], recorder: Recorder
    ) -> None:
        is_first = True
        for record in records:
            if isinstance(record, KeyframeRecord) and is_first:
                is_first = False  # the recorder has written it
            elif not (isinstance(record, EventRecord) and record.kind in SEALED):
                recorder.copy(record)
