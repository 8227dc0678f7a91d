"""The data link does what its profile says, press counters survive it, and it replays."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from simulator import Panel, Simulation
from simulator.faults.commands import HEADER, PER_INPUT, Commands, Line
from simulator.recordings.recording import Recorder, Recording
from simulator.recordings.replaying import replay
from simulator.snapshot import Event, PanelInput
from simulator.spec.load import load_console, load_scene
from simulator.spec.models.fault import CommandLink

SCENES = Path(__file__).parents[1] / "scenes"
DT = 0.04
FRAMES = 3000


@pytest.fixture
def line():
    return Commands(load_console(SCENES / "consoles" / "arm.yaml"), np.arange(3), 0)


def send(line, link, frames=FRAMES, seed=1, **more):
    """Return for each frame the age of the input that has arrived [frames]."""
    ages = []
    for frame in range(frames):
        given = PanelInput(np.array([0.0, frame, 0.0]), np.array([0, 0, frame]))
        got = line.carry(given, Line(link, **more), seed, DT)
        assert got.presses[2] == got.values[1]
        ages.append(frame - int(got.values[1]))
    return np.array(ages)


def test_a_perfect_line_changes_nothing(line):
    given = PanelInput(np.array([1.0, 0.3, 0.0]), np.array([1, 0, 4]))
    assert line.carry(given, Line(), 0, DT) is given


@pytest.mark.parametrize("delay", [0.04, 0.1, 0.52, 2.0])
def test_the_delay_is_that_of_the_profile(line, delay):
    ages = send(line, CommandLink(delay=delay), 200)
    wait = int(np.ceil(delay / DT - 1e-9))
    assert set(ages[wait:]) == {wait}


def test_the_loss_is_that_of_the_profile_and_the_last_input_holds(line):
    ages = send(line, CommandLink(loss=0.3))
    assert np.mean(ages > 0) == pytest.approx(0.3, abs=0.03)
    assert all(now in (0, before + 1) for before, now in pairwise(ages))


def test_jitter_spreads_evenly_and_nothing_is_overtaken_backwards(line):
    ages = send(line, CommandLink(delay=0.4, jitter=0.2))[20:]
    assert ages.min() == 11 and 12 <= ages.max() <= 15
    assert (np.diff(ages) <= 1).all()  # a newer input is never replaced by an older one


def test_the_bit_rate_spaces_packets(line):
    bits = HEADER + PER_INPUT  # one lever moves
    ages = send(line, CommandLink(rate=bits / (2.5 * DT)))[10:]
    assert ages.min() == 3 and ages.max() == 5  # three frames apart, two and a half on the line
    sizes = [HEADER + PER_INPUT * n for n in (0, 3)]
    assert sizes[0] < sizes[1]


def test_two_seeds_lose_other_packets_and_one_the_same(line):
    runs = []
    for seed in (1, 2, 1):
        line.forget()
        runs.append(send(line, CommandLink(loss=0.3), 200, seed).tolist())
    assert runs[0] == runs[2] != runs[1]


def test_silence_lets_levers_and_buttons_go_and_keeps_switches(line):
    given = PanelInput(np.array([1.0, 0.7, 1.0]), np.array([1, 0, 0]))
    got = [line.carry(given, Line(is_cut=True), 0, DT).values.tolist() for _ in range(30)]
    assert got[19] == [1.0, 0.7, 1.0]
    assert got[21] == [1.0, 0.0, 0.0]
    held = [line.carry(given, Line(is_held=True), 0, DT).values.tolist() for _ in range(3)]
    assert held[-1] == [1.0, 0.7, 1.0]


def test_save_and_restore_with_packets_under_way(line):
    link = CommandLink(delay=0.3, jitter=0.2, loss=0.2)
    send(line, link, 50)
    state = line.save()
    tail = send(line, link, 50)
    assert line.restore(state + b"more") == len(state)
    assert send(line, link, 50).tolist() == tail.tolist()


PROFILE = {"commands": {"delay": 0.2, "jitter": 0.1, "loss": 0.2, "rate": 20000}, "seed": 3}


def test_no_click_is_lost_and_a_profile_replays(arm, arm_scene, tmp_path):
    panel, recorder = Panel(arm.scene.console_spec), Recorder(tmp_path / "run.mcap", arm)
    event = Event("link", "", PROFILE)
    arm.apply(event)
    recorder.event(0, event)
    for frame in range(200):
        if frame % 10 == 0 and frame < 100:
            panel.press("kick")
        if frame % 10 == 2:
            panel.release("kick")
        panel.set("lever", np.sin(0.2 * frame))
        given = panel.input()
        last = arm.frame(given)
        recorder.frame(given, last)
        if frame == 70:
            recorder.keyframe(last.frame_index, arm.save())
            middle = arm.save()
    recorder.close()
    assert last.signal("kicks") == 10.0
    recording = Recording(recorder.path)
    assert replay(recording, Simulation(arm_scene)).diverged is None
    other = Simulation(arm_scene)
    other.restore(middle)  # with packets on their way
    assert other.save() == middle
    values, presses = np.zeros(3), np.zeros(3, np.int64)
    for record in recording.frames:
        values = values if record.values is None else np.array(record.values)
        presses = presses if record.presses is None else np.array(record.presses)
        if record.frame > 71:
            assert other.frame(PanelInput(values, presses)).state_hash == record.hash


def test_a_good_link_again_is_as_if_nothing_had_been(arm):
    panel = Panel(arm.scene.console_spec)
    healthy = arm.state_hash()
    arm.apply(Event("link", "", PROFILE))
    assert arm.state_hash() != healthy
    arm.frame(panel.input())
    arm.apply(Event("link"))
    for _ in range(20):
        last = arm.frame(panel.input())
    assert arm.trouble.save() == b"" and not last.faults and not last.pictures


def test_a_reset_ends_faults_and_the_bad_link(arm):
    arm.apply(Event("link", "", PROFILE))
    arm.apply(Event("fault", "dead", {"component": "shoulder_motor", "kind": "off"}))
    arm.frame(Panel(arm.scene.console_spec).input())
    assert arm.snapshot().faults == ("dead",)
    arm.apply(Event("reset"))
    assert arm.snapshot().faults == () and arm.trouble.save() == b""


def test_the_link_of_one_robot_leaves_the_others_alone():
    scene = load_scene(SCENES / "pair.yaml")
    simulation, panel = Simulation(scene), Panel(scene.console_spec)
    simulation.frame(panel.input())
    simulation.apply(Event("fault", "gone", {"component": "left.link", "kind": "delayed"}))
    simulation.frame(panel.input())
    panel.set("left.lever", 1.0)
    panel.set("right.lever", 1.0)
    last = simulation.frame(panel.input())
    assert (last.signal("left.lever"), last.signal("right.lever")) == (0.0, 1.0)
    assert set(last.pictures) == {"left.eye"}
    for _ in range(13):
        last = simulation.frame(panel.input())
    assert last.signal("left.lever") == 1.0
