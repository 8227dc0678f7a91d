"""Robots and props placed in the view: chosen by a click, moved, turned, written into the file.

What is let go is saved, and taken over from the file like any other edit; until then an outline
shows where it will be.
"""

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray

from simulator.app.viewer import Viewer
from simulator.authoring.binder import Binder
from simulator.authoring.document import EditError
from simulator.authoring.placing import SHAPES, Placing, Thing
from simulator.authoring.saving import ChangedOnDiskError
from simulator.render import camera
from simulator.render.outline import Ghost, Outline
from simulator.render.pose import Poses, rotations_of
from simulator.snapshot import Snapshot
from simulator.spec import bodies
from simulator.spec.errors import SpecErrors
from simulator.spec.scene import SceneSpec
from simulator.ui import gizmo, scene_panel
from simulator.ui.scene_panel import Asked, Chosen

if TYPE_CHECKING:
    from simulator.app.loop import App

Pose = NDArray[np.float64]  # (4, 4)
CLICK = 4.0  # px that a pointer may move in a click
MOVED = 1e-4  # m, or of a rotation's matrix: less is no edit


class Arranging:
    """The scene's editor; `dress` before the view is drawn, `draw` above it."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self.is_open = False
        self.placing = Placing(Binder())
        self.chosen = ""  # name of the thing
        self.mode = "move"
        self._wanted: tuple[float, float] | None = None  # pixel of the view to look what is there
        self._held: Pose | None = None  # where the thing is dragged, or will be
        self._is_held = self._is_saved = False

    def open_scene(self, scene: SceneSpec) -> None:
        """A scene is shown, or the same one as it was edited."""
        self._held, self._is_saved = None, False
        if self.is_open:
            self._follow(scene)

    def _follow(self, scene: SceneSpec) -> None:
        try:
            self.placing.follow(scene)
        except (OSError, SpecErrors):
            self.toggle()

    def toggle(self) -> None:
        """Open the editor on the scene that runs, or close it; not in exercises or recordings."""
        app = self.app
        simulation = app.realtime.simulation
        may = app.viewer is not None and simulation is not None and not app.debriefing.is_open
        may = may and app.lessons.exercise is None and not app.diagrams.is_open
        self.is_open = may and not self.is_open
        app.controls.is_editing = self.is_open
        self.chosen, self._held = "", None
        if self.is_open and simulation is not None:
            self._follow(simulation.scene)
        elif app.viewer is not None:
            app.viewer.selected, app.viewer.ghost = (), None
            app.controls.is_grabbed = False

    # -- the view

    def dress(self, viewer: Viewer, snapshot: Snapshot, size: tuple[int, int]) -> None:
        """Give the view the outline of what is chosen, and of where it is dragged."""
        if not self.is_open:
            return
        if self._wanted is not None:
            row = viewer.renderer.pick(*self._wanted, viewer.view, size, snapshot)
            thing = self.placing.find(snapshot.layout.bodies[row]) if row >= 0 else None
            self.chosen, self._wanted, self._held = thing.name if thing else "", None, None
        thing = self._thing()
        rows = self._rows(thing, snapshot) if thing else ()
        viewer.selected = (Outline(rows),) if rows else ()
        viewer.ghost = None
        if thing and rows and self._held is not None:
            viewer.ghost = partial(_displaced, rows, self._base(thing, snapshot), self._held)

    def _thing(self) -> Thing | None:
        scene = self.placing.scene
        robots = [bodies.robot_name(place) for place in scene.robots]
        if self.chosen in robots:
            return Thing(self.chosen, "robots", robots.index(self.chosen))
        return self.placing.find(self.chosen) if self.chosen else None

    def _rows(self, thing: Thing, snapshot: Snapshot) -> tuple[int, ...]:
        names = snapshot.layout.bodies
        own = (name == thing.name or name.startswith(f"{thing.name}.") for name in names)
        return tuple(row for row, is_own in enumerate(own) if is_own)

    def _base(self, thing: Thing, snapshot: Snapshot) -> int:
        return snapshot.layout.bodies.index(self.placing.base_of(thing))

    # -- above the view

    def draw(self, paint: Any, view: tuple, snapshot: Snapshot, tongue: str) -> None:
        """Draw gizmo and column, and do what is asked."""
        app, thing = self.app, self._thing()
        if not self.is_open or app.viewer is None:
            return
        if thing is not None and self.placing.base_of(thing) not in snapshot.layout.bodies:
            thing = None  # not taken over yet
        is_near = False
        if thing is not None:
            is_near = self._draw_gizmo(app.viewer, view, thing, snapshot)
        app.controls.is_grabbed = is_near
        can = bool(self.placing.done), bool(self.placing.undone)
        asked = scene_panel.draw(paint, view, self._describe(thing), self.mode, can, tongue)
        self._look_for_click(view, is_near)
        if asked.action:
            self._do(asked, thing)

    def _draw_gizmo(self, viewer: Viewer, view: tuple, thing: Thing, snapshot: Snapshot) -> bool:
        present = _pose(snapshot, self._base(thing, snapshot))
        pose = present if self._held is None else self._held
        world, lens = camera.matrices(viewer.view, view[2] / view[3])
        grip = gizmo.draw(view, world, lens, pose, self.mode)
        if grip.is_held:
            self._held, self._is_held, self._is_saved = grip.pose, True, False
        elif self._is_held:
            self._is_held = False
            if np.abs(grip.pose - present).max() > MOVED:
                self._put(thing, grip.pose)
            else:
                self._held = None
        elif not self._is_saved:
            self._held = None
        return grip.is_held or grip.is_near

    def _describe(self, thing: Thing | None) -> Chosen | None:
        if thing is None:
            return None
        at, rpy = self.placing.start_of(thing)
        mark = self.placing.mark(thing)
        angles = tuple(float(np.degrees(one)) for one in rpy)
        return Chosen(thing.name, f"{mark.file}:{mark.line}", tuple(at), angles)  # type: ignore[arg-type]

    def _look_for_click(self, view: tuple, is_near: bool) -> None:
        io = imgui.get_io()
        x, y = io.mouse_pos.x - view[0], io.mouse_pos.y - view[1]
        is_inside = 0 <= x < view[2] and 0 <= y < view[3]
        drag = imgui.get_mouse_drag_delta(imgui.MouseButton_.left, 0.0)
        is_released = imgui.is_mouse_released(imgui.MouseButton_.left)
        is_click = is_released and max(abs(drag.x), abs(drag.y)) < CLICK
        if is_click and is_inside and not is_near and not io.want_capture_mouse:
            self._wanted = x, y

    # -- what is asked

    def _do(self, asked: Asked, thing: Thing | None) -> None:
        if asked.action in gizmo.OPERATIONS:
            self.mode = asked.action
        elif asked.action == "close":
            self.toggle()
        elif asked.action in ("undo", "redo"):
            self._try(getattr(self.placing, asked.action))
        elif asked.action in SHAPES:
            self._try(lambda: self._choose(self.placing.add(asked.action, self._free_place())))
        elif thing is not None and asked.action == "place":
            angles = np.radians(asked.angles)
            self._try(lambda: self.placing.place(thing, asked.position, angles.tolist()))
        elif thing is not None and asked.action == "duplicate":
            self._try(lambda: self._choose(self.placing.duplicate(thing)))
        elif thing is not None:
            self._try(lambda: self.placing.remove(thing))

    def _choose(self, name: str) -> None:
        self.chosen, self._held = name, None

    def _put(self, thing: Thing, pose: Pose) -> None:
        angles = bodies.angles_of(pose[:3, :3])
        self._held, self._is_saved = pose, True
        self._try(lambda: self.placing.place(thing, pose[:3, 3].tolist(), angles))

    def _free_place(self) -> list[float]:
        """Return a place above what the camera looks at."""
        viewer = self.app.viewer
        assert viewer is not None
        target = viewer.orbit.goal.target
        return [float(target[0]), float(target[1]), max(float(target[2]), 0.0) + 0.5]

    def _try(self, edit: Any) -> None:
        try:
            edit()
        except (EditError, ChangedOnDiskError, OSError, SpecErrors) as error:
            self._held = None
            if self.app.devices is not None:
                self.app.devices.panel.notify(str(error))


def _pose(snapshot: Snapshot, row: int) -> Pose:
    pose = np.eye(4)
    pose[:3, :3] = rotations_of(snapshot.orientation[row : row + 1])[0]
    pose[:3, 3] = snapshot.position[row]
    return pose


def _displaced(rows: tuple[int, ...], base: int, goal: Pose, snapshot: Snapshot) -> Ghost:
    """Return the bodies of `rows` as they stand when the one of row `base` is at `goal`."""
    change = goal @ np.linalg.inv(_pose(snapshot, base))
    position, rotation = snapshot.position.copy(), rotations_of(snapshot.orientation)
    picked = list(rows)
    position[picked] = position[picked] @ change[:3, :3].T + change[:3, 3]
    rotation[picked] = change[:3, :3] @ rotation[picked]
    return Ghost(Poses(position, rotation), Outline(rows, width=1.6))
