"""Arithmetic of boxes on a card: snapping, sizing, aligning, distributing. Design pixels.

What is dragged clings to the edges and middles of its neighbours where one is near, else to the
grid; it never leaves the card over its upper left corner.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

GRID = 8.0
NEAR = 5.0  # px within which an edge clings to that of a neighbour
LEAST = 24.0  # px of the smallest side
HANDLES = ("nw", "n", "ne", "e", "se", "s", "sw", "w")
SIDES = ("left", "centre", "right", "top", "middle", "bottom")
Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle: upper left corner and size; y grows downwards."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.w

    @property
    def low(self) -> float:
        """Its lower edge."""
        return self.y + self.h

    def lines(self, is_across: bool) -> tuple[float, float, float]:
        """Return first edge, middle and last edge, across (x) or down (y)."""
        start, size = (self.x, self.w) if is_across else (self.y, self.h)
        return start, start + size / 2, start + size

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point is inside."""
        return self.x <= x < self.right and self.y <= y < self.low

    def meets(self, other: "Box") -> bool:
        """Return whether two boxes have a point in common."""
        return (
            self.x <= other.right
            and other.x <= self.right
            and self.y <= other.low
            and other.y <= self.low
        )


class Guide(NamedTuple):
    """A line that shows what a box clings to: upright at x = `at`, or level at y = `at`."""

    is_across: bool
    at: float
    start: float
    end: float


class Moved(NamedTuple):
    """Where a box comes to lie, and the guides that it clings to."""

    box: Box
    guides: tuple[Guide, ...]


def around(boxes: Iterable[Box]) -> Box:
    """Return the box around all of them; there is at least one."""
    found = list(boxes)
    x, y = min(one.x for one in found), min(one.y for one in found)
    right, low = max(one.right for one in found), max(one.low for one in found)
    return Box(x, y, right - x, low - y)


def spanned(a: Point, b: Point) -> Box:
    """Return the box between two corners, whichever they are."""
    (ax, ay), (bx, by) = a, b
    return Box(min(ax, bx), min(ay, by), abs(bx - ax), abs(by - ay))


def move(box: Box, way: Point, others: Sequence[Box] = (), is_free: bool = False) -> Moved:
    """Return a box moved by a way (dx, dy), clinging to neighbours or grid unless it is free."""
    moved = Box(max(box.x + way[0], 0.0), max(box.y + way[1], 0.0), box.w, box.h)
    if is_free:
        return Moved(_rounded(moved), ())
    x = _cling(moved, others, True)
    y = _cling(moved, others, False)
    at = [_on_grid(moved.x) if x is None else moved.x + x]
    at += [_on_grid(moved.y) if y is None else moved.y + y]
    placed = _rounded(moved._replace(x=max(at[0], 0.0), y=max(at[1], 0.0)))
    return Moved(placed, _guides(placed, others))


def resize(box: Box, handle: str, way: Point, others: Sequence[Box], is_free: bool) -> Moved:
    """Return a box whose edges at a handle ("nw", "e" ...) are moved by a way (dx, dy)."""
    x, right = _stretch(box, handle, "we", way[0], others, is_free)
    y, low = _stretch(box, handle, "ns", way[1], others, is_free)
    sized = Box(x, y, right - x, low - y)
    return Moved(sized, () if is_free else _guides(sized, others))


def _stretch(
    box: Box, handle: str, ends: str, way: float, others: Sequence[Box], is_free: bool
) -> tuple[float, float]:
    """Return both edges across (`ends` "we") or down ("ns") after one of them has moved."""
    is_across = ends == "we"
    first, _, last = box.lines(is_across)
    if ends[0] in handle:
        return min(_edge(first + way, others, is_across, is_free), last - LEAST), last
    if ends[1] in handle:
        return first, max(_edge(last + way, others, is_across, is_free), first + LEAST)
    return first, last


def _edge(at: float, others: Sequence[Box], is_across: bool, is_free: bool) -> float:
    at = max(at, 0.0)
    if is_free:
        return float(round(at))
    near = [line for one in others for line in one.lines(is_across)]
    best = min(near, key=lambda line: abs(line - at), default=None)
    is_near = best is not None and abs(best - at) <= NEAR
    return float(round(best)) if best is not None and is_near else _on_grid(at)


def _cling(box: Box, others: Sequence[Box], is_across: bool) -> float | None:
    """Return by how much a box has to move to be flush with the nearest neighbour, if one is."""
    own = box.lines(is_across)
    ways = (line - mine for one in others for line in one.lines(is_across) for mine in own)
    best = min(ways, key=abs, default=None)
    return best if best is not None and abs(best) <= NEAR else None


def _guides(box: Box, others: Sequence[Box]) -> tuple[Guide, ...]:
    """Return a line for every edge or middle that a box shares with neighbours."""
    found: dict[tuple[bool, float], Guide] = {}
    for is_across in (True, False):
        own = box.lines(is_across)
        for other in others:
            for line in other.lines(is_across):
                if min(abs(line - one) for one in own) > 0.75:
                    continue
                start, _, end = box.lines(not is_across)
                first, _, last = other.lines(not is_across)
                new = Guide(is_across, line, min(start, first), max(end, last))
                old = found.get((is_across, line), new)
                ends = min(old.start, new.start), max(old.end, new.end)
                found[is_across, line] = Guide(is_across, line, *ends)
    return tuple(found.values())


def align(boxes: Mapping[str, Box], side: str) -> dict[str, Box]:
    """Return boxes flush at a side of the box around them, or with one middle (SIDES)."""
    whole = around(boxes.values())
    put: dict[str, Callable[[Box], Box]] = {
        "left": lambda one: one._replace(x=whole.x),
        "centre": lambda one: one._replace(x=whole.x + (whole.w - one.w) / 2),
        "right": lambda one: one._replace(x=whole.right - one.w),
        "top": lambda one: one._replace(y=whole.y),
        "middle": lambda one: one._replace(y=whole.y + (whole.h - one.h) / 2),
        "bottom": lambda one: one._replace(y=whole.low - one.h),
    }
    return {name: _rounded(put[side](one)) for name, one in boxes.items()}


def distribute(boxes: Mapping[str, Box], is_across: bool) -> dict[str, Box]:
    """Return boxes with equal gaps across or down; the first and the last stay."""
    ordered = sorted(boxes.items(), key=lambda item: item[1].lines(is_across)[1])
    if len(ordered) < 3:
        return dict(boxes)
    first, last = ordered[0][1].lines(is_across)[0], ordered[-1][1].lines(is_across)[2]
    sizes = [one.w if is_across else one.h for _, one in ordered]
    gap, at = (last - first - sum(sizes)) / (len(ordered) - 1), first
    placed = {}
    for (name, one), size in zip(ordered, sizes, strict=True):
        moved = one._replace(x=at) if is_across else one._replace(y=at)
        placed[name] = _rounded(moved._replace(x=max(moved.x, 0.0), y=max(moved.y, 0.0)))
        at += size + gap
    return {name: placed[name] for name in boxes}


def _on_grid(at: float) -> float:
    return round(at / GRID) * GRID


def _rounded(box: Box) -> Box:
    return Box(*(float(round(one)) for one in box))
