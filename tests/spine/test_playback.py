"""Any moment of a recording is reached with its very state, and can be driven on from."""

import base64
import shutil
import tracemalloc
import zlib

import msgspec
import pytest

from simulator import cli
from simulator.keeping import Keeper, Start
from simulator.recordings.playback import Playback
from simulator.recordings.recording import (
    EventRecord,
    KeyframeRecord,
    Recording,
    RecordingError,
)
from simulator.recordings.replaying import replay
from simulator.simulation import Simulation
from simulator.snapshot import Event
from simulator.spec import load
from simulator.training.rescore import rescore

EXERCISE = "tests/scenes/push.yaml"
SCRIPT = {
    "actions": [
        {"set": {"power": True}, "hold": 0.2},
        {"set": {"lever": -0.3}, "hold": 11},
        {"press": ["kick"], "hold": 0.1},
        {"set": {"lever": 0.5}, "until": {"signal": "shoulder_angle", "above": 0.6, "timeout": 9}},
    ]
}


@pytest.fixture(scope="module")
def recorded(record_push, tmp_path_factory):
    path = tmp_path_factory.mktemp("play") / "run.mcap"
    fault = Event("fault", "slow", {"component": "lever", "kind": "slow"})
    record_push(path, SCRIPT, [fault], "Ann")
    return path


def test_seeking_there_and_back_gives_the_recorded_states(lesson, recorded):
    recording = Recording(recorded)
    playback = Playback(recording, Simulation(lesson.scene))
    hashes = [frame.hash for frame in recording.frames]
    assert playback.length == len(hashes) > 250  # there is a keyframe within
    for frame in (1, 40, 251, 260, 120, 76, 74, len(hashes), 3, 0):
        snapshot = playback.seek(frame)
        assert playback.at == frame
        if frame:
            assert snapshot.state_hash == hashes[frame - 1]


def test_a_damaged_keyframe_is_passed_by(lesson, recorded, tmp_path):
    path, data = tmp_path / "damaged.mcap", bytearray(recorded.read_bytes())
    at = data.rfind(b'"state":"') + 100
    data[at : at + 4] = b"AAAA"
    path.write_bytes(data)
    recording = Recording(path)
    playback = Playback(recording, Simulation(lesson.scene))
    with pytest.raises(ValueError, match="the state after frame 250 is damaged"):
        next(one for one in recording.records[::-1] if isinstance(one, KeyframeRecord)).unpack()
    for frame in (260, 40):
        assert playback.seek(frame).state_hash == recording.frames[frame - 1].hash


def test_a_scene_that_has_changed_is_played_all_the_way(recorded, tmp_path):
    shutil.copytree("tests/scenes", tmp_path / "scenes")
    scene = tmp_path / "scenes" / "arm.yaml"
    more = "props:\n  - {name: more, shape: {sphere: 0.1}, at: [3, 3, 0.1]}"
    scene.write_text(scene.read_text().replace("props:", more))
    other = Simulation(load.load_scene(scene))
    playback = Playback(Recording(recorded), other)
    last = playback.seek(270).state_hash
    playback.seek(3)
    assert playback.seek(270).state_hash == last


def test_a_film_ends(lesson, recorded):
    playback = Playback(Recording(recorded), Simulation(lesson.scene))
    playback.seek(10**6)
    assert playback.at == playback.length and playback.next() is None


@pytest.mark.parametrize("at", [0.0, 2.0, 3.0, 8.0])
def test_a_branch_with_the_recorded_inputs_has_the_original_hashes(recorded, tmp_path, at, capsys):
    branch = tmp_path / "branch.mcap"
    assert cli.app(["branch", str(recorded), "--at", str(at), "--record", str(branch)]) == 0
    assert "every state hash equal" in capsys.readouterr().out
    original, copy = Recording(recorded), Recording(branch)
    assert [one.hash for one in copy.frames] == [one.hash for one in original.frames]
    assert copy.header["trainee"] == "Ann" and "script" not in copy.header
    assert copy.broken is None and copy.header["branched_at"].startswith(str(round(at / 0.04)))


@pytest.mark.parametrize(("seconds", "frames"), [("2", 50), ("0", 0), ("100", None)])
def test_a_branch_lasts_as_long_as_it_is_told(recorded, tmp_path, seconds, frames, capsys):
    branch = tmp_path / "branch.mcap"
    arguments = ["branch", str(recorded), "--at", "3", "--record", str(branch)]
    assert cli.app([*arguments, "--seconds", seconds]) == 0
    assert f"75 frames copied, {frames or ''}" in capsys.readouterr().out
    end = None if frames is None else 75 + frames
    hashes = [one.hash for one in Recording(recorded).frames[:end]]
    assert [one.hash for one in Recording(branch).frames] == hashes


def test_a_branch_is_a_recording_of_its_own_and_is_judged(lesson, recorded, tmp_path):
    script = tmp_path / "other.yaml"
    script.write_text(
        "actions: [{set: {lever: 1.0}, until: {signal: shoulder_angle, above: 0.7, timeout: 9}}]"
    )
    branch = tmp_path / "branch.mcap"
    arguments = ["branch", str(recorded), "--at", "4", "--record", str(branch)]
    assert cli.app([*arguments, "--script", str(script)]) == 0
    recording = Recording(branch)
    assert recording.complete and recording.broken is None
    assert (recording.header["trainee"], recording.header["script"]) == ("", str(script))
    again = tmp_path / "again.mcap"  # of the recorded inputs, which are the script's
    assert cli.app(["branch", str(branch), "--at", "1", "--record", str(again)]) == 0
    assert Recording(again).header["script"] == str(script)
    assert replay(recording, Simulation(lesson.scene)).diverged is None
    kinds = [record.kind for record in recording.records if isinstance(record, EventRecord)]
    assert kinds.count("fault") == 1 and kinds.count("score") == 1
    result = rescore(lesson.exercise, branch)
    assert result.is_sound and result.equal
    assert result.score.outcome == "passed" and result.score.time < 12.0


def test_moments_that_are_not_there_are_refused(recorded, tmp_path, capsys):
    arguments = ["branch", str(recorded), "--record", str(tmp_path / "b.mcap")]
    assert cli.app([*arguments, "--at", "1e4"]) == 1
    assert "there is no moment" in capsys.readouterr().err
    same = ["branch", str(recorded), "--record", str(recorded), "--at", "1"]
    assert cli.app(same) == 1


def test_a_killed_session_goes_on_from_its_last_frame(lesson, recorded, tmp_path):
    killed = tmp_path / "killed.mcap"
    killed.write_bytes(recorded.read_bytes()[: recorded.stat().st_size * 2 // 3])
    left = Recording(killed)
    assert not left.complete and left.broken is None
    script = tmp_path / "rest.yaml"
    script.write_text(
        "actions: [{set: {lever: 1.0}, until: {signal: shoulder_angle, above: 0.7, timeout: 9}}]"
    )
    whole, end = tmp_path / "whole.mcap", len(left.frames) * 0.04
    arguments = ["branch", str(killed), "--at", str(end), "--record", str(whole)]
    assert cli.app([*arguments, "--script", str(script)]) == 0
    result = rescore(lesson.exercise, whole)
    assert result.is_sound and result.equal and result.score.time > end
    assert all(stage.seconds is not None for stage in result.score.stages)


def test_a_forged_keyframe_is_passed_by(lesson, recorded):
    """It is sound, but of another moment than the frame that it stands after."""
    recording = Recording(recorded)
    keys = [row for row, one in enumerate(recording.records) if isinstance(one, KeyframeRecord)]
    late = recording.records[keys[1]]
    assert len(keys) == 2 and late.frame == 250
    recording.records[keys[1]] = KeyframeRecord(250, recording.records[keys[0]].state)
    playback = Playback(recording, Simulation(lesson.scene))
    for frame in (251, 260, 249, 255, 3, 270):
        assert playback.seek(frame).state_hash == recording.frames[frame - 1].hash


def test_keyframes_are_unpacked_one_at_a_time(lesson, recorded):
    packed = base64.b64encode(zlib.compress(bytes(2**23), 9)).decode()
    recording = Recording(recorded)
    recording.records += [KeyframeRecord(900, packed) for _ in range(20)]
    simulation = Simulation(lesson.scene)
    tracemalloc.start()
    playback = Playback(recording, simulation)
    playback.seek(playback.length)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 5 * 2**23


def test_what_moves_otherwise_is_told_and_not_gone_on_from(lesson, recorded, tmp_path):
    recording = Recording(recorded)
    row = recording.records.index(recording.frames[99])
    recording.records[row] = msgspec.structs.replace(recording.frames[99], hash="0")
    playback = Playback(recording, Simulation(lesson.scene))
    playback.seek(99)
    assert playback.diverged is None
    playback.branch(str(tmp_path / "sound.mcap")).close()
    playback.seek(120)
    assert playback.diverged == 100
    with pytest.raises(RecordingError, match="frame 100 differs by now: input or state was chan"):
        playback.branch(str(tmp_path / "branch.mcap"))
    assert not (tmp_path / "branch.mcap").exists()


def test_who_takes_over_from_what_moves_otherwise_drives_on_unrecorded(lesson, recorded, tmp_path):
    recording = Recording(recorded)
    row = recording.records.index(recording.frames[99])
    recording.records[row] = msgspec.structs.replace(recording.frames[99], hash="0")
    playback, keeper = Playback(recording, Simulation(lesson.scene)), Keeper()
    playback.seek(120)
    keeper.take_over(playback, Start(lesson.exercise, tmp_path / "branch.mcap", {}))
    assert "frame 100 differs by now" in keeper.complaint.en
    assert playback.at == 120 and keeper.recorded is None
    assert keeper.attempt is not None and not keeper.attempt.is_recorded
