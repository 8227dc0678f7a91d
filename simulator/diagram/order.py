"""The order of evaluation: every block after the blocks whose output it needs in the same step."""

import heapq
from collections.abc import Iterable, Mapping

from simulator.spec.reading.source import Told

from .wiring import Block


def sort(found: Mapping[str, Block]) -> tuple[list[str], list[list[str]]]:
    """Return block names in order, and the rings of blocks that cannot be ordered.

    Among blocks that are ready the first in the file goes first (Kahn 1962), so the order depends
    on the file alone.
    """
    needs = {name: _needs(block, found) for name, block in found.items()}
    names = list(needs)
    feeds: dict[str, list[int]] = {name: [] for name in names}
    for row, name in enumerate(names):
        for source in needs[name]:
            feeds[source].append(row)
    waiting = [len(needs[name]) for name in names]
    ready = [row for row, count in enumerate(waiting) if count == 0]
    order: list[str] = []
    while ready:
        name = names[heapq.heappop(ready)]
        order.append(name)
        for row in feeds[name]:
            waiting[row] -= 1
            if waiting[row] == 0:
                heapq.heappush(ready, row)
    done = set(order)
    return order, _rings({n: sorted(needs[n] - done) for n in names if n not in done})


def _needs(block: Block, found: Mapping[str, Block]) -> set[str]:
    if not block.kind.feed_through:
        return set()
    return {wire for wire in block.inputs if isinstance(wire, str) and wire in found}


def _rings(needs: Mapping[str, list[str]]) -> list[list[str]]:
    """Return one ring per knot of blocks, in the direction of the signal.

    Every block here waits for another one here, so walking against the signal must meet itself.
    """
    rings, seen = [], set()
    place = {name: row for row, name in enumerate(needs)}
    for start in needs:
        walk, name = [], start
        while name not in seen:
            seen.add(name)
            walk.append(name)
            name = needs[name][0]
        if name in walk:
            ring = walk[walk.index(name) :][::-1]
            first = ring.index(min(ring, key=place.__getitem__))
            rings.append(ring[first:] + ring[:first])
    return rings


def tell_loops(rings: Iterable[list[str]]) -> list[Told]:
    """Return a problem for each algebraic loop, naming its blocks in the signal's direction."""
    problems = []
    for ring in rings:
        text = f"algebraic loop {' -> '.join([*ring, ring[0]])}: put a unit_delay into it"
        problems.append(Told(("diagram", ring[0], "in"), "algebraic-loop", text))
    return problems
