"""Where things lie on the desk: widgets packed into cards, cards side by side. Pure arithmetic.

All lengths are design pixels. Neighbours of one kind form a cluster with a grid of its own;
clusters are stacked into columns as long as the card is high enough; among all grids the narrowest
card wins.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

GAP, TIGHT_GAP, COLUMN_GAP = 8, 4, 14
CARD_GAP, MARGIN, TAB_GAP, MAX_WIDTH = 12, 16, 18, 1900
MAX_SPREAD = 30  # free height put between two clusters
MAX_STRETCH = 44  # free width given to one card
SHARES = (1.0, 0.9, 0.8, 0.7)  # of their titles' widths that tabs have at least, the most that fits
MAX_WIDER = 3.0  # times its own width that a column takes of a card's free width, at most
MOST_APART = 32  # between two levers: one hand works both
LOW = 0.5  # of the highest column's height: one that is lower stands at its middle
ELASTIC = ("annunciator", "display", "slider", "strip", "push_button", "text")
ELASTIC += ("words", "clock", "strip_chart")
STRETCHED = ("strip_chart", "camera")  # fill any box that is as large as they need
ROWS = ("lamp", "lever", "bar_gauge")  # side by side whatever the group's `columns` says


class Cell(NamedTuple):
    """A widget to place."""

    name: str
    kind: str
    width: float
    height: float


class Place(NamedTuple):
    """A widget's corner and size inside its card's content."""

    name: str
    x: float
    y: float
    width: float
    height: float
    zoom: float = 1.0  # of the widget's picture: it covers `zoom` times width and height


@dataclass(frozen=True)
class Content:
    """A packed group: its size, its widgets, the hairlines (x, y, width) between clusters."""

    width: float
    height: float
    places: tuple[Place, ...]
    lines: tuple[tuple[float, float, float], ...]
    zoom: float = 1.0  # of the whole, where a free card had to be made smaller


class Card(NamedTuple):
    """A card of the desk; several groups share it as tabs. `fixed`: it does not scroll."""

    groups: tuple[int, ...]
    x: float
    width: float
    fixed: bool


class _Grid(NamedTuple):
    cells: Sequence[Cell]
    widths: tuple[float, ...]  # of the columns
    row: float  # height
    gap: float

    @property
    def width(self) -> float:
        return sum(self.widths) + self.gap * (len(self.widths) - 1)

    @property
    def height(self) -> float:
        return -(-len(self.cells) // len(self.widths)) * (self.row + self.gap) - self.gap


def pack(
    cells: Sequence[Cell], height: float, columns: int, gap: float = GAP, width: float = 0.0
) -> Content:
    """Pack a group's widgets into a content of `height`, as narrow as it goes.

    It is higher where a single widget is. `gap` is the least distance of two clusters in a column;
    where that saves a column, TIGHT_GAP is. What is narrower than `width` is widened towards it.
    """
    if not cells:
        return Content(0, 0, (), ())
    clusters = [list(group) for _, group in itertools.groupby(cells, key=lambda one: one.kind)]
    choices = [_grids(cluster, height, columns) for cluster in clusters]
    table = _table(cells, columns)
    if table is not None and table.height <= height:
        choices = [[table]]
    best, least = _narrowest(choices, height, gap)
    if len(best) > 1:
        tight, narrower = _narrowest(choices, height, min(gap, TIGHT_GAP))
        if len(tight) < len(best) and narrower < least:
            return _place(tight, height, TIGHT_GAP, width)
    return _place(best, height, gap, width)


def _narrowest(
    choices: list[list[_Grid]], height: float, gap: float
) -> tuple[list[list[_Grid]], float]:
    """Return the columns that take the least width with one grid for each cluster, and it."""
    best: list[list[_Grid]] = []
    best_score = math.inf
    for grids in itertools.islice(itertools.product(*choices), 4000):
        stacks = _stack(grids, height, gap)
        score = sum(_width(one) + COLUMN_GAP for one in stacks)
        if score < best_score - 1e-6:
            best, best_score = stacks, score
    return best, best_score


def _grids(cluster: list[Cell], height: float, columns: int) -> list[_Grid]:
    kind, count = cluster[0].kind, len(cluster)
    limit = count if kind in ROWS else min(columns, count)
    gap = TIGHT_GAP if kind in ("annunciator", "display", "words", "clock") else GAP
    wide, tall = max(one.width for one in cluster), max(one.height for one in cluster)
    result = []
    for n in range(1, count + 1):
        grid = _Grid(cluster, (wide,) * n, tall, gap)
        if grid.height <= height or n == count:
            result.append(grid)
        if n >= limit and result:
            break
    return result


def _table(cells: Sequence[Cell], columns: int) -> _Grid | None:
    """Return a grid for widgets whose kinds repeat row by row, as a button beside its lamp."""
    kinds = [one.kind for one in cells]
    is_regular = columns > 1 and len(cells) > columns and len(cells) % columns == 0
    if not is_regular or len(set(kinds)) == 1 or kinds != kinds[:columns] * (len(cells) // columns):
        return None
    widths = tuple(max(one.width for one in cells[i::columns]) for i in range(columns))
    return _Grid(cells, widths, max(one.height for one in cells), TIGHT_GAP)


def _stack(grids: Sequence[_Grid], height: float, gap: float) -> list[list[_Grid]]:
    """Put every cluster into the first column with room for it."""
    stacks: list[list[_Grid]] = []
    used: list[float] = []
    for grid in grids:
        room = [i for i, one in enumerate(used) if one + gap + grid.height <= height]
        if not room:
            stacks.append([grid])
            used.append(grid.height)
            continue
        stacks[room[0]].append(grid)
        used[room[0]] += gap + grid.height
    return stacks


def _width(stack: list[_Grid]) -> float:
    return max(one.width for one in stack)


def _place(stacks: list[list[_Grid]], height: float, least: float, room: float) -> Content:
    places: list[Place] = []
    lines: list[tuple[float, float, float]] = []
    gaps = [_gap(stack, height, least) for stack in stacks]
    talls = [_height(stack, gap) for stack, gap in zip(stacks, gaps, strict=True)]
    own = sum(_width(stack) + COLUMN_GAP for stack in stacks) - COLUMN_GAP
    wider = min(max(room / own, 1.0), MAX_WIDER)
    x = 0.0
    for stack, gap, tall in zip(stacks, gaps, talls, strict=True):
        width = math.floor(_width(stack) * wider)
        y = (max(talls) - tall) / 2 if tall < LOW * max(talls) else 0.0
        for i, grid in enumerate(stack):
            if i and gap >= 16:
                lines.append((x, round(y - gap / 2), width))
            places.extend(_fill(grid, x, math.floor(y), width))
            y += grid.height + gap  # whole pixels would add up to more than the height
        x += width + COLUMN_GAP
    low = max(one.y + one.height for one in places)
    return Content(x - COLUMN_GAP, max(height, low), tuple(places), tuple(lines))


def _gap(stack: list[_Grid], height: float, least: float) -> float:
    """Return the distance of a column's clusters: they are spread over the height."""
    free = height - sum(one.height for one in stack)
    return min(max(free / max(len(stack) - 1, 1), least), MAX_SPREAD)


def _height(stack: list[_Grid], gap: float) -> float:
    return sum(one.height + gap for one in stack) - gap


def _fill(grid: _Grid, x: float, y: float, width: float) -> list[Place]:
    count = len(grid.widths)
    spare = (width - grid.width) / count  # widened or spread, as the kind likes
    if grid.cells[0].kind == "lever" and spare > MOST_APART - grid.gap:
        x += (spare - (MOST_APART - grid.gap)) * count / 2
        spare = MOST_APART - grid.gap
    places = []
    for i, cell in enumerate(grid.cells):
        row, column = divmod(i, count)
        left = x + sum(grid.widths[:column]) + column * (grid.gap + spare)
        wide = grid.widths[column]
        if cell.kind in ELASTIC:
            wide += spare
        else:
            left += spare / 2
        top = y + row * (grid.row + grid.gap) + (grid.row - cell.height) / 2
        places.append(Place(cell.name, math.floor(left), round(top), math.floor(wide), cell.height))
    return places


class Group(NamedTuple):
    """What folding needs to know of a group."""

    width: float  # of its card
    title: float  # width of its title
    has_stop: bool
    hands: int  # levers and joysticks
    lamps: int


def arrange(groups: Sequence[Group], available: float, gap: float = CARD_GAP) -> list[Card]:
    """Lay groups out as cards over `available` pixels, `gap` apart.

    When they do not fit, neighbours are folded into tabs, as few and as harmlessly as possible; a
    group that holds an emergency stop is never folded. Where it is the titles of all tabs that do
    not fit, they are shortened. What still does not fit scrolls; the stop's card stays at the left.
    """
    if not groups:
        return []
    room = min(available, MAX_WIDTH) - 2 * MARGIN
    options = [[*one] for one in _partitions(groups)]
    cards, share = _choose(options, groups, gap, room)
    total = _total(cards, groups, gap, share)
    extra = math.floor(min(max(room - total, 0) / len(cards), MAX_STRETCH))
    x = math.floor(max((available - total - extra * len(cards)) / 2, MARGIN))
    result = []
    for members in cards:
        width = _card_width(members, groups, share) + extra
        result.append(Card(members, x, width, any(groups[i].has_stop for i in members)))
        x += width + gap
    return result


def _choose(
    options: list[list[tuple[int, ...]]], groups: Sequence[Group], gap: float, room: float
) -> tuple[list[tuple[int, ...]], float]:
    """Return the cards that do least harm of those that fit, and the share that titles have."""
    for share in SHARES:
        totals = [(_total(one, groups, gap, share), one) for one in options]
        fitting = [(_harm(one, groups), total, one) for total, one in totals if total <= room]
        if fitting:
            return min(fitting, key=lambda one: one[:2])[2], share
    cards = min(options, key=lambda one: _total(one, groups, gap, 1.0))
    cards.sort(key=lambda one: not any(groups[i].has_stop for i in one))
    return cards, 1.0


def _partitions(groups: Sequence[Group]) -> Iterator[list[tuple[int, ...]]]:
    """Yield every way to fold neighbours that leaves the emergency stops alone."""
    count = len(groups)
    for cuts in itertools.product((True, False), repeat=min(count, 12) - 1):
        cards: list[tuple[int, ...]] = [(0,)]
        for i in range(1, count):
            if i > len(cuts) or cuts[i - 1]:
                cards.append((i,))
            else:
                cards[-1] += (i,)
        if not any(len(one) > 1 and any(groups[i].has_stop for i in one) for one in cards):
            yield cards


def _harm(cards: list[tuple[int, ...]], groups: Sequence[Group]) -> float:
    """Return how much folding hides: many tabs, two groups for the hands, signal lamps."""
    harm = 0.0
    for place, members in enumerate(cards):
        folded = len(members) - 1
        if folded:
            harm += 10 * folded**1.2 - 0.1 * place
            harm += 8 * max(sum(groups[i].hands > 0 for i in members) - 1, 0)
            harm += 8 * any(groups[i].lamps for i in members)
    return harm


def squeeze(widths: Sequence[float], room: float) -> list[float]:
    """Return widths that take no more than a room: the widest are cut to one width."""
    left, most = room, math.inf
    for place, width in enumerate(sorted(widths)):
        most = left / (len(widths) - place)
        if width > most + 1e-6:
            return [min(one, most) for one in widths]
        left -= width
    return [*widths]


def _card_width(members: tuple[int, ...], groups: Sequence[Group], share: float) -> float:
    titles = sum(groups[i].title for i in members) * (share if len(members) > 1 else 1.0)
    titles += TAB_GAP * (len(members) - 1) + 2 * MARGIN
    return math.ceil(max(titles, *(groups[i].width for i in members)))


def _total(
    cards: Sequence[tuple[int, ...]], groups: Sequence[Group], gap: float, share: float
) -> float:
    return sum(_card_width(one, groups, share) + gap for one in cards) - gap
