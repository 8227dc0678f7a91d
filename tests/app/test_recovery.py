"""A session killed with SIGKILL is taken up again by one key, and goes on to its end."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from windowed import copy_exercises, key, opened, texts_of, until

from simulator.app import lessons as app_lessons
from simulator.app import recovery
from simulator.checking import load_lesson
from simulator.keeping import BY_HAND
from simulator.recordings.record_file import RecordFile
from simulator.recordings.recording import (
    Recorder,
    Recording,
    RecordingError,
    is_whole,
    read_header,
)
from simulator.simulation import Simulation
from simulator.spec.load import load_exercise
from simulator.training import rules, trainee

SCRIPT = "actions: [{set: {power: true}, hold: 0.2}, {set: {lever: -0.1}, hold: 60}]"
FRAMES = 60
AS_BY_HAND = """
from simulator import cli, keeping
from simulator.spec.load import load_exercise
from simulator.training import rules, trainee
about = rules.about
rules.about = lambda exercise: about(exercise) | keeping.BY_HAND
cli.app()
"""


def count_frames(path: Path) -> int:
    """Return how many frames a file has that somebody may have just begun to write."""
    try:
        return len(Recording(path).frames)
    except RecordingError:
        return 0


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """A home with exercises, and the recording of a program that was killed while it wrote it."""
    home = tmp_path_factory.mktemp("home")
    exercise = copy_exercises(home, countdown=0.1) / "push.yaml"
    (home / "slow.yaml").write_text(SCRIPT)
    (home / "recordings").mkdir()
    path = home / "recordings" / "push.mcap"
    command = [sys.executable, "-c", AS_BY_HAND, "run", str(exercise), "--headless"]
    command += ["--instructor", "127.0.0.1:0", "--script", str(home / "slow.yaml")]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    program = subprocess.Popen([*command, "--record", str(path)], **quiet)
    while program.poll() is None and count_frames(path) <= FRAMES:
        time.sleep(0.1)
    os.kill(program.pid, signal.SIGKILL)
    assert program.wait() == -signal.SIGKILL
    long_ago = time.time() - 60
    os.utime(path, (long_ago, long_ago))
    return home, path


@pytest.fixture
def app(display, killed, monkeypatch):
    home, path = killed
    monkeypatch.chdir(home)
    shutil.rmtree(home / "out", ignore_errors=True)
    (home / "out").mkdir()
    shutil.copy2(path, home / "out")
    with opened(home / "scenes" / "exercises" / "push_again.yaml", home) as app:
        yield app


def test_a_killed_session_is_taken_up_again(app):
    lessons, path = app.lessons, Path("out/push.mcap")
    frames = Recording(path).frames
    assert not is_whole(path) and len(frames) > FRAMES
    until(app, lambda: app.viewer is not None and lessons.page == "broken")
    assert lessons.broken.time == pytest.approx(0.04 * len(frames))
    app.tick()
    key(app, "ENTER")
    until(app, lambda: lessons.page == "countdown", 800)
    until(app, lambda: lessons.is_running and lessons.attempt is not None, 800)
    assert lessons.attempt.score.frames >= len(frames)
    assert lessons.exercise.source.endswith("push.yaml")
    # the desk is as it was, but for the lever that nobody holds any more
    assert (app.devices.panel.get("power"), app.devices.panel.get("lever")) == (1.0, 0.0)
    app.devices.panel.set("lever", 1.0)
    until(app, lambda: lessons.page == "result", 800)
    until(app, lambda: app.realtime.state.recording is None)
    assert lessons.attempt.score.outcome == "passed"
    branch = Recording(lessons.recording)
    assert branch.complete and branch.broken is None
    assert [one.hash for one in branch.frames[: len(frames)]] == [one.hash for one in frames]
    # the newest one is whole: nothing is offered any more
    assert recovery.find_broken(Path("out"), None, branch.header["scene"]) is None


def test_a_recording_of_a_free_drive_that_was_cut_off_is_told_of_once(tmp_path, killed):
    scene = killed[0] / "scenes" / "arm.yaml"
    simulation = Simulation(load_lesson(scene).scene)
    recorder = Recorder(str(tmp_path / "whole.mcap"), simulation)
    recorder.close()
    cut = tmp_path / "cut.mcap"
    assert recovery.find_cut(tmp_path, str(scene)) is None
    cut.write_bytes((tmp_path / "whole.mcap").read_bytes()[:-100])
    assert recovery.find_cut(tmp_path, str(scene)) == cut
    assert recovery.find_cut(tmp_path, str(killed[1])) is None
    recovery.let_be(cut)
    assert recovery.find_cut(tmp_path, str(scene)) is None


def test_a_recording_plays_from_its_start_where_something_else_was_opened_instead(app):
    exercise, path = app.path, Path("out/push.mcap")
    until(app, lambda: app.viewer is not None and app.lessons.page == "broken")
    app.tick()
    app.lessons.act("take_up")
    app.open_scene(exercise)  # before it is there
    until(app, lambda: app.realtime.state.name != "loading" and app.lessons.page == "briefing", 800)
    app.open_scene(path)
    until(app, lambda: app.debriefing.is_open and app.debriefing.time > 0.0, 800)
    assert app.debriefing.time < 0.5 * app.film.playback.length * app.film.dt
    assert app.lessons.page == ""


def take_up(app, name):
    """Go on, up to the countdown, with an attempt that is entered for `name` as cut off."""
    until(app, lambda: app.viewer is not None and app.lessons.page == "broken")
    app.lessons._entering.trainee = name
    with trainee.Trainees() as file:
        file.begin(name, load_exercise(app.path), "out/push.mcap")
    key(app, "ENTER")
    until(app, lambda: app.lessons.page == "countdown", 800)


def test_what_goes_on_is_one_attempt_of_whoever_drives_on(app):
    lessons = app.lessons
    take_up(app, "Ann")
    with trainee.Trainees() as file:  # killed once more, now, it is offered again, as one attempt
        (kept,) = file.export("Ann")["attempts"]
        assert (kept["reason"], kept["recording"]) == ("cut off", str(lessons.recording))
    until(app, lambda: lessons.is_running and lessons.attempt is not None, 800)
    with trainee.Trainees() as file:
        (kept,) = file.export("Ann")["attempts"]
        assert (kept["reason"], kept["recording"]) == ("cut off", str(lessons.recording))
        assert read_header(lessons.recording)["trainee"] == "Ann"
        app.finish()
        (kept,) = file.export("Ann")["attempts"]
    assert (kept["reason"], kept["score"]["exercise"]) == ("unfinished", lessons.exercise.source)


def test_who_breaks_it_off_before_he_goes_on_is_asked_and_has_ended_it(app, monkeypatch):
    lessons = app.lessons
    take_up(app, "Bob")
    monkeypatch.setattr(app_lessons, "READY", 0.1)
    key(app, "ESCAPE")
    assert app.leaving.is_open and lessons.page == "countdown"
    assert {"Break the attempt off?", "It will count as not passed."} <= set(texts_of(app))
    asked = app.clock() + 0.3
    until(app, lambda: app.clock() > asked)
    assert lessons.page == "countdown", "nobody drives behind the question"
    monkeypatch.setattr(app_lessons, "READY", 3.0)
    key(app, "ESCAPE")  # drive on: the countdown begins anew
    assert not app.leaving.is_open and lessons.page == "countdown"
    app.actions.quit()
    assert app.leaving.is_open and not app.is_closed
    key(app, "B")
    assert app.is_closed
    app.is_closed = False
    key(app, "ESCAPE")
    key(app, "B")
    assert lessons.page == "briefing"
    with trainee.Trainees() as file:
        (kept,) = file.export("Bob")["attempts"]
    assert (kept["reason"], kept["recording"]) == ("unfinished", str(lessons.recording))


def test_who_goes_on_with_an_exam_is_told_that_it_does_not_count(app):
    until(app, lambda: app.viewer is not None and app.lessons.page == "broken")
    assert not any("The exam stays broken off" in one for one in texts_of(app))
    app.lessons.broken = app.lessons.broken._replace(is_exam=True)
    assert any("The exam stays broken off" in one for one in texts_of(app))


def test_what_is_let_be_is_not_offered_again(app):
    lessons, path = app.lessons, Path("out/push.mcap")
    until(app, lambda: app.viewer is not None and lessons.page == "broken")
    app.tick()
    key(app, "ESCAPE")
    assert lessons.page == "briefing" and path.exists()
    assert recovery.find_broken(Path("out"), None, Recording(path).header["scene"]) is None


def test_one_recorded_elsewhere_is_offered_too(display, killed, tmp_path):
    home, path = killed
    aside = tmp_path / "a side" / "mine.mcap"
    with opened(home / "scenes" / "exercises" / "push.yaml", tmp_path, record=aside) as app:
        until(app, lambda: app.viewer is not None and app.lessons.page == "briefing")
        app.lessons._entering.trainee = "Ann"
        key(app, "ENTER")
        until(app, lambda: app.lessons.is_running and aside.is_file(), 800)
        folder, scene = tmp_path / "recordings", app.realtime.simulation.scene.source
    shutil.copy2(path, aside)  # as if it had been killed
    assert not list(folder.glob("*.mcap"))
    assert recovery.find_broken(folder, None, scene).path == aside
    aside.unlink()
    assert recovery.find_broken(folder, None, scene) is None
    assert not list(folder.iterdir())


def test_only_the_trainees_own_last_attempt_in_this_scene_is_offered(killed, tmp_path):
    path = next(killed[0].rglob("push.mcap"))
    scene = read_header(path)["scene"]
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(path.read_bytes())

    def find(trainee=None, folder=tmp_path, scene=scene):
        return recovery.find_broken(folder, trainee, scene)

    with RecordFile(cut) as writing:
        writing.write(path.read_bytes())
        os.utime(cut, (1e9, 1e9))  # a long pause, or the clock was set
        assert find() is None
        os.utime(cut, (1e10, 1e10))
        assert find() is None
    assert find().path == cut
    os.utime(cut, (1e9, 1e9))
    assert find().path == cut
    assert find("Ann") is None
    assert find(scene="scenes/container.yaml") is None
    (tmp_path / "noise.mcap").write_bytes(b"nothing")
    assert find().path == cut
    lesson = load_lesson(read_header(path)["exercise"])
    simulation, about = Simulation(lesson.scene), rules.about(lesson.exercise)
    Recorder(tmp_path / "script.mcap", simulation, about).close()  # nobody's attempt
    assert find().path == cut
    recovery.let_be(cut)
    assert find() is None
    (tmp_path / "cut.let_be").unlink()
    Recorder(tmp_path / "later.mcap", simulation, about | BY_HAND).close()
    assert find() is None
    assert find(folder=tmp_path / "none") is None
