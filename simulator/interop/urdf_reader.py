"""What a URDF says: links with their mass and geometry, joints, colours (wiki.ros.org/urdf/XML)."""

import math
from collections import Counter

from simulator.spec.fields import MOST_MASS

from .adopted_bodies import turns
from .adopted_model import (
    NAMELESS,
    ORIGIN,
    SOLIDS,
    WORLD,
    Geometry,
    Joint,
    Link,
    Mimic,
    Model,
    Pose,
    Stance,
    Triple,
)
from .urdf_tags import Document, Tag

KINDS = {  # of joints, as robot files call them
    "revolute": "revolute", "continuous": "revolute", "prismatic": "prismatic", "fixed": "fixed",
    "floating": "floating", "spherical": "spherical", "ball": "spherical",
}  # fmt: skip
SHORTEST = 1e-9  # of axes that have a direction
KNOWN = {  # what is read, by what it stands in
    "robot": ("link", "joint", "material"),
    "link": ("inertial", "visual", "collision"),
    "joint": ("origin", "parent", "child", "axis", "limit", "dynamics", "mimic"),
}
MOMENTS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")


def read(document: Document) -> Model:
    """Return what a file says; its mistakes are in `document.problems`."""
    root = document.root
    links = _by_name(document, "link")
    joints = _by_name(document, "joint")
    owners = (root, *root.list("link"), *root.list("joint"))
    children = ((owner, tag.name) for owner in owners for tag in owner.children)
    others = Counter(name for owner, name in children if name not in KNOWN[owner.name])
    for name, count in others.items():
        document.note("not read", f"<{name}> ({count})")
    colours = _read_colours(document, root)
    model = Model(
        root.attributes.get("name", "").strip(),
        {name: _read_link(document, tag, f"link {name}", colours) for name, tag in links.items()},
        {name: _read_joint(document, tag, f"joint {name}") for name, tag in joints.items()},
        colours,
        root="",
        fixed=False,
        loops={},
        cameras={},
        apart=set(),
        met=set(),
        suction={},
    )
    base = _find_root(document, model, links, joints)
    floats = (one for one in model.joints.values() if one.kind == "floating" and one.child == base)
    stance = Stance(rpy=next((turns(one.pose) for one in floats), ORIGIN))
    return model._replace(root=base, fixed=base == WORLD, stance=stance)


def _by_name(document: Document, kind: str) -> dict[str, Tag]:
    found: dict[str, Tag] = {}
    for tag in document.root.list(kind):
        name = document.text(tag, "name", kind, tag)
        if name in found:
            message = f"a {kind} of this name stands in line {found[name].mark.line}, too"
            document.tell(tag.mark, f"{kind} {name}", message, "E134")
        elif name:
            found[name] = tag
    return found


def _read_colours(document: Document, root: Tag) -> dict[str, str]:
    """Return the colour of each named material, wherever in the file it is given."""
    owners = [root, *(one for link in root.list("link") for one in link.list("visual"))]
    colours: dict[str, str] = {}
    for tag in (tag for owner in owners for tag in owner.list("material")):
        name, colour = _read_material(document, tag)
        if name and colour:
            colours.setdefault(name, colour)
    return colours


def _read_material(document: Document, tag: Tag) -> tuple[str, str]:
    """Return a material's name and colour, "" where it has none."""
    name, colour = tag.attributes.get("name", "").strip(), tag.find("color")
    if colour is None:
        return name, ""
    grey = (0.7, 0.7, 0.7, 1.0)
    rgba = document.numbers(colour, "rgba", f"material {name}".strip(), grey)
    numbers = (round(255 * min(max(share, 0.0), 1.0)) for share in rgba[:3])
    return name, "#" + "".join(f"{number:02X}" for number in numbers)


def _name_material(document: Document, tag: Tag | None, colours: dict[str, str]) -> str:
    """Return which of `colours` a solid has; one that no name stands for is added to them."""
    if tag is None:
        return ""
    name, colour = _read_material(document, tag)
    if colour and colours.get(name) != colour:  # it has no name, or that of another colour
        name = f"{NAMELESS}{colour}"
        colours[name] = colour
    return name


def _read_link(document: Document, tag: Tag, where: str, colours: dict[str, str]) -> Link:
    inertial = tag.find("inertial")
    mass, centre, moments = 0.0, Pose(), (0.0,) * 6
    if inertial is not None:
        mass = document.number(inertial.find("mass"), "value", f"{where}: mass", 0.0, MOST_MASS)
        if mass < 0.0:
            document.tell(
                (inertial.find("mass") or tag).mark, f"{where}: mass", "it is negative", "E133"
            )
        centre = _read_pose(document, inertial, f"{where}: inertial")
        inertia = inertial.find("inertia")
        moments = tuple(document.number(inertia, key, f"{where}: inertia") for key in MOMENTS)
    solids = {
        kind: [
            geometry
            for one in tag.list(kind)
            if (geometry := _read_geometry(document, one, f"{where}: {kind}", colours))
        ]
        for kind in ("collision", "visual")
    }
    return Link(mass, centre, moments, solids["collision"], solids["visual"])


def _read_pose(document: Document, tag: Tag, where: str) -> Pose:
    origin = tag.find("origin")
    where = f"{where}: origin"
    return Pose(
        document.numbers(origin, "xyz", where, ORIGIN),
        document.numbers(origin, "rpy", where, ORIGIN),
    )


def _read_geometry(
    document: Document, tag: Tag, where: str, colours: dict[str, str]
) -> Geometry | None:
    place = tag.find("geometry")
    if place is None or not place.children:
        document.tell(
            (place or tag).mark, where, f"its geometry is one of {', '.join(SOLIDS)}", "E132"
        )
        return None
    solid = next((one for one in place.children if one.name in SOLIDS), place.children[0])
    if solid.name not in SOLIDS:
        document.note("shapes that a robot file does not have", f"<{solid.name}> of {where}")
        return None
    size = _read_size(document, solid, f"{where}: {solid.name}")
    if not all(size) or (solid.name != "mesh" and min(size) < 0.0):
        document.note("shapes without an extent, left out", f"<{solid.name}> of {where}")
        return None
    file = document.text(solid, "filename", f"{where}: mesh", solid) if solid.name == "mesh" else ""
    pose = _read_pose(document, tag, where)
    colour = _name_material(document, tag.find("material"), colours)
    return Geometry(solid.name, size, file, pose, colour, solid.mark)


def _read_size(document: Document, solid: Tag, where: str) -> Triple:
    if solid.name == "mesh":
        scale = solid.attributes.get("scale", "1 1 1").split()
        if len(scale) == 1:  # as some write it
            return (document.number(solid, "scale", where, 1.0),) * 3
        return document.numbers(solid, "scale", where, (1.0, 1.0, 1.0))
    keys = {"box": ("size",), "sphere": ("radius",)}.get(solid.name, ("radius", "length"))
    size: Triple = ()
    for key in keys:
        if key not in solid.attributes:
            document.tell(solid.mark, where, f"`{key}` is missing", "E132")
        size += document.numbers(solid, key, where, (1.0,) * (3 if key == "size" else 1))
    return size


def _read_joint(document: Document, tag: Tag, where: str) -> Joint:
    kind = document.text(tag, "type", where, tag)
    if kind and kind not in KINDS:
        message = f"a robot file has no joint of type {kind!r}; there are {', '.join(KINDS)}"
        document.tell(tag.mark, where, message, "E135")
    parent, child = (
        document.text(tag.find(key), "link", f"{where}: {key}", tag) for key in ("parent", "child")
    )
    axis = document.numbers(tag.find("axis"), "xyz", f"{where}: axis", (1.0, 0.0, 0.0))
    if max(map(abs, axis)) < SHORTEST and kind != "fixed":
        document.tell(
            (tag.find("axis") or tag).mark, f"{where}: axis", "it has no direction", "E406"
        )
    limit, dynamics, mimic = (tag.find(key) for key in ("limit", "dynamics", "mimic"))
    lower, upper, effort, velocity = (
        document.bound(limit, key, f"{where}: limit")
        for key in ("lower", "upper", "effort", "velocity")
    )
    damping, friction = (
        max(document.number(dynamics, key, f"{where}: dynamics"), 0.0)
        for key in ("damping", "friction")
    )
    is_given = limit is not None and {"lower", "upper"} & limit.attributes.keys()
    if not is_given and kind in ("revolute", "prismatic"):
        document.note("joints without limits, though not `continuous`", tag.attributes["name"])
    if math.isinf(lower) or math.isinf(upper):
        is_given = False
        if math.isinf(lower) != math.isinf(upper):
            document.note("limits on one side, left out", tag.attributes["name"].strip())
    follows = None
    if mimic is not None:
        follows = Mimic(
            document.text(mimic, "joint", f"{where}: mimic", tag),
            document.number(mimic, "multiplier", f"{where}: mimic", 1.0),
            document.number(mimic, "offset", f"{where}: mimic"),
        )
    return Joint(
        KINDS.get(kind, "fixed"), parent, child, _read_pose(document, tag, where), axis,
        (lower, upper) if is_given and kind in ("revolute", "prismatic") else None,
        _finite(effort), _finite(velocity), damping, friction, follows,
    )  # fmt: skip


def _finite(most: float) -> float:
    """Return what a drive can give, 0 where that is not said, or that it is anything."""
    return 0.0 if math.isinf(most) else abs(most)


def _find_root(
    document: Document, model: Model, links: dict[str, Tag], joints: dict[str, Tag]
) -> str:
    """Return the link that is nobody's child, having checked that joints and links are a tree."""
    if not model.links:
        document.tell(document.root.mark, "", "it has no link", "E132")
    carried: dict[str, str] = {}
    for name, joint in model.joints.items():
        where = f"joint {name}"
        for key, link in (("parent", joint.parent), ("child", joint.child)):
            if link and link not in model.links:
                tag = joints[name].find(key) or joints[name]
                document.tell(tag.mark, f"{where}: {key}", f"there is no link {link!r}", "E401")
        if joint.mimic and joint.mimic.joint and joint.mimic.joint not in model.joints:
            tag = joints[name].find("mimic") or joints[name]
            document.tell(
                tag.mark, f"{where}: mimic", f"there is no joint {joint.mimic.joint!r}", "E401"
            )
        if joint.child in carried:
            message = f"{joint.child} hangs on {carried[joint.child]} already"
            document.tell(joints[name].mark, where, message, "E402")
        elif joint.child:
            carried[joint.child] = name
    roots = [name for name in model.links if name not in carried]
    for name in roots[1:]:
        message = f"it hangs on no joint, as {roots[0]} does; a robot has one base"
        document.tell(links[name].mark, f"link {name}", message, "E402")
    sound = set(roots)
    for name, joint in model.joints.items():
        way: set[str] = set()
        link = joint.child
        while link in carried and link not in sound and link not in way:
            way.add(link)
            link = model.joints[carried[link]].parent
        if link not in way:
            sound |= way
        elif joint.child in model.links:
            document.tell(
                joints[name].mark, f"joint {name}", "it is part of a ring of joints", "E402"
            )
            break
    return _step_off(document, model, roots[0], joints) if roots else ""


def _step_off(document: Document, model: Model, root: str, joints: dict[str, Tag]) -> str:
    """Return what stands free where the outermost link is the world that it floats in."""
    floating = {name: one for name, one in model.joints.items() if one.kind == "floating"}
    link = model.links[root]
    is_empty = not (link.mass or link.collisions or link.visuals)
    afloat = [name for name, joint in model.joints.items() if joint.parent == root]
    if is_empty and len(afloat) == 1 and afloat[0] in floating:
        root = floating.pop(afloat[0]).child
    for name in floating:
        message = "a robot is one piece: only its base floats, in an empty world"
        document.tell(joints[name].mark, f"joint {name}", message, "E135")
    return root
