"""Waits between the lines of the program's threads: finds what hangs on which of them is first.

A plugin of pytest: `make races` runs the tests of the window and of the physics thread with it, as
often as it is told seeds (`SEEDS="1 2 3"`). A test that fails here and passes alone has found two
threads that count on being quick; which lines waited is the same for the same seed as long as the
threads take turns the same way.
"""

import os
import random
import sys
import threading
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "simulator"
NAPS = 0.0, 0.001, 0.005, 0.02, 0.05  # s; the longest is longer than a frame
SIDE, WINDOW = 0.03, 0.0005  # of the lines wait: of side threads, of the window's, which has more
WHERE = (  # what is shared is written and read
    "realtime.py", "intake.py", "keeping.py", "carrying.py", "recordings/", "reloading/",
    "attended/", "console/panel.py", "hardware/", "app/",
)  # fmt: skip


class Races:
    """Has a share of the program's lines wait in whatever thread calls `begin`."""

    def __init__(self, seed, nap=time.sleep):
        self._random, self._nap = random.Random(seed), nap
        self._known = {}

    def begin(self, share):
        """Disturb the calling thread from its next call on."""

        def line(frame, event, _):
            if event == "line" and self._random.random() < share:
                self._nap(self._random.choice(NAPS))
            return line

        def call(frame, event, _):
            return line if self._is_disturbed(frame.f_code.co_filename) else None

        sys.settrace(call)

    def _is_disturbed(self, name):
        if name not in self._known:
            path = Path(name)
            is_own = path.is_relative_to(ROOT)
            self._known[name] = is_own and path.relative_to(ROOT).as_posix().startswith(WHERE)
        return self._known[name]


def pytest_configure(config):
    """Disturb every thread that begins from now on."""
    config.races = Races(int(os.environ.get("SEED", "1")))
    run = threading.Thread.run

    def run_disturbed(self):
        config.races.begin(SIDE)
        run(self)

    threading.Thread.run = run_disturbed


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    """Disturb the window's thread, which is the test's."""
    item.config.races.begin(WINDOW)
    yield
    sys.settrace(None)
