"""Camera views on the desk: in turn, one picture at a time, never of a texture that is gone."""

from dataclasses import replace

import numpy as np
import pytest

from simulator.app.camera_views import INTERVAL, CameraViews
from simulator.render import offscreen, still
from simulator.snapshot import Picture
from simulator.ui.desk.desk import CameraView
from tests.render.test_viewer import frames

SIZE = (64, 48)


@pytest.fixture
def drawn(viewer, monkeypatch):
    """Return the list of cameras that were looked through."""
    seen = []
    look = viewer.look_through

    def note(name, pair, now, size, target):
        seen.append(target.removeprefix("desk "))
        return look(name, pair, now, size, target)

    monkeypatch.setattr(viewer, "look_through", note)
    return seen


def pixels(texture):
    return np.asarray(offscreen.read(texture)).astype(int)


def wanted(viewer, *names, size=SIZE):
    camera = next(iter(viewer.mounts))
    return {name: CameraView(camera, size) for name in names}


def test_pictures_are_drawn_in_turn_one_at_a_time(viewer, drawn, arm_scene):
    views, pair = CameraViews(is_slow=False), frames(still.at_start(arm_scene))
    three = wanted(viewer, "a", "b", "c")
    shown = [len(views.draw(viewer, three, pair, 0.001 * i)) for i in range(6)]
    assert shown == [1, 2, 3, 3, 3, 3], "those that were never drawn come first, then they rest"
    for i in range(1, 5):
        views.draw(viewer, three, pair, 1.0 + i * INTERVAL * 1.01)
    assert drawn == ["a", "b", "c", "a", "b", "c", "a"]
    assert list(views.draw(viewer, {}, pair, 5.0)) == []
    assert len(drawn) == 7


def test_a_picture_whose_texture_is_gone_is_drawn_again_at_once(viewer, drawn, arm_scene):
    views, pair = CameraViews(is_slow=True), frames(still.at_start(arm_scene))
    one = wanted(viewer, "a")
    first = views.draw(viewer, one, pair, 0.0)["a"]
    assert views.draw(viewer, one, pair, 0.01)["a"] is first
    viewer.set_quality("low")
    again = views.draw(viewer, one, pair, 0.02)["a"]
    assert again is not first
    assert pixels(again).std() > 1.0
    larger = wanted(viewer, "a", size=(96, 72))
    views.draw(viewer, larger, pair, 0.03)
    assert drawn == ["a", "a", "a"]


def test_a_camera_in_trouble_shows_it_on_the_desk(viewer, arm_scene):
    views, now = CameraViews(is_slow=False), still.at_start(arm_scene)
    one = wanted(viewer, "a")
    camera = one["a"].camera
    well = pixels(views.draw(viewer, one, frames(now), 0.0)["a"])
    noisy = replace(now, pictures={camera: Picture(now, False, 0, 0.8)})
    bad = pixels(views.draw(viewer, one, frames(noisy), 1.0)["a"])
    assert np.abs(bad - well).max() > 30


def test_a_camera_that_is_not_there_shows_nothing(viewer, arm_scene):
    views, pair = CameraViews(is_slow=False), frames(still.at_start(arm_scene))
    assert views.draw(viewer, {"a": CameraView("none", SIZE)}, pair, 0.0) == {}


def test_of_a_camera_that_is_cut_off_there_is_no_picture_and_others_go_on(viewer, drawn, arm_scene):
    camera = next(iter(viewer.mounts))
    other = CameraView("gone", SIZE)
    snapshot, views = still.at_start(arm_scene), CameraViews(False)
    cut = replace(snapshot, pictures={camera: Picture(snapshot, True, 0, 0.0)})
    both = {**wanted(viewer, "a"), "b": other}
    views.draw(viewer, both, frames(snapshot), 0.0)
    assert list(views.draw(viewer, both, frames(snapshot), 1.0)) == ["a"]
    drawn.clear()
    assert views.draw(viewer, both, frames(cut), 2.0) == {}
    assert drawn == ["b"]
    assert list(views.draw(viewer, wanted(viewer, "a"), frames(snapshot), 3.0)) == ["a"]
