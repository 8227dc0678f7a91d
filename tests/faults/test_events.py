"""Events change a simulation only as their kind says, are recorded, and replay in order."""

import json
from pathlib import Path

import msgspec
import pytest

from simulator import Panel, Simulation
from simulator.cli import app
from simulator.recordings.recording import EventRecord, Recorder, Recording, RecordingError
from simulator.recordings.replaying import replay
from simulator.snapshot import Event

SCENES = Path(__file__).parents[1] / "scenes"


def drive(simulation, panel, recorder, frames):
    for _ in range(frames):
        given = panel.input()
        recorder.frame(given, simulation.frame(given))


def do(simulation, recorder, event):
    simulation.apply(event)
    recorder.event(simulation.frame_index, event)


@pytest.fixture
def run(arm, tmp_path):
    panel = Panel(arm.scene.console_spec)
    recorder = Recorder(tmp_path / "run.mcap", arm)
    panel.set("power", True)
    panel.set("lever", 0.4)
    drive(arm, panel, recorder, 5)
    return arm, panel, recorder


def test_events_of_other_kinds_change_nothing_and_are_kept(run, arm_scene):
    arm, panel, recorder = run
    before = arm.state_hash()
    do(arm, recorder, Event("bookmark", "here", {"note": "шум", "at": [1, 2.5]}))
    assert arm.state_hash() == before
    drive(arm, panel, recorder, 3)
    recorder.close()
    recording = Recording(recorder.path)
    kept = [record for record in recording.records if isinstance(record, EventRecord)]
    assert kept == [EventRecord(5, "bookmark", "here", {"note": "шум", "at": [1, 2.5]})]
    assert kept[0].event == Event("bookmark", "here", {"note": "шум", "at": [1, 2.5]})
    assert replay(recording, Simulation(arm_scene)).diverged is None


def test_a_reset_is_replayed(run, arm_scene):
    arm, panel, recorder = run
    do(arm, recorder, Event("reset"))
    assert arm.frame_index == 0
    drive(arm, panel, recorder, 5)
    recorder.close()
    result = replay(Recording(recorder.path), Simulation(arm_scene))
    assert result.diverged is None and result.frames == 10


@pytest.mark.parametrize(
    "event",
    [
        Event("fault", "x", {"component": "nobody", "kind": "off"}),
        Event("fault", "x", {"component": "shoulder_motor"}),
        Event("fault", "x", None),
        Event("fault", "x", {"component": "eye", "kind": "jammed"}),
        Event("link", "", {"commands": {"loss": 2}}),
    ],
)
def test_an_impossible_event_is_refused_and_changes_nothing(arm, event):
    before = arm.state_hash()
    with pytest.raises(ValueError):
        arm.apply(event)
    assert arm.state_hash() == before


def test_a_recording_with_an_impossible_event_is_refused(run, arm_scene):
    arm, panel, recorder = run
    recorder.event(arm.frame_index, Event("fault", "x", {"component": "no", "kind": "off"}))
    drive(arm, panel, recorder, 2)
    recorder.close()
    with pytest.raises(RecordingError, match="after frame 5"):
        replay(Recording(recorder.path), Simulation(arm_scene))


@pytest.mark.parametrize("number", [b"1", b"2"])
def test_old_recordings_are_read(run, arm_scene, tmp_path, number):
    recorder = run[2]
    recorder.close()
    data = recorder.path.read_bytes()
    old = tmp_path / "old.mcap"
    new = b"\x06\x00\x00\x00format\x01\x00\x00\x003"
    assert data.count(new) >= 1
    old.write_bytes(data.replace(new, new[:-1] + number))
    recording = Recording(old)
    assert recording.header["format"] == number.decode()
    assert replay(recording, Simulation(arm_scene)).diverged is None
    assert msgspec.json.decode(b'{"frame":3,"kind":"reset"}', type=EventRecord).data is None


def test_a_headless_run_breaks_what_it_is_told_and_replays(tmp_path, capsys):
    scene = SCENES / "arm.yaml"
    record, report = tmp_path / "run.mcap", tmp_path / "run.json"
    words = ["run", scene, "--headless", "--seconds", "2", "--record", record, "--report", report]
    faults = ["--fault", "lit:reversed@0.5", "--fault", "arm.shoulder_motor:jammed"]
    assert app([str(word) for word in (*words, *faults)]) == 0
    kept = [one for one in Recording(record).records if isinstance(one, EventRecord)]
    assert [(one.frame, one.text) for one in kept] == [
        (0, "arm.shoulder_motor jammed"),
        (12, "lit reversed"),
    ]
    told = json.loads(report.read_text(encoding="utf-8"))
    assert told["signals"]["shoulder_angle"] == pytest.approx(0.0, abs=1e-6)
    assert app(["replay", str(record)]) == 0
    assert "every state hash equal" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("arm.sholder_motor:off", "'arm.sholder_motor' - did you mean 'arm.shoulder_motor'?"),
        ("eye:jammed", "moving part"),
        ("lever:of", "kind"),
        ("lever:delayed,delay=soon", "delay: expected a number, got the text 'soon'"),
        ("lever:delayed,delay=99", "delay: must be at most 10, got 99"),
        ("lever:delayed,delai=1", "delai: unknown key - did you mean 'delay'?"),
        ("lever:off@noon", "no time"),
        ("lever", "kind"),
    ],
)
def test_a_wrong_fault_on_the_command_line_is_one_clear_message(capsys, text, message):
    words = ["run", str(SCENES / "arm.yaml"), "--headless", "--seconds", "1", "--fault", text]
    assert app(words) == 1
    assert message in capsys.readouterr().err
