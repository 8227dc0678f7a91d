"""The protocol of the serial line: one line of `channel=value` words, closed by a check sum.

    a0=512 d2=1*20        what a board says, and what is said to it
    board MF-4 desk*71    who the board is, in answer to the line ?*3F

The check sum is that of NMEA 0183: two hexadecimal digits, all characters before `*` combined by
exclusive or. A line that does not fit is dropped as if it had never come.
"""

import re
from collections.abc import Iterator, Mapping
from functools import reduce
from typing import NamedTuple

from simulator.spec.fields import Text

LONGEST = 240  # characters of a line
WORD = re.compile(r"([A-Za-z][A-Za-z0-9_]{0,15})=(-?\d{1,9}(?:\.\d{1,6})?)")
LINE = re.compile(r"([\x20-\x7e]*)\*([0-9A-Fa-f]{2})")
BOARD = "board "
QUESTION = "?"


class Said(NamedTuple):
    """A line that came whole: the channels' values, or the board's name; or why none comes."""

    values: Mapping[str, float]
    board: str | None = None
    trouble: Text | None = None


def check_sum(text: str) -> int:
    """Return all characters combined by exclusive or."""
    return reduce(lambda sum_, one: sum_ ^ ord(one), text, 0) & 0xFF


def write(text: str) -> bytes:
    """Return a line with its check sum."""
    return f"{text}*{check_sum(text):02X}\n".encode("ascii")


def write_values(values: Mapping[str, float]) -> Iterator[bytes]:
    """Yield the lines that say these values; whole numbers stay whole."""
    text = ""
    for channel, value in values.items():
        number = f"{max(min(value, 999999999.0), -999999999.0):.4f}".rstrip("0").rstrip(".")
        word = f"{channel}={'0' if number == '-0' else number}"
        if len(text) + len(word) > LONGEST - 5:
            yield write(text)
            text = ""
        text = f"{text} {word}" if text else word
    if text:
        yield write(text)


def read(line: bytes) -> Said | None:
    """Return what a line says; None for one that is damaged or no line of the protocol."""
    whole = LINE.fullmatch(line.decode("ascii", "replace").strip())
    if whole is None or check_sum(whole[1]) != int(whole[2], 16):
        return None
    if whole[1].startswith(BOARD):
        return Said({}, whole[1].removeprefix(BOARD).strip())
    words = [WORD.fullmatch(word) for word in whole[1].split()]
    if not words or None in words:
        return None
    return Said({word[1]: float(word[2]) for word in words if word is not None})


class Reader:
    """Cuts what comes in pieces into lines."""

    def __init__(self) -> None:
        self._rest = b""

    def take(self, data: bytes) -> Iterator[Said]:
        """Yield what the lines say that are complete with this piece."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > LONGEST:
            self._rest = b""  # no line of ours: wait for the next one
        for line in lines:
            said = read(line) if len(line) <= LONGEST else None
            if said is not None:
                yield said
