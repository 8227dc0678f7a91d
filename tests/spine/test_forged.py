"""Recordings that somebody has written anew with other contents: refused or told, never a crash."""

import base64
import json
import zlib

import numpy as np
import pytest
from mcap.reader import make_reader
from mcap.writer import Writer

from simulator import changes, cli
from simulator.app import recovery
from simulator.faults import trouble
from simulator.keeping import BY_HAND
from simulator.recordings.recording import Recorder, Recording, RecordingError
from simulator.recordings.records import MAX_RECORD, Chain, KeyframeRecord
from simulator.recordings.replaying import replay
from simulator.simulation import Simulation
from simulator.snapshot import PanelInput

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
    known |= header or {}
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


def test_an_attempt_whose_scene_is_no_path_is_not_offered(path, tmp_path):
    header = {"exercise": "push.yaml", "scene": "a\0b", **BY_HAND}
    forge(path, header)
    assert recovery.find_broken(tmp_path, None, "a") is None
