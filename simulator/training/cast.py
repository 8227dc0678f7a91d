"""Who is who in an exercise: rows of bodies, joints, controls and signals, looked up once."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact import products
from simulator.exact.products import times, unit
from simulator.physics.geometry import shapes
from simulator.simulation import Simulation
from simulator.snapshot import Snapshot
from simulator.spec import solids
from simulator.spec.models.exercise import AreaSpec, ExerciseSpec
from simulator.spec.models.robot import RobotSpec
from simulator.spec.models.scene import RobotPlacement, SceneSpec
from simulator.spec.naming.bodies import base_link, robot_name, rotation_of
from simulator.spec.tracks.links import link_name
from simulator.spec.tracks.plan import plan_track

from .tyre import find_radius, is_under

Array = NDArray[np.float64]
UP = np.array([0.0, 0.0, 1.0])


class Runner(NamedTuple):
    """A wheel, or a track by its sprocket."""

    joint: int  # row
    body: int  # row of what turns
    axis: Array  # (3,) of the joint, in that body's frame
    radius: float  # way per turn of the joint [m/rad]


class Zone(NamedTuple):
    """An area in numbers."""

    spec: AreaSpec
    centre: Array  # (3,) of the box, or of the cylinder's lower end [m]
    rotation: Array  # (3, 3)

    def holds(self, points: Array) -> bool:
        """Return whether all (n, 3) points lie in it."""
        local = times(points - self.centre, self.rotation)
        if self.spec.box is not None:
            return bool((np.abs(local) <= 0.5 * np.array(self.spec.box)).all())
        x, y, radius = local[:, 0], local[:, 1], self.spec.radius or 0.0
        is_near = x * x + y * y <= radius * radius
        return bool((is_near & (local[:, 2] >= 0.0) & (local[:, 2] <= self.spec.height)).all())


class Cast:
    """The names of an exercise as rows of its snapshots."""

    def __init__(self, exercise: ExerciseSpec, simulation: Simulation) -> None:
        scene, world = simulation.scene, simulation.world
        self.scene = scene
        self.dt = simulation.frame_dt
        self.bodies = {name: row for row, name in enumerate(simulation.layout.bodies)}
        self.joints = {name: row for row, name in enumerate(simulation.layout.joints)}
        self.signals = {name: row for row, name in enumerate(simulation.layout.signals)}
        self.controls = {name: row for row, name in enumerate(simulation.input_names)}
        self.levers = _list_levers(self.controls, scene)
        self.zones = {name: _make_zone(spec) for name, spec in exercise.zones.items()}
        place = _scored(exercise, scene.robots)
        assert place.spec is not None
        self.robot = robot_name(place)
        self.base = self.bodies[f"{self.robot}.{base_link(place.spec)}"]
        self.owner = world.bodies.robot.copy()  # (bodies,) row of its robot, -1
        self.own = self.owner == self.owner[self.base]
        self.mass = np.where(world.bodies.inv_mass > 0.0, 1.0, 0.0)
        movable = world.bodies.inv_mass > 0.0
        self.mass[movable] = 1.0 / world.bodies.inv_mass[movable]
        self.centre = world.bodies.centre.copy()  # (bodies, 3) of mass, own frames
        self.handles = np.isin(
            np.arange(len(self.bodies)), [self.bodies[n] for n in exercise.handles]
        )
        self.jointed = np.isin(np.arange(len(self.bodies)), world.joints.child)  # cannot fall
        self.corners = _find_corners(simulation)
        self.cups = world.suction.link.tolist()  # rows of the links that hold what they touch
        self.runners = self._find_runners(place, place.spec, simulation)
        self.wheels = self._find_wheels(place.spec, simulation)
        self.feet = self._find_feet(place, place.spec)
        self.walks = bool(place.spec.feet)

    def signal_row(self, name: str) -> int:
        """Return a signal's row; a robot's sensor may go by the last part of its name."""
        if name in self.signals:
            return self.signals[name]
        return next(row for full, row in self.signals.items() if full.endswith(f".{name}"))

    def control_rows(self, name: str) -> list[int]:
        """Return the rows of a control's signals: one, or two of a lever with two axes."""
        own = [name, f"{name}.x", f"{name}.y"]
        return [self.controls[one] for one in own if one in self.controls]

    def _find_runners(
        self, place: RobotPlacement, robot: RobotSpec, simulation: Simulation
    ) -> list[Runner]:
        """Return the robot's wheels that turn freely, and its tracks by their sprockets."""
        joints = simulation.world.joints
        radii: dict[str, float] = {}
        tracked: set[str] = set()
        for track in robot.tracks.values():
            plan = plan_track(place, track)
            radii[track.sprocket] = plan.circles[0].radius + 0.5 * plan.thickness
            tracked |= {track.sprocket, *track.wheels, *([track.idler] if track.idler else [])}
        for name, joint in robot.joints.items():
            if joint.type != "revolute" or joint.limit is not None or name in tracked:
                continue
            axis = unit(np.array(joint.axis))
            radius = find_radius(robot.links[joint.child], axis)
            if radius and is_under(place, joint.child, axis, radius):
                radii[name] = radius
        runners = []
        for name, radius in radii.items():
            row = self.joints[f"{self.robot}.{name}"]
            body = int(joints.child[row])
            runners.append(Runner(row, body, joints.frame_child[row][:, 2].copy(), radius))
        return runners

    def _find_wheels(self, robot: RobotSpec, simulation: Simulation) -> list[tuple[int, Array]]:
        """Return row and axis, in its own frame, of every wheel: those inside tracks too."""
        wheels = {runner.body: runner.axis for runner in self.runners}
        joints = simulation.world.joints
        for track in robot.tracks.values():
            for name in (track.idler, *track.wheels):
                if name is not None:
                    row = self.joints[f"{self.robot}.{name}"]
                    wheels[int(joints.child[row])] = joints.frame_child[row][:, 2].copy()
        return list(wheels.items())

    def _find_feet(self, place: RobotPlacement, robot: RobotSpec) -> NDArray[np.bool_]:
        """Return which bodies the robot stands on by its build: wheels, feet, links of tracks."""
        feet = np.zeros(len(self.bodies), bool)
        feet[[row for row, _ in self.wheels]] = True
        feet[[self.bodies[f"{self.robot}.{link}"] for link in robot.feet]] = True
        for name, row in self.bodies.items():
            owner, _, link = name.partition(".")
            if owner == self.robot and any(_is_of_track(link, track) for track in robot.tracks):
                feet[row] = True
        for track in robot.tracks.values():
            if (place.tracks or track.model) == "belt":  # the belt's shapes are the carrier's
                feet[self.base] = True
        return feet


def _is_of_track(link: str, track: str) -> bool:
    stem = link_name(track, 0).rstrip("0123456789")
    return link.startswith(stem) and link[len(stem) :].isdigit()


def _scored(exercise: ExerciseSpec, robots: list[RobotPlacement]) -> RobotPlacement:
    wanted = exercise.robot
    return next(place for place in robots if wanted in (None, robot_name(place)))


def _make_zone(spec: AreaSpec) -> Zone:
    return Zone(spec, np.array(spec.at), rotation_of(spec.rpy))


def _list_levers(controls: dict[str, int], scene: SceneSpec) -> list[int]:
    """Return the rows of what springs back: levers that stand for a speed."""
    panel = scene.console_spec.panel
    rows = []
    for name, row in controls.items():
        widget = panel.get(name) or panel.get(name.rpartition(".")[0])
        if widget is not None and widget.type in ("lever", "slider") and widget.spring_return:
            rows.append(row)
    return rows


def _find_corners(simulation: Simulation) -> list[Array]:
    """Return the (n, 3) corners of each body's shapes in its own frame; of none, the origin."""
    table, centre = simulation.world.shapes, simulation.world.bodies.centre
    corners: list[list[Array]] = [[] for _ in simulation.layout.bodies]
    for row, body in enumerate(table.body):
        if table.kind[row] not in (shapes.PLANE, shapes.MESH):
            box = times(solids.CUBE * table.half[row], table.rotation[row].T) + table.position[row]
            corners[body].append(box + centre[body])
    return [np.vstack(found) if found else np.zeros((1, 3)) for found in corners]


def turned(orientation: Array, vector: Array) -> Array:
    """Return (n, 3) or (3,) vectors of a body's frame in the world; (4,) unit quaternion."""
    return times(vector, products.matrix_of(orientation).T)


def centre_of_mass(cast: Cast, snapshot: Snapshot, rows: NDArray[np.intp]) -> Array:
    """Return the common centre of mass of some bodies in the world (3,) [m]."""
    w, axis = snapshot.orientation[rows, 0, None], snapshot.orientation[rows, 1:]
    local = cast.centre[rows]
    twice = 2.0 * _cross(axis, local)
    centres = snapshot.position[rows] + local + w * twice + _cross(axis, twice)
    weights = cast.mass[rows]
    return (weights[:, None] * centres).sum(axis=0) / weights.sum()


def _cross(a: Array, b: Array) -> Array:
    """Return the cross products of (n, 3) rows; several times as quick as numpy's."""
    ax, ay, az = a.T
    bx, by, bz = b.T
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=1)
