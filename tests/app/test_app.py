"""The window from its first picture to its end: files, recordings, errors."""

import errno
import shutil

import pytest
from operated import SCENE, SIZE

pytestmark = pytest.mark.usefixtures("fresh")
TITLES = (("MF-4", "Store room B"), ("МФ-4", "Склад Б"))


def test_physics_waits_for_the_first_picture_and_then_runs(desk):
    assert desk.app.realtime.state.stats.stalls == 0
    desk.frames(3)
    assert desk.app.realtime.state.name == "running"


def test_the_windows_title_and_a_dead_camera_speak_its_language(desk):
    english, russian = (f"{name} · {place} - Simulator" for name, place in TITLES)
    desk.app.tick()
    assert desk.app.window.caption == english
    desk.key("F2")
    desk.app.tick()
    assert (desk.app.window.caption, desk.app.viewer.renderer.language) == (russian, "ru")
    desk.key("F2")
    desk.app.tick()
    assert desk.app.window.caption == english


def test_a_screenshot_shows_the_window(desk, tmp_path):
    from PIL import Image

    desk.key("F12")
    desk.until(lambda: not desk.app.wants_picture)
    files = list((tmp_path / "out").glob("container-*.png"))
    assert len(files) == 1
    picture = Image.open(files[0])
    assert picture.size == desk.app.window.get_framebuffer_size()
    assert len(picture.convert("L").histogram()) == 256
    colours = picture.getcolors(1 << 24)
    assert colours is not None and len(colours) > 1000


def test_a_screenshot_that_cannot_be_written_is_told(desk, tmp_path):
    (tmp_path / "out").write_text("in the way of the folder")
    desk.key("F12")
    desk.until(lambda: not desk.app.wants_picture)
    desk.frames(2)
    (notice,) = desk.app.devices.panel.notices
    assert notice.reason.endswith(".png: File exists")
    assert not desk.app.is_closed


def test_recording_is_started_and_ended_by_key(desk, monkeypatch):
    from simulator.recordings import recording

    class Recorder:
        length = 0.0

        def __init__(self, path, simulation, about=None):
            self.path, self.frames = path, []
            made.append(self)

        def frame(self, panel, snapshot):
            self.frames.append(snapshot.frame_index)

        def wants_keyframe(self):
            return False

        def close(self):
            self.frames.append("closed")

    made = []
    monkeypatch.setattr(recording, "Recorder", Recorder)
    desk.key("F9")
    desk.until(lambda: desk.app.realtime.state.recording is not None)
    desk.app.tick()
    assert [one.text.en for one in desk.app.devices.panel.notices] == [f"Recording: {made[0].path}"]
    desk.frames(3)
    desk.key("F9")
    desk.until(lambda: desk.app.realtime.state.recording is None)
    assert len(made[0].frames) >= 4 and made[0].frames[-1] == "closed"
    assert [one.text.en for one in desk.app.devices.panel.notices] == [f"Saved: {made[0].path}"]


def test_a_recording_that_cannot_be_written_is_not_told_of_as_one(desk, monkeypatch):
    from simulator.recordings import recording

    def refuse(path, simulation, about=None):
        raise PermissionError(errno.EACCES, "Permission denied", path)

    monkeypatch.setattr(recording, "Recorder", refuse)
    desk.key("F9")
    desk.until(lambda: desk.app.realtime.state.complaint)
    desk.frames(3)
    assert desk.app.realtime.state.complaint.en.endswith(".mcap: Permission denied")
    assert not desk.app.devices.panel.notices


def test_an_error_of_physics_freezes_the_scene_and_reset_revives_it(desk, capfd):
    desk.physics.error = ArithmeticError("wheel")
    desk.until(lambda: desk.app.realtime.state.name == "failed")
    desk.app.tick()
    desk.physics.error = None
    desk.key("F7")
    desk.until(lambda: desk.app.realtime.state.name == "running")
    assert "ArithmeticError: wheel" in capfd.readouterr().err


def test_a_broken_scene_is_shown_and_opens_when_mended(desk, tmp_path, capfd):
    folder = tmp_path / "сцена 1"
    folder.mkdir()
    broken = folder / "scene.yaml"
    broken.write_text("propz: []\n", encoding="utf-8")
    made = len(desk.made)
    desk.app.open_scene(broken)
    desk.until(lambda: desk.app.problems)
    told = capfd.readouterr().err
    assert "did you mean props" in told and str(desk.app.problems[0]) in told
    assert len(desk.made) == made
    desk.frames(2)
    broken.write_text("props: []\n", encoding="utf-8")
    desk.until(lambda: not desk.app.problems and len(desk.made) > made)
    desk.frames(2)
    assert desk.app.devices.panel.input_names == ()
    desk.app.open_scene(SCENE)
    desk.until(lambda: len(desk.made) > made + 1 and desk.physics.index > 2)
    shutil.rmtree(folder)


def test_a_frame_of_a_scene_not_yet_shown_is_not_drawn(desk):
    from dataclasses import replace

    app = desk.app
    app.realtime.send("pause")
    desk.until(lambda: app.realtime.state.name == "paused")
    pair = app.realtime.frames.pair
    other = replace(pair[1].snapshot, layout=pair[1].snapshot.layout._replace(bodies=()))
    app.realtime.frames.publish(pair[1]._replace(snapshot=other))
    assert app._frames() is None
    app.tick()
    for frame in pair:
        app.realtime.frames.publish(frame)
    assert app._frames() is not None


def test_resizing_keeps_everything_inside(desk):
    desk.app.window.set_size(820, 640)
    desk.until(lambda: desk.app.window.get_size() == (820, 640))
    desk.app.tick()
    assert desk.app.surface().size == desk.app.window.get_framebuffer_size()
    desk.app.window.set_size(*SIZE)
    desk.until(lambda: desk.app.window.get_size() == SIZE)
    desk.app.tick()


def test_closing_the_window_ends_the_loop(desk):
    desk.event("on_close")
    desk.app.tick()
    assert desk.app.is_closed
    desk.app.is_closed = False
