"""An exam in the window: nothing makes it stand still, and each has its result in the end."""

import errno
import fcntl

import pytest
from windowed import SCENES, copy_exercises, key, opened, until

from simulator import cli
from simulator.app import lessons
from simulator.editor.history import Stop
from simulator.spec.load import load_exercise
from simulator.training import proof, trainee


@pytest.fixture
def exam(tmp_path, monkeypatch):
    """An exam of the arm, whose countdown is over at once."""
    copy_exercises(tmp_path, countdown=0)
    monkeypatch.chdir(tmp_path / "scenes")
    text = (SCENES / "exam.yaml").read_text().replace("latency_ms: 80", "latency: 1000")
    path = tmp_path / "scenes" / "экзамен № 1.yaml"
    path.write_text(f"countdown: 0\n{text}", encoding="utf-8")
    return path


def begin(app):
    key(app, "ENTER")
    until(app, lambda: app.lessons.is_running and app.lessons.attempt is not None)


def take(app):
    app.devices.panel.set("power", True)
    app.devices.panel.set("lever", 1.0)
    until(app, lambda: app.lessons.page == "result")


def result_of(recording):
    """Return a result's outcome and reason, once it is proven."""
    path = recording.with_suffix(".result.json")
    result = proof.read(path)
    assert proof.find_differences(result, load_exercise(result.exercise), recording) == []
    assert result.verdict.counts == (result.verdict.why_not == [])
    return result.score["outcome"], result.score["reason"]


@pytest.mark.parametrize("pressed", ["F", "R", "ESCAPE"])
def test_whoever_leaves_the_result_at_once_has_it_all_the_same(display, exam, tmp_path, pressed):
    with opened(exam, tmp_path) as app:
        until(app, lambda: app.viewer is not None and app.lessons.page == "briefing")
        begin(app)
        recording = app.lessons.recording
        take(app)
        key(app, pressed)
        until(app, lambda: recording.with_suffix(".result.json").is_file())
        app.tick()
    assert result_of(recording) == ("passed", "")


def test_an_exam_that_is_broken_off_has_a_result_too(display, exam, tmp_path):
    taken = []
    with opened(exam, tmp_path) as app:
        until(app, lambda: app.viewer is not None and app.lessons.page == "briefing")
        begin(app)
        taken.append(app.lessons.recording)
        app.actions.reset()
        assert app.realtime.state.name == "running"  # an exam goes on while it is asked
        assert not app.leaving.key("SPACE") and app.leaving.is_open  # it can be stopped
        key(app, "B")
        until(app, lambda: app.lessons.is_running and app.lessons.recording not in taken)
        until(app, lambda: app.lessons.attempt is not None)
        taken.append(app.lessons.recording)
        app.open_scene(exam.with_name("arm.yaml"))
        until(app, lambda: app.lessons.exercise is None)
        app.open_scene(exam)
        until(app, lambda: app.lessons.page == "briefing")
        begin(app)
        taken.append(app.lessons.recording)
    assert [result_of(one) for one in taken] == [("failed", "unfinished")] * 3


def test_a_breakpoint_does_not_make_an_exam_stand_still(display, exam, tmp_path):
    with opened(exam, tmp_path) as app:
        until(app, lambda: app.viewer is not None and app.lessons.page == "briefing")
        begin(app)
        app.board.stop_when(Stop("power", ">", 0.5))
        take(app)
        assert app.board.history.stopped is not None


def test_an_attempt_is_not_ended_by_the_one_before(display, exam, tmp_path):
    with opened(exam, tmp_path) as app:
        lessons = app.lessons
        until(app, lambda: app.viewer is not None and lessons.page == "briefing")
        begin(app)
        take(app)
        over = app._frames()[1].attempt
        lessons.tick(over)
        lessons.act("retry")
        for _ in range(3):  # before the physics side has heard of it
            lessons.tick(over)
        assert lessons.is_running and lessons.page == ""
        until(app, lambda: lessons.attempt is not None)
        assert not lessons.attempt.is_over


def told(app):
    """Return what the status bar complains of."""
    complaint = app.realtime.state.complaint
    return complaint.en if complaint is not None else ""


def test_what_is_told_of_a_lost_recording_goes_with_the_next_attempt(display, exam, tmp_path):
    with opened(exam, tmp_path) as app:
        until(app, lambda: app.viewer is not None and app.lessons.page == "briefing")
        begin(app)
        lost = OSError(errno.ENOSPC, "No space left on device")
        app.realtime._keeper._lose(lost)  # as the physics side does with a full disk
        until(app, lambda: "No space left" in told(app))
        take(app)
        until(app, lambda: app.lessons.verdict is not None)
        assert "holds no score" in app.lessons.verdict[0].en
        key(app, "R")
        until(app, lambda: app.lessons.is_running and app.lessons.attempt is not None)
        assert app.realtime.state.complaint is None


def test_an_exam_whose_file_is_anothers_has_no_result_and_does_not_count(display, exam, tmp_path):
    path = tmp_path / "same.mcap"
    command = ["run", str(exam), "--headless", "--seconds", "1", "--record", str(path)]
    assert cli.app(command) == 1  # nobody drives: another's exam, failed
    with open(path, "rb") as other, opened(exam, tmp_path, trainee="Ann", record=path) as app:
        fcntl.flock(other, fcntl.LOCK_EX)  # as the program has it that writes there
        until(app, lambda: app.viewer is not None and app.lessons.page == "briefing")
        begin(app)
        take(app)
        until(app, lambda: app.lessons.verdict is not None)
        assert "another recording is being written there" in app.lessons.verdict[0].en
        assert app.lessons.recording is None
        with trainee.Trainees() as file:
            last = file.export("Ann")["attempts"][-1]
            assert (last["recording"], last["outcome"]) == ("", "void")
        key(app, "R")
        assert app.lessons.verdict is None
        until(app, lambda: app.lessons.is_running and app.lessons.attempt is not None)
        again = app.lessons.recording
        take(app)
        until(app, lambda: app.lessons.verdict is not None)
    assert not path.with_suffix(".result.json").exists()
    assert result_of(again) == ("passed", "")


def kept(name):
    with trainee.Trainees() as file:
        return [(one["outcome"], one["reason"]) for one in file.export(name)["attempts"]]


def test_an_exam_is_entered_from_its_first_moment_and_once(display, exam, tmp_path):
    with opened(exam, tmp_path, trainee="Ann") as app:
        until(app, lambda: app.viewer is not None and app.lessons.page == "briefing")
        begin(app)
        assert kept("Ann") == [("failed", "cut off")]  # what stays of it if the program is killed
        take(app)
        until(app, lambda: app.lessons.verdict is not None)
        assert kept("Ann") == [("passed", "")]
        key(app, "R")
        until(app, lambda: app.lessons.is_running and app.lessons.attempt is not None)
        app.finish()
        assert kept("Ann") == [("passed", ""), ("failed", "unfinished")]


def test_an_exam_that_is_left_before_its_first_frame_has_a_result_too(display, exam, tmp_path):
    with opened(exam, tmp_path, trainee="Ann") as app:
        until(app, lambda: app.viewer is not None and app.lessons.page == "briefing")
        app.lessons.act("start")
        app.lessons.tick(None)  # the countdown's end
        assert app.lessons.is_running and app.lessons.attempt is None
        recording = app.lessons.recording
        app.lessons.act("briefing")
        until(app, lambda: app.lessons.verdict is not None)
        assert kept("Ann") == [("failed", "unfinished")] and app.lessons.verdict == ()
    assert result_of(recording) == ("failed", "unfinished")


def test_an_exam_that_does_not_count_is_not_entered_as_passed(display, exam, tmp_path):
    exam.write_text(exam.read_text().replace("latency: 1000", "latency: 1e-6"))
    with opened(exam, tmp_path, trainee="Ann") as app:
        until(app, lambda: app.viewer is not None and app.lessons.page == "briefing")
        begin(app)
        take(app)
        assert app.lessons.attempt.score.outcome == "passed"
        until(app, lambda: app.lessons.verdict is not None)
        ((outcome, reason),) = kept("Ann")
        assert outcome == "void" and reason.startswith("the picture followed the input by")


def test_an_exam_that_is_taken_over_from_a_recording_is_void(display, exam, tmp_path, monkeypatch):
    path = tmp_path / "run.mcap"
    command = ["run", str(exam), "--headless", "--seconds", "1", "--record", str(path)]
    assert cli.app(command) == 1
    monkeypatch.setattr(lessons, "READY", 0.1)
    with opened(path, tmp_path, trainee="Ann") as app:
        until(app, lambda: app.viewer is not None and app.debriefing.is_open)
        app.debriefing.take_over()
        until(app, lambda: app.lessons.is_running and app.lessons.attempt is not None, 800)
        assert kept("Ann") == [("failed", "cut off")]
        take(app)
        until(app, lambda: app.lessons.verdict is not None)
        assert kept("Ann") == [("void", "it goes on from another recording")]
        assert app.lessons.recording.with_suffix(".result.json").is_file()
