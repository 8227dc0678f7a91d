"""What the window sees of a scene: the cameras, the inset, the pictures drawn with the renderer."""

from collections.abc import Callable
from typing import Any

import numpy as np

from simulator.realtime import Frame
from simulator.render import arrival, camera, pose
from simulator.render.lines import Debug
from simulator.render.outline import Ghost, Outline
from simulator.render.quality import Governor, Quality, find
from simulator.render.renderer import Renderer
from simulator.render.walls import find_walls
from simulator.snapshot import Snapshot
from simulator.spec.fields import YAML, Text
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming import bodies

FREE, FOLLOW = "free", "follow"
Tag = tuple[str, float, float]  # robot; where in the picture its tag stands [px]
INSET_INTERVAL = 0.12  # s between two pictures of the inset where the processor draws
FOLLOW_DISTANCE = 6.0  # m; from farther away the followed robot is not worked with
TAG_HEIGHT = 0.25  # m above the robot's highest body
MARGIN = 0.002  # s after a usual frame's end, so that the next snapshot is there in time
TITLES = {
    FREE: Text(ru="Свободная", en="Free"),
    FOLLOW: Text(ru="Следящая", en="Follow"),
}


UNSEEN = {"console", "console_spec", "consoles", "sensors", "physics", "title", "briefing"}
UNSEEN |= {"camera", "include", "source", "digest", "files", "origin"}


def looks_alike(one: SceneSpec, other: SceneSpec) -> bool:
    """Say whether two scenes are drawn the same way."""
    seen = [name for name in SceneSpec.model_fields if name not in UNSEEN | {"robots"}]
    robots = [
        [place.model_copy(update={"console": None, "console_spec": None}) for place in each.robots]
        for each in (one, other)
    ]
    meshes = [
        {name: part for name, part in each.files.items() if not name.endswith(YAML)}
        for each in (one, other)
    ]
    return (
        robots[0] == robots[1]
        and meshes[0] == meshes[1]
        and all(getattr(one, name) == getattr(other, name) for name in seen)
    )


class Viewer:
    """Draws one scene from its snapshots; `camera` and `inset` name the cameras in use."""

    def __init__(
        self,
        ctx: Any,
        scene: SceneSpec,
        quality: str,
        budget: float,
        slow: bool,
        renderer: Renderer | None = None,
    ) -> None:
        self.scene = scene
        self.renderer = renderer or Renderer(ctx, scene, quality)
        self.governor = Governor(find(quality), budget)
        self.orbit = camera.OrbitCamera(scene.camera, find_walls(scene))
        self.mounts = camera.robot_cameras(scene)
        self._bases = {
            bodies.robot_name(place): f"{bodies.robot_name(place)}.{bodies.base_link(place.spec)}"
            for place in scene.robots
            if place.spec is not None
        }
        owners = {name.partition(".")[0] for name in self.mounts if "." in name}
        self._titles = bodies.robot_titles(scene) if len(owners) > 1 else {}
        self.camera = FREE
        self.inset = scene.camera.inset or ""
        self.inset_exposure = 0.0  # dose rate at its camera [Sv/s]
        self.debug: frozenset[str] = frozenset()
        self.marks: Any = None  # (n, 10) lines: borders of an exercise's zones
        self.selected: tuple[Outline, ...] = ()  # bodies with a line round them
        self.ghost: Callable[[Snapshot], Ghost] | None = None  # the expert's robot
        self.view = camera.of_spec(scene.camera)
        self._slow = slow
        self._inset_texture: Any = None
        self._inset_due = 0.0
        self._delay = 0.01
        self._rows = self._rows_of_robots() if len(scene.consoles) > 1 else {}
        self.tags: list[Tag] = []
        self.robot = ""  # whose console is on the desk
        if scene.camera.follow:
            self.choose(FOLLOW)

    @property
    def cameras(self) -> tuple[str, ...]:
        """The cameras' names: free, follow, then the robots' own in full."""
        own = [name for name in self.mounts if "." in name]
        return (FREE, *([FOLLOW] if self.scene.robots else []), *own)

    def title(self, name: str) -> Text:
        """Return a camera's name for people."""
        if name in TITLES:
            return TITLES[name]
        label = self.mounts[name].label or Text(ru=name, en=name)
        robot = self._titles.get(name.partition(".")[0])
        if robot is None:
            return label
        return Text(ru=f"{robot.ru} · {label.ru}", en=f"{robot.en} · {label.en}")

    def choose(self, name: str) -> None:
        """Look through this camera from now on."""
        if name in self.cameras:
            self.camera = name
            self.orbit.track(None)

    def choose_next(self) -> None:
        """Look through the next camera of the list."""
        names = self.cameras
        self.choose(names[(names.index(self.camera) + 1) % len(names)])

    def select(self, robot: str) -> None:
        """Follow this robot, and look through its camera instead of another robot's."""
        if robot == self.robot or robot not in self._bases:
            return
        self.robot = robot
        self.orbit.track(None)
        self.camera, self.inset = self._own(self.camera), self._own(self.inset)

    def _own(self, name: str) -> str:
        """Return the camera of the robot at work that is called as this one."""
        mine = f"{self.robot}.{name.rpartition('.')[2]}"
        return mine if mine in self.mounts else name

    def set_quality(self, quality: Quality | str) -> None:
        """Draw at this quality; the governor starts anew from it.

        Raises:
            ShaderError: It cannot be drawn; all is as before.
        """
        self.renderer.set_quality(quality)
        self.governor = Governor(find(quality), self.governor.budget)
        self._inset_texture = None

    def observe(self, cost: float) -> None:
        """Tell what the last picture cost [s]; the quality follows.

        Raises:
            ShaderError: It cannot be drawn at that quality; all is as before.
        """
        before = self.governor.quality.name
        quality = self.governor.observe(cost)
        try:
            self.renderer.set_quality(quality)
        except Exception:
            self.governor = Governor(self.renderer.quality, self.governor.budget)
            raise
        if quality.name != before:
            self._inset_texture = None  # the renderer has freed it

    def draw(self, pair: tuple[Frame, Frame], now: float, dt: float, size: tuple[int, int]) -> Any:
        """Return the texture of the view at the time `now`, `size` in pixels."""
        previous, current = pair[0].snapshot, pair[1].snapshot
        share = self._share(pair, now)
        arrived = arrival.find(current, self.camera)
        seen = (arrived.seen, arrived.seen) if arrived else (previous, current)
        self.view = self._look(*seen, share, dt)
        self.tags = self._find_tags(pose.blend(*seen, share), size)
        debug = Debug(**dict.fromkeys(self.debug, True))
        return self.renderer.render(
            previous, current, share, self.view, size, debug, self.selected, marks=self.marks,
            arrived=arrived, ghost=self.ghost(current) if self.ghost else None,
            exposure=arrival.find_exposure(seen[1], self.camera),
        )  # fmt: skip

    def _rows_of_robots(self) -> dict[str, list[int]]:
        """Return the rows of the bodies of every robot that has a console."""
        rows: dict[str, list[int]] = {}
        for row, body in enumerate(bodies.list_bodies(self.scene)):
            robot = body.name.partition(".")[0]
            if body.robot >= 0 and robot in self.scene.consoles:
                rows.setdefault(robot, []).append(row)
        return rows

    def _find_tags(self, poses: pose.Poses, size: tuple[int, int]) -> list[Tag]:
        """Return where the tags of the robots stand: above each, in pixels of the picture."""
        if not self._rows or self.camera not in (FREE, FOLLOW):
            return []
        points = np.array([poses.position[rows[0]] for rows in self._rows.values()])
        points[:, 2] = [poses.position[rows, 2].max() for rows in self._rows.values()]
        points[:, 2] += TAG_HEIGHT
        pixels = camera.to_pixels(points, self.view, size)
        shown = zip(self._rows, pixels.tolist(), strict=True)
        return [(robot, x, y) for robot, (x, y) in shown if x == x]

    def draw_inset(self, pair: tuple[Frame, Frame], now: float, size: tuple[int, int]) -> Any:
        """Return the texture of the inset's camera, None when there is no inset, or no signal."""
        if self.inset not in self.mounts or min(size) < 8 or self.is_lost(pair, self.inset):
            self._inset_texture = None
            return None
        if self._slow and self._inset_texture is not None and now < self._inset_due:
            return self._inset_texture
        self._inset_due = now + INSET_INTERVAL
        self.inset_exposure = arrival.find_exposure(self._seen(pair, self.inset)[1], self.inset)
        self._inset_texture = self.look_through(self.inset, pair, now, size, "inset")
        return self._inset_texture

    def is_lost(self, pair: tuple[Frame, Frame], name: str) -> bool:
        """Return whether nothing arrives of a robot's camera: that is told, not shown."""
        return arrival.is_cut(pair[1].snapshot, name)

    def look_through(
        self, name: str, pair: tuple[Frame, Frame], now: float, size: tuple[int, int], target: str
    ) -> Any:
        """Return the texture of what arrives of a robot's camera; None: there is no such camera.

        It is valid until the next picture of this `target`.
        """
        if name not in self.mounts or min(size) < 8:
            return None
        previous, current = pair[0].snapshot, pair[1].snapshot
        share, seen = self._share(pair, now), self._seen(pair, name)
        view = camera.from_mount(self.mounts[name], pose.blend(*seen, share))
        return self.renderer.render(
            previous, current, share, view, size, name=target,
            arrived=arrival.find(current, name), exposure=arrival.find_exposure(seen[1], name),
        )  # fmt: skip

    def _seen(self, pair: tuple[Frame, Frame], name: str) -> tuple[Snapshot, Snapshot]:
        """Return the two moments that a robot's camera shows."""
        arrived = arrival.find(pair[1].snapshot, name)
        if arrived is not None:
            return arrived.seen, arrived.seen
        return pair[0].snapshot, pair[1].snapshot

    def holds(self, target: str, picture: Any) -> bool:
        """Return whether a picture of a `target` is still there, as drawn before."""
        return self.renderer.pictures.get(target) is picture

    def draw_camera(self, name: str, frame: Frame, size: tuple[int, int]) -> Any:
        """Return the texture of what arrives of a robot's camera; None: there is no such camera."""
        if name not in self.mounts:
            return None
        current = frame.snapshot
        arrived = arrival.find(current, name)
        seen = arrived.seen if arrived else current
        view = camera.from_mount(self.mounts[name], pose.blend(seen, seen, 1.0))
        return self.renderer.render(
            current, current, 1.0, view, size, name="instructor", arrived=arrived,
            exposure=arrival.find_exposure(seen, name),
        )  # fmt: skip

    def succeed(self, scene: SceneSpec, quality: str) -> "Viewer":
        """Return the viewer of an edited scene, which looks from where this one does.

        Where both look alike it draws with the same renderer.
        """
        same = self.renderer if looks_alike(self.scene, scene) else None
        ctx, budget = self.renderer.ctx, self.governor.budget
        viewer = Viewer(ctx, scene, quality, budget, self._slow, same)
        viewer.renderer.wait = self.renderer.wait
        viewer.governor = self.governor if same else viewer.governor
        viewer.debug, viewer.marks = self.debug, self.marks
        if scene.camera == self.scene.camera:
            self.orbit.walls = viewer.orbit.walls
            viewer.orbit = self.orbit
            viewer.camera = self.camera if self.camera in viewer.cameras else FREE
            viewer.inset = self.inset if self.inset in ("", *viewer.mounts) else viewer.inset
        return viewer

    def draw_anew(self) -> None:
        """Build everything on the graphics card again, as after an edit of a shader."""
        before = self.renderer
        self.renderer = Renderer(before.ctx, self.scene, before.quality)
        self.renderer.wait = before.wait
        self._inset_texture = None
        before.release()

    def release(self) -> None:
        """Free everything on the graphics card."""
        self.renderer.release()

    def _share(self, pair: tuple[Frame, Frame], now: float) -> float:
        """Return how far the picture is between the two snapshots, 0 to 1.

        The time of a picture lags behind the frames' deadlines by what a frame usually takes, so
        that motion is even although snapshots come a little early or late.
        """
        previous, current = pair
        span = current.due - previous.due
        if span <= 0.0:
            return 1.0
        taken = current.ready - current.due
        self._delay += (0.3 if taken > self._delay else 0.01) * (taken - self._delay)
        return float(np.clip((now - current.due - self._delay - MARGIN) / span, 0.0, 1.0))

    def _look(self, previous: Snapshot, current: Snapshot, share: float, dt: float) -> camera.View:
        poses = pose.blend(previous, current, share)
        if self.camera == FOLLOW and self.orbit.follow is None:
            row = self._followed(current)
            self.orbit.track(row, self._lift(current, row))
            self.orbit.goal.distance = min(self.orbit.goal.distance, FOLLOW_DISTANCE)
        view = self.orbit.advance(dt, poses)
        if self.camera in (FREE, FOLLOW):
            return view
        return camera.from_mount(self.mounts[self.camera], poses)

    def _lift(self, snapshot: Snapshot, row: int) -> float:
        """Return how high the middle of a body's robot is above the body's origin [m]."""
        names, height = snapshot.layout.bodies, snapshot.position[:, 2]
        robot = f"{names[row].partition('.')[0]}."
        rows = [other for other, name in enumerate(names) if name.startswith(robot)] or [row]
        middle = 0.5 * (height[rows].min() + height[rows].max())
        return max(camera.LIFT, float(middle - height[row]))

    def _followed(self, snapshot: Snapshot) -> int:
        """Return the row of the body that the camera follows: of the robot at work, if any."""
        names = snapshot.layout.bodies
        wanted = self.scene.camera.follow or ""
        wanted = self._bases.get(self.robot or wanted, wanted)
        return names.index(wanted) if wanted in names else min(1, len(names) - 1)
