"""How a robot stands as lines on the floor."""

import numpy as np
import pytest

from simulator.render.balance import CAPTURE, EDGE, FILL, HATCH, ZMP, is_inside, stance_lines
from simulator.snapshot import Stance

SQUARE = np.array([[0.0, 0.0], [0.2, 0.0], [0.2, 0.1], [0.0, 0.1]])


def stance(zmp=(0.1, 0.05), capture=(0.1, 0.05), corners=SQUARE, level=0.5):
    return Stance(
        "r", np.array([*zmp, level]), np.array([0.1, 0.05, 1.2]), np.array([*capture, level]),
        corners,
    )  # fmt: skip


def coloured(lines, colour):
    return lines[np.isclose(lines[:, 6:], colour).all(axis=1)]


def test_the_polygon_is_filled_at_the_level_of_the_feet():
    lines = stance_lines([stance()])
    hatch = coloured(lines, FILL)
    assert len(hatch) == round(0.1 / HATCH)
    assert np.sort(hatch[:, [0, 3]], axis=1) == pytest.approx(np.tile([0.0, 0.2], (5, 1)))
    assert lines[:, 2].min() == pytest.approx(0.504)
    assert lines[:, 2].max() == pytest.approx(1.2)  # the plumb line begins at the centre of mass


def test_what_is_outside_is_red():
    inside, outside = stance_lines([stance()]), stance_lines([stance(capture=(0.3, 0.05))])
    assert len(coloured(inside, EDGE)) == 0 and len(coloured(inside, CAPTURE)) == 4
    assert len(coloured(outside, EDGE)) == 4 and len(coloured(outside, ZMP)) > 4


def test_in_the_air_only_the_centre_of_mass_is_drawn():
    lines = stance_lines([stance(corners=np.zeros((0, 2)))])
    assert 0 < len(lines) < 40 and np.isfinite(lines).all()
    assert stance_lines([]).shape == (0, 10)


def test_inside_is_left_of_every_edge():
    assert is_inside(np.array([0.1, 0.05]), SQUARE) and is_inside(SQUARE[0], SQUARE)
    assert not is_inside(np.array([0.1, -0.01]), SQUARE)
    assert not is_inside(SQUARE[0], SQUARE[:2])
