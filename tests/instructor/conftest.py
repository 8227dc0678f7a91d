"""A program without a window on the arm's scene, its server, and clients that talk to it."""

import json
import shutil
import sys
import threading
import time
from pathlib import Path

import pytest
from websockets.sync.client import connect

sys.path.insert(0, str(Path(__file__).parent))
SCENES = Path(__file__).parents[1] / "scenes"


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


@pytest.fixture(scope="session")
def program(tmp_path_factory):
    """The arm's exercise in real time, nobody at the console."""
    from simulator import checking
    from simulator.attended import Attended
    from simulator.simulation import Simulation

    home = tmp_path_factory.mktemp("program")
    shutil.copytree(SCENES, home / "scenes")
    folder = home / "scenes" / "exercises"
    folder.mkdir()
    (home / "scenes" / "push.yaml").unlink()
    text = (SCENES / "push.yaml").read_text().replace("scene: arm", "scene: ../arm")
    (folder / "push.yaml").write_text(text)
    (folder / "push_again.yaml").write_text("level: 2\n" + text)
    lesson = checking.load_lesson(folder / "push.yaml")
    made = Attended(
        folder / "push.yaml", Simulation(lesson.scene), lesson.exercise, lambda path: None,
        home / "first.mcap",
    )  # fmt: skip
    thread = threading.Thread(target=made.run)
    thread.start()
    yield made
    made.close()
    thread.join(10)
    assert not thread.is_alive()


@pytest.fixture(scope="session")
def server(program):
    from simulator.instructor.access import Access, Address
    from simulator.instructor.server import Server

    made = Server(program, Access(Address(port=0)), stall=1.0, ping=3.0, patience=1.5)
    made.start()
    yield made
    made.close()


@pytest.fixture
def guarded(program):
    """A server as for the local network: a token for each role."""
    from simulator.instructor.access import Access, Address
    from simulator.instructor.server import Server

    made = Server(program, Access(Address("0.0.0.0", 0)))
    made.start()
    yield made
    made.close()


@pytest.fixture
def talk(server):
    with Talk(server.port) as client:
        yield client
