"""A console's named diagrams by themselves: what is wrong inside is told before they are used."""

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from .errors import Problem
from .models.console import BlockSpec, ConsoleSpec
from .naming import contract as contracts
from .naming.contract import Contract, Open, is_open
from .reading.report import Report
from .reading.syntax import Node, Origin
from .rules.diagram import find_sound
from .uses import FaultyUse, Given, Scope, Writer


class Alone(NamedTuple):
    """A named diagram as a console of its blocks alone, its tree of places, what has to come in."""

    spec: ConsoleSpec
    tree: Node
    signals: list[str]  # inputs and parameters without a value, as the blocks call them
    problems: list[Problem]  # of what it gives to other named diagrams


def list_alone(console: ConsoleSpec, tree: Node, problems: list[Problem]) -> Iterator[Alone]:
    """Yield each named diagram of a console; `problems` are those that its file is known to have.

    What only a use can know is open. A diagram that it uses is written out, but no further: that
    one is yielded by itself, too.
    """
    report = Report(tree, list(problems))
    known = find_sound(report, console)
    for name in console.diagrams:
        if "diagrams" in tree.value and name in tree.value["diagrams"].value:
            writer = _Alone(Report(tree, list(problems)), console, known)
            yield writer.write(name)


class _Alone(Writer):
    """Writes one named diagram out, and what it uses that is sound."""

    def __init__(self, report: Report, console: ConsoleSpec, known: set[str]) -> None:
        super().__init__(report, console)
        self.known = known

    def write(self, name: str) -> Alone:
        """Return the diagram's blocks, called by its name and theirs."""
        before = len(self.report.problems)
        diagram = self.console.diagrams[name]
        scope = Scope(self.mean(name, contracts.read(diagram)), self.names(diagram, name), name)
        self.add_blocks(name, scope, "")
        update = {"panel": {}, "outputs": {}, "diagram": self.blocks}
        keys = {block: node.mark for block, node in self.nodes.items()}
        section = Node(self.nodes, self.section.mark, keys)
        whole = Node({**self.report.tree.value, "diagram": section}, self.report.tree.mark)
        signals = [str(one.value) for one in scope.names.values() if isinstance(one.value, Open)]
        found = self.report.problems[before:]
        return Alone(self.console.model_copy(update=update), whole, signals, found)

    def mean(self, diagram: str, asked: Contract) -> dict[str, Given]:
        """Return what the names mean without a use: defaults, and what only a use can know."""
        names = {name: Given(Open(f"{diagram}.{name}"), None) for name in asked.inputs}
        for name, parameter in asked.parameters.items():
            default = contracts.value_of(parameter, None)
            if not self.report.is_sound(("diagrams", diagram, "parameters", parameter.key)):
                default = None
            names[name] = Given(Open(f"{diagram}.{name}") if default is None else default, None)
        return names

    def add(self, full: str, prefix: str, block: BlockSpec, node: Node, origin: Origin) -> None:
        """Add a block, or a sound use of a sound diagram that is not inside a use itself."""
        if block.type is None and block.diagram is None:
            return  # told
        if block.diagram is not None:
            is_inner = prefix.count(".") > 1
            if is_inner or block.diagram not in self.known or not self.report.is_sound(origin.path):
                return
        super().add(full, prefix, block, node, origin)

    def add_block(
        self, name: str, diagram: str, scope: Scope, note: str, offered: Collection[str]
    ) -> None:
        """Add a block; one with a mistake is told, and the others go on."""
        try:
            super().add_block(name, diagram, scope, note, offered)
        except FaultyUse:
            return

    def check_type(self, value: Any, parameter: contracts.Parameter, node: Node) -> None:
        """Check a value that is known."""
        if not is_open(value):
            super().check_type(value, parameter, node)
