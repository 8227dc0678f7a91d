"""Where the shadow map lies in the world."""

import numpy as np
import pytest

from simulator.render import shadow

SUN = np.array([-0.46, -0.42, 0.78]) / np.linalg.norm([-0.46, -0.42, 0.78])


def on_map(fitted: shadow.Fit, point: object) -> np.ndarray:
    return (fitted.map_from_world @ np.array([*np.asarray(point, float), 1.0]))[:3]


def test_centre_edges_and_depth() -> None:
    centre = np.array([1.0, 2.0, 0.5])
    fitted = shadow.fit(centre, 4.0, SUN, 1024)
    assert np.allclose(on_map(fitted, centre), 0.5, atol=1.0 / 1024)
    nearer = on_map(fitted, centre + SUN)
    assert np.allclose(nearer[:2], on_map(fitted, centre)[:2], atol=1e-9)
    assert nearer[2] == pytest.approx(0.5 - 1.0 / fitted.scale[2])
    side = np.cross(SUN, [0, 0, 1.0])
    edge = on_map(fitted, centre + 4.0 * side / np.linalg.norm(side))
    assert np.linalg.norm(edge[:2] - 0.5) == pytest.approx(0.5, abs=2e-3)


def test_texels_stay_where_they_are_when_the_centre_moves() -> None:
    point = np.array([0.3, -0.2, 0.7])
    places = [
        on_map(shadow.fit(np.array([x, 0.1, 0.0]), 4.0, SUN, 512), point)[:2] * 512
        for x in np.linspace(0.0, 0.1, 7)
    ]
    shift = np.array(places) - places[0]
    assert np.allclose(shift, np.round(shift), atol=1e-6)


def test_cover_holds_all_boxes_or_falls_back_to_the_focus() -> None:
    points, reach = np.array([[0.0, 0, 0], [3.0, 0, 0]]), np.array([0.5, 0.5])
    centre, radius = shadow.cover(points, reach, np.zeros(3))
    assert np.allclose(centre, [1.5, 0, 0])
    assert radius >= 2.0
    focus = np.array([7.0, 0, 0])
    centre, radius = shadow.cover(points * 100, reach, focus)
    assert np.array_equal(centre, focus)
    assert radius == shadow.LIMIT
    assert shadow.cover(np.zeros((0, 3)), np.zeros(0), focus)[1] == shadow.LIMIT
