"""Which points of a contact are kept: all corners of a face that comes down, however it lies."""

import numpy as np
import pytest

from simulator.physics.collision import reduction
from simulator.physics.collision.scratch import make_scratch

UP = 0.0, 0.0, 1.0


def keep(where, gaps, are_groups):
    """Return the rows of `where` (n, 2) [m], with these gaps [m], that are kept."""
    points = make_scratch(64).points
    points.used[0] = len(where)
    for k, (x, y) in enumerate(where):
        points.middle[k], points.normal[k], points.gap[k] = (x, y, 0), UP, gaps[k]
        points.feature[k] = k
    if are_groups:
        reduction.reduce_groups(points, 0)
    else:
        reduction.reduce_ahead(points, 0)
    return set(points.feature[: points.used[0]].tolist())


@pytest.mark.parametrize("are_groups", [False, True])
def test_a_face_that_comes_down_on_an_edge_keeps_its_four_corners(are_groups):
    where = [(0, 0), (0, 0.3), (0.5, 0), (0.5, 0.3)]
    assert keep(where, [0.0, 0.0, 0.02, 0.02], are_groups) == {0, 1, 2, 3}


@pytest.mark.parametrize("corners", [12, 16, 24])
def test_a_rim_that_touches_with_three_corners_keeps_one_beyond_its_middle(corners):
    """They bore it alone, all on one side: a drum that came down on its end sank in by 8 mm."""
    angles = 2.0 * np.pi * np.arange(corners) / corners
    where = 0.13 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    near = 0.5 * reduction.NEARLY / (0.13 - where[1, 0])
    kept = keep(where, near * (0.13 - where[:, 0]), False)
    assert {corners - 1, 0, 1} <= kept
    assert min(where[k, 0] for k in kept) < 0.0


@pytest.mark.parametrize("seed", range(20))
def test_what_comes_down_next_is_kept_among_what_lies_above_it(seed):
    """A face askew over lines of a mesh: its corners, and points on its edges and above it."""
    random = np.random.default_rng(seed)
    corners = np.array([(0, 0), (0.5, 0), (0.5, 0.3), (0, 0.3)]) + random.normal(size=2)
    turn = random.uniform(0.0, 2.0 * np.pi)
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    slope = random.uniform(0.0, 0.1, 2)
    along = [
        corners[k] + s * (corners[(k + 1) % 4] - corners[k]) for k in range(4) for s in (0.2, 0.7)
    ]
    face = np.array([*corners, *along])
    above = face[4:] + random.uniform(-0.05, 0.05, (8, 2))
    gaps = np.concatenate([(face - corners[0]) @ slope, (above - corners[0]) @ slope + 0.02])
    order = random.permutation(20)
    where = (np.concatenate([face, above]) @ turned.T)[order]
    kept = order[list(keep(where, gaps[order], True))]
    assert {0, 1, 2, 3} <= set(kept.tolist())
    assert len(kept) < 16
