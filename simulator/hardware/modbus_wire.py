"""A controller or remote I/O that is asked over Modbus TCP, a few dozen times a second."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from simulator.extra import need
from simulator.hardware.lines import Said
from simulator.hardware.wire import Pace
from simulator.spec.hardware import ModbusSpec

TIMEOUT = 0.15  # s for an answer
MOST = 100  # registers or coils in one question
READS = {
    "coil": "read_coils",
    "discrete": "read_discrete_inputs",
    "input": "read_input_registers",
    "holding": "read_holding_registers",
}


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
        self._error = need("pymodbus.exceptions", "hardware").ModbusException
        self._client = client(spec.host, port=spec.port, timeout=TIMEOUT, retries=0)
        self._questions = plan(channels)
        self._pace, self._sleep = Pace(), sleep

    def open(self) -> None:
        """Connect."""
        self._client.close()
        self._pace = Pace()
        if not self._client.connect():
            raise OSError(f"{self.spec.host}:{self.spec.port} does not answer")

    def exchange(self, lamps: Mapping[str, float], now: float) -> list[Said]:
        """Write what is due, ask for everything, rest."""
        try:
            for channel, value in self._pace.due(lamps, now).items():
                self._write(channel, value)
            values: dict[str, float] = {}
            for kind, first, count in self._questions:
                values |= self._read(kind, first, count)
        except self._error as error:
            raise OSError(str(error)) from error
        self._sleep(self.spec.interval)
        return [Said(values)]

    def _write(self, channel: str, value: float) -> None:
        kind, _, text = channel.partition(":")
        address, unit = int(text), self.spec.unit
        if kind == "coil":
            self._judge(self._client.write_coil(address, value >= 0.5, device_id=unit))
            return
        number = max(min(round(value), 32767), -32768) & 0xFFFF
        self._judge(self._client.write_register(address, number, device_id=unit))

    def _read(self, kind: str, first: int, count: int) -> dict[str, float]:
        ask = getattr(self._client, READS[kind])
        answer = self._judge(ask(first, count=count, device_id=self.spec.unit))
        if kind in ("coil", "discrete"):
            found = [float(bool(bit)) for bit in answer.bits[:count]]
        else:
            found = [float((word & 0xFFFF ^ 0x8000) - 0x8000) for word in answer.registers]
        return {f"{kind}:{first + place}": value for place, value in enumerate(found[:count])}

    def _judge(self, answer: Any) -> Any:
        if answer.isError():
            raise OSError(f"{self.spec.host}: {answer}")
        return answer

    def close(self) -> None:
        """Disconnect."""
        self._client.close()


def plan(channels: Sequence[str]) -> list[tuple[str, int, int]]:
    """Return (kind, first address, count) of the questions that cover all channels."""
    places: dict[str, set[int]] = {}
    for channel in channels:
        kind, _, address = channel.partition(":")
        places.setdefault(kind, set()).add(int(address))
    questions = []
    for kind, addresses in places.items():
        left = sorted(addresses)
        while left:
            inside = [one for one in left if one < left[0] + MOST]
            questions.append((kind, left[0], inside[-1] - left[0] + 1))
            left = left[len(inside) :]
    return questions
