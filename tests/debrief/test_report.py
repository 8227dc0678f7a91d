"""From a recording to a page: free drives, damaged files, and what is refused."""

import json
from pathlib import Path

import numpy as np
import pytest

from simulator import cli
from simulator.debrief import report
from simulator.recordings import notes
from simulator.recordings.recording import RecordingError
from simulator.render import offscreen
from simulator.snapshot import Event, PanelInput
from simulator.spec.models.exercise import MetricSpec

from .conftest import EXERCISE, Drive


@pytest.fixture(scope="module")
def recorded(lesson, tmp_path_factory):
    path = tmp_path_factory.mktemp("debrief") / "push.mcap"
    header = {"trainee": "Ivanova <A.>", "date": "2026-03-04T05:06:07"}
    drive = Drive(lesson.scene, lesson.exercise, path, header)
    drive.go(60, power=True, lever=0.5)
    drive.close()
    return path


def test_the_command_writes_the_page(recorded, tmp_path):
    target = tmp_path / "new" / "page.html"
    words = ["debrief", str(recorded), "-o", str(target), "--expert", str(recorded)]
    assert cli.app([*words, "--language", "ru", "--no-pictures"]) == 0
    text = target.read_text(encoding="utf-8")
    assert "Зачтено" in text and "Ivanova &lt;A.&gt;" in text and "04.03.2026, 05:06" in text
    assert "<figure>" not in text and "Запись подлинная" in text


def test_notes_of_who_looked_at_the_recording_are_on_its_page(recorded, tmp_path):
    path = tmp_path / "push.mcap"
    path.write_bytes(recorded.read_bytes())
    plain = report.read(path).story
    dt = plain.cast.dt
    notes.write(path, [(99.0, "at the end"), (5 * dt, "look <here>"), (0.0, "to begin with")])
    story = report.read(path).story
    marks = [(mark.name, mark.time) for mark in story.marks if mark.kind == "bookmark"]
    assert marks[0] == ("to begin with", dt) and marks[1] == ("look <here>", pytest.approx(5 * dt))
    assert marks[2:] == [("at the end", story.time)]
    assert len(story.marks) == len(plain.marks) + len(marks)
    assert cli.app(["debrief", str(path), "--language", "en", "--no-pictures"]) == 0
    text = path.with_suffix(".html").read_text(encoding="utf-8")
    assert "Bookmark: look &lt;here&gt;" in text


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ('{"notes": [{"time": NaN, "text": "a"}, {"time": 1, "text": "b"}]}', [(1.0, "b")]),
        ("[" * 100_000, []),
        ('{"notes": 3}', []),
    ],
)
def test_of_a_file_of_notes_what_makes_no_sense_is_left_out(tmp_path, written, kept):
    path = tmp_path / "run.mcap"
    notes.path_of(path).write_text(written, encoding="utf-8")
    assert notes.read(path) == kept


def test_a_cut_recording_gives_a_page_that_says_so(recorded, tmp_path):
    cut = tmp_path / "cut.mcap"
    data = recorded.read_bytes()
    cut.write_bytes(data[: len(data) * 2 // 3])
    assert cli.app(["debrief", str(cut), "--language", "en", "--no-pictures"]) == 1
    text = cut.with_suffix(".html").read_text(encoding="utf-8")
    assert 'role="alert"' in text and "cut off or damaged" in text


def test_inputs_that_are_none_stop_the_replay_and_the_page_says_so(lesson, tmp_path):
    path = tmp_path / "short.mcap"
    drive = Drive(lesson.scene, lesson.exercise, path)
    drive.go(5, power=True)
    snapshot = drive.simulation.snapshot()
    drive.recorder.frame(PanelInput(np.ones(1), np.zeros(1, np.int64)), snapshot)
    drive.close()
    assert report.write(path, None, None, None, "en", False) == 1
    text = path.with_suffix(".html").read_text(encoding="utf-8")
    assert 'role="alert"' in text and "the replay stopped" in text


def test_a_free_drive_gives_a_page(lesson, tmp_path):
    path = tmp_path / "free.mcap"
    drive = Drive(lesson.scene, None, path)
    drive.go(20, power=True, lever=1.0)
    drive.close()
    assert report.write(path, None, None, None, "en", False) == 0
    text = path.with_suffix(".html").read_text(encoding="utf-8")
    assert "Not graded" in text and "<table" not in text


def test_a_recording_without_frames_gives_no_page(lesson, tmp_path, capsys):
    path = tmp_path / "empty.mcap"
    Drive(lesson.scene, lesson.exercise, path).close()
    assert report.write(path, None, None, None, "en", False) == 1
    assert capsys.readouterr().err == f"{path}: holds no frame: nothing to tell\n"
    assert not path.with_suffix(".html").exists()


def test_without_opengl_a_sentence_stands_for_the_pictures(recorded, tmp_path, monkeypatch):
    def refuse():
        raise offscreen.ContextError("none")

    monkeypatch.setattr(offscreen, "open_context", refuse)
    target = tmp_path / "page.html"
    assert report.write(recorded, target, None, None, "en", True) == 0
    assert "No pictures: OpenGL" in target.read_text(encoding="utf-8")


def test_what_cannot_be_told_is_refused_by_name(recorded):
    other = Path("scenes/exercises/slalom.yaml")
    with pytest.raises(RecordingError, match=r"recorded in|inputs"):
        report.read(recorded, other)
    with pytest.raises(RecordingError, match="not a recording"):
        report.read(Path(EXERCISE))


def test_the_data_of_the_cursor_is_json(recorded):
    from simulator.debrief import page, plan, plots

    story = report.read(recorded).story
    traces = plots.list_traces(story, None, "en")
    frame = plan.Frame(*plan.extent(story), 400.0, 300.0)
    data = json.loads(page._data(story, traces, None, frame, "en"))
    assert len(data["path"]) == data["count"] == len(data["traces"][0])
    assert set(data["experts"]) == {None}


def test_the_cursor_reads_the_expert_where_his_curve_is(recorded):
    from simulator.debrief import page, plan, plots
    from simulator.debrief.deviation import Deviation

    story = report.read(recorded).story
    deviation = Deviation(story, story)  # his own expert
    traces = plots.list_traces(story, deviation, "en")
    frame = plan.Frame(*plan.extent(story), 400.0, 300.0)
    data = json.loads(page._data(story, traces, deviation, frame, "en"))
    assert len(data["experts"]) == len(traces)
    for own, other in zip(data["traces"], data["experts"], strict=True):
        assert other is None or len(other) == len(own)
        assert other is None or abs(max(other) - max(own)) <= 0.1 * max(own)
    drawn = plots.draw(story, traces, deviation, (900.0, 300.0), "en", "screen")
    assert drawn.count("plot-below") == drawn.count("plot-value") == len(traces)


def test_a_curve_is_red_where_the_judge_has_its_measure_out_of_the_band(lesson):
    from simulator.debrief import plots

    read = {"signal": "arm.shoulder_angle", "scale": 1e3}
    late = {"while": {"after": 0.5}}
    metrics = {
        "often": {"kind": "mean", "max": 400.0, **read},  # less than the angle reaches
        "seldom": {"kind": "mean", "max": 1.0, **read},
        "enough": {"kind": "peak", "min": 1.0, **read},
        "little": {"kind": "peak", "min": 1e6, **read},
        "later": {"kind": "peak", "signal": "power", "max": 0.5, **late},  # never counts
    }
    specs = {name: MetricSpec.model_validate(spec) for name, spec in metrics.items()}
    changed = {"metrics": specs, "limits": []}
    drive = Drive(lesson.scene, lesson.exercise.model_copy(update=changed))
    drive.go(12, power=True, lever=1.0)
    story = drive.story
    found = {one.name: one for one in story.session.judge.score.metrics}
    traces = plots.list_traces(story, None, "en")[-len(specs) :]
    assert traces[0].values.max() > 400.0 and traces[4].values.max() == 1.0
    red = [one.is_bad for one in traces]
    assert red == [not found[name].passed for name in specs] == [False, True, False, True, False]
    drawn = plots.draw(story, traces, None, (900.0, 300.0), "en", "screen")
    assert drawn.count("plot-value bad") == 2


def test_any_attempt_of_a_recording_is_told(lesson, tmp_path, capsys):
    path = tmp_path / "three.mcap"
    drive = Drive(lesson.scene, lesson.exercise, path)
    for frames in (10, 40, 25):
        drive.go(frames, power=True)
        if frames != 25:
            drive.event(Event("reset"))
            drive.event(Event("reset"))  # one without a frame is no attempt
    drive.close()
    for attempt, frames, began in ((1, 10, 0), (2, 40, 10), (3, 25, 50), (None, 25, 50)):
        story = report.read(path, None, attempt).story
        assert (len(story.times), story.began, story.count) == (frames, began, 3)
        assert [mark.kind for mark in story.marks].count("stage") == 1
    line = ["debrief", str(path), "--no-pictures", "--language", "en", "--attempt"]
    assert cli.app([*line, "2"]) == 0
    assert "attempt 2 of 3" in path.with_suffix(".html").read_text(encoding="utf-8")
    assert cli.app([*line, "4"]) == 1
    assert "there is no attempt 4; it holds 3" in capsys.readouterr().err
