"""Widgets never overlap, the stop is never folded away, and what fits is not folded."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.ui.desk import layout
from simulator.ui.desk.layout import Cell, Group

KINDS = ("lamp", "lever", "annunciator", "display", "gauge", "push_button", "key_switch")
cells = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(40, 200), st.integers(28, 200)), max_size=12
).map(lambda rows: [Cell(f"w{i}", kind, w, h) for i, (kind, w, h) in enumerate(rows)])
groups = st.lists(
    st.builds(
        Group,
        width=st.integers(80, 700),
        title=st.integers(20, 120),
        has_stop=st.booleans(),
        hands=st.integers(0, 2),
        lamps=st.integers(0, 4),
    ),
    min_size=1,
    max_size=8,
)


def overlap(a, b) -> bool:
    return (
        a.x < b.x + b.width
        and b.x < a.x + a.width
        and a.y < b.y + b.height
        and b.y < a.y + a.height
    )


@given(cells=cells, height=st.integers(200, 320), columns=st.integers(1, 6))
def test_packed_widgets_lie_apart_inside_their_card(cells, height, columns):
    content = layout.pack(cells, height, columns)
    assert [place.name for place in content.places] != [] or not cells
    assert {place.name for place in content.places} == {cell.name for cell in cells}
    for place in content.places:
        assert -1 <= place.x
        assert place.x + place.width <= content.width + 1
        assert -1 <= place.y
        assert place.y + place.height <= height + 1
    assert not any(overlap(a, b) for a, b in itertools.combinations(content.places, 2))


@pytest.mark.parametrize(("height", "columns"), [(296, 1), (298, 1), (285, 2)])
def test_a_column_is_not_begun_for_want_of_a_few_pixels(height, columns):
    """The speed card of the MF-4 in the store room: two pixels were missing."""
    sizes = [("rotary_selector", 109, 122), ("display", 135, 56)]
    sizes += [("push_button", 64, 40), ("display", 122, 56)]
    content = layout.pack([Cell(f"w{row}", *one) for row, one in enumerate(sizes)], height, 1)
    places = content.places
    assert len({place.x + place.width / 2 > 135 for place in places}) == columns
    for above, below in itertools.pairwise(places[: 4 if columns == 1 else 3]):
        assert below.y - above.y - above.height >= layout.TIGHT_GAP


@given(groups=groups, available=st.integers(320, 2600))
def test_cards_hold_every_group_once_and_never_fold_a_stop(groups, available):
    cards = layout.arrange(groups, available)
    held = sorted(itertools.chain.from_iterable(card.groups for card in cards))
    assert held == list(range(len(groups)))
    for card in cards:
        assert len(card.groups) == 1 or not any(groups[i].has_stop for i in card.groups)
        assert card.width >= max(groups[i].width for i in card.groups)
    ends = [card.x + card.width for card in cards]
    assert all(end < card.x for end, card in zip(ends, cards[1:], strict=False))
    total = sum(group.width for group in groups) + layout.CARD_GAP * (len(groups) - 1)
    if total <= min(available, layout.MAX_WIDTH) - 2 * layout.MARGIN and all(
        group.width >= group.title + 2 * layout.MARGIN for group in groups
    ):
        assert len(cards) == len(groups)


@given(widths=st.lists(st.floats(1, 200), min_size=1, max_size=8), share=st.floats(0.3, 1.5))
def test_the_widest_titles_are_cut_to_one_width(widths, share):
    room = share * sum(widths)
    cut = layout.squeeze(widths, room)
    assert sum(cut) == pytest.approx(min(room, sum(widths)))
    most = max(cut)
    for before, after in zip(widths, cut, strict=True):
        assert after == before or (after < before and after == pytest.approx(most))


def test_titles_give_way_before_a_desk_scrolls():
    """The MF-4's desk in a window of 683 design pixels."""
    tabs = [Group(width, 82, False, 0, 0) for width in (380, 190, 150, 300, 200, 300)]
    groups = [Group(170, 60, True, 0, 0), *tabs]
    cards = layout.arrange(groups, 683)
    assert [card.groups for card in cards] == [(0,), (1, 2, 3, 4, 5, 6)]
    assert cards[-1].x + cards[-1].width <= 683 - layout.MARGIN
    titles = cards[-1].width - 2 * layout.MARGIN - 5 * layout.TAB_GAP
    assert 0.7 * 6 * 82 <= titles < 6 * 82


def test_a_stop_that_does_not_fit_stays_first():
    wide = [Group(900, 50, False, 0, 0), Group(200, 50, True, 0, 0), Group(900, 50, False, 1, 0)]
    cards = layout.arrange(wide, 640)
    assert cards[0].fixed
    assert cards[0].groups == (1,)


def test_tracks_are_not_folded_behind_lamps():
    console = [
        Group(180, 60, True, 0, 0),
        Group(240, 60, False, 0, 8),
        Group(180, 60, False, 2, 0),
        Group(160, 60, False, 0, 0),
        Group(400, 60, False, 1, 0),
        Group(170, 60, False, 0, 0),
        Group(360, 60, False, 0, 0),
    ]
    cards = layout.arrange(console, 1280)
    assert {(0,), (1,), (2,)} <= {card.groups for card in cards}


@pytest.mark.parametrize("columns", [2, 3])
def test_kinds_that_repeat_make_a_table(columns):
    kinds = ["push_button", "lamp", "lamp"][:columns]
    cells = [Cell(f"{i}{kind}", kind, 70, 40) for i in range(3) for kind in kinds]
    places = {place.name: place for place in layout.pack(cells, 300, columns).places}
    for i in range(3):
        assert len({place.y for name, place in places.items() if name.startswith(str(i))}) == 1


SPEED = [Cell("range", "rotary_selector", 87, 88), Cell("speed", "display", 111, 42)]
SPEED += [Cell("lights", "push_button", 80, 36)]
JAWS = [Cell("jaws", "toggle", 128, 166), Cell("force", "strip", 128, 34)]
JAWS += [Cell("newtons", "display", 100, 42)]


def test_what_shares_a_wide_card_uses_its_width():
    """The speed card of the MF-4, folded with the arm's, left two thirds of it empty."""
    narrow, wide = (layout.pack(SPEED, 217, 1, 4, width) for width in (0, 300))
    assert narrow.width == 111 and 290 < wide.width <= 300
    selector, display, button = wide.places
    assert display.width == button.width == wide.width
    assert selector.width == 87 and abs(selector.x + 87 / 2 - wide.width / 2) <= 1
    assert [one.y for one in wide.places] == [one.y for one in narrow.places]
    assert layout.pack(SPEED, 217, 1, 4, 3000).width == 111 * layout.MAX_WIDER


@pytest.mark.parametrize("width", [160.0, 200.0, 330.0, 460.0])
def test_levers_stay_together_in_the_middle_of_a_wide_card(width):
    levers = [Cell(f"w{row}", "lever", 72, 200) for row in range(2)]
    content = layout.pack(levers, 240, 2, width=width)
    left, right = content.places
    assert 8 <= right.x - (left.x + left.width) <= layout.MOST_APART + 1
    assert left.x == pytest.approx(content.width - (right.x + right.width), abs=2)


def test_a_low_column_stands_at_the_middle_of_the_highest():
    """The force display of the folded gripper card stood above an empty column."""
    jaws, bar, display = layout.pack(JAWS, 217, 1, 4).places
    assert display.x > jaws.x + jaws.width
    assert abs(display.y + 42 / 2 - (jaws.y + bar.y + bar.height) / 2) <= 1
