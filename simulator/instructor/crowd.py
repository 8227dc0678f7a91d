"""Pages that are looked at, and one that has stalled: what `soak --instructor` measures beside.

A process of its own, as browsers are: `python -m simulator.instructor.crowd PORT PAGES`. It prints
a line when all of them look, and how many states came when its input ends.
"""

import asyncio
import json
import socket
import subprocess
import sys

from websockets.asyncio.client import connect

from .messages import VERSION

HELLO = json.dumps({"type": "hello", "version": VERSION, "role": "observer"})


async def look(port: int, counts: list[int], ready: asyncio.Event) -> None:
    """Read everything, as a browser does; set `ready` once the page has greeted."""
    place = f"ws://127.0.0.1:{port}/ws"
    async with connect(place, max_size=None, proxy=None, compression=None) as line:
        await line.send(HELLO)
        ready.set()
        async for message in line:
            counts[0] += len(message) > 0


def stall(port: int) -> socket.socket:
    """Return a socket that has greeted and will never read again."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect(("127.0.0.1", port))
    lines = [
        "GET /ws HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "",
    ]  # fmt: skip
    raw.sendall("\r\n".join(lines).encode())
    hello = HELLO.encode()
    raw.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    return raw


async def watch(port: int, pages: int) -> int:
    """Look with so many pages, and stall with one, until the input ends; return what came."""
    counts, ready = [0], [asyncio.Event() for _ in range(pages)]
    stalled = stall(port)
    looking = [asyncio.create_task(look(port, counts, event)) for event in ready]
    greeted = asyncio.gather(*(event.wait() for event in ready))
    await asyncio.wait([greeted, *looking], return_when=asyncio.FIRST_COMPLETED)
    greeted.cancel()
    print("looking", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in looking:
        task.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    stalled.close()
    return counts[0]


class Crowd:
    """The process, from outside; use it as a context. `messages` is known at its end."""

    def __init__(self, port: int, pages: int) -> None:
        self.messages = 0
        self._command = [sys.executable, "-m", __name__, str(port), str(pages)]

    def __enter__(self) -> "Crowd":
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(self._command, stdin=pipe, stdout=pipe, text=True)
        assert self._process.stdout is not None
        self._process.stdout.readline()  # a slow machine takes seconds to start it
        return self

    def __exit__(self, *_: object) -> None:
        self.messages = int(self._process.communicate(timeout=30)[0] or 0)


if __name__ == "__main__":
    print(asyncio.run(watch(int(sys.argv[1]), int(sys.argv[2]))))
