"""An exercise in the window, as a trainee goes through it; physics is the real one."""

import json
import sqlite3
from functools import partial
from types import SimpleNamespace

import msgspec
import pytest
from pyglet.window import key as keys
from windowed import SCENES, copy_exercises, key, opened, texts_of, until

from simulator.app import aids, results
from simulator.app.leaving import Leaving
from simulator.recordings.recording import EventRecord, Recording
from simulator.spec.errors import Problem
from simulator.spec.fields import Text
from simulator.spec.load import load_exercise
from simulator.training import trainee
from simulator.training.score import Breach, MetricScore, Score
from simulator.ui.intents import Intents
from simulator.ui.pages import lesson_pages


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def app(display, home):
    folder = copy_exercises(home, countdown=0.2)
    with opened(folder / "push.yaml", home, trainee="Ёлкина") as app:
        yield app


def test_a_trainee_goes_through_an_exercise(app, monkeypatch):
    lessons = app.lessons
    until(app, lambda: app.viewer is not None and lessons.page == "briefing")
    for press in (app.actions.pause, app.actions.single_step, app.tick, app.tick, app.tick):
        press()
    assert app.realtime.state.name == "paused"  # nothing moves while the briefing is read
    notices = app.devices.panel.notices
    assert [one.text.en for one in notices] == ["Everything stands while this is read"]
    assert app._status(None).run_state == "waiting"  # no button is lit as if it could go on
    stages = [stage.text for stage in lessons.exercise.stages]
    first = (lessons.exercise.title, stages, 0, 0.0, None, None, None)
    assert app._status(None).lesson == first  # the exercise's, not the scene's briefing
    draw, places = lesson_pages.draw_countdown, []
    monkeypatch.setattr(
        lesson_pages,
        "draw_countdown",
        lambda p, view, *rest: (places.append((view, app.screen.task)), draw(p, view, *rest)),
    )
    key(app, "ENTER")
    assert lessons.page == "countdown" and lessons.strip() == first
    app.actions.pause(), app.actions.single_step()  # nothing to stop, and nothing goes on
    assert app._status(None).run_state == "countdown"
    assert app.devices.panel.notices[-1].text.en == "A countdown has no pauses"
    assert app.realtime.state.name == "paused"
    until(app, lambda: lessons.is_running and lessons.attempt is not None)
    assert places and all(view[1] >= task[1] + task[3] for view, task in places)
    assert lessons.page == "" and lessons.strip().hint_price == 7
    assert app.viewer.marks.shape[1] == 10  # the zone's border

    app.actions.record()  # it would cut the attempt's recording off
    told = "An attempt is recorded by itself, from its beginning to its end"
    assert app.devices.panel.notices[-1].text.en == told
    lessons.hint()
    until(app, lambda: lessons.strip().hint)
    app.devices.panel.set("power", True)
    until(app, lambda: lessons.strip().stage == 1)
    assert lessons.strip().hint.en == "Pull the lever" and lessons.strip().hint_price is None
    app.devices.panel.set("lever", 1.0)
    until(app, lambda: lessons.page == "result")
    assert app.realtime.state.name == "paused"
    for _ in range(3):
        app.tick()
    assert lessons.tones.played[-3:] == ["go", "stage", "passed"]
    assert lessons.strip()[1:3] == (stages, 1) and lessons.strip().hint_price is None
    assert "R retry    N next    D debrief    F free drive" in texts_of(app)

    score = lessons.attempt.score
    assert score.outcome == "passed" and len(score.hints) == 1
    until(app, lambda: app.realtime.state.recording is None)
    recording = Recording(lessons.recording)
    assert recording.complete and recording.broken is None
    assert recording.header["trainee"] == "Ёлкина"
    events = {
        record.kind: record for record in recording.records if isinstance(record, EventRecord)
    }
    assert events["score"].data["mark"] == score.mark
    assert {"view", "hint", "timing"} <= set(events)
    with trainee.Trainees() as file:
        kept = file.export("Ёлкина")["attempts"]
    assert [one["mark"] for one in kept] == [score.mark]

    following = lessons.page, lessons.exercise.source
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lessons, "_next", lambda: pressed.append("next"))
        patch.setattr(lessons, "_retry", lambda: pressed.append("retry"))
        pressed = []
        key(app, "ENTER")  # "Next" is lit
        attempt = lessons.attempt
        failed = msgspec.structs.replace(attempt.score, outcome="failed")
        lessons.attempt = attempt._replace(score=failed)
        key(app, "NUM_ENTER")
        lessons.attempt = attempt
    assert pressed == ["next", "retry"] and following == (lessons.page, lessons.exercise.source)

    key(app, "R")
    until(app, lambda: lessons.is_running and lessons.attempt is not None)
    assert lessons.attempt.score.hints == []  # a new attempt
    app.actions.reset()
    until(app, lambda: app.realtime.state.name == "paused")
    assert {"Break the attempt off?", "It will count as not passed."} <= set(texts_of(app))
    key(app, "W")
    key(app, "F5")  # nothing drives or goes on behind the question
    assert app.realtime.state.name == "paused"
    key(app, "B")  # it counts as failed
    assert lessons.page == "countdown"
    assert lessons._countdown.left <= lessons.exercise.countdown  # as long as any other
    with trainee.Trainees() as file:
        assert [one["reason"] for one in file.export("Ёлкина")["attempts"]] == ["", "unfinished"]
    key(app, "ESCAPE")
    assert lessons.page == "briefing"
    key(app, "ESCAPE")
    assert lessons.page == "list"
    for _ in range(3):
        app.tick()
    assert all(lessons.key(name) for name in ("UP", "W")), "no key drives behind the page"
    assert not lessons.key("F1")
    assert [entry.level for entry in lessons._entries] == [1, 2]
    assert lessons._entries[0].best == score.mark and lessons._entries[1].best is None
    key(app, "ESCAPE")
    assert lessons.page == "" and lessons.exercise is None
    until(app, lambda: app.realtime.state.name == "running")
    app.tick()
    assert app.viewer.marks is None and app.window.caption == "arm - Simulator"


@pytest.mark.parametrize("limit", [1e-6, 1e3])
def test_an_exam_in_the_window_counts_only_with_a_quick_picture(app, home, limit):
    """However short the attempt: the first pictures tell already."""
    lessons = app.lessons
    text = (SCENES / "exam.yaml").read_text().replace("latency_ms: 80", f"latency: {limit}")
    exam = home / "scenes" / "exam_now.yaml"
    exam.write_text(f"countdown: 0.1\n{text}")
    app.open_scene(exam)
    until(app, lambda: lessons.page == "briefing" and lessons.exercise.exam)
    key(app, "ENTER")
    until(app, lambda: lessons.is_running and lessons.attempt is not None)
    app.devices.panel.set("power", True)
    app.devices.panel.set("lever", 1.0)
    until(app, lambda: lessons.page == "result")
    until(app, lambda: lessons.verdict is not None)
    assert "R retry    D debrief    F free drive" in texts_of(app)  # it is none of the list
    result = json.loads(lessons.recording.with_suffix(".result.json").read_text())
    assert result["timing"]["input_to_picture_p95"] > 0.0
    assert result["verdict"]["counts"] == (not lessons.verdict) == (limit > 1.0)
    if limit < 1.0:
        assert "the picture followed the input by" in result["verdict"]["why_not"][0]
        assert "картинка отставала" in lessons.verdict[0].ru


def test_the_result_names_the_measures_that_failed():
    exercise = load_exercise(SCENES / "push.yaml")
    kinds = ["time", "peak_force", "idle"]
    for failed, told in (
        (kinds[:1], "1 of 3 measures failed: Time"),
        (kinds[1:], "2 of 3 measures failed: Peak contact force, Idle time"),
    ):
        measured = [
            MetricScore(kind, kind, 1.0, "s", None, 1.0, kind not in failed, 1.0, 1.0)
            for kind in kinds
        ]
        score = Score("", "", "failed", "metrics", 1.0, 1.0, 1, [], measured, [], [], "")
        assert results.result_of(exercise, score, None, False).reason.en == told


def test_the_result_tells_the_limit_that_ended_the_attempt_once():
    exercise = load_exercise(SCENES / "push.yaml")
    texts = {name: Text(ru=name, en=name) for name in ("struck", "hasty")}
    (limit,) = exercise.limits[:1]
    limits = [limit.model_copy(update={"name": n, "text": text}) for n, text in texts.items()]
    exercise = exercise.model_copy(update={"limits": limits})
    breaches = [Breach("hasty", 1.0, 10.0), Breach("struck", 2.0, None)]
    score = Score("", "", "failed", "struck", 1.0, 2.0, 1, [], [], breaches, [], "")
    shown = results.result_of(exercise, score, None, False)
    assert (shown.reason, shown.notes) == (texts["struck"], [texts["hasty"]])


def test_aids_fade_with_the_level():
    shown = [aids.strength_of((2, 4), level) for level in (1, 2, 3, 4, 9)]
    assert shown == [1.0, 1.0, 0.5, 0.0, 0.0]


def test_the_first_attempt_is_recorded_where_it_was_asked_for(display, tmp_path):
    folder, record = copy_exercises(tmp_path, countdown=0.1), tmp_path / "asked.mcap"
    with opened(folder / "push.yaml", tmp_path, trainee="Ann", record=record) as app:
        until(app, lambda: app.viewer is not None and app.lessons.page == "briefing")
        key(app, "ENTER")
        until(app, lambda: app.lessons.is_running and app.lessons.attempt is not None)
        assert app.lessons.recording == record
        app.actions.reset()
        key(app, "B")
        until(app, lambda: app.lessons.is_running and app.lessons.recording != record)
    recording = Recording(record)
    kinds = [one.kind for one in recording.records if isinstance(one, EventRecord)]
    assert recording.complete and recording.header["trainee"] == "Ann" and "score" in kinds


def test_who_only_drives_is_recorded_where_it_was_asked_for(display, tmp_path):
    folder, record = copy_exercises(tmp_path, countdown=0.1), tmp_path / "asked.mcap"
    with opened(folder / "push.yaml", tmp_path, record=record) as app:
        until(app, lambda: app.viewer is not None and app.lessons.page == "briefing")
        for name in ("ESCAPE", "ESCAPE"):
            key(app, name)
        until(app, lambda: app.realtime.state.recording is not None)
        frame = app.realtime.simulation.frame_index
        until(app, lambda: app.realtime.simulation.frame_index > frame + 3)
    assert len(Recording(record).frames) > 3


def test_nothing_breaks_an_attempt_off_unasked(display, tmp_path):
    folder = copy_exercises(tmp_path, countdown=0.1)
    with opened(folder / "push.yaml", tmp_path) as app:
        lessons = app.lessons
        until(app, lambda: app.viewer is not None and lessons.page == "briefing")
        key(app, "ENTER")
        until(app, lambda: lessons.is_running and lessons.attempt is not None)
        asked = (
            lambda: app.actions.obey(Intents(exercises=True)),
            lambda: app.actions.obey(Intents(open_scene=str(folder.parent / "arm.yaml"))),
            lambda: app.actions.obey(Intents(open_scene="out/run.mcap")),
            lambda: app.actions.obey(Intents(quit=True)),
            lambda: app.window.dispatch_event("on_close"),
            app.actions.reset,
        )
        for ask in asked:
            ask()
            until(app, lambda: app.leaving.is_open)
            until(app, lambda: app.realtime.state.name == "paused")
            key(app, "ESCAPE")
            until(app, lambda: app.realtime.state.name == "running")
            assert lessons.is_running and not (lessons.page or app.leaving.is_open or app.is_closed)
        app.actions.pause()
        until(app, lambda: app.realtime.state.name == "paused")
        app.actions.reset()
        key(app, "ENTER")
        for _ in range(3):
            app.tick()
        assert app.realtime.state.name == "paused"  # as it was before
        app.problems = [Problem("arm.yaml", 1, 1, "", "it is odd", "E101")]
        app.tick()
        app.actions.help()
        assert app.screen.shows_problems and app.hides_pages
        app.window.dispatch_event("on_close")
        assert "Break the attempt off?" in texts_of(app)
        key(app, "ESCAPE")
        app.actions.obey(Intents(exercises=True))
        key(app, "B")
        assert lessons.page == "list" and not lessons.is_running
        app.actions.obey(Intents(quit=True))  # there is nothing to ask about
        assert app.is_closed


def test_an_attempt_is_broken_off_by_its_button_or_key_and_its_result_is_shown(display, tmp_path):
    folder = copy_exercises(tmp_path, countdown=0.1)
    with opened(folder / "push.yaml", tmp_path) as app:
        lessons = app.lessons
        until(app, lambda: app.viewer is not None and lessons.page == "briefing")
        app.actions.obey(Intents(end_attempt=True))  # there is none
        assert lessons.page == "briefing" and not app._status(None).is_tried
        for ask in (lambda: app.actions.obey(Intents(end_attempt=True)), lambda: chord(app)):
            key(app, "ENTER")
            until(app, lambda: lessons.is_running and lessons.attempt is not None)
            assert app._status(None).is_tried  # the bar has its button
            ask()
            assert app.leaving.is_open
            key(app, "ESCAPE")
            assert lessons.is_running
            ask()
            key(app, "B")
            assert lessons.page == "result" and not lessons.is_running
            told = set(texts_of(app))
            assert {"Not passed", "The attempt was broken off", "Debrief"} <= told
            until(app, lambda: app.realtime.state.recording is None)
            score = lessons.attempt.score
            assert (score.outcome, score.reason) == ("failed", "unfinished")
            records = Recording(lessons.recording).records
            events = [one for one in records if isinstance(one, EventRecord)]
            reasons = [one.data["reason"] for one in events if one.kind == "score"]
            assert reasons == ["unfinished"]
        with pytest.MonkeyPatch.context() as patch:
            written = []
            patch.setattr(app.actions, "debrief", written.append)
            key(app, "D")
        assert written == [lessons.recording]


def chord(app):
    """Press Ctrl+B."""
    app.window.dispatch_event("on_key_press", keys.B, keys.MOD_CTRL)
    app.tick()


def test_nobody_is_asked_again_while_the_next_scene_is_loaded():
    done, realtime = [], SimpleNamespace(state=SimpleNamespace(name="loading"))
    leaving = Leaving(SimpleNamespace(realtime=realtime), SimpleNamespace(is_at_stake=True))
    leaving.break_off(partial(done.append, "closed"))
    assert done == ["closed"]


def test_a_trainees_file_that_fails_costs_neither_attempt_nor_list(display, tmp_path, capfd):
    folder = copy_exercises(tmp_path, countdown=0.1)
    odd = "scene: ../arm.yaml\ntitle: Odd\nrepeat: {passes: many}\n"
    (folder / "odd.yaml").write_text(odd)
    with opened(folder / "push.yaml", tmp_path, trainee="Ann") as app:
        lessons = app.lessons
        until(app, lambda: app.viewer is not None and lessons.page == "briefing")
        key(app, "ENTER")
        until(app, lambda: lessons.is_running and lessons.attempt is not None, 800)
        base = sqlite3.connect(tmp_path / "trainees.sqlite")
        base.execute("drop table attempt")
        base.close()
        key(app, "F7")
        key(app, "B")
        assert lessons.page == "countdown"
        key(app, "ESCAPE")
        key(app, "ESCAPE")
        assert lessons.page == "list"
        app.tick()
        assert any("no such table" in one.text.en for one in app.devices.panel.notices)
    assert "the attempt is not entered" in capfd.readouterr().err


def test_a_mistake_in_a_file_hides_no_page_and_is_gone_once_it_is_mended(display, tmp_path):
    folder = copy_exercises(tmp_path, countdown=0.1)
    scene = tmp_path / "scenes" / "arm.yaml"
    text = scene.read_text(encoding="utf-8")
    with opened(folder / "push.yaml", tmp_path) as app:
        lessons = app.lessons
        until(app, lambda: app.viewer is not None and lessons.page == "briefing")
        key(app, "F1")
        key(app, "ENTER")
        assert app.shows_help and lessons.page == "briefing"
        key(app, "ESCAPE")
        assert not app.shows_help and lessons.page == "briefing"  # Escape was the help page's
        scene.write_text(text.replace("props:", "propz:"), encoding="utf-8")
        until(app, lambda: app.screen.shows_problems)
        assert "Start" not in texts_of(app)
        key(app, "ENTER")
        assert lessons.page == "briefing"  # nobody begins what he does not see
        key(app, "ESCAPE")
        until(app, lambda: not app.screen.shows_problems)
        assert lessons.page == "briefing" and app.problems and "Start" in texts_of(app)
        key(app, "ENTER")
        until(app, lambda: lessons.is_running and lessons.attempt is not None)
        app.devices.panel.set("power", True)
        app.devices.panel.set("lever", 1.0)
        until(app, lambda: lessons.page == "result")
        assert app.problems and not app.screen.shows_problems and "Passed" in texts_of(app)

        simulation = app.realtime.simulation
        scene.write_text(text.replace("density: 400", "density: 500"), encoding="utf-8")
        until(app, lambda: not app.problems)
        for _ in range(20):
            app.tick()
        assert (lessons.page, app.realtime.simulation) == ("result", simulation)
        key(app, "F")
        until(app, lambda: app.realtime.simulation is not simulation)


def test_who_is_about_to_drive_has_no_card_before_him(display, tmp_path):
    folder = copy_exercises(tmp_path, countdown=30)
    scene = tmp_path / "scenes" / "arm.yaml"
    with opened(folder / "push.yaml", tmp_path) as app:
        until(app, lambda: app.viewer is not None and app.lessons.page == "briefing")
        scene.write_text("propz: 1\n", encoding="utf-8")
        until(app, lambda: app.screen.shows_problems)
        app.actions.reset()  # as by the menu's button, or the instructor
        app.tick()
        assert app.lessons.page == "countdown" and not app.screen.shows_problems
