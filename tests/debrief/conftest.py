"""A hand-made session: an arm that swings against a crate, with everything that can be told."""

import pytest

from simulator.checking import load_lesson
from simulator.console.panel import Panel
from simulator.recordings.recording import Recorder
from simulator.simulation import Simulation
from simulator.snapshot import Event
from simulator.spec.models.exercise import AreaSpec, MetricSpec
from simulator.training.rules import about
from simulator.training.story import Story

EXERCISE = "tests/scenes/push.yaml"
HOSTILE = "</script><script>alert(1)</script>\"'&<b>"


class Drive:
    """A simulation under a panel, watched and, if asked, recorded."""

    def __init__(self, scene, exercise, path=None, header=None):
        self.simulation = Simulation(scene)
        self.panel = Panel(scene.console_spec)
        self.story = Story(exercise, self.simulation)
        more = {**about(exercise), **(header or {})}
        self.recorder = Recorder(path, self.simulation, more) if path else None
        self.frame = 0

    def event(self, event):
        self.simulation.apply(event)
        self.story.event(event)
        if self.recorder:
            self.recorder.event(self.frame, event)

    def go(self, frames, **controls):
        for name, value in controls.items():
            self.panel.set(name, value)
        for _ in range(frames):
            panel = self.panel.input()
            snapshot = self.simulation.frame(panel)
            self.story.frame(panel, snapshot)
            self.frame = snapshot.frame_index
            if self.recorder:
                self.recorder.frame(panel, snapshot)

    def close(self):
        self.story.end()
        if self.recorder:
            self.recorder.close()


@pytest.fixture(scope="session")
def lesson():
    return load_lesson(EXERCISE)


@pytest.fixture(scope="session")
def hard(lesson):
    """Return the exercise with a fixed crate in the arm's way, more metrics and a zone."""
    crate = lesson.scene.props[0].model_copy(update={"at": (0.3, 0.0, 0.45), "fixed": True})
    scene = lesson.scene.model_copy(update={"props": [crate]})
    last = lesson.exercise.stages[1]
    far = last.model_copy(update={"done": last.done.model_copy(update={"above": 9.0})})
    update = {
        "scene_spec": scene,
        "stages": [lesson.exercise.stages[0], far],
        "zones": {"place": AreaSpec.model_validate({"radius": 0.5, "label": HOSTILE})},
        "metrics": {
            "time": MetricSpec(max=10.0),
            "collisions": MetricSpec(max=0.0),
            "peak_force": MetricSpec(max=1.0),
            "swing": MetricSpec.model_validate(
                {"kind": "peak", "signal": "arm.shoulder_angle", "max": 0.2, "label": HOSTILE}
            ),
            "sum": MetricSpec.model_validate({"kind": "integral", "signal": "arm.shoulder_angle"}),
            "open": MetricSpec.model_validate({"kind": "mean", "signal": "arm.shoulder_angle"}),
        },
    }
    return lesson.exercise.model_copy(update=update)


@pytest.fixture(scope="session")
def told(hard):
    """Return the story of a session in which much goes wrong."""
    drive = Drive(hard.scene_spec, hard)
    drive.go(3)
    drive.event(Event("bookmark", HOSTILE))
    drive.event(Event("hint", "0"))
    drive.event(Event("fault", "lag", {"component": "link", "kind": "delayed", "delay": 0.1}))
    drive.go(10, power=True)
    drive.event(Event("clear", "lag"))
    drive.event(Event("link", data={"commands": {"delay": 0.1}}))
    for side in (1.0, -1.0) * 4:
        drive.go(4, lever=side)
    drive.go(110, lever=0.0)
    drive.go(40, lever=1.0)
    drive.close()
    return drive.story
