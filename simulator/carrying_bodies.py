"""Robots and props of a world go on in that of an edited scene, where its files start them alike.

What hangs together as before keeps its poses, motions and the memory of its joints and motors;
what does not is hung anew on what carries it.
"""

from collections.abc import Mapping, Set
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact import elementary, products
from simulator.exact.products import dot, length, times

from .physics import world as worlds
from .physics.bodies import tables
from .simulation import Simulation
from .spec.models.robot import JointSpec, RobotSpec
from .spec.models.scene import RobotPlacement
from .spec.naming import bodies
from .spec.naming.bodies import Body


def starts_alike(one: Body, other: Body) -> bool:
    """Say whether two bodies start at the same place, and with the same motion."""
    same_place = np.array_equal(one.position, other.position)
    same_motion = (one.velocity, one.spin) == (other.velocity, other.spin)
    return same_place and same_motion and np.array_equal(one.rotation, other.rotation)


class Bodies:
    """Carries bodies, joints, motors, brakes and suction from one world into the next."""

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
        if name not in self.before or not starts_alike(self.before[name], self.after[name]):
            return False
        old, new = (one.names.bodies[name] for one in (self.old, self.new))
        table, other = self.old.world.bodies, self.new.world.bodies
        if other.inv_mass[new] == 0.0:  # what does not move stands where the file puts it
            return bool(table.inv_mass[old] == 0.0)
        rotation = products.matrix_of(table.orientation[old])
        shift = times(rotation, other.centre[new] - table.centre[old])
        other.velocity[new] = table.velocity[old] + np.cross(table.spin[old], shift)
        for column in ("spin", "gyro", "ask", "share"):  # it may have stopped on its way
            getattr(other, column)[new] = getattr(table, column)[old]
        if _find_step(self.old) == _find_step(self.new):
            other.lead[new] = table.lead[old]  # it may have taken its last step in parts
        ahead = other.lead[new] - table.lead[old]
        other.orientation[new] = _turned(table.orientation[old], ahead * other.spin[new])
        other.position[new] = table.position[old] + shift + ahead * other.velocity[new]
        return True

    def _carry_robot(self, name: str, old: RobotPlacement, new: RobotPlacement) -> bool:
        if old.spec is None or new.spec is None or not _starts_alike(old, new):
            return False
        self._carry_rows("brakes", name, worlds.STATE["brakes"])
        self._carry_rows("suction", name, worlds.STATE["suction"])
        if _chain(old.spec) == _chain(new.spec):
            for link in new.spec.links:
                self._carry_link(f"{name}.{link}")
            self._carry_rows("joints", name, worlds.STATE["joints"])
            self._carry_rows("motors", name, worlds.STATE["motors"])
        else:
            same, torn = _compare(old.spec, new.spec)
            self._carry_rows("joints", name, ("position",), new.spec.joints.keys() - torn)
            self._carry_rows("joints", name, ("state", "speed"), same)
            driven = {motor for motor, one in new.spec.motors.items() if one.joint in same}
            self._carry_rows("motors", name, ("input",))
            self._carry_rows("motors", name, worlds.STATE["motors"], driven)
            self._hang_robot(name, new, same)
        self._turn_rotors(name)
        return True

    def _hang_robot(self, name: str, place: RobotPlacement, same: set[str]) -> None:
        """Put a robot whose build has changed where it was, and as fast.

        What hangs on a joint or a mount that is the `same` goes on as it was beside the link before
        it; the rest stands still there, its joints at their positions.
        """
        spec, table, other = place.spec, self.old.world.bodies, self.new.world.bodies
        assert spec is not None
        rows, position = _own(self.new.names.joints, name), self.new.world.joints.position
        joints = {joint: float(position[row]) for joint, row in rows}
        poses = bodies.link_poses(place.model_copy(update={"joints": joints}))
        base, known = bodies.base_link(spec), self.old.names.bodies
        frames = {base: _frame_of(table, known[f"{name}.{base}"])}
        for link, pose in poses.items():
            if link == base:
                continue
            carrier, before = _carrier(spec, link, frames, same) or ("", base)
            if carrier in same:
                ends = (known[f"{name}.{one}"] for one in (before, link))
                one, two = (_frame_of(table, row) for row in ends)
            else:
                one, two = (_Frame(*at, np.zeros(3), np.zeros(3)) for at in (poses[before], pose))
            frames[link] = _beside(frames[before], _seen_from(one, two))
        for link, frame in frames.items():
            row = self.new.names.bodies[f"{name}.{link}"]
            arm = times(frame.rotation, other.centre[row])
            other.orientation[row] = products.quaternion_of(frame.rotation)
            other.position[row] = frame.position + arm
            if other.inv_mass[row] > 0.0:
                other.velocity[row] = frame.velocity + np.cross(frame.spin, arm)
                other.spin[row] = frame.spin

    def _turn_rotors(self, name: str) -> None:
        """Let rotors turn as the joints do that they drive: gears may be others now."""
        joints, motors = self.new.world.joints, self.new.world.motors
        for _, row in _own(self.new.names.motors, name):
            joint = motors.joint[row]
            if joint >= 0:
                turned = joints.position[joint] - joints.start[joint]
                motors.angle[row] = turned / joints.ratio[joint]
                motors.speed[row] = joints.speed[joint] / joints.ratio[joint]

    def _carry_rows(
        self, table: str, robot: str, columns: tuple[str, ...], names: Set[str] | None = None
    ) -> None:
        """Carry the state of a robot's joints, motors and the like of the same name and kind."""
        rows = dict(_own(getattr(self.new.names, table), robot))
        old, new = (getattr(world, table) for world in self.worlds)
        for name, row in _own(getattr(self.old.names, table), robot):
            if name not in rows or (names is not None and name not in names):
                continue
            if table in ("joints", "motors") and old.kind[row] != new.kind[rows[name]]:
                continue
            is_held = table != "joints" or _is_held_alike(old, row, new, rows[name])
            for column in columns:
                if column != "state" or is_held:
                    getattr(new, column)[rows[name]] = getattr(old, column)[row]


def _find_step(simulation: Simulation) -> float:
    physics = simulation.scene.physics
    return physics.step / physics.substeps


class _Frame(NamedTuple):
    """A link's frame and its motion."""

    position: NDArray
    rotation: NDArray
    velocity: NDArray  # of its origin
    spin: NDArray


def _frame_of(table: tables.Bodies, row: int) -> _Frame:
    """Return the frame of a body in a world's table."""
    rotation, spin = products.matrix_of(table.orientation[row]), table.spin[row]
    arm = -times(rotation, table.centre[row])
    return _Frame(
        table.position[row] + arm, rotation, table.velocity[row] + np.cross(spin, arm), spin
    )


def _seen_from(one: _Frame, two: _Frame) -> _Frame:
    """Return the second frame as the first one sees it."""
    back, arm = one.rotation.T, two.position - one.position
    way = two.velocity - one.velocity - np.cross(one.spin, arm)
    return _Frame(
        times(back, arm),
        times(back, two.rotation),
        times(back, way),
        times(back, two.spin - one.spin),
    )


def _beside(one: _Frame, seen: _Frame) -> _Frame:
    """Return the frame that one sees so, the inverse of `_seen_from`."""
    arm = times(one.rotation, seen.position)
    return _Frame(
        one.position + arm,
        times(one.rotation, seen.rotation),
        one.velocity + np.cross(one.spin, arm) + times(one.rotation, seen.velocity),
        one.spin + times(one.rotation, seen.spin),
    )


def _carrier(
    robot: RobotSpec, link: str, placed: Mapping[str, _Frame], same: set[str]
) -> tuple[str, str] | None:
    """Return the joint or mount and the placed link that carry a link, best the `same`."""
    found = [(n, j.parent) for n, j in robot.joints.items() if j.child == link]
    mount = robot.links[link].mount
    found += [(_mount_of(link), mount.link)] if mount else []
    found = [(name, parent) for name, parent in found if parent in placed]
    return min(found, key=lambda one: one[0] not in same, default=None)


def _is_held_alike(old: tables.Joints, row: int, new: tables.Joints, place: int) -> bool:
    """Say whether a joint has the same limits and friction: what one held may be free now."""
    same_limit = np.array_equal(old.limit[row], new.limit[place])
    return same_limit and old.friction[row] == new.friction[place]


def _own(rows: Mapping[str, int], robot: str) -> list[tuple[str, int]]:
    start = f"{robot}."
    return [(name.removeprefix(start), row) for name, row in rows.items() if name.startswith(start)]


def _starts_alike(old: RobotPlacement, new: RobotPlacement) -> bool:
    """Say whether files put a robot's base and joints at the same start, with the same motion.

    A link that is fixed by now is where a file puts it.
    """
    assert old.spec is not None and new.spec is not None
    for name, link in new.spec.links.items():
        if link.fixed and not (name in old.spec.links and old.spec.links[name].fixed):
            return False
    same = (old.at, old.rpy, old.joints) == (new.at, new.rpy, new.joints)
    same = same and bodies.motion_of(old) == bodies.motion_of(new)
    starts = [
        {name: one.start for name, one in spec.joints.items()} for spec in (old.spec, new.spec)
    ]
    shared = starts[0].keys() & starts[1].keys()
    bases = [bodies.base_link(spec) for spec in (old.spec, new.spec)]
    return same and bases[0] == bases[1] and all(starts[0][n] == starts[1][n] for n in shared)


def _chain(robot: RobotSpec) -> list[object]:
    """Return how a robot's links hang together."""
    hung = [(name, _build_of(joint)) for name, joint in robot.joints.items()]
    return [*hung, *((name, link.mount) for name, link in robot.links.items())]


def _build_of(joint: JointSpec) -> tuple[object, ...]:
    return joint.type, joint.parent, joint.child, joint.at, joint.rpy, joint.axis


def _compare(old: RobotSpec, new: RobotSpec) -> tuple[set[str], set[str]]:
    """Return joints and mounts that hold the same links in the same way, and joints of torn loops.

    Such a loop, a track, lies round wheels as far on as it has run, or begins anew as a whole.
    """
    shared = old.joints.keys() & new.joints.keys()
    same = {name for name in shared if _build_of(old.joints[name]) == _build_of(new.joints[name])}
    torn: set[str] = set()
    for link, part in new.links.items():
        if part.mount is not None:
            hung = _hung_on(link, new)
            if hung <= same and link in old.links and old.links[link].mount == part.mount:
                same.add(_mount_of(link))
            else:
                torn |= hung
    return same - torn, torn


def _hung_on(link: str, robot: RobotSpec) -> set[str]:
    """Return the joints that lead on from a link."""
    links, hung, count = {link}, set[str](), -1
    while len(hung) > count:
        count = len(hung)
        hung = {name for name, joint in robot.joints.items() if joint.parent in links}
        links |= {robot.joints[name].child for name in hung}
    return hung


def _mount_of(link: str) -> str:
    """Return what the mount of a link is called among joints, whose names are plain words."""
    return f"{link} mount"


def _turned(quaternion: NDArray, turn: NDArray) -> NDArray:
    """Return an orientation turned by a rotation vector [rad]."""
    angle = length(turn)
    if angle == 0.0:
        return quaternion
    w, sine = elementary.turn(0.5 * angle)
    axis = sine / angle * turn
    rest = w * quaternion[1:] + quaternion[0] * axis + np.cross(axis, quaternion[1:])
    return np.array([w * quaternion[0] - dot(axis, quaternion[1:]), *rest])
