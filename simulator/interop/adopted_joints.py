"""Joints between the bodies of a robot: how they move, where they start, and what drives them."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from .adopted_bodies import Body, compose
from .adopted_drives import ERROR, Wanted, find_leader
from .adopted_model import Joint, Model
from .adopted_names import Names
from .adopted_source import Source

UNEVEN = 1e-6  # [rad or m] between starts that are meant to be the same
Named = dict[str, Any]


class Ties(NamedTuple):
    """The joints of a robot, and what is said of their drives and starts."""

    joints: Named  # a tree
    loops: Named  # joints beside it
    wanted: dict[str, Wanted]  # of the tree's


def tie(model: Model, bodies: Iterable[Body], called: dict[str, str], source: Source) -> Ties:
    """Return the joints between bodies, which are `called` so in the robot's file."""
    of = {link: body for body in bodies for link in body.links}

    def place(name: str, joint: Joint) -> Named:
        carrier = of[joint.parent]
        pose = compose(carrier.links[joint.parent], joint.pose)
        return {
            "type": joint.kind,
            "parent": called[carrier.name],
            "child": called[of[joint.child].name],
            **{key: list(value) for key, value in pose._asdict().items() if any(value)},
            **_move(name, joint, source),
        }

    both = model.joints | model.loops
    kept = [
        name
        for name, joint in both.items()
        if joint.parent in of and of[joint.parent] is not of[joint.child]
    ]
    renamed = Names("joint").give_all(kept, source)
    ties = Ties({}, {}, {})
    for name in kept:
        joint, new = both[name], renamed[name]
        if name in model.loops:
            ties.loops[new] = place(name, joint)
            continue
        ties.joints[new] = place(name, joint)
        follows = joint.mimic and _can_follow(model, name) and renamed.get(joint.mimic.joint)
        if joint.mimic and not follows:
            source.note("`mimic` of or after joints that do not turn or slide, left out", name)
        ties.wanted[new] = Wanted(
            0.0 if joint.limit and joint.limit[0] == joint.limit[1] else joint.effort,
            joint.velocity,
            joint.damping,
            joint.friction,
            joint.kind == "revolute" and joint.limit is None,
            (follows, *joint.mimic[1:]) if joint.mimic and follows else None,
            joint.drive,
            joint.start,
        )
    _start(ties.joints, ties.wanted, source)
    return ties


def _can_follow(model: Model, name: str) -> bool:
    """Return whether both a joint and the one that it mimics turn or slide."""
    joint = model.joints[name]
    leader = model.joints[joint.mimic.joint] if joint.mimic else joint
    return joint.kind in ERROR and leader.kind in ERROR


def _move(name: str, joint: Joint, source: Source) -> Named:
    """Return how a joint moves: its axis, limits and what resists it."""
    if joint.kind == "fixed":
        return {}
    found: Named = {}
    if joint.kind in ERROR:
        found["axis"] = list(joint.axis)
        if joint.limit is not None:
            low, high = joint.limit
            if low > high:
                source.note("limits that are upside down, left out", name)
            else:
                key = "limit_rad" if joint.kind == "revolute" else "limit"
                found[key] = [low, high]
    resists = {"damping": joint.damping, "friction": joint.friction}
    return found | {key: value for key, value in resists.items() if value}


def _start(joints: Named, wanted: dict[str, Wanted], source: Source) -> None:
    """Let joints start where they are asked to, or as near as limits and what they follow let."""
    starts = {name: _nearest(joint, wanted[name].start) for name, joint in joints.items()}
    for name, want in wanted.items():
        if want.follows:
            leader, ratio, offset = find_leader(name, wanted)
            starts[name] = _nearest(joints[name], ratio * starts.get(leader, 0.0) + offset)
    for name, start in starts.items():
        if start:
            joints[name]["start_rad" if "limit_rad" in joints[name] else "start"] = start
        if abs(start - wanted[name].start) > UNEVEN:
            source.note(
                f"joints that do not start at {wanted[name].start:g}", f"{name} at {start:g}"
            )


def _nearest(joint: Named, wanted: float) -> float:
    low, high = joint.get("limit_rad") or joint.get("limit") or (wanted, wanted)
    return min(max(wanted, low), high)
