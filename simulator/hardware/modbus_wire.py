"""A controller or remote I/O that is asked over Modbus TCP, a few dozen times a second."""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from simulator.extra import need
from simulator.hardware import trouble
from simulator.hardware.lines import Said
from simulator.hardware.wire import Pace
from simulator.spec.models.hardware import ModbusSpec

TIMEOUT = 0.15  # s for an answer
MOST = 100  # registers or coils in one question
READS = {
    "coil": "read_coils",
    "discrete": "read_discrete_inputs",
    "input": "read_input_registers",
    "holding": "read_holding_registers",
}


class Question(NamedTuple):
    """Registers or coils that are asked for at once, from the first of the addresses on."""

    kind: str
    addresses: tuple[int, ...]  # that are wanted, ascending

    def __str__(self) -> str:
        first, last = self.addresses[0], self.addresses[-1]
        return f"{self.kind}:{first}" if first == last else f"{self.kind}:{first}-{last}"


class ModbusWire:
    """A Modbus TCP client (pymodbus). Registers are signed 16 bit numbers, coils 0 or 1."""

    def __init__(
        self,
        spec: ModbusSpec,
        channels: Sequence[str],
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self.spec = spec
        client = need("pymodbus.client", "hardware").ModbusTcpClient
        logging.getLogger("pymodbus").addHandler(logging.NullHandler())  # the panel tells it
        self._error = need("pymodbus.exceptions", "hardware").ModbusException
        self._closed = need("pymodbus.exceptions", "hardware").ConnectionException
        self._is_answered = False  # by whatever bytes, since the last question
        self._client = client(
            spec.host, port=spec.port, timeout=TIMEOUT, retries=0, trace_packet=self._note
        )
        self._questions = plan(channels)
        self._pace, self._sleep = Pace(), sleep

    def open(self) -> None:
        """Connect."""
        self._client.close()
        self._pace = Pace()
        if not self._client.connect():
            raise self._silence()

    def exchange(self, lamps: Mapping[str, float], now: float) -> list[Said]:
        """Write what is due, ask for everything, rest."""
        try:
            for channel, value in self._pace.due(lamps, now).items():
                self._write(channel, value)
            values: dict[str, float] = {}
            for question in list(self._questions):
                values |= self._ask(question)
        except self._closed as error:
            raise trouble.make("closed", self._place) from error
        except self._error as error:
            raise self._junk() if self._is_answered else self._silence() from error
        self._sleep(self.spec.interval)
        return [Said(values)]

    @property
    def _place(self) -> str:
        return f"{self.spec.host}:{self.spec.port}"

    def _silence(self) -> trouble.WireError:
        return trouble.make("silent", self._place)

    def _junk(self) -> trouble.WireError:
        return trouble.make("junk", self._place, self.spec.unit)

    def _note(self, is_sent: bool, data: bytes) -> bytes:
        """Note what goes over the wire, for the library."""
        self._is_answered = not is_sent and bool(data)
        return data

    def _write(self, channel: str, value: float) -> None:
        kind, _, text = channel.partition(":")
        address, unit = int(text), self.spec.unit
        if kind == "coil":
            self._judge(self._client.write_coil(address, value >= 0.5, device_id=unit), channel)
            return
        number = max(min(round(value), 32767), -32768) & 0xFFFF
        self._judge(self._client.write_register(address, number, device_id=unit), channel)

    def _ask(self, question: Question) -> dict[str, float]:
        """Read what a question is for; from now on in parts, where the device has gaps."""
        try:
            return self._read(question)
        except trouble.AnswerError as error:
            if error.code != trouble.NO_ADDRESS or len(question.addresses) == 1:
                raise
        place, parts = self._questions.index(question), split(question)
        self._questions[place : place + 1] = parts
        values: dict[str, float] = {}
        for part in parts:
            values |= self._ask(part)
        return values

    def _read(self, question: Question) -> dict[str, float]:
        kind, first = question.kind, question.addresses[0]
        ask, count = getattr(self._client, READS[kind]), question.addresses[-1] - first + 1
        answer = self._judge(ask(first, count=count, device_id=self.spec.unit), question)
        if len(answer.bits if kind in ("coil", "discrete") else answer.registers) < count:
            raise self._junk()  # an answer to something else
        if kind in ("coil", "discrete"):
            found = [float(bool(bit)) for bit in answer.bits[:count]]
        else:
            found = [float((word & 0xFFFF ^ 0x8000) - 0x8000) for word in answer.registers]
        return {f"{kind}:{first + place}": value for place, value in enumerate(found[:count])}

    def _judge(self, answer: Any, what: object) -> Any:
        if answer.isError():
            raise trouble.AnswerError(f"{self.spec.host}: {what}", answer.exception_code)
        return answer

    def close(self) -> None:
        """Disconnect."""
        self._client.close()


def plan(channels: Sequence[str]) -> list[Question]:
    """Return the questions that cover all channels; neighbours share one, and what lies between."""
    places: dict[str, set[int]] = {}
    for channel in channels:
        kind, _, address = channel.partition(":")
        places.setdefault(kind, set()).add(int(address))
    questions = []
    for kind, addresses in places.items():
        left = sorted(addresses)
        while left:
            inside = [one for one in left if one < left[0] + MOST]
            questions.append(Question(kind, tuple(inside)))
            left = left[len(inside) :]
    return questions


def split(question: Question) -> list[Question]:
    """Return questions without what nobody wants; of one without gaps, one for each address."""
    runs: list[list[int]] = []
    for address in question.addresses:
        if runs and address == runs[-1][-1] + 1:
            runs[-1].append(address)
        else:
            runs.append([address])
    if len(runs) == 1:
        runs = [[address] for address in question.addresses]
    return [Question(question.kind, tuple(run)) for run in runs]
