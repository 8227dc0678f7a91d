"""Every mistake of a diagram at once, each with its place in the console file."""

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from simulator.spec import errors as spec_errors
from simulator.spec.models.console import ConsoleSpec
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming.widget_signals import made_by, shown_by
from simulator.spec.reading.source import Told

from . import kinds_outside, order, units, wiring
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
    mismatches: list[Told]


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


def list_problems(known: Study) -> list[Told]:
    """Return all mistakes as (path in the console file, code, message).

    What goes round through a name that two signals have is no loop yet: one of them is meant.
    """
    problems = known.wired.problems
    twice = {one.path[-1] for one in problems if one.code == "driven-twice"}
    rings = [ring for ring in known.rings if twice.isdisjoint(ring)]
    return [*problems, *order.tell_loops(rings), *known.mismatches, *_tell_doubles(known.wired)]


def _tell_doubles(wired: Wiring) -> list[Told]:
    """Return a problem for each use of an FMU that may run but once, after its first."""
    users: dict[str, str] = {}  # by file
    problems = {}
    for block in wired.blocks.values():
        file = kinds_outside.find_single(block.parameters) if block.kind.name == "fmu" else None
        if file is None:
            continue
        name = kinds_outside.instance_of(block.name, block.parameters)
        first = users.setdefault(file, name)
        if name != first:
            text = (
                f"{Path(file).name} may run only once in a program, and the block {first!r} runs "
                "it already; export it so that it can be instantiated several times"
            )
            problems[name] = Told(("diagram", name, "file"), "bad-parameter", text)
    return list(problems.values())


def find_problems(console: ConsoleSpec, terminals: Terminals) -> list[Told]:
    """Return all mistakes of a console's diagram."""
    return list_problems(study(console, terminals))


def find_warnings(
    console: ConsoleSpec, terminals: Terminals, awaited: Collection[str] = ()
) -> list[Told]:
    """Return what is odd but works, once all wires are known: what nothing reads or drives.

    And angles in radians beside others that are in degrees.

    Exercises read what is `awaited`. A push button may be there for one that is not known here; a
    clock tells the time by itself.
    """
    wired = wiring.read(console, terminals)
    if wired.problems:
        return []
    used = {wire for block in wired.blocks.values() for wire in block.inputs}
    used |= {wire for wire, _ in wired.outputs.values()} | set(awaited)
    found = [
        Told(
            ("diagram", name),
            "unused-block",
            f"nothing reads the block {name!r}",
            of_use=name in console.uses,
        )
        for name in wired.blocks
        if name not in used and not console.diagram[name].offered
    ]
    found += _find_bare(console, wired)
    for name, widget in console.panel.items():
        kind, shown = widget.type.replace("_", " "), shown_by(name, widget)
        made = made_by(name, widget) if widget.type != "push_button" else ()
        if made and used.isdisjoint(made):
            text = f"nothing reads the {kind} {name!r}"
            found.append(Told(("panel", name), "unused-control", text))
        if shown and widget.type != "clock" and wired.outputs.keys().isdisjoint(shown):
            text = f"nothing drives the {kind} {name!r}: name it under `outputs`"
            found.append(Told(("panel", name), "idle-indicator", text))
    return found


def find_bare(console: ConsoleSpec, terminals: Terminals) -> list[Told]:
    """Return what is odd of units inside blocks, which needs no wires."""
    return _find_bare(console, wiring.read(console, terminals))


def _find_bare(console: ConsoleSpec, wired: Wiring) -> list[Told]:
    """Return that of blocks which stand in the diagram itself: others may be given their unit."""
    own = [one for one in wired.blocks.values() if one.name.partition(".")[0] not in console.uses]
    return [one for block in own for one in units.find_bare(block)]
