"""Every mistake of a diagram at once, each with its place in the console file."""

from simulator.spec.console import ConsoleSpec

from . import order, units, wiring
from .problem import Problem
from .terminals import Terminals


def find_problems(console: ConsoleSpec, terminals: Terminals) -> list[Problem]:
    """Return all mistakes as (path in the console file, code, message)."""
    wired = wiring.read(console, terminals)
    sorted_names, _ = order.sort(wired.blocks)
    _, mismatches = units.infer(wired, terminals, sorted_names)
    return [*wired.problems, *order.find_loops(wired.blocks), *mismatches]


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
