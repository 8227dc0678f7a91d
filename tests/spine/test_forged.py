"""Recordings that somebody has written anew with other contents: refused or told, never a crash."""

import base64
import json
import tracemalloc
import zlib

import numpy as np
import pytest
from mcap.reader import make_reader
from mcap.writer import CompressionType, Writer

from simulator import changes, cli
from simulator.app import recovery
from simulator.checking import load_checked
from simulator.faults import trouble
from simulator.keeping import BY_HAND
from simulator.recordings.recording import Recorder, Recording, RecordingError
from simulator.recordings.records import MAX_RECORD, Chain, KeyframeRecord
from simulator.recordings.replaying import replay
from simulator.simulation import Simulation
from simulator.snapshot import Event, PanelInput

DEEP = "[" * 100_000


@pytest.fixture
def path(arm, tmp_path):
    """A recording of ten frames."""
    path, size = tmp_path / "run.mcap", len(arm.input_names)
    panel = PanelInput(np.zeros(size), np.zeros(size, np.int64))
    with Recorder(path, arm) as recorder:
        for _ in range(10):
            recorder.frame(panel, arm.frame(panel))
    return path


def forge(path, header=None, change=None):
    """Write a recording anew: keys of its header, and its records as `change` makes them."""
    with path.open("rb") as file:
        reader = make_reader(file)
        known = next(iter(reader.iter_metadata())).metadata
        records = [(c.topic, json.loads(m.data)) for _, c, m in reader.iter_messages()]
    known = {key: one for key, one in (known | (header or {})).items() if one is not None}
    with path.open("wb") as file:
        writer, chain = Writer(file, use_chunking=False), Chain(known)
        writer.start()
        schema = writer.register_schema("any", "jsonschema", b"{}")
        topics = {topic for topic, _ in records} | {"/event"}
        channels = {topic: writer.register_channel(topic, "json", schema) for topic in topics}
        writer.add_metadata("session", known)
        for topic, record in change(records) if change else records:
            chained = {**record, "chain": chain.link} if topic == "/frame" else record
            data = chained if isinstance(chained, bytes) else json.dumps(chained).encode()
            chain.add(topic, data)
            writer.add_message(channels[topic], 0, data, 0)
        writer.finish()
    return path


def test_what_is_forged_unchanged_is_sound(path, arm_scene):
    recording = Recording(forge(path))
    assert recording.broken is None and replay(recording, Simulation(arm_scene)).diverged is None


@pytest.mark.parametrize(
    "header",
    [
        {"draws": text}
        for text in ("{", "[1]", '{"mass.crate": null}', '{"mass.crate": "heavy"}', DEEP)
    ]
    + [{"frame_dt": text} for text in ("", "soon", "nan", "0", "-1", "1e999")],
)
def test_a_header_that_nobody_can_read_is_told(path, capsys, header):
    with pytest.raises(RecordingError, match="damaged where it begins"):
        Recording(forge(path, header))
    assert cli.app(["replay", str(path)]) == 1
    assert capsys.readouterr().err.startswith(f"{path}: ")


@pytest.mark.parametrize("diagram", ["5", "null", "1e999", "[]", '{"diagram": 5}', DEEP])
def test_a_diagram_that_is_none_is_told(path, arm_scene, diagram):
    with pytest.raises(RecordingError, match="the recorded diagram does not fit the scene"):
        replay(Recording(forge(path, {"diagram": diagram})), Simulation(arm_scene))


@pytest.mark.parametrize("number", [-1, 2**32, 2**62])
def test_a_number_that_no_frame_has_is_damage(path, tmp_path, capsys, number):
    def change(records):
        return [*records[:-1], ("/frame", {**records[-1][1], "frame": number})]

    recording = Recording(forge(path, change=change))
    assert recording.damaged and len(recording.frames) == 9
    assert cli.app(["branch", str(path), "--at", "0.2", "--record", str(tmp_path / "b.mcap")]) == 1
    assert "damaged after frame 9" in capsys.readouterr().err


def test_an_event_that_is_nested_too_deeply_is_damage(path):
    data = f'{{"frame": 10, "kind": "message", "data": {{"a": {DEEP}{"]" * len(DEEP)}}}}}'
    recording = Recording(forge(path, change=lambda records: [*records, ("/event", data.encode())]))
    assert recording.damaged and len(recording.frames) == 10


def test_a_keyframe_does_not_fill_the_memory():
    packing = zlib.compressobj(9)
    packed = b"".join(packing.compress(bytes(MAX_RECORD)) for _ in range(2)) + packing.flush()
    with pytest.raises(ValueError, match="the state after frame 3 is cut off, or has no end"):
        KeyframeRecord(3, base64.b64encode(packed).decode()).unpack()


@pytest.mark.parametrize(
    ("mark", "texts"),
    [
        (changes.MARK, ["5", "null", "[1, 2]", '["", [1]]', '["", null]', '["5", {}]']),
        (
            trouble.MARK,
            ["5", "[1, 2]", "[[], null]", "[{}, 5]", '[{"a": 1}, null]', f'[{{}}, {{"a": {DEEP}'],
        ),
    ],
)
def test_a_state_that_was_not_saved_is_refused_as_one(arm, mark, texts):
    state = arm.save()
    for text in texts:
        body = text.encode()
        if mark is trouble.MARK:
            body = len(body).to_bytes(8, "little") + body
        with pytest.raises(ValueError):
            arm.restore(state + body + len(body).to_bytes(8, "little") + mark)
        arm.restore(state)


def everything(simulation):
    """Return all that a simulation shows and keeps."""
    shown = simulation.snapshot()
    return simulation.save(), shown.position.tobytes(), shown.faults, dict(simulation.forced)


@pytest.mark.parametrize("number", [-(2**40), -2, 4, 2**40])
def test_a_state_of_a_body_or_frame_that_is_not_there_is_refused(arm, number):
    before, word = everything(arm), number.to_bytes(8, "little", signed=True)
    assert 4 == len(arm.layout.bodies)
    frames = [word + before[0][8:]] if not 0 <= number < 2**32 else []
    for state in (before[0][:8] + word + before[0][16:], *frames):
        with pytest.raises(ValueError, match="another scene: no frame ends like this"):
            arm.restore(state)
        assert everything(arm) == before


def test_a_refused_state_changes_nothing(arm, arm_scene):
    """Whatever stands before the mistake - faults, forced signals, the diagram - is put back."""
    panel = PanelInput(np.zeros(3), np.zeros(3, np.int64))
    other = Simulation(arm_scene)
    data = changes.from_text(arm.diagram)
    data["constants"] = {**data.get("constants", {}), "more": 1.0}
    other.apply(Event("diagram", data=data))
    other.apply(Event("fault", "late", {"component": "lever", "kind": "delayed", "delay": 0.2}))
    other.apply(Event("force", "shoulder_angle", {"value": 1.0}))
    other.frame(panel)
    state = other.save()
    arm.apply(Event("fault", "", {"component": "lever", "kind": "stuck"}))
    arm.apply(Event("force", "lever", {"value": 0.5}))
    for _ in range(5):
        arm.frame(panel)
    before, diagram = everything(arm), arm.diagram
    for at in (100, 400, 800):
        with pytest.raises(ValueError):
            arm.restore(state[:at] + state[at + 8 :])
        assert everything(arm) == before and arm.diagram == diagram
    arm.restore(state)
    assert everything(arm) == everything(other) and arm.diagram == other.diagram


@pytest.mark.parametrize("step", [-1.0, -1e15, 1e300, np.nan])
def test_a_step_that_no_sequence_has_is_refused(step):
    simulation = Simulation(load_checked("scenes/lift.yaml"))
    blocks = [block.kind.name for block in simulation.plan.order]
    cell = simulation.plan.tables.memory_start[blocks.index("sequence")]
    before = everything(simulation)
    at = 16 + simulation.signals.nbytes + 8 * int(cell)
    with pytest.raises(ValueError, match="stage is at a step that no sequence has"):
        simulation.restore(before[0][:at] + np.float64(step).tobytes() + before[0][at + 8 :])
    assert everything(simulation) == before


def test_more_faults_than_there_is_room_for_are_no_state(arm):
    delay = {"component": "lever", "kind": "delayed", "delay": 10.0}
    faults = {f"f{row}": [delay, 0] for row in range(300)}
    head = json.dumps([faults, None]).encode()
    body = len(head).to_bytes(8, "little") + head
    before = everything(arm)
    with pytest.raises(ValueError, match="no room for so many faults"):
        arm.restore(arm.save() + body + len(body).to_bytes(8, "little") + trouble.MARK)
    assert everything(arm) == before


def older(path):
    """Make of a recording one of an earlier version: no word of its code, another form of state."""

    def change(records):
        short = [
            (topic, {**one, "state": pack(KeyframeRecord(**one).unpack()[:-64])})
            if topic == "/keyframe"
            else (topic, one)
            for topic, one in records
        ]
        return short

    return forge(path, {"format": "2", "code": None}, change)


def pack(state):
    return base64.b64encode(zlib.compress(state)).decode()


@pytest.fixture
def begun_later(arm, tmp_path):
    """A recording that does not begin at the scene's start."""
    path = tmp_path / "later.mcap"
    panel = PanelInput(np.ones(3), np.zeros(3, np.int64))
    for _ in range(10):
        arm.frame(panel)
    with Recorder(path, arm) as recorder:
        for _ in range(10):
            recorder.frame(panel, arm.frame(panel))
    return path


def test_an_older_recording_is_told_to_be_one(begun_later, arm_scene, tmp_path, capsys):
    path, scene = older(begun_later), "tests/scenes/arm.yaml"
    recording = Recording(path)
    assert recording.broken is None and len(recording.frames) == 10
    result = replay(recording, Simulation(arm_scene))
    assert (result.diverged, result.cause) == (11, "program")
    said = "it was made by another version of the program"
    assert cli.app(["replay", str(path), "--scene", scene]) == 1
    told = capsys.readouterr().err
    assert "recorded with code unknown, this is " in told and f": {said}\n" in told
    branch = tmp_path / "b.mcap"
    words = ["branch", str(path), "--at", "0.2", "--record", str(branch), "--scene", scene]
    assert cli.app([*words, "--script", "tests/scenes/scripts/arm.yaml"]) == 1
    assert f"{path}: frame 1 differs by now: {said}" in capsys.readouterr().err
    assert not branch.exists()
    assert cli.app(["plot", str(path), "shoulder_angle", "--scene", scene]) == 1
    assert f"nothing to draw, its first frame differs by now: {said}" in capsys.readouterr().err


def test_what_is_packed_in_chunks_is_no_recording(path):
    """It might be of any size: here are 64 MB of nothing in a file of some kilobytes."""
    with path.open("wb") as file:
        writer = Writer(file, compression=CompressionType.ZSTD)
        writer.start()
        writer.add_attachment(0, 0, "a", "b", b"")
        schema = writer.register_schema("any", "jsonschema", b"{}")
        channel = writer.register_channel("/frame", "json", schema)
        writer.add_message(channel, 0, bytes(MAX_RECORD), 0)
        writer.finish()
    tracemalloc.start()
    with pytest.raises(RecordingError, match="not a recording of this program"):
        Recording(path)
    assert tracemalloc.get_traced_memory()[1] < MAX_RECORD / 8
    tracemalloc.stop()


def test_a_record_of_any_kind_is_read_or_damage(path):
    """Its lengths ask for more memory than there is; before it stands a sound recording."""
    data = path.read_bytes()
    end = data.rindex(b"}\x0f") + 1  # of the last frame
    for kind in range(256):
        for body in (b"\xff" * 60, b"\0" * 60, b"\x01\0\0\0" * 15):
            head = bytes([kind]) + len(body).to_bytes(8, "little")
            path.write_bytes(data[:end] + head + body + data[end:])
            assert len(Recording(path).frames) == 10


def test_a_second_header_is_damage(path):
    data = path.read_bytes()
    start = data.index(b"\x0c")
    size = 9 + int.from_bytes(data[start + 1 : start + 9], "little")
    header = data[start : start + size]
    assert b"session" in header
    end = data.rindex(b"}\x0f") + 1
    path.write_bytes(data[:end] + header.replace(b"arm.yaml", b"leg.yaml") + data[end:])
    recording = Recording(path)
    assert recording.damaged and "leg.yaml" not in recording.header["scene"]


def test_an_attempt_whose_scene_is_no_path_is_not_offered(path, tmp_path):
    header = {"exercise": "push.yaml", "scene": "a\0b", **BY_HAND}
    forge(path, header)
    assert recovery.find_broken(tmp_path, None, "a") is None
