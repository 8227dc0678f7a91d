"""The program's window for a test: exercises in a home of its own, ticked until something is so."""

import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest

from simulator import priority
from simulator.app import window
from simulator.training import trainee
from simulator.ui.painting.paint import Paint

SCENES = Path(__file__).parents[1] / "scenes"


@contextmanager
def server(size):
    """Start a virtual display; its name and its process."""
    if shutil.which("Xvfb") is None:
        pytest.skip("needs xvfb")
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", size]
    started = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as answer:
        number = answer.readline().strip()
    yield f":{number}", started
    started.terminate()
    started.wait()


@contextmanager
def opened(path, home, **options):
    """Open the window on a file; trainees and their recordings are kept in `home`."""
    from simulator.app import loop

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(priority, "yield_to_physics", lambda: None)
        patch.setattr(trainee, "default_path", lambda: home / "trainees.sqlite")
        patch.setattr(trainee, "recordings_folder", lambda: home / "recordings")
        app = loop.App(
            path, quality="low", language="en",
            open_window=lambda: window.open_window((1280, 760)), **options,
        )  # fmt: skip
        app.lessons.tones.is_on = False
        yield app
        app.release()


def copy_exercises(home, countdown):
    """Copy the tests' scenes, with two exercises of the arm; return the exercises' folder."""
    folder = home / "scenes" / "exercises"
    shutil.copytree(SCENES, home / "scenes")
    folder.mkdir()
    text = (SCENES / "push.yaml").read_text().replace("scene: arm", "scene: ../arm")
    (home / "scenes" / "push.yaml").unlink()
    for level, name in ((1, "push"), (2, "push_again")):
        (folder / f"{name}.yaml").write_text(f"level: {level}\ncountdown: {countdown}\n{text}")
    return folder


def until(app, condition, ticks=400):
    """Tick the window until a condition holds, at most so often after the scene is there.

    A scene whose kernels are compiled first takes as long as that does.
    """
    while ticks > 0:
        if condition():
            return
        app.tick()
        ticks -= app.realtime.state.name != "loading"
    raise AssertionError("did not happen")


def key(app, name):
    """Press and release a key by its name."""
    from pyglet.window import key as keys

    app.window.dispatch_event("on_key_press", getattr(keys, name), 0)
    app.window.dispatch_event("on_key_release", getattr(keys, name), 0)
    app.tick()


def texts_of(app):
    """Return the texts of the next picture, of files' lines too."""
    told, draw, draw_source = [], Paint.text, Paint.source

    def note(p, x, y, text, *more):
        told.append(text)
        draw(p, x, y, text, *more)

    def note_source(p, x, y, text, colour):
        told.append(text)
        draw_source(p, x, y, text, colour)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Paint, "text", note)
        patch.setattr(Paint, "source", note_source)
        app.tick()
    return told
