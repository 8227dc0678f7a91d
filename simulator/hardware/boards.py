"""All boards of a hardware file on one panel."""

import time
from collections.abc import Callable

from simulator.console.panel import Panel
from simulator.hardware.board import Board
from simulator.hardware.link import Link
from simulator.hardware.wire import Wire
from simulator.snapshot import Event, Snapshot
from simulator.spec.models.console import ConsoleSpec
from simulator.spec.models.hardware import BoardSpec, HardwareSpec


class Boards:
    """Keeps the links open while scenes come and go; `attach` puts them on a panel.

    Raises MissingError where a library of the extra `hardware` is missing.
    """

    def __init__(self, spec: HardwareSpec) -> None:
        self.spec = spec
        self.boards: list[Board] = []
        self._panel: Panel | None = None
        self._has_asked = False  # for levers to be brought to neutral
        self._links = {name: Link(_make_wire(one)) for name, one in spec.boards.items()}
        for link in self._links.values():
            link.start()

    def attach(self, panel: Panel, tell: Callable[[Event], None]) -> None:
        """Work this panel from now on; `tell` hears of boards that fall silent and come back."""
        for link in self._links.values():
            link.take()
        self._panel, self._has_asked = panel, False
        self.boards = [
            Board(name, one, self._links[name], panel, time.perf_counter, tell)
            for name, one in self.spec.boards.items()
        ]

    def select(self, console: ConsoleSpec) -> None:
        """Work this part of the panel from now on."""
        for board in self.boards:
            board.select(console)

    def renew(self) -> None:
        """The panel was put back: switches are set again to where they really are."""
        for board in self.boards:
            board.renew()

    def poll(self, is_at_hand: bool = True) -> None:
        """Take what the boards said; call before each sample of the panel."""
        now = time.perf_counter()
        for board in self.boards:
            board.poll(now, is_at_hand)
        is_waiting = any(board.is_waiting for board in self.boards)
        if self._panel is not None and is_waiting != self._has_asked:
            self._has_asked = is_waiting
            (self._panel.notify if is_waiting else self._panel.dismiss)("board_rearm")

    def take_stamp(self) -> float | None:
        """Return when the oldest change since the last call came [s]; None without one."""
        stamps = [board.oldest for board in self.boards if board.oldest is not None]
        for board in self.boards:
            board.oldest = None
        return min(stamps, default=None)

    def show(self, snapshot: Snapshot) -> None:
        """Have lamps and gauges show a frame."""
        for board in self.boards:
            board.show(snapshot)

    def close(self) -> None:
        """Let the boards go."""
        for link in self._links.values():
            link.close()


def _make_wire(board: BoardSpec) -> Wire:
    """Return the wire of a board, not open yet.

    Raises:
        MissingError: A library of the extra `hardware` is missing.
    """
    if board.serial is not None:
        from simulator.hardware.serial_wire import SerialWire

        return SerialWire(board.serial)
    if board.modbus is not None:
        from simulator.hardware.modbus_wire import ModbusWire

        return ModbusWire(board.modbus, [one.channel for one in board.inputs.values()])
    from simulator.hardware.osc_wire import OscWire

    assert board.osc is not None
    return OscWire(board.osc)
