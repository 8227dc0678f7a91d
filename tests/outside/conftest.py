"""A throw-away project with one lever and blocks that run code of their own."""

import textwrap

import numpy as np
import pytest

from simulator import checking
from simulator.outside import permission
from simulator.simulation import Simulation
from simulator.snapshot import PanelInput

SCENE = """\
console: ../consoles/desk.yaml
physics: {step: 0.01, steps_per_frame: 4}
"""


class Project:
    """A folder with a scene whose console is written by the test."""

    def __init__(self, root):
        self.root = root
        self.write("scenes/lesson.yaml", SCENE)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
        return path

    def problems(self, console):
        self.write("consoles/desk.yaml", console)
        return [str(one.problem) for one in checking.check(self.root / "scenes/lesson.yaml")]

    def scene(self, console):
        self.write("consoles/desk.yaml", console)
        return checking.load_checked(self.root / "scenes/lesson.yaml")

    def simulation(self, console):
        return Simulation(self.scene(console))


def drive(simulation, values):
    """Return the snapshots of one frame for each value of the only control."""
    none = np.zeros(1, np.int64)
    return [simulation.frame(PanelInput(np.array([value], float), none)) for value in values]


def read(simulation, name):
    return float(simulation.signals[simulation.plan.slots[name]])


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(permission.VARIABLE, "1")
    return Project(tmp_path)
