"""Blocks and uses of named diagrams as nodes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from simulator.diagram import blocks
from simulator.diagram.check import Study
from simulator.diagram.kind import Kind, Port, named_ports, ports_of
from simulator.diagram.wiring import Block
from simulator.spec.models.console import OUTSIDE, BlockSpec
from simulator.spec.naming import contract as contracts

from .node import ARRAY, LOGIC, NUMBER, Node, Pin, short
from .scope import Scope


class BlockReader:
    """Reads the blocks of one sheet."""

    def __init__(self, study: Study, scope: Scope) -> None:
        self.study, self.scope = study, scope
        self.numbers = {name: place for place, name in enumerate(study.order, 1)}
        self._heads = _first_numbers(study.wired.blocks, self.numbers)
        self._taken: dict[tuple[str, str], str] = {}  # what inputs of named diagrams take
        self.sources = {
            name: one for one in study.terminals.inputs for name in (one.name, *one.aliases)
        }

    def nodes(self) -> list[Node]:
        """Return a node for each block and each use on the sheet, in the order of the file."""
        if self.scope.spec is not None:
            return [
                self._use(name, spec) if spec.diagram else self._inner(name, spec)
                for name, spec in self.scope.spec.blocks.items()
            ]
        uses, found = self.scope.uses, dict[str, Node]()
        for full, spec in self.scope.part.diagram.items():
            name = short(full, self.scope.owner)
            head = name.partition(".")[0]
            if head in uses:
                found.setdefault(head, self._use(head, uses[head]) if head not in found else
                                 found[head])  # fmt: skip
            elif head not in found:
                found[head] = self._block(head, spec, list(self._read(full, spec)))
        for name, use in uses.items():  # faulty ones brought no blocks
            found.setdefault(name, self._use(name, use))
        return [*found.values()]

    # -- blocks

    def _inner(self, name: str, spec: BlockSpec) -> Node:
        return self._block(name, spec, [*self._written(spec, self._found(name, spec))])

    def _block(self, name: str, spec: BlockSpec, inputs: Sequence[Pin]) -> Node:
        block, scope = self._found(name, spec), self.scope
        found = blocks.find(spec.type or "")
        kind = block.kind if block else found[0] if found else None
        is_logic = kind is not None and is_logic_kind(kind, block)
        outputs = []
        for out in outputs_of(spec):
            signal = f"{scope.full(name)}.{out}" if out else scope.full(name)
            pin = Pin(out or "out", LOGIC if is_logic else NUMBER, self.unit(signal), signal)
            outputs.append(pin._replace(wire=f"{name}.{out}" if out else name))
        number = min((self.numbers.get(pin.signal, 0) for pin in outputs), default=0)
        called = kind.name if kind else spec.type or ""
        is_sound = block is not None if not scope.inside else found is not None
        full = f"{scope.head}{name}" if outputs[0].name != "out" else outputs[0].signal
        return Node(
            f"block {full}", "block", full, name, called, tuple(inputs), tuple(outputs), number,
            is_sound, name,
        )  # fmt: skip

    def _found(self, name: str, spec: BlockSpec) -> Block | None:
        first = outputs_of(spec)[0]
        full = self.scope.full(name)
        return self.study.wired.blocks.get(f"{full}.{first}" if first else full)

    def _read(self, full: str, spec: BlockSpec) -> Iterator[Pin]:
        """Return the inputs of a block of the console's own diagram."""
        block = self.study.wired.blocks.get(full)
        if block is None:
            found = blocks.find(spec.type or "")
            yield from self._written(spec, None, found[0] if found else None)
            return
        ports = ports_of(block.kind, len(block.inputs))
        for port, wire in zip(ports, block.inputs, strict=True):
            pin = self.pin(port, wire, input_kind(block.kind, port, block.parameters))
            yield pin._replace(wire=short(pin.signal, self.scope.owner))

    def _written(
        self, spec: BlockSpec, block: Block | None, kind: Kind | None = None
    ) -> Iterator[Pin]:
        """Return the inputs of a block as they are written."""
        if block is not None:
            kind = block.kind
        elif kind is None and (found := blocks.find(spec.type or "")):
            kind = found[0]
        for port, wire in list_inputs(spec, kind):
            given = block.parameters if block is not None else spec.model_extra or {}
            what = input_kind(kind, port, given) if kind else NUMBER
            yield self.local_pin(port, wire, what)

    # -- uses

    def _use(self, name: str, use: BlockSpec) -> Node:
        scope, spec = self.scope, self.scope.part.diagrams.get(use.diagram or "")
        head = f"{scope.head}{name}"
        full = scope.full(name)
        inner = [self._heads[one] for one in (head, full) if one in self._heads]
        inputs: list[Pin] = []
        outputs: list[Pin] = []
        if spec is not None:
            asked = contracts.read(spec)
            wired, _ = contracts.inputs_of(use, asked)
            for one, default in asked.inputs.items():
                wire = wired[one].value if one in wired else default
                inputs.append(self.local_pin(Port(one), wire, self._taking(use, one)))
            for out in [*([spec.output] if spec.output else []), *spec.outputs]:
                is_own = out == spec.output
                signal = full if is_own else f"{head}.{out}"
                pin = Pin("out" if is_own else out, self._kind(signal), self.unit(signal), signal)
                outputs.append(pin._replace(wire=name if is_own else f"{name}.{out}"))
        else:
            inputs = [self.local_pin(*one, NUMBER) for one in list_inputs(use, None)]
            outputs = [Pin("out", NUMBER, None, scope.full(name), None, name)]
        number = min(inner, default=0)
        is_sound = spec is not None and bool(scope.inside or inner)
        return Node(
            f"group {head}", "group", head, name, use.diagram or "", tuple(inputs), tuple(outputs),
            number, is_sound, name,
        )  # fmt: skip

    def _taking(self, use: BlockSpec, name: str) -> str:
        """Return what an input of a use's diagram takes."""
        key = use.diagram or "", name
        if key not in self._taken:
            self._taken[key] = kind_of_input(self.scope.part.diagrams[key[0]].blocks, name)
        return self._taken[key]

    def _kind(self, signal: str) -> str:
        block = self.study.wired.blocks.get(signal)
        return LOGIC if block is not None and is_logic_kind(block.kind, block) else NUMBER

    # -- pins

    def unit(self, signal: str) -> str | None:
        """Return the unit of a signal, None where nobody knows."""
        return self.study.units.get(signal)

    def pin(self, port: Port, wire: Any, kind: str) -> Pin:
        """Return an input that reads a signal of the scene, or a number."""
        if wire is None:
            return Pin(port.name, kind)
        if not isinstance(wire, str):
            return Pin(port.name, kind, None, "", float(wire))
        full = self.sources[wire].name if wire in self.sources else wire
        return Pin(port.name, kind, self.unit(full), full)

    def local_pin(self, port: Port, wire: Any, kind: str) -> Pin:
        """Return an input that reads what the sheet's file calls `wire`."""
        pin = self.pin(port, self.scope.means(wire), kind)
        if not isinstance(wire, str):
            return pin
        return pin._replace(wire=wire if self.scope.inside else short(pin.signal, self.scope.owner))


def _first_numbers(names: Iterable[str], numbers: Mapping[str, int]) -> dict[str, int]:
    """Return the least number of a block by everything that its name begins with, dot by dot."""
    found: dict[str, int] = {}
    for name in names:
        number, head = numbers.get(name, 0), name
        while head:
            found[head] = min(found.get(head, number), number)
            head = head.rpartition(".")[0]
    return found


def outputs_of(spec: BlockSpec) -> list[str]:
    """Return the names of what a block makes; "" is the signal of the block's own name."""
    names = (spec.model_extra or {}).get("outputs") if spec.type in OUTSIDE else None
    return [str(name) for name in names] if isinstance(names, list) and names else [""]


def list_inputs(spec: BlockSpec, kind: Kind | None) -> list[tuple[Port, Any]]:
    """Return the ports of a block with what is written for each; None = nothing."""
    given = spec.inputs
    if kind is not None and kind.adapt is not None and isinstance(given, dict):
        kind = kind.adapt(kind, tuple(given))
    if isinstance(given, dict):
        if kind is None:
            return [(Port(name), wire) for name, wire in given.items()]
        ports = named_ports(kind, given)
        return [(port, given.get(port.name, port.default)) for port in ports]
    rows = given if isinstance(given, list) else [given]
    if kind is None:
        return [(Port(f"in{row + 1}"), wire) for row, wire in enumerate(rows)]
    least = len(kind.ports) + (kind.least if kind.repeated else 0)
    ports = ports_of(kind, max(least, len(rows)))
    return [(p, rows[row] if row < len(rows) else p.default) for row, p in enumerate(ports)]


def is_logic_kind(kind: Kind, block: Block | None) -> bool:
    """Return whether a block's output is true or false; counters give numbers or done."""
    if kind.name in ("ctu", "ctd", "ctud"):
        return block is not None and block.parameters["output"] != "count"
    return kind.logic


def input_kind(kind: Kind, port: Port, parameters: Mapping[str, Any]) -> str:
    """Return what an input takes: a condition, a place in an array, or a number."""
    by_index = kind.name == "select" and parameters.get("by") == "index"
    if kind.name == "array" or (by_index and port.unit == "one"):
        return ARRAY
    return LOGIC if port.unit == "one" else NUMBER


def kind_of_input(found: Mapping[str, BlockSpec], name: str) -> str:
    """Return what an input of a named diagram takes: what the first block takes that reads it."""
    for spec in found.values():
        known = blocks.find(spec.type or "")
        for port, wire in list_inputs(spec, known[0] if known else None):
            if wire == name and known is not None:
                return input_kind(known[0], port, spec.model_extra or {})
    return NUMBER
