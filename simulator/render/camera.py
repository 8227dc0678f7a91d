"""Cameras: a view, the free and following camera of the window, and the robots' own."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..spec.fields import Text
from ..spec.models.scene import SceneSpec, ViewSpec
from ..spec.naming import bodies as spec_bodies
from .pose import Poses
from .walls import Walls

Floats = NDArray[np.float64]
UP = np.array([0.0, 0.0, 1.0])
LIFT = 0.15  # [m] above the origin of a followed body
SETTLE = 0.07  # [s] time constant with which a camera reaches its goal


class View(NamedTuple):
    """Where a picture is taken from: the camera looks along its own x, z is up."""

    eye: Floats  # (3,) world [m]
    rotation: Floats  # (3, 3) columns: forward, left, up
    fov: float  # vertical [rad]
    near: float = 0.03  # [m]
    far: float = 260.0  # [m]


def look_at(eye: object, target: object, fov: float = 0.75) -> View:
    """Return the upright view from `eye` to `target` [m]."""
    eye = np.asarray(eye, float)
    forward = np.asarray(target, float) - eye
    forward /= max(float(np.linalg.norm(forward)), 1e-9)
    left = np.cross(UP, forward)
    if np.linalg.norm(left) < 1e-6:
        left = np.array([0.0, 1.0, 0.0]) - forward[1] * forward
    left /= np.linalg.norm(left)
    return View(eye, np.stack([forward, left, np.cross(forward, left)], 1), fov)


def of_spec(spec: ViewSpec) -> View:
    """Return the view that a scene file asks the free camera to start with."""
    return look_at(spec.eye, spec.target, spec.fov)


def projection(view: View, aspect: float) -> Floats:
    """Return the (4, 4) matrix from world [m] to clip space for width / height = `aspect`."""
    world, lens = matrices(view, aspect)
    return lens @ world


def matrices(view: View, aspect: float) -> tuple[Floats, Floats]:
    """Return the (4, 4) matrices from world to camera (right, up, back) and on to clip space."""
    high = 1.0 / np.tan(view.fov / 2.0)
    span = view.near - view.far
    lens = np.array(
        [
            [high / aspect, 0.0, 0.0, 0.0],
            [0.0, high, 0.0, 0.0],
            [0.0, 0.0, (view.far + view.near) / span, 2.0 * view.far * view.near / span],
            [0.0, 0.0, -1.0, 0.0],
        ]
    )
    forward, left, up = view.rotation.T
    world = np.eye(4)
    world[:3, :3] = np.stack([-left, up, -forward])
    world[:3, 3] = -world[:3, :3] @ view.eye
    return world, lens


def to_pixels(points: Floats, view: View, size: tuple[int, int]) -> Floats:
    """Return where points (n, 3) [m] are in a picture of `size`, y down; NaN behind the camera."""
    clip = np.column_stack([points, np.ones(len(points))]) @ projection(view, size[0] / size[1]).T
    depth = np.where(clip[:, 3] > view.near, clip[:, 3], np.nan)
    x, y = clip[:, 0] / depth, clip[:, 1] / depth
    return np.column_stack([(x + 1.0) / 2.0 * size[0], (1.0 - y) / 2.0 * size[1]])


class Mount(NamedTuple):
    """A robot camera: the body it sits on and its pose there."""

    body: int
    position: Floats  # (3,) in the body's frame [m]
    rotation: Floats  # (3, 3) columns: forward, left, up
    fov: float  # vertical [rad]
    label: Text | None


def robot_cameras(scene: SceneSpec) -> dict[str, Mount]:
    """Return every robot camera by `robot.camera`, and by its short name where that is unique."""
    rows = {body.name: row for row, body in enumerate(spec_bodies.list_bodies(scene))}
    full: dict[str, Mount] = {}
    short: dict[str, list[Mount]] = {}
    for placement in scene.robots:
        robot = spec_bodies.robot_name(placement)
        for name, camera in (placement.spec.cameras if placement.spec else {}).items():
            turn = spec_bodies.rotation_of(camera.rpy)
            body = rows[f"{robot}.{camera.link}"]
            mount = Mount(body, np.array(camera.at), turn, camera.fov, camera.label)
            full[f"{robot}.{name}"] = mount
            short.setdefault(name, []).append(mount)
    return full | {name: mounts[0] for name, mounts in short.items() if len(mounts) == 1}


def from_mount(mount: Mount, poses: Poses) -> View:
    """Return what a robot camera sees from where its body is now."""
    turn = poses.rotation[mount.body]
    eye = poses.position[mount.body] + turn @ mount.position
    return View(eye, turn @ mount.rotation, mount.fov, near=0.01)


@dataclass
class Orbit:
    """Yaw, pitch [rad] and distance [m] round a target (3,) [m]."""

    target: Floats
    yaw: float
    pitch: float
    distance: float

    def approach(self, goal: "Orbit", share: float) -> None:
        """Move the `share` (0..1) of the way to `goal`."""
        self.target = self.target + share * (goal.target - self.target)
        self.yaw += share * (goal.yaw - self.yaw)
        self.pitch += share * (goal.pitch - self.pitch)
        self.distance *= float((goal.distance / self.distance) ** share)


def _orbit_of(spec: ViewSpec) -> Orbit:
    way = np.array(spec.eye) - np.array(spec.target)
    distance = max(float(np.linalg.norm(way)), 0.05)
    pitch = float(np.arcsin(np.clip(way[2] / distance, -1.0, 1.0)))
    return Orbit(np.array(spec.target, float), float(np.arctan2(way[1], way[0])), pitch, distance)


@dataclass
class OrbitCamera:
    """The window's camera: orbits a point, or follows a body; every motion settles softly."""

    spec: ViewSpec
    walls: Walls | None = None  # that a following camera stays in front of; any, above the ground
    follow: int | None = None  # row of the followed body
    lift: float = LIFT  # of the target above its origin [m]
    goal: Orbit = field(init=False)
    shown: Orbit = field(init=False)
    _last: Floats | None = field(default=None, init=False)  # of the followed body
    _heading: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        """Start at the scene's own view."""
        self.reset()

    def reset(self) -> None:
        """Return to the scene's own view and let go of the followed body."""
        self.goal, self.shown = _orbit_of(self.spec), _orbit_of(self.spec)
        self.follow, self._last = None, None

    def rotate(self, dx: float, dy: float) -> None:
        """Turn by a drag of (dx, dy) pixels, y down."""
        self.goal.yaw -= 0.006 * dx
        self.goal.pitch = float(np.clip(self.goal.pitch + 0.006 * dy, -0.2, 1.54))

    def pan(self, dx: float, dy: float, height: float) -> None:
        """Shift the target so that it follows a drag of pixels in a picture `height` px high.

        It stays above the ground: below it there is nothing to see, and no way back by eye.
        """
        metre = 2.0 * self.goal.distance * np.tan(self.spec.fov / 2.0) / max(height, 1.0)
        _, left, up = self._view(self.goal).rotation.T
        target = self.goal.target + metre * (dx * left + dy * up)
        self.goal.target = target if self.walls is None else self.walls.keep_above(target, 0.0)

    def zoom(self, clicks: float) -> None:
        """Come nearer by the wheel's clicks."""
        self.goal.distance = float(np.clip(self.goal.distance * 0.88**clicks, 0.15, 80.0))

    def track(self, body: int | None, lift: float = LIFT) -> None:
        """Follow the body of this row from where the camera is now; None lets go."""
        if self.follow is not None:
            self.goal.distance = self.shown.distance = self._room()
        self.follow, self.lift, self._last = body, lift, None

    def advance(self, dt: float, poses: Poses | None = None) -> View:
        """Move on by `dt` [s] and return the view; `poses` carry the followed body."""
        if self.follow is not None and poses is not None:
            self._carry(poses.position[self.follow], poses.rotation[self.follow], dt)
        self.shown.approach(self.goal, 1.0 - float(np.exp(-max(dt, 0.0) / SETTLE)))
        if self.follow is None:
            return self._view(self.shown)
        return self._view(replace(self.shown, distance=self._room()))

    def _carry(self, position: Floats, rotation: Floats, dt: float) -> None:
        """Shift with the body at once, turn with its heading more slowly."""
        heading = float(np.arctan2(rotation[1, 0], rotation[0, 0]))
        if self._last is None:
            self._last, self._heading = position.copy(), heading
            self.goal.target = position + self.lift * UP
        shift = position - self._last
        turn = (heading - self._heading + np.pi) % (2.0 * np.pi) - np.pi
        turn *= 1.0 - np.exp(-max(dt, 0.0) / 0.5)
        for orbit in (self.goal, self.shown):
            orbit.target = orbit.target + shift
            orbit.yaw += turn
        self._last, self._heading = position.copy(), self._heading + turn

    def _view(self, orbit: Orbit) -> View:
        eye = orbit.target + orbit.distance * self._way(orbit)
        if self.walls is not None:
            eye = self.walls.keep_above(eye)
        return look_at(eye, orbit.target, self.spec.fov)

    def _room(self) -> float:
        """Return how far from its target the following camera stands, in front of walls [m]."""
        shown = self.shown
        if self.walls is None:
            return shown.distance
        return self.walls.find_room(shown.target, self._way(shown), shown.distance)

    def _way(self, orbit: Orbit) -> Floats:
        """Return the unit vector (3,) from the target to the eye."""
        flat = np.cos(orbit.pitch)
        return np.array([flat * np.cos(orbit.yaw), flat * np.sin(orbit.yaw), np.sin(orbit.pitch)])
