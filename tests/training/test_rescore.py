"""A score computed live is the score of its recording; whoever changes the file is found out."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from simulator import cli
from simulator.checking import load_lesson
from simulator.recordings import replaying
from simulator.recordings.recording import EventRecord, FrameRecord, Recording, RecordingError
from simulator.simulation import Simulation
from simulator.snapshot import Event
from simulator.training import judge, rules
from simulator.training.rescore import rescore
from simulator.training.session import Session

EXERCISE = "tests/scenes/push.yaml"


@pytest.fixture(scope="module")
def recorded(record_push, tmp_path_factory):
    """Return a recording and the live score."""
    path = tmp_path_factory.mktemp("push") / "run.mcap"
    return path, record_push(path).session.judge.score


def test_the_live_score_is_the_recorded_one(lesson, recorded):
    path, live = recorded
    assert live.outcome == "passed" and 90.0 < live.mark < 100.0
    assert all(stage.seconds is not None for stage in live.stages)
    result = rescore(lesson.exercise, path)
    assert result.score == live and result.equal
    assert result.is_sound and result.problems == []
    # through JSON too: not a bit is lost
    assert msgspec.json.decode(msgspec.json.encode(live)) == result.live


def test_an_attempt_that_ends_before_all_is_measured_is_sound(tmp_path, capsys):
    def strict(text):
        return json.loads(text, parse_constant=pytest.fail)  # NaN and its like are no JSON

    exercise = "scenes/exercises/lift_operation.yaml"
    path, report = str(tmp_path / "run.mcap"), tmp_path / "run.json"
    words = ["run", exercise, "--headless", "--seconds", "0.4", "--record", path]
    assert cli.app([*words, "--report", str(report)]) == 1  # it has not passed
    live = strict(report.read_text(encoding="utf-8"))["score"]
    capsys.readouterr()
    assert cli.app(["rescore", exercise, path, "--json"]) == 0
    (result,) = strict(capsys.readouterr().out)
    assert result["equal"] and result["score"] == live


def test_what_is_not_finite_is_nothing_live_and_in_the_recording(recorded):
    _, live = recorded
    endless = [msgspec.structs.replace(metric, value=float("inf")) for metric in live.metrics]
    score = msgspec.structs.replace(live, metrics=endless)
    assert {metric["value"] for metric in score.as_dict()["metrics"]} == {None}
    assert score.as_dict() == msgspec.json.decode(msgspec.json.encode(score))


def test_changed_rules_give_a_new_mark(lesson, recorded):
    path, live = recorded
    metrics = {**lesson.exercise.metrics}
    metrics["time"] = metrics["time"].model_copy(update={"max": 0.1})
    stricter = lesson.exercise.model_copy(update={"metrics": metrics, "rules": "new"})
    result = rescore(stricter, path)
    assert result.score.outcome == "failed" and result.score.reason == "metrics"
    assert result.score.mark < live.mark
    assert not result.same_rules and result.equal is None and result.is_sound


def test_a_hint_costs_its_price_and_is_rescored(lesson, record_push, tmp_path):
    hints = [Event("hint", "0"), Event("hint", "0"), Event("hint", "9")]
    run = record_push(tmp_path / "hint.mcap", events=hints)
    score = run.session.judge.score
    assert [hint.row for hint in score.hints] == [0]
    result = rescore(lesson.exercise, tmp_path / "hint.mcap")
    assert result.score == score
    assert score.mark == pytest.approx(
        msgspec.structs.replace(score, hints=[]).mark
    )  # the mark is what it was when it was made
    assert score.mark < 94.0


def edited(path, tmp_path, change):
    """Write the recording again with records changed by `change`, its chain as it was."""
    from mcap.reader import make_reader
    from mcap.writer import Writer

    out = tmp_path / "edited.mcap"
    with path.open("rb") as source, out.open("wb") as target:
        reader, writer = make_reader(source), Writer(target, use_chunking=False)
        writer.start()
        header = next(one for one in reader.iter_metadata() if one.name == "session")
        writer.add_metadata("session", header.metadata)
        channels = {}
        for schema, channel, message in reader.iter_messages(log_time_order=False):
            if channel.topic not in channels:
                kind = writer.register_schema(schema.name, schema.encoding, schema.data)
                channels[channel.topic] = writer.register_channel(channel.topic, "json", kind)
            data = change(channel.topic, json.loads(message.data))
            if data is not None:
                writer.add_message(
                    channels[channel.topic], message.log_time, json.dumps(data).encode(),
                    message.publish_time,
                )  # fmt: skip
        writer.finish()
    return out


def test_a_changed_input_is_found_out(lesson, recorded, tmp_path):
    frames = Recording(recorded[0]).frames
    row = next(k for k, frame in enumerate(frames) if k > 3 and frame.values)

    def change(topic, data):
        if topic == "/frame" and data["frame"] == frames[row].frame:
            data["values"] = [value * 0.9 for value in data["values"]]
        return data

    result = rescore(lesson.exercise, edited(recorded[0], tmp_path, change))
    assert result.diverged == frames[row].frame
    assert not result.is_sound and "does not replay" in " ".join(result.problems)


def test_an_older_recording_accuses_nobody(lesson, recorded, tmp_path, monkeypatch):
    frames = Recording(recorded[0]).frames
    is_other = lambda topic, data: {**data, "hash": "0"} if topic == "/frame" else data  # noqa: E731
    path = edited(recorded[0], tmp_path, is_other)
    monkeypatch.setattr(replaying, "versions", lambda: {"code": "of a later program"})
    result = rescore(lesson.exercise, path)
    assert result.diverged == frames[0].frame
    said = "frame 1 does not replay: it was made by another version of the program"
    assert result.problems[-1] == said and result.equal is None


def test_a_removed_event_is_found_out_though_the_state_is_the_same(lesson, record_push, tmp_path):
    record_push(tmp_path / "hint.mcap", events=[Event("hint", "0")])

    def change(topic, data):
        return None if topic == "/event" and data["kind"] == "hint" else data

    result = rescore(lesson.exercise, edited(tmp_path / "hint.mcap", tmp_path, change))
    assert result.diverged is None and result.broken == 1
    assert result.equal is False and not result.is_sound


def test_an_edited_score_is_found_out(lesson, recorded, tmp_path):
    def change(topic, data):
        if topic == "/event" and data["kind"] == "score":
            data["data"]["mark"] = 100.0
        return data

    result = rescore(lesson.exercise, edited(recorded[0], tmp_path, change))
    assert result.equal is False
    assert "live score" in " ".join(result.problems)


def test_a_mark_by_another_judge_is_no_forgery(lesson, record_push, tmp_path, monkeypatch, capsys):
    """The code that judges changed: the recording is sound, and is graded again."""
    monkeypatch.setattr(rules, "judge_version", lambda: "of old")
    monkeypatch.setattr(judge, "find_mark", lambda *parts: 50.0)
    path = tmp_path / "old.mcap"
    record_push(path)
    monkeypatch.undo()
    result = rescore(lesson.exercise, path)
    assert result.is_sound and result.problems == []
    assert (result.same_rules, result.same_judge, result.equal) == (True, False, None)
    assert result.live["mark"] == 50.0 and result.score.mark > 90.0
    assert cli.app(["rescore", EXERCISE, str(path)]) == 0
    assert "graded again: the judge has changed since; the live mark was 50.0" in (
        capsys.readouterr().out
    )


def test_the_judges_version_is_that_of_all_it_is_made_of():
    """Whatever a judge imports of its own room decides scores, and belongs to the version."""
    room = Path(rules.__file__).parent
    known, waiting = set(), ["session"]
    while waiting:
        name = waiting.pop()
        known.add(name)
        source = (room / f"{name}.py").read_text(encoding="utf-8")
        named = re.findall(r"^from \.(\w+) import", source, re.MULTILINE)
        for line in re.findall(r"^from \. import (.+)$", source, re.MULTILINE):
            named += line.replace(",", " ").split()
        waiting += [one for one in named if one not in known]
    assert known == set(rules.JUDGE)


def test_a_cut_recording_is_scored_as_far_as_it_goes(lesson, recorded, tmp_path):
    data = recorded[0].read_bytes()
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(data[: len(data) // 2])
    result = rescore(lesson.exercise, cut)
    assert not result.complete and result.score.outcome == "failed"
    assert result.score.reason == "unfinished"
    assert any("ends early" in problem for problem in result.problems)


@pytest.mark.parametrize("share", [0.3, 0.5, 0.7, 0.9])
def test_a_flipped_bit_is_found_out(lesson, recorded, tmp_path, share):
    data = bytearray(recorded[0].read_bytes())
    data[int(share * len(data))] ^= 4
    flipped = tmp_path / "flipped.mcap"
    flipped.write_bytes(data)
    try:
        result = rescore(lesson.exercise, flipped)
    except RecordingError:
        return
    assert not result.is_sound or result.equal is False or result.score == recorded[1]


def test_another_scene_is_refused_by_name(recorded):
    other = load_lesson("scenes/exercises/slalom.yaml").exercise
    with pytest.raises(RecordingError, match="recorded in"):
        rescore(other, recorded[0])


def test_a_reset_begins_a_new_attempt(lesson):
    simulation = Simulation(lesson.scene)
    session = Session(lesson.exercise, simulation)
    first = session.judge
    session.event(Event("view", "x"))
    assert session.judge is first
    simulation.apply(Event("reset"))
    session.event(Event("reset"))
    assert session.judge is not first and session.judge.frames == 0


def test_the_command_line_agrees(recorded, capsys):
    assert cli.app(["rescore", EXERCISE, str(recorded[0]), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert rows[0]["equal"] is True and rows[0]["score"]["mark"] == recorded[1].mark


def test_the_header_holds_what_a_proof_needs(recorded, lesson):
    recording = Recording(recorded[0])
    assert recording.header["rules"] == lesson.exercise.rules
    assert set(recording.files) == set(lesson.scene.files)
    assert {"processor", "memory", "system"} <= set(json.loads(recording.header["machine_report"]))
    kinds = {type(record) for record in recording.records}
    assert {FrameRecord, EventRecord} <= kinds
