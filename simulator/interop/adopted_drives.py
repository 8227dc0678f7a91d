"""Drives of a robot: as its file has them, or by `effort` and `velocity`; and who follows.

A URDF has efforts, and no stiffness. A servo of one gets its whole torque where it is `ERROR` away
from its target, and the damping that lets it come to rest without swinging: critical, with all
joints at zero.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact.products import dot, times, unit
from simulator.spec.naming.bodies import rotation_of

from .adopted_bodies import spread
from .adopted_model import Drive

Array = NDArray[np.float64]
ERROR = {"revolute": 0.05, "prismatic": 0.005}  # [rad, m]
LEAST_TIME = 0.005  # [s] damping of a servo per stiffness, at least: what it carries may be light
UNKNOWN_EFFORT = 1.0  # [N m, N] of a drive that others follow
SPIN_UP = 0.02  # [s] electromechanical time constant of a wheel's motor
Named = dict[str, Any]


class Wanted(NamedTuple):
    """What is said of the drive of one joint, under the joint's name here, and of its start."""

    effort: float
    velocity: float
    turns_on: bool  # has no limits, as wheels have none
    follows: tuple[str, float, float] | None  # joint, multiplier, offset
    drive: Drive | None
    start: float  # [rad or m]


class Drives(NamedTuple):
    """Drives in the form of a robot file, and how fast the desk may move their targets."""

    motors: Named
    repeaters: Named
    rates: dict[str, float]  # of servos [rad/s or m/s]
    idle: list[str]  # joints that nothing drives


class Load(NamedTuple):
    """What a joint carries, all bodies as one."""

    mass: float
    moment: Array  # mass x centre [kg m]
    tensor: Array  # (3, 3) about the origin [kg m2]

    def add(self, other: "Load") -> "Load":
        """Return both loads as one."""
        return Load(self.mass + other.mass, self.moment + other.moment, self.tensor + other.tensor)


def find_drives(wanted: dict[str, Wanted], joints: Named, links: Named) -> Drives:
    """Return a drive for each joint that has one, and a repeater for each that mimics another.

    `joints` are a tree; `links`: the base first, each after what carries it.
    """
    drives = Drives({}, {}, {}, [])
    leaders = {name: find_leader(name, wanted)[:2] for name in wanted if wanted[name].follows}
    inertia = _weigh(joints, links)
    for name, (leader, ratio) in leaders.items():
        if leader in inertia:
            inertia[leader] += ratio**2 * inertia[name]
    for name, want in wanted.items():
        if name in leaders:
            continue
        if want.drive:
            drives.motors[name] = {"joint": name, **want.drive.motor}
            continue
        kind = joints[name]["type"]
        is_led = any(leader == name for leader, _ in leaders.values())
        if kind not in ERROR or not (want.effort or is_led):
            if kind != "fixed":
                drives.idle.append(name)
            continue
        drives.motors[name] = {"joint": name, **_drive(kind, want, inertia.get(name, 0.0))}
        if drives.motors[name].get("type") == "servo" and want.velocity:
            drives.rates[name] = want.velocity
    for name, (leader, ratio) in leaders.items():
        if leader in drives.motors and ratio:
            drives.repeaters[name] = {"joint": name, "motor": leader, "ratio": ratio}
        else:
            drives.idle.append(name)
    return drives


def _drive(kind: str, want: Wanted, inertia: float) -> Named:
    if not want.effort:  # it has followers only
        return {"type": "torque", "torque": UNKNOWN_EFFORT}
    if want.turns_on and want.velocity and kind == "revolute":
        speed = {"no_load_speed": want.velocity, "time_constant": SPIN_UP}
        return {"stall_torque": want.effort, **speed}
    if want.turns_on:
        return {"type": "torque", "torque": want.effort}
    stiffness = want.effort / ERROR[kind]
    damping = max(2.0 * math.sqrt(stiffness * inertia), LEAST_TIME * stiffness)
    gains = {"stiffness": float(f"{stiffness:.3g}"), "damping": float(f"{damping:.3g}")}
    return {"type": "servo", **gains, "torque": want.effort}


def find_leader(name: str, wanted: dict[str, Wanted]) -> tuple[str, float, float]:
    """Return which joint one follows in the end, at which ratio and offset; "" in a ring."""
    ratio, offset, seen = 1.0, 0.0, {name}
    while (follows := wanted[name].follows) is not None:
        name, share, more = follows
        ratio, offset = ratio * share, offset + ratio * more
        if name in seen or name not in wanted:
            return "", 0.0, 0.0
        seen.add(name)
    return name, ratio, offset


def _weigh(joints: Named, links: Named) -> dict[str, float]:
    """Return the inertia of all that a joint carries, at zero: about its axis, or its mass.

    `links`: the base first, each after what carries it.
    """
    poses: dict[str, tuple[Array, Array]] = {}
    carriers = {joint["child"]: name for name, joint in joints.items()}
    for link in links:
        at, turn = np.zeros(3), np.eye(3)
        if link in carriers:
            joint = joints[carriers[link]]
            below, stands = poses[joint["parent"]]
            at = below + times(stands, np.array(joint.get("at", at), float))
            turn = times(stands, rotation_of(joint.get("rpy", (0.0, 0.0, 0.0))))
        poses[link] = at, turn
    found: dict[str, float] = {}
    carried = dict.fromkeys(links, Load(0.0, np.zeros(3), np.zeros((3, 3))))
    for link, part in reversed(links.items()):
        load = carried[link].add(_load(part, *poses[link]))
        if link in carriers:
            joint = joints[carriers[link]]
            found[carriers[link]] = _resist(joint, *poses[link], load)
            carried[joint["parent"]] = carried[joint["parent"]].add(load)
    return found


def _load(part: Named, at: Array, turn: Array) -> Load:
    """Return a body whose frame is there as a load."""
    mass = part.get("mass", 0.0)
    centre = at + times(turn, np.array(part.get("centre_of_mass", (0, 0, 0)), float))
    tensor = times(turn, spread(part.get("inertia", (0.0,) * 6)), turn.T)
    square = dot(centre, centre) * np.eye(3) - np.outer(centre, centre)
    return Load(mass, mass * centre, tensor + mass * square)


def _resist(joint: Named, at: Array, turn: Array, load: Load) -> float:
    """Return what a load resists a joint with: its mass, or its inertia about the axis."""
    if joint["type"] == "prismatic":
        return load.mass
    axis = unit(times(turn, np.array(joint.get("axis", (0.0, 0.0, 1.0)), float)))
    along = dot(axis, at)
    moved = dot(load.moment, at) - dot(axis, load.moment) * along
    arm = dot(at, at) - along**2
    return max(0.0, dot(axis, times(load.tensor, axis)) - 2.0 * moved + load.mass * arm)
