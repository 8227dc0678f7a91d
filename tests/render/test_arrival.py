"""What arrives of a robot camera's picture: old, in blocks, noisy, or none at all."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from simulator.render import arrival, offscreen, still
from simulator.snapshot import Picture, Snapshot
from simulator.spec.scene import SceneSpec

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
