"""One frame as one kernel: no Python and no GIL between the panel's input and the last sensor."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .diagram import interpret
from .jit import kernel
from .physics import integrate, sensors, step


class Wiring(NamedTuple):
    """Which signal drives what; slot -1 = nothing does."""

    motor_slot: NDArray[np.int32]  # (motors,)
    motor_gain: NDArray[np.float64]  # (motors,) 1 / rated voltage
    brake_slot: NDArray[np.int32]  # (brakes,)
    brake_rest: NDArray[np.float64]  # (brakes,) 0..1 where nothing drives it


@kernel
def actuate(wiring, motors, brakes, signals):
    """Hand the diagram's outputs to motors and brakes.

    Writes: motors.input, brakes.input
    """
    for m in range(wiring.motor_slot.shape[0]):
        slot = wiring.motor_slot[m]
        motors.input[m] = signals[slot] * wiring.motor_gain[m] if slot >= 0 else 0.0
    for b in range(wiring.brake_slot.shape[0]):
        slot = wiring.brake_slot[b]
        brakes.input[b] = signals[slot] if slot >= 0 else wiring.brake_rest[b]


@kernel
def run(steps, world, sensor_table, wiring, tables, signals, memory):
    """Advance a frame of `steps` steps: diagram, motors, solver, sensors; 0 steps only measure.

    Returns the row of the first body that left all bounds, where the frame stops, else -1.
    Writes: every table of the world, signals, memory
    """
    sensors.read(world, sensor_table, signals)
    diverged = integrate.find_diverged(world.bodies)
    for _ in range(steps):
        if diverged >= 0:
            break
        interpret.evaluate(tables, signals, memory, world.settings.step)
        actuate(wiring, world.motors, world.brakes, signals)
        step.step(world)
        sensors.read(world, sensor_table, signals)
        diverged = integrate.find_diverged(world.bodies)
    return diverged
