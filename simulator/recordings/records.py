"""What a recording consists of: frames, events, keyframes, and the hash that runs over them."""

import base64
import hashlib
import zlib
from typing import Annotated, Any

import msgspec

from ..snapshot import Event

MAX_RECORD = 64 * 2**20  # bytes; what is damaged must not ask for the whole memory
FrameNumber = Annotated[int, msgspec.Meta(ge=0, lt=2**32)]  # more is no frame, but damage


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
