"""Every mistake of a diagram at once, each with its place in the console file."""

from typing import NamedTuple

from simulator.spec import errors as spec_errors
from simulator.spec.console import ConsoleSpec
from simulator.spec.scene import SceneSpec

from . import order, units, wiring
from .problem import Problem
from .terminals import Terminals
from .units import Units
from .wiring import Wiring


class Study(NamedTuple):
    """A diagram as far as it can be understood: for its mistakes, and for who draws it."""

    console: ConsoleSpec
    terminals: Terminals
    wired: Wiring
    order: list[str]  # names of blocks as they are evaluated; without those in loops
    rings: list[list[str]]  # algebraic loops
    units: Units
    mismatches: list[Problem]


class Checked(NamedTuple):
    """A scene as far as it can be read, all that is wrong in its files, and its diagram."""

    scene: SceneSpec | None
    problems: list[spec_errors.Problem]
    study: Study | None


def study(console: ConsoleSpec, terminals: Terminals) -> Study:
    """Read a diagram, put it in order and infer its units."""
    wired = wiring.read(console, terminals)
    names, rings = order.sort(wired.blocks)
    known, mismatches = units.infer(wired, terminals, names)
    return Study(console, terminals, wired, names, rings, known, mismatches)


def list_problems(known: Study) -> list[Problem]:
    """Return all mistakes as (path in the console file, code, message)."""
    return [*known.wired.problems, *order.tell_loops(known.rings), *known.mismatches]


def find_problems(console: ConsoleSpec, terminals: Terminals) -> list[Problem]:
    """Return all mistakes of a console's diagram."""
    return list_problems(study(console, terminals))


def find_warnings(console: ConsoleSpec, terminals: Terminals) -> list[Problem]:
    """Return what is odd but works: blocks that nothing reads."""
    wired = wiring.read(console, terminals)
    used = {wire for block in wired.blocks.values() for wire in block.inputs}
    used |= {wire for wire, _ in wired.outputs.values()}
    return [
        Problem(("diagram", name), "unused-block", f"nothing reads the block {name!r}")
        for name in wired.blocks
        if name not in used and not console.diagram[name].offered
    ]
