"""What faults do to values, once a step: inputs, drives, joints, sensors, lamps and gauges."""

from simulator.compiled.jit import kernel
from simulator.physics.joints import joint, motor
from simulator.physics.sensing import chance

from .table import (
    BIAS,
    BRAKE,
    DELAYED,
    INPUT,
    INTERMITTENT,
    JOINT,
    LOCK,
    MOTOR,
    NOISE,
    OFF,
    OPEN,
    REVERSED,
    RIPPLE,
    SENSOR,
    SHOWN,
    SLOW,
    STUCK,
    SUCTION,
    WEAK,
)

NOWHERE = 10.0 * motor.MOST  # an input with which drives other than DC motors rest


@kernel
def is_broken(faults, row) -> bool:
    """Whether a fault that comes and goes is there in this step; OFF always is.

    In each period it is there once; where in the period is drawn, unless the seed is 0.
    """
    if faults.kind[row] != INTERMITTENT:
        return faults.kind[row] == OFF
    period, broken, start = faults.period[row], faults.broken[row], 0
    cycle = faults.clock[row] // period
    if faults.seed[row] != 0:
        start = int(chance.uniform(faults.seed[row], cycle) * (period - broken + 1))
    phase = faults.clock[row] - cycle * period
    return start <= phase < start + broken


@kernel
def alter(faults, row, value) -> float:
    """Return what a fault makes of a value in this step, and count the step."""
    kind, clock = faults.kind[row], faults.clock[row]
    first, end = faults.line_start[row], faults.line_start[row + 1]
    if clock == 0:
        faults.held[row] = value
        for k in range(first, end):
            faults.line[k] = value
    result = value
    if is_broken(faults, row):
        result = faults.rest[row]
    elif kind == STUCK:
        result = faults.held[row]
    elif kind == NOISE:
        result = value + faults.amount[row] * chance.normal(faults.seed[row], clock)
    elif kind == BIAS:
        result = value + faults.amount[row]
    elif kind == SLOW:
        faults.held[row] += faults.amount[row] * (value - faults.held[row])
        result = faults.held[row]
    elif kind == DELAYED and end > first:
        cell = first + clock % (end - first)
        result = faults.line[cell]
        faults.line[cell] = value
    elif kind == REVERSED:
        result = faults.mirror[row] - value
    elif kind == WEAK:
        result = value * max(0.0, 1.0 + faults.amount[row])
    elif kind == RIPPLE:
        ripple = faults.amount[row] * chance.normal(faults.seed[row], clock)
        result = value * max(0.0, 1.0 + ripple)
    result = min(max(result, faults.low[row]), faults.high[row])
    faults.clock[row] = clock + 1
    faults.result[row] = result
    return result


@kernel
def spoil_inputs(faults, signals) -> None:
    """Let the diagram see what broken controls say.

    Writes: signals
    """
    for row in range(faults.used[0]):
        if faults.place[row] == INPUT:
            i = faults.thing[row]
            signals[faults.input_slot[i]] = faults.given[i]
    for row in range(faults.used[0]):
        if faults.place[row] == INPUT:
            slot = faults.input_slot[faults.thing[row]]
            signals[slot] = alter(faults, row, signals[slot])


@kernel
def spoil_sensors(faults, signals) -> None:
    """Spoil what was just measured.

    Writes: signals
    """
    for row in range(faults.used[0]):
        if faults.place[row] == SENSOR:
            slot = faults.thing[row]
            signals[slot] = alter(faults, row, signals[slot])


@kernel
def recall_sensors(faults, signals) -> None:
    """Spoil what was measured a second time at the same moment, as it was spoilt then.

    Writes: signals
    """
    for row in range(faults.used[0]):
        if faults.place[row] == SENSOR and faults.clock[row] > 0:
            signals[faults.thing[row]] = faults.result[row]


@kernel
def spoil_indicators(faults, signals) -> None:
    """Find what broken lamps and gauges show: `result` of their rows, signals stay as they are."""
    for row in range(faults.used[0]):
        if faults.place[row] == SHOWN:
            slot = faults.thing[row]
            value = signals[slot] if slot >= 0 else 0.0
            before = faults.previous[row]
            alter(faults, row, value if before < 0 else faults.result[before])


@kernel
def spoil_drives(faults, world) -> None:
    """Spoil what motors, brakes and suction were just told, cut motors off, lock joints.

    Writes: motors.input, .stall_torque, .stall_current, .limit, brakes.input, suction.input,
    joints.friction, sleepers
    """
    motors, brakes, joints = world.motors, world.brakes, world.joints
    for row in range(faults.used[0]):
        i = faults.thing[row]
        if faults.place[row] == MOTOR:
            motors.stall_torque[i] = faults.stall_torque[i]
            motors.stall_current[i] = faults.stall_current[i]
            motors.limit[i] = faults.limit[i]
        elif faults.place[row] == JOINT:
            joints.friction[i] = faults.friction[i]
    for row in range(faults.used[0]):
        i, place = faults.thing[row], faults.place[row]
        if place == MOTOR:
            _spoil_motor(faults, row, i, world)
        elif place == BRAKE:
            brakes.input[i] = alter(faults, row, brakes.input[i])
        elif place == SUCTION:
            world.suction.input[i] = alter(faults, row, world.suction.input[i])
        elif place == JOINT:
            clock, before = faults.clock[row], faults.result[row]
            more = alter(faults, row, 0.0)
            joints.friction[i] = max(0.0, joints.friction[i] + more)
            if more >= LOCK and abs(joints.state[i, 5]) == joint.FORWARD:
                joints.state[i, 5] = joint.STICK  # so much friction is for what rests
            if clock == 0 or more != before:
                _rouse(i, world)


@kernel
def _spoil_motor(faults, row, m, world) -> None:
    motors, kind = world.motors, faults.kind[row]
    is_driven = motors.kind[m] == motor.SERVO or motors.kind[m] == motor.SPEED
    if (kind == WEAK or kind == RIPPLE) and is_driven:  # its input is no voltage
        motors.limit[m] = alter(faults, row, motors.limit[m])
        if kind == RIPPLE:  # wakes as an input does that changes
            _rouse(motors.joint[m], world)
        return
    is_open = is_broken(faults, row)
    motors.input[m] = alter(faults, row, motors.input[m])
    if is_open:
        if motors.kind[m] == motor.DC:
            motors.stall_torque[m] = OPEN * faults.stall_torque[m]
            motors.stall_current[m] = 0.0
        else:
            motors.input[m] = NOWHERE
    if kind == OFF or kind == INTERMITTENT:
        if faults.clock[row] == 1 or is_open != (faults.held[row] == 1.0):
            _rouse(motors.joint[m], world)
        faults.held[row] = 1.0 if is_open else 0.0


@kernel
def _rouse(j, world) -> None:
    """Wake what a joint ties together; a motor may have none, -1."""
    if j < 0:
        return
    for b in (world.joints.parent[j], world.joints.child[j]):
        if world.bodies.inv_mass[b] > 0.0:
            world.sleepers.asleep[b], world.sleepers.still[b] = 0, 0.0
