"""Places for the nodes of a graph: layers from left to right, few crossings, straight wires.

The steps of Sugiyama, Tagawa and Toda (1981): cycles are broken at the wires that lead back, layers
are longest paths, a wire over several layers is a chain of empty nodes (one for all wires of an
output), orders are improved by barycentres, and heights are least squares under the order,
solved layer by layer by pooling adjacent violators.
"""

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

GAP_X, GAP_Y = 112.0, 24.0  # [px] at 100 %
BEND = 14.0  # height that a passing wire takes
SWEEPS, LEVELLINGS = 12, 10
Point = tuple[float, float]


class Box(NamedTuple):
    """A node's size."""

    width: float
    height: float


class Link(NamedTuple):
    """A wire: nodes, and how far below their upper edges it is tied.

    What `is_back` may lead to the left: it ends at a block that closes loops.
    """

    source: str
    target: str
    out_y: float
    in_y: float
    is_back: bool = False


class Arrangement(NamedTuple):
    """Upper left corners by node, and where long wires pass: points by (source, out_y, target)."""

    places: dict[str, Point]
    bends: dict[tuple[str, float, str], tuple[Point, ...]]


def arrange(boxes: Mapping[str, Box], links: Sequence[Link]) -> Arrangement:
    """Return a place for every box; the same graph in the same order gets the same places."""
    if not boxes:
        return Arrangement({}, {})
    forward = _without_cycles(boxes, [link for link in links if not link.is_back])
    layer = _layers(boxes, forward)
    forward += [one for one in links if one.is_back and layer[one.source] < layer[one.target]]
    net = _Net(boxes, forward, layer)
    net.order()
    net.level()
    return net.result()


def _without_cycles(boxes: Mapping[str, Box], links: Sequence[Link]) -> list[Link]:
    """Return the links but those that lead back to a node on the way (depth first)."""
    out: dict[str, list[Link]] = {name: [] for name in boxes}
    for link in links:
        out[link.source].append(link)
    kept: list[Link] = []
    state: dict[str, int] = {}  # 1 on the way, 2 done
    heads = {link.target for link in links}
    for root in [*(n for n in boxes if n not in heads), *boxes]:
        if root in state:
            continue
        state[root] = 1
        stack = [(root, iter(out[root]))]
        while stack:
            name, rest = stack[-1]
            link = next(rest, None)
            if link is None:
                state[name] = 2
                stack.pop()
            elif state.get(link.target) != 1:
                kept.append(link)
                if link.target not in state:
                    state[link.target] = 1
                    stack.append((link.target, iter(out[link.target])))
    return kept


def _layers(boxes: Mapping[str, Box], links: Sequence[Link]) -> dict[str, int]:
    """Return the longest way to each node; what nothing feeds stands right before its readers."""
    waiting, out = dict.fromkeys(boxes, 0), {name: list[str]() for name in boxes}
    for link in links:
        waiting[link.target] += 1
        out[link.source].append(link.target)
    layer = dict.fromkeys(boxes, 0)
    fed = {link.target for link in links}
    ready = [name for name, count in waiting.items() if count == 0]
    for name in ready:
        for other in out[name]:
            layer[other] = max(layer[other], layer[name] + 1)
            waiting[other] -= 1
            if waiting[other] == 0:
                ready.append(other)
    for name in boxes:
        if name not in fed and out[name]:
            layer[name] = min(layer[other] for other in out[name]) - 1
    return layer


class _Net:
    """Nodes and bends in layers, with their neighbours left and right."""

    def __init__(
        self, boxes: Mapping[str, Box], links: Sequence[Link], layer: Mapping[str, int]
    ) -> None:
        self.boxes = boxes
        self.count = max(layer.values()) + 1
        self.rows: list[list[object]] = [[] for _ in range(self.count)]
        for name in boxes:
            self.rows[layer[name]].append(name)
        self.layer: dict[object, int] = {name: step for name, step in layer.items()}
        self.height: dict[object, float] = {name: box.height for name, box in boxes.items()}
        # neighbours: (other, where it is tied there, where here)
        self.left: dict[object, list[tuple[object, float, float]]] = {n: [] for n in boxes}
        self.right: dict[object, list[tuple[object, float, float]]] = {n: [] for n in boxes}
        self.chains: dict[tuple[str, float, str], list[object]] = {}
        for link in links:
            self._thread(link)
        self.y: dict[object, float] = {}

    def _thread(self, link: Link) -> None:
        before, tied = link.source, link.out_y
        chain: list[object] = []
        here: object = before
        for step in range(self.layer[link.source] + 1, self.layer[link.target]):
            bend = (link.source, link.out_y, step)  # shared by all wires of this output
            if bend not in self.layer:
                self.layer[bend] = step
                self.rows[step].append(bend)
                self.height[bend] = BEND
                self.left[bend], self.right[bend] = [], []
                self._tie(here, bend, tied, BEND / 2)
            here, tied = bend, BEND / 2
            chain.append(bend)
        self._tie(here, link.target, tied, link.in_y)
        self.chains[link.source, link.out_y, link.target] = chain

    def _tie(self, source: object, target: object, out_y: float, in_y: float) -> None:
        self.right[source].append((target, in_y, out_y))
        self.left[target].append((source, out_y, in_y))

    # -- orders

    def order(self) -> None:
        """Sweep to and fro; keep the best orders that were seen."""
        best, fewest = [list(row) for row in self.rows], self._crossings()
        for sweep in range(SWEEPS):
            to_right = sweep % 2 == 0
            steps = range(1, self.count) if to_right else range(self.count - 2, -1, -1)
            for step in steps:
                self._sort(step, self.left if to_right else self.right)
            crossings = self._crossings()
            if crossings < fewest:
                best, fewest = [list(row) for row in self.rows], crossings
        self.rows = best

    def _sort(self, step: int, sides: Mapping[object, list[tuple[object, float, float]]]) -> None:
        beside = step - 1 if sides is self.left else step + 1
        place = {name: row for row, name in enumerate(self.rows[beside])}
        wish = {}
        for row, name in enumerate(self.rows[step]):
            ties = sides[name]
            if not ties:
                wish[name] = float(row)
                continue
            total = sum(
                place[other] + there / max(self.height[other], 1.0) for other, there, _ in ties
            )
            wish[name] = total / len(ties)
        self.rows[step].sort(key=wish.__getitem__)

    def _crossings(self) -> int:
        """Count crossing wires between neighbouring layers, by inversions."""
        total = 0
        for row in self.rows[:-1]:
            ends = []
            for name in row:
                place = {n: i for i, n in enumerate(self.rows[self.layer[name] + 1])}
                ties = sorted((here, place[o], there) for o, there, here in self.right[name])
                ends += [(at, there) for _, at, there in ties]
            total += _inversions(ends)
        return total

    # -- heights

    def level(self) -> None:
        """Pull every node to where its wires are straight, in turns from the left and the right."""
        for row in self.rows:
            y = 0.0
            for name in row:
                self.y[name] = y
                y += self.height[name] + self._gap(name)
        for turn in range(LEVELLINGS):
            to_right = turn % 2 == 0
            for row in self.rows if to_right else reversed(self.rows):
                self._level_row(row, turn >= LEVELLINGS - 2, to_right)

    def _level_row(self, row: list[object], both: bool, to_right: bool) -> None:
        wishes, weights = [], []
        for name in row:
            near, far = (self.left, self.right) if to_right else (self.right, self.left)
            ties = near[name] + (far[name] if both or not near[name] else [])
            pulls = [
                (self.y[other] + there - here, 4.0 if _is_bend(name) and _is_bend(other) else 1.0)
                for other, there, here in ties
            ]
            weight = sum(w for _, w in pulls)
            wishes.append(sum(y * w for y, w in pulls) / weight if weight else self.y[name])
            weights.append(weight or 0.1)
        steps = [self.height[name] + self._gap(name) for name in row]
        offsets = [0.0, *itertools.accumulate(steps)][: len(row)]
        levels = _rising([w - o for w, o in zip(wishes, offsets, strict=True)], weights)
        for name, level, offset in zip(row, levels, offsets, strict=True):
            self.y[name] = level + offset

    def _gap(self, name: object) -> float:
        return 4.0 if _is_bend(name) else GAP_Y

    def result(self) -> Arrangement:
        """Return the places, the upper left corner of all at (0, 0)."""
        x, columns, ends = 0.0, list[float](), list[float]()
        for row in self.rows:
            widths = [self.boxes[name].width for name in row if isinstance(name, str)]
            wide = max(widths, default=0.0)
            columns.append(x)
            ends.append(x + wide)
            x += wide + GAP_X
        top = min(self.y.values())
        places = {
            name: (columns[self.layer[name]], float(round(self.y[name] - top)))
            for name in self.boxes
        }
        bends = {}
        for key, chain in self.chains.items():
            points: list[Point] = []
            for bend in chain:
                step, y = self.layer[bend], self.y[bend] - top + BEND / 2
                points += [(columns[step] - 8.0, y), (ends[step] + 8.0, y)]
            bends[key] = tuple(points)
        return Arrangement(places, bends)


def _is_bend(name: object) -> bool:
    return isinstance(name, tuple)


def _inversions(ends: Sequence[tuple[int, float]]) -> int:
    """Count pairs that stand in the wrong order (a Fenwick tree over the ranks)."""
    ranks = {end: rank for rank, end in enumerate(sorted(set(ends)), 1)}
    tree, total = [0] * (len(ranks) + 1), 0
    for seen, end in enumerate(ends):
        rank = ranks[end]
        before, i = 0, rank
        while i:
            before += tree[i]
            i -= i & -i
        total += seen - before
        while rank < len(tree):
            tree[rank] += 1
            rank += rank & -rank
    return total


def _rising(wishes: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Return the rising numbers nearest to the wishes: weighted isotonic regression."""
    pools: list[list[float]] = []  # [value, weight, count]
    for wish, weight in zip(wishes, weights, strict=True):
        pools.append([wish, weight, 1])
        while len(pools) > 1 and pools[-2][0] >= pools[-1][0]:
            value, mass, count = pools.pop()
            last = pools[-1]
            last[0] = (last[0] * last[1] + value * mass) / (last[1] + mass)
            last[1] += mass
            last[2] += count
    return [value for value, _, count in pools for _ in range(int(count))]
