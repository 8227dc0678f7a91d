"""One page that is connected: what waits for it, how patient the server is with it."""

import asyncio
import time
from collections import deque

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from .access import Allowance
from .host import Host
from .messages import OBSERVER, Clear, Look, Order, Refusal, Role, encode, number_of, read
from .obeying import is_present, obey

WAITING = 64  # answers and events that a page may be behind
STALL = 5.0  # s that a page may take to receive a message
PATIENCE = 40  # messages beyond its allowance, in one go, until a page is sent away
BREATH = 0.02  # s between two messages of a page that has used its allowance up
SOON = 0.1  # s until a fault is there that was asked for just before: between two frames
FAREWELL = 1.0  # s for the reason to get through
TOO_SLOW, TOO_MUCH = 4408, 4429


class Client:
    """A page with its role; the server gives it messages, a task of its own sends them."""

    def __init__(self, connection: ServerConnection, role: Role, host: Host, stall: float) -> None:
        self.connection, self.role, self.host = connection, role, host
        self.cameras: tuple[str, ...] = ()
        self.dropped = ""  # why the server has sent it away
        self._stall = stall
        self._waiting: deque[bytes] = deque()
        self._newest: dict[str, bytes] = {}
        self._wake = asyncio.Event()
        self._allowance = Allowance(time.monotonic)
        self._beyond = 0

    def put(self, message: bytes) -> None:
        """Have a message sent; all of these arrive, in order, or the page is dropped."""
        if len(self._waiting) >= WAITING:
            self.dropped = self.dropped or f"it is {WAITING} messages behind"
        else:
            self._waiting.append(message)
        self._wake.set()

    def show(self, what: str, message: bytes) -> None:
        """Have a state or picture sent, instead of an older one that still waits."""
        self._newest[what] = message
        self._wake.set()

    async def send(self) -> None:
        """Send what waits until the connection ends; a page that does not take it is dropped."""
        try:
            while not self.dropped:
                await self._wake.wait()
                self._wake.clear()
                while self._waiting and not self.dropped:
                    await self._send(self._waiting.popleft())
                newest, self._newest = self._newest, {}
                for message in newest.values():
                    if not self.dropped:
                        await self._send(message)
            await self._leave(TOO_SLOW)
        except ConnectionClosed:
            return

    async def _send(self, message: bytes) -> None:
        try:
            async with asyncio.timeout(self._stall):
                await self.connection.send(message, text=True)
        except TimeoutError:
            self.dropped = f"it took no message for {self._stall:g} s"

    async def _leave(self, code: int) -> None:
        """Close with the reason; cut the line where not even that gets through."""
        closing = asyncio.create_task(self.connection.close(code, self.dropped))
        await asyncio.wait({closing}, timeout=FAREWELL)
        self.connection.transport.abort()

    async def receive(self) -> None:
        """Obey what the page says until the connection ends."""
        async for data in self.connection:
            if self.connection.state is not State.OPEN:
                return  # thousands of small messages may still lie in its buffer
            if self._allowance.is_full:
                self._beyond = 0
            if self._allowance.take():
                await self._answer(data)
                await asyncio.sleep(0)  # the others' turn
                continue
            self._beyond += 1
            if self._beyond > PATIENCE:
                self.dropped = "too many messages"
                await self._leave(TOO_MUCH)
                return
            if self._beyond == 1:
                self._refuse(0, Refusal("rate", "too many messages: 20 a second are taken"))
            await asyncio.sleep(BREATH)  # what it sends meanwhile waits at its end

    async def _answer(self, data: str | bytes) -> None:
        try:
            order = read(data)
            if isinstance(order, Clear) and not is_present(order.name, self.host):
                await asyncio.sleep(SOON)
            self._obey(order)
        except Refusal as refusal:
            self._refuse(number_of(data), refusal)
            return
        self.put(encode({"type": "done", "id": order.id}))

    def _obey(self, order: Order) -> None:
        if isinstance(order, Look):
            self.cameras = tuple(order.cameras)
            return
        if self.role == OBSERVER:
            raise Refusal("observer", "an observer only looks: open the instructor's address")
        obey(order, self.host)

    def _refuse(self, number: int, refusal: Refusal) -> None:
        told = {"type": "refused", "id": number, "code": refusal.code, "reason": str(refusal)}
        self.put(encode(told))
