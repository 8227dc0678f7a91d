"""The dose is a part of the state: saved, restored, replayed; an exercise can fail on it."""

import numpy as np
import pytest

from simulator import Panel, Simulation
from simulator.checking import load_checked
from simulator.recordings.recording import Recorder, Recording
from simulator.recordings.replaying import replay
from simulator.spec.load import load_exercise
from simulator.training.session import Session

ROBOT = """
links: {base: {fixed: true, shape: {box: [0.1, 0.1, 0.1]}, density: 1}}
cameras: {eye: {link: base, at: [0, 0, 1.0]}}
sensors:
  exact: {type: dosimeter, link: base, at: [0, 0, 1]}
  counter: {type: dosimeter, link: base, at: [0, 0, 1], sensitivity_per_usv: 3600}
"""
CONSOLE = """
panel: {key: {type: toggle}, dose_display: {type: display, scale: 1.0e6}}
diagram:
  dose: {type: integrator, in: exact}
  counted: {type: integrator, in: counter}
  shown: {type: low_pass, time_constant: 1, in: counter}
outputs: {dose_display: counted}
"""
SCENE = """
robots: [{file: robot.yaml, name: r}]
console: console.yaml
props:
  - {name: vial, shape: {sphere: 0.01}, mass_g: 10, fixed: true, collides: false, at: [2, 0, 1],
     source: {rate_msv_per_h: 40}}
"""
EXERCISE = """
scene: scene.yaml
title: Dose
briefing: Wait
stages: [{name: wait, text: Wait, done: {after: 100}}]
metrics:
  dose: {kind: integral, signal: exact, scale: 1.0e+6, unit: uSv, max: 1}
limits:
  - {name: dose, text: Too much, when: {metric: dose, above: 2}}
"""
# 40 mSv/h at 1 m, seen from 2 m through a centimetre of a light ball [Sv/s]
RATE = 0.010 / 3600 * np.exp(-0.01 * 0.0077 * 0.01 / (4 / 3 * np.pi * 0.01**3))


@pytest.fixture
def files(tmp_path):
    (tmp_path / "pyproject.toml").write_text("")
    for name in ("robot", "console", "scene", "exercise"):
        (tmp_path / f"{name}.yaml").write_text(globals()[name.upper()])
    return tmp_path


def run(simulation, frames):
    panel = Panel(simulation.scene.console_spec).input()
    for _ in range(frames):
        last = simulation.frame(panel)
    return last


def test_rate_dose_and_the_cameras_exposure(files):
    last = run(Simulation(load_checked(files / "scene.yaml")), 250)
    assert last.signal("exact") == pytest.approx(RATE, rel=1e-9)
    assert last.signal("dose") == pytest.approx(10 * RATE, rel=1e-3)
    assert last.exposure == {"r.eye": pytest.approx(RATE, rel=1e-9)}
    # a count a second per uSv/h: near a hundred thousand in ten seconds
    assert last.signal("counted") == pytest.approx(10 * RATE, rel=0.02)
    assert last.signal("counted") != pytest.approx(10 * RATE, rel=1e-6)
    assert last.signal("shown") == pytest.approx(RATE, rel=0.05)


def test_saved_and_restored_elsewhere_it_goes_on_with_the_same_counts(files):
    scene = load_checked(files / "scene.yaml")
    first, second = Simulation(scene), Simulation(scene)
    run(first, 30)
    state = first.save()
    wanted = run(first, 20)
    second.restore(state)
    got = run(second, 20)
    assert got.state_hash == wanted.state_hash
    assert (got.signals == wanted.signals).all()
    first.reset()
    assert first.snapshot().signal("dose") == 0.0
    assert run(first, 50).state_hash == wanted.state_hash


def test_a_recording_replays_and_the_exercise_fails_on_the_dose(files):
    exercise = load_exercise(files / "exercise.yaml")
    simulation = Simulation(exercise.scene_spec)
    recorder = Recorder(files / "run.mcap", simulation)
    panel = Panel(exercise.scene_spec.console_spec).input()
    judge = Session(exercise, simulation).judge
    for _ in range(40):
        snapshot = simulation.frame(panel)
        recorder.frame(panel, snapshot)
        if not judge.is_over:
            judge.frame(panel, snapshot)
    recorder.close()
    result = replay(Recording(files / "run.mcap"), Simulation(exercise.scene_spec))
    assert result.diverged is None and result.frames == 40
    score = judge.score
    assert (score.outcome, score.reason) == ("failed", "dose")
    assert score.time == pytest.approx(2e-6 / RATE, abs=0.09)  # a frame is 40 ms
