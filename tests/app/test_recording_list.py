"""The newest recordings: listed for the menu, opened from it, and told of where they cannot be."""

import os
import shutil
import threading
from pathlib import Path

import pytest
from windowed import opened, until

from simulator.app import recording_list
from simulator.app.recording_list import MOST, list_newest
from simulator.recordings import recording
from simulator.recordings.record_file import RecordFile
from simulator.spec.load import load_exercise
from simulator.training import trainee
from simulator.training.score import of_nothing
from simulator.training.trainee import Trainees
from simulator.ui.intents import Intents

SCRIPT = {"actions": [{"set": {"power": True}, "hold": 1.0}]}
PUSH = Path("tests/scenes/push.yaml")


@pytest.fixture
def home(record_push, tmp_path, monkeypatch):
    """Go to a folder with the tests' scenes and one recording in out/; return the folder."""
    for folder in ("out", "recordings"):
        (tmp_path / folder).mkdir()
    record_push(tmp_path / "out" / "run.mcap", SCRIPT)
    shutil.copytree("tests/scenes", tmp_path / "tests" / "scenes")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(trainee, "recordings_folder", lambda: tmp_path / "recordings")
    monkeypatch.setattr(trainee, "default_path", lambda: tmp_path / "trainees.sqlite")
    _age("out/run.mcap", 0)
    return tmp_path


def _age(path, minutes):
    time = 1.7e9 - 60 * minutes
    os.utime(path, (time, time))


def _copy(name, minutes, size=None):
    """Write a copy of the recording, of another age, or its first bytes."""
    Path(name).write_bytes(Path("out/run.mcap").read_bytes()[:size])
    _age(name, minutes)


def test_the_newest_come_first_each_with_what_it_is_of(home):
    _copy("out/older.mcap", 3)
    _copy("out/cut.mcap", 2, 9000)
    Path("out/noise.mcap").write_bytes(b"noise" * 20)
    _age("out/noise.mcap", 1)
    os.mkfifo("out/pipe.mcap")
    Path("out/gone.mcap").symlink_to("nowhere")
    with RecordFile(Path("out/written.mcap")):
        found = list_newest(None)
    names = [Path(one.path).stem for one in found]
    assert names == ["run", "noise", "cut", "older"]
    titles = {Path(one.path).stem: one.title.en for one in found}
    assert titles["run"] == titles["cut"] == titles["older"] == "Push"
    assert titles["noise"] == "noise"
    length = 0.04 * len(recording.Recording("out/run.mcap").frames)
    assert [one.length for one in found] == [pytest.approx(length), None, None, found[0].length]
    assert [one.time.timestamp() for one in found] == [1.7e9 - 60 * k for k in range(4)]


def test_of_many_only_those_are_read_that_are_shown(home, monkeypatch):
    for k in range(2 * MOST):
        _copy(f"out/{k}.mcap", 1 + k)
    read, read_header = [], recording.read_header
    monkeypatch.setattr(
        recording, "read_header", lambda path: (read.append(path), read_header(path))[1]
    )
    found = list_newest(None)
    assert [one.path for one in found] == [
        "out/run.mcap",
        *(f"out/{k}.mcap" for k in range(MOST - 1)),
    ]
    assert len(read) == MOST


def test_a_trainee_has_his_own_beside_them_and_no_others(home, record_push):
    record_push("recordings/ann.mcap", SCRIPT, trainee="Ann")
    record_push("recordings/bob.mcap", SCRIPT, trainee="Bob")
    for k, name in enumerate(("ann", "bob")):
        _age(f"recordings/{name}.mcap", 1 + k)
    for name, own in (("Ann", ["ann"]), ("Bob", ["bob"]), (None, [])):
        assert [Path(one.path).stem for one in list_newest(name)] == ["run", *own]


def test_what_was_recorded_elsewhere_is_among_them(home, record_push):
    """A trainee's attempts as his file knows them, and what lies in a folder that was used."""
    for name in ("ann", "bob"):
        (home / name).mkdir()
        record_push(f"{name}/try.mcap", SCRIPT, trainee=name.title())
        _age(f"{name}/try.mcap", 1)
    shutil.copy("ann/try.mcap", "recordings/try.mcap")
    Path("link").symlink_to("ann")
    with Trainees(trainee.default_path()) as file:
        for path in ("ann/try.mcap", "recordings/try.mcap", "gone.mcap", ""):
            file.enter("Ann", of_nothing(load_exercise(PUSH), "failed", "x"), path)

    def listed(*words):
        return sorted(one.path for one in list_newest(*words) if one.path != "out/run.mcap")

    own = str(home / "recordings" / "try.mcap")
    assert listed("Ann") == sorted(["ann/try.mcap", own])
    assert listed("Bob") == listed(None) == []
    assert listed("Bob", [Path("recordings")]) == [], "whose they are is asked there, too"
    assert listed(None, [Path("bob")]) == ["bob/try.mcap"]
    assert len(listed("Ann", [Path("link"), Path("ann"), Path("nowhere")])) == 2, "each once"


def test_an_attempt_is_listed_with_how_it_ended(home, record_push):
    """The list said of what, when and how long alone: the one that passed had to be searched."""
    from simulator.training.trainee import VOID

    run = record_push("recordings/try.mcap", trainee="Ann")
    _age("recordings/try.mcap", 1)

    def result():
        return {Path(one.path).stem: (one.outcome, one.mark) for one in list_newest("Ann")}["try"]

    score = run.session.judge.score
    assert result() == (score.outcome, pytest.approx(score.mark))
    with Trainees(trainee.default_path()) as file:
        file.enter("Ann", score, "recordings/try.mcap", why_not=["a frame was late"])
    assert result()[0] == VOID, "an exam that does not count has passed nothing"
    whole = Path("recordings/try.mcap").read_bytes()
    Path("recordings/try.mcap").write_bytes(whole[:-40])
    assert result()[0] == VOID
    trainee.default_path().unlink()
    assert result() == ("", 0.0), "what was cut off says nothing of its end"


@pytest.mark.parametrize(
    "score", [{}, {"outcome": "running", "mark": 1.0}, {"outcome": "passed", "mark": "much"}]
)
def test_what_is_no_result_is_not_shown_as_one(score):
    assert recording_list._read_result(score) == ("", 0.0)


def test_folders_of_what_was_recorded_or_opened_by_name_are_looked_into(home, display):
    Path("far").mkdir()
    shutil.copy("out/run.mcap", "far/old.mcap")
    with opened(PUSH.with_name("arm.yaml"), home, record=Path("near/new.mcap")) as app:
        until(app, lambda: app.viewer is not None)
        app.open_scene(Path("far/old.mcap"))
        until(app, lambda: app.debriefing.is_open)
        app.actions.obey(Intents(recordings=True))
        until(app, lambda: app.recordings.newest is not None)
        found = {one.path for one in app.recordings.newest}
        assert found == {"out/run.mcap", "near/new.mcap", "far/old.mcap"}
        assert app._status(None).scene in found


def test_a_recording_is_opened_from_the_list_and_its_scenes_are_the_way_back(home, display):
    with opened(PUSH.with_name("arm.yaml"), home) as app:
        until(app, lambda: app.viewer is not None)
        scenes = app.scenes
        app.actions.obey(Intents(recordings=True))
        until(app, lambda: app.recordings.newest is not None)
        (one,) = app._status(None).recordings
        app.actions.obey(Intents(open_scene=one.path))
        assert app.scenes == scenes  # while it is read, too
        until(app, lambda: app.debriefing.is_open)
        assert app._status(None).scene == one.path and app.scenes == scenes
        app.actions.obey(Intents(open_scene=str(PUSH.with_name("arm.yaml"))))
        until(app, lambda: not app.debriefing.is_open)
        shutil.rmtree("out")
        app.actions.obey(Intents(recordings=True))
        until(app, lambda: app.recordings.newest == [])


def test_what_cannot_be_opened_is_told_and_leaves_what_is_open(home, display):
    Path("out/noise.mcap").write_bytes(b"noise" * 20)
    scene = PUSH.with_name("arm.yaml")
    with opened(scene, home) as app:
        until(app, lambda: app.viewer is not None and app.realtime.state.name == "running")
        scenes, simulation = app.scenes, app.realtime.simulation

        def open_in_vain(name, why):
            app.actions.obey(Intents(open_scene=name))
            until(app, lambda: any(name in one.text.en for one in app.devices.panel.notices))
            (told,) = (one.text.ru for one in app.devices.panel.notices if name in one.text.ru)
            assert why in told
            until(app, lambda: app.realtime.state.name == "running")
            assert (app.path, app.scenes, app.problems) == (scene, scenes, [])
            assert app.realtime.simulation is simulation and not app.debriefing.is_open

        open_in_vain("out/noise.mcap", "не запись этой программы")
        open_in_vain("out/deleted.mcap", "файла или папки нет")
        text = scene.read_text(encoding="utf-8")
        scene.write_text(f"{text}\n# saved\n", encoding="utf-8")  # is read again as before
        until(app, lambda: app.realtime.simulation is not simulation)
        until(app, lambda: app.devices.panel is app.realtime.panel)

        app.actions.obey(Intents(open_scene="out/run.mcap"))
        until(app, lambda: app.debriefing.is_open)
        film = app.debriefing.film
        app.actions.obey(Intents(open_scene="out/noise.mcap"))
        until(app, lambda: any("noise" in one.text.en for one in app.devices.panel.notices))
        assert app.debriefing.film is film and app.path == Path("out/run.mcap")


def test_a_recording_whose_exercise_is_broken_shows_where_and_leaves_what_is_open(home, display):
    scene = PUSH.with_name("arm.yaml")
    PUSH.write_text("scen: arm\n", encoding="utf-8")
    with opened(scene, home) as app:
        until(app, lambda: app.viewer is not None)
        app.actions.obey(Intents(open_scene="out/run.mcap"))
        until(app, lambda: app.problems)
        assert app.problems[0].file.endswith("push.yaml") and app.path == scene
        simulation, text = app.realtime.simulation, scene.read_text(encoding="utf-8")
        scene.write_text(f"{text}\n# saved\n", encoding="utf-8")
        until(app, lambda: app.realtime.simulation is not simulation)


def _open_unnoticed(app, name):
    """Have a file opened, or refused, without a look of the window at what comes of it."""
    app.actions.obey(Intents(open_scene=name))
    app.realtime.send("abandon", obeyed := threading.Event())  # is obeyed after it
    assert obeyed.wait(60.0)


def test_what_was_opened_before_a_refused_one_was_asked_for_is_shown_as_what_it_is(home, display):
    arm = PUSH.with_name("arm.yaml")
    with opened(arm, home) as app:
        until(app, lambda: app.viewer is not None and app.realtime.state.name == "running")
        Path("out/noise.mcap").write_bytes(b"noise" * 20)
        _open_unnoticed(app, "out/run.mcap")
        _open_unnoticed(app, "out/noise.mcap")
        until(app, lambda: any("noise" in one.text.en for one in app.devices.panel.notices))
        assert app.debriefing.is_open and app.path == Path("out/run.mcap")

        broken = PUSH.with_name("broken.yaml")
        broken.write_text("robots: 7\n", encoding="utf-8")
        _open_unnoticed(app, str(PUSH))
        _open_unnoticed(app, str(broken))
        until(app, lambda: app.problems)
        assert app.problems[0].file.endswith("broken.yaml") and not app.debriefing.is_open
        assert app.lessons.exercise is not None and app.lessons.page == "briefing"
        for _ in range(20):
            app.tick()
        assert not app.realtime.state.goes_on, "a briefing is read while everything stands"

        shutil.copy(arm, broken)  # mended, it is opened; the exercise does not go on as it
        until(app, lambda: app.path == broken and not app.problems)
        assert app.lessons.exercise is None and app.opened.path == broken


def test_whoever_asks_twice_is_read_to_once(monkeypatch):
    asked, begun = [], []

    class Reading:
        def __init__(self, target, args, daemon):
            begun.append(args)

        def start(self):
            asked.append(True)

        def is_alive(self):
            return True

    monkeypatch.setattr(recording_list.threading, "Thread", Reading)
    listed = recording_list.RecordingList()
    listed.look("Ann")
    listed.look("Ann")
    assert begun == [("Ann", [])]
