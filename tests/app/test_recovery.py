"""A session killed with SIGKILL is taken up again by one key, and goes on to its end."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from windowed import copy_exercises, key, opened, until

from simulator.app import recovery
from simulator.recording import Recording, RecordingError, is_whole

SCRIPT = "actions: [{set: {power: true}, hold: 0.2}, {set: {lever: -0.1}, hold: 60}]"
FRAMES = 60


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
    command = [sys.executable, "-m", "simulator", "run", str(exercise), "--headless"]
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
    (home / "out").mkdir(exist_ok=True)
    path = path.replace(home / "out" / path.name)
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
    assert recovery.find_broken(Path("out"), None) is None


def test_only_the_trainees_own_last_attempt_is_offered(killed, record_push, tmp_path):
    path = next(killed[0].rglob("push.mcap"))
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(path.read_bytes())
    assert recovery.find_broken(tmp_path, None) is None  # somebody may be writing it
    os.utime(cut, (1e9, 1e9))
    assert recovery.find_broken(tmp_path, None).path == cut
    assert recovery.find_broken(tmp_path, "Ann") is None
    (tmp_path / "noise.mcap").write_bytes(b"nothing")
    assert recovery.find_broken(tmp_path, None).path == cut
    record_push(tmp_path / "later.mcap")
    assert recovery.find_broken(tmp_path, None) is None
    assert recovery.find_broken(tmp_path / "none", None) is None
