"""The trainee's file: what is entered comes back, and what is deleted is gone."""

import json
import sqlite3
import stat
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from simulator import cli
from simulator.commands import launch
from simulator.recordings.recording import Recorder
from simulator.spec.load import load_exercise
from simulator.spec.models.exercise import ExamSpec, RepeatSpec
from simulator.training import trainee
from simulator.training.score import Score, StageScore
from simulator.training.trainee import TraineeError, Trainees

SCENES = Path(__file__).parents[1] / "scenes"


def score(outcome, mark):
    return Score(
        "scenes/exercises/ramp.yaml", "r", outcome, "", mark, 12.5, 300,
        [StageScore("a", 1.0)], [], [], [], "hash",
    )  # fmt: skip


@pytest.fixture
def exercise():
    return load_exercise(SCENES / "push.yaml")


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setattr(trainee, "recordings_folder", lambda: tmp_path)  # whoever runs this has own
    with Trainees(tmp_path / "deep" / "trainees.sqlite") as trainees:
        yield trainees


def test_progress_through_attempts(file):
    repeat = RepeatSpec(passes=2, of=3)
    assert file.progress("Ёлкина", "ramp.yaml", repeat) == (0, None, 1, False)
    marks = [("failed", 90.0), ("passed", 61.0), ("passed", 74.5), ("failed", 10.0)]
    passed = []
    for outcome, mark in marks:
        file.enter("Ёлкина", score(outcome, mark), "a.mcap")
        passed.append(file.progress("Ёлкина", "other/ramp.yaml", repeat).is_passed)
    assert passed == [False, False, True, True]
    assert file.progress("Ёлкина", "ramp.yaml", repeat) == (4, 74.5, 3, True)
    assert file.progress("Ёлкина", "slalom.yaml", repeat).attempts == 0
    assert file.progress("Somebody", "ramp.yaml", repeat).attempts == 0


def test_an_attempt_stands_there_from_its_first_moment(file, exercise):
    repeat = RepeatSpec(passes=1, of=2)
    first = file.begin("Ann", exercise, "a.mcap", 3)
    (kept,) = file.export("Ann")["attempts"]
    assert (kept["outcome"], kept["reason"], kept["level"]) == ("failed", "cut off", 3)
    assert (kept["seconds"], kept["mark"], kept["recording"]) == (0.0, 0.0, "a.mcap")
    assert [one["seconds"] for one in kept["score"]["stages"]] == [None, None]
    ended = msgspec.structs.replace(score("passed", 61.0), exercise=exercise.source)
    assert file.enter("Ann", ended, "a.mcap", 3, first) == first
    (kept,) = file.export("Ann")["attempts"]
    assert (kept["outcome"], kept["reason"], kept["mark"]) == ("passed", "", 61.0)
    assert file.progress("Ann", exercise.source, repeat) == (1, 61.0, 2, True)
    assert file.enter("Ann", ended, "a.mcap", 3, first) != first  # which has its end
    again = file.begin("Ann", exercise, "b.mcap")
    file.delete("Ann")
    file.enter("Ann", ended, "b.mcap", 1, again)
    assert [one["mark"] for one in file.export("Ann")["attempts"]] == [61.0]


def test_one_that_was_cut_off_and_goes_on_is_one_attempt_but_an_exam_two(file, exercise, tmp_path):
    exam = exercise.model_copy(update={"exam": ExamSpec()})
    for spec, count in ((exercise, 1), (exam, 2)):
        name = f"Ann {count}"
        file.enter(name, score("passed", 61.0), "b.mcap")
        file.begin(name, spec, str(tmp_path / "a.mcap"))
        file.begin("Bob", spec, str(tmp_path / "a.mcap"))
        bobs = len(file.export("Bob")["attempts"])
        assert file.take_up(name, spec, "b.mcap", "c.mcap") is None  # it has its end
        beside = tmp_path / "deep" / ".." / "a.mcap"
        for source, new in ((beside, "c.mcap"), ("c.mcap", "d.mcap")):  # killed once more
            number = file.take_up(name, spec, source, new)
        assert (number is None) == (spec is exam)
        file.enter(name, score("failed", 1.0), "d.mcap", number=number)
        rows = [(one["recording"][-6:], one["reason"]) for one in file.export(name)["attempts"]]
        assert rows.count(("a.mcap", "cut off")) == count - 1
        assert len(rows) == 1 + count and len(file.export("Bob")["attempts"]) == bobs


def test_an_exam_that_does_not_count_is_never_passed(file):
    repeat = RepeatSpec(passes=1, of=1)
    file.enter("Ann", score("passed", 99.0), "a.mcap", why_not=["one thing", "and another"])
    (kept,) = file.export("Ann")["attempts"]
    assert (kept["outcome"], kept["reason"]) == ("void", "one thing; and another")
    assert kept["score"]["outcome"] == "passed"  # as it was judged
    assert file.progress("Ann", "ramp.yaml", repeat) == (1, None, 1, False)


def test_export_is_whole_and_deletion_too(file):
    file.enter("Ann", score("passed", 61.0), "a.mcap", level=2)
    file.enter("Bob", score("passed", 99.0), "")
    data = file.export("Ann")
    assert json.loads(json.dumps(data)) == data
    assert [one["mark"] for one in data["attempts"]] == [61.0]
    assert data["attempts"][0]["score"]["stages"] == [{"name": "a", "seconds": 1.0}]
    assert file.delete("Ann") == ["a.mcap"]
    assert file.list_names() == ["Bob"]
    assert b"a.mcap" not in file.path.read_bytes()
    with pytest.raises(TraineeError, match="there are: Bob"):
        file.export("Ann")


def test_an_attempt_is_kept_with_the_moment_when_it_began(file, arm, tmp_path):
    path = tmp_path / "a.mcap"
    Recorder(path, arm, {"date": "2026-01-02T03:04:05"}).close()  # of the local clock
    for recording in (path, tmp_path / "lost.mcap"):
        file.enter("Ann", score("passed", 61.0), recording)
    told, gone = (datetime.fromisoformat(one["started"]) for one in file.export("Ann")["attempts"])
    assert told == datetime(2026, 1, 2, 3, 4, 5).astimezone()
    assert 12.0 <= (datetime.now(UTC) - gone).total_seconds() < 60.0


def test_deletion_names_recordings_that_were_never_entered(file, arm, tmp_path, monkeypatch):
    monkeypatch.setattr(trainee, "recordings_folder", lambda: tmp_path)
    for who, name in (("Ann", "listed"), ("Ann", "killed"), ("Bob", "other")):
        Recorder(tmp_path / f"{name}.mcap", arm, {"trainee": who}).close()
    listed = str(tmp_path / "deep" / ".." / "listed.mcap")
    file.enter("Ann", score("passed", 61.0), listed)
    assert file.delete("Ann") == [listed, str(tmp_path / "killed.mcap")]


def test_nobody_else_may_read_it(file):
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600


def test_a_damaged_or_newer_file_is_refused_in_words(tmp_path):
    path = tmp_path / "bad.sqlite"
    path.write_bytes(b"no database at all, but long enough to be read as one" * 9)
    with pytest.raises(TraineeError, match=r"bad\.sqlite: cannot be used"):
        Trainees(path)
    newer = tmp_path / "newer.sqlite"
    with Trainees(newer) as file:
        file._base.execute("pragma user_version = 99")
    with pytest.raises(TraineeError, match="newer program"):
        Trainees(newer)


@pytest.mark.parametrize(
    ("name", "why"),
    [*[(name, "has 1 to 100 letters") for name in ("", "  ", "x" * 101)], ("\udcff", "is text")],
)
def test_a_name_is_a_name(file, name, why, capsys, monkeypatch):
    with pytest.raises(TraineeError):
        file.add(name)
    monkeypatch.setattr(launch, "window", None)  # which is not opened
    monkeypatch.setattr(trainee, "default_path", lambda: file.path)
    assert cli.app(["run", "--trainee", name]) == 1
    assert f"--trainee: a trainee's name {why}" in capsys.readouterr().err
    for action in ("export", "delete"):
        assert cli.app(["trainee", action, name]) == 1
        assert f"a trainee's name {why}" in capsys.readouterr().err


@pytest.mark.parametrize("further", [[], ["--instructor"]])
def test_whom_a_run_without_a_window_would_not_keep_is_told(further, capsys):
    assert cli.app(["run", "--headless", *further, "--trainee", "Ann"]) == 1
    assert "--trainee keeps what is done in the window" in capsys.readouterr().err


def test_the_command_line(file, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("simulator.training.trainee.default_path", lambda: file.path)
    preset = tmp_path / "devices" / "Ann.json"
    monkeypatch.setattr("simulator.console.presets.path_of", lambda name: preset)
    preset.parent.mkdir()
    preset.write_text("[]")
    file.enter("Ann", score("passed", 61.0), "a.mcap")
    assert cli.app(["trainee", "list"]) == 0
    assert "Ann" in capsys.readouterr().out
    assert cli.app(["trainee", "export", "Ann"]) == 0
    assert json.loads(capsys.readouterr().out)["trainee"] == "Ann"
    assert cli.app(["trainee", "delete", "Ann"]) == 0
    assert not preset.exists()  # of the devices, as they were calibrated
    assert cli.app(["trainee", "export", "Ann"]) == 1
    assert "there is no trainee 'Ann'" in capsys.readouterr().err


def test_attempts_are_counted_in_words(file, monkeypatch, capsys):
    monkeypatch.setattr(trainee, "default_path", lambda: file.path)
    for name in ("Ann", "Bob", "Bob"):
        file.enter(name, score("passed", 61.0), "a.mcap")
    assert cli.app(["trainee", "list"]) == 0
    assert capsys.readouterr().out == "Ann: 1 attempt\nBob: 2 attempts\n"


def test_a_file_that_does_not_take_an_attempt_says_why(tmp_path):
    path = tmp_path / "trainees.sqlite"
    with Trainees(path) as file:
        file.add("Ann")
        other = sqlite3.connect(path)
        other.execute("drop table attempt")  # as good as a damaged page
        other.close()
        with pytest.raises(TraineeError, match=r"trainees\.sqlite: no such table: attempt"):
            file.enter("Ann", score("passed", 61.0), "")
        with pytest.raises(TraineeError, match="no such table"):
            file.progress("Ann", "push.yaml", RepeatSpec())
