"""A simulation without physics: the scene at its start, the panel's values as its signals."""

from dataclasses import replace

import numpy as np

from simulator import checking
from simulator.console.panel import Panel
from simulator.render import still


class StandIn:
    """Counts frames; what the panel says is what its signals say."""

    frame_dt = 0.04
    steps_per_frame = 4

    def __init__(self, path):
        self.scene = checking.load_checked(path)
        self.input_names = Panel(self.scene.console_spec).input_names
        self.inputs = []
        self.forced = {}
        self.error = None
        start = still.at_start(self.scene)
        self.layout = start.layout._replace(signals=self.input_names)
        self._start = start
        self.index = self.resets = 0

    def snapshot(self):
        values = self.inputs[-1].values if self.inputs else np.zeros(len(self.input_names))
        return replace(
            self._start, layout=self.layout, signals=values, frame_index=self.index,
            time=self.index * self.frame_dt,
        )  # fmt: skip

    def frame(self, panel):
        if self.error:
            raise self.error
        self.inputs.append(panel)
        self.index += 1
        return self.snapshot()

    @property
    def frame_index(self):
        return self.index

    def apply(self, event):
        assert event.kind == "reset"
        self.index = 0
        self.resets += 1

    def save(self):
        return b""

    def last(self, name):
        """Return what the physics side was last told about a control."""
        return float(self.inputs[-1].values[self.input_names.index(name)])


def builder(made):
    """Return a stand-in for `opening.Builder` that keeps what it builds in `made`."""

    def of_path(path, header=None):
        def build():
            made.append(StandIn(path))
            return made[-1]

        build.path, build.header = path, header
        build.film = build.exercise = build.error = None
        return build

    return of_path
