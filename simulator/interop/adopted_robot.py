"""A model as the data of a robot file: bodies, joints, materials; and what had to be changed."""

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from simulator.exact.products import principal
from simulator.spec.fields import LEAST_MASS
from simulator.spec.naming.bodies import rotation_of

from . import adopted_bodies, adopted_drives, adopted_joints
from .adopted_bodies import STILL, Body, compose, turns
from .adopted_meshes import Meshes
from .adopted_model import NAMELESS, ORIGIN, WORLD, Geometry, Link, Model, Pose
from .adopted_names import Names
from .adopted_source import Source

UNKNOWN_MASS = 0.01  # [kg] of a moving frame that has neither mass nor shape
NOTHING_DRIVES = "joints that nothing drives, for want of an {} or of room between limits"
MEASURED = {"revolute": "angle", "prismatic": "position"}  # what is read of a driven joint
Named = dict[str, Any]
Solid = tuple[str, tuple[int, int]]


class Robot(NamedTuple):
    """Sections of a robot file, its mesh files, and how fast its drives may go."""

    sections: dict[str, Named]
    meshes: dict[str, bytes]
    rates: dict[str, float]  # how fast targets of servos may move [rad/s or m/s]
    accelerations: dict[str, float]  # how fast they may speed up [rad/s2 or m/s2]
    rests: dict[str, float]  # where motors rest that nothing drives: springs [rad or m]
    reaches: dict[str, tuple[float, float]]  # of the inputs of motors [rad, rad/s, m, m/s]
    apart: list[tuple[str, str]]  # links that never touch each other


def convert(model: Model, meshes: Meshes, fixed: bool) -> Robot:
    """Return a model as a robot; mistakes that are found are noted in the meshes' source.

    Args:
        model: A sound model.
        meshes: Takes its mesh files.
        fixed: Its base stands in the world.

    Raises:
        MissingError: A COLLADA file, and the library that reads it is not installed.
    """
    source = meshes.source
    bodies = adopted_bodies.find_bodies(model)
    called = Names("link").give_all([body.name for body in bodies], source)
    colours = _Colours(model)
    links = {}
    for row, body in enumerate(bodies):
        held = row == 0 and (fixed or _stands(model, body))
        links[called[body.name]] = _fill(model, body, held, meshes, colours)
    base, part = next(iter(links.items()))
    if not fixed and base != WORLD:
        stands = "stands in the world; without `fixed: true` it is free"
        free = "is free to move; with `fixed: true` it stands in the world, as with --fixed"
        source.note("the base", f"{base} {stands if part.get('fixed') else free}")
    ties = adopted_joints.tie(model, bodies, called, source)
    drives = adopted_drives.find_drives(ties.wanted, ties.joints, links)
    for name in drives.motors:
        if not (ties.wanted[name].effort or ties.wanted[name].drive):
            gets = f"given {adopted_drives.UNKNOWN_EFFORT:g} N m (or N)"
            what = f"joints without an {source.drives} that others follow, {gets}"
            source.note(what, name)
    for name, rate in drives.rates.items():
        if not ties.wanted[name].velocity:
            unit = "m/s" if ties.joints[name]["type"] == "prismatic" else "rad/s"
            what = "joints without a `velocity`, moved by the desk"
            source.note(what, f"{name} at {rate:g} {unit}")
    for name in drives.turning:
        what = "joints without limits whose load is not balanced, held where their levers say"
        source.note(what, name)
    for name in drives.idle:
        source.note(NOTHING_DRIVES.format(source.drives), name)
    of = {link: called[body.name] for body in bodies for link in body.links}
    sensors = {
        f"{name}_{MEASURED[ties.joints[name]['type']]}": {"type": "angle", "joint": name}
        for name in drives.motors
    }
    sections = {
        "materials": colours.used, "links": links, "joints": ties.joints | ties.loops,
        "motors": drives.motors, "repeaters": drives.repeaters,
        "suction": _hold(model, of, links, drives.motors, source),
        "sensors": sensors, "cameras": _mount(model, bodies, called, source),
    }  # fmt: skip
    given = {name: ties.wanted[name].drive for name in drives.motors}
    rests = {name: one.rest for name, one in given.items() if one and one.rest is not None}
    reaches = {name: one.reach for name, one in given.items() if one and one.reach is not None}
    reaches |= dict.fromkeys(drives.turning, (-math.pi, math.pi))
    apart = [(called[one], called[other]) for one, other in _list_apart(model, bodies)]
    return Robot(sections, meshes.files, drives.rates, drives.accelerations, rests, reaches, apart)


def _hold(
    model: Model, called: dict[str, str], links: Named, taken: Named, source: Source
) -> Named:
    """Return the suction cups and magnets of a robot; `called`: bodies, by their links."""
    found = {
        name: cup for name, cup in model.suction.items() if "shapes" in links[called[cup.link]]
    }
    for name in (one for one in model.suction if one not in found):
        source.note("suction of links that touch nothing, left out", name)
    renamed = Names("cup", taken).give_all(found, source)
    return {
        renamed[name]: {"link": called[cup.link], "force": cup.force} for name, cup in found.items()
    }


def _mount(model: Model, bodies: list[Body], called: dict[str, str], source: Source) -> Named:
    """Return the cameras of a robot."""
    renamed = Names("camera").give_all(model.cameras, source)
    of = {link: body for body in bodies for link in body.links}
    found: Named = {}
    for name, camera in model.cameras.items():
        body = of[camera.link]
        pose = compose(body.links[camera.link], camera.pose)
        stands = {key: list(value) for key, value in pose._asdict().items() if any(value)}
        found[renamed[name]] = {"link": called[body.name], **stands, "fov": camera.fov}
    return found


def _list_apart(model: Model, bodies: list[Body]) -> Iterator[tuple[str, str]]:
    """Yield the bodies that never touch each other, though both collide and no joint ties them."""
    solids = {
        body.name: {(name, one.bits) for name in body.links for one in model.links[name].collisions}
        for body in bodies
    }
    of = {name: body.name for body in bodies for name in body.links}
    joints = (*model.joints.values(), *model.loops.values())
    tied = {frozenset((of.get(one.parent), of.get(one.child))) for one in joints}
    for pair in combinations(solids, 2):
        first, second = (solids[name] for name in pair)
        if first and second and frozenset(pair) not in tied:
            if not any(_may_touch(model, one, other) for one in first for other in second):
                yield pair


def _may_touch(model: Model, one: Solid, other: Solid) -> bool:
    """Return whether two solids, each a link's name and its bits, touch where they meet."""
    (first, (says, hears)), (second, (also_says, also_hears)) = one, other
    meet, pair = says & also_hears or also_says & hears, frozenset((first, second))
    return pair in model.met or (bool(meet) and pair not in model.apart)


def _stands(model: Model, base: Body) -> bool:
    """Return whether a base is the world, or has nothing that could move freely."""
    return model.fixed or not any(adopted_bodies.is_heavy(model, one) for one in base.links)


class _Colours:
    """Materials by their colour, as they are asked for."""

    def __init__(self, model: Model) -> None:
        self._colours = model.colours
        self._names = Names("colour")
        self._called: dict[str, str] = {}
        self.used: Named = {}

    def find(self, name: str, own: str = "") -> dict[str, str]:
        """Return `material` for a shape, nothing where no colour is given."""
        colour = self._colours.get(name) or own
        if not colour:
            return {}
        key = name if name in self._colours else own
        if key not in self._called:
            is_nameless = key == own or key.startswith(NAMELESS)
            called = f"colour_{colour[1:]}" if is_nameless else name
            self._called[key] = self._names.give(called)
            self.used[self._called[key]] = {"colour": colour}
        return {"material": self._called[key]}


def _fill(model: Model, body: Body, held: bool, meshes: Meshes, colours: _Colours) -> Named:
    """Return a body as a link of a robot file."""
    source = meshes.source
    part: Named = {"fixed": True} if held else {}
    weighed = [name for name in body.links if model.links[name].mass > 0.0]
    heavy = [name for name in weighed if adopted_bodies.is_heavy(model, name)]
    for name in heavy if not held else []:
        part |= _weigh(model.links[name], body.links[name], name, source)
    if weighed and not heavy and not held:  # a part of a mechanism, or it has a rotor
        part["mass"] = LEAST_MASS
        source.note(f"masses below {1e6 * LEAST_MASS:g} mg, taken as that", ", ".join(weighed))
    else:
        for name in (name for name in weighed if name not in heavy):
            source.note(f"masses below {1e6 * LEAST_MASS:g} mg, left out", name)
    shapes: list[Named] = []
    visuals: list[Named] = []
    for name, pose in body.links.items():
        link, solids = model.links[name], _Solids(meshes, colours, pose, f"link {name}")
        for one in link.collisions:
            drawn = next((other for other in link.visuals if other[:4] == one[:4]), None)
            shapes += solids.collide(one, drawn.colour if drawn else None, moves=not held)
        for one in link.visuals:
            visuals += solids.draw(one)
    looks = [{key: value for key, value in shape.items() if key != "convex"} for shape in shapes]
    is_same = len(shapes) == len(visuals) and all(look in visuals for look in looks)
    part |= {"shapes": shapes} if shapes else {}
    part |= {"visuals": visuals} if visuals and not is_same else {}
    if not held and "mass" not in part and not shapes and not visuals:
        part["mass"] = UNKNOWN_MASS
        source.note(f"links that move without a mass, given {UNKNOWN_MASS:g} kg", body.name)
    elif not held and "mass" not in part:
        source.note("links without a mass, weighed by their shapes as if of water", body.name)
    for name, pose in body.links.items():
        if name not in (body.name, WORLD):
            at, rpy = (", ".join(f"{number:.6g}" for number in numbers) for numbers in pose)
            turned = f", rpy: [{rpy}]" if pose.rpy != ORIGIN else ""
            where = f"{name} on {body.name} at: [{at}]{turned}"
            source.note("frames without a mass, places on links here", where)
    if body.links[body.name] != STILL:
        first = next(iter(body.links))
        source.note("links in the frame of what they are fixed to", f"{body.name} in {first}'s")
    return part


def _weigh(link: Link, pose: Pose, name: str, source: Source) -> Named:
    """Return mass, centre and moments of a link in the frame of its body."""
    centre = compose(pose, link.centre)
    found: Named = {"mass": link.mass, "centre_of_mass": list(centre.at)}
    moments = link.moments
    low, middle, high = principal(adopted_bodies.spread(moments))[0]
    if low <= 0.0 or high > (low + middle) * (1.0 + 1e-6):
        what = "of 0" if not any(moments) else "that no body can have"
        source.note(f"inertia {what}; it follows from the shapes", name)
        return found
    if centre.rpy != ORIGIN:
        moments = adopted_bodies.turn_moments(moments, rotation_of(turns(centre)))
    return found | {"inertia": list(moments)}


class _Solids(NamedTuple):
    """Makes shapes of the geometries of a link that lies at `pose` in its body."""

    meshes: Meshes
    colours: _Colours
    pose: Pose
    where: str

    def collide(self, one: Geometry, colour: str | None, moves: bool) -> list[Named]:
        """Return shapes that collide; a hollow mesh of what moves as its hull, as elsewhere."""
        return self._shape(one, f"{self.where}: collision", colour, collides=moves)

    def draw(self, one: Geometry) -> list[Named]:
        """Return shapes that are drawn: a mesh of several colours is several."""
        return self._shape(one, f"{self.where}: visual", one.colour, collides=False)

    def _shape(self, one: Geometry, where: str, colour: str | None, collides: bool) -> list[Named]:
        placed = compose(self.pose, one.pose)
        stands = {key: list(value) for key, value in placed._asdict().items() if any(value)}
        if one.kind != "mesh":
            size: Any = list(one.size) if one.kind == "box" else one.size[0]
            if len(one.size) == 2:
                size = {"radius": one.size[0], "length": one.size[1]}
            return [{one.kind: size, **stands, **self._paint(colour, "")}]
        return [
            {
                "mesh": copy.file,
                **({"scale": copy.scale} if copy.scale != 1.0 else {}),
                **({"convex": "hull"} if copy.is_hollow else {}),
                **stands,
                **self._paint(colour, copy.colour),
            }
            for copy in self.meshes.take(one, f"{where}: mesh", collides)
        ]

    def _paint(self, colour: str | None, own: str) -> dict[str, str]:
        return {} if colour is None else self.colours.find(colour, own)
