"""A board on a serial line, by the protocol of lines."""

import errno
import os
from collections.abc import Mapping

from simulator.extra import need
from simulator.hardware import lines, trouble
from simulator.hardware.lines import Said
from simulator.hardware.wire import PATIENCE, Pace
from simulator.spec.fields import Text
from simulator.spec.models.hardware import SerialSpec

ASK = 1.0  # s between two questions for the board's name
JUNK = 100  # bytes without a whole line: more than one that was damaged on its way


class SerialWire:
    """A serial port (pyserial); the board is asked for its name until it tells."""

    def __init__(self, spec: SerialSpec) -> None:
        self.spec = spec
        self._serial = need("serial", "hardware")
        self._port = None
        self._begin()

    def _begin(self) -> None:
        self._reader, self._pace, self._is_known, self._ask = lines.Reader(), Pace(), False, 0.0
        self._junk = 0  # bytes since the last whole line

    def open(self) -> None:
        """Open the port."""
        self.close()
        self._begin()
        try:
            self._port = self._serial.Serial(
                self.spec.port, self.spec.baud, timeout=PATIENCE, write_timeout=10 * PATIENCE
            )
        except ValueError as error:  # a speed that the port does not have
            raise OSError(str(error)) from error
        except self._serial.SerialException as error:
            if error.errno is None:
                raise
            reason = os.strerror(error.errno)
            name = "absent" if error.errno == errno.ENOENT else "refused"
            raise trouble.make(name, self.spec.port, reason) from error

    def exchange(self, lamps: Mapping[str, float], now: float) -> list[Said]:
        """Write what is due, then read for a moment."""
        try:
            return self._exchange(lamps, now)
        except self._serial.SerialTimeoutException as error:
            raise trouble.make("stuck", self.spec.port) from error
        except OSError as error:  # of the library, or of the system below it
            raise trouble.make("cut", self.spec.port) from error

    def _exchange(self, lamps: Mapping[str, float], now: float) -> list[Said]:
        port = self._port
        assert port is not None
        if not self._is_known and now >= self._ask:
            self._ask = now + ASK
            port.write(lines.write(lines.QUESTION))
        for line in lines.write_values(self._pace.due(lamps, now)):
            port.write(line)
        data = port.read(max(port.in_waiting, 1))
        said = list(self._reader.take(data))
        self._is_known |= any(one.board is not None for one in said)
        self._junk = 0 if said else self._junk + len(data)
        if self._junk > JUNK:
            said.append(Said({}, trouble=self._garbled))
        return said

    @property
    def _garbled(self) -> Text:
        return trouble.make("garbled", self.spec.port, self.spec.baud).text

    def close(self) -> None:
        """Close the port."""
        port, self._port = self._port, None
        if port is not None:
            port.close()
