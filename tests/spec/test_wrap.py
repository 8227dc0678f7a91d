"""The wrap of circles against closed forms and against the hull of many points on them."""

import math

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from simulator.spec.tracks import wrap
from simulator.spec.tracks.wrap import Circle


def length_of(circles):
    return wrap.measure(circles, wrap.wrap(circles))


def test_two_equal_wheels_make_a_stadium():
    circles = [Circle(-0.4, 0.1, 0.1), Circle(0.4, 0.1, 0.1)]
    assert length_of(circles) == pytest.approx(1.6 + 0.2 * math.pi, abs=1e-12)


def test_two_wheels_make_an_open_belt():
    # straight parts sqrt(d^2 - (R - r)^2), arcs pi +- 2 asin((R - r) / d)
    d, big, small = 1.0, 0.3, 0.1
    lean = math.asin((big - small) / d)
    expected = 2 * math.sqrt(d * d - (big - small) ** 2)
    expected += big * (math.pi + 2 * lean) + small * (math.pi - 2 * lean)
    assert length_of([Circle(0, 0, big), Circle(0.6, 0.8, small)]) == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(12))
def test_the_wrap_is_the_hull_of_the_circles(seed):
    rng = np.random.default_rng(seed)
    circles = [Circle(*row) for row in rng.uniform([-1, -0.4, 0.05], [1, 0.4, 0.25], (6, 3))]
    angle = np.linspace(0.0, 2.0 * np.pi, 4000, endpoint=False)
    ring = np.stack([np.cos(angle), np.sin(angle)], 1)
    points = np.concatenate([[c.u, c.v] + c.radius * ring for c in circles])
    assert length_of(circles) == pytest.approx(ConvexHull(points).area, rel=1e-5)


def test_wheels_in_a_row_and_inside_are_passed_over():
    row = [Circle(u, 0.0, 0.1) for u in (-0.3, -0.1, 0.1, 0.3)]
    inside = [*row, Circle(0.0, 0.02, 0.03)]
    assert sorted(arc.circle for arc in wrap.wrap(inside)) == [0, 3]
    assert length_of(inside) == pytest.approx(1.2 + 0.2 * math.pi, abs=1e-12)


def test_a_point_goes_round_without_a_jump():
    circles = [Circle(-0.3, 0.0, 0.1), Circle(0.3, 0.05, 0.07), Circle(0.0, -0.08, 0.05)]
    arcs = wrap.wrap(circles)
    whole = wrap.measure(circles, arcs)
    ways = np.linspace(0.0, whole, 2001)
    points = np.array([wrap.find_point(circles, arcs, way) for way in ways])
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    assert steps.max() <= whole / 2000 * (1 + 1e-9)
    assert steps.min() > 0.999 * whole / 2000


SHAPES = {
    "stadium": [Circle(u, 0.0, 0.1) for u in (-0.4, -0.1, 0.1, 0.4)],
    "raised ends": [Circle(-0.5, 0.1, 0.08), Circle(-0.2, 0.0, 0.1), Circle(0.2, 0.0, 0.1),
                    Circle(0.5, 0.12, 0.07)],
    "small return": [Circle(-0.3, 0.0, 0.15), Circle(0.3, 0.0, 0.05)],
}  # fmt: skip


@pytest.mark.parametrize("name", SHAPES)
def test_a_chain_closes_and_lies_on_its_wheels(name):
    circles, reach = SHAPES[name], 0.008
    chain = wrap.close_chain(circles, reach, 43)
    pins = np.array(chain.pins)
    links = np.roll(pins, -1, axis=0) - pins
    assert np.linalg.norm(links, axis=1) == pytest.approx(chain.pitch, abs=1e-12)
    following = np.roll(links, -1, axis=0)
    turn = links[:, 0] * following[:, 1] - links[:, 1] * following[:, 0]
    assert turn.min() > -1e-12  # convex
    out = np.stack([links[:, 1], -links[:, 0]], 1) / chain.pitch
    gaps = [np.einsum("ij,ij->i", pins - [c.u, c.v], out) - c.radius - reach for c in circles]
    assert min(gap.min() for gap in gaps) == pytest.approx(0.0, abs=1e-12)
    assert (np.min(gaps, axis=0) < 1e-12).sum() > 4  # some touch in the middle


def test_slack_makes_the_chain_longer():
    circles = SHAPES["stadium"]
    tight, loose = (wrap.close_chain(circles, 0.008, 44, slack) for slack in (0.0, 0.02))
    assert 44 * (loose.pitch - tight.pitch) == pytest.approx(0.02, rel=0.02)


def test_the_count_nearest_to_a_pitch_is_found():
    circles = SHAPES["raised ends"]
    for count in (24, 40, 61):
        pitch = wrap.close_chain(circles, 0.01, count).pitch
        assert wrap.count_links(circles, 0.01, pitch) == count
        assert wrap.count_links(circles, 0.01, pitch * (1 + 0.3 / count)) == count
