"""A console's diagram as nodes, pins and wires, whether it can be compiled or not."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from simulator.diagram import blocks
from simulator.diagram.check import Study
from simulator.diagram.kind import Kind, Port, ports_of
from simulator.diagram.terminals import Source, Target
from simulator.diagram.wiring import Block
from simulator.spec.console import BlockSpec, ConsoleSpec, WidgetSpec
from simulator.spec.fields import Text
from simulator.spec.widget_signals import find_shown, is_pressed, made_by

from . import groups
from .node import ARRAY, LOGIC, NUMBER, Node, Pin, short
from .uses import Use

LOGIC_WIDGETS = ("push_button", "toggle", "emergency_stop")


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
    """What is drawn of one console of a scene."""

    owner: str  # "" or the robot's name: full names begin with it
    nodes: dict[str, Node]
    wires: tuple[Wire, ...]
    rings: tuple[tuple[str, ...], ...]  # names of blocks in algebraic loops


def read(
    study: Study,
    part: ConsoleSpec,
    owner: str = "",
    laid_out: Collection[str] = (),
    uses: Mapping[str, Use] | None = None,
    inside: str = "",
) -> Graph:
    """Return the graph of `part`, one of the consoles that were studied together.

    `laid_out` are full names of signals that are shown although nothing reads them. The blocks of
    each use of a named diagram are one node; those of the use `inside` are shown themselves.
    """
    reader = _Reader(study, part, owner)
    return reader.graph(laid_out, uses or {}, inside)


class _Reader:
    """Everything that is known while the graph is made."""

    def __init__(self, study: Study, part: ConsoleSpec, owner: str) -> None:
        self.whole, self.part, self.owner = study.console, part, owner
        self.wired, self.units, terminals = study.wired, study.units, study.terminals
        self.numbers = {name: place for place, name in enumerate(study.order, 1)}
        self.rings = tuple(tuple(ring) for ring in study.rings if set(ring) & set(part.diagram))
        self.sources = {name: one for one in terminals.inputs for name in (one.name, *one.aliases)}
        self.targets = {name: one for one in terminals.outputs for name in (one.name, *one.aliases)}
        self.nodes: dict[str, Node] = {}
        self.makers: dict[str, End] = {}

    def graph(self, laid_out: Collection[str], uses: Mapping[str, Use], inside: str) -> Graph:
        outputs = [self._output(name, wire) for name, wire in self.part.outputs.items()]
        blocks_ = [self._block(name, spec) for name, spec in self.part.diagram.items()]
        if inside:
            outputs, laid_out = [], ()
            blocks_ = [n for n in blocks_ if n.name in uses and inside in uses[n.name].chain]
        blocks_ = groups.collapse(blocks_, outputs, uses, inside, self.owner)
        for node in blocks_:
            self._add(node)
        read = [pin.signal for node in (*blocks_, *outputs) for pin in node.inputs if pin.signal]
        known = [self.sources[name].name for name in laid_out if name in self.sources]
        constants = [] if inside else [*self.part.constants]
        for name in [*constants, *read, *known]:
            if name not in self.makers:
                self._add(self._source(name))
        for node in outputs:
            self._add(node)
        return Graph(self.owner, self.nodes, tuple(self._wires()), self.rings)

    def _add(self, node: Node) -> None:
        self.nodes[node.key] = node
        for row, pin in enumerate(node.outputs):
            self.makers.setdefault(pin.signal, End(node.key, row))

    def _wires(self) -> Iterator[Wire]:
        for node in self.nodes.values():
            for row, pin in enumerate(node.inputs):
                if pin.signal in self.makers:
                    source = self.makers[pin.signal]
                    kind = self.nodes[source.node].outputs[source.row].kind
                    yield Wire(source, End(node.key, row), pin.signal, kind)

    # -- nodes

    def _block(self, name: str, spec: BlockSpec) -> Node:
        block = self.wired.blocks.get(name)
        found = blocks.find(spec.type or "")
        kind = found[0] if found else None
        is_logic = kind is not None and is_logic_kind(kind, block)
        unit = self.units.get(name)
        out = Pin("out", LOGIC if is_logic else NUMBER, unit, name)
        title, called = short(name, self.owner), kind.name if kind else spec.type or ""
        inputs = tuple(self._inputs(kind, block, spec))
        number = self.numbers.get(name, 0)
        return Node(
            f"block {name}", "block", name, title, called, inputs, (out,), number,
            block is not None,
        )  # fmt: skip

    def _inputs(self, kind: Kind | None, block: Block | None, spec: BlockSpec) -> Iterator[Pin]:
        if block is not None:
            ports = ports_of(block.kind, len(block.inputs))
            for port, wire in zip(ports, block.inputs, strict=True):
                yield self._pin(port, wire, takes_logic(block.kind, port, block.parameters))
            return
        written = written_inputs(spec)
        names = [port.name for port in ports_of(kind, max(len(written), 1))] if kind else []
        for row, (name, wire) in enumerate(written):
            label = name or (names[row] if row < len(names) else f"in{row + 1}")
            yield self._pin(Port(label), wire, False)

    def _pin(self, port: Port, wire: Any, is_logic: bool) -> Pin:
        kind = LOGIC if is_logic else NUMBER
        if not isinstance(wire, str):
            return Pin(port.name, kind, None, "", float(wire))
        full = self.sources[wire].name if wire in self.sources else wire
        return Pin(port.name, kind, self.units.get(full), full)

    def _source(self, name: str) -> Node:
        if name in self.whole.constants:
            pin = Pin(short(name, self.owner), NUMBER, None, name)
            text = short(name, self.owner)
            return Node(f"constant {name}", "constant", name, text, "constant", (), (pin,))
        if name in self.whole.diagram:  # of another console
            pin = Pin("out", NUMBER, self.units.get(name), name)
            return Node(f"signal {name}", "signal", name, name, "signal", (), (pin,))
        source = self.sources.get(name)
        if source is None:
            pin = Pin("?", NUMBER, None, name)
            return Node(f"signal {name}", "signal", name, name, "unknown", (), (pin,), 0, False)
        if source.what == "sensor":
            text = short(name, self.owner)
            pin = Pin("", NUMBER, source.unit, name)
            return Node(f"sensor {name}", "sensor", name, text, "sensor", (), (pin,))
        return self._panel(source)

    def _panel(self, source: Source) -> Node:
        name = source.name
        if name not in self.whole.panel:  # an axis of a lever
            name = name.rpartition(".")[0]
        spec = self.whole.panel[name]
        label = spec.label or short(name, self.owner)
        pins = [
            Pin(short(one, self.owner), signal_kind(one, spec), self.units.get(one), one)
            for one in made_by(name, spec)
        ]
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
        is_logic = what in ("lamp", "annunciator", "push_button", "button light", "light", "brake")
        pin = self._pin(Port("in"), wire, is_logic)
        if pin.unit is None and target is not None and target.units:
            pin = pin._replace(unit=target.units[0])
        key, is_known = f"output {full}", target is not None
        return Node(key, "output", full, label, what, (pin,), (), 0, is_known, name)


def is_logic_kind(kind: Kind, block: Block | None) -> bool:
    """Return whether a block's output is true or false; counters give numbers or done."""
    if kind.name in ("ctu", "ctd", "ctud"):
        return block is not None and block.parameters["output"] != "count"
    return kind.logic


def takes_logic(kind: Kind, port: Port, parameters: Mapping[str, Any]) -> bool:
    """Return whether an input is a condition rather than a number."""
    if kind.name == "array" or (kind.name == "select" and parameters.get("by") == "index"):
        return False
    return port.unit == "one"


def signal_kind(name: str, spec: WidgetSpec) -> str:
    """Return the kind of a signal that a control makes."""
    return LOGIC if spec.type in LOGIC_WIDGETS or is_pressed(name, spec) else NUMBER


def written_inputs(spec: BlockSpec) -> list[tuple[str, Any]]:
    """Return (port or "", wire) of what a block reads, as its file has it."""
    if isinstance(spec.inputs, dict):
        return list(spec.inputs.items())
    if isinstance(spec.inputs, list):
        return [("", wire) for wire in spec.inputs]
    return [("", spec.inputs)]


__all__ = ["ARRAY", "LOGIC", "NUMBER", "End", "Graph", "Node", "Pin", "Wire", "read", "short"]
