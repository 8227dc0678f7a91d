"""A client that talks to the server of the page."""

import json
import time

from websockets.sync.client import connect


class Talk:
    """A client: what it sends, what it hears."""

    def __init__(self, port, hello=None, **options):
        place = f"ws://127.0.0.1:{port}/ws"
        self._context = connect(place, max_size=None, proxy=None, max_queue=None, **options)
        self.line = self._context.__enter__()
        self.number = 0
        self.told = []
        if hello is not False:
            self.say({"type": "hello", "version": 1} | (hello or {}))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._context.__exit__(None, None, None)

    def say(self, message):
        self.line.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    def hear(self, *kinds, timeout=10.0):
        """Return the next message of these kinds."""
        until = time.monotonic() + timeout
        while True:
            message = json.loads(self.line.recv(timeout=max(until - time.monotonic(), 0.001)))
            self.told.append(message)
            if message["type"] in kinds:
                return message

    def order(self, kind, /, **keys):
        """Return the answer to an order."""
        self.number += 1
        self.say({**keys, "type": kind, "id": self.number})
        while True:
            answer = self.hear("done", "refused")
            if answer["id"] == self.number:
                return answer

    def until(self, condition, timeout=15.0):
        """Return the first state that fulfils a condition."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            if condition(state := self.hear("state")):
                return state
        raise AssertionError("never so")

    def event(self, kind, timeout=10.0):
        """Return the next event of a kind."""
        while True:
            for line in self.hear("events", timeout=timeout)["events"]:
                if line["kind"] == kind:
                    return line
