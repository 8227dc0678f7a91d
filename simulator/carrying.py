"""A simulation goes on as another one of an edited scene: what still exists keeps its state.

Things are known by their names. Where a file now says something else about where a robot or a
prop starts, it starts there: that is what the edit was made for.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact import elementary, products
from simulator.exact.products import dot, length, times

from . import changes
from .physics import build
from .physics import world as worlds
from .simulation import Simulation
from .snapshot import Event
from .spec.models.robot import RobotSpec
from .spec.models.scene import RobotPlacement, SceneSpec
from .spec.naming import bodies
from .spec.naming.bodies import Body

# what a step never changes: equal columns make equal worlds
FIXED = {
    "bodies": ("inv_mass", "inertia", "centre", "robot"),
    "joints": (
        "kind", "parent", "child", "anchor_parent", "anchor_child", "frame_parent", "frame_child",
        "limit", "friction", "damping", "motor", "ratio", "start",
    ),
    "motors": (
        "kind", "stall_torque", "no_load_speed", "inertia", "stall_current", "joint",
        "implicitness", "stiffness", "damping", "limit",
    ),
    "brakes": ("joint", "torque"),
    "shapes": (
        "kind", "body", "piece", "position", "rotation", "size", "half", "radius", "friction",
        "restitution", "rolling", "twisting", "stiffness", "damping", "mesh", "belt",
        "belt_radius", "belt_axis", "excluded_start", "excluded",
    ),
}  # fmt: skip


class Carried(NamedTuple):
    """What could not go on: robots and props that start anew, faults that cannot be any more."""

    anew: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def carry(old: Simulation, new: Simulation) -> Carried:
    """Give `new`, which stands at its start, the state of `old`.

    Kept are poses, velocities and joint positions of robots and props, motors, brakes, the memory
    of blocks of the same name and kind, signals, press counters, faults, the data link, the time.
    Of a simulation that has diverged nothing is kept.
    """
    if old.snapshot().frozen:
        return Carried(tuple(_list_things(new.scene)))
    starts = [{body.name: body for body in bodies.list_bodies(one.scene)} for one in (old, new)]
    if is_same_world(old, new) and _is_same_start(*starts):
        worlds.restore_state(new.world, worlds.copy_state(old.world))
        anew: list[str] = []
    else:
        anew = _Bodies(old, new, *starts).carry()
    _carry_diagram(old, new)
    new.frame_index = round(old.frame_index * old.frame_dt / new.frame_dt)
    faults = _carry_trouble(old, new)
    new.restore(new.save())  # whatever follows from the state is as after a jump
    return Carried(tuple(anew), faults)


def _list_things(scene: SceneSpec) -> list[str]:
    return [*map(bodies.robot_name, scene.robots), *(prop.name for prop in scene.props)]


def is_same_world(old: Simulation, new: Simulation) -> bool:
    """Say whether the same bodies, joints and shapes are in both, by name and measure."""
    physics = [one.scene.physics for one in (old, new)]
    if old.names != new.names or physics[0] != physics[1]:
        return False
    return all(
        np.array_equal(one, other)
        for one, other in zip(*map(_list_fixed, (old.world, new.world)), strict=True)
    )


def _list_fixed(world: worlds.World) -> list[NDArray]:
    columns = [(table, column) for table, names in FIXED.items() for column in names]
    fixed = [getattr(getattr(world, table), column) for table, column in columns]
    return [*fixed, *world.shapes.hulls, *world.shapes.meshes]


def _is_same_start(old: dict[str, Body], new: dict[str, Body]) -> bool:
    return all(_stands_where(old[name], new[name]) for name in new)


def _stands_where(one: Body, other: Body) -> bool:
    same_place = np.array_equal(one.position, other.position)
    return same_place and np.array_equal(one.rotation, other.rotation)


class _Bodies:
    """Carries bodies, joints, motors and brakes from one world into the next."""

    def __init__(
        self, old: Simulation, new: Simulation, before: dict[str, Body], after: dict[str, Body]
    ) -> None:
        self.old, self.new = old, new
        self.before, self.after = before, after
        self.worlds = old.world, new.world

    def carry(self) -> list[str]:
        """Carry what can be; return the names of what starts anew."""
        anew = []
        for prop in self.new.scene.props:
            if not self._carry_link(prop.name):
                anew.append(prop.name)
        known = {bodies.robot_name(place): place for place in self.old.scene.robots}
        for place in self.new.scene.robots:
            name = bodies.robot_name(place)
            if name not in known or not self._carry_robot(name, known[name], place):
                anew.append(name)
        return anew

    def _carry_link(self, name: str) -> bool:
        """Carry one body; return whether it goes on from where it was."""
        if name not in self.before or not _stands_where(self.before[name], self.after[name]):
            return False
        old, new = (one.names.bodies[name] for one in (self.old, self.new))
        table, other = self.old.world.bodies, self.new.world.bodies
        if other.inv_mass[new] == 0.0:
            return True  # what does not move stands where the file puts it
        rotation = products.matrix_of(table.orientation[old])
        shift = times(rotation, other.centre[new] - table.centre[old])
        other.velocity[new] = table.velocity[old] + np.cross(table.spin[old], shift)
        other.spin[new] = table.spin[old]
        ahead = other.lead[new] - table.lead[old]  # of a step of another length
        other.orientation[new] = _turned(table.orientation[old], ahead * other.spin[new])
        other.position[new] = table.position[old] + shift + ahead * other.velocity[new]
        return True

    def _carry_robot(self, name: str, old: RobotPlacement, new: RobotPlacement) -> bool:
        if old.spec is None or new.spec is None or not _starts_alike(old, new):
            return False
        is_rigid = _chain(old.spec) != _chain(new.spec)
        if is_rigid:
            self._bend_robot(name, new)
        else:
            for link in new.spec.links:
                self._carry_link(f"{name}.{link}")
        self._carry_rows("joints", name, ("position",) if is_rigid else worlds.STATE["joints"])
        self._carry_rows("motors", name, ("angle", "input") if is_rigid else worlds.STATE["motors"])
        self._carry_rows("brakes", name, worlds.STATE["brakes"])
        return True

    def _bend_robot(self, name: str, place: RobotPlacement) -> None:
        """Put a robot whose build has changed where it was, its joints as they were."""
        spec, table, other = place.spec, self.old.world.bodies, self.new.world.bodies
        assert spec is not None
        base = self.old.names.bodies[f"{name}.{bodies.base_link(spec)}"]
        rotation = products.matrix_of(table.orientation[base])
        at = table.position[base] - times(rotation, table.centre[base])
        rows, position = self.old.names.joints, self.old.world.joints.position
        joints = {joint: float(position[row]) for joint, row in _own(rows, name)}
        kept = {joint: joints[joint] for joint in spec.joints if joint in joints}
        rpy = bodies.angles_of(rotation)
        update = {"at": tuple(at), "rpy": rpy, "joints": {**place.joints, **kept}}
        poses = bodies.link_poses(place.model_copy(update=update))
        spin, velocity = table.spin[base], table.velocity[base]
        for link, (where, turned) in poses.items():
            row = self.new.names.bodies[f"{name}.{link}"]
            other.orientation[row] = build.quaternion_of(turned)
            other.position[row] = where + times(turned, other.centre[row])
            if other.inv_mass[row] > 0.0:
                arm = other.position[row] - table.position[base]
                other.velocity[row], other.spin[row] = velocity + np.cross(spin, arm), spin

    def _carry_rows(self, table: str, robot: str, columns: tuple[str, ...]) -> None:
        """Carry the state of a robot's joints, motors or brakes of the same name and kind."""
        rows = dict(_own(getattr(self.new.names, table), robot))
        old, new = (getattr(world, table) for world in self.worlds)
        for name, row in _own(getattr(self.old.names, table), robot):
            if name not in rows or (table != "brakes" and old.kind[row] != new.kind[rows[name]]):
                continue
            for column in columns:
                getattr(new, column)[rows[name]] = getattr(old, column)[row]


def _own(rows: Mapping[str, int], robot: str) -> list[tuple[str, int]]:
    start = f"{robot}."
    return [(name.removeprefix(start), row) for name, row in rows.items() if name.startswith(start)]


def _starts_alike(old: RobotPlacement, new: RobotPlacement) -> bool:
    """Say whether files put a robot's base and joints at the same start."""
    assert old.spec is not None and new.spec is not None
    same = (old.at, old.rpy, old.joints) == (new.at, new.rpy, new.joints)
    starts = [
        {name: one.start for name, one in spec.joints.items()} for spec in (old.spec, new.spec)
    ]
    shared = starts[0].keys() & starts[1].keys()
    bases = [bodies.base_link(spec) for spec in (old.spec, new.spec)]
    return same and bases[0] == bases[1] and all(starts[0][n] == starts[1][n] for n in shared)


def _chain(robot: RobotSpec) -> list[object]:
    """Return how a robot's links hang together."""
    joints = robot.joints.items()
    hung = [(name, j.type, j.parent, j.child, j.at, j.rpy, j.axis) for name, j in joints]
    return [*hung, *((name, link.mount) for name, link in robot.links.items())]


def _turned(quaternion: NDArray, turn: NDArray) -> NDArray:
    """Return an orientation turned by a rotation vector [rad]."""
    angle = length(turn)
    if angle == 0.0:
        return quaternion
    w, sine = elementary.turn(0.5 * angle)
    axis = sine / angle * turn
    rest = w * quaternion[1:] + quaternion[0] * axis + np.cross(axis, quaternion[1:])
    return np.array([w * quaternion[0] - dot(axis, quaternion[1:]), *rest])


def _carry_diagram(old: Simulation, new: Simulation) -> None:
    """Carry signals, the memory of blocks, what hands have changed, and the presses so far.

    A diagram that was edited in the window stays, unless the files have another one by now.
    """
    if old.diagram != old.base and old.base == new.base:
        new.rewire(old.diagram)
    constants = new.scene.console_spec.constants
    kept = changes.carry_over(old.plan, old.signals, old.memory, new.plan, constants)
    new.signals[:], new.memory[:] = kept
    if new.outside and old.outside:
        new.outside.take(old.outside)
    if len(old.sensors.clock) == len(new.sensors.clock):
        new.sensors.clock[:] = old.sensors.clock
    for name, value in old.forced.items():
        if name in new.plan.slots:
            new.force(name, value)
    rows = {name: row for row, name in enumerate(old.pulses.names)}
    for row, name in enumerate(new.pulses.names):
        if name in rows:
            for column in ("seen", "owed", "shown"):
                getattr(new.pulses, column)[row] = getattr(old.pulses, column)[rows[name]]


def _carry_trouble(old: Simulation, new: Simulation) -> tuple[str, ...]:
    """Let faults and the link's profile go on; return the faults that the new scene cannot have."""
    lost = []
    for name, one in old.trouble.present.items():
        data = one.fault.model_dump(mode="json", exclude_unset=True)
        try:
            new.trouble.inject(name, data, one.begun)
        except ValueError:
            lost.append(name)
    if old.trouble.profile is not None:
        new.apply(Event("link", data=old.trouble.profile.model_dump(mode="json")))
    return tuple(lost)
