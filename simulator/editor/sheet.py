"""One diagram laid out: where its nodes are, how its wires run, and what is under a point."""

import itertools
import math
from collections.abc import Iterable, Mapping

from simulator.diagram import blocks

from . import arrange, measure
from .arrange import Box, Link, Point
from .graph import End, Graph, Node, Wire

Rect = tuple[float, float, float, float]  # x, y, width, height


class Sheet:
    """A graph with places; x to the right, y down, in px at 100 %."""

    def __init__(self, graph: Graph, written: Mapping[str, Point] | None = None) -> None:
        self.selected: set[str] = set()  # keys of nodes
        self.places: dict[str, Point] = {}
        self._left: dict[str, Point] = {}  # where nodes were last, also those that are gone
        self._own: dict[str, Point] = {}  # where the arrangement has put nodes
        self._bends: dict[tuple[str, float, str], tuple[Point, ...]] = {}
        self.show(graph, written or {})

    def show(self, graph: Graph, written: Mapping[str, Point]) -> None:
        """Take another graph of the same diagram; nodes that were there stay where they are.

        Those that come back, as an edit is undone, go to where they were.
        """
        if self.places:
            self._follow_name(graph)
        self.graph = graph
        self._left |= self.places
        self.boxes = {key: measure.box_of(node) for key, node in graph.nodes.items()}
        known = {key: place for key, place in self.places.items() if key in graph.nodes}
        if len(known) < len(graph.nodes):
            if known:
                self._put_back(known)
                self._put_new(known)
            else:
                self.arrange()
                known = self._make_room(written)
        self.places = {key: written.get(key, known[key]) for key in graph.nodes}
        self.selected &= set(graph.nodes)
        self.version = getattr(self, "version", 0) + 1

    def arrange(self) -> None:
        """Put every node where the arrangement has it."""
        laid = arrange.arrange(self.boxes, [self._link(wire) for wire in self.graph.wires])
        self.places, self._own, self._bends = dict(laid.places), dict(laid.places), laid.bends
        self._left = {}
        self.version = getattr(self, "version", 0) + 1

    def _follow_name(self, graph: Graph) -> None:
        """Keep the only node that has another name in place, and its wires as they ran."""
        gone = [node for key, node in self.graph.nodes.items() if key not in graph.nodes]
        come = [node for key, node in graph.nodes.items() if key not in self.graph.nodes]
        is_same = [(n.role, n.kind) for n in gone] == [(n.role, n.kind) for n in come]
        if len(gone) != 1 or not is_same:
            return
        old, new = gone[0].key, come[0].key
        for places in (self.places, self._own):
            if old in places:
                places[new] = places.pop(old)
        self._bends = {
            (new if start == old else start, y, new if end == old else end): points
            for (start, y, end), points in self._bends.items()
        }

    def _link(self, wire: Wire) -> Link:
        found = blocks.find(self.graph.nodes[wire.target.node].kind)
        is_block = wire.target.node.startswith("block ")
        is_back = is_block and found is not None and not found[0].feed_through
        out_y, in_y = measure.pin_y(wire.source.row), measure.pin_y(wire.target.row)
        return Link(wire.source.node, wire.target.node, out_y, in_y, is_back)

    def _make_room(self, written: Mapping[str, Point]) -> dict[str, Point]:
        """Return where nodes are on a fresh sheet: none that the file does not place hides one."""
        placed = {key: place for key, place in written.items() if key in self.graph.nodes}
        known = dict(placed)
        for key, spot in self.places.items():
            if key not in placed and not self._is_taken(key, spot, placed):
                known[key] = spot
        self._put_new(known)
        return known

    def _put_back(self, known: dict[str, Point]) -> None:
        """Put nodes that were here before where they were, unless something else is there now."""
        for key in self.graph.nodes:
            spot = self._left.get(key)
            if key not in known and spot is not None and not self._is_taken(key, spot, known):
                known[key] = spot

    def _put_new(self, known: dict[str, Point]) -> None:
        """Put new nodes beside what they are wired to, where there is room."""
        for key in self.graph.nodes:
            if key in known:
                continue
            spot = self._wished(key, known)
            while self._is_taken(key, spot, known):
                spot = (spot[0], spot[1] + arrange.GAP_Y)
            known[key] = spot

    def _wished(self, key: str, known: Mapping[str, Point]) -> Point:
        for wire in self.graph.wires:
            ends = (wire.source.node, wire.target.node)
            if ends[0] == key and ends[1] in known:
                x, y = known[ends[1]]
                return x - self.boxes[key].width - arrange.GAP_X, y
            if ends[1] == key and ends[0] in known:
                x, y = known[ends[0]]
                return x + self.boxes[ends[0]].width + arrange.GAP_X, y
        return 0.0, max(y + self.boxes[one].height for one, (_, y) in known.items()) + 40.0

    def _is_taken(self, key: str, spot: Point, known: Mapping[str, Point]) -> bool:
        box = self.boxes[key]
        return any(
            spot[0] < x + self.boxes[one].width + 8
            and x < spot[0] + box.width + 8
            and spot[1] < y + self.boxes[one].height + 8
            and y < spot[1] + box.height + 8
            for one, (x, y) in known.items()
        )

    def move(self, keys: Iterable[str], dx: float, dy: float) -> None:
        """Shift nodes."""
        for key in keys:
            x, y = self.places[key]
            self.places[key] = (x + dx, y + dy)
        self.version += 1

    # -- geometry

    def rect(self, key: str) -> Rect:
        """Return a node's box."""
        (x, y), (w, h) = self.places[key], self.boxes[key]
        return x, y, w, h

    def bounds(self, keys: Iterable[str] | None = None) -> Rect:
        """Return the box around nodes, default all; a small one around nothing."""
        rects = [self.rect(key) for key in (self.graph.nodes if keys is None else keys)]
        if not rects:
            return 0.0, 0.0, 400.0, 300.0
        left, top = min(r[0] for r in rects), min(r[1] for r in rects)
        right, low = max(r[0] + r[2] for r in rects), max(r[1] + r[3] for r in rects)
        return left, top, right - left, low - top

    def pin(self, end: End, is_output: bool) -> Point:
        """Return where a pin is."""
        x, y = self.places[end.node]
        return x + (self.boxes[end.node].width if is_output else 0.0), y + measure.pin_y(end.row)

    def path(self, wire: Wire) -> list[Point]:
        """Return the points that a wire runs through: curves, and straight parts in between.

        The first, third, fifth ... stretch is a curve with level ends, the others are straight.
        """
        start, end = self.pin(wire.source, True), self.pin(wire.target, False)
        ends = (wire.source.node, wire.target.node)
        if any(self.places[key] != self._own.get(key) for key in ends):
            return [start, end]
        bends = self._bends.get((ends[0], measure.pin_y(wire.source.row), ends[1]), ())
        return [start, *bends, end]

    def lies_at(self, x: float, y: float, near: float) -> bool:
        """Say whether a node's corner is at a point, give or take `near`."""
        return any(abs(x - a) < near and abs(y - b) < near for a, b in self.places.values())

    # -- what is under a point

    def node_at(self, x: float, y: float) -> Node | None:
        """Return the topmost node there."""
        for key in reversed(self.graph.nodes):
            left, top, wide, tall = self.rect(key)
            if left <= x <= left + wide and top <= y <= top + tall:
                return self.graph.nodes[key]
        return None

    def pin_at(self, x: float, y: float, near: float) -> tuple[End, bool] | None:
        """Return the pin there and whether it is an output."""
        for key in reversed(self.graph.nodes):
            left, top, wide, tall = self.rect(key)
            if not (left - near <= x <= left + wide + near and top <= y <= top + tall):
                continue
            node = self.graph.nodes[key]
            for is_output, pins in ((False, node.inputs), (True, node.outputs)):
                for row in range(len(pins)):
                    px, py = self.pin(End(key, row), is_output)
                    if math.hypot(x - px, y - py) <= near:
                        return End(key, row), is_output
        return None

    def wire_at(self, x: float, y: float, near: float) -> Wire | None:
        """Return the wire nearest to a point, if it is near."""
        best, least = None, near
        for wire in self.graph.wires:
            distance = _distance(self.path(wire), x, y, least)
            if distance < least:
                best, least = wire, distance
        return best

    def value_at(self, x: float, y: float) -> str:
        """Return the signal whose value is written there, right of its output; "" if none is."""
        for key, node in self.graph.nodes.items():
            for row, pin in enumerate(node.outputs):
                left, middle = self.pin(End(key, row), True)
                if 7.0 < x - left < 58.0 and abs(y - middle) < 12.0:
                    return pin.signal
        return ""

    def inside(self, area: Rect) -> set[str]:
        """Return the nodes that touch an area."""
        x, y, w, h = area
        return {
            key
            for key in self.graph.nodes
            if self.rect(key)[0] < x + w
            and x < self.rect(key)[0] + self.rect(key)[2]
            and self.rect(key)[1] < y + h
            and y < self.rect(key)[1] + self.rect(key)[3]
        }

    def find(self, text: str, language: str) -> list[Node]:
        """Return the nodes whose name, title or kind holds a text, in the file's order."""
        wanted = text.casefold().strip()
        if not wanted:
            return []
        found = []
        for node in self.graph.nodes.values():
            title = node.title if isinstance(node.title, str) else node.title.in_language(language)
            if any(wanted in one.casefold() for one in (node.name, title, node.kind)):
                found.append(node)
        return found

    def around(self, key: str) -> set[str]:
        """Return a node and everything wired to it."""
        ends = ((wire.source.node, wire.target.node) for wire in self.graph.wires)
        return {key, *(name for pair in ends if key in pair for name in pair)}


def curve(start: Point, end: Point) -> tuple[Point, Point, Point, Point]:
    """Return the control points of a wire's curve: level at both ends (cubic Bezier)."""
    reach = max(abs(end[0] - start[0]) * 0.5, min(80.0, abs(end[1] - start[1]) * 0.5 + 24.0))
    if end[0] >= start[0]:
        reach = min(reach, max(abs(end[0] - start[0]) * 0.6, 12.0))
    return start, (start[0] + reach, start[1]), (end[0] - reach, end[1]), end


def _distance(path: list[Point], x: float, y: float, limit: float) -> float:
    least = math.inf
    for place, (start, end) in enumerate(itertools.pairwise(path)):
        a, b, c, d = curve(start, end)
        xs, ys = [p[0] for p in (a, b, c, d)], [p[1] for p in (a, b, c, d)]
        if not (
            min(xs) - limit <= x <= max(xs) + limit and min(ys) - limit <= y <= max(ys) + limit
        ):
            continue
        points = [start, end] if place % 2 else [_point(a, b, c, d, i / 16) for i in range(17)]
        for p, q in itertools.pairwise(points):
            least = min(least, _from_line(p, q, x, y))
    return least


def _point(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    u = 1.0 - t
    weights = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    return (
        sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True)),
        sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True)),
    )


def _from_line(p: Point, q: Point, x: float, y: float) -> float:
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = dx * dx + dy * dy
    t = 0.0 if length == 0 else min(max(((x - p[0]) * dx + (y - p[1]) * dy) / length, 0.0), 1.0)
    return math.hypot(p[0] + t * dx - x, p[1] + t * dy - y)


__all__ = ["Box", "Sheet", "curve"]
