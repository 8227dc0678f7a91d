"""What hands have changed in the diagram of a running scene: its text, and signals held by force.

It is a part of the state: empty where nothing was changed, so that such a state has the bytes it
would have without this file.
"""

import json
import os
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from numpy.typing import NDArray

from .diagram.plan import Plan
from .spec.fields import Reference, Spec
from .spec.models.console import BlockSpec
from .spec.models.scene import SceneSpec
from .spec.reading.project import find_root

MARK = b"changes1"  # ends a state that has changes in it


class Wired(Spec):
    """What is wired, of all consoles together: names may have dots, as in `robot.knee.error`."""

    constants: dict[Reference, float] = {}
    diagram: dict[Reference, BlockSpec] = {}
    outputs: dict[Reference, Reference | float] = {}


WIRED = tuple(Wired.model_fields)  # what of a console is its diagram


class Changes(NamedTuple):
    """The diagram's text, "" = as the files have it; forced values by the signals' names."""

    diagram: str = ""
    forced: Mapping[str, float] = {}


def pack(changes: Changes) -> bytes:
    """Return the changes as the end of a state."""
    if not changes.diagram and not changes.forced:
        return b""
    body = json.dumps([changes.diagram, dict(changes.forced)], ensure_ascii=False).encode()
    return body + len(body).to_bytes(8, "little") + MARK


def unpack(state: bytes) -> tuple[bytes, Changes]:
    """Return what stands before the changes at the end of a state, and the changes.

    Raises:
        ValueError: They are none.
    """
    if not state.endswith(MARK):
        return state, Changes()
    size = int.from_bytes(state[-16:-8], "little")
    written = state[len(state) - 16 - size : -16]
    diagram, forced = msgspec.json.decode(written, type=tuple[str, dict[str, int | float]])
    return state[: len(state) - 16 - size], Changes(diagram, forced)


def write_diagram(scene: SceneSpec) -> dict[str, Any]:
    """Return the diagram of a scene's consoles as plain data, paths relative to the scene."""
    console, folder = scene.console_spec, _folder(scene)
    data = console.model_dump(mode="json", by_alias=True, exclude_unset=True, include={*WIRED})
    for block in data.get("diagram", {}).values():
        if block.get("file"):
            block["file"] = os.path.relpath(block["file"], folder)
    return data


def with_diagram(scene: SceneSpec, data: Mapping[str, Any]) -> SceneSpec:
    """Return a scene with the diagram that `write_diagram` has written in all its consoles.

    Raises:
        ValueError: The data is no diagram.
    """
    if unknown := sorted(set(data) - {*WIRED}):
        raise ValueError(f"a diagram has no section {unknown[0]!r}")
    written = Wired.model_validate(dict(data))
    blocks, folder = dict(written.diagram), _folder(scene)
    root = find_root(Path(folder) / "scene")
    for name, block in blocks.items():
        if block.file:
            path = os.path.normpath(os.path.join(folder, block.file))
            if not Path(os.path.realpath(path)).is_relative_to(root):
                raise ValueError(f"{block.file!r} leads out of the project folder")
            blocks[name] = block.model_copy(update={"file": path})
    update = {section: getattr(written, section) for section in WIRED} | {"diagram": blocks}
    whole = scene.console_spec.model_copy(update=update)
    parts = {
        owner: part.model_copy(update={s: _own(update[s], owner, scene.consoles) for s in WIRED})
        for owner, part in scene.consoles.items()
    }
    return scene.model_copy(update={"console_spec": whole, "consoles": parts})


def _own(section: Mapping[str, Any], owner: str, owners: Collection[str]) -> dict[str, Any]:
    """Return what of a section belongs to an owner: a robot's names begin with its name."""
    heads = [f"{one}." for one in owners if one]
    if owner:
        return {name: value for name, value in section.items() if name.startswith(f"{owner}.")}
    return {n: value for n, value in section.items() if not n.startswith(tuple(heads))}


def _folder(scene: SceneSpec) -> str:
    return os.path.dirname(os.path.realpath(scene.source or "."))


def to_text(data: Mapping[str, Any]) -> str:
    """Return a diagram's data as one text: equal diagrams, equal texts; order is kept."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def from_text(text: str) -> dict[str, Any]:
    """Return a diagram's data from a text of `to_text`.

    Raises:
        ValueError: It is none.
    """
    try:
        data = json.loads(text)
    except RecursionError as error:
        raise ValueError("the text of the diagram is nested too deeply") from error
    if not isinstance(data, dict):
        raise ValueError("the text of the diagram holds no sections")
    return data


def carry_over(
    before: Plan, signals: NDArray, memory: NDArray, after: Plan, constants: Collection[str]
) -> tuple[NDArray, NDArray]:
    """Return signals (slots,) and memory (cells,) of a new plan with what the old one knows.

    A signal goes on by its name, a block's memory where name, kind and size are the same.
    `constants` are the names that have their value from the new diagram.
    """
    ours, cells = after.signals.copy(), after.memory.copy()
    for name, slot in after.slots.items():
        if name in before.slots and name not in constants:
            ours[slot] = signals[before.slots[name]]
    rows = {block.name: row for row, block in enumerate(before.order)}
    for row, block in enumerate(after.order):
        was = rows.get(block.name)
        if was is None or before.order[was].kind.name != block.kind.name:
            continue
        here, there = _span(after, row), _span(before, was)
        if here.stop - here.start == there.stop - there.start:
            cells[here] = memory[there]
    return ours, cells


def _span(plan: Plan, row: int) -> slice:
    """Return the cells of memory of the block in a row."""
    return slice(*(int(cell) for cell in plan.tables.memory_start[row : row + 2]))
