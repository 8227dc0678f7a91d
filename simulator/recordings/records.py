"""What a recording consists of: frames, events, keyframes, and the hash that runs over them."""

import base64
import hashlib
import os
import struct
import zlib
from collections.abc import Iterator
from typing import Annotated, Any, BinaryIO

import msgspec
from mcap.exceptions import McapError
from mcap.records import McapRecord
from mcap.stream_reader import StreamReader
from mcap.writer import MCAP0_MAGIC

from ..snapshot import MOST_FRAMES, Event

MAX_RECORD = 64 * 2**20  # bytes; what is damaged must not ask for the whole memory
DAMAGE = (McapError, struct.error, EOFError, ValueError, LookupError, RecursionError)
FOOT = struct.Struct("<BQQQI8s")  # the last record, which says where the summary begins; magic
DATA_END = 13  # bytes of the record between the last frame and the summary
LAST = 2**18  # bytes in which the last record begins that is no keyframe
FrameNumber = Annotated[int, msgspec.Meta(ge=0, lt=MOST_FRAMES)]


class FrameRecord(msgspec.Struct, omit_defaults=True):
    """One frame: its hash, and the panel's input where it differs from the frame before."""

    frame: FrameNumber
    hash: str
    chain: str = ""  # hash over the header and every record before this one
    values: list[float] | None = None
    presses: list[int] | None = None


class EventRecord(msgspec.Struct, omit_defaults=True):
    """Something done to the simulation after `frame` (of a reset: after the frame it leads to)."""

    frame: FrameNumber
    kind: str
    text: str = ""
    data: dict[str, Any] | None = None

    @property
    def event(self) -> Event:
        """The event as `Simulation.apply` takes it."""
        return Event(self.kind, self.text, self.data)


class KeyframeRecord(msgspec.Struct):
    """The whole state after `frame`, compressed, in base64."""

    frame: FrameNumber
    state: str

    def unpack(self) -> bytes:
        """Return the state as `Simulation.restore` takes it.

        Raises:
            ValueError: It is damaged.
        """
        unpacking = zlib.decompressobj()
        try:
            state = unpacking.decompress(base64.b64decode(self.state), MAX_RECORD)
        except zlib.error as error:
            raise ValueError(f"the state after frame {self.frame} is damaged") from error
        if not unpacking.eof:
            raise ValueError(f"the state after frame {self.frame} is cut off, or has no end")
        return state


class LatencyRecord(msgspec.Struct):
    """How long pictures took from the input that they show; measured, no part of the chain."""

    frame: FrameNumber
    ms: list[float]


LATENCY = "/latency"
TOPICS: dict[str, Any] = {
    "/frame": FrameRecord,
    "/event": EventRecord,
    "/keyframe": KeyframeRecord,
}


class Chain:
    """A running hash over header and records."""

    def __init__(self, header: dict[str, str]) -> None:
        self._whole = hashlib.blake2b(msgspec.json.encode(header, order="sorted"), digest_size=8)

    def add(self, topic: str, data: bytes) -> None:
        """Take in a record."""
        self._whole.update(topic.encode() + b"\0" + data)

    @property
    def link(self) -> str:
        """The hash over all that was taken in."""
        return self._whole.hexdigest()


class _Measured:
    """A file of which nothing larger than a record is read at once."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def read(self, size: int) -> bytes:
        if not 0 <= size <= MAX_RECORD:
            raise EOFError
        return self._file.read(size)


def read_records(file: BinaryIO) -> Iterator[McapRecord]:
    """Yield what stands in a file, whatever it says of itself; one of `DAMAGE` ends it.

    What is packed in chunks is let be: no recording is, and it may be of any size.
    """
    source: Any = _Measured(file)
    yield from StreamReader(source, emit_chunks=True, record_size_limit=MAX_RECORD).records


def read_summary(file: BinaryIO) -> Iterator[McapRecord]:
    """Yield what stands behind the last frame of a whole recording; one of `DAMAGE` ends it."""
    file.seek(_find_summary(file))
    source: Any = _Measured(file)
    reader = StreamReader(source, True, emit_chunks=True, record_size_limit=MAX_RECORD)
    yield from reader.records


def read_last(file: BinaryIO) -> EventRecord | None:
    """Return what a whole recording ends with, None where that is no event.

    Raises:
        DAMAGE: It is cut off, or damaged there.
    """
    end = _find_summary(file) - DATA_END
    file.seek(max(end - LAST, 0))
    tail = file.read(min(LAST, end))
    data = tail[tail.rfind(b'{"frame":') :]
    return msgspec.json.decode(data, type=EventRecord) if b'"kind":' in data else None


def _find_summary(file: BinaryIO) -> int:
    """Return where the summary of a whole recording begins; EOFError where there is none."""
    end = file.seek(0, os.SEEK_END)
    file.seek(max(end - FOOT.size, 0))
    _, _, begin, _, _, magic = FOOT.unpack(file.read(FOOT.size))
    if magic != MCAP0_MAGIC or not DATA_END < begin < end:
        raise EOFError
    return begin
