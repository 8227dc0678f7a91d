"""Signals forced and diagrams changed while a scene runs: exact, saved, recorded, replayed."""

import json
from pathlib import Path

import numpy as np
import pytest

from simulator import changes, checking
from simulator.console.panel import Panel
from simulator.recordings.playback import Playback
from simulator.recordings.recording import Recorder, Recording
from simulator.recordings.replaying import replay
from simulator.simulation import Simulation
from simulator.snapshot import Event, PanelInput

SCENE = """
robots:
  - {file: arm.yaml, name: arm}
console: desk.yaml
physics: {sleep: false}
"""
ROBOT = (Path(__file__).parents[1] / "scenes" / "robots" / "hinged.yaml").read_text()
DESK = """
panel:
  lever: {type: lever}
  lamp: {type: lamp}
constants: {most: 0.8}
diagram:
  slow: {type: low_pass, time_constant: 0.3, in: lever}
  held: {type: min, in: [slow, most]}
  far: {type: compare, op: ">", in: [angle, 0.4]}
  before: {type: unit_delay, in: far}
outputs: {turn: held, lamp: before}
"""


@pytest.mark.parametrize("scene", ["container", "squad"])
def test_names_with_dots_are_read_back(scene):
    loaded = checking.load_checked(f"scenes/{scene}.yaml")
    console = loaded.console_spec
    assert any("." in name for name in console.diagram)
    whole = changes.with_diagram(loaded, changes.write_diagram(loaded))
    again = whole.console_spec
    assert {k: [*v.diagram] for k, v in whole.consoles.items()} == {
        k: [*v.diagram] for k, v in loaded.consoles.items()
    }
    assert again.outputs == console.outputs and again.constants == console.constants
    assert [*again.diagram] == [*console.diagram]
    for name, block in console.diagram.items():
        assert again.diagram[name].inputs == block.inputs


@pytest.fixture
def folder(tmp_path):
    for name, text in (("scene", SCENE), ("arm", ROBOT), ("desk", DESK)):
        (tmp_path / f"{name}.yaml").write_text(text)
    return tmp_path


@pytest.fixture
def make(folder):
    def build() -> Simulation:
        return Simulation(checking.load_checked(folder / "scene.yaml"))

    return build


def run(simulation: Simulation, frames: int, lever: float = 1.0) -> list[str]:
    panel = PanelInput(np.array([lever]), np.zeros(1, np.int64))
    return [simulation.frame(panel).state_hash for _ in range(frames)]


def changed(simulation: Simulation, name: str, **given) -> Event:
    """Return the event that changes one block's parameters."""
    data = json.loads(simulation.diagram)
    data["diagram"][name] = {**data["diagram"].get(name, {}), **given}
    return Event("diagram", data=data)


def test_a_forced_signal_is_what_its_readers_see_and_its_maker_goes_on(make):
    simulation, free = make(), make()
    run(simulation, 5)
    run(free, 5)
    simulation.apply(Event("force", "slow", {"value": -0.25}))
    run(simulation, 10)
    run(free, 10)
    assert simulation.snapshot().signal("held") == -0.25
    assert simulation.world.motors.input[0] == -0.25
    simulation.apply(Event("release", "slow"))
    run(simulation, 1)
    run(free, 1)
    assert simulation.snapshot().signal("slow") == free.snapshot().signal("slow")


@pytest.mark.parametrize("name", ["angle", "arm.angle", "lever", "most", "before"])
def test_sensors_inputs_constants_and_delays_are_forced_and_let_go(make, name):
    simulation = make()
    run(simulation, 3)
    simulation.apply(Event("force", name, {"value": 0.7}))
    run(simulation, 3)
    assert simulation.snapshot().signal(name) == 0.7
    simulation.apply(Event("release", name))
    run(simulation, 2)
    free = simulation.snapshot().signal(name)
    assert free == {"most": 0.8, "lever": 1.0}.get(name, free) and free != 0.7
    assert simulation.forced == {}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e300])
def test_what_is_no_number_is_not_forced(make, value):
    simulation = make()
    with pytest.raises(ValueError, match="slow"):
        simulation.apply(Event("force", "slow", {"value": value}))
    with pytest.raises(ValueError, match="nobody"):
        simulation.apply(Event("force", "nobody", {"value": 1.0}))
    assert simulation.forced == {}


def test_a_reset_lets_go_and_keeps_the_new_diagram(make):
    simulation, fresh = make(), make()
    start = fresh.state_hash()
    run(simulation, 3)
    simulation.apply(Event("force", "slow", {"value": 0.1}))
    simulation.apply(changed(simulation, "slow", time_constant=0.05))
    run(simulation, 3)
    simulation.reset()
    assert simulation.forced == {} and simulation.diagram != simulation.base
    fresh.apply(changed(fresh, "slow", time_constant=0.05))
    assert run(simulation, 5) == run(fresh, 5)
    assert start != fresh.state_hash()


def test_memory_goes_on_under_the_same_name_and_kind(make):
    simulation = make()
    run(simulation, 20)
    before = simulation.snapshot().signal("slow")
    simulation.apply(changed(simulation, "slow", time_constant=1e9))
    run(simulation, 5)
    assert simulation.snapshot().signal("slow") == pytest.approx(before, abs=1e-6)


def test_a_new_block_takes_effect_in_the_next_step_and_a_new_constant_has_its_value(make):
    simulation = make()
    run(simulation, 5)
    data = json.loads(simulation.diagram)
    data["diagram"]["twice"] = {"type": "gain", "value": 2.0, "in": "most"}
    data["constants"]["most"] = 0.1
    data["outputs"]["turn"] = "twice"
    simulation.apply(Event("diagram", data=data))
    run(simulation, 1)
    assert simulation.snapshot().signal("twice") == simulation.world.motors.input[0] == 0.2


def test_a_wrong_diagram_changes_nothing(make):
    simulation, other = make(), make()
    run(simulation, 4)
    run(other, 4)
    for wrong in ({"in": "nobody"}, {"type": "gian"}, {"in": "held"}):
        with pytest.raises(ValueError):
            simulation.apply(changed(simulation, "slow", **wrong))
    with pytest.raises(ValueError, match="panel"):
        simulation.apply(Event("diagram", data={"panel": {}}))
    assert run(simulation, 4) == run(other, 4)


def test_a_state_carries_the_changes_to_another_simulation(make):
    simulation, other = make(), make()
    clean = simulation.save()
    run(simulation, 4)
    simulation.apply(changed(simulation, "slow", time_constant=0.02))
    simulation.apply(Event("force", "far", {"value": 1.0}))
    run(simulation, 4)
    other.restore(simulation.save())
    assert other.forced == {"far": 1.0} and other.diagram == simulation.diagram
    assert run(other, 6) == run(simulation, 6)
    other.restore(clean)
    assert other.save() == clean and other.diagram == other.base


def test_a_session_with_changes_replays_to_any_moment_even_after_the_file_was_saved(make, folder):
    simulation = make()
    recorder = Recorder(folder / "out.mcap", simulation)
    panel = Panel(simulation.scene.console_spec)

    def drive(frames: int, lever: float) -> None:
        panel.set("lever", lever, "test")
        for _ in range(frames):
            values = panel.input()
            recorder.frame(values, simulation.frame(values))
            if recorder.wants_keyframe():
                recorder.keyframe(simulation.frame_index, simulation.save())

    def do(event: Event) -> None:
        simulation.apply(event)
        recorder.event(simulation.frame_index, event)

    drive(40, 0.8)
    do(changed(simulation, "slow", time_constant=0.02))
    drive(230, 0.6)
    do(Event("force", "held", {"value": 0.3}))
    drive(20, 0.4)
    do(Event("release", "held"))
    drive(10, 0.2)
    recorder.close()
    end = simulation.state_hash()
    desk = folder / "desk.yaml"
    desk.write_text(DESK.replace("time_constant: 0.3", "time_constant: 0.02"))
    recording = Recording(folder / "out.mcap")
    result = replay(recording, make())
    assert (result.frames, result.diverged, result.got) == (300, None, end)
    playback = Playback(recording, make())
    assert playback.seek(300).state_hash == end
    assert playback.seek(10).state_hash == recording.frames[9].hash
    assert playback.seek(280).state_hash == recording.frames[279].hash


def test_an_unchanged_state_has_no_trace_of_all_this(make):
    simulation = make()
    run(simulation, 2)
    state = simulation.save()
    assert changes.unpack(state) == (state, changes.Changes())
