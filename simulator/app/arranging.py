"""Robots and props placed in the view: chosen by a click, moved, turned, written into the file.

What is let go is saved, and taken over from the file like any other edit; until then an outline
shows where it will be.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray

from simulator import checking
from simulator.app import describing
from simulator.app.application import Application
from simulator.app.side_work import SideWork
from simulator.app.viewer import Viewer
from simulator.authoring import shaping
from simulator.authoring.document import EditError
from simulator.authoring.placing import SHAPES, Placing, Thing
from simulator.authoring.properties import Property
from simulator.authoring.saving import ChangedOnDiskError
from simulator.render import camera
from simulator.render.outline import Ghost, Outline
from simulator.render.pose import Poses, rotations_of
from simulator.snapshot import Snapshot
from simulator.spec.errors import SpecErrors
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming import bodies
from simulator.spec.reasons import explain
from simulator.ui.scene import gizmo, left
from simulator.ui.scene.side import Asked, Chosen, PropertyPanel

Pose = NDArray[np.float64]  # (4, 4)
CLICK = 4.0  # px that a pointer may move in a click
MOVED = 1e-4  # m, or of a rotation's matrix: less is no edit


class Arranging:
    """The scene's editor; `dress` before the view is drawn, `draw` above it."""

    def __init__(self, app: Application) -> None:
        self.app = app
        self.is_open = False
        self.placing = Placing(checking.survey_edited)
        self.work = SideWork()
        self.chosen = ""  # name of the thing
        self.mode = "move"
        self._copied: list[str] = []  # what Ctrl+V makes another of, and those that it has made
        self._to_paste = 0  # how many more of it
        self._is_awaited = False  # the last one, until the scene has it
        self._complaint = ""  # why the last edit was refused
        self._part = 0  # of the thing; 0 is the whole
        self._left, self._panel = left.Left(), PropertyPanel()
        self._shown: tuple[Any, Chosen | None] = (None, None)  # what is described, and how
        self._listed: tuple[Any, left.Scene] = (None, left.Scene(()))
        self._wanted: tuple[float, float] | None = None  # pixel of the view to look what is there
        self._held: Pose | None = None  # where the thing is dragged, or will be
        self._is_held = self._is_saved = False

    def open_scene(self, scene: SceneSpec) -> None:
        """A scene is shown, or the same one as it was edited."""
        self._held, self._is_saved, self._is_awaited = None, False, False
        if scene.source != self.placing.scene.source:  # undo is for this scene's edits
            self.placing = Placing(checking.survey_edited)
            self._copied = []
        if self.is_open and not self.placing.follow(scene):
            self.placing = Placing(checking.survey_edited)  # what was edited is gone, undo with it
            self.placing.follow(scene)

    def toggle(self) -> None:
        """Open the editor on the scene that runs, or close it."""
        app = self.app
        simulation = app.realtime.simulation
        self.is_open = not self.is_open and simulation is not None
        self.chosen, self._held = "", None
        self._to_paste, self._is_awaited = 0, False
        if self.is_open and simulation is not None:
            self.open_scene(simulation.scene)
        elif app.viewer is not None:
            app.viewer.selected, app.viewer.ghost = (), None
            app.controls.is_grabbed = False

    def leave(self) -> None:
        """Close the editor by Escape."""
        self.toggle()

    # -- the view

    def dress(self, viewer: Viewer, snapshot: Snapshot, size: tuple[int, int]) -> None:
        """Give the view the outline of what is chosen, and of where it is dragged."""
        if not self.is_open:
            return
        if self._wanted is not None:
            row = viewer.renderer.pick(*self._wanted, viewer.view, size, snapshot)
            thing = self.placing.find(snapshot.layout.bodies[row]) if row >= 0 else None
            self._wanted = None
            self._choose(thing.name if thing else "")
        thing = self._thing()
        rows = self._rows(thing, snapshot) if thing else ()
        viewer.selected = (Outline(rows),) if rows else ()
        viewer.ghost = None
        if thing and rows and self._held is not None:
            viewer.ghost = partial(_displaced, rows, self._base(thing, snapshot), self._held)

    def _thing(self) -> Thing | None:
        return self._find(self.chosen)

    def _find(self, name: str) -> Thing | None:
        things = self.placing.list_things() if name else []
        return next((one for one in things if one.name == name), None)

    def _rows(self, thing: Thing, snapshot: Snapshot) -> tuple[int, ...]:
        names = snapshot.layout.bodies
        if not self.placing.base_of(thing):
            return ()
        own = (name == thing.name or name.startswith(f"{thing.name}.") for name in names)
        return tuple(row for row, is_own in enumerate(own) if is_own)

    def _measure(self, thing: Thing) -> float:
        """Return how broad a thing is along the scene's y axis [m]."""
        frame, viewer = self.app.realtime.frames.current, self.app.viewer
        rows = list(self._rows(thing, frame.snapshot)) if frame is not None else []
        if frame is None or viewer is None or not rows:
            return 0.0
        along = rotations_of(frame.snapshot.orientation[rows])[:, 1]  # the y axis in their frames
        low, high = np.moveaxis(viewer.renderer.geometry.bounds[rows], 1, 0)
        middle = frame.snapshot.position[rows, 1] + np.sum(along * (low + high), axis=1) / 2.0
        reach = np.sum(np.abs(along) * (high - low), axis=1) / 2.0
        return float((middle + reach).max() - (middle - reach).min())

    def _base(self, thing: Thing, snapshot: Snapshot) -> int:
        return snapshot.layout.bodies.index(self.placing.base_of(thing))

    # -- above the view

    def draw(self, paint: Any, view: tuple, snapshot: Snapshot, language: str) -> None:
        """Draw gizmo and columns, and do what is asked."""
        app, thing = self.app, self._thing()
        for error in self.work.settle():
            self._tell(error)
        if not self.is_open or app.viewer is None:
            return
        base = self.placing.base_of(thing) if thing else ""
        if base and base not in snapshot.layout.bodies:
            thing = None  # not taken over yet
        is_near = False
        if thing is not None and base:
            is_near = self._draw_gizmo(app.viewer, view, thing, snapshot)
        app.controls.is_grabbed = is_near
        free = left.free(view, app.screen.task, paint.scale)
        asked = self._left.draw(paint, free, self._list(), self._tools(thing), language)
        if thing is not None:
            shown = self._describe(thing)._replace(complaint=self._complaint)
            more = self._panel.draw(paint, view, shown, language)
            asked = asked if asked.action else more
        self._look_for_click(view, is_near)
        if asked.action:
            self._do(asked, thing)
        if self._to_paste and not self._is_awaited:
            self._to_paste -= 1
            self._paste()

    def _list(self) -> left.Scene:
        """Return what the column lists; files are looked for once for each state of the scene."""
        if self._listed[0] is not self.placing.scene:
            self._listed = self.placing.scene, describing.list_scene(self.placing)
        return self._listed[1]

    def _tools(self, thing: Thing | None) -> left.Tools:
        is_thing = thing is not None and bool(self.placing.base_of(thing))
        modes = ("move", "turn") if is_thing else ()
        if thing is not None and is_thing and shaping.can_resize(self.placing, thing):
            modes = (*modes, "size")
        self.mode = self.mode if self.mode in modes or not modes else "move"
        can = self.placing.can_undo, self.placing.can_redo
        return left.Tools(self.chosen, modes, self.mode, *can, is_thing)

    def _draw_gizmo(self, viewer: Viewer, view: tuple, thing: Thing, snapshot: Snapshot) -> bool:
        present = _pose(snapshot, self._base(thing, snapshot))
        pose = present if self._held is None else self._held
        world, lens = camera.matrices(viewer.view, view[2] / view[3])
        scale = self.app.screen.scale
        grip = gizmo.draw(view, world, lens, pose, self.mode, scale)
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

    def _describe(self, thing: Thing) -> Chosen:
        """Return what is shown of a thing, read anew when scene or choice have changed."""
        key, shown = (self.placing.scene, thing, self._part), self._shown
        is_same = shown[0] is not None and shown[0][0] is key[0] and shown[0][1:] == key[1:]
        if not is_same or shown[1] is None:
            try:
                shown = key, describing.describe(self.placing, *key[1:])
            except (EditError, OSError, SpecErrors):  # saved, and not taken over yet
                shown = None, Chosen(thing.name, section=thing.section)
            self._shown = shown
        return shown[1] or Chosen(thing.name, section=thing.section)

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
        placing, action = self.placing, asked.action
        if action in gizmo.OPERATIONS:
            self.mode = action
        elif action == "close":
            self.toggle()
        elif action == "choose":
            self._choose(asked.name)
        elif action == "part":
            self._part = asked.value
        elif action in ("undo", "redo"):
            self._to_paste, self._is_awaited = 0, False
            self._try(getattr(placing, action))
        elif action in SHAPES:
            self._add(placing.add, action)
        elif action in ("robot", "mesh"):
            self._add(placing.add_robot if action == "robot" else placing.add_mesh, asked.name)
        elif action == "copy":
            self._copied = [self.chosen]
        elif action == "paste":
            self._to_paste += 1
        elif thing is not None:
            self._do_with(asked, thing)

    def _do_with(self, asked: Asked, thing: Thing) -> None:
        placing, field = self.placing, asked.field
        if asked.action == "place":
            self._try(lambda: placing.place(thing, *_numbers_of(asked)))
        elif asked.action == "duplicate":
            self._copied = [thing.name]
            self._to_paste += 1
        elif asked.action == "remove":
            self._try(lambda: placing.remove(thing))
        elif asked.action == "from_view":
            self._try(partial(self._put_camera, thing))
        elif field is not None:
            material = self._shown[1].material if self._shown[1] else None
            owner = thing
            if asked.action == "set_material" and material is not None:
                owner = Thing(material.name, "materials", material.name)
            self._try(lambda: self._set(owner, field, asked.value))

    def _paste(self) -> None:
        """Add another one beside the last one that is there of what was copied."""
        copied = self._copied
        there = (self._find(name) for name in reversed(copied))
        thing = next((one for one in there if one is not None), None)
        if thing is None:
            return
        breadth = self._measure(thing)

        def add() -> None:
            copied.append(self.placing.duplicate(thing, breadth))
            self._choose(copied[-1])

        self._is_awaited = True
        self._try(add)

    def _set(self, owner: Thing, field: Property, value: Any) -> None:
        shaping.write(self.placing, owner, field, value)
        if field.path == ("name",) and owner.is_placed:
            self.chosen = new = value or self.chosen
            self._copied[:] = [new if one == owner.name else one for one in self._copied]

    def _put_camera(self, camera_of: Thing) -> None:
        """Have the scene begin with what is seen now."""
        assert self.app.viewer is not None
        view = self.app.viewer.view
        target = self.app.viewer.orbit.goal.target
        shaping.look(self.placing, camera_of, view.eye.tolist(), target.tolist())

    def _add(self, add: Any, what: str) -> None:
        at = self._free_place()
        self._try(lambda: self._choose(add(what, at)))

    def _choose(self, name: str) -> None:
        self.chosen, self._held, self._part, self._complaint = name, None, 0, ""

    def _put(self, thing: Thing, pose: Pose) -> None:
        """Write where a thing was dragged to, or how large it was made."""
        self._held, self._is_saved = pose, True
        size = np.linalg.norm(pose[:3, :3], axis=0)
        if self.mode == "size":
            self._try(lambda: shaping.resize(self.placing, thing, size.tolist()))
            return
        angles = bodies.angles_of(pose[:3, :3])
        self._try(lambda: self.placing.place(thing, pose[:3, 3].tolist(), angles))

    def _free_place(self) -> list[float]:
        """Return a place above what the camera looks at."""
        viewer = self.app.viewer
        assert viewer is not None
        target = viewer.orbit.goal.target
        return [float(target[0]), float(target[1]), max(float(target[2]), 0.0) + 0.5]

    def _try(self, edit: Callable[[], object]) -> None:
        """Edit, check and save beside the window; `draw` tells what went wrong."""
        self._complaint = ""
        self.work.begin(edit)

    def _tell(self, error: BaseException) -> None:
        if not isinstance(error, EditError | ChangedOnDiskError | OSError | SpecErrors):
            raise error
        told = explain(error).in_language(self.app.screen.language)
        self._held, self._shown, self._complaint = None, (None, None), told
        self._to_paste, self._is_awaited = 0, False
        self.app.notify(told)


def _numbers_of(asked: Asked) -> tuple[list[float], list[float]]:
    """Return the place [m] and the angles [rad] that were typed.

    Raises:
        EditError: One of them is no number.
    """
    for one in (*asked.position, *asked.angles):
        if not isinstance(one, int | float):
            raise EditError(f"a number is needed: {one or '-'}", f"нужно число: {one or '-'}")
    return list(asked.position), np.radians(asked.angles).tolist()


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
