"""What arrives of a robot camera's picture: old, in blocks, noisy, or none at all."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from simulator.render import arrival, offscreen, still
from simulator.snapshot import Picture, Snapshot
from simulator.spec.models.scene import SceneSpec

ROOM = """
robots: [{file: robot.yaml, name: r}]
props:
  - {name: box, at: [2, 0, 0.5], material: red, shape: {box: [1, 1, 1]}}
"""
ROBOT = """
links: {base: {shape: {box: [0.1, 0.1, 0.1]}}}
cameras: {eye: {link: base, at: [0.1, 0, 0.4]}}
"""
SIZE = (160, 120)


@pytest.fixture
def scene(make_scene: Callable[..., SceneSpec]) -> SceneSpec:
    return make_scene(ROOM, robot=ROBOT)


@pytest.fixture
def studio(scene):
    with offscreen.Studio(scene, "medium") as studio:
        yield studio


def look(studio, snapshot: Snapshot, view: str | None = "r.eye", **trouble) -> np.ndarray:
    if trouble:
        seen = trouble.pop("seen", snapshot)
        picture = Picture(**{"seen": seen, "is_cut": False, "blocks": 0, "noise": 0.0, **trouble})
        snapshot = replace(snapshot, pictures={"r.eye": picture})
    return np.asarray(studio.shot(snapshot, view, SIZE), float)


def test_an_old_picture_shows_where_things_and_the_camera_were(studio, scene):
    old = still.at_start(scene)
    position = old.position.copy()
    position[1:] += [0.0, 0.6, 0.0]
    position[2] += [0.0, 0.6, 0.0]
    new = replace(old, position=position, frame_index=9)
    then, now = look(studio, old), look(studio, new)
    assert np.abs(then - now).mean() > 1.0
    assert np.array_equal(look(studio, new, seen=old), then)
    assert np.array_equal(look(studio, new, "eye", seen=old), then)
    assert np.array_equal(look(studio, new, None, seen=old), look(studio, new, None))


def test_no_signal_is_black_with_words(studio, scene):
    picture = look(studio, still.at_start(scene), is_cut=True)
    assert picture[:30].max() < 10.0
    middle = picture[50:70, 44:116]
    assert 0.08 < (middle > 120.0).mean() < 0.6


def test_the_words_are_in_the_language_of_the_window(studio, scene):
    snapshot = still.at_start(scene)
    english = look(studio, snapshot, is_cut=True)
    studio.renderer.language = "ru"
    russian = look(studio, snapshot, is_cut=True)
    assert (np.abs(russian - english) > 60.0).mean() > 0.01
    drawn = {arrival._draw_words(one).tobytes() for one in "НЕТСИГАЛ"}
    assert len(drawn) == 8  # no letter is missing from the typeface


def test_noise_grows_with_its_level_and_changes_from_frame_to_frame(studio, scene):
    snapshot = still.at_start(scene)
    clean = look(studio, snapshot)
    weak, strong = (np.abs(look(studio, snapshot, noise=n) - clean).mean() for n in (0.1, 0.8))
    assert 3.0 < weak < 0.2 * strong
    again = look(studio, snapshot, noise=0.8)
    assert np.array_equal(again, look(studio, snapshot, noise=0.8))
    assert not np.array_equal(again, look(studio, replace(snapshot, frame_index=1), noise=0.8))


def test_blocks_are_as_large_as_asked(studio, scene):
    picture = look(studio, still.at_start(scene), blocks=20)
    tiles = picture.reshape(6, 20, 8, 20, 3)
    assert (tiles == tiles[:, :1, :, :1]).all()
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 3


def test_cameras_without_trouble_are_left_alone(scene):
    snapshot = still.at_start(scene)
    assert arrival.find(snapshot, "r.eye") is None
    troubled = replace(snapshot, pictures={"r.eye": Picture(snapshot, True, 0, 0.0)})
    assert arrival.find(troubled, "free") is None
    assert arrival.find(troubled, "eye") is troubled.pictures["r.eye"]
    assert arrival.find(troubled, "q.eye") is None


HOUR = 1.0 / 3600.0  # a sievert per hour in Sv/s


def expose(studio, snapshot, rate, view="r.eye", size=SIZE, **rest):
    snapshot = replace(snapshot, exposure={"r.eye": rate * HOUR}, **rest)
    return np.asarray(studio.shot(snapshot, view, size), float)


def test_specks_are_as_many_as_the_dose_rate_says(studio, scene):
    snapshot, size = still.at_start(scene), (400, 300)
    clean = expose(studio, snapshot, 0.0, size=size)
    brighter = [
        (expose(studio, snapshot, rate, size=size) - clean).max(axis=2)
        for rate in (1e-6, 2.4e-3, 9.6e-3, 48e-3, 10.0)
    ]
    assert brighter[0].max() == 0.0
    assert all(one.min() >= -1.0 for one in brighter)
    few, more, many, most = ((one > 25.0).mean() for one in brighter[1:])
    assert 150 * 2 < few * 400 * 300 < 150 * 16  # texels of a speck
    assert more == pytest.approx(4 * few, rel=0.3)
    assert 0.1 < many < 0.25 and most == pytest.approx(many, rel=0.05)


def test_specks_change_from_frame_to_frame_and_only_in_that_camera(studio, scene):
    snapshot = still.at_start(scene)
    one = expose(studio, snapshot, 0.003)
    assert np.array_equal(one, expose(studio, snapshot, 0.003, "eye"))
    assert not np.array_equal(one, expose(studio, snapshot, 0.003, frame_index=1))
    assert np.array_equal(expose(studio, snapshot, 0.003, None), look(studio, snapshot, None))


def test_a_late_picture_has_the_specks_of_its_time(studio, scene):
    old = replace(still.at_start(scene), exposure={"r.eye": 0.003 * HOUR})
    then = np.asarray(studio.shot(old, "r.eye", SIZE), float)
    new = replace(old, frame_index=7, exposure={"r.eye": 0.0})
    assert np.array_equal(look(studio, new, seen=old), then)
