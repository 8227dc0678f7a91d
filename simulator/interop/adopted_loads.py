"""What each joint of a tree has to move and to hold, in many postures."""

import math
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact.products import dot, times, unit
from simulator.spec.naming.bodies import rotation_about, rotation_of

from .adopted_bodies import spread

Array = NDArray[np.float64]
POSTURES = 40  # at zero and at random: an arm of six joints is in one of them nearly stretched out
GRAVITY = np.array([0.0, 0.0, -9.80665])  # [m/s2] on a base that stands upright
Z = (0.0, 0.0, 1.0)
Named = dict[str, Any]
Posture = dict[str, float]  # positions of joints [rad or m]


class Burden(NamedTuple):
    """What a joint carries, as it resists along its freedom."""

    inertia: float  # about its axis, or its mass [kg m2, kg]
    weight: float  # torque or force of gravity, without its sign [N m, N]
    imbalance: float  # share of that inertia which the centre of mass has beside the axis

    def add(self, other: "Burden", ratio: float) -> "Burden":
        """Return what a joint carries that another one follows at a ratio."""
        return Burden(
            self.inertia + ratio**2 * other.inertia,
            self.weight + abs(ratio) * other.weight,
            max(self.imbalance, other.imbalance),
        )


class _Load(NamedTuple):
    """Bodies as one."""

    mass: float
    moment: Array  # mass x centre [kg m]
    tensor: Array  # (3, 3) about the origin [kg m2]

    def add(self, other: "_Load") -> "_Load":
        moment, tensor = self.moment + other.moment, self.tensor + other.tensor
        return _Load(self.mass + other.mass, moment, tensor)


def list_postures(joints: Named) -> Iterator[Posture]:
    """Yield the posture at zero, then ones with all joints anywhere between their limits."""
    yield {}
    draw = Random(0)
    reaches = {}
    for name, joint in joints.items():
        most = math.pi if joint["type"] == "revolute" else 0.0
        reaches[name] = joint.get("limit_rad") or joint.get("limit") or (-most, most)
    for _ in range(POSTURES - 1):
        yield {name: draw.uniform(*reach) for name, reach in reaches.items()}


def weigh(joints: Named, links: Named, posture: Posture) -> dict[str, Burden]:
    """Return what each joint carries in a posture.

    `joints` are a tree; `links`: the base first, each after what carries it.
    """
    poses: dict[str, tuple[Array, Array]] = {}
    carriers = {joint["child"]: name for name, joint in joints.items()}
    for link in links:
        at, turn = np.zeros(3), np.eye(3)
        if link in carriers:
            joint, moved = joints[carriers[link]], posture.get(carriers[link], 0.0)
            at, turn = _place(joint, moved, *poses[joint["parent"]])
        poses[link] = at, turn
    found: dict[str, Burden] = {}
    carried = dict.fromkeys(links, _Load(0.0, np.zeros(3), np.zeros((3, 3))))
    for link, part in reversed(links.items()):
        load = carried[link].add(_load(part, *poses[link]))
        if link in carriers:
            joint = joints[carriers[link]]
            found[carriers[link]] = _resist(joint, *poses[link], load)
            carried[joint["parent"]] = carried[joint["parent"]].add(load)
    return found


def _place(joint: Named, moved: float, below: Array, stands: Array) -> tuple[Array, Array]:
    """Return where a joint's child lies, given where its parent does."""
    at = below + times(stands, np.array(joint.get("at", (0, 0, 0)), float))
    turn = times(stands, rotation_of(joint.get("rpy", (0.0, 0.0, 0.0))))
    axis = unit(np.array(joint.get("axis", Z), float))
    if moved and joint["type"] == "revolute":
        turn = times(turn, rotation_about(axis, moved))
    elif moved and joint["type"] == "prismatic":
        at = at + moved * times(turn, axis)
    return at, turn


def _load(part: Named, at: Array, turn: Array) -> _Load:
    """Return a body whose frame is there as a load."""
    mass = part.get("mass", 0.0)
    centre = at + times(turn, np.array(part.get("centre_of_mass", (0, 0, 0)), float))
    tensor = times(turn, spread(part.get("inertia", (0.0,) * 6)), turn.T)
    square = dot(centre, centre) * np.eye(3) - np.outer(centre, centre)
    return _Load(mass, mass * centre, tensor + mass * square)


def _resist(joint: Named, at: Array, turn: Array, load: _Load) -> Burden:
    axis = unit(times(turn, np.array(joint.get("axis", Z), float)))
    if joint["type"] == "prismatic":
        return Burden(load.mass, abs(load.mass * dot(axis, GRAVITY)), 0.0)
    along = dot(axis, at)
    moved = dot(load.moment, at) - dot(axis, load.moment) * along
    arm = dot(at, at) - along**2
    inertia = dot(axis, times(load.tensor, axis)) - 2.0 * moved + load.mass * arm
    lever = load.moment - load.mass * at
    weight, beside = dot(axis, np.cross(lever, GRAVITY)), np.cross(axis, lever)
    whole = load.mass * inertia
    imbalance = dot(beside, beside) / whole if whole > 0.0 else 0.0
    return Burden(max(0.0, inertia), abs(weight), imbalance)
