"""OSC 1.0 over UDP: tablets, mixing desks, other programs."""

import logging
import math
import socket
from collections.abc import Mapping
from typing import Any

from simulator.extra import need
from simulator.hardware import trouble
from simulator.hardware.lines import Said
from simulator.hardware.wire import PATIENCE, Pace
from simulator.spec.models.hardware import OscSpec

LARGEST = 65536  # bytes of a datagram
BUNDLE, TIME_TAG = b"#bundle\0", 8  # how a bundle begins, and bytes of the time after that
MOST = 200  # datagrams in one exchange


class OscWire:
    """Listens on a port; lamps go to `send_host`, else to whom spoke last what is OSC."""

    def __init__(self, spec: OscSpec) -> None:
        self.spec = spec
        self._packets = need("pythonosc.osc_packet", "hardware")
        self._build = need("pythonosc.osc_message_builder", "hardware").OscMessageBuilder
        silence(need("pythonosc.osc_bundle", "hardware"), need("pythonosc.osc_message", "hardware"))
        self._socket: socket.socket | None = None
        self._listener: str | None = None  # the address of `send_host`
        self._speaker: tuple[str, int] | None = None
        self._pace = Pace()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._socket.getsockname()[1] if self._socket else self.spec.port

    def open(self) -> str | None:
        """Take the port, and look up `send_host` once: that may take seconds; say if it fails."""
        self.close()
        self._pace, self._speaker = Pace(), None
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self._socket.bind((self.spec.host, self.spec.port))
        except OSError as error:
            place, reason = f"{self.spec.host}:{self.spec.port}", error.strerror or error
            raise trouble.make("refused", place, reason) from error
        self._listener, host = None, self.spec.send_host
        try:
            self._listener = socket.gethostbyname(host) if host else None
        except (OSError, UnicodeError) as error:
            return f"{host}: {getattr(error, 'strerror', None) or error}"
        return None

    def exchange(self, lamps: Mapping[str, float], now: float) -> list[Said]:
        """Send what is due, then listen for a moment."""
        assert self._socket is not None
        self._send(lamps, now)
        said: list[Said] = []
        self._socket.settimeout(PATIENCE)
        for _ in range(MOST):
            try:
                data, speaker = self._socket.recvfrom(LARGEST)
            except (TimeoutError, BlockingIOError):
                break
            except ConnectionError:  # whom lamps were sent to has gone
                continue
            values = self.read(data)
            if values is not None:
                self._speaker = speaker
                said.append(Said(values))
            self._socket.setblocking(False)
        return said

    def _send(self, lamps: Mapping[str, float], now: float) -> None:
        host, port = self._speaker or (None, None)
        if self.spec.send_host:
            host = self._listener
        to = (host, self.spec.send_port or port)
        if to[0] is None or to[1] is None or self._socket is None:
            return
        for channel, value in self._pace.due(lamps, now).items():
            message = self._build(channel)
            message.add_arg(float(value), "f")
            try:
                self._socket.sendto(message.build().dgram, to)
            except OSError:
                return  # lamps are said again soon; what is heard counts more

    def read(self, data: bytes) -> dict[str, float] | None:
        """Return the numbers of a datagram: `/xy` its first, `/xy:2` its second; None for junk."""
        if goes_back(data):
            return None
        try:
            messages = self._packets.OscPacket(data).messages
        except Exception:  # the library raises what it likes over hostile bytes
            return None
        if not messages:
            return None
        values: dict[str, float] = {}
        for timed in messages:
            for place, argument in enumerate(timed.message.params):
                name = f"{timed.message.address}:{place + 1}"
                number = _number(argument)
                if number is None:
                    continue
                values[name] = number
                if place == 0:
                    values[timed.message.address] = number
        return values

    def close(self) -> None:
        """Give the port back."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def goes_back(data: bytes) -> bool:
    """Return whether a bundle has an element of negative size: the library goes in circles."""
    left = [data]
    while left:
        bundle = left.pop()
        place = len(BUNDLE) + TIME_TAG if bundle.startswith(BUNDLE) else len(bundle)
        while place + 4 <= len(bundle):
            size = int.from_bytes(bundle[place : place + 4], "big", signed=True)
            if size < 0:
                return True
            left.append(bundle[place + 4 : place + 4 + size])
            place += 4 + size
    return False


def silence(*modules: Any) -> None:
    """Keep what modules log of strangers' bytes out of the terminal; they use the root logger."""
    logger = logging.getLogger("pythonosc")
    logger.propagate = False
    logger.addHandler(logging.NullHandler())
    for module in modules:
        module.logging = logger


def _number(argument: Any) -> float | None:
    if not isinstance(argument, (bool, int, float)):
        return None
    try:
        number = float(argument)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None
