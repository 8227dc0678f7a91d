"""Pushes: an impulse for one frame, from an event, recorded, replayed, drawn for many runs."""

import math

import numpy as np
import pytest

from simulator.console.panel import Panel
from simulator.recordings import replaying
from simulator.recordings.recording import Recorder, Recording
from simulator.simulation import Simulation
from simulator.snapshot import Event
from simulator.spec.models.scene import PropSpec, SceneSpec
from simulator.spec.models.shape import ShapeSpec
from simulator.spec.models.vary import VarySpec
from simulator.training import draw

WAY = [0.3, -0.2, 0.6]  # [N s]


def push(body, impulse):
    return Event("push", body, {"impulse": impulse})


@pytest.fixture
def ball():
    prop = PropSpec(name="ball", shape=ShapeSpec(sphere=0.1), mass=0.5, at=(0, 0, 50))
    wall = PropSpec(name="wall", shape=ShapeSpec(box=(1, 1, 1)), fixed=True, at=(9, 9, 0.5))
    simulation = Simulation(SceneSpec(props=[prop, wall]))
    return simulation, Panel(simulation.scene.console_spec)


def test_a_push_gives_its_impulse_within_one_frame(ball):
    simulation, panel = ball
    simulation.apply(push("ball", WAY))
    simulation.apply(push("ball", WAY))  # two at once add up
    for frames in (1, 2):
        velocity = simulation.frame(panel.input()).velocity[1]
        fallen = [0.0, 0.0, -9.81 * simulation.frame_dt * frames]
        assert velocity == pytest.approx(2 * np.array(WAY) / 0.5 + fallen, rel=1e-12)


def test_what_is_pushed_wakes_up():
    prop = PropSpec(name="box", shape=ShapeSpec(box=(0.2, 0.2, 0.2)), mass=1.0, at=(0, 0, 0.1))
    simulation = Simulation(SceneSpec(props=[prop]))
    panel = Panel(simulation.scene.console_spec)
    for _ in range(50):
        simulation.frame(panel.input())
    assert simulation.world.sleepers.asleep[1]
    simulation.apply(push("box", [2.0, 0.0, 0.0]))
    for _ in range(25):
        snapshot = simulation.frame(panel.input())
    assert snapshot.position[1, 0] > 0.1


def test_a_state_between_push_and_frame_has_the_push(ball):
    simulation, panel = ball
    simulation.apply(push("ball", WAY))
    state = simulation.save()
    first = simulation.frame(panel.input()).state_hash
    simulation.frame(panel.input())
    simulation.restore(state)
    assert simulation.frame(panel.input()).state_hash == first


def test_a_reset_forgets_a_push(ball):
    simulation, panel = ball
    plain = simulation.frame(panel.input()).state_hash
    simulation.apply(push("ball", WAY))
    simulation.reset()
    assert simulation.frame(panel.input()).state_hash == plain


@pytest.mark.parametrize(
    ("body", "impulse"),
    [("bal", WAY), ("wall", WAY), ("ball", [1.0]), ("ball", [math.nan, 0.0, 0.0]), ("ball", "ab"),
     ("ball", None), ("ball", 5), ("ball", [10**400, 0, 0]), ("ball", [None, 0, 0])],
)  # fmt: skip
def test_a_push_that_cannot_be_is_refused(ball, body, impulse):
    simulation = ball[0]
    with pytest.raises(ValueError):
        simulation.apply(push(body, impulse))
    assert not simulation.world.bodies.force.any()


def test_recorded_pushes_are_replayed(arm, arm_scene, tmp_path):
    panel, path = Panel(arm.scene.console_spec), tmp_path / "pushed.mcap"
    recorder = Recorder(path, arm)
    for frame in range(20):
        if frame == 7:
            event = push("crate", [1.0, 0.0, 2.0])
            arm.apply(event)
            recorder.event(frame, event)
        given = panel.input()
        recorder.frame(given, arm.frame(given))
    recorder.close()
    moved = arm.snapshot().pose("crate")[0][0]
    again = Simulation(arm_scene)
    result = replaying.replay(Recording(path), again)
    assert result.diverged is None and result.frames == 20
    assert again.snapshot().pose("crate")[0][0] == moved
    alone = Simulation(arm_scene)
    for _ in range(20):
        alone.frame(panel.input())
    assert abs(alone.snapshot().pose("crate")[0][0] - moved) > 1e-3


def test_each_run_draws_its_own_pushes():
    gust = {"body": "crate", "at": {"uniform": [2, 4]}, "impulse": {"uniform": [0.5, 1.5]}}
    bump = {**gust, "direction": {"choice": [math.pi / 2]}}
    vary = VarySpec.model_validate({"pushes": {"gust": gust, "bump": bump}})
    ways = []
    for run in range(400):
        planned = draw.list_pushes(vary, draw.draw(vary, 3, run))
        assert [one.event.kind for one in planned] == ["push", "push"]
        assert all(2.0 <= one.time <= 4.0 and one.event.text == "crate" for one in planned)
        first, second = (np.array(one.event.data["impulse"]) for one in planned)
        assert 0.5 <= np.linalg.norm(first) <= 1.5 and first[2] == 0.0
        assert abs(second[0]) < 1e-12 < second[1]
        ways.append(first / np.linalg.norm(first))
    assert np.abs(np.mean(ways, axis=0)).max() < 4 / math.sqrt(2 * 400)  # from all sides
