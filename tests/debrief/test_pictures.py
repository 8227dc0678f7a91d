"""Where the page's pictures are taken from: never from behind a wall."""

import numpy as np
import pytest

from simulator.debrief import pictures
from simulator.render import camera, walls
from simulator.spec.models.scene import PropSpec
from simulator.spec.models.shape import ShapeSpec

DOOR = ShapeSpec(box=(0.2, 6.0, 3.0), at=(0.0, 0.0, 1.5))


def build(told, *places):
    """Return the walls of the scene with some more, each at a distance and an angle [deg]."""
    way = np.subtract(told.cast.scene.camera.eye, told.cast.scene.camera.target)
    side, props = np.arctan2(way[1], way[0]), []
    for number, (away, degrees) in enumerate(places):
        yaw = float(side + np.radians(degrees))
        at = (away * float(np.cos(yaw)), away * float(np.sin(yaw)), 0.0)
        props.append(
            PropSpec(name=f"wall{number}", fixed=True, at=at, rpy=(0.0, 0.0, yaw), shape=DOOR)
        )
    return walls.find_walls(told.cast.scene.model_copy(update={"props": props}))


def find(told, there):
    """Return where a picture's eye is, and how far the view is free [m]."""
    view = pictures.find_view(told, None, told.first, there)
    base = told.first.position[told.cast.base]
    turned = view.eye - base
    return view, float(np.degrees(np.arctan2(turned[1], turned[0])))


@pytest.mark.parametrize("places", [[(0.8, 0)], [(0.8, 0), (0.8, 90)], [(0.8, 0), (1.2, 180)]])
def test_a_picture_is_taken_from_where_no_wall_is_between(told, places):
    free, straight = find(told, build(told))
    there = build(told, *places)
    view, aside = find(told, there)
    assert isinstance(view, camera.View)
    assert 25.0 < abs((aside - straight + 180.0) % 360.0 - 180.0) < 155.0
    target = view.eye + view.rotation[:, 0] * np.linalg.norm(free.eye - view.eye)
    way = view.eye - target
    far = float(np.linalg.norm(way))
    assert there.find_room(target, way / far, far) == pytest.approx(far)


def test_between_walls_it_is_taken_from_where_there_is_most_room(told):
    around = [(0.7, 30.0 * k) for k in range(12) if k != 3] + [(1.3, 90)]
    there = build(told, *around)
    view, aside = find(told, there)
    free, straight = find(told, build(told))
    assert np.linalg.norm(view.eye) < 1.6 < np.linalg.norm(free.eye)
    assert (aside - straight) % 360.0 == pytest.approx(90.0, abs=31.0)
