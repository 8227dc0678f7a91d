"""Robots and props of a scene moved, turned, added and removed: written into its file at once."""

import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from simulator.spec import units
from simulator.spec.errors import KeyPath, Mark, Step
from simulator.spec.fields import Spec
from simulator.spec.models.scene import RobotPlacement, SceneSpec
from simulator.spec.naming import bodies
from simulator.spec.naming.fresh import fresh_name
from simulator.spec.reading.translate import follow

from . import stock
from .binder import Place
from .document import Document, EditError
from .edited_files import EditedFiles, Survey
from .properties import find_key

FINE = 4  # decimals of a written metre or radian
APART, GAP = 0.3, 0.1  # m from a thing to its copy, at least, and between them
SHAPES = {
    "box": {"box": [0.2, 0.2, 0.2]},
    "ball": {"sphere": 0.1},
    "drum": {"cylinder": {"radius": 0.1, "length": 0.3}},
}
Vector = Sequence[float]


class Thing(NamedTuple):
    """A part of a scene: its section, and its row or name in that, if it is one of several."""

    name: str
    section: str
    row: int | str | None = None

    @property
    def is_placed(self) -> bool:
        """Whether it has a place: robots and props; lights, materials, camera and sky have none."""
        return self.section in ("robots", "props")

    @property
    def path(self) -> KeyPath:
        """Where the scene has it: all of it, for what is the scene's own."""
        if self.section == "scene":
            return ()
        return (self.section,) if self.row is None else (self.section, self.row)


class Placing(EditedFiles):
    """Edits of the scene that `follow` has named; each is checked and saved, or refused.

    The edits raise what `step` does.
    """

    def __init__(self, survey: Survey) -> None:
        super().__init__(SceneSpec(), survey, at_once=True)

    def find(self, body: str) -> Thing | None:
        """Return the thing that a body belongs to, None for the ground."""
        robots = [bodies.robot_name(place) for place in self.scene.robots]
        head = body.partition(".")[0]
        if "." in body and head in robots:
            return Thing(head, "robots", robots.index(head))
        props = [prop.name for prop in self.scene.props]
        return Thing(body, "props", props.index(body)) if body in props else None

    def list_things(self) -> list[Thing]:
        """Return all that can be chosen, in the order of the file."""
        robots = [bodies.robot_name(place) for place in self.scene.robots]
        found = [Thing(name, "robots", row) for row, name in enumerate(robots)]
        found += [Thing(one.name, "props", row) for row, one in enumerate(self.scene.props)]
        found += [Thing(name, "lights", name) for name in self.scene.lights]
        return [*found, *(Thing(name, name) for name in ("camera", "sky", "scene"))]

    def spec_of(self, thing: Thing, path: KeyPath = ()) -> Spec:
        """Return a thing, or the part at a path of it, as it was loaded."""
        spec: Any = self.scene
        for step in (*thing.path, *path):
            spec = getattr(spec, str(step)) if isinstance(spec, Spec) else spec[step]
        return spec

    def base_of(self, thing: Thing) -> str:
        """Return the body whose pose is the thing's own; "" where it has none."""
        if not thing.is_placed:
            return ""
        spec = getattr(self.spec_of(thing), "spec", None)
        return f"{thing.name}.{bodies.base_link(spec)}" if spec is not None else thing.name

    def start_of(self, thing: Thing) -> tuple[Vector, Vector]:
        """Return where the file puts a robot or prop: position [m], roll, pitch, yaw [rad]."""
        spec: Any = self.spec_of(thing)
        return spec.at, spec.rpy

    def mark(self, thing: Thing) -> Mark:
        """Return where a thing is written; of the scene itself, its title."""
        path = ("title",) if thing.section == "scene" else thing.path
        return self.scene.origin.locate("scene", path)

    def is_written(self, thing: Thing) -> bool:
        """Say whether a file has the thing; else it is there by default."""
        tree = self.scene.origin.trees["scene"]
        return tuple(follow(tree, thing.path)[0]) == thing.path

    def find_place(self, thing: Thing) -> Place:
        """Return where a thing is written; of one that is there by default, where it will be."""
        if not self.is_written(thing):
            return Place(self.binder.open(self.scene.source), thing.path)
        if thing.is_placed:
            place = self.binder.find(self.scene.origin, "scene", thing.path)
        else:  # its name is its place, on whatever line it is by now
            place = Place(self.binder.open(self.mark(thing).file), thing.path)
        written = place.document.get(place.path)
        if not isinstance(written, dict) or not _is_of(thing, written):
            raise EditError(
                f"{thing.name} is not where the scene was loaded from",
                f"{thing.name}: не там, откуда загружена сцена",
            )
        return place

    # -- edits

    def place(self, thing: Thing, at: Vector, rpy: Vector) -> None:
        """Put a thing elsewhere: position [m], roll, pitch, yaw [rad]."""
        self.place_all([(thing, at, rpy)])

    def place_all(self, places: Sequence[tuple[Thing, Vector, Vector]]) -> None:
        """Put things elsewhere, each with its position [m] and its roll, pitch, yaw [rad]."""
        found = [(self.find_place(thing), at, rpy) for thing, at, rpy in places]
        with self.step(*(place.document for place, *_ in found)):
            for (document, path), at, rpy in found:
                write_vector(document, path, "at", at)
                write_vector(document, path, "rpy", rpy)

    def duplicate(self, thing: Thing, breadth: float = 0.0) -> str:
        """Put a copy beside a thing that is so broad along y [m]; return the copy's name."""
        return self.duplicate_all([thing], breadth)[0]

    def duplicate_all(self, things: Sequence[Thing], breadth: float = 0.0) -> list[str]:
        """Put copies beside things that are so broad together along y [m]; return their names."""
        names: list[str] = []
        for thing in things:
            names.append(self._new_name(thing.name, names))
        found = [
            (self.find_place(thing), thing, name) for thing, name in zip(things, names, strict=True)
        ]
        found.sort(key=lambda one: _rows(one[0].path), reverse=True)
        documents = [place.document for place, *_ in found]

        def put(place: Place, thing: Thing, more: dict[str, Any]) -> None:
            document, path = place
            index = path[-1]
            assert isinstance(index, int)
            (x, y, z), rpy = self.start_of(thing)
            there = (*path[:-1], index + 1)
            document.insert(there, {**document.get(path), **more}, shared="own")
            write_vector(document, there, "at", [x, y + max(APART, breadth + GAP), z])
            write_vector(document, there, "rpy", rpy)

        def put_all(own: dict[str, Any]) -> None:
            for place, thing, name in found:
                more = own if thing.section == "robots" else {}
                put(place, thing, {"name": name, **more})

        robot = next((place for place, thing, _ in found if thing.section == "robots"), None)
        if robot is None:
            with self.step(*documents):
                put_all({})
        else:
            file = robot.document.get(robot.path).get("file")
            self._put_robot(robot.document, file, put_all, documents)
        return names

    def remove(self, *things: Thing) -> None:
        """Take things out of the scene."""
        found = [self.find_place(thing) for thing in things]
        with self.step(*(place.document for place in found)):
            for document, path in sorted(found, key=lambda place: _rows(place.path), reverse=True):
                document.remove(path, shared="own")

    def add(self, shape: str, at: Vector) -> str:
        """Put a new prop (one of SHAPES) at a place; return its name."""
        name = self._new_name(shape)
        place = [_rounded(x, FINE) for x in at]
        new = {"name": name, "at": place, "mass": 1, "shape": SHAPES[shape]}
        self._append_prop(new)
        return name

    def add_mesh(self, path: str, at: Vector) -> str:
        """Put a new prop of a mesh file at a place; return its name."""
        file = Path(path)
        document = self.binder.open(self.scene.source)
        stem = "".join(one if one.isalnum() else "_" for one in file.stem)
        name = self._new_name(stem if stem[:1].isalpha() else f"mesh_{stem}")
        place = [_rounded(x, FINE) for x in at]
        written = stock.path_from(file, self.path_of(document))
        self._append_prop({"name": name, "at": place, "mass": 1, "mesh": written})
        return name

    def add_robot(self, path: str, at: Vector) -> str:
        """Put a robot of a file at a place; return its name."""
        file = Path(path)
        document = self.binder.open(self.scene.source)
        name = self._new_name(file.parent.name)
        new: dict[str, Any] = {"file": stock.path_from(file, self.path_of(document))}
        if name != file.parent.name:
            new["name"] = name
        new["at"] = [_rounded(x, FINE) for x in at]

        def put(own: dict[str, Any]) -> None:
            append(document, "robots", {**new, **own})

        self._put_robot(document, new["file"], put)
        return name

    # -- inside

    def _append_prop(self, new: dict[str, Any]) -> None:
        document = self.binder.open(self.scene.source)
        with self.step(document):
            append(document, "props", new)

    def _put_robot(
        self,
        document: Document,
        file: str,
        put: Callable[[dict[str, Any]], None],
        documents: Iterable[Document] = (),
    ) -> None:
        """Have `put` write another robot of a file, with what is its own: a console or nothing.

        It writes into `document`, and may write into `documents`, too.

        Where the names of two robots get in each other's way, the scene's console becomes that of
        its only robot; another robot of that kind gets one of its own.
        """
        try:
            with self.step(document, *documents):
                put({})
        except EditError:
            robots, console = document.get(("robots",), []), document.get(("console",))
            if console is None or len(self.scene.robots) != 1 or len(robots) != 1:
                raise
            with self.step(document, *documents):
                document.remove(("console",))
                document.set(("robots", 0, "console"), console)
                put({"console": console} if robots[0].get("file") == file else {})

    def _new_name(self, name: str, more: Iterable[str] = ()) -> str:
        """Return a name that nothing has, nor is about to have: one of `more`."""
        taken = {*more} | {bodies.robot_name(place) for place in self.scene.robots}
        taken |= {prop.name for prop in self.scene.props}
        return fresh_name(name, taken)


def _is_of(thing: Thing, written: dict[str, Any]) -> bool:
    """Say whether what is written where a thing was is that thing, and not one that came there."""
    name = written.get("name")
    if thing.section == "robots":
        file = str(written.get("file"))
        name = bodies.robot_name(RobotPlacement.model_construct(name=name, file=file))
    return not thing.is_placed or name == thing.name


def _rows(path: KeyPath) -> tuple[tuple[bool, Step], ...]:
    """Return what sorts paths of a document in its order, names and rows apart."""
    return tuple((isinstance(step, int), step) for step in path)


def append(document: Document, section: str, new: dict[str, Any]) -> None:
    """Put something at the end of a section."""
    there = document.get((section,))
    if isinstance(there, list):
        document.insert((section, len(there)), new)
    else:
        document.set((section,), [new])


def write_vector(document: Document, path: KeyPath, key: str, vector: Vector) -> None:
    """Write three numbers under a key in the unit that the file has them in."""
    written = find_key(document.get(path), key)
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


def _rounded(number: float, digits: int) -> float:
    rounded = round(float(number), digits)
    return int(rounded) if rounded == int(rounded) else rounded
