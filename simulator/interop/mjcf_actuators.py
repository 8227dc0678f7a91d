"""Actuators, couplings and springs of a compiled MJCF file, as drives of a robot file's joints.

An actuator's force is gain x control + b0 + b1 x length + b2 x velocity, within its range; its
length is `gear` times a joint's position, or a sum of such (MuJoCo's book, Computation, Actuation
model). Where other joints follow that one, all of it acts there.
"""

from typing import Any, NamedTuple

import numpy as np

from .adopted_model import Drive
from .mjcf_file import Compiled

FREE_SPEED = 1e9  # [rad/s] at which a motor's line would end: it stands for a rotor only
LEAST_TORQUE = 1e-6  # [N m, N] of a motor that nothing drives, and which is there for its rotor
FAR = 100.0  # [rad, rad/s] from its target a servo never is, where a torque has to be named
DIGITS = 12
EVEN = 1e-6  # of a range, by which its middle may be off 0
TAKEN = "actuators beside another one of the same joint, left out"
UNLIKE = "actuators of another kind than a motor, a position or a velocity, left out"
UNTIED = "equalities of joints that are off, or of no two joints, left out"
TURNED = "drives that pull back at a positive control, and forwards here"
UNEVEN = "drives that push harder one way, as hard both ways here"
LAGGED = "drives that lag behind their control, which they do not here"
SCALAR = ("HINGE", "SLIDE")
BIASES = ("NONE", "AFFINE")
LAGS = ("NONE", "INTEGRATOR", "FILTER", "FILTEREXACT")
Named = dict[str, Any]


class Coupling(NamedTuple):
    """A joint at ratio x the leader's position + offset."""

    leader: int
    ratio: float
    offset: float


class Push(NamedTuple):
    """What an actuator does at its joint: ask x share - stiffness x way - damping x speed."""

    row: int
    arm: float  # force at the joint per force of the actuator
    ask: float  # [N m, N] of the largest control; of 1 where there is none
    is_bound: bool  # there is a largest control
    stiffness: float
    damping: float
    most: float  # [N m, N], 0 for no bound


def find_couplings(compiled: Compiled) -> dict[int, Coupling]:
    """Return which joints follow which others, by their rows."""
    model = compiled.model
    found: dict[int, Coupling] = {}
    for row in range(model.neq):
        if compiled.tell_kind("mjtEq", model.eq_type[row]) != "JOINT":
            continue
        joint, leader = int(model.eq_obj1id[row]), int(model.eq_obj2id[row])
        offset, ratio, *bends = model.eq_data[row, :5].tolist()
        called = compiled.call("equality", row)
        if leader < 0 or joint in found or not model.eq_active0[row]:
            compiled.note(UNTIED, called)
            continue
        if any(bends):
            compiled.note("couplings of joints that bend, taken as straight", called)
        own, other = (float(model.qpos0[model.jnt_qposadr[one]]) for one in (joint, leader))
        found[joint] = Coupling(leader, ratio, own + offset - ratio * other)
    return found


def find_drives(compiled: Compiled, couplings: dict[int, Coupling]) -> dict[int, Drive]:
    """Return the motors of joints by their rows, as a robot file has them."""
    model = compiled.model
    pushes: dict[int, Push] = {}
    for row in range(model.nactuator):
        if find_grip(compiled, row):
            continue
        leader, arm = _find_joint(compiled, couplings, row)
        called = compiled.call("actuator", row)
        if leader < 0:
            compiled.note("actuators of no joint, or of several, left out", called)
        elif (push := _measure(compiled, row, leader, arm)) is None:
            compiled.note(UNLIKE, called)
        elif leader in pushes:
            compiled.note(TAKEN, called)
        else:
            pushes[leader] = push
            name, new = model.actuator(row).name, model.joint(leader).name
            if name and new and name != new:
                compiled.note("actuators by another name, their joint's", f"{name!r} as {new}")
    return {
        leader: Drive(_write(compiled, couplings, leader, push), None, _find_reach(model, push))
        for leader, push in pushes.items()
    }


def find_grip(compiled: Compiled, row: int) -> tuple[int, float] | None:
    """Return the body that an actuator holds things to, and its most force [N]; None for others."""
    model = compiled.model
    low, most = model.actuator_ctrlrange[row].tolist()
    is_fixed = compiled.tell_kind("mjtGain", model.actuator_gaintype[row]) == "FIXED"
    is_plain = is_fixed and compiled.tell_kind("mjtBias", model.actuator_biastype[row]) == "NONE"
    is_held = compiled.tell_kind("mjtTrn", model.actuator_trntype[row]) == "BODY"
    force = float(model.actuator_gainprm[row, 0]) * most
    if not is_held or not is_plain or force <= 0.0 or low < 0.0:
        return None
    if model.actuator_forcelimited[row]:
        force = min(force, float(model.actuator_forcerange[row, 1]))
    return int(model.actuator_trnid[row, 0]), force


def find_dampings(compiled: Compiled, couplings: dict[int, Coupling]) -> dict[int, float]:
    """Return what actuators damp joints by beside their drives, by the joints' rows."""
    model = compiled.model
    found: dict[int, float] = {}
    for row in np.flatnonzero(model.actuator_damping).tolist():
        joint, arm = _find_joint(compiled, couplings, row)
        if joint >= 0:
            found[joint] = found.get(joint, 0.0) + arm**2 * float(model.actuator_damping[row])
    return found


def find_springs(
    compiled: Compiled, couplings: dict[int, Coupling], drives: dict[int, Drive]
) -> dict[int, Drive]:
    """Return springs and rotors of joints by their rows, as motors that nothing drives."""
    model = compiled.model
    found: dict[int, Drive] = {}
    for joint in range(model.njnt):
        stiffness = _round(float(model.jnt_stiffness[joint]))
        called = compiled.call("joint", joint)
        kind = compiled.tell_kind("mjtJoint", model.jnt_type[joint])
        is_alone = kind in SCALAR and joint not in couplings and joint not in drives
        if stiffness and not is_alone:
            compiled.note("springs where something drives, or of ball joints, left out", called)
        if is_alone:
            rotor = _weigh_rotors(compiled, couplings, joint)
            line = {"no_load_speed": FREE_SPEED, "rotor_inertia": _round(rotor)} if rotor else {}
            if stiffness:
                motor = _add_line(compiled, called, kind, stiffness, 0.0, {}, line)
                found[joint] = Drive(motor, float(model.qpos_spring[model.jnt_qposadr[joint]]))
            elif line:
                found[joint] = Drive({"stall_torque": LEAST_TORQUE, **line}, 0.0)
        elif kind not in SCALAR and model.dof_armature[model.jnt_dofadr[joint]]:
            compiled.note("`armature` of ball and free joints, left out", called)
    return found


def _weigh_rotors(compiled: Compiled, couplings: dict[int, Coupling], joint: int) -> float:
    """Return the `armature` of a joint and of all that follow it, as it is felt there."""
    model, total = compiled.model, 0.0
    for other in range(model.njnt):
        leader, ratio = _lead(couplings, other)
        if leader == joint:
            total += ratio**2 * float(model.dof_armature[model.jnt_dofadr[other]])
    return total


def _add_line(
    compiled: Compiled, called: str, kind: str, stiffness: float, damping: float,
    most: Named, line: Named,
) -> Named:  # fmt: skip
    """Return a servo with a rotor beside it, which wants a torque."""
    if line and kind == "SLIDE":
        compiled.note("`armature` of servos that slide, left out", called)
        line = {}
    if line and not most:
        most = {"torque": _round(FAR * (stiffness + damping))}
    return {"type": "servo", "stiffness": stiffness, "damping": damping, **most, **line}


def _find_joint(compiled: Compiled, couplings: dict[int, Coupling], row: int) -> tuple[int, float]:
    """Return the joint that an actuator acts on in the end, and its arm there; -1 for none."""
    model = compiled.model
    target, gear = int(model.actuator_trnid[row, 0]), float(model.actuator_gear[row, 0])
    kind = compiled.tell_kind("mjtTrn", model.actuator_trntype[row])
    if kind in ("JOINT", "JOINTINPARENT"):
        arms = {target: gear}
    elif kind == "TENDON":
        first, count = int(model.tendon_adr[target]), int(model.tendon_num[target])
        wraps = range(first, first + count)
        if any(compiled.tell_kind("mjtWrap", model.wrap_type[one]) != "JOINT" for one in wraps):
            return -1, 0.0
        arms = {int(model.wrap_objid[one]): gear * float(model.wrap_prm[one]) for one in wraps}
    else:
        return -1, 0.0
    leader, total = -1, 0.0
    for joint, arm in arms.items():
        top, ratio = _lead(couplings, joint)
        if leader not in (-1, top):
            return -1, 0.0
        leader, total = top, total + arm * ratio
    is_scalar = leader >= 0 and compiled.tell_kind("mjtJoint", model.jnt_type[leader]) in SCALAR
    return (leader, total) if total and is_scalar else (-1, 0.0)


def _lead(couplings: dict[int, Coupling], joint: int) -> tuple[int, float]:
    """Return which joint one follows in the end, itself if none, and at which ratio."""
    ratio, seen = 1.0, {joint}
    while joint in couplings and couplings[joint].leader not in seen:
        joint, ratio = couplings[joint].leader, ratio * couplings[joint].ratio
        seen.add(joint)
    return joint, ratio


def _measure(compiled: Compiled, row: int, joint: int, arm: float) -> Push | None:
    """Return what an actuator does at a joint, None where that is no constant gain and bias."""
    model, called = compiled.model, compiled.call("actuator", row)
    bias = compiled.tell_kind("mjtBias", model.actuator_biastype[row])
    lag = compiled.tell_kind("mjtDyn", model.actuator_dyntype[row])
    is_fixed = compiled.tell_kind("mjtGain", model.actuator_gaintype[row]) == "FIXED"
    if not is_fixed or lag not in LAGS or bias not in BIASES:
        return None
    gain = float(model.actuator_gainprm[row, 0])
    _, pull, drag = model.actuator_biasprm[row, :3].tolist()
    if bias == "NONE":
        pull = drag = 0.0
    if not gain or pull > 0.0 or drag > 0.0:
        return None
    bounds, spans = [], []
    if model.actuator_forcelimited[row]:
        spans.append(model.actuator_forcerange[row])
        bounds.append(abs(arm) * float(abs(model.actuator_forcerange[row]).max()))
    if model.jnt_actfrclimited[joint]:
        spans.append(model.jnt_actfrcrange[joint])
        bounds.append(float(abs(model.jnt_actfrcrange[joint]).max()))
    is_bound = bool(model.actuator_ctrllimited[row]) and lag != "INTEGRATOR"
    if lag == "INTEGRATOR":
        compiled.note("drives of a speed that is added up, of a position here", called)
    elif lag != "NONE":
        compiled.note(LAGGED, called)
    if is_bound and not pull and not drag:
        spans.append(model.actuator_ctrlrange[row])
    if any(abs(low + high) > EVEN * (high - low) for low, high in spans):
        compiled.note(UNEVEN, called)
    ask = arm * gain * (float(abs(model.actuator_ctrlrange[row]).max()) if is_bound else 1.0)
    if not pull and not drag:
        bounds.append(abs(ask))
    most = min(bounds, default=0.0)
    return Push(row, arm, ask, is_bound, -pull * arm**2, -drag * arm**2, most)


def _write(compiled: Compiled, couplings: dict[int, Coupling], joint: int, push: Push) -> Named:
    """Return a motor at a joint."""
    model = compiled.model
    called = compiled.call("actuator", push.row)
    if push.ask < 0.0 and not push.stiffness:
        compiled.note(TURNED, called)
    rotor = float(model.actuator_armature[push.row]) * push.arm**2
    rotor += _weigh_rotors(compiled, couplings, joint)
    kind = compiled.tell_kind("mjtJoint", model.jnt_type[joint])
    line = {"no_load_speed": FREE_SPEED, "rotor_inertia": _round(rotor)} if rotor else {}
    most = {"torque": _round(push.most)} if push.most else {}
    stiffness, damping = _round(push.stiffness), _round(push.damping)
    if push.stiffness:
        return _add_line(compiled, called, kind, stiffness, damping, most, line)
    if push.damping:
        if line and push.is_bound and not push.most:  # a motor's torque that falls with its speed
            stall = abs(push.ask)
            line = {"no_load_speed": _round(stall / push.damping), "rotor_inertia": _round(rotor)}
            return {"stall_torque": _round(stall), **line}
        if line:
            compiled.note("`armature` of drives of a speed, left out", called)
        return {"type": "speed", "damping": damping, **most}
    if line:
        return {"stall_torque": _round(push.most), **line}
    return {"type": "torque", **most}


def _find_reach(model: Any, push: Push) -> tuple[float, float] | None:
    """Return what controls ask of a joint: positions of a servo, speeds of a drive of those."""
    if not push.is_bound or not (push.stiffness or push.damping):
        return None
    gain, bias = (table[push.row, 0] for table in (model.actuator_gainprm, model.actuator_biasprm))
    per = push.arm / (push.stiffness or push.damping)
    low, high = sorted((per * (gain * model.actuator_ctrlrange[push.row] + bias)).tolist())
    return low, high


def _round(number: float) -> float:
    return float(f"{number:.{DIGITS}g}")
