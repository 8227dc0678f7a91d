"""Recordings replay bit for bit, name the first frame that differs, and survive being cut."""

import errno
import json
import math
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator import Panel, Simulation
from simulator.cli import app
from simulator.headless import Run
from simulator.recordings.playback import Playback
from simulator.recordings.recording import (
    EventRecord,
    FrameRecord,
    KeyframeRecord,
    Recorder,
    Recording,
    RecordingError,
    read_header,
    read_length,
    read_score,
)
from simulator.recordings.replaying import replay
from simulator.spec.load import load_scene, load_script

MESSAGE = 2 + 4 + 8 + 8  # bytes of a message's record before its data
SCENES = Path(__file__).parents[1] / "scenes"


@pytest.fixture
def recorded(arm, tmp_path):
    path = tmp_path / "run.mcap"
    recorder = Recorder(path, arm)
    run = Run(arm, load_script(SCENES / "scripts" / "arm.yaml"))
    run.go(None, recorder)
    recorder.close()
    return path, run.snapshot


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A short recording's bytes, a file for what becomes of them, and its header."""
    path = tmp_path_factory.mktemp("finished") / "run.mcap"
    simulation = Simulation(load_scene(SCENES / "arm.yaml"))
    with Recorder(path, simulation) as recorder:
        Run(simulation).go(0.4, recorder)
    return path.read_bytes(), path, read_header(path)


def test_a_replay_has_every_hash(recorded, arm_scene):
    path, last = recorded
    result = replay(Recording(path), Simulation(arm_scene))
    assert result.diverged is None
    assert result.frames == last.frame_index
    assert result.got == last.state_hash
    assert result.complete


def test_a_length_is_read_from_the_end_alone(recorded, tmp_path):
    path, last = recorded
    data, header = path.read_bytes(), read_header(path)
    assert read_length(path, header) == pytest.approx(0.04 * last.frame_index)
    assert read_length(path, {**header, "frame_dt": "inf"}) is None
    assert read_length(path, {}) is None
    path.write_bytes(bytes(len(data) - 5000) + data[-5000:])
    assert read_length(path, header) == pytest.approx(0.04 * last.frame_index)
    for size in (0, 20, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:size])
        assert read_length(path, header) is None


@given(st.binary(min_size=1, max_size=12), st.integers(1, 700))
def test_a_damaged_end_has_a_length_or_none(finished, noise, place):
    data, path, header = finished
    damaged = bytearray(data)
    damaged[-place : len(data) - place + len(noise)] = noise
    path.write_bytes(damaged)
    length = read_length(path, header)
    assert length is None or math.isfinite(length)
    assert read_score(path) == {}


def test_what_is_kept_goes_by_time_however_long_a_frame_is(tmp_path):
    path, record = tmp_path / "ball.yaml", tmp_path / "ball.mcap"
    path.write_text("physics: {steps_per_frame: 40}\nprops: [{name: ball, shape: {sphere: 1}}]")
    simulation = Simulation(load_scene(path))
    recorder, sizes = Recorder(record, simulation), [record.stat().st_size]
    Run(simulation).go(20.8, recorder, None, lambda: sizes.append(record.stat().st_size))
    recorder.close()
    assert sizes == sorted(set(sizes))  # a killed program loses half a second, not twelve frames
    keys = [one.frame for one in Recording(record).records if isinstance(one, KeyframeRecord)]
    assert keys == [0, 25, 50]  # every ten seconds


def test_a_scene_without_a_console_is_replayed(tmp_path):
    path = tmp_path / "ball.yaml"
    path.write_text("props: [{name: ball, shape: {sphere: 1}, at: [0, 0, 3]}]", encoding="utf-8")
    simulation = Simulation(load_scene(path))
    recorder = Recorder(tmp_path / "ball.mcap", simulation)
    Run(simulation).go(0.2, recorder)
    recorder.close()
    assert replay(Recording(recorder.path), Simulation(load_scene(path))).diverged is None


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
def test_a_full_disk_names_the_recording(arm):
    with pytest.raises(OSError) as told:
        Recorder("/dev/full", arm)
    assert (told.value.errno, told.value.filename) == (errno.ENOSPC, "/dev/full")


@pytest.mark.parametrize("size", [100, 200_000])
def test_a_recording_that_does_not_fit_leaves_its_frames(small_disk, arm, tmp_path, size):
    path = tmp_path / "new.mcap"
    with small_disk(size), pytest.raises(OSError, match="File too large") as told:
        with Recorder(path, arm) as recorder:
            Run(arm).go(200.0, recorder)
    assert told.value.filename == str(path)
    assert path.exists() == (size > 1000)
    assert size < 1000 or len(list(Recording(path).frames)) > 25


@pytest.mark.parametrize("share", [0.01, 0.5])
def test_nor_does_a_branch(small_disk, arm, arm_scene, tmp_path, share):
    path, branch = tmp_path / "run.mcap", tmp_path / "branch.mcap"
    with Recorder(path, arm) as recorder:
        Run(arm).go(10.0, recorder)
    playback, size = Playback(Recording(path), Simulation(arm_scene)), path.stat().st_size
    playback.seek(playback.length)
    with small_disk(int(share * size)), pytest.raises(OSError, match="File too large") as told:
        playback.branch(str(branch))
    assert told.value.filename == str(branch) and list(tmp_path.iterdir()) == [path]


def test_two_robots_with_a_console_each_are_driven_apart_and_replayed(tmp_path):
    scene = load_scene(SCENES / "pair.yaml")
    simulation, panel = Simulation(scene), Panel(scene.console_spec)
    recorder = Recorder(tmp_path / "pair.mcap", simulation)
    panel.set("left.power", True)
    panel.set("left.lever", -1.0)
    panel.set("right.lever", -1.0)  # its power is off
    for _ in range(20):
        panel_input = panel.input()
        last = simulation.frame(panel_input)
        recorder.frame(panel_input, last)
    recorder.close()
    assert last.signal("left.drive") == -1.0 and last.signal("right.drive") == 0.0
    assert last.joint("left.shoulder") < 0.0 < last.joint("right.shoulder")  # driven up, sags
    result = replay(Recording(tmp_path / "pair.mcap"), Simulation(scene))
    assert result.diverged is None and result.got == last.state_hash


def test_the_first_diverging_frame_is_named(recorded, arm_scene):
    recording = Recording(recorded[0])
    frames = recording.frames
    change = next(record for record in frames if record.frame > 12 and record.values)
    lever = arm_scene.console_spec.panel
    values = list(change.values)
    values[list(lever).index("lever")] += 1e-9
    position = recording.records.index(change)
    recording.records[position] = msgspec.structs.replace(change, values=values)
    assert replay(recording, Simulation(arm_scene)).diverged == change.frame


def test_a_cut_recording_replays_up_to_the_cut(recorded, arm_scene, tmp_path):
    data = recorded[0].read_bytes()
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(data[: len(data) // 2])
    result = replay(Recording(cut), Simulation(arm_scene))
    assert result.diverged is None
    assert not result.complete
    assert result.frames > 5


def test_a_cut_at_any_byte_keeps_what_stands_before(recorded, tmp_path):
    data = recorded[0].read_bytes()
    cut, kept = tmp_path / "cut.mcap", 0
    for end in range(len(data) // 2, len(data) // 2 + 300):
        cut.write_bytes(data[:end])
        recording = Recording(cut)
        assert not recording.complete and not recording.damaged
        assert len(recording.frames) >= kept
        kept = len(recording.frames)
    assert kept > 5


def damage(data, offset):
    """Return a recording with a flipped byte in a record of its middle, and that frame's number."""
    start = data.index(b'{"frame":', len(data) // 2)
    frame = int(data[start:].partition(b":")[2].partition(b",")[0])
    damaged = bytearray(data)
    damaged[start + offset] ^= 0xFF
    return bytes(damaged), frame


HEADS = [0, -MESSAGE - 7, -MESSAGE - 2]  # its text, its length, that length beyond the file's


@pytest.mark.parametrize("offset", HEADS)
@pytest.mark.parametrize("is_killed", [False, True])
def test_damage_is_told_from_a_cut(recorded, tmp_path, offset, is_killed):
    data, frame = damage(recorded[0].read_bytes(), offset)
    path = tmp_path / "damaged.mcap"
    path.write_bytes(data[:-1000] if is_killed else data)
    recording = Recording(path)
    assert recording.damaged and not recording.complete
    assert recording.flaw.startswith(f"damaged after frame {frame - 1}; ")
    path.write_bytes(recorded[0].read_bytes()[:-1000] + b"\0" * 512)  # the power failed
    assert not Recording(path).damaged


def test_replay_and_plot_tell_damage(recorded, tmp_path, capsys):
    data, frame = damage(recorded[0].read_bytes(), 0)
    cut, damaged = tmp_path / "cut.mcap", tmp_path / "damaged.mcap"
    cut.write_bytes(data[: data.index(b"\x84", len(data) // 2)])
    damaged.write_bytes(data)
    assert app(["replay", str(cut)]) == 0
    assert f"{frame - 1} frames replayed, every state hash equal (the" in capsys.readouterr().out
    assert app(["replay", str(damaged)]) == 1
    ends = f"damaged after frame {frame - 1}; what follows cannot be read; "
    assert f"{damaged}: {ends}the {frame - 1} frames before are" in capsys.readouterr().err
    for path, status, said in ((cut, 0, f"cut off after frame {frame - 1}; "), (damaged, 1, ends)):
        assert app(["plot", str(path), "shoulder_angle"]) == status
        assert f"{path}: {said}drawn up to there" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\x89MCAP0\r\n" + b"\xff" * 40])
def test_what_is_no_recording_is_refused(tmp_path, content):
    path = tmp_path / "not.mcap"
    path.write_bytes(content)
    with pytest.raises(RecordingError, match="not a recording"):
        Recording(path)


def test_every_damaged_byte_ends_in_a_message_or_a_verdict(recorded, arm_scene, tmp_path):
    data = bytearray(recorded[0].read_bytes())
    simulation = Simulation(arm_scene)
    for position in range(40, len(data), max(len(data) // 25, 1)):
        damaged = bytearray(data)
        damaged[position] ^= 0xFF
        path = tmp_path / "damaged.mcap"
        path.write_bytes(damaged)
        simulation.reset()
        try:
            replay(Recording(path), simulation)
        except RecordingError as error:
            assert str(path) in str(error)


@pytest.mark.parametrize(
    "given",
    [{"values": []}, {"values": [0.0] * 50}, {"presses": [1]}, {"presses": [2**63] * 3}],
)
def test_an_input_that_no_panel_has_is_told_with_its_frame(recorded, arm_scene, given):
    recording = Recording(recorded[0])
    row = recording.records.index(recording.frames[12])
    recording.records[row] = msgspec.structs.replace(recording.frames[12], **given)
    simulation = Simulation(arm_scene)
    for run in (replay, lambda *both: Playback(*both).seek(20)):
        with pytest.raises(RecordingError, match="the input of frame 13 is damaged"):
            run(recording, simulation)


@pytest.mark.parametrize("data", [None, {}, {"value": None}, {"value": [1]}, {"value": 10**400}])
def test_a_damaged_force_is_told_with_its_frame(recorded, arm_scene, data):
    recording = Recording(recorded[0])
    row = recording.records.index(recording.frames[12])
    recording.records.insert(row, EventRecord(12, "force", "lever", data))
    with pytest.raises(RecordingError, match=r"force 'lever' after frame 12: .* cannot be forced"):
        replay(recording, Simulation(arm_scene))


@pytest.mark.parametrize("at", [b'{"kicks":{', b'"power"', b'"select"'])
def test_a_damaged_diagram_is_no_diagram_that_has_changed(recorded, arm_scene, tmp_path, at):
    data = bytearray(recorded[0].read_bytes())
    data[data.index(at) + 1] ^= 0x01
    path = tmp_path / "damaged.mcap"
    path.write_bytes(data)
    with pytest.raises(RecordingError) as told:
        replay(Recording(path), Simulation(arm_scene))
    assert str(told.value) == f"{path}: records before frame 1 were changed"


def test_a_damaged_list_of_files_is_told_where_the_scene_has_changed(recorded, tmp_path, capsys):
    data = recorded[0].read_bytes()
    path, branch = tmp_path / "damaged.mcap", str(tmp_path / "b.mcap")
    header = Recording(recorded[0]).header
    files, digest = header["files"].encode(), header["digest"].encode()
    path.write_bytes(data.replace(files, b"[" + files[1:]).replace(digest, b"0" * len(digest)))
    assert Recording(path).files == {}
    for words in (["replay", str(path)], ["branch", str(path), "--at", "0", "--record", branch]):
        assert app([*words, "--scene", str(SCENES / "arm.yaml")]) == 1
        assert "records before frame 1 were changed" in capsys.readouterr().err


def test_a_branch_tells_what_is_wrong_with_its_original(recorded, tmp_path, capsys):
    data, frame = damage(recorded[0].read_bytes(), 0)
    damaged, changed = tmp_path / "damaged.mcap", tmp_path / "changed.mcap"
    damaged.write_bytes(data)
    header = Recording(recorded[0]).header["numpy"].encode()
    changed.write_bytes(recorded[0].read_bytes().replace(header, b"9" + header[1:], 1))
    said = f"damaged after frame {frame - 1}; what follows cannot be read"
    for path, why in ((damaged, said), (changed, "records before frame 1 were changed")):
        for more in ([], ["--script", str(SCENES / "scripts" / "arm.yaml")]):
            words = ["branch", str(path), "--at", "0.4", "--record", str(tmp_path / "b.mcap")]
            assert app([*words, *more]) == 1
            assert capsys.readouterr().err.splitlines()[-1] == f"{path}: {why}"


def test_a_killed_program_leaves_a_recording(tmp_path):
    path = tmp_path / "killed.mcap"
    code = (
        "import sys, os, signal\n"
        "from simulator.checking import load_checked\n"
        "from simulator import Simulation, Panel\n"
        "from simulator.recordings.recording import Recorder\n"
        f"scene = load_checked({str(SCENES / 'arm.yaml')!r})\n"
        "simulation, panel = Simulation(scene), Panel(scene.console_spec)\n"
        f"recorder = Recorder({str(path)!r}, simulation)\n"
        "for _ in range(100):\n"
        "    given = panel.input()\n"
        "    recorder.frame(given, simulation.frame(given))\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2])
    assert done.returncode == -signal.SIGKILL
    last = Recording(path).frames[-1].frame
    assert 100 - last <= 25  # one second


def test_two_recordings_are_not_written_into_one_file(recorded, arm, tmp_path):
    path, before = recorded[0], recorded[0].read_bytes()
    for other in (path, tmp_path / "link.mcap"):
        first = Recorder(path, arm)  # a file of before is written over
        other.exists() or other.symlink_to(path)
        with pytest.raises(OSError, match="another recording is being written there"):
            Recorder(other, arm)
        first.close()
        assert Recording(path).complete and path.read_bytes() != before


def test_frames_are_plain_json_for_other_tools(recorded):
    record = Recording(recorded[0]).frames[0]
    plain = json.loads(msgspec.json.encode(record))
    assert set(plain) <= set(FrameRecord.__struct_fields__)
    assert os.path.getsize(recorded[0]) > 0
