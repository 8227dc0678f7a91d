"""Recordings: what the operator did, frame by frame, with the state's hash to prove it (MCAP).

Each frame also carries a hash over all that stands before it in the file: whoever changes a record
changes every link of this chain after it. Nothing is chunked: a record is in the file as soon as
it is written, and the file is flushed twice a second, so that a program killed at any moment loses
at most a second.
"""

import base64
import math
import struct
import zlib
from collections.abc import Mapping
from io import BufferedWriter
from pathlib import Path
from typing import Any, BinaryIO, Self

import msgspec
import numpy as np
from mcap.records import Channel, Message, Metadata, Statistics
from mcap.writer import MCAP0_MAGIC, Writer

from ..simulation import Simulation
from ..snapshot import Event, PanelInput, Snapshot
from ..spec.reading.project import tell_missing
from ..spec.reasons import ExplainedError, unreadable
from .machine import describe_machine, versions
from .record_file import RecordFile, open_file
from .records import (
    DAMAGE,
    LATENCY,
    TOPICS,
    Chain,
    EventRecord,
    FrameRecord,
    KeyframeRecord,
    LatencyRecord,
    read_last,
    read_records,
    read_summary,
)

FORMAT = "3"
READABLE = ("1", "2", "3")  # 1 knew no event but "reset", 2 not which `code` moved things
NEEDED = ("scene", "digest", "frame_dt", "inputs")  # in the header
FLUSHED = 0.5  # s of simulated time between two flushes
KEYED = 10.0  # s from keyframe to keyframe
HEAD = struct.Struct("<BQ")  # before every record: its kind, its length
BEGIN = b'{"frame":'  # of every record's data
DRAWN = dict[str, float | bool | str]  # what one of many runs drew, in the header's `draws`
WORDS = "trainee", "profile"  # what of that is no number


class RecordingError(ExplainedError):
    """The file is not a recording, or not one that this program and scene can replay."""


def read_header(path: Path) -> dict[str, str]:
    """Return a recording's header without reading the rest; of any other file, nothing."""
    try:
        with open_file(path) as file:
            for record in read_records(file):
                if isinstance(record, Metadata) and record.name == "session":
                    return record.metadata
                if isinstance(record, Message):
                    break
    except (OSError, *DAMAGE):
        pass
    return {}


def read_length(path: Path, header: Mapping[str, str]) -> float | None:
    """Return how long a recording is [s], by its last bytes; None of one that was cut off."""
    channels: dict[str, int] = {}
    counts: dict[int, int] = {}
    try:
        with open_file(path) as file:
            for record in read_summary(file):
                if isinstance(record, Channel):
                    channels[record.topic] = record.id
                elif isinstance(record, Statistics):
                    counts = record.channel_message_counts
        length = counts[channels["/frame"]] * float(header["frame_dt"])
        return length if math.isfinite(length) else None
    except (OSError, *DAMAGE):
        return None


def read_score(path: Path) -> Mapping[str, Any]:
    """Return the score that a recorded attempt ended with, by its last bytes; else nothing."""
    try:
        with open_file(path) as file:
            last = read_last(file)
    except (OSError, *DAMAGE):
        return {}
    return (last.data or {}) if last is not None and last.kind == "score" else {}


def find_file(path: Path, header: Mapping[str, str]) -> Path:
    """Return the exercise's or scene's file, found from here or from a recording's folders."""
    name = header.get("exercise") or header.get("scene", "")
    paths = [folder / name for folder in (Path(), *path.resolve().parents)]
    return next(filter(Path.is_file, paths), paths[0])


def is_whole(path: Path) -> bool:
    """Return whether a recording ends where a program ended it, by its last bytes."""
    with path.open("rb") as file:
        file.seek(max(file.seek(0, 2) - len(MCAP0_MAGIC), 0))
        return file.read() == MCAP0_MAGIC


class Recorder:
    """Writes a recording while the simulation runs; `about` goes into its header."""

    def __init__(
        self,
        path: str | Path,
        simulation: Simulation,
        about: dict[str, str] | None = None,
        start: bytes | None = None,
    ) -> None:
        """Begin a file; `start` is the state it begins with, default: the present one.

        Raises OSError, and leaves nothing, if it cannot be written or another one is there now.
        """
        self.path = Path(path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = BufferedWriter(RecordFile(self.path))
        self._writer = Writer(self._file, use_chunking=False)
        try:
            self._begin(simulation, about or {}, start)
        except OSError:
            self.discard()
            raise

    def _begin(self, simulation: Simulation, about: dict[str, str], start: bytes | None) -> None:
        """Write all that stands before the first frame."""
        self._writer.start(profile="", library=f"simulator {versions()['program']}")
        self._channels = {topic: self._register(topic) for topic in (*TOPICS, LATENCY)}
        self._frame_ns = round(simulation.frame_dt * 1e9)
        self._last: PanelInput | None = None
        self._count = self._kept = 0
        header = {
            "format": FORMAT,
            "scene": simulation.scene.source,
            "digest": simulation.scene.digest,
            "frame_dt": repr(simulation.frame_dt),
            "inputs": "\n".join(simulation.input_names),
            "diagram": simulation.base,
            "files": msgspec.json.encode(simulation.scene.files).decode(),
            "machine_report": msgspec.json.encode(describe_machine()).decode(),
            **versions(),
            **about,
        }
        self._chain = Chain(header)
        self._writer.add_metadata("session", header)
        self.keyframe(0, simulation.save() if start is None else start)
        self._file.flush()

    def _register(self, topic: str) -> int:
        kind = TOPICS.get(topic, LatencyRecord)
        schema = msgspec.json.encode(msgspec.json.schema(kind))
        schema_id = self._writer.register_schema(kind.__name__, "jsonschema", schema)
        return self._writer.register_channel(topic, "json", schema_id)

    def _write(self, topic: str, record: Any) -> None:
        time = record.frame * self._frame_ns
        if isinstance(record, FrameRecord):
            record.chain = self._chain.link
        data = msgspec.json.encode(record)
        self._chain.add(topic, data)
        self._writer.add_message(self._channels[topic], time, data, time, record.frame & 0xFFFFFFFF)

    def frame(self, panel: PanelInput, snapshot: Snapshot) -> None:
        """Write one frame that was just simulated."""
        record = FrameRecord(frame=snapshot.frame_index, hash=snapshot.state_hash)
        last = self._last
        if last is None or not np.array_equal(panel.values, last.values):
            record.values = panel.values.tolist()
        if last is None or not np.array_equal(panel.presses, last.presses):
            record.presses = panel.presses.tolist()
        self._last = panel
        self._write("/frame", record)
        self._count += 1
        if self._count % self._per(FLUSHED) == 0:
            self._file.flush()
            self._kept = self._count

    def _per(self, seconds: float) -> int:
        """Return how many frames a time has, at least one."""
        return max(round(1e9 * seconds / self._frame_ns), 1)

    @property
    def length(self) -> float:
        """How much time was recorded [s]."""
        return 1e-9 * self._count * self._frame_ns

    def wants_keyframe(self) -> bool:
        """Return whether a keyframe is due."""
        return self._count % self._per(KEYED) == 0

    def keyframe(self, frame: int, state: bytes) -> None:
        """Write the whole state after `frame`."""
        packed = base64.b64encode(zlib.compress(state, 1)).decode()
        self._write("/keyframe", KeyframeRecord(frame, packed))

    def event(self, frame: int, event: Event) -> None:
        """Write something that was done to the simulation after `frame`."""
        data = None if event.data is None else dict(event.data)
        self._write("/event", EventRecord(frame, event.kind, event.text, data))

    def latency(self, frame: int, times: list[float]) -> None:
        """Write the times from input to picture of some pictures [s], beside the chain."""
        record = LatencyRecord(frame, [round(1e3 * seconds, 2) for seconds in times])
        time, data = frame * self._frame_ns, msgspec.json.encode(record)
        self._writer.add_message(self._channels[LATENCY], time, data, time, frame & 0xFFFFFFFF)

    def copy(self, record: "FrameRecord | EventRecord | KeyframeRecord") -> None:
        """Write a record of another recording."""
        topic = next(topic for topic, kind in TOPICS.items() if isinstance(record, kind))
        self._write(topic, msgspec.structs.replace(record))
        self._count += isinstance(record, FrameRecord)

    def follow(self, panel: PanelInput) -> None:
        """Take this as the input of the last frame, after copying."""
        self._last = panel

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Finish the file. Of one that does not fit stays what was written, if that is a frame."""
        try:
            self.close()
        except OSError:
            if self._kept == 0:
                self.discard()
            raise

    def discard(self) -> None:
        """Give the file up, which could not be written, and remove it; devices and links stay."""
        if self.path.is_file() and not self.path.is_symlink():
            self.path.unlink()
        self.let_go()

    def let_go(self) -> None:
        """Close the file as it is, which could not be written; its last half second is lost."""
        self._file.raw.close()

    def close(self) -> None:
        """Finish the file; what was written before is safe without it."""
        if not self._file.closed:
            self._writer.finish()
            self._file.close()


class Recording:
    """A recording that was read: header, and every whole record up to the end or the cut."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.header: dict[str, str] = {}
        self.records: list[FrameRecord | EventRecord | KeyframeRecord] = []
        self.latencies: list[float] = []  # s from input to picture; no part of the chain
        self.complete = False
        self.damaged = False  # more follows what could be read
        self.chain = ""  # hash over the header and every whole record
        self.broken: int | None = None  # first frame whose chain does not fit what stands before
        try:
            with open_file(self.path) as file:
                self._read(file)
        except OSError as error:
            why = unreadable(error)
            raise RecordingError(f"{path}: {why.en}", f"{path}: {why.ru}") from error
        if not _is_sound(self.header):
            raise RecordingError(
                f"{path}: not a recording of this program, or damaged where it begins",
                f"{path}: не запись этой программы, или начало её повреждено",
            )
        if (found := self.header.get("format")) not in READABLE:
            known = ", ".join(READABLE)
            raise RecordingError(
                f"{path}: format {found}, this program reads formats {known}",
                f"{path}: запись другой версии программы: формат {found}, читаются {known}",
            )

    def _read(self, file: BinaryIO) -> None:
        topics: dict[int, str] = {}
        chain, end = Chain({}), 0
        try:
            for record in read_records(file):
                if isinstance(record, Metadata) and record.name == "session":
                    if self.header:
                        raise ValueError("a second header")
                    self.header = record.metadata
                    chain = Chain(self.header)
                elif isinstance(record, Channel):
                    topics[record.id] = record.topic
                elif isinstance(record, Message) and topics.get(record.channel_id) in TOPICS:
                    topic = topics[record.channel_id]
                    found = msgspec.json.decode(record.data, type=TOPICS[topic])
                    self._compare(found, chain)
                    chain.add(topic, record.data)
                    self.records.append(found)
                elif isinstance(record, Message) and topics.get(record.channel_id) == LATENCY:
                    told = msgspec.json.decode(record.data, type=LatencyRecord)
                    self.latencies += [1e-3 * ms for ms in told.ms]
                end = file.tell()
            self.complete = True
        except DAMAGE:
            file.seek(end)  # cut off or damaged here: what stands before is whole
            self.damaged = not _is_cut(file.read())
        self.chain = chain.link

    def _compare(self, record: FrameRecord | EventRecord | KeyframeRecord, chain: Chain) -> None:
        is_linked = isinstance(record, FrameRecord) and self.header.get("format") != "1"
        if is_linked and self.broken is None and record.chain != chain.link:  # type: ignore[union-attr]
            self.broken = record.frame

    @property
    def flaw(self) -> str:
        """Why this is not all that was recorded; empty where it is."""
        if self.complete:
            return ""
        last = self.frames[-1].frame if self.frames else 0
        if self.damaged:
            return f"damaged after frame {last}; what follows cannot be read"
        return f"cut off after frame {last}"

    @property
    def scene(self) -> Path:
        """The exercise's or scene's file; see `find_file`."""
        return find_file(self.path, self.header)

    def find_scene(
        self, named: Path | None, way: str = "name it with --scene FILE", russian: str = ""
    ) -> Path:
        """Return the file to replay the recording in: what an option named, else its own.

        Raises:
            RecordingError: It is not here; tells the way to say where it is.
        """
        if named is not None and not named.is_file():
            raise RecordingError(tell_missing(named), f"{named}: такого файла нет")
        if not (place := named or self.scene).is_file():
            raise RecordingError(
                f"{self.path}: {place} is not here; {way}",
                f"{self.path}: здесь нет файла {place}; {russian or way}",
            )
        return place

    @property
    def files(self) -> dict[str, str]:
        """The hashes of the files that the scene was loaded from, by path; none if damaged."""
        try:
            return msgspec.json.decode(self.header.get("files", "{}"), type=dict[str, str])
        except msgspec.MsgspecError:
            return {}

    def list_changed(self, present: Mapping[str, str]) -> list[str]:
        """Return which files of a scene, by the hashes it has now, are not as they were then."""
        before = self.files
        names = dict.fromkeys([*present, *before]) if before else {}
        return [name for name in names if before.get(name) != present.get(name)]

    @property
    def frames(self) -> list[FrameRecord]:
        """The frames, in order."""
        return [record for record in self.records if isinstance(record, FrameRecord)]


def _is_sound(header: Mapping[str, str]) -> bool:
    """Return whether a header has all that others rely on, as they can read it."""
    try:
        draws = msgspec.json.decode(header.get("draws", "{}"), type=DRAWN)
        is_length = 0.0 < float(header["frame_dt"]) < float("inf")
    except (ValueError, KeyError, RecursionError):
        return False
    if any(isinstance(value, str) and name not in WORDS for name, value in draws.items()):
        return False
    return is_length and all(key in header for key in NEEDED)


def _is_cut(rest: bytes) -> bool:
    """Return whether a file just ends within a record, of which these bytes are left.

    Zeros are what a computer that lost its power leaves at the end.
    """
    rest = rest.rstrip(b"\0")
    if len(rest) < HEAD.size:
        return True
    _, length = HEAD.unpack_from(rest)
    is_whole = HEAD.size + length <= len(rest)
    return not is_whole and not rest.endswith(MCAP0_MAGIC) and rest.count(BEGIN) < 2
