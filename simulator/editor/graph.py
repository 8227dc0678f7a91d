"""A sheet as nodes, pins and wires, whether it can be compiled or not."""

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from simulator.diagram.check import Study
from simulator.diagram.kind import Port
from simulator.diagram.terminals import Source, Target
from simulator.spec.fields import Text
from simulator.spec.models.console import BUTTONS, WidgetSpec
from simulator.spec.naming.widget_signals import find_shown, is_pressed, made_by

from .blocks import BlockReader, kind_of_input
from .node import ARRAY, LOGIC, NUMBER, Node, Pin, short
from .scope import Scope

LOGIC_TARGETS = ("lamp", "annunciator", "push_button", "button light", "light", "brake", "suction")


class End(NamedTuple):
    """A pin of a node by its row."""

    node: str
    row: int


class Wire(NamedTuple):
    """From an output's pin to an input's; both read the same signal."""

    source: End
    target: End
    signal: str
    kind: str


class Graph(NamedTuple):
    """What is drawn of one console of a scene, or of a named diagram in it."""

    scope: Scope
    nodes: dict[str, Node]
    wires: tuple[Wire, ...]
    rings: tuple[tuple[str, ...], ...]  # names of blocks in algebraic loops

    @property
    def owner(self) -> str:
        """The robot whose console it is, "" for the scene's own."""
        return self.scope.owner

    def list_ringed(self) -> set[str]:
        """Return the keys of the nodes that are in algebraic loops, or have one in them."""
        names = {name for ring in self.rings for name in ring}
        return {node.key for node in self.nodes.values() if any(_is_in(one, node) for one in names)}


def read(study: Study, scope: Scope, laid_out: Collection[str] = ()) -> Graph:
    """Return the graph of a sheet of one of the consoles that were studied together.

    `laid_out` are full names of signals that are shown although nothing reads them.
    """
    reader = _Reader(study, scope)
    reader.read_inside() if scope.inside else reader.read_console(laid_out)
    rings = [tuple(ring) for ring in study.rings if any(map(reader.has, ring))]
    return Graph(scope, reader.nodes, tuple(reader.list_wires()), tuple(rings))


def _is_in(name: str, node: Node) -> bool:
    """Return whether a node is a block, or a use with it inside."""
    if any(pin.signal == name for pin in node.outputs):
        return node.role in ("block", "group")
    return node.role == "group" and name.startswith(f"{node.name}.")


class _Reader:
    """Everything that is known while the graph is made."""

    def __init__(self, study: Study, scope: Scope) -> None:
        self.whole, self.part, self.scope, self.owner = (
            study.console, scope.part, scope, scope.owner
        )  # fmt: skip
        self.blocks = BlockReader(study, scope)
        self.targets = {
            name: one for one in study.terminals.outputs for name in (one.name, *one.aliases)
        }
        self.nodes: dict[str, Node] = {}
        self.makers: dict[str, End] = {}  # by the signals' names in the file

    def read_console(self, laid_out: Collection[str]) -> None:
        outputs = [self._output(name, wire) for name, wire in self.part.outputs.items()]
        found = self.blocks.nodes()
        for node in found:
            self._add(node)
        read = [pin.signal for node in (*found, *outputs) for pin in node.inputs if pin.signal]
        sources = self.blocks.sources
        known = [sources[name].name for name in laid_out if name in sources]
        for name in [*self.part.constants, *read, *known]:
            if short(name, self.owner) not in self.makers:
                self._add(self._source(name))
        for node in outputs:
            self._add(node)

    def read_inside(self) -> None:
        scope, spec = self.scope, self.scope.spec
        assert spec is not None
        for name in scope.contract.inputs:
            self._add(self._bound("input", name, kind_of_input(spec.blocks, name)))
        found = self.blocks.nodes()
        for node in found:
            self._add(node)
        for wire in [pin.wire for node in found for pin in node.inputs if pin.wire]:
            if wire in self.makers:
                continue
            if wire in scope.contract.parameters:
                self._add(self._bound("parameter", wire, NUMBER))
            else:
                self._add(self._source(str(scope.means(wire))))
        for name in [*([spec.output] if spec.output else []), *spec.outputs]:
            is_own = name == spec.output
            signal = scope.means(name)
            pin = self.blocks.local_pin(Port(""), name, NUMBER)
            if name in self.makers:
                end = self.makers[name]
                pin = pin._replace(kind=self.nodes[end.node].outputs[end.row].kind)
            kind = "result" if is_own else "result_more"
            full = f"{scope.head}{name}"
            self._add(Node(f"result {full}", "result", str(signal), name, kind, (pin,),
                           written=name))  # fmt: skip

    def _bound(self, role: str, name: str, kind: str) -> Node:
        """Return an input or a parameter of the open diagram."""
        pin = self.blocks.local_pin(Port(""), name, kind)
        full = f"{self.scope.head}{name}"
        return Node(f"{role} {full}", role, full, name, role, (), (pin,), written=name)

    def _add(self, node: Node) -> None:
        self.nodes[node.key] = node
        for row, pin in enumerate(node.outputs):
            self.makers.setdefault(pin.wire, End(node.key, row))

    def has(self, name: str) -> bool:
        return any(_is_in(name, node) for node in self.nodes.values())

    def list_wires(self) -> Iterator[Wire]:
        for node in self.nodes.values():
            for row, pin in enumerate(node.inputs):
                if pin.wire in self.makers:
                    source = self.makers[pin.wire]
                    kind = self.nodes[source.node].outputs[source.row].sign
                    yield Wire(source, End(node.key, row), pin.signal, kind)

    # -- what the console's own diagram is wired to

    def _source(self, name: str) -> Node:
        title, unit = short(name, self.owner), self.blocks.unit(name)
        if name in self.whole.constants:
            pin = Pin(title, NUMBER, None, name, None, title)
            return Node(f"constant {name}", "constant", name, title, "constant", (), (pin,),
                        written=title)  # fmt: skip
        if name in self.whole.diagram:  # of another console
            pin = Pin("out", NUMBER, unit, name, None, title)
            return Node(f"signal {name}", "signal", name, name, "signal", (), (pin,))
        source = self.blocks.sources.get(name)
        if source is None:
            pin = Pin("?", NUMBER, None, name, None, title)
            return Node(f"signal {name}", "signal", name, name, "unknown", (), (pin,), 0, False)
        if source.what == "sensor":
            pin = Pin("", NUMBER, source.unit, name, None, title)
            return Node(f"sensor {name}", "sensor", name, title, "sensor", (), (pin,))
        return self._panel(source)

    def _panel(self, source: Source) -> Node:
        name = source.name
        if name not in self.whole.panel:  # an axis of a lever
            name = name.rpartition(".")[0]
        spec = self.whole.panel[name]
        label = spec.label or short(name, self.owner)
        pins = []
        for one in made_by(name, spec):
            wire, kind = short(one, self.owner), signal_kind(one, spec)
            pins.append(Pin(wire, kind, self.blocks.unit(one), one, None, wire))
        return Node(f"panel {name}", "panel", name, label, spec.type, (), tuple(pins))

    def _output(self, name: str, wire: Any) -> Node:
        target: Target | None = self.targets.get(name)
        shown = find_shown(self.whole.panel, name) or name  # `chart` of its trace `chart.speed`
        widget = self.whole.panel.get(shown)
        full = target.name if target is not None else name
        what = widget.type if widget is not None else target.what if target else "unknown"
        label = widget.label if widget is not None and widget.label else short(name, self.owner)
        if shown != name and isinstance(label, Text):
            part = name.removeprefix(shown).replace(".", " · ")
            label = Text(ru=f"{label.ru}{part}", en=f"{label.en}{part}")
        pin = self.blocks.pin(Port("in"), wire, LOGIC if what in LOGIC_TARGETS else NUMBER)
        pin = pin._replace(wire=short(pin.signal, self.owner))
        if pin.unit is None and target is not None and target.units:
            pin = pin._replace(unit=target.units[0])
        key, is_known = f"output {full}", target is not None
        written = short(name, self.owner)
        return Node(key, "output", full, label, what, (pin,), (), 0, is_known, written)


def signal_kind(name: str, spec: WidgetSpec) -> str:
    """Return the kind of a signal that a control makes."""
    return LOGIC if spec.type in BUTTONS or is_pressed(name, spec) else NUMBER


__all__ = ["ARRAY", "LOGIC", "NUMBER", "End", "Graph", "Node", "Pin", "Wire", "read", "short"]
