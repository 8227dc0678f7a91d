"""Robots and props of a scene moved, turned, added and removed: written into its file at once."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from simulator.spec import bodies, units
from simulator.spec.errors import Mark
from simulator.spec.scene import SceneSpec

from .binder import Binder, Place
from .document import Document, EditError
from .pieces import Path

FINE = 4  # decimals of a written metre or radian
APART = 0.3  # m between a thing and its copy
SHAPES = {
    "box": {"box": [0.2, 0.2, 0.2]},
    "ball": {"sphere": 0.1},
    "drum": {"cylinder": {"radius": 0.1, "length": 0.3}},
}
Vector = Sequence[float]


class Thing(NamedTuple):
    """A robot or a prop, and its row in the scene's list."""

    name: str
    section: str  # "robots" or "props"
    row: int


class Placing:
    """Edits of the scene that `follow` has named; each is saved, and can be taken back."""

    def __init__(self, binder: Binder) -> None:
        self.binder = binder
        self.scene = SceneSpec()
        self.done: list[Document] = []
        self.undone: list[Document] = []

    def follow(self, scene: SceneSpec) -> None:
        """Edit this scene from now on; what others have saved meanwhile is read again."""
        self.scene = scene
        for document in self.binder.documents.values():
            if not document.is_dirty and self.binder.is_changed(document):
                self.binder.read_again(document)
                document.history.clear()  # nobody takes back here what was done elsewhere
                self.done = [one for one in self.done if one is not document]
                self.undone = [one for one in self.undone if one is not document]

    def find(self, body: str) -> Thing | None:
        """Return the thing that a body belongs to, None for the ground."""
        robots = [bodies.robot_name(place) for place in self.scene.robots]
        head = body.partition(".")[0]
        if "." in body and head in robots:
            return Thing(head, "robots", robots.index(head))
        props = [prop.name for prop in self.scene.props]
        return Thing(body, "props", props.index(body)) if body in props else None

    def base_of(self, thing: Thing) -> str:
        """Return the body whose pose is the thing's own."""
        if thing.section == "props":
            return thing.name
        spec = self.scene.robots[thing.row].spec
        assert spec is not None
        return f"{thing.name}.{bodies.base_link(spec)}"

    def start_of(self, thing: Thing) -> tuple[Vector, Vector]:
        """Return where the file puts a thing: position [m], roll, pitch, yaw [rad]."""
        spec = getattr(self.scene, thing.section)[thing.row]
        return spec.at, spec.rpy

    def mark(self, thing: Thing) -> Mark:
        """Return where a thing is written."""
        return self.scene.origin.locate("scene", (thing.section, thing.row))

    # -- edits

    def place(self, thing: Thing, at: Vector, rpy: Vector) -> None:
        """Put a thing elsewhere: position [m], roll, pitch, yaw [rad].

        Raises:
            EditError: It cannot be written so, or the file is not what the scene was loaded from.
            ChangedOnDiskError: Another program has saved the file.
            OSError: The file cannot be written.
        """
        document, path = self._find(thing)
        with document.group("place"):
            _write(document, path, "at", at)
            _write(document, path, "rpy", rpy)
        self._save(document)

    def duplicate(self, thing: Thing) -> str:
        """Put a copy beside a thing; return its name."""
        document, path = self._find(thing)
        value, name = document.get(path), self._new_name(thing.name)
        at, rpy = self.start_of(thing)
        index = path[-1]
        assert isinstance(index, int)
        there = (*path[:-1], index + 1)
        with document.group("duplicate"):
            document.insert(there, {**value, "name": name}, shared="own")
            _write(document, there, "at", [at[0], at[1] + APART, at[2]])
            _write(document, there, "rpy", rpy)
        self._save(document)
        return name

    def remove(self, thing: Thing) -> None:
        """Take a thing out of the scene."""
        document, path = self._find(thing)
        document.remove(path, shared="own", label="remove")
        self._save(document)

    def add(self, shape: str, at: Vector) -> str:
        """Put a new prop (one of SHAPES) at a place; return its name."""
        document, name = self.binder.open(self.scene.source), self._new_name(shape)
        new = {
            "name": name,
            "at": [_rounded(x, FINE) for x in at],
            "mass": 1,
            "shape": SHAPES[shape],
        }
        with document.group("add"):
            if isinstance(document.get(("props",)), list):
                document.insert(("props", len(document.get(("props",)))), new)
            else:
                document.set(("props",), [new])
        self._save(document)
        return name

    def undo(self) -> bool:
        """Take the last edit back; return whether there was one."""
        return self._shift(self.done, self.undone, "undo")

    def redo(self) -> bool:
        """Do the edit again that was taken back last."""
        return self._shift(self.undone, self.done, "redo")

    # -- inside

    def _find(self, thing: Thing) -> Place:
        place = self.binder.find(self.scene.origin, "scene", (thing.section, thing.row))
        if not isinstance(place.document.get(place.path), dict):
            raise EditError(f"{thing.name} is not where the scene was loaded from")
        return place

    def _new_name(self, name: str) -> str:
        taken = {bodies.robot_name(place) for place in self.scene.robots}
        taken |= {prop.name for prop in self.scene.props}
        stem = name.rstrip("0123456789").rstrip("_") or name
        return next(f"{stem}_{n}" for n in range(2, 10_000) if f"{stem}_{n}" not in taken)

    def _save(self, document: Document) -> None:
        try:
            self.binder.save(document)
        except Exception:
            document.undo()
            raise
        self.done.append(document)
        self.undone.clear()

    def _shift(self, source: list[Document], target: list[Document], action: str) -> bool:
        if not source:
            return False
        document = source[-1]
        getattr(document, action)()
        try:
            self.binder.save(document)
        except Exception:
            getattr(document, "redo" if action == "undo" else "undo")()
            raise
        target.append(source.pop())
        return True


def _write(document: Document, path: Path, key: str, vector: Vector) -> None:
    """Write three numbers under a key in the unit that the file has them in."""
    written = next((k for k in document.get(path) if _is(k, key)), None)
    if written is None and not any(abs(number) > 1e-6 for number in vector):
        return
    if written is None:
        written = "rpy_deg" if key == "rpy" else key
    suffix = written.removeprefix(key).removeprefix("_")
    unit = units.SUFFIXES[suffix] if suffix else units.Suffix("")
    digits = max(FINE + round(math.log10(unit.times / unit.over)), 0)
    numbers: list[Any] = [_rounded(one * unit.over / unit.times, digits) for one in vector]
    if document.has((*path, written)):
        document.set((*path, written), numbers, shared="own")
    else:
        document.insert((*path, written), numbers, at=1, shared="own")


def _is(written: str, key: str) -> bool:
    suffix = written.removeprefix(f"{key}_")
    return written == key or (written != suffix and suffix in units.SUFFIXES)


def _rounded(number: float, digits: int) -> float:
    rounded = round(float(number), digits)
    return int(rounded) if rounded == int(rounded) else rounded
