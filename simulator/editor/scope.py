"""Where the names of a sheet are written: in a console's own diagram, or in a named one.

Inside a named diagram the sheet shows one use of it, so that its signals have values.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from simulator.spec.errors import KeyPath
from simulator.spec.models.console import BlockSpec, ConsoleSpec, DiagramSpec
from simulator.spec.naming import contract as contracts
from simulator.spec.naming.contract import Contract, Wire

from .node import short


class Scope(NamedTuple):
    """What the names of a sheet mean in the scene."""

    part: ConsoleSpec  # names as in the scene
    owner: str  # "" or the robot's name
    inside: str = ""  # full name of the use that is open
    diagram: str = ""  # that it uses
    made: str = ""  # full name of the use's own signal
    bound: Mapping[str, Any] = {}  # what inputs and parameters mean: full names, numbers, lists

    @property
    def spec(self) -> DiagramSpec | None:
        """The named diagram that is open."""
        return self.part.diagrams.get(self.diagram) if self.inside else None

    @property
    def contract(self) -> Contract:
        """What the open diagram asks of its uses."""
        return contracts.read(self.spec) if self.spec is not None else Contract({}, {})

    @property
    def head(self) -> str:
        """What the full names of the sheet's blocks begin with."""
        name = self.inside or self.owner
        return f"{name}." if name else ""

    @property
    def base(self) -> KeyPath:
        """The path of the named diagram in its file; () for the console's own."""
        return ("diagrams", self.diagram) if self.inside else ()

    @property
    def blocks(self) -> KeyPath:
        """The path of the sheet's blocks in their file."""
        return (*self.base, "blocks") if self.inside else ("diagram",)

    @property
    def uses(self) -> dict[str, BlockSpec]:
        """The uses of named diagrams on the sheet, by the names of the file."""
        if not self.inside:
            return {short(name, self.owner): use for name, use in self.part.uses.items()}
        found = self.spec.blocks if self.spec is not None else {}
        return {name: block for name, block in found.items() if block.diagram}

    def full(self, local: str) -> str:
        """Return the signal of a block of the sheet."""
        if self.spec is not None and local == self.spec.output:
            return self.made
        return f"{self.head}{local}"

    def means(self, wire: Wire | None) -> Wire | None:
        """Return the signal, or the number, that a name means which a block here may read."""
        if not self.inside or not isinstance(wire, str):
            return wire
        if wire in self.bound:
            meant = self.bound[wire]
            return meant if isinstance(meant, str | int | float) else None
        first, _, rest = wire.partition(".")
        if self.spec is not None and first in self.spec.blocks:
            return f"{self.head}{wire}" if rest else self.full(wire)
        return f"{self.owner}.{wire}" if self.owner else wire  # a constant of the console

    def enter(self, local: str) -> "Scope | None":
        """Return what is inside a use on this sheet; None where there is no such use."""
        use = self.uses.get(local)
        spec = self.part.diagrams.get(use.diagram or "") if use is not None else None
        if use is None or spec is None:
            return None
        asked, bound = contracts.read(spec), dict[str, Any]()
        wired, _ = contracts.inputs_of(use, asked)
        for name, default in asked.inputs.items():
            bound[name] = self.means(wired[name].value) if name in wired else default
        given, _ = contracts.parameters_of(use, asked)
        for name, parameter in asked.parameters.items():
            value = contracts.value_of(parameter, given.get(name))
            bound[name] = contracts.replaced(value, self.bound)
        inside = f"{self.head}{local}"
        return Scope(self.part, self.owner, inside, use.diagram or "", self.full(local), bound)


def open_scope(part: ConsoleSpec, owner: str, inside: str) -> Scope | None:
    """Return the scope of a console's sheet, or of the use `inside` it; None if it is gone."""
    scope: Scope | None = Scope(part, owner)
    for step in short(inside, owner).split(".") if inside else ():
        scope = scope.enter(step) if scope is not None else None
    return scope


def users_of(part: ConsoleSpec, diagram: str) -> set[str]:
    """Return the named diagrams that use another one, directly or through others; itself too."""
    found = {diagram}
    while True:
        more = {
            name
            for name, spec in part.diagrams.items()
            if any(block.diagram in found for block in spec.blocks.values())
        }
        if more <= found:
            return found
        found |= more
