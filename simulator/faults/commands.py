"""The way of the panel's input to the robot: packets that are late, lost, or wait for the line.

A frame's input is one packet with values and press counters. What arrives late is shown late; what
is lost is made up for by the next packet, press counters included. After `SILENCE` without a packet
the robot takes levers and buttons for let go, as it does when the operator's window hangs.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.console.control import list_controls
from simulator.physics.sensing import chance
from simulator.snapshot import PanelInput
from simulator.spec.models.console import ConsoleSpec
from simulator.spec.models.fault import CommandLink

SILENCE = 0.8  # [s]
HEADER = 320  # [bit] of a packet: addresses, number, time, press counters
PER_INPUT = 48  # [bit] of an input that has changed since the last packet
ROUNDING = 1e-9  # [s]


class Line(NamedTuple):
    """What a line is like in a frame."""

    link: CommandLink = CommandLink()
    is_cut: bool = False  # nothing arrives
    is_held: bool = False  # nothing arrives, and nobody notices
    pause: float = 0.0  # least time between two packets [s]

    @property
    def is_perfect(self) -> bool:
        """Whether every packet arrives in its frame."""
        return self == Line()


class Packet(NamedTuple):
    """An input on its way."""

    number: int
    due: float  # when it arrives [s]
    values: NDArray[np.float64]
    presses: NDArray[np.int64]


class Commands:
    """The line of some inputs of the panel; `carry` is called once a frame."""

    def __init__(self, console: ConsoleSpec, inputs: NDArray[np.intp], seed: int) -> None:
        widgets = console.panel.items()
        controls = [one for name, spec in widgets for one in list_controls(name, spec)]
        self.inputs = inputs
        self._seed = seed
        self._lets_go = np.array([controls[i].is_momentary for i in inputs], bool)
        self._rest = np.array([controls[i].rest for i in inputs])
        self.forget()

    def forget(self) -> None:
        """Be as at the start: nothing on its way."""
        n = len(self.inputs)
        self.frames = 0  # since the line became bad
        self.flying: list[Packet] = []
        self.sent = np.full(n, np.nan)  # values of the last packet
        self.values, self.presses = np.zeros(n), np.zeros(n, np.int64)  # last arrived
        self.clock = np.array([0.0, -np.inf, 0.0, -1.0])  # free from, sent at, arrived at, number

    def carry(self, panel: PanelInput, line: Line, seed: int, dt: float) -> PanelInput:
        """Return what arrives in this frame of `dt` [s] while `panel` is sent off."""
        values, presses = panel.values[self.inputs], panel.presses[self.inputs]
        if line.is_perfect and not self.flying:
            if self.frames > 0:
                self.forget()
            return panel
        if self.frames == 0:
            self.values, self.presses = values, presses  # the line was good up to now
        now = self.frames * dt
        self._send(values, presses, line, seed ^ self._seed, now)
        self._receive(line, now)
        self.frames += 1
        is_silent = now - self.clock[2] > SILENCE - ROUNDING and not line.is_held
        given = np.where(self._lets_go & is_silent, self._rest, self.values)
        every, counts = panel.values.copy(), panel.presses.copy()
        every[self.inputs], counts[self.inputs] = given, self.presses
        return PanelInput(every, counts)

    def _send(
        self, values: NDArray, presses: NDArray, line: Line, seed: int, now: float
    ) -> None:  # fmt: skip
        free, before = self.clock[0], self.clock[1]
        if now < free - ROUNDING or now - before < line.pause - ROUNDING:
            return
        link, number = line.link, self.frames
        bits = HEADER + PER_INPUT * int((values != self.sent).sum())
        taken = bits / link.rate if link.rate else 0.0
        self.clock[:2] = now + taken, now
        self.sent = values
        is_lost = chance.uniform(seed, 2 * number) < link.loss
        if is_lost or line.is_cut or line.is_held:
            return
        more = link.jitter * chance.uniform(seed, 2 * number + 1)
        self.flying.append(Packet(number, now + taken + link.delay + more, values, presses))

    def _receive(self, line: Line, now: float) -> None:
        """Take the newest of the packets that arrive; one that was overtaken is thrown away."""
        arrived = [packet for packet in self.flying if packet.due <= now + ROUNDING]
        if not arrived:
            return
        self.flying = [packet for packet in self.flying if packet.due > now + ROUNDING]
        for packet in arrived if not (line.is_cut or line.is_held) else []:
            if packet.number > self.clock[3]:
                self.clock[2:] = now, packet.number
                self.values, self.presses = packet.values, packet.presses

    def save(self) -> bytes:
        """Return all that changes."""
        head = np.array([self.frames, len(self.flying)], np.int64)
        flying = [
            part
            for packet in self.flying
            for part in (np.array([packet.number, packet.due]), packet.values, packet.presses)
        ]
        parts = [head, self.clock, self.sent, self.values, self.presses, *flying]
        return b"".join(np.ascontiguousarray(part).tobytes() for part in parts)

    def restore(self, state: bytes) -> int:
        """Put a saved state back from the front of `state`; return its length."""
        n, self._offset = len(self.inputs), 0

        def read(kind: type, count: int) -> NDArray:
            part = np.frombuffer(state, kind, count, self._offset).copy()
            self._offset += part.nbytes
            return part

        self.frames, count = (int(number) for number in read(np.int64, 2))
        self.clock, self.sent = read(np.float64, 4), read(np.float64, n)
        self.values, self.presses = read(np.float64, n), read(np.int64, n)
        self.flying = []
        for _ in range(count):
            number, due = read(np.float64, 2)
            self.flying.append(
                Packet(int(number), float(due), read(np.float64, n), read(np.int64, n))
            )
        return self._offset
