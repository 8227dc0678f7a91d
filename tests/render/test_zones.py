"""Borders of zones: where they lie, and what is hatched."""

import numpy as np

from simulator.render.zones import HATCH, zone_lines
from simulator.spec.models.exercise import AreaSpec


def test_a_box_has_its_rectangle_and_four_posts():
    lines = zone_lines([AreaSpec(box=(2, 1, 4), at=(5, 0, 2), rpy=(0, 0, np.pi / 2))])
    assert lines.shape == (8, 10)
    low = lines[:4, :3]
    assert np.allclose(np.abs(low[:, 0] - 5), 0.5) and np.allclose(np.abs(low[:, 1]), 1.0)
    assert (low[:, 2] > 0.0).all() and (low[:, 2] < 0.05).all()


def test_a_forbidden_zone_is_hatched_inside_and_drawn_even_if_not_shown():
    zone = AreaSpec(radius=1.0, at=(3, 3, 0), forbidden=True, shown=False)
    lines = zone_lines([zone])
    hatch = lines[lines[:, 9] == 0.4]
    assert len(hatch) == round(2.0 / HATCH)
    for end in (hatch[:, :2], hatch[:, 3:5]):
        assert np.allclose(np.hypot(*(end - 3.0).T), 1.0, atol=0.01)


def test_what_is_not_shown_is_not_drawn():
    assert zone_lines([AreaSpec(radius=1.0, shown=False)]).shape == (0, 10)
