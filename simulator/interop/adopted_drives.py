"""Drives of a robot: as its file has them, or by `effort` and `velocity`; and who follows.

A URDF has efforts, and no stiffness. A servo of one gets its whole torque where it is `ERROR` away
from its target, and the damping that lets it come to rest without swinging: critical in the posture
in which its joint carries most. The desk moves its target no faster than `velocity`, and speeds it
up and slows it down by what is left of `effort` beside the weight, of which others who move at the
same time want their share. What turns without limits is a wheel, and has a motor, if it is balanced
in all postures; else it is a joint of an arm, and has a servo, too.
"""

import math
from typing import Any, NamedTuple

from . import adopted_loads
from .adopted_loads import Burden
from .adopted_model import Drive

ERROR = {"revolute": 0.05, "prismatic": 0.005}  # [rad, m]
LEAST_TIME = 0.005  # [s] damping of a servo per stiffness, at least: what it carries may be light
UNKNOWN_RATE = {"revolute": 1.0, "prismatic": 0.1}  # [rad/s, m/s] of targets
UNKNOWN_EFFORT = 1.0  # [N m, N] of a drive that others follow
OWN_SHARE = 0.5  # of a drive's torque, for its own acceleration
LEAST_SHARE = 0.1  # of it where the weight is more than it can hold
LEAST_START = 0.2  # [s] in which a target gets as fast as it may, at least
BALANCED = 0.01  # imbalance of a wheel: its centre lies a tenth of its radius beside its axle
SPIN_UP = 0.02  # [s] electromechanical time constant of a wheel's motor
Named = dict[str, Any]
Leaders = dict[str, tuple[str, float]]  # who is followed, and at which ratio


class Wanted(NamedTuple):
    """What is said of the drive of one joint, under the joint's name here, and of its start."""

    effort: float
    velocity: float
    damping: float  # of its joint
    friction: float
    turns_on: bool  # has no limits, as wheels and some arms have none
    follows: tuple[str, float, float] | None  # joint, multiplier, offset
    drive: Drive | None
    start: float  # [rad or m]


class Drives(NamedTuple):
    """Drives in the form of a robot file, and how fast the desk may move their targets."""

    motors: Named
    repeaters: Named
    rates: dict[str, float]  # of servos [rad/s or m/s]
    accelerations: dict[str, float]  # of the same [rad/s2 or m/s2]
    turning: list[str]  # servos without limits
    idle: list[str]  # joints that nothing drives


def find_drives(wanted: dict[str, Wanted], joints: Named, links: Named) -> Drives:
    """Return a drive for each joint that has one, and a repeater for each that mimics another.

    `joints` are a tree; `links`: the base first, each after what carries it.
    """
    drives = Drives({}, {}, {}, {}, [], [])
    leaders = {name: find_leader(name, wanted)[:2] for name in wanted if wanted[name].follows}
    burdens = _weigh(joints, links, leaders)
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
        drives.motors[name] = {"joint": name, **_drive(kind, want, burdens[name])}
        if drives.motors[name].get("type") == "servo":
            rate = want.velocity or UNKNOWN_RATE[kind]
            drives.rates[name] = rate
            drives.accelerations[name] = _accelerate(want, rate, burdens[name])
            drives.turning.extend([name] * want.turns_on)
    for name, (leader, ratio) in leaders.items():
        if leader in drives.motors and ratio:
            drives.repeaters[name] = {"joint": name, "motor": leader, "ratio": ratio}
        else:
            drives.idle.append(name)
    return drives


def _weigh(joints: Named, links: Named, leaders: Leaders) -> dict[str, list[Burden]]:
    """Return what each joint carries, with what follows it, in each of many postures."""
    found: dict[str, list[Burden]] = {name: [] for name in joints}
    for posture in adopted_loads.list_postures(joints):
        burdens = adopted_loads.weigh(joints, links, posture)
        for name, (leader, ratio) in leaders.items():
            if leader in burdens:
                burdens[leader] = burdens[leader].add(burdens[name], ratio)
        for name, burden in burdens.items():
            found[name].append(burden)
    return found


def _accelerate(want: Wanted, rate: float, burdens: list[Burden]) -> float:
    """Return how fast a target may speed up so that its servo follows in each posture."""
    most = rate / LEAST_START
    for burden in burdens:
        left = want.effort - burden.weight - want.friction - want.damping * rate
        push = OWN_SHARE * max(left, LEAST_SHARE * want.effort)
        if push < most * burden.inertia:
            most = push / burden.inertia
    return float(f"{most:.3g}")


def _drive(kind: str, want: Wanted, burdens: list[Burden]) -> Named:
    if not want.effort:  # it has followers only
        return {"type": "torque", "torque": UNKNOWN_EFFORT}
    is_balanced = max(burden.imbalance for burden in burdens) <= BALANCED
    is_wheel = want.turns_on and is_balanced
    if is_wheel and want.velocity:
        speed = {"no_load_speed": want.velocity, "time_constant": SPIN_UP}
        return {"stall_torque": want.effort, **speed}
    if is_wheel:
        return {"type": "torque", "torque": want.effort}
    stiffness, inertia = want.effort / ERROR[kind], max(burden.inertia for burden in burdens)
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
