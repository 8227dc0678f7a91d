"""A recording in the window: played, sought, annotated, and taken over."""

import json
import re
import shutil
import threading
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from imgui_bundle import imgui
from windowed import copy_exercises, key, opened, texts_of, until

from simulator import cli, keeping
from simulator.app import lessons, opening
from simulator.app.instructing import Instructing
from simulator.recordings import notes as notes_file
from simulator.recordings.recording import Recording
from simulator.training.rescore import rescore
from simulator.training.story import Mark
from simulator.ui.diagram.page import DiagramPage
from simulator.ui.pages import timeline_bar
from simulator.ui.texts import laying as laying_texts
from simulator.ui.texts.lessons import say

SCRIPT = {
    "actions": [
        {"set": {"power": True}, "hold": 0.2},
        {"set": {"lever": -0.5}, "hold": 1.5},
        {"set": {"lever": 0.5}, "until": {"signal": "shoulder_angle", "above": 0.6, "timeout": 9}},
    ]
}


@pytest.fixture(scope="module")
def app(display, record_push, tmp_path_factory):
    path = tmp_path_factory.mktemp("film") / "run.mcap"
    for name in (path, path.with_suffix(".expert.mcap")):
        record_push(name, SCRIPT)
    with opened(path, path.parent) as app:
        yield app


def _noting(draw, place, boxes):
    def noted(*given):
        boxes.append(given[place])
        return draw(*given)

    return noted


def test_a_recording_is_played_sought_and_taken_over(app, lesson):
    film_of = app.debriefing
    until(app, lambda: app.viewer is not None and film_of.is_open)
    film = film_of.film
    assert Instructing.page.__get__(SimpleNamespace(app=app)) == "playback"
    frames = Recording(film.path).frames
    assert film.playback.length == len(frames)
    assert film.expert is not None
    until(app, lambda: film_of.time > 0.5)  # it plays
    film_of.plots()
    for _ in range(3):
        app.tick()
    assert {trace.label.en for trace in film_of._traces} >= {"Speed, m/s", "Levers"}

    film_of.seek(1.2)
    until(app, lambda: app.realtime.state.name == "paused")
    until(app, lambda: film_of.time == pytest.approx(1.2))
    shown = app.realtime.frames.current
    assert shown.snapshot.state_hash == frames[29].hash
    assert app.devices.panel.get("lever") == -0.5  # the desk shows the recorded hands

    stages = [stage.text for stage in lesson.exercise.stages]
    told = app._status(shown.snapshot).lesson  # the exercise's, not the scene's briefing
    assert (told.stages, told.stage, told.time) == (stages, 1, pytest.approx(1.2))
    assert told.hint is None and told.hint_price is None and told.warning is None
    film_of.time = 0.0
    assert film_of.strip()[2:4] == (0, 0.0)
    story = film_of.film.story
    story.marks.append(Mark(0.5, "hint", "0", 7.0, np.zeros(3), shown.snapshot))
    film_of.time = 100.0
    told = film_of.strip()
    assert (told.stage, told.time) == (1, story.time) and told.hint.en == "Pull the lever"
    story.marks.pop()

    film_of.seek(0.0)
    until(app, lambda: film_of.time == 0.0)
    end = film.playback.length * film.dt
    for name, times, goal in (("RIGHT", 2, min(2.0, end)), ("LEFT", 3, 0.0), ("RIGHT", 1, 1.0)):
        for _ in range(times):  # each counts, however fast they come
            key(app, name)
        until(app, lambda goal=goal: film_of.time == pytest.approx(goal))
    key(app, "SPACE")
    until(app, lambda: app.realtime.state.name == "running")
    key(app, "SPACE")
    until(app, lambda: app.realtime.state.name == "paused")
    for name, speed in (("UP", 2.0), *[("DOWN", slow) for slow in (1.0, 0.5, 0.25, 0.25)]):
        key(app, name)
        assert film_of.speed == speed
        until(app, lambda speed=speed: app.realtime._playing.speed == speed)
    for speed in (0.5, 1.0, 2.0, 4.0, 8.0, 0.25):  # a click on the button goes round
        film_of.faster()
        assert film_of.speed == speed
    texts = texts_of(app)
    assert "0.25×" in texts
    written, pages = [], opening.debrief
    opening.debrief = lambda path, told, language: written.append((path, told, language))
    app.actions.debrief(film.path)
    app.actions.debrief(film.path)  # once is enough
    opening.debrief = pages
    ((path, told, language),) = written
    assert (path, language) == (film.path, app.screen.language)
    assert [one.reason for one in app.devices.panel.notices] == ["writing"]
    told("saved", "a.html")
    assert [one.reason for one in app.devices.panel.notices] == ["saved"]
    app.devices.panel.dismiss()

    film_of.bookmark()
    for _ in range(3):
        app.tick()

    imgui.get_io().add_key_event(imgui.Key.escape, True)
    app.tick()
    imgui.get_io().add_key_event(imgui.Key.escape, False)
    app.tick()
    assert film_of._note is None and film_of.is_open

    notes = film.path.with_suffix(".notes.json")
    notes.mkdir()  # as where nothing can be written
    film_of._keep("Too fast — слишком быстро")
    assert [one.text.en for one in app.devices.panel.notices] == [f"{notes}: Is a directory"]
    app.devices.panel.dismiss()
    notes.rmdir()
    film_of.time, film_of._note = 101.0, None
    film_of._keep("Again")
    kept = json.loads(notes.read_text(encoding="utf-8"))
    assert [one["text"] for one in kept["notes"]] == ["Too fast — слишком быстро", "Again"]
    assert notes_file.read(film.path) == film_of.notes

    boxes = []
    app.actions.diagram()
    with pytest.MonkeyPatch.context() as patch:
        for module, name, place in ((DiagramPage, "draw", 2), (timeline_bar, "draw", 1)):
            patch.setattr(module, name, _noting(getattr(module, name), place, boxes))
        for _ in range(3):
            app.tick()
    (_, y, _, tall), (_, top, _, high) = boxes[-2:]
    assert y + tall == top + high - round(timeline_bar.ROOM * app.screen.canvas.paint.scale)
    assert app.diagrams.board.locked == "recording"
    app.actions.diagram()
    for ask, part in ((app.actions.arrange, app.arranging), (app.actions.lay_out, app.laying)):
        app.devices.panel.dismiss()
        ask()
        assert not part.is_open
        assert [one.text.en for one in app.devices.panel.notices] == [
            laying_texts.say("played", app.screen.language)
        ]
    app.devices.panel.dismiss()

    app.actions.record()
    assert [one.text.en for one in app.devices.panel.notices] == [
        say("no_record", app.screen.language)
    ]
    app.devices.panel.dismiss()
    app._record = film.path.with_name("asked.mcap")
    app.record_asked()
    assert app.take_record() is not None  # it waits for something to record
    app.actions.reset()  # to the recording's beginning, and nothing behind its back
    until(app, lambda: film_of.time == 0.0)
    film_of.seek(1.2)
    until(app, lambda: film_of.time == pytest.approx(1.2))
    assert app.realtime.frames.current.snapshot.state_hash == frames[29].hash
    assert app.realtime.state.recording is None

    film_of.take_over()
    assert not film_of.is_open and app.lessons.page == "countdown"
    assert app.lessons.strip().stages == []
    until(app, lambda: app.lessons.strip().stages)  # as soon as it is judged again
    assert app.lessons.page == "countdown" and app.lessons.strip().stage == 1
    until(app, lambda: app.lessons.is_running and app.lessons.attempt is not None, 800)
    assert app.lessons.attempt.score.time >= 1.2
    app.devices.panel.set("lever", 1.0)
    until(app, lambda: app.lessons.page == "result", 800)
    assert app.lessons.attempt.score.outcome == "passed"
    until(app, lambda: app.realtime.state.recording is None)
    branch = Recording(app.lessons.recording)
    assert [one.hash for one in branch.frames[:30]] == [one.hash for one in frames[:30]]
    result = rescore(lesson.exercise, app.lessons.recording)
    assert result.is_sound and result.equal


def test_a_broken_scene_that_is_asked_for_meanwhile_opens_when_it_is_mended(
    display, record_push, tmp_path
):
    path, scene = tmp_path / "run.mcap", tmp_path / "scene.yaml"
    record_push(path, SCRIPT)
    scene.write_text("propz: []\n", encoding="utf-8")
    with opened(path, tmp_path) as app:
        until(app, lambda: app.viewer is not None and app.debriefing.is_open)
        app.open_scene(scene)
        until(app, lambda: app.problems)
        assert app.debriefing.is_open
        scene.write_text("props: []\n", encoding="utf-8")
        until(app, lambda: not app.debriefing.is_open)
        assert not app.problems and app.realtime.simulation.scene.source == str(scene)


def test_a_recording_that_moves_otherwise_by_now_says_so(display, record_push, tmp_path):
    """Its files were changed since, and so the expert's; there is no going on from what is not."""
    path = tmp_path / "run.mcap"
    for name in (path, path.with_suffix(".expert.mcap")):
        record_push(name, SCRIPT)
    scenes = shutil.copytree("tests/scenes", tmp_path / "tests" / "scenes")
    arm = scenes / "robots" / "arm" / "robot.yaml"
    arm.write_text(re.sub(r"stall_torque: .*?([,}\n])", r"stall_torque: 3\1", arm.read_text()))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        with opened(path, tmp_path) as app:
            until(app, lambda: app.viewer is not None and app.debriefing.is_open)
            film = app.debriefing.film
            assert film.cause == "files" and film.is_alone and film.expert is film.ghost is None
            parting = film.playback.diverged - 1
            clock = timeline_bar.clock(parting * film.dt, "en")
            told = f"From {clock} on not what was recorded: its files have changed since"
            assert told in [sign.words.en for sign in app.debriefing._signs]
            said = [one.text.en for one in app.devices.panel.notices]
            assert said[:2] == [told, say("expert_otherwise", "en")]
            app.debriefing.seek((parting + 5) * film.dt)
            until(app, lambda: app.debriefing.time > parting * film.dt)
            app.debriefing.take_over()
            assert app.debriefing.is_open and app.realtime.state.recording is None


def test_a_recording_knows_the_files_beside_its_scene_wherever_it_lies(
    display, tmp_path, monkeypatch
):
    folder, path = copy_exercises(tmp_path, countdown=0.1), tmp_path / "kept" / "run.mcap"
    monkeypatch.chdir(folder.parent)
    with opened(Path("arm.yaml"), tmp_path, record=path) as app:
        until(app, lambda: (app.realtime.state.recording or 0.0) > 0.5)
    scene, text = Path("arm.yaml"), Path("arm.yaml").read_text(encoding="utf-8")

    def save(density):
        scene.write_text(text.replace("density: 400", f"density: {density}"), encoding="utf-8")

    def is_other(simulation):
        return lambda: app.realtime.simulation is not simulation

    with opened(path, tmp_path) as app:
        until(app, lambda: app.viewer is not None and app.debriefing.is_open)
        assert "arm.yaml" in [Path(one).name for one, _ in app.scenes]
        app.lessons.act("list")
        assert [Path(entry.path).stem for entry in app.lessons._entries] == ["push", "push_again"]
        app.lessons.act("free")
        played = app.realtime.simulation
        app.debriefing.seek(0.2)
        app.debriefing.take_over()
        due = app.clock() + 1.0
        until(app, lambda: app.clock() > due and not app.lessons.page, 4000)
        assert app.realtime.simulation is played and not app.devices.panel.notices
        for density in (500, 400):
            save(density)
            until(app, is_other(app.realtime.simulation), 4000)
            until(app, lambda: app.devices.panel is app.realtime.panel)
            assert "Taken over: arm.yaml" in [one.text.en for one in app.devices.panel.notices]


def test_who_takes_over_has_the_countdown_once_all_is_there(
    display, record_push, tmp_path, monkeypatch
):
    path, is_judged, judge = tmp_path / "run.mcap", threading.Event(), keeping.judge_again
    record_push(path, SCRIPT)

    def judge_later(*given):
        is_judged.wait()
        return judge(*given)

    monkeypatch.setattr(keeping, "judge_again", judge_later)
    monkeypatch.setattr(lessons, "READY", 0.2)
    with opened(path, tmp_path) as app:
        until(app, lambda: app.viewer is not None and app.debriefing.time > 0.5)
        app.debriefing.take_over()
        ready = app.clock() + 1.0
        until(app, lambda: app.clock() > ready)
        assert app.lessons.page == "countdown"
        assert "Going through what led here" in texts_of(app)
        is_judged.set()
        until(app, lambda: "Push" in texts_of(app))
        until(app, lambda: app.lessons.is_running and app.lessons.attempt is not None, 800)
        first = app.lessons.recording
        app.open_scene(first)  # which has its end by then
        until(app, lambda: app.debriefing.is_open and app.film.path == first, 800)
        app.debriefing.take_over()
        second = app.lessons.recording
        until(app, lambda: app.lessons.is_running and app.lessons.attempt is not None, 800)
    for branch in (first, second):
        assert re.fullmatch(r"run-branch-\d{8}-\d{6}-\d{6}\.mcap", branch.name)
    assert first != second and Recording(second).header["branched_from"] == str(first)


def test_who_takes_over_and_leaves_lets_the_levers_go_and_is_judged_no_more(
    display, record_push, tmp_path
):
    path = tmp_path / "run.mcap"
    record_push(path, SCRIPT)
    with opened(path, tmp_path) as app:
        until(app, lambda: app.viewer is not None and app.debriefing.is_open)
        app.debriefing.seek(1.2)
        until(app, lambda: app.debriefing.time == pytest.approx(1.2))
        assert app.devices.panel.get("lever") == -0.5
        app.debriefing.take_over()
        branch = app.lessons.recording
        until(app, lambda: app.lessons.strip().stages)
        for page in ("briefing", "list", ""):
            key(app, "ESCAPE")
            assert app.lessons.page == page
        until(app, lambda: app.realtime.state.name == "running")
        assert (app.devices.panel.get("power"), app.devices.panel.get("lever")) == (1.0, 0.0)
        assert not app.realtime.has_attempt and app.realtime.state.recording is None
    kept = Recording(branch)
    assert kept.complete and kept.records[-1].data["reason"] == "unfinished"


def test_who_takes_over_in_a_scene_without_an_exercise_sees_where(display, tmp_path, monkeypatch):
    copy_exercises(tmp_path, countdown=0)
    scene, path = tmp_path / "scenes" / "arm.yaml", tmp_path / "run.mcap"
    scene.write_text("title: The old arm\n" + scene.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(lessons, "READY", 0.5)
    command = ["run", str(scene), "--headless", "--seconds", "1", "--record", str(path)]
    assert cli.app(command) == 0
    with opened(path, tmp_path) as app:
        until(app, lambda: app.viewer is not None and app.debriefing.is_open)
        app.debriefing.take_over()
        until(app, lambda: app.lessons._is_led_here)
        assert "The old arm" in texts_of(app)
        until(app, lambda: app.realtime.state.name == "running")
        assert app.lessons.page == "" and app.realtime.state.recording is not None
