"""What every test may use: the scene of one arm, one lever and one crate."""

import os
import resource
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# how fast the machine is proves nothing about the program
settings.register_profile("steady", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

SCENES = Path(__file__).parent / "scenes"


@pytest.fixture(scope="session", autouse=True)
def data_home(tmp_path_factory):
    """Keep what the program keeps for its user - backups, attempts - out of the real folder."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "XDG_DATA_HOME", str(folder))
        yield folder


@pytest.fixture
def arm_scene():
    from simulator.checking import load_checked

    return load_checked(SCENES / "arm.yaml")


@pytest.fixture
def arm(arm_scene):
    from simulator.simulation import Simulation

    return Simulation(arm_scene)


SWING = {
    "actions": [
        {"set": {"power": True}, "hold": 0.2},
        {"set": {"lever": 0.5}, "until": {"signal": "shoulder_angle", "above": 0.6, "timeout": 9}},
    ]
}


@pytest.fixture(scope="session")
def lesson():
    """The arm's exercise and its scene."""
    from simulator.checking import load_lesson

    return load_lesson("tests/scenes/push.yaml")


@pytest.fixture(scope="session")
def record_push(lesson):
    """Return what records a scripted attempt at that exercise into a file, and returns its run."""
    from simulator.headless import Run
    from simulator.recordings.recording import Recorder
    from simulator.simulation import Simulation
    from simulator.spec.models.script import ScriptSpec
    from simulator.training.rules import about

    def record(path, script=SWING, events=(), trainee=""):
        simulation = Simulation(lesson.scene)
        recorder = Recorder(path, simulation, about(lesson.exercise) | {"trainee": trainee})
        run = Run(simulation, ScriptSpec.model_validate(script), lesson.exercise)
        run._do(list(events), recorder)
        run.go(None, recorder)
        recorder.close()
        return run

    return record


@pytest.fixture
def small_disk():
    """Return a context in which no file becomes larger than some bytes."""

    @contextmanager
    def limit(size):
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    return limit
