"""Named diagrams written out: every use becomes blocks, and all that follows knows blocks alone.

The block `error` of the use `knee` becomes `knee.error`, the diagram's `output` becomes `knee`
itself. Places go along: what the diagram says stands in the diagram, what a use gives at the use.
"""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from .errors import KeyPath, Problem, show_path
from .models.console import OUTSIDE, BlockSpec, ConsoleSpec, DiagramSpec
from .naming import contract as contracts
from .naming.contract import Open, Wire
from .reading.report import Report
from .reading.syntax import Node, Origin
from .reading.translate import describe
from .rules.diagram import check_block, check_wire, find_sound

MAX_BLOCKS = 10_000
MAX_DEPTH = 100  # of uses inside uses


class Flat(NamedTuple):
    """A console whose diagram has blocks only, its tree of places, and the parts left out."""

    spec: ConsoleSpec
    tree: Node
    dropped: set[KeyPath]


class Given(NamedTuple):
    """What a name of a diagram means in one use: a wire, or a parameter in SI."""

    value: Any
    node: Node | None  # where the use gives it; None for what the diagram says by default


class Scope(NamedTuple):
    """What the names of a diagram mean in one use of it."""

    names: dict[str, Given]  # inputs and parameters
    blocks: dict[str, str]  # full name of each inner block
    prefix: str  # of the names inside inner uses


class FaultyUse(Exception):  # noqa: N818 - it gives a use up, nobody else sees it
    """A value of a use does not fit; it has been told."""


def write_out(report: Report, console: ConsoleSpec) -> Flat:
    """Check a console's named diagrams and their uses, and return it with the uses written out.

    Faulty uses are left out.
    """
    sound = {name: console.diagrams[name] for name in find_sound(report, console)}
    dropped: set[KeyPath] = set()
    writer = Writer(report, console)
    for name, block in console.diagram.items():
        path: KeyPath = ("diagram", name)
        told = block.diagram is not None and not report.is_sound(path)
        good = not told and check_block(report, path, block, console)
        for wire, step in contracts.wires_of(block):
            check_wire(report, (*path, *step), wire, console.diagram, sound)
        if not good or (block.diagram and block.diagram not in sound):
            dropped.add(path)
            continue
        node = writer.section.value[name]
        try:
            writer.add(name, name, block, node, Origin(path))
        except FaultyUse:
            dropped.add(path)
    for name, wire in console.outputs.items():
        check_wire(report, ("outputs", name), wire, console.diagram, sound)
    console._uses = {name: one for name, one in console.diagram.items() if one.diagram}
    if not dropped and writer.blocks == console.diagram:
        return Flat(console, report.tree, dropped)
    tree = Node({**report.tree.value}, report.tree.mark, report.tree.keys)
    tree.partial = report.tree.partial
    keys = {name: node.mark for name, node in writer.nodes.items()} | writer.section.keys
    tree.value["diagram"] = Node(writer.nodes, writer.section.mark, keys)
    return Flat(console.model_copy(update={"diagram": writer.blocks}), tree, dropped)


class Writer:
    """Gathers the flat blocks and their nodes."""

    def __init__(self, report: Report, console: ConsoleSpec) -> None:
        self.report, self.console = report, console
        self.blocks: dict[str, BlockSpec] = {}
        self.nodes: dict[str, Node] = {}
        self.section: Node = report.tree.value.get("diagram") or Node({}, report.tree.mark)

    def add(self, full: str, prefix: str, block: BlockSpec, node: Node, origin: Origin) -> None:
        """Add a block, or the blocks of a use whose inner names begin with `prefix`."""
        if block.type in OUTSIDE and self.add_outputs(full, block, node, origin):
            return
        if block.diagram is None:
            if len(self.blocks) >= MAX_BLOCKS:
                message = f"more than {MAX_BLOCKS} blocks once every use is written out"
                self.bad(node, origin.path, message, "E617")
            self.blocks[full], self.nodes[full] = block, node
            return
        if prefix.count(".") >= MAX_DEPTH:
            message = f"diagrams are used inside diagrams more than {MAX_DEPTH} deep"
            self.bad(node, origin.path, message, "E617")
        diagram = self.console.diagrams[block.diagram]
        scope = Scope(self.bind(block, node, origin), self.names(diagram, prefix), prefix)
        offered = set(diagram.outputs)
        if diagram.output:
            scope.blocks[diagram.output] = full
            offered |= {diagram.output} if block._offered else set()
        note = origin.note or _tell(block.diagram, prefix, node)
        self.add_blocks(block.diagram, scope, note, offered)

    def names(self, diagram: DiagramSpec, prefix: str) -> dict[str, str]:
        """Return the full name of each block of a diagram."""
        return {name: f"{prefix}.{name}" for name in diagram.blocks}

    def add_blocks(
        self, diagram: str, scope: Scope, note: str, offered: Collection[str] = ()
    ) -> None:
        """Add the blocks of a diagram; nothing has to read those that are `offered`."""
        for name in self.console.diagrams[diagram].blocks:
            self.add_block(name, diagram, scope, note, offered)

    def add_block(
        self, name: str, diagram: str, scope: Scope, note: str, offered: Collection[str]
    ) -> None:
        """Add a block of a diagram."""
        section = self.report.tree.value["diagrams"].value[diagram].value["blocks"]
        where = Origin(("diagrams", diagram, "blocks", name), note, scope.prefix)
        inner = self.console.diagrams[diagram].blocks[name]
        spec, filled = self.fill_block(inner, section.value[name], where, scope)
        spec._offered = name in offered
        self.add(scope.blocks[name], f"{scope.prefix}.{name}", spec, filled, where)

    def add_outputs(self, full: str, block: BlockSpec, node: Node, origin: Origin) -> bool:
        """Add a block for each of the `outputs` of an FMU or a Python file, if it has any."""
        names = (block.model_extra or {}).get("outputs")
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            return False
        for name in names:
            one = block.model_copy(update={"output": name})
            one._offered = True
            place = _like(node, node.value)
            place.origin = origin
            self.blocks[f"{full}.{name}"], self.nodes[f"{full}.{name}"] = one, place
        return bool(names)

    def bind(self, use: BlockSpec, node: Node, origin: Origin) -> dict[str, Given]:
        """Return what the inputs and parameters mean; FaultyUse where one does not fit."""
        asked = contracts.read(self.console.diagrams[use.diagram or ""])
        names: dict[str, Given] = {}
        wired, _ = contracts.inputs_of(use, asked)
        for name, default in asked.inputs.items():
            if name in wired:
                names[name] = Given(wired[name].value, _below(node, wired[name].path, origin))
            else:
                names[name] = Given(default, None)
        given, _ = contracts.parameters_of(use, asked)
        for name, parameter in asked.parameters.items():
            value, here = contracts.value_of(parameter, given.get(name)), None
            if name in given:
                here = _below(node, given[name].path, origin)
                self.check_type(value, parameter, here)
            names[name] = Given(value, here)
        return names

    def check_type(self, value: Any, parameter: contracts.Parameter, node: Node) -> None:
        """Check that a value is of the kind of its parameter's default."""
        asked = 0.0 if parameter.unit and parameter.default is None else parameter.default
        if asked is None or _kind(asked) == _kind(value):
            return
        words = {"number": "a number", "text": "a text", "flag": "true or false"}
        words |= {"list": "a list", "mapping": "a mapping"}
        message = f"expected {words[_kind(asked)]}, got {describe(value)}"
        self.bad(node, node.origin.path if node.origin else (), message, "E303")

    def bad(self, node: Node, path: KeyPath, message: str, code: str) -> None:
        """Tell a mistake of a use and give the use up."""
        self.report.problems.append(Problem(*node.mark, show_path(path), message, code))
        raise FaultyUse

    def fill_block(
        self, block: BlockSpec, node: Node, origin: Origin, scope: Scope
    ) -> tuple[BlockSpec, Node]:
        """Return an inner block and its node with the names of the diagram replaced."""
        filled = Node(dict(node.value), node.mark, node.keys)
        filled.origin = origin
        update: dict[str, Any] = {}
        for key, value in (block.model_extra or {}).items():
            update[key], filled.value[key] = self.fill(value, node.value[key], scope)
        wires = node.value.get("in")
        if wires is not None:
            update["inputs"], filled.value["in"] = self.wire_all(block.inputs, wires, scope)
        return block.model_copy(update=update), filled

    def fill(self, value: Any, node: Node, scope: Scope) -> tuple[Any, Node]:
        """Return a block's parameter with the diagram's parameters in it replaced: kp, -kp."""
        if isinstance(value, list | dict):
            return _each(self.fill, value, node, scope)
        name = value.removeprefix("-") if isinstance(value, str) else ""
        if name not in scope.names or name in scope.blocks:
            return value, node
        given = scope.names[name]
        node = given.node or node
        if name == value or isinstance(given.value, Open):
            return given.value, node
        if isinstance(given.value, bool) or not isinstance(given.value, int | float):
            message = f"-{name} is the negative of a number, but {name} is {describe(given.value)}"
            self.bad(node, node.origin.path if node.origin else (), message, "E303")
        return -given.value, node

    def wire_all(self, wires: Any, node: Node, scope: Scope) -> tuple[Any, Node]:
        """Return a block's inputs with the names of the diagram replaced by what they mean."""
        if isinstance(wires, list | dict):
            return _each(self.wire, wires, node, scope)
        return self.wire(wires, node, scope)

    def wire(self, wire: Wire, node: Node, scope: Scope) -> tuple[Wire, Node]:
        """Return what one wire means outside."""
        if not isinstance(wire, str):
            return wire, node
        if wire in scope.names:
            given = scope.names[wire]
            node = given.node or node
            if not isinstance(given.value, str | int | float):
                message = f"{wire} is read as a signal here, but it is {describe(given.value)}"
                self.bad(node, node.origin.path if node.origin else (), message, "E303")
            whole = isinstance(given.value, int) and not isinstance(given.value, bool)
            return float(given.value) if whole else given.value, node
        head, dot, rest = wire.partition(".")
        if wire in scope.blocks:
            return scope.blocks[wire], node
        if dot and head in scope.blocks:
            return f"{scope.prefix}.{head}.{rest}", node
        return wire, node


def _kind(value: Any) -> str:
    for kind, name in ((bool, "flag"), (str, "text"), (list, "list"), (dict, "mapping")):
        if isinstance(value, kind):
            return name
    return "number"


def _tell(diagram: str, name: str, node: Node) -> str:
    mark = node.mark
    return f"in the diagram {diagram!r}, used as {name!r} in {mark.file}:{mark.line}"


def _each(
    replace: Callable[[Any, Node, Scope], tuple[Any, Node]],
    values: list[Any] | dict[str, Any],
    node: Node,
    scope: Scope,
) -> tuple[Any, Node]:
    """Return a list or mapping with each of its values replaced, and the node of that."""
    if isinstance(values, list):
        parts = [replace(*both, scope) for both in zip(values, node.value, strict=True)]
        return [part for part, _ in parts], _like(node, [inner for _, inner in parts])
    named = {key: replace(part, node.value[key], scope) for key, part in values.items()}
    inner = {key: part for key, (_, part) in named.items()}
    return {key: part for key, (part, _) in named.items()}, _like(node, inner)


def _like(node: Node, value: Any) -> Node:
    result = Node(value, node.mark, node.keys)
    result.origin = node.origin
    return result


def _below(node: Node, path: KeyPath, origin: Origin) -> Node:
    """Return the node at a path below a use, which knows where it was written."""
    for step in path:
        node = node.value[step]
        if node.origin is not None:
            return node
    result = _like(node, node.value)
    result.origin = origin._replace(path=(*origin.path, *path))
    return result
