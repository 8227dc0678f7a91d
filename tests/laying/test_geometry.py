"""Boxes that are dragged, sized, aligned and spread out."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.laying import geometry
from simulator.laying.geometry import GRID, HANDLES, LEAST, NEAR, SIDES, Box

whole = st.integers(0, 600).map(float)
sides = st.integers(int(LEAST), 200).map(float)
boxes = st.builds(Box, whole, whole, sides, sides)
ways = st.tuples(st.floats(-700, 700), st.floats(-700, 700))
many = st.dictionaries(st.sampled_from("abcdef"), boxes, min_size=3)


def test_a_box_clings_to_the_grid_where_it_is_alone():
    moved = geometry.move(Box(10, 10, 50, 30), (11, 3))
    assert moved == (Box(24, 16, 50, 30), ())
    assert geometry.move(Box(10, 10, 50, 30), (11.2, 3), is_free=True).box == Box(21, 13, 50, 30)


def test_a_box_clings_to_its_neighbour_and_says_so():
    other = Box(101, 200, 60, 40)
    moved = geometry.move(Box(0, 0, 50, 30), (98, 10), [other])
    assert moved.box.x == 101 and moved.box.y == 8
    upright = [one for one in moved.guides if one.is_across]
    assert [(one.at, one.start, one.end) for one in upright] == [(101, 8, 240)]


@given(boxes, ways, st.lists(boxes, max_size=4), st.booleans())
def test_a_moved_box_keeps_its_size_and_stays_near_the_hand(box, way, others, is_free):
    moved = geometry.move(box, way, others, is_free).box
    assert (moved.w, moved.h) == (box.w, box.h) and moved.x >= 0 and moved.y >= 0
    far = 0.5 if is_free else max(NEAR, GRID / 2) + 0.5
    assert abs(moved.x - max(box.x + way[0], 0)) <= far
    assert abs(moved.y - max(box.y + way[1], 0)) <= far


@given(boxes, st.sampled_from(HANDLES), ways, st.lists(boxes, max_size=4), st.booleans())
def test_a_handle_moves_its_own_edges_only(box, handle, way, others, is_free):
    sized = geometry.resize(box, handle, way, others, is_free).box
    assert sized.w >= LEAST and sized.h >= LEAST
    for edge, name in (("w", "x"), ("n", "y"), ("e", "right"), ("s", "low")):
        if edge not in handle:
            assert getattr(sized, name) == getattr(box, name)


@given(many, st.sampled_from(SIDES))
def test_aligned_boxes_share_a_line_and_stay_in_what_was_around_them(group, side):
    placed, around = geometry.align(group, side), geometry.around(group.values())
    row = ("left", "centre", "right", "top", "middle", "bottom").index(side)
    lines = [one.lines(row < 3)[row % 3] for one in placed.values()]
    assert max(lines) - min(lines) <= 1.0
    assert list(placed) == list(group)
    fresh = geometry.around(placed.values())
    assert fresh.x >= around.x and fresh.right <= around.right + 1
    assert geometry.align(placed, side) == placed or side in ("centre", "middle")


@given(many, st.booleans())
def test_spread_boxes_have_equal_gaps(group, is_across):
    placed = geometry.distribute(group, is_across)
    order = sorted(group, key=lambda name: group[name].lines(is_across)[1])
    ends = [placed[name].lines(is_across) for name in order]
    gaps = [after[0] - before[2] for before, after in itertools.pairwise(ends)]
    assert all(one.x >= 0 and one.y >= 0 for one in placed.values())
    if all(one.lines(is_across)[0] > 0 for one in placed.values()):
        assert max(gaps) - min(gaps) <= 2.0
    assert placed[order[0]] == group[order[0]]


def test_two_boxes_are_not_spread():
    pair = {"a": Box(0, 0, 24, 24), "b": Box(90, 0, 24, 24)}
    assert geometry.distribute(pair, True) == pair


@given(boxes, boxes)
def test_boxes_meet_where_the_band_between_their_corners_says(one, other):
    band = geometry.spanned((one.right, one.low), (one.x, one.y))
    assert band == pytest.approx(one)
    assert one.meets(other) == other.meets(one)
    assert geometry.around([one, other]).meets(one)


def test_an_edge_that_is_pulled_clings_to_its_neighbour_before_the_grid():
    box, other = Box(0, 0, 50, 30), Box(101, 43, 60, 40)
    sized = geometry.resize(box, "se", (48, 15), [other], is_free=False)
    assert sized.box == Box(0, 0, 101, 43)
    assert [(one.is_across, one.at) for one in sized.guides] == [(True, 101), (False, 43)]
    assert geometry.resize(box, "se", (40, 4), [other], is_free=False).box == Box(0, 0, 88, 32)
    assert geometry.resize(box, "se", (48, 15), [other], is_free=True).box == Box(0, 0, 98, 45)
