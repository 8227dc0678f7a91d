"""The instructor's page beside the real window: exercises, messages, pictures of the cameras."""

import json
from pathlib import Path

import pytest
from websockets.sync.client import connect
from windowed import copy_exercises, opened, until

from simulator import instructor


@pytest.fixture(scope="module")
def app(display, tmp_path_factory):
    from simulator.app.instructing import Instructing
    from simulator.instructor.access import Access, Address

    home = tmp_path_factory.mktemp("home")
    folder = copy_exercises(home, countdown=0.1)
    with opened(folder / "push.yaml", home, trainee="Ann") as app:
        app.instructor = Instructing(app, app.lessons, app.leaving, Access(Address(port=0)))
        yield app


def hear(app, line, kind, condition=lambda message: True, ticks=150):
    """Return the next message of a kind that fulfils a condition, the window at work meanwhile."""
    for _ in range(ticks):
        app.tick()
        try:
            while True:
                message = json.loads(line.recv(timeout=0.001))
                if message["type"] == kind and condition(message):
                    return message
        except TimeoutError:
            pass
    server = app.instructor.server
    raise AssertionError(f"no {kind}: {server.dropped}, {app.realtime.state}, {app.problems}")


def test_exercises_messages_and_pictures(app):
    place = f"ws://127.0.0.1:{app.instructor.server.port}/ws"
    with connect(place, max_size=None, max_queue=None, proxy=None) as line:

        def say(kind, **keys):
            line.send(json.dumps({"type": kind, **keys}))

        say("hello", version=1)
        scene = hear(app, line, "scene", lambda one: one["exercise"])
        assert scene["window"] is True and app.lessons.page == "briefing"
        assert scene["trainee"] == "Ann"
        hear(app, line, "state", lambda one: one["page"] == "briefing")
        say("resume")  # behind the briefing nobody drives
        assert hear(app, line, "refused")["code"] == "waiting"

        say("start")
        hear(app, line, "state", lambda one: one["attempt"])
        assert app.lessons.is_running and app.lessons.page == ""

        say("message", text="Look to the left")
        hear(app, line, "events", lambda one: one["events"][-1]["kind"] == "message")
        for _ in range(3):
            app.tick()
        assert app.devices.panel.notices[-1][:2] == ("message", "Look to the left")
        app.lessons.act("retry")  # it is still to be read
        assert app.devices.panel.notices[-1].text.ru == "Look to the left"
        app.actions.close()
        assert not app.devices.panel.notices
        app.devices.panel.notify("message", "Once more")
        hear(app, line, "state", lambda one: one["attempt"])

        say("look", cameras=["arm.eye"])
        picture = hear(app, line, "picture")
        assert picture["camera"] == "arm.eye" and len(picture["jpeg"]) > 500

        say("start", exercise="push_again")
        told = hear(app, line, "scene", lambda one: "push_again" in str(one["exercise"]))
        assert told["generation"] > scene["generation"]
        hear(app, line, "state", lambda one: one.get("attempt"))
        assert app.lessons.exercise.source.endswith("push_again.yaml") and app.lessons.is_running
        assert app.devices.panel.notices[-1].source == "Once more"

        app.actions.reset()
        assert app.leaving.is_open
        hear(app, line, "state", lambda one: (one["run"], one["page"]) == ("paused", "leaving"))
        say("reset")  # an attempt begins anew, whatever the trainee is asked
        start = app.instructor.server._watch.journal.resets
        hear(app, line, "state", lambda one: one["start"] > start)
        for _ in range(200):
            app.tick()
            if app.lessons.is_running:
                break
        hear(app, line, "state", lambda one: one["attempt"])
        assert not app.leaving.is_open
        say("pause")
        hear(app, line, "state", lambda one: one["run"] == "paused")


def test_whatever_the_trainee_has_before_him_has_words_on_the_page():
    from simulator.app import lessons

    texts = (Path(instructor.__file__).parent / "page" / "texts.js").read_text(encoding="utf-8")
    for name in (*lessons.KEYS, "playback", "leaving"):
        assert f"  page_{name}: {{ en: " in texts, name


def test_an_exercise_that_is_open_by_another_name_is_started_and_not_opened_again(app, monkeypatch):
    folder = app.path.parent
    monkeypatch.chdir(folder)
    app.open_scene(Path("push.yaml"))
    until(app, lambda: app.lessons.page == "briefing" and app.path == Path("push.yaml"))
    with monkeypatch.context() as patch:
        patch.setattr(app, "open_scene", lambda path: pytest.fail(f"{path} is open"))
        app.instructor.begin(app.path)
        until(app, lambda: app.lessons.is_running)
    app.lessons.act("list")
    app.open_scene(folder / "push.yaml")
    until(app, lambda: app.lessons.page == "briefing")


def test_what_the_operator_opens_meanwhile_is_not_started(app):
    folder, lessons = app.path.parent, app.lessons
    lessons.act("free")
    app.instructor.begin(folder / "push.yaml")
    app.instructor.tick(None)
    for name in ("push_again", "push"):
        app.open_scene(folder / f"{name}.yaml")
        until(
            app,
            lambda name=name: lessons.exercise and lessons.exercise.source.endswith(f"{name}.yaml"),
        )
        for _ in range(5):
            app.tick()
        assert lessons.page == "briefing"
