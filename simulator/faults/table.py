"""The table of faults: a row for each thing that does not work, with the memory it needs."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.physics.bodies.tables import Floats, Rows
from simulator.physics.joints import motor
from simulator.physics.world import World

ROWS = 256  # a dead battery takes one for everything that the robot has
CELLS = 1 << 16  # of all delay lines together
INPUT, SENSOR, MOTOR, BRAKE, SUCTION, SHOWN, JOINT = range(7)  # where a row acts
OFF, STUCK, NOISE, BIAS, SLOW, DELAYED, INTERMITTENT, REVERSED, WEAK, RIPPLE = range(10)
OPEN = 1e-12  # share of its torque that a motor has with open terminals
LOCK = 1e6  # friction of a locked joint [N m or N]

Counts = NDArray[np.int64]


class Faults(NamedTuple):
    """Rows in the order in which they act."""

    used: Rows  # (1,) rows in use
    place: Rows  # (ROWS,) INPUT ... JOINT
    thing: Rows  # (ROWS,) input, signal slot, motor, brake, suction, slot or -1, joint
    kind: Rows  # (ROWS,) OFF ... RIPPLE
    previous: Rows  # (ROWS,) row of another fault of the same lamp or gauge, -1 = none
    seed: Counts  # (ROWS,) 32 bits; intermittent: 0 = regular
    amount: Floats  # (ROWS,) of noise and bias; slow: share of the way in a step
    rest: Floats  # (ROWS,) value of what is off
    mirror: Floats  # (ROWS,) value and its reverse add up to this
    low: Floats  # (ROWS,) bounds of the result
    high: Floats  # (ROWS,)
    period: Counts  # (ROWS,) [steps]
    broken: Counts  # (ROWS,) of it [steps]
    line_start: Counts  # (ROWS + 1,) delay line in `line`, a cell a step
    clock: Counts  # (ROWS,) steps since it began
    held: Floats  # (ROWS,) value that it keeps, or lags with
    result: Floats  # (ROWS,) of the last step
    line: Floats  # (CELLS,)
    given: Floats  # (inputs,) what the panel says, before faults
    input_slot: Rows  # (inputs,)
    stall_torque: Floats  # (motors,) of the healthy ones, as all below
    stall_current: Floats  # (motors,)
    limit: Floats  # (motors,)
    friction: Floats  # (joints,)


def make_faults(world: World, input_slot: NDArray) -> Faults:
    """Return a table without faults for a world at its start."""
    rows = [np.zeros(ROWS, np.int32) for _ in range(4)]
    floats = [np.zeros(ROWS) for _ in range(5)]
    counts = [np.zeros(ROWS, np.int64) for _ in range(2)]
    memory = [np.zeros(ROWS, np.int64), np.zeros(ROWS), np.zeros(ROWS), np.zeros(CELLS)]
    panel = [np.zeros(len(input_slot)), np.asarray(input_slot, np.int32)]
    motors = world.motors
    healthy = [motors.stall_torque, motors.stall_current, motors.limit, world.joints.friction]
    return Faults._make(
        [
            np.zeros(1, np.int32), *rows, np.zeros(ROWS, np.int64), *floats, *counts,
            np.zeros(ROWS + 1, np.int64), *memory, *panel, *(column.copy() for column in healthy),
        ]
    )  # fmt: skip


def heal(table: Faults, world: World) -> None:
    """Give motors and joints their own figures back, and wake whatever sleeps."""
    motors, sleepers = world.motors, world.sleepers
    motors.stall_torque[:], motors.stall_current[:] = table.stall_torque, table.stall_current
    motors.limit[:], world.joints.friction[:] = table.limit, table.friction
    moves = world.bodies.inv_mass > 0.0
    sleepers.asleep[moves], sleepers.still[moves] = 0, 0.0


def cut(table: Faults, world: World) -> None:
    """Open the terminals of the DC motors that were off in the last step."""
    for row in range(int(table.used[0])):
        m, is_off = int(table.thing[row]), table.kind[row] in (OFF, INTERMITTENT)
        if table.place[row] != MOTOR or not is_off or table.held[row] != 1.0:
            continue
        if world.motors.kind[m] == motor.DC:
            world.motors.stall_torque[m] = OPEN * table.stall_torque[m]
            world.motors.stall_current[m] = 0.0
