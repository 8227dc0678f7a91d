"""A program without a window on the arm's scene, and its server."""

import shutil
import sys
import threading
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
SCENES = Path(__file__).parents[1] / "scenes"


@pytest.fixture(scope="session")
def program(tmp_path_factory):
    """The arm's exercise in real time, nobody at the console."""
    from simulator import checking
    from simulator.attended.attended import Attended
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
        home / "first.mcap", home,
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
    from talking import Talk

    with Talk(server.port) as client:
        yield client
