"""Which rows of the table a fault of a component needs: a gripper or a battery is many things."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from simulator.console.control import list_controls
from simulator.exact.elementary import exponential
from simulator.physics.sensing import chance
from simulator.spec.models.fault import FaultSpec
from simulator.spec.models.robot import RobotSpec
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming.bodies import robot_name
from simulator.spec.naming.components import Component

from . import table

KINDS = {
    "off": table.OFF,
    "stuck": table.STUCK,
    "noise": table.NOISE,
    "bias": table.BIAS,
    "slow": table.SLOW,
    "delayed": table.DELAYED,
    "intermittent": table.INTERMITTENT,
    "reversed": table.REVERSED,
    "jammed": table.OFF,  # a joint at rest: see LOCK
}
OF_AXES = (table.NOISE, table.BIAS, table.SLOW)  # not of a joystick's thumb button


class Places(NamedTuple):
    """Where the things of a scene are in its tables, by their full names."""

    inputs: Mapping[str, int]
    signals: Mapping[str, int]  # slots
    shown: Mapping[str, int]  # slot that lights a lamp or moves a gauge, -1 = none
    motors: Mapping[str, int]
    brakes: Mapping[str, int]
    suction: Mapping[str, int]
    joints: Mapping[str, int]
    step: float  # [s]


class Row(NamedTuple):
    """A row before it is written; rows of one `name` and seed draw the same numbers."""

    place: int
    thing: int
    kind: int
    name: str
    rest: float = 0.0
    mirror: float = 0.0
    low: float = -np.inf
    high: float = np.inf
    shown: str = ""  # lamp or gauge


class RowMaker:
    """Turns faults of a scene into rows."""

    def __init__(self, scene: SceneSpec, places: Places) -> None:
        self.places = places
        self._robots = {robot_name(one): one.spec for one in scene.robots if one.spec is not None}
        self._controls = {
            control.name: control
            for widget, spec in scene.console_spec.panel.items()
            for control in list_controls(widget, spec)
        }

    def list_rows(self, component: Component, fault: FaultSpec) -> list[Row]:
        """Return the rows of a fault; none where it only concerns pictures or packets."""
        kind = KINDS[fault.kind]
        make = getattr(self, f"_of_{component.family}")
        return list(make(component, kind, fault.kind == "jammed"))

    def _of_lever(self, component: Component, kind: int, _: bool) -> Iterator[Row]:
        for name, control in self._controls.items():
            is_spared = control.is_pressed and component.family == "lever" and kind in OF_AXES
            if component.name in (name, control.widget) and not is_spared:
                low, high = control.bounds
                index = self.places.inputs[name]
                yield Row(table.INPUT, index, kind, name, control.rest, low + high, low, high)

    _of_button = _of_lever

    def _of_sensor(self, component: Component, kind: int, _: bool) -> Iterator[Row]:
        yield Row(table.SENSOR, self.places.signals[component.name], kind, component.name)

    def _of_lamp(self, component: Component, kind: int, _: bool) -> Iterator[Row]:
        name = component.name
        mirror = 1.0 if component.family == "lamp" else 0.0
        slot = self.places.shown.get(name, -1)
        yield Row(table.SHOWN, slot, kind, name, 0.0, mirror, shown=name)

    _of_gauge = _of_lamp

    def _of_motor(self, component: Component, kind: int, jams: bool) -> Iterator[Row]:
        if not jams:
            index = self.places.motors[component.name]
            yield Row(table.MOTOR, index, kind, component.name, 0.0, 0.0)
            return
        robot = self._robots[component.robot]
        joint = robot.motors[component.part].joint
        followers = [r.joint for r in robot.repeaters.values() if r.motor == component.part]
        yield from self._lock(component.robot, [joint] if joint else followers, kind)

    def _of_brake(self, component: Component, kind: int, jams: bool) -> Iterator[Row]:
        place, rows = self._holding()[component.family]
        index, rest = rows[component.name], 1.0 if jams else 0.0
        yield Row(place, index, kind, component.name, rest, 1.0, 0.0, 1.0)

    _of_suction = _of_brake

    def _holding(self) -> dict[str, tuple[int, Mapping[str, int]]]:
        """Return where brakes and suction are, by family."""
        return {
            "brake": (table.BRAKE, self.places.brakes),
            "suction": (table.SUCTION, self.places.suction),
        }

    def _of_track(self, component: Component, kind: int, _: bool) -> Iterator[Row]:
        track = self._robots[component.robot].tracks[component.part]
        wheels = [track.sprocket, *([track.idler] if track.idler else []), *track.wheels]
        yield from self._lock(component.robot, wheels[:1] if kind == table.BIAS else wheels, kind)

    def _of_wheel(self, component: Component, kind: int, _: bool) -> Iterator[Row]:
        joints = self._robots[component.robot].joints.items()
        own = [name for name, joint in joints if joint.child == component.part]
        yield from self._lock(component.robot, own[:1], kind)

    def _of_gripper(self, component: Component, kind: int, jams: bool) -> Iterator[Row]:
        robot = self._robots[component.robot]
        if jams:
            yield from self._lock(component.robot, robot.gripper, kind)
            return
        for name in _jaw_motors(robot):
            index = self.places.motors[f"{component.robot}.{name}"]
            yield Row(table.MOTOR, index, kind, component.name)

    def _of_battery(self, component: Component, kind: int, _: bool) -> Iterator[Row]:
        name, robot = component.robot, self._robots[component.robot]
        relative = {table.NOISE: table.RIPPLE, table.BIAS: table.WEAK}.get(kind, kind)
        for motor in robot.motors:
            index = self.places.motors[f"{name}.{motor}"]
            yield Row(table.MOTOR, index, relative, component.name)
        if kind not in (table.OFF, table.INTERMITTENT):
            return
        for family, things in (("brake", robot.brakes), ("suction", robot.suction)):
            place, rows = self._holding()[family]
            for key, one in things.items():
                yield Row(place, rows[f"{name}.{key}"], kind, component.name, float(one.applied))
        for sensor in robot.sensors:
            yield Row(table.SENSOR, self.places.signals[f"{name}.{sensor}"], kind, component.name)
        for lamp in robot.lamps:
            shown = f"{name}.{lamp}"
            slot = self.places.shown.get(shown, -1)
            yield Row(table.SHOWN, slot, kind, component.name, shown=shown)

    def _of_nothing(self, component: Component, kind: int, _: bool) -> Iterator[Row]:
        yield from ()

    _of_camera = _of_link = _of_nothing

    def _lock(self, robot: str, joints: list[str], kind: int) -> Iterator[Row]:
        """Yield rows of friction: locked where off or at times, dragging where biased."""
        rest = 0.0 if kind == table.BIAS else table.LOCK
        for joint in joints:
            index = self.places.joints[f"{robot}.{joint}"]
            yield Row(table.JOINT, index, kind, robot, rest)


def _jaw_motors(robot: RobotSpec) -> list[str]:
    """Return the motors that move the jaws, themselves or through repeaters."""
    jaws = set(robot.gripper)
    own = [name for name, motor in robot.motors.items() if motor.joint in jaws]
    led = [repeater.motor for repeater in robot.repeaters.values() if repeater.joint in jaws]
    return list(dict.fromkeys([*own, *led]))


def count_cells(fault: FaultSpec, step: float) -> int:
    """Return how long the delay line of each row is."""
    return round(fault.delay / step) if fault.kind == "delayed" else 0


def write(rows: list[Row], fault: FaultSpec, faults: table.Faults, step: float) -> None:
    """Append the rows of a fault to the table, as they are before its first step."""
    first, cells = int(faults.used[0]), count_cells(fault, step)
    for row, each in enumerate(rows, first):
        faults.place[row], faults.thing[row], faults.kind[row] = each[:3]
        faults.rest[row], faults.mirror[row], faults.low[row], faults.high[row] = each[4:8]
        is_drawn = each.kind in (table.NOISE, table.RIPPLE) or fault.seed
        faults.seed[row] = chance.own_seed(fault.seed, each.name) if is_drawn else 0
        lag = 1.0 - exponential(-step / fault.time_constant)
        faults.amount[row] = lag if each.kind == table.SLOW else fault.amount
        faults.period[row] = max(1, round(fault.period / step))
        faults.broken[row] = round(fault.share * int(faults.period[row]))
        faults.line_start[row + 1] = faults.line_start[row] + cells
        faults.clock[row], faults.held[row], faults.result[row] = 0, 0.0, 0.0
        faults.previous[row] = -1
    faults.used[0] += len(rows)
