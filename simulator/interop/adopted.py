"""Robots' files of other programs into those of this one: once, to go on from there.

Frames, names and numbers go over as they stand. What a robot file has no word for, and what had to
be changed, stands as remarks at its head.
"""

import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from simulator.authoring import wording
from simulator.spec.errors import SpecErrors, TooManyProblems

from . import adopted_robot, mjcf_reader, urdf_reader
from .adopted_meshes import Meshes
from .adopted_model import Stance
from .mjcf_file import Compiled
from .urdf_tags import Document

HEAD = """\
# {name}: made of {file}. Make it yours.
#
# Lengths in m, masses in kg, angles in rad. x looks forward, y left, z up.
# `simulator check robots/{name}/robot.yaml` tells every mistake; all keys are in robots/README.md.
# Save while `simulator run scenes/{name}.yaml` is open: the running scene takes the change over.
"""
CHANGED = "#\n# What is not as it was there:\n"
REMARKS = {
    "materials": "Colours; friction, density and the like are those of the default.",
    "links": "Rigid parts: `shapes` collide, `visuals` are drawn instead.\n"
    "# Without `convex: hull` a hollow mesh is cut into convex parts; once, it may take minutes.",
    "joints": "A joint's frame is given in its parent; the child's own frame lies in it at zero.",
    "suction": "Links that hold what they touch, with up to `force`.",
    "repeaters": "Joints that follow the motor of another one.",
    "sensors": "Sensors are signals of the diagram.",
    "cameras": "Cameras look along their x; z is up in the picture.",
}
TUNED = {
    "URDF": "A servo gives its whole torque where it is 0.05 rad (5 mm) away from its target.\n"
    "# A URDF says nothing of that: `stiffness` and `damping` are yours to change.",
    "MJCF": "Torques and gains are those of the actuators, at the joint; a servo's input is a\n"
    "# position. `no_load_speed: 1000000000` takes nothing away: it is there for the rotor\n"
    "# beside it, the joint's `armature`.",
}
Sections = dict[str, dict[str, Any]]
FORMS: dict[str, tuple[Callable, Callable]] = {
    "URDF": (Document, urdf_reader.read),
    "MJCF": (Compiled, mjcf_reader.read),
}


class Made(NamedTuple):
    """A robot's file by its sections, the files that it names, and what to know of it."""

    form: str  # of FORMS
    source: Path
    title: str
    sections: Sections
    files: dict[str, bytes]  # by their path beside the robot's file
    rates: dict[str, float]  # how fast targets of servos may move [rad/s or m/s]
    accelerations: dict[str, float]  # how fast they may speed up [rad/s2 or m/s2]
    rests: dict[str, float]  # where motors rest that nothing drives: springs [rad or m]
    reaches: dict[str, tuple[float, float]]  # of the inputs of motors [rad, rad/s, m, m/s]
    stance: Stance
    notes: list[str]


def convert(path: Path, fixed: bool = False, form: str = "URDF") -> Made:
    """Return a file of another program as a robot file; `fixed`: its base stands in the world.

    Raises:
        SpecErrors: Mistakes in the file, all that are found.
        MissingError: A library that reads it, or a mesh of it, is not installed.
    """
    begin, read = FORMS[form]
    source = begin(path)
    try:
        model = read(source)
        if source.problems:
            raise SpecErrors(source.problems)
        robot = adopted_robot.convert(model, Meshes(source), fixed)
    except TooManyProblems:
        raise SpecErrors(source.problems) from None
    if source.problems:
        raise SpecErrors(source.problems)
    notes = [_print(f"{what}: {', '.join(of)}") for what, of in source.notes.items()]
    return Made(
        form, path, model.name, _part(robot.sections, robot.apart), robot.meshes,
        robot.rates, robot.accelerations, robot.rests, robot.reaches, model.stance, notes,
    )  # fmt: skip


def keep_apart(made: Made, pairs: Iterable[tuple[str, str]]) -> Made:
    """Return a robot whose links of these pairs do not touch each other, with a remark on it."""
    apart = _collect(pairs)
    note = "links that start inside each other, and do not touch here: "
    note += ", ".join(f"{one} and {other}" for one in apart for other in sorted(apart[one]))
    return made._replace(sections=_part(made.sections, pairs), notes=[*made.notes, note])


def _part(sections: Sections, pairs: Iterable[tuple[str, str]]) -> Sections:
    """Return sections whose links of these pairs do not touch each other."""
    links = dict(sections["links"])
    for name, others in _collect(pairs).items():
        before = links[name].get("touches", links)
        touches = [one for one in before if one not in others | {name}]
        links[name] = links[name] | {"touches": touches}
    return sections | {"links": links}


def _collect(pairs: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """Return pairs by one of the two, those of one together where that is possible."""
    apart: dict[str, set[str]] = {}
    for first, second in pairs:
        one, other = (first, second) if first in apart else (second, first)
        apart.setdefault(one, set()).add(other)
    return apart


def write(made: Made, name: str) -> str:
    """Return the text of a robot file of this name."""
    text = HEAD.format(name=name, file=_print(made.source.name))
    if made.notes:
        text += CHANGED + "".join(f"{_wrap(note)}\n" for note in made.notes)
    text += f"\ntitle: {wording.inline(made.title or name)}\n"
    for section, named in made.sections.items():
        if named:
            lines = wording.below(_whole(named), wording.STEP)
            remark = REMARKS.get(section, TUNED[made.form])
            text += "\n".join(["", f"# {remark}", f"{section}:", *lines]) + "\n"
    return text


def _wrap(note: str) -> str:
    """Return a remark in lines that can be read."""
    style = {"initial_indent": "# - ", "subsequent_indent": "#   ", "break_on_hyphens": False}
    return textwrap.fill(note, wording.WIDTH, break_long_words=False, **style)


def _print(text: str) -> str:
    """Return a text as it can stand in a remark, on one line."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _whole(value: Any) -> Any:
    """Return data with its whole numbers as such: 0 for 0.0."""
    if isinstance(value, dict):
        return {key: _whole(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    return value
