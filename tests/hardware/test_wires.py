"""Boards made up in memory: a pseudo-terminal, and UDP on this machine's own address."""

import os
import select
import socket
import subprocess
import sys
import threading
import tty
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.hardware import lines, trouble
from simulator.hardware.lines import Said
from simulator.hardware.link import Link
from simulator.hardware.osc_wire import OscWire
from simulator.hardware.serial_wire import SerialWire
from simulator.hardware.wire import REPEAT, Pace
from simulator.spec.models.hardware import OscSpec, SerialSpec

TURNS = 200  # exchanges within which something has to happen
WORDS = "what comes is no line of a board"
QUIET = 0.2  # after which a line has said all [s]
GARBLED = trouble.make("garbled", "port", 9600).text


class Board:
    """The other end of a serial line."""

    def __init__(self):
        self.end, other = os.openpty()
        tty.setraw(self.end)
        tty.setraw(other)
        self.name = os.ttyname(other)
        self._other = other
        self._reader = lines.Reader()

    def say(self, data):
        os.write(self.end, data)

    def heard(self):
        """Return what was said to the board: lamps, and whether it was asked for its name."""
        data, lamps = b"", {}
        while select.select([self.end], [], [], QUIET)[0]:  # the system hands it on in pieces
            data += os.read(self.end, 4096)
        for said in self._reader.take(data):
            lamps |= said.values
        return lamps, lines.write("?") in data

    def close(self):
        for end in (self.end, self._other):
            os.close(end)


@pytest.fixture
def board():
    made = Board()
    yield made
    made.close()


def until(wire, wanted, lamps=None, start=0.0):
    """Exchange until something that is `wanted` was heard; return everything heard."""
    heard = []
    for turn in range(TURNS):
        heard += wire.exchange(lamps or {}, start + 0.01 * turn)
        if wanted(heard):
            return heard
    raise AssertionError(f"heard only {heard}")


def test_a_serial_board_is_asked_its_name_heard_and_told(board):
    wire = SerialWire(SerialSpec(port=board.name))
    wire.open()
    board.say(b"\xff junk\n" + lines.write("board Ours") + lines.write("a0=512 d2=1"))
    heard = until(wire, lambda said: len(said) == 2, {"l1": 1.0, "g1": 12.5})
    assert [said.board for said in heard] == ["Ours", None]
    assert heard[1].values == {"a0": 512.0, "d2": 1.0}
    assert board.heard() == ({"l1": 1.0, "g1": 12.5}, True)
    wire.close()


def test_a_wrong_speed_is_told_until_a_line_comes_whole(board):
    wire = SerialWire(SerialSpec(port=board.name, baud=9600))
    wire.open()
    board.say(b"\x93\xf0" * 60)
    heard = until(wire, bool)
    assert heard[0].values == {}
    assert heard[0].trouble.en == f"{board.name}: {WORDS}; is 9600 bit/s its speed?"
    board.say(b"\n" + lines.write("a0=1"))
    until(wire, lambda said: said and said[-1].values == {"a0": 1.0})
    board.say(b"\x93\xf0")  # damaged on its way, as lines may be
    assert not any(one.trouble for turn in range(3) for one in wire.exchange({}, turn))
    wire.close()


def test_a_port_that_is_not_there_is_an_oserror():
    with pytest.raises(OSError, match="ttyNONE"):
        SerialWire(SerialSpec(port="/dev/ttyNONE")).open()


def test_a_line_that_is_pulled_out_is_told_in_plain_words():
    board = Board()
    wire = SerialWire(SerialSpec(port=board.name))
    wire.open()
    board.close()
    with pytest.raises(OSError, match=f"^{board.name}: the line was closed$"):
        until(wire, lambda said: False)
    with pytest.raises(OSError, match=r"^/dev/ttyNONE is not there$"):
        SerialWire(SerialSpec(port="/dev/ttyNONE")).open()
    wire.close()


def test_lamps_are_said_when_they_change_and_from_time_to_time():
    pace = Pace()
    assert pace.due({"a": 1.0, "b": 2.0}, 0.0) == {"a": 1.0, "b": 2.0}
    assert pace.due({"a": 1.0, "b": 3.0}, 0.01) == {"b": 3.0}
    assert pace.due({"a": 1.0, "b": 3.0}, 0.02) == {}
    assert pace.due({"a": 1.0, "b": 3.0}, REPEAT) == {"a": 1.0, "b": 3.0}


class Watched(Link):
    """A link that tells when something was heard."""

    def __init__(self, wire):
        super().__init__(wire)
        self.came = threading.Event()

    def _turn(self):
        super()._turn()
        if self._heard:
            self.came.set()

    def hear(self, board, **values):
        """Have a board speak, again and again as boards do, until it is heard."""
        self.came.clear()
        for _ in range(100):
            board.say(b"".join(lines.write_values(values)))
            if self.came.wait(0.1):
                break
        return self.take()[0].values


def test_a_link_hears_a_board_and_finds_it_again():
    first, second = Board(), Board()
    wire = SerialWire(SerialSpec(port=first.name))
    link = Watched(wire)
    link.start()
    try:
        assert link.hear(first, a0=1) == {"a0": 1.0}
        wire.spec = SerialSpec(port=second.name)
        first.close()  # pulled out
        link.take()
        assert link.hear(second, a0=2) == {"a0": 2.0} and link.trouble.en == ""
    finally:
        link.close()
        second.close()


def test_what_a_wire_hears_instead_of_a_board_is_its_trouble_and_no_sign_of_life():
    class Wire:
        said: ClassVar[list] = [Said({}, trouble=GARBLED), Said({"a0": 1.0})]

        def exchange(self, lamps, now):
            return [self.said.pop(0)]

    link = Link(Wire())
    link._turn()
    assert link.trouble == GARBLED and link.take() == []
    link._turn()
    assert link.trouble.en == "" and len(link.take()) == 1


def test_a_link_survives_whatever_a_turn_raises():
    class Odd:
        opened = 0

        def open(self):
            self.opened += 1
            if self.opened == 1:
                raise UnicodeError("label empty")

        def exchange(self, lamps, now):
            if self.opened == 2:
                raise KeyError("odd")
            link._end.set()
            return [lines.Said({"a0": 1.0})]

        def close(self):
            pass

    troubles = []
    link = Link(Odd())
    link._end.wait = lambda seconds: troubles.append(link.trouble.en)
    link.run()
    assert troubles[:2] == ["label empty", "'odd'"] and link.trouble.en == ""
    assert link.take()[0].values == {"a0": 1.0}


# -- OSC


@pytest.fixture
def osc():
    wire = OscWire(OscSpec.model_construct(host="127.0.0.1", port=0))
    wire.open()
    panel = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    panel.bind(("127.0.0.1", 0))
    panel.settimeout(10.0)
    yield wire, panel
    panel.close()
    wire.close()


def message(address, *arguments):
    from pythonosc.osc_message_builder import OscMessageBuilder

    made = OscMessageBuilder(address)
    for argument in arguments:
        made.add_arg(argument)
    return made.build().dgram


def test_osc_is_heard_and_answered_to_whom_spoke(osc):
    wire, panel = osc
    panel.sendto(message("/xy", 0.5, -1.0), ("127.0.0.1", wire.port))
    panel.sendto(message("/ping"), ("127.0.0.1", wire.port))
    heard = until(wire, lambda said: len(said) == 2)
    assert heard[0].values == {"/xy": 0.5, "/xy:1": 0.5, "/xy:2": -1.0}
    assert heard[1].values == {}  # a sign of life
    wire.exchange({"/lamp": 1.0}, 10.0)
    assert wire.read(panel.recv(1000)) == {"/lamp": 1.0, "/lamp:1": 1.0}


JUNK = [
    b"nonsense",
    b"/a\0\0,Q\0",  # cut off
    b"#bundle\0" + bytes(8),
    b"#bundle\0" + bytes(8) + b"\0\0\0\4junk",
    b"#bundle\0" + bytes(8) + b"\xff\xff\xff\xfc" + bytes(8),  # an element of -4 bytes: for ever
    b"#bundle\0" + bytes(8) + b"\0\0\0\x18#bundle\0" + bytes(8) + b"\xff\xff\xff\xf8" + bytes(4),
    b"",
]
UNKNOWN = b"/a\0\0,Q\0\0"  # a kind of argument that nobody knows


def test_a_port_that_is_taken_is_told_with_its_number(osc):
    taken = OscWire(OscSpec(port=osc[0].port))
    with pytest.raises(OSError, match=rf"^127.0.0.1:{osc[0].port} cannot be opened: "):
        taken.open()
    taken.close()


def test_junk_over_osc_takes_no_lamps_away_and_prints_nothing(osc, capfd):
    wire, panel = osc
    panel.sendto(message("/a", 1), ("127.0.0.1", wire.port))
    until(wire, bool)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
        stranger.bind(("127.0.0.1", 0))
        for data in JUNK:
            stranger.sendto(data, ("127.0.0.1", wire.port))
        for data in JUNK:
            assert wire.read(data) is None
    assert wire.exchange({}, 0.0) == []
    wire.exchange({"/lamp": 1.0}, 10.0)
    assert wire.read(panel.recv(1000)) == {"/lamp": 1.0, "/lamp:1": 1.0}
    program = f"""
from simulator.hardware.osc_wire import OscWire
from simulator.spec.models.hardware import OscSpec
wire = OscWire(OscSpec(port=9))
for data in {[*JUNK, UNKNOWN]}:
    wire.read(data)
"""
    subprocess.run([sys.executable, "-c", program], check=True)
    assert capfd.readouterr() == ("", "")


def test_osc_whose_listener_has_gone_goes_on(osc):
    wire, panel = osc
    panel.sendto(message("/a", True), ("127.0.0.1", wire.port))
    until(wire, bool)
    panel.close()
    for turn in range(5):
        wire.exchange({"/lamp": 1.0}, 20.0 + turn)


@pytest.mark.parametrize("host", ["a..b", "no-such-host.invalid"])
def test_lamps_without_a_listener_stop_no_inputs(osc, host):
    _, panel = osc
    spec = OscSpec.model_construct(host="127.0.0.1", port=0, send_host=host, send_port=9)
    wire = OscWire(spec)
    assert host in wire.open()
    panel.sendto(message("/a", 1), ("127.0.0.1", wire.port))
    assert until(wire, bool, {"/lamp": 1.0})[0].values == {"/a": 1.0, "/a:1": 1.0}
    wire.close()


@given(st.one_of(st.binary(max_size=200), st.binary(max_size=60).map(lambda b: b"/a\0\0" + b)))
def test_no_datagram_breaks_osc(data):
    values = OscWire(OscSpec(port=9)).read(data)
    assert values is None or all(abs(value) < float("inf") for value in values.values())


def test_numbers_that_are_none_are_left_out():
    wire = OscWire(OscSpec(port=9))
    assert wire.read(message("/a", float("nan"), "text", True)) == {"/a:3": 1.0}


def test_a_scene_opened_later_knows_the_board_too():
    from simulator.console.panel import Panel
    from simulator.hardware.boards import Boards
    from simulator.spec.models.console import ConsoleSpec
    from simulator.spec.models.hardware import HardwareSpec

    board = Board()
    console = ConsoleSpec.model_validate({"panel": {"light": {"type": "toggle"}}})
    one = {
        "serial": {"port": board.name, "board": "Ours"},
        "inputs": {"light": {"channel": "d0"}},
        "silence": 10,
    }
    spec = HardwareSpec.model_validate({"console": "c.yaml", "boards": {"desk": one}})
    boards, told = Boards(spec), []
    try:
        for value in (1, 0, 1):
            panel = Panel(console)
            boards.attach(panel, told.append)
            boards.select(console)
            panel.set("light", 1 - value)
            for _ in range(100):
                board.say(lines.write("board Ours") if value and not told else b"")
                board.say(lines.write(f"d0={value}"))
                boards.poll()
                if panel.get("light") == value:
                    break
                threading.Event().wait(0.02)
            assert panel.get("light") == value
            told.append("the board says its name but once")
    finally:
        boards.close()
        board.close()
