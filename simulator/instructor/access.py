"""Who may connect, as what, from which page, and how often he may speak."""

import ipaddress
import secrets
import socket
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlsplit

from .messages import INSTRUCTOR, OBSERVER, Refusal, Role

PORT = 8787
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
RATE, BURST = 20.0, 40.0  # messages a second, and at once


class InstructorError(Exception):
    """The page cannot be served; the text says what to do."""


class Address(NamedTuple):
    """Where the server listens."""

    host: str = "127.0.0.1"
    port: int = PORT

    def __str__(self) -> str:
        """Return `host:port` as in a URL."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can get there."""
        if self.host == "localhost":
            return True
        return is_number(self.host) and ipaddress.ip_address(self.host).is_loopback


def read_address(text: str) -> Address:
    """Return the address of `HOST:PORT`, `HOST` or `:PORT`; raise InstructorError if it is none."""
    try:
        parts = urlsplit(f"//{text}")
        port = parts.port
    except ValueError:
        port, parts = None, None
    if parts is None or parts.path or parts.query or parts.username or " " in text:
        raise InstructorError(f"--instructor {text}: expected HOST:PORT, such as 127.0.0.1:{PORT}")
    return Address(parts.hostname or "127.0.0.1", PORT if port is None else port)


def is_number(host: str) -> bool:
    """Return whether a host is an IP address: no web page elsewhere can take one for its own."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class Access:
    """Tokens and origins of one server. On loopback without tokens everybody is the instructor.

    `pages` are addresses (`host:port`) of other programs whose page may connect, too.
    """

    def __init__(self, address: Address, pages: tuple[str, ...] = ()) -> None:
        self.address = address
        self.pages = frozenset(page.removeprefix("http://").rstrip("/") for page in pages)
        self.tokens: dict[str, Role] = {}
        if not address.is_loopback:
            self.tokens = {secrets.token_urlsafe(32): role for role in (INSTRUCTOR, OBSERVER)}

    def links(self, port: int) -> dict[str, str]:
        """Return the addresses to open, by role."""
        host = self.address.host
        if is_number(host) and ipaddress.ip_address(host).is_unspecified:
            host = own_address()
        place = f"http://{Address(host, port)}/"
        named = {role: f"{place}?token={token}" for token, role in self.tokens.items()}
        return named or {INSTRUCTOR: place}

    def admit(self, token: str, wanted: Role) -> Role:
        """Return the role of whoever shows this token; `wanted` may be less.

        Raises:
            Refusal: The token is wrong.
        """
        role: Role | None = INSTRUCTOR if not self.tokens else None
        for known, its_role in self.tokens.items():  # all of them, so that time tells nothing
            if secrets.compare_digest(known.encode(), token.encode("utf-8", "replace")):
                role = its_role
        if role is None:
            raise Refusal("token", "the token is wrong: open the address that the program printed")
        return OBSERVER if OBSERVER in (role, wanted) else INSTRUCTOR

    def check_host(self, host: str | None, port: int) -> None:
        """Refuse a request that names another server: a foreign name that was bent to this one."""
        name = urlsplit(f"//{host or ''}").hostname if _is_netloc(host) else None
        machine = socket.gethostname().lower()
        own = {"localhost", self.address.host, machine, f"{machine}.local"}
        if name is None or not (name in own or is_number(name)):
            raise Refusal("host", f"this server is not {host}: open {Address('127.0.0.1', port)}")

    def check_origin(self, origin: str | None, host: str | None, port: int) -> None:
        """Refuse the page of another server, unless it is listed or a token guards this one."""
        if origin is None or self.tokens:  # no browser; or a secret that no other page has
            return
        page = origin.removeprefix("http://")
        own = {host, *(f"{name}:{port}" for name in LOOPBACK)}
        if page not in own and page not in self.pages:
            text = f"a page of {origin} may not connect: start with --instructor-from {page}"
            raise Refusal("origin", text)


def _is_netloc(host: str | None) -> bool:
    try:
        return bool(host) and urlsplit(f"//{host}").port != -1
    except ValueError:
        return False


def own_address() -> str:
    """Return this machine's address in the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


class Allowance:
    """How many messages may come now: it refills with time, up to a burst."""

    def __init__(self, clock: Callable[[], float], rate: float = RATE, burst: float = BURST):
        self._clock, self._rate, self._burst = clock, rate, burst
        self._left, self._then = burst, clock()

    def _refill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now

    @property
    def is_full(self) -> bool:
        """Whether nobody has spoken for a while."""
        self._refill()
        return self._left >= self._burst

    def take(self) -> bool:
        """Take one; return False where none is left."""
        self._refill()
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True
