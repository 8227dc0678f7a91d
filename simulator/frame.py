"""One frame as one kernel: no Python and no GIL between the panel's input and the last sensor."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .compiled.handle import open_table
from .compiled.jit import kernel
from .diagram import interpret
from .diagram.tables import Tables
from .faults import effects
from .faults.table import Faults
from .physics import sensors, stages, step, team
from .physics.bodies import integrate
from .physics.sensing import radiation, touch
from .physics.sensing.radiation import Exposures
from .physics.sensing.touch import Touches
from .physics.sensors import Sensors
from .physics.world import World

ONE_MORE = -2  # steps to ask for: one more of a frame that has begun


class Wiring(NamedTuple):
    """Which signal drives what; slot -1 = nothing does."""

    motor_slot: NDArray[np.int32]  # (motors,)
    motor_gain: NDArray[np.float64]  # (motors,) 1 / rated voltage
    brake_slot: NDArray[np.int32]  # (brakes,)
    brake_rest: NDArray[np.float64]  # (brakes,) 0..1 where nothing drives it
    suction_slot: NDArray[np.int32]  # (suction,)
    suction_rest: NDArray[np.float64]  # (suction,) 0..1 where nothing drives it


class Frame(NamedTuple):
    """All that a frame reads and writes."""

    world: World
    sensors: Sensors
    exposures: Exposures
    wiring: Wiring
    plan: Tables
    touches: Touches
    faults: Faults
    signals: NDArray[np.float64]  # a slot per name
    memory: NDArray[np.float64]  # of the plan's blocks
    forced: NDArray[np.float64]  # a slot per name; NaN = free


@kernel
def actuate(wiring, world, signals):
    """Hand the diagram's outputs to motors, brakes and suction.

    Writes: motors.input, brakes.input, suction.input
    """
    motors, brakes, suction = world.motors, world.brakes, world.suction
    for m in range(wiring.motor_slot.shape[0]):
        slot = wiring.motor_slot[m]
        motors.input[m] = signals[slot] * wiring.motor_gain[m] if slot >= 0 else 0.0
    for b in range(wiring.brake_slot.shape[0]):
        slot = wiring.brake_slot[b]
        brakes.input[b] = signals[slot] if slot >= 0 else wiring.brake_rest[b]
    for s in range(wiring.suction_slot.shape[0]):
        slot = wiring.suction_slot[s]
        suction.input[s] = signals[slot] if slot >= 0 else wiring.suction_rest[s]


@kernel
def run(steps, words):
    """Advance a frame of `steps` steps: diagram, motors, solver, sensors; 0 steps only measure.

    With `team.HELP` steps, help the thread that runs a frame until the team is closed; with
    `ONE_MORE` do another step of a frame whose steps are asked for one by one. `words` lead to a
    packed `Frame`. Returns the row of the first body that left all bounds, where the frame stops,
    else -1.
    Writes: every table of the world, exposures, signals, memory, faults
    """
    frame = open_table(words, Frame)
    world, signals = frame.world, frame.signals
    if steps == team.HELP:
        stages.assist(world)
        return -1
    faults = frame.faults
    has_faults = faults.used[0] > 0
    if steps == ONE_MORE:
        steps = 1
    else:
        sensors.read(world, frame.sensors, signals)
        if has_faults:
            effects.recall_sensors(faults, signals)
        touch.clear(frame.touches)
    diverged = integrate.find_diverged(world.bodies)
    for _ in range(steps):
        if diverged >= 0:
            break
        if has_faults:
            effects.spoil_inputs(faults, signals)
        interpret.evaluate(frame.plan, signals, frame.memory, frame.forced, world.settings.step)
        actuate(frame.wiring, world, signals)
        if has_faults:
            effects.spoil_drives(faults, world)
        step.run(world)
        touch.note(frame.touches, world.contacts, world.contacts.step[0])
        sensors.count_step(frame.sensors)
        sensors.read(world, frame.sensors, signals)
        if has_faults:
            effects.spoil_sensors(faults, signals)
            effects.spoil_indicators(faults, signals)
        interpret.hold(frame.forced, signals)
        diverged = integrate.find_diverged(world.bodies)
    radiation.expose(frame.exposures, world)
    return diverged
