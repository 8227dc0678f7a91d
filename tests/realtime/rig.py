"""The physics loop on a clock that only the test moves, with a simulation that counts frames."""

import types

import numpy as np

from simulator import realtime
from simulator.snapshot import ContactPoint, Layout, Snapshot
from simulator.spec.models.console import ConsoleSpec

CONSOLE = ConsoleSpec.model_validate(
    {
        "panel": {
            "lever": {"type": "lever"},
            "mode": {"type": "toggle"},
            "horn": {"type": "push_button"},
        }
    }
)
EMPTY = ContactPoint(*[np.zeros(0)] * 3, *[np.zeros(0, np.int64)] * 2)


class Stand:
    """A simulation that only counts frames and takes as long as it is told."""

    frame_dt = 0.04
    scene = types.SimpleNamespace(console_spec=CONSOLE)
    steps_per_frame = 4

    def __init__(self, spend):
        self.spend = spend
        self.index = 0
        self.inputs = []
        self.cost = 0.005
        self.error = None
        self.frozen = False

    def snapshot(self):
        return Snapshot(
            Layout((), (), ()), self.index, self.index * self.frame_dt, *[np.ones((1, 3))] * 4,
            np.zeros(0), np.zeros((0, 3)), np.zeros(0), EMPTY, "", self.frozen,
        )  # fmt: skip

    def frame(self, panel):
        if self.error:
            raise self.error
        self.inputs.append(panel)
        self.index += 1
        self.spend(self.cost)
        return self.snapshot()

    @property
    def frame_index(self):
        return self.index

    def apply(self, event):
        if event.kind == "fault":
            raise ValueError("no such component")
        if event.kind == "reset":
            self.index = 0
            self.frozen = False

    def save(self):
        return b"state"


class Rig:
    """A loop, a panel and a plan: what to do at which time."""

    def __init__(self):
        self.now = [0.0]
        self.plan = []
        self.starts = []
        self.window_alive = True
        self.loop = realtime.Realtime(lambda: self.now[0], self.sleep)
        self.simulation = Stand(self.spend)
        self.loop.send("open", lambda: self.simulation)

    def sleep(self, seconds):
        assert seconds >= 0.0
        self.spend(seconds)

    def spend(self, seconds):
        self.now[0] += seconds
        if self.window_alive and self.panel is not None:
            self.loop.publish(self.panel)
        while self.plan and self.plan[0][0] <= self.now[0] + 1e-9:
            self.plan.pop(0)[1]()

    @property
    def panel(self):
        return self.loop.panel

    def at(self, time, action):
        self.plan.append((time, action))

    def run(self, seconds):
        self.at(self.now[0] + seconds, lambda: self.loop.send("quit"))
        self.plan.sort(key=lambda entry: entry[0])
        self.loop.run()
