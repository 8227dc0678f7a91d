"""The window shows of a camera in trouble what a picture without a window shows."""

from dataclasses import replace

import numpy as np
import pytest

from simulator.realtime import Frame
from simulator.render import offscreen, still
from simulator.snapshot import Picture

SIZE = (160, 120)


def frames(snapshot):
    return Frame(snapshot, 0.0, 0.0, 0.0), Frame(snapshot, 0.04, 0.04, 0.04)


def pixels(texture):
    return np.asarray(offscreen.read(texture))


@pytest.mark.parametrize(
    "trouble", [{"is_cut": True}, {"noise": 0.5}, {"blocks": 10}, {}], ids=lambda one: str(one)
)
def test_inset_and_view_show_what_arrives(viewer, arm_scene, trouble):
    old = still.at_start(arm_scene)
    moved = old.position.copy()
    moved[:, 2] += 0.3
    now = replace(old, position=moved, frame_index=7)
    picture = Picture(**{"seen": old, "is_cut": False, "blocks": 0, "noise": 0.0, **trouble})
    now = replace(now, pictures={"arm.eye": picture})
    healthy = pixels(viewer.draw(frames(now), 0.05, 0.04, SIZE))
    viewer.inset = "arm.eye"
    inset = viewer.draw_inset(frames(now), 0.05, SIZE)
    viewer.choose("arm.eye")
    view = pixels(viewer.draw(frames(now), 0.05, 0.04, SIZE))
    viewer.choose("free")
    assert np.array_equal(pixels(viewer.draw(frames(now), 0.05, 0.04, SIZE)), healthy)
    if trouble.get("is_cut"):  # which the window says in words of its own
        assert inset is None
    else:
        assert np.array_equal(pixels(inset), view)
    with offscreen.Studio(arm_scene, "medium") as studio:
        shot = np.asarray(studio.shot(now, "arm.eye", SIZE))
    assert np.abs(shot.astype(int) - view).max() <= 1
