"""Sensors: what is measured after each step and written into the signals of the diagram.

A point sensor sits on a link at `at`; its axes are those of the world, or with `local` the link's.
A dosimeter with a `sensitivity` counts: what it shows in a step are the counts of that step.
"""

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.compiled import curves
from simulator.compiled.jit import kernel, part
from simulator.exact.products import unit

from ..spec.models.robot import SensorSpec
from ..spec.models.scene import SceneSpec
from ..spec.naming import bodies as body_list
from .algebra import vector
from .bodies.tables import Floats, Rows
from .build import Names
from .sensing import balance, chance, radiation, raycast
from .world import World

(
    ANGLE, SPEED, MOTOR_SPEED, MOTOR_TORQUE, CURRENT, POSITION, VELOCITY, ATTITUDE, DISTANCE,
    CONTACT_FORCE, SEPARATION, DOSIMETER, ZMP, CENTRE_OF_MASS, STABILITY_MARGIN,
) = range(15)  # fmt: skip
KINDS = {
    "angle": ANGLE, "speed": SPEED, "motor_speed": MOTOR_SPEED, "motor_torque": MOTOR_TORQUE,
    "current": CURRENT, "position": POSITION, "velocity": VELOCITY, "attitude": ATTITUDE,
    "distance": DISTANCE, "contact_force": CONTACT_FORCE, "separation": SEPARATION,
    "dosimeter": DOSIMETER, "zmp": ZMP, "centre_of_mass": CENTRE_OF_MASS,
    "stability_margin": STABILITY_MARGIN,
}  # fmt: skip
Counts = NDArray[np.int64]
AXES = ("x", "y", "z", "roll", "pitch", "yaw")
WHOLE = -1


class Sensors(NamedTuple):
    """Sensors of robots in their order, then the scene's."""

    kind: Rows  # (n,)
    slot: Rows  # (n,) of the signals
    row: Rows  # (n,) joint, motor or body, as the kind asks
    target: Rows  # (n,) body that a separation is measured to; point of a stability margin
    axis: Rows  # (n,) into AXES, WHOLE = of no axis
    local: Rows  # (n,) 1 = along the link's own axes
    at: Floats  # (n, 3) from the link's centre of mass, its frame [m]
    aim: Floats  # (n, 3) unit direction of a ray in the link's frame
    reach: Floats  # (n,) of a ray [m]
    sensitivity: Floats  # (n,) counts per dose [1/Sv], 0 = exact
    seed: Counts  # (n,) of the counts
    clock: Counts  # (1,) steps since the start, (0,) where nothing counts; a part of the state


def build_sensors(
    scene: SceneSpec, names: Names, world: World, slots: Mapping[str, int]
) -> Sensors:
    """Return the table of a scene's sensors; `slots`: signal slot by full name."""
    found = list(list_sensors(scene))
    n = len(found)
    rows = (np.zeros(n, np.int32) for _ in range(6))
    counts = any(sensor.sensitivity for _, _, sensor in found)
    places, numbers = (np.zeros((n, 3)) for _ in range(2)), (np.zeros(n) for _ in range(2))
    draws = np.zeros(n, np.int64), np.zeros(int(counts), np.int64)
    table = Sensors._make([*rows, *places, *numbers, *draws])
    for i, (prefix, name, sensor) in enumerate(found):
        table.kind[i] = KINDS[sensor.type]
        table.slot[i] = slots[_full(prefix, name)]
        table.axis[i] = AXES.index(sensor.axis or "x")
        if sensor.type == "contact_force" and sensor.axis is None:
            table.axis[i] = WHOLE
        table.local[i] = sensor.local
        table.reach[i] = sensor.range
        table.sensitivity[i] = sensor.sensitivity or 0.0
        table.seed[i] = chance.own_seed(0, _full(prefix, name))
        table.aim[i] = unit(sensor.direction)
        for rows_of, given in (
            (names.joints, sensor.joint), (names.motors, sensor.motor), (names.bodies, sensor.link),
        ):  # fmt: skip
            if given is not None:
                table.row[i] = _find(rows_of, prefix, given)
        if sensor.link is not None:
            table.at[i] = np.array(sensor.at) - world.bodies.centre[table.row[i]]
        if sensor.to is not None:
            table.target[i] = _find(names.bodies, prefix, sensor.to)
        if sensor.type == "stability_margin":
            table.target[i] = balance.POINTS[sensor.of or "zmp"]
    return table


def list_sensors(scene: SceneSpec) -> Iterator[tuple[str, str, SensorSpec]]:
    """Yield robot ("" for the scene's own), name and spec of every sensor."""
    for placement in scene.robots:
        if placement.spec is not None:
            for name, sensor in placement.spec.sensors.items():
                yield body_list.robot_name(placement), name, sensor
    for name, sensor in scene.sensors.items():
        yield "", name, sensor


def _full(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix else name


def _find(rows: Mapping[str, int], prefix: str, name: str) -> int:
    """Return the row of a robot's own thing, or else of the scene's."""
    own = _full(prefix, name)
    return rows[own] if own in rows else rows[name]


@kernel
def count_step(sensors) -> None:
    """Let the next `read` draw new counts."""
    if sensors.clock.shape[0] > 0:
        sensors.clock[0] += 1


@part
def read(world, sensors, signals) -> None:
    """Measure everything and write it to `signals` (slots,) in SI units.

    Forces are those of the last substep.
    """
    balance.measure(world.stances, world.bodies, world.contacts, world.settings.gravity)
    for i in range(sensors.kind.shape[0]):
        kind, row = sensors.kind[i], sensors.row[i]
        if kind == ANGLE:
            value = world.joints.position[row]
        elif kind == SPEED:
            value = world.joints.speed[row]
        elif kind <= CURRENT:
            value = _motor(kind, row, world.motors)
        elif kind == DISTANCE:
            value = _distance(i, sensors, world.bodies, world.shapes)
        elif kind == CONTACT_FORCE:
            value = _contact_force(i, sensors, world.bodies, world.contacts)
        elif kind == DOSIMETER:
            value = _dose_rate(i, sensors, world)
        elif kind == STABILITY_MARGIN:
            stance = world.stances.member[row]
            value = balance.find_margin(world.stances, stance, sensors.target[i])
        elif kind >= ZMP:
            value = _balance(i, sensors, world.stances, world.bodies)
        else:
            value = _measure_point(i, sensors, world.bodies)
        signals[sensors.slot[i]] = value


@kernel
def _motor(kind, row, motors) -> float:
    if kind == MOTOR_SPEED:
        return motors.speed[row]
    if kind == MOTOR_TORQUE:
        return motors.torque[row]
    return motors.stall_current[row] * motors.torque[row] / motors.stall_torque[row]


@kernel
def _contact_force(i, sensors, bodies, contacts) -> float:
    """Return the sum of the normal forces on a body, or all that pushes it along an axis [N]."""
    body, axis = sensors.row[i], sensors.axis[i]
    total, push = 0.0, (0.0, 0.0, 0.0)
    for k in range(contacts.used[0]):
        if contacts.body_a[k] == body or contacts.body_b[k] == body:
            total += contacts.impulse[k, 0]
            if axis != WHOLE and contacts.impulse[k, 0] > 0.0:
                sign = 1.0 if contacts.body_b[k] == body else -1.0
                push = vector.offset(push, sign, vector.load(contacts.push, k))
    if axis != WHOLE:
        if sensors.local[i] == 1:
            push = vector.unrotate(bodies.orientation[body], push)
        total = push[axis]
    return total / contacts.step[0] if contacts.step[0] > 0.0 else 0.0


@kernel
def _place(i, sensors, bodies) -> vector.Vector:
    """Return where sensor `i` is in the world."""
    body = sensors.row[i]
    arm = vector.rotate(bodies.orientation[body], vector.load(sensors.at, i))
    return vector.offset(vector.load(bodies.position, body), 1.0, arm)


@kernel
def _distance(i, sensors, bodies, shapes) -> float:
    """Return the way along the ray to the first other body, at most the sensor's range [m]."""
    body = sensors.row[i]
    aim = vector.rotate(bodies.orientation[body], vector.load(sensors.aim, i))
    return raycast.cast(shapes, bodies, _place(i, sensors, bodies), aim, sensors.reach[i], body)[0]


@kernel
def _dose_rate(i, sensors, world) -> float:
    """Return the dose rate [Sv/s], exact or as counted in this step."""
    place = _place(i, sensors, world.bodies)
    rate = radiation.find_rate(world.sources, world.shapes, world.bodies, place)
    per_rate = sensors.sensitivity[i] * world.settings.step  # counts in a step
    if per_rate <= 0.0:
        return rate
    return chance.events(sensors.seed[i], sensors.clock[0], rate * per_rate) / per_rate


@kernel
def _balance(i, sensors, stances, bodies) -> float:
    """Return a coordinate of ZMP or centre of mass; `local`: from the link, along its heading."""
    body, axis = sensors.row[i], sensors.axis[i]
    which = balance.ZMP if sensors.kind[i] == ZMP else balance.CENTRE
    point = stances.point[stances.member[body], which]
    if sensors.local[i] == 0:
        return point[axis]
    yaw = _angle(bodies.orientation[body], 5)
    x, y, z = vector.subtract((point[0], point[1], point[2]), _place(i, sensors, bodies))
    if axis == 2:
        return z
    ahead, aside = curves.turn(yaw)
    return ahead * x + aside * y if axis == 0 else ahead * y - aside * x


@kernel
def _measure_point(i, sensors, bodies) -> float:
    body, kind, axis = sensors.row[i], sensors.kind[i], sensors.axis[i]
    q, point = bodies.orientation[body], _place(i, sensors, bodies)
    if kind == SEPARATION:
        other = sensors.target[i]
        back = vector.rotate(bodies.orientation[other], vector.load(bodies.centre, other))
        origin = vector.offset(vector.load(bodies.position, other), -1.0, back)
        way = vector.subtract(point, origin)
        return math.sqrt(vector.dot(way, way))
    if kind == VELOCITY:
        moves = vector.load(bodies.spin, body)
        if axis < 3:
            arm = vector.subtract(point, vector.load(bodies.position, body))
            turning = vector.cross(moves, arm)
            moves = vector.offset(vector.load(bodies.velocity, body), 1.0, turning)
        if sensors.local[i] == 1:
            moves = vector.unrotate(q, moves)
        return moves[axis % 3]
    return point[axis] if axis < 3 else _angle(q, axis)


@kernel
def _angle(q, axis) -> float:
    """Return roll, pitch or yaw [rad] of a unit quaternion (Diebel 2006, 5.6.12.8)."""
    w, x, y, z = q[0], q[1], q[2], q[3]
    if axis == 3:
        return curves.arctangent(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    if axis == 4:
        slope = min(1.0, max(-1.0, 2.0 * (w * y - z * x)))
        return curves.arctangent(slope, math.sqrt((1.0 - slope) * (1.0 + slope)))
    return curves.arctangent(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
