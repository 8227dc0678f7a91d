"""A URDF as the data of a robot file: bodies, joints, materials; and what had to be changed."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any, NamedTuple

from simulator.exact.products import principal
from simulator.spec.fields import LEAST_MASS
from simulator.spec.naming.bodies import rotation_of

from . import urdf_bodies, urdf_drives
from .urdf_bodies import STILL, Body, compose, turns
from .urdf_meshes import Meshes
from .urdf_model import NAMELESS, ORIGIN, Geometry, Joint, Link, Model, Pose
from .urdf_tags import Document

WORLD = "world"  # name of a link that stands for it
UNKNOWN_MASS = 0.01  # [kg] of a moving frame that has neither mass nor shape
NOTHING_DRIVES = "joints that nothing drives, for want of an `effort` or of room between limits"
LONGEST = 50  # of a name: desks put `_angle_display` behind it, and 64 is the most
Named = dict[str, Any]


class Robot(NamedTuple):
    """Sections of a robot file, its mesh files, and how fast its drives may go."""

    sections: dict[str, Named]
    meshes: dict[str, bytes]
    rates: dict[str, float]  # how fast targets of servos may move [rad/s or m/s]


class Names:
    """Names as robot files have them: letters, digits and _, a letter first, each once."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._taken: set[str] = set()

    def give_all(self, names: Iterable[str], document: Document) -> dict[str, str]:
        """Return a name for each, which is its own where it can be; others are noted."""
        in_turn = sorted(names, key=lambda name: self._plain(name) != name)
        given = {name: self.give(name) for name in in_turn}
        for name, found in given.items():
            if found != name:
                document.note(f"{self._what}s by another name", f"{name!r} as {found}")
        return given

    def give(self, name: str) -> str:
        """Return a name that nothing else has."""
        plain = found = self._plain(name)
        count = 1
        while found in self._taken:
            count += 1
            found = f"{plain[: LONGEST - 4]}_{count}"
        self._taken.add(found)
        return found

    def _plain(self, name: str) -> str:
        plain = re.sub(r"\W+", "_", unicodedata.normalize("NFKC", name)).strip("_") or self._what
        return (plain if plain[0].isalpha() else f"{self._what}_{plain}")[:LONGEST]


def convert(model: Model, meshes: Meshes, fixed: bool) -> Robot:
    """Return a model as a robot; mistakes that are found are noted in the meshes' document.

    Args:
        model: A sound model.
        meshes: Takes its mesh files.
        fixed: Its base stands in the world.

    Raises:
        MissingError: A COLLADA file, and the library that reads it is not installed.
    """
    document = meshes.document
    bodies = urdf_bodies.find_bodies(model)
    called = Names("link").give_all([body.name for body in bodies], document)
    colours = _Colours(model)
    links = {}
    for row, body in enumerate(bodies):
        held = row == 0 and (fixed or _stands(model, body))
        links[called[body.name]] = _fill(model, body, held, meshes, colours)
    base, part = next(iter(links.items()))
    if not fixed:
        stands = "stands in the world; without `fixed: true` it is free"
        free = "is free to move; with `fixed: true` it stands in the world, as with --fixed"
        document.note("the base", f"{base} {stands if part.get('fixed') else free}")
    joints, wanted = _tie(model, bodies, called, document)
    drives = urdf_drives.find_drives(wanted, joints, links)
    _start(joints, wanted, document)
    for name in drives.motors:
        if not wanted[name].effort:
            gets = f"given {urdf_drives.UNKNOWN_EFFORT:g} N m (or N)"
            document.note(f"joints without an `effort` that others follow, {gets}", name)
    for name in drives.idle:
        document.note(NOTHING_DRIVES, name)
    sensors = {f"{name}_angle": {"type": "angle", "joint": name} for name in drives.motors}
    sections = {
        "materials": colours.used, "links": links, "joints": joints,
        "motors": drives.motors, "repeaters": drives.repeaters, "sensors": sensors,
    }  # fmt: skip
    return Robot(sections, meshes.files, drives.rates)


def _stands(model: Model, base: Body) -> bool:
    """Return whether a base is the world, or has nothing that could move freely."""
    return model.root == WORLD or not any(urdf_bodies.is_heavy(model, one) for one in base.links)


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
    document = meshes.document
    part: Named = {"fixed": True} if held else {}
    weighed = [name for name in body.links if model.links[name].mass > 0.0]
    for name in weighed:
        if urdf_bodies.is_heavy(model, name):
            part |= {} if held else _weigh(model.links[name], body.links[name], name, document)
        else:
            document.note(f"masses below {1e6 * LEAST_MASS:g} mg, left out", name)
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
        document.note(f"links that move without a mass, given {UNKNOWN_MASS:g} kg", body.name)
    elif not held and "mass" not in part:
        document.note("links without a mass, weighed by their shapes as if of water", body.name)
    for name, pose in body.links.items():
        if name not in (body.name, WORLD):
            at, rpy = (", ".join(f"{number:.6g}" for number in numbers) for numbers in pose)
            turned = f", rpy: [{rpy}]" if pose.rpy != ORIGIN else ""
            where = f"{name} on {body.name} at: [{at}]{turned}"
            document.note("frames without a mass, places on links here", where)
    if body.links[body.name] != STILL:
        first = next(iter(body.links))
        document.note("links in the frame of what they are fixed to", f"{body.name} in {first}'s")
    return part


def _weigh(link: Link, pose: Pose, name: str, document: Document) -> Named:
    """Return mass, centre and moments of a link in the frame of its body."""
    centre = compose(pose, link.centre)
    found: Named = {"mass": link.mass, "centre_of_mass": list(centre.at)}
    moments = link.moments
    low, middle, high = principal(urdf_bodies.spread(moments))[0]
    if low <= 0.0 or high > (low + middle) * (1.0 + 1e-6):
        what = "of 0" if not any(moments) else "that no body can have"
        document.note(f"inertia {what}; it follows from the shapes", name)
        return found
    if centre.rpy != ORIGIN:
        moments = urdf_bodies.turn_moments(moments, rotation_of(turns(centre)))
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


def _tie(
    model: Model, bodies: Iterable[Body], called: dict[str, str], document: Document
) -> tuple[Named, dict[str, urdf_drives.Wanted]]:
    """Return the joints between bodies, and what drives are said to be on them."""
    of = {link: body for body in bodies for link in body.links}
    kept = {
        name: joint
        for name, joint in model.joints.items()
        if joint.parent in of and of[joint.parent] is not of[joint.child]
    }
    renamed = Names("joint").give_all(kept, document)
    joints: Named = {}
    wanted = {}
    for name, joint in kept.items():
        carrier = of[joint.parent]
        pose = compose(carrier.links[joint.parent], joint.pose)
        joints[renamed[name]] = {
            "type": joint.kind,
            "parent": called[carrier.name],
            "child": called[of[joint.child].name],
            **{key: list(value) for key, value in pose._asdict().items() if any(value)},
            **_move(name, joint, document),
        }
        follows = joint.mimic and _can_follow(model, name) and renamed.get(joint.mimic.joint)
        if joint.mimic and not follows:
            document.note("`mimic` of or after joints that do not turn or slide, left out", name)
        wanted[renamed[name]] = urdf_drives.Wanted(
            0.0 if joint.limit and joint.limit[0] == joint.limit[1] else joint.effort,
            joint.velocity,
            joint.kind == "revolute" and joint.limit is None,
            (follows, *joint.mimic[1:]) if joint.mimic and follows else None,
        )
    return joints, wanted


def _can_follow(model: Model, name: str) -> bool:
    """Return whether both a joint and the one that it mimics turn or slide."""
    joint = model.joints[name]
    leader = model.joints[joint.mimic.joint] if joint.mimic else joint
    return joint.kind in urdf_drives.ERROR and leader.kind in urdf_drives.ERROR


def _move(name: str, joint: Joint, document: Document) -> Named:
    """Return how a joint moves: its axis, limits and what resists it."""
    if joint.kind == "fixed":
        return {}
    found: Named = {}
    if joint.kind in urdf_drives.ERROR:
        found["axis"] = list(joint.axis)
        if joint.limit is not None:
            low, high = joint.limit
            if low > high:
                document.note("limits that are upside down, left out", name)
            else:
                key = "limit_rad" if joint.kind == "revolute" else "limit"
                found[key] = [low, high]
    resists = {"damping": joint.damping, "friction": joint.friction}
    return found | {key: value for key, value in resists.items() if value}


def _start(joints: Named, wanted: dict[str, urdf_drives.Wanted], document: Document) -> None:
    """Let joints start at zero, or where their limits and the joint that they follow let them."""
    starts = {name: _nearest(joint, 0.0) for name, joint in joints.items()}
    for name, want in wanted.items():
        if want.follows:
            leader, ratio, offset = urdf_drives.find_leader(name, wanted)
            starts[name] = _nearest(joints[name], ratio * starts.get(leader, 0.0) + offset)
    for name, start in starts.items():
        if start:
            joints[name]["start_rad" if "limit_rad" in joints[name] else "start"] = start
            document.note("joints that do not start at 0", f"{name} at {start:g}")


def _nearest(joint: Named, wanted: float) -> float:
    low, high = joint.get("limit_rad") or joint.get("limit") or (wanted, wanted)
    return min(max(wanted, low), high)
