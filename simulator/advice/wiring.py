"""Controls of a desk that one channel moves alike: mostly a line that was copied."""

from collections.abc import Iterator

from ..spec.models.hardware import HardwareSpec
from ..spec.reading.source import Told


def find_alike(hardware: HardwareSpec) -> Iterator[Told]:
    """Yield what to tell of each control of a sound file that follows another one's channel.

    Where their ranges differ, they tell apart what the channel says, as a switch's positions.
    """
    for board, spec in hardware.boards.items():
        first: dict[tuple, str] = {}
        for name, wire in spec.inputs.items():
            if (other := first.setdefault((wire.channel, wire.range), name)) != name:
                message = f"{wire.channel!r} works {other}, too: both move together"
                yield Told(("boards", board, "inputs", name, "channel"), "shared-channel", message)
