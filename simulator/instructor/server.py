"""The page's server: a thread with an event loop that looks at the program ten times a second.

It reads what the physics side has published and never waits for anybody: a state is encoded once,
every page has its own bounded queue, and one that does not take its messages is dropped.
"""

import asyncio
import contextlib
import logging
import re
import socket
import threading
from collections import deque
from http import HTTPStatus
from typing import Any
from weakref import WeakSet

from websockets.asyncio.server import Server as SocketServer
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from simulator import priority

from . import files, pictures
from .access import Access, InstructorError
from .client import STALL, TOO_SLOW, Client
from .host import Host
from .messages import LARGEST, VERSION, Refusal, encode, read_hello
from .watching import Watch

TICK = 0.1  # s between two looks
AGAIN = 10  # ticks after which a state is sent although nothing has changed
PATIENCE = 5.0  # s for the opening handshake, and for the first message
PING = 5.0  # s between two questions whether a page is still there, and for the answer
CLIENTS, SOCKETS = 32, 128
BUFFER = 128 * 1024  # of a socket [bytes]: what a page that has stalled may be behind
SENDING = re.compile(rb"(?!GET |HEAD )[A-Z]+ (/|http:)")  # begins what would change a page
WHOLE = re.compile(r"http://([^/?]*)(.*)")  # an address as proxies send it: its host is what counts
CODES = {"version": 4409, "token": 4401, "malformed": 4400, "binary": 4400, "full": 4503}

quiet = logging.getLogger("simulator.instructor")
quiet.addHandler(logging.NullHandler())
quiet.propagate = False
quiet.setLevel(logging.CRITICAL + 1)  # strangers must not write into the program's terminal


class Line(ServerConnection):
    """A connection; those beyond the limit are cut before they say anything."""

    _is_new = True
    _is_refused = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection, or cut it."""
        super().connection_made(transport)
        if len(self.server.handler_tasks) > SOCKETS:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take what comes; answer at once who would send something to a page, and read no more."""
        if self._is_new:
            self._is_new, self._is_refused = False, SENDING.match(data) is not None
            if self._is_refused:
                text = "pages are only read: use GET"
                answer = files.refuse(HTTPStatus.METHOD_NOT_ALLOWED, text)
                answer.headers["Allow"] = "GET, HEAD"
                self.transport.write(answer.serialize())
                self.transport.write_eof()
        if not self._is_refused:
            super().data_received(data)

    def hang_up(self) -> None:
        """Cut it if it has not even asked for anything: nobody waits for it at the end."""
        if self.request is None:
            self.transport.abort()


class Server:
    """Serves one program's page; `start` and `close` are for the program's main thread."""

    def __init__(
        self,
        host: Host,
        access: Access,
        stall: float = STALL,
        ping: float = PING,
        patience: float = PATIENCE,
    ) -> None:
        self.host, self.access = host, access
        self.clients: set[Client] = set()
        self._lines: WeakSet[Line] = WeakSet()
        self.dropped: deque[str] = deque(maxlen=100)  # reasons, the newest last
        self.port = access.address.port
        self._stall, self._ping, self._patience = stall, ping, patience
        self._watch = Watch(host)
        self._files = files.load()
        self._scene, self._state = 0, b""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._ready = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="instructor", daemon=True)

    @property
    def links(self) -> dict[str, str]:
        """The addresses to open, by role."""
        return self.access.links(self.port)

    def describe(self) -> str:
        """Return the addresses in words."""
        return "\n".join(f"{role}'s page: {link}" for role, link in self.links.items())

    def start(self) -> None:
        """Begin to serve.

        Raises:
            InstructorError: The address cannot be used.
        """
        self._thread.start()
        self._ready.wait()
        if self._failure is not None:
            why = getattr(self._failure, "strerror", None) or self._failure
            text = f"the instructor's page cannot be served at {self.access.address}: "
            text += f"{why}; choose another with --instructor HOST:PORT"
            raise InstructorError(text)

    def close(self) -> None:
        """Send everybody away and end the thread."""
        if self._loop is not None and self._stop is not None and self._thread.is_alive():
            with contextlib.suppress(RuntimeError):  # it has just ended by itself
                self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(5.0)

    def _run(self) -> None:
        priority.yield_to_physics()
        try:
            asyncio.run(self._serve())
        except OSError as error:
            self._failure = error
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._loop.set_exception_handler(self._note)
        address = self.access.address
        async with serve(
            self._meet,
            address.host,
            address.port,
            process_request=self._open,
            process_response=self._strip,
            create_connection=self._take,  # type: ignore[arg-type]  # any maker of lines will do
            compression=None,  # costs more time than it saves in a local network
            logger=quiet,
            open_timeout=self._patience,
            close_timeout=1.0,
            ping_interval=self._ping,
            ping_timeout=self._ping,
            max_size=LARGEST,
            max_queue=8,
            server_header=None,
        ) as server:
            self.port = self._port_of(server)
            self._ready.set()
            ticking = asyncio.create_task(self._tick())
            await self._stop.wait()
            ticking.cancel()
            for line in [*self._lines]:
                line.hang_up()

    def _take(self, *arguments: Any, **options: Any) -> Line:
        line = Line(*arguments, **options)
        self._lines.add(line)
        return line

    def _port_of(self, server: SocketServer) -> int:
        return int(next(iter(server.sockets)).getsockname()[1])

    def _note(self, _: asyncio.AbstractEventLoop, context: dict) -> None:
        """Keep what went wrong beside a connection; the program goes on."""
        self.dropped.append(str(context.get("exception") or context.get("message")))

    # -- HTTP

    def _open(self, connection: ServerConnection, request: Request) -> Response | None:
        """Let a page's own connection pass, answer everything else."""
        hosts = request.headers.get_all("Host")
        origins = request.headers.get_all("Origin")
        try:
            if len(hosts) != 1 or len(origins) > 1:
                raise Refusal("host", "one Host and at most one Origin are expected")
            whole = WHOLE.fullmatch(request.path)
            host, place = whole.groups() if whole else (hosts[0], request.path)
            self.access.check_host(host, self.port)
            path = place.partition("?")[0] or "/"
            if path == "/ws":
                self.access.check_origin(origins[0] if origins else None, host, self.port)
                return None
        except Refusal as refusal:
            return files.refuse(HTTPStatus.FORBIDDEN, str(refusal))
        if path not in self._files:
            return files.refuse(HTTPStatus.NOT_FOUND, "there is no such page: open /")
        return files.answer(HTTPStatus.OK, *self._files[path])

    def _strip(self, _: ServerConnection, request: Request, response: Response) -> None:
        """Leave the body out where only the head was asked for."""
        if request.method == "HEAD":
            response.body = b""

    # -- pages

    async def _meet(self, connection: ServerConnection) -> None:
        """Serve one page from its first word to its last; whatever it does stays here."""
        try:
            client = await self._greet(connection)
        except Refusal as refusal:
            self.dropped.append(str(refusal))
            reason = str(refusal).encode()[:120].decode(errors="ignore")
            await connection.close(CODES[refusal.code], reason)
            return
        except ConnectionClosed:
            return
        sending = asyncio.create_task(client.send())
        self._welcome(client)
        self.clients.add(client)
        try:
            await client.receive()
        except ConnectionClosed:
            pass
        except Exception as error:  # a mistake of ours ends this page's line and nothing else
            self.dropped.append(f"{type(error).__name__}: {error}")
            raise
        finally:
            self.clients.discard(client)
            self._choose_pictures()
            sending.cancel()
            if reason := client.dropped or self._silence(connection):
                self.dropped.append(reason)

    def _silence(self, connection: ServerConnection) -> str:
        sent = connection.protocol.close_sent
        return str(sent.reason) if sent is not None and sent.code == 1011 else ""

    async def _greet(self, connection: ServerConnection) -> Client:
        raw = connection.transport.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        try:
            async with asyncio.timeout(self._patience):
                hello = read_hello(await connection.recv())
        except TimeoutError as error:
            raise Refusal("malformed", f"no hello within {self._patience:g} s") from error
        role = self.access.admit(hello.token, hello.role)
        if len(self.clients) >= CLIENTS:
            raise Refusal("full", f"{CLIENTS} pages are connected already: close one")
        return Client(connection, role, self.host, self._stall)

    def _welcome(self, client: Client) -> None:
        client.put(encode({"type": "welcome", "version": VERSION, "role": client.role}))
        if self._scene:
            client.put(self._watch.scene)
            client.put(self._watch.past())
        client.put(self._watch.history())
        if self._state:
            client.show("state", self._state)

    # -- ten times a second

    async def _tick(self) -> None:
        quiet_for = 0
        while True:
            await asyncio.sleep(TICK)
            state, events = self._watch.look()
            self._choose_pictures()
            is_new = state != self._state or quiet_for >= AGAIN
            quiet_for = 0 if is_new else quiet_for + 1
            self._state = state
            is_other = self._scene != self._watch.generation
            self._scene, past = self._watch.generation, self._watch.past() if is_other else b""
            for client in self.clients:
                if is_other:
                    client.put(self._watch.scene)
                    client.put(past)
                if events:
                    client.put(events)
                if is_new:
                    client.show("state", state)
            await self._send_pictures()

    def _choose_pictures(self) -> None:
        wanted = {name for client in self.clients for name in client.cameras}
        self.host.pictures.wanted = tuple(sorted(wanted))

    async def _send_pictures(self) -> None:
        for name, raw in self.host.pictures.take():
            packed = await asyncio.to_thread(pictures.pack, raw)
            message = encode({"type": "picture", "camera": name, "jpeg": packed})
            for client in self.clients:
                if name in client.cameras:
                    client.show(name, message)


__all__ = ["TOO_SLOW", "Server"]
