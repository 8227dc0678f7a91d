"""Layers, crossings and heights of the arrangement."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.editor import arrange
from simulator.editor.arrange import Box, Link


def boxes(names) -> dict[str, Box]:
    return {name: Box(100, 60) for name in names}


def link(source: str, target: str, is_back: bool = False) -> Link:
    return Link(source, target, 30, 30, is_back)


def test_a_chain_is_a_straight_line_to_the_right():
    laid = arrange.arrange(boxes("abc"), [link("a", "b"), link("b", "c")])
    xs, ys = zip(*(laid.places[name] for name in "abc"), strict=True)
    assert xs == (0, 212, 424) and ys == (0, 0, 0)


def test_two_crossed_pairs_are_uncrossed():
    laid = arrange.arrange(boxes("abxy"), [link("a", "y"), link("b", "x")])
    ahead = laid.places["a"][1] < laid.places["b"][1]
    assert (laid.places["y"][1] < laid.places["x"][1]) == ahead


def test_crossings_are_counted_as_the_naive_way_does():
    ends = [(2, 2.0), (0, 5.0), (1, 1.0), (3, 1.0), (3, 0.0), (0, 5.0)]
    naive = sum(a > b for a, b in itertools.combinations(ends, 2))
    assert arrange._inversions(ends) == naive == 7


def test_heights_are_the_least_squares_in_order():
    assert arrange._rising([3.0, 1.0, 2.0, 9.0], [1, 1, 1, 1]) == [2.0, 2.0, 2.0, 9.0]
    assert arrange._rising([4.0, 0.0], [3, 1]) == [3.0, 3.0]


def test_a_source_stands_right_before_its_reader():
    laid = arrange.arrange(boxes("abcs"), [link("a", "b"), link("b", "c"), link("s", "c")])
    assert laid.places["s"][0] == laid.places["b"][0]


def test_a_long_wire_passes_the_layers_between():
    laid = arrange.arrange(boxes("abc"), [link("a", "b"), link("b", "c"), link("a", "c")])
    points = laid.bends["a", 30, "c"]
    assert len(points) == 2 and points[0][1] == points[1][1]
    left, top = laid.places["b"]
    assert points[0][0] <= left and points[1][0] >= left + 100
    assert not top < points[0][1] < top + 60


def test_a_wire_that_closes_a_loop_does_not_stretch_it():
    laid = arrange.arrange(boxes("ab"), [link("a", "b"), link("b", "a", True)])
    assert laid.places["a"][0] < laid.places["b"][0]


pairs = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11), st.booleans()), max_size=40)


@settings(max_examples=30)
@given(pairs)
def test_no_two_boxes_overlap_whatever_is_wired(wired):
    names = boxes(f"n{i}" for i in range(12))
    links = [link(f"n{a}", f"n{b}", back) for a, b, back in dict.fromkeys(wired)]
    laid = arrange.arrange(names, links)
    assert laid == arrange.arrange(names, links)
    for one, other in itertools.combinations(laid.places.values(), 2):
        assert abs(one[0] - other[0]) >= 100 or abs(one[1] - other[1]) >= 60
