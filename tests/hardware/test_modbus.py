"""Modbus TCP on this machine's own address: a controller, and what is none."""

import asyncio
import logging
import socket
import threading

import pytest

from simulator.hardware import trouble
from simulator.hardware.modbus_wire import ModbusWire, Question, plan, split
from simulator.spec.models.hardware import ModbusSpec


class Controller:
    """A Modbus TCP server in a thread of its own: 20 registers and coils of each kind."""

    def __init__(self):
        self.ready, self.port = threading.Event(), 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self.ready.wait(20.0)

    def _run(self):
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self):
        from pymodbus.server import ModbusTcpServer
        from pymodbus.simulator import DataType, SimData, SimDevice

        registers = [
            SimData(0, values=list(range(20)), datatype=DataType.INT16),
            SimData(40, values=[40, 41], datatype=DataType.INT16),
        ]
        coils = [SimData(0, values=[True, False] * 10, datatype=DataType.BITS)]
        device = SimDevice(1, simdata=(coils, coils, registers, registers))
        self.server = ModbusTcpServer(device, address=("127.0.0.1", 0))
        await self.server.listen()
        self.port = self.server.transport.sockets[0].getsockname()[1]
        self.ready.set()
        await self.server.serving

    def close(self):
        asyncio.run_coroutine_threadsafe(self.server.shutdown(), self._loop)
        self._thread.join(10.0)


def test_one_question_covers_neighbours():
    channels = ["holding:3", "holding:5", "holding:200", "coil:0", "holding:3"]
    assert plan(channels) == [("holding", (3, 5)), ("holding", (200,)), ("coil", (0,))]
    assert split(Question("coil", (1, 2, 4))) == [("coil", (1, 2)), ("coil", (4,))]
    assert split(Question("coil", (1, 2))) == [("coil", (1,)), ("coil", (2,))]


def test_modbus_is_asked_and_written():
    controller = Controller()
    channels = ["holding:3", "holding:7", "input:2", "coil:4", "discrete:5"]
    rests = []
    spec = ModbusSpec(host="127.0.0.1", port=controller.port)
    wire = ModbusWire(spec, channels, rests.append)
    wire.open()
    try:
        (said,) = wire.exchange({}, 0.0)
        assert {name: said.values[name] for name in channels} == {
            "holding:3": 3.0, "holding:7": 7.0, "input:2": 2.0, "coil:4": 1.0, "discrete:5": 0.0,
        }  # fmt: skip
        (said,) = wire.exchange({"holding:7": -5.4, "coil:4": 0.0}, 1.0)
        assert said.values["holding:7"] == -5.0 and said.values["coil:4"] == 0.0
        assert rests == [spec.interval] * 2
    finally:
        wire.close()
        controller.close()


def test_a_controller_with_gaps_is_asked_in_parts():
    controller = Controller()
    channels = ["holding:3", "holding:5", "holding:40", "holding:41", "coil:1"]
    wire = ModbusWire(ModbusSpec(host="127.0.0.1", port=controller.port), channels, lambda _: 0)
    wire.open()
    try:
        for time in (0.0, 1.0):
            (said,) = wire.exchange({}, time)
            assert [said.values[name] for name in channels] == [3.0, 5.0, 40.0, 41.0, 0.0]
        assert len(wire._questions) == 4
    finally:
        wire.close()
        controller.close()


def test_what_a_controller_refuses_is_told_in_words():
    controller = Controller()
    spec = ModbusSpec(host="127.0.0.1", port=controller.port)
    wire = ModbusWire(spec, ["holding:19", "holding:20"], lambda _: 0)
    wire.open()
    try:
        with pytest.raises(OSError, match=r"^127\.0\.0\.1: holding:20: no such address$"):
            wire.exchange({}, 0.0)
        with pytest.raises(OSError, match="holding:30: no such address") as caught:
            wire.exchange({"holding:30": 1.0}, 1.0)
        assert trouble.tell(caught.value).ru == "127.0.0.1: holding:30: такого адреса нет"
    finally:
        wire.close()
        controller.close()
    assert logging.getLogger("pymodbus").handlers  # without any, it prints into the terminal


def test_a_controller_that_is_not_there_is_an_oserror():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(OSError, match="does not answer"):
        ModbusWire(ModbusSpec(host="127.0.0.1", port=port), ["coil:0"]).open()


def answer(question, data):
    """Return the frame of an answer: transaction, protocol, length, unit as asked; then data."""
    return question[:4] + (len(data) + 1).to_bytes(2, "big") + question[6:7] + data


@pytest.mark.parametrize(
    ("say", "words"),
    [
        (
            lambda _: b"HTTP/1.1 400 Bad Request",
            ": what came back is not a Modbus answer of unit 1",
        ),
        (lambda q: answer(q, b"\x63abc"), ": what came back is not a Modbus answer of unit 1"),
        (lambda q: answer(q, b"\3\2\0\1"), ": what came back is not a Modbus answer of unit 1"),
        (lambda q: answer(q, b"\1\1\1"), ": what came back is not a Modbus answer of unit 1"),
        (lambda _: b"", " does not answer"),
        (None, " has closed the connection"),
    ],
)
def test_what_is_no_answer_is_told_in_plain_words(say, words):
    with socket.create_server(("127.0.0.1", 0)) as server:
        place = "{}:{}".format(*server.getsockname())
        spec = ModbusSpec(host="127.0.0.1", port=server.getsockname()[1])
        wire = ModbusWire(spec, ["holding:3", "holding:4"], lambda _: 0)
        wire.open()
        ours, _ = server.accept()
        told = []

        def ask():
            try:
                wire.exchange({}, 0.0)
            except OSError as error:
                told.append(str(error))

        thread = threading.Thread(target=ask)
        thread.start()
        question = ours.recv(100)
        if say is None:
            ours.close()
        else:
            ours.sendall(say(question))
        thread.join(10.0)
        ours.close()
        wire.close()
    assert told == [place + words]
