"""A recording as a film: frame by frame, to any moment, and taken over from there."""

from collections.abc import Sequence
from typing import NamedTuple

from ..simulation import Simulation
from ..snapshot import PanelInput, Snapshot
from .recording import EventRecord, FrameRecord, KeyframeRecord, Recorder, Recording, RecordingError
from .replaying import CAUSES, Player, Watcher, find_cause

SEALED = ("score", "timing")  # events that end a recording; a branch gets its own


class _Key(NamedTuple):
    """A place to start from."""

    frames: int  # that were done before it
    row: int  # of the keyframe's record
    hash: str  # of the state there
    panel: PanelInput  # of the last frame before it


class Playback:
    """Plays a recording on a simulation of its scene; `at` frames of `length` are done.

    `diverged` is the first frame that has moved otherwise than recorded, as far as it was run.
    """

    def __init__(self, recording: Recording, simulation: Simulation) -> None:
        """Go to where the recording begins.

        Raises:
            RecordingError: The panel's inputs are not the recorded ones.
        """
        self.recording = recording
        self.simulation = simulation
        self._player = Player(recording, simulation)
        self._start = simulation.save()
        self._keys = self._find_keys()
        self._hashes = [frame.hash for frame in recording.frames]
        self.length = len(self._hashes)
        self.diverged: int | None = None
        self.at = 0
        self._row = 0  # of the next record

    def _find_keys(self) -> list[_Key]:
        """Return the beginning and every keyframe, sound or not."""
        begin, last = self._player.panel, ""
        keys = [_Key(0, 0, "", begin)]
        frames = 0
        for row, record in enumerate(self.recording.records):
            if isinstance(record, FrameRecord):
                self._player.read(record)
                frames, last = frames + 1, record.hash
            elif isinstance(record, KeyframeRecord) and frames > 0:
                keys.append(_Key(frames, row, last, self._player.panel))
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
        key = self._find_key(wanted)
        while not key.frames <= self.at <= wanted:  # else what is left of the way is shorter
            if self._reach(key):
                self._player.panel, self.at, self._row = key.panel, key.frames, key.row
            else:
                self._keys.remove(key)
                key = self._find_key(wanted)
        return self.run(wanted)

    def _find_key(self, frame: int) -> _Key:
        """Return the nearest place before a frame."""
        return max((one for one in self._keys if one.frames <= frame), key=lambda one: one.frames)

    def _reach(self, key: _Key) -> bool:
        """Go to a place; False where it is damaged, or the scene is another one by now."""
        record = self.recording.records[key.row]
        if not key.frames or not isinstance(record, KeyframeRecord):
            self.simulation.restore(self._start)
            return True
        try:
            self.simulation.restore(record.unpack())
        except ValueError:
            return False
        if self.simulation.state_hash() == key.hash:
            return True
        self.at = -1  # nowhere in this recording
        return False

    def run(self, frame: int, watch: Watcher | None = None) -> Snapshot:
        """Play on up to the moment after so many frames."""
        snapshot = self.simulation.snapshot()
        while self.at < frame:
            panel = self.next(watch)
            if panel is None:
                break
            snapshot = self.simulation.frame(panel)
            is_other = snapshot.state_hash != self._hashes[self.at - 1]
            if is_other and (self.diverged is None or self.at < self.diverged):
                self.diverged = self.at
            if watch:
                watch.frame(panel, snapshot)
        return snapshot

    def tell_divergence(self) -> str:
        """Return which frame moves otherwise than recorded, and what that may be due to."""
        cause = CAUSES[find_cause(self.recording, self.simulation)]
        return f"frame {self.diverged} differs by now: {cause}"

    def branch(self, path: str, about: dict[str, str] | None = None) -> Recorder:
        """Begin a recording that holds all that was done up to here and goes on from here.

        Raises:
            RecordingError: What led here moves otherwise by now: the new one would not replay.
            OSError: It cannot be written; nothing of it stays.
        """
        if self.diverged is not None and self.diverged <= self.at:
            raise RecordingError(
                f"{self.recording.path}: {self.tell_divergence()}",
                f"{self.recording.path}: с кадра {self.diverged} теперь не то, что записано",
            )
        header = {
            key: value
            for key, value in self.recording.header.items()
            if key in ("exercise", "rules", "trainee", "script", "date", "draws", "seed", "run")
        }
        done = self.recording.records[: self._row]
        last = next((r for r in reversed(done) if isinstance(r, FrameRecord)), None)
        header["branched_from"] = str(self.recording.path)
        header["branched_at"] = f"{self.at} {last.chain if last else ''}".strip()
        recorder = Recorder(path, self.simulation, {**header, **(about or {})}, start=self._start)
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
