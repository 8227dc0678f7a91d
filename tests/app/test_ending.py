"""The program's end by hand or by the system: what was edited is on the disk then."""

import errno
import os
import shutil
import signal

import platformdirs
import pytest
from windowed import SCENES, copy_exercises, key, opened, until

from simulator.app import ending
from simulator.authoring import saving
from simulator.laying import placing, widgets
from simulator.laying.geometry import Box
from simulator.recordings.recording import EventRecord, Recording
from simulator.training.trainee import Trainees

LEVER = Box(64.0, 40.0, 96.0, 200.0)


@pytest.fixture
def app(display, tmp_path, monkeypatch):
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name: tmp_path / name)
    shutil.copytree(SCENES, tmp_path / "scenes")
    with opened(tmp_path / "scenes" / "arm.yaml", tmp_path) as app:
        until(app, lambda: app.viewer is not None)
        app.laying.toggle()
        until(app, lambda: app.laying.sketch.draft is not None)
        yield app


def test_what_was_edited_is_saved_as_the_program_ends(app, tmp_path, monkeypatch, capsys):
    file, sketch = tmp_path / "scenes" / "consoles" / "arm.yaml", app.laying.sketch
    before = file.read_bytes()
    assert placing.place(sketch, {"lever": LEVER}, {"lever": LEVER})
    assert file.read_bytes() == before

    # another scene is asked for
    app.open_scene(app.path)
    assert b"lever: [64, 40]" in file.read_bytes()
    until(app, lambda: app.laying.draft.scene is app.realtime.simulation.scene, 3000)
    assert not app.laying.is_open

    # edits with a mistake are kept beside the file, which stays sound
    app.laying.toggle()
    sound, document = file.read_bytes(), app.laying.draft.console_of("")
    app.laying.draft.edit(document, lambda: document.set(("outputs", "lit"), "nobody"))
    assert app.laying.draft.problems
    capsys.readouterr()
    ending.save_edits(app.board.draft)
    kept = saving.list_backups(file)[0].path
    assert file.read_bytes() == sound and b"lit: nobody" in kept.read_bytes()
    told = capsys.readouterr().err
    assert str(kept) in told and "it has mistakes: " in told and "nobody" in told
    app.laying.sketch.undo()
    assert not app.laying.draft.problems

    # sound ones in a folder that cannot be written; the next opening tells of them
    assert widgets.rename(app.laying.sketch, "lit", "glows")
    with monkeypatch.context() as patch:
        patch.setattr(saving, "replace", _refuse_in(file.parent, saving.replace))
        ending.save_edits(app.board.draft)
    told, kept = capsys.readouterr().err, saving.list_backups(file)[0].path
    assert (
        f"not saved, {file}: Read-only file system; kept in" in told
        and "mistakes" not in told
        and str(kept) in told
    )
    assert file.read_bytes() == sound and b"glows: " in kept.read_bytes()
    ending.remind(app.laying.draft.scene, app.devices.panel)
    assert str(kept) in app.devices.panel.notices[-1].text.en
    app.laying.sketch.undo()

    # the system ends the program, with the desk's editor open
    assert widgets.rename(app.laying.sketch, "lit", "shines")
    tick = app.tick
    monkeypatch.setattr(app, "tick", lambda: (tick(), os.kill(os.getpid(), signal.SIGTERM)))
    monkeypatch.setattr(app, "release", lambda: ending.save_edits(app.board.draft))
    app.run()
    assert b"shines: " in file.read_bytes()
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def _refuse_in(folder, replace):
    def write(real, data):
        if real.parent == folder:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(real))
        replace(real, data)

    return write


def test_who_quits_an_attempt_or_opens_something_else_has_failed_it(display, tmp_path):
    folder, recordings = copy_exercises(tmp_path, countdown=0.1), []

    def begin():
        lessons = app.lessons
        until(app, lambda: app.viewer is not None and lessons.page == "briefing", 800)
        key(app, "ENTER")
        until(app, lambda: lessons.is_running and lessons.attempt is not None)
        recordings.append(lessons.recording)

    with opened(folder / "push.yaml", tmp_path, trainee="Ann") as app:
        begin()
        app.open_scene(folder / "push_again.yaml")
        until(app, lambda: "push_again" in app.lessons.exercise.source, 800)
        begin()
    with Trainees(tmp_path / "trainees.sqlite") as file:
        kept = file.export("Ann")["attempts"]
    assert [(one["exercise"], one["outcome"], one["reason"]) for one in kept] == [
        ("push", "failed", "unfinished"), ("push_again", "failed", "unfinished"),
    ]  # fmt: skip
    for path in recordings:
        recording = Recording(path)
        events = [one for one in recording.records if isinstance(one, EventRecord)]
        scores = [one.data["reason"] for one in events if one.kind == "score"]
        assert recording.complete and scores == ["unfinished"]
