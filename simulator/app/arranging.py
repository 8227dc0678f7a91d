"""Robots and props placed in the view: chosen by a click, moved, turned, written into the file.

What is let go is saved, and taken over from the file like any other edit; until then an outline
shows where it will be.
"""

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from imgui_bundle import imgui

from simulator import checking
from simulator.app import describing, standing
from simulator.app.application import Application
from simulator.app.choice import Choice
from simulator.app.side_work import SideWork
from simulator.app.standing import Pose
from simulator.app.viewer import Viewer
from simulator.authoring import new_files, shaping, starting
from simulator.authoring.document import EditError
from simulator.authoring.placing import SHAPES, Placing, Thing
from simulator.authoring.properties import Property
from simulator.authoring.saving import ChangedOnDiskError
from simulator.render import camera
from simulator.render.outline import Outline
from simulator.snapshot import Snapshot
from simulator.spec import russian
from simulator.spec.errors import SpecErrors
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming import bodies
from simulator.spec.reading.project import find_root
from simulator.spec.reasons import ExplainedError, explain
from simulator.ui.scene import gizmo, left
from simulator.ui.scene.side import Asked, Chosen, PropertyPanel

CLICK = 4.0  # px that a pointer may move in a click
MOVED = 1e-4  # m, or of a rotation's matrix: less is no edit


class Arranging:
    """The scene's editor; `dress` before the view is drawn, `draw` above it."""

    def __init__(self, app: Application) -> None:
        self.app = app
        self.is_open = False
        self.placing = Placing(checking.survey_edited)
        self.work = SideWork()
        self.choice = Choice()
        self.mode = "move"
        self._copied: list[tuple[str, ...]] = []  # what Ctrl+V makes another of, and those it made
        self._queue: deque[Callable[[], None]] = deque()  # that need the scene as it will be
        self._is_awaited = False  # the last one of them, until the scene has it or refuses it
        self._refusals = 0  # before it
        self._written: Path | None = None  # a scene that is to be opened
        self._complaint = ""  # why the last edit was refused
        self._part = 0  # of the thing; 0 is the whole
        self._left, self._panel = left.Left(), PropertyPanel()
        self._shown: tuple[Any, Chosen | None] = (None, None)  # what is described, and how
        self._listed: tuple[Any, left.Scene] = (None, left.Scene(()))
        self._wanted: tuple[float, float, str] | None = None  # pixel to look at, how to choose it
        self._held: Pose | None = None  # where the thing is dragged, or will be
        self._is_held = self._is_saved = False

    @property
    def chosen(self) -> str:
        """The name of the thing with the handles."""
        return self.choice.main

    def open_scene(self, scene: SceneSpec) -> None:
        """A scene is shown, or the same one as it was edited."""
        self._held, self._is_saved, self._is_awaited = None, False, False
        if scene.source != self.placing.scene.source:  # undo is for this scene's edits
            self.placing = Placing(checking.survey_edited)
            self._copied = []
            self._queue.clear()
        if self.is_open and not self.placing.follow(scene):
            self.placing = Placing(checking.survey_edited)  # what was edited is gone, undo with it
            self.placing.follow(scene)

    def toggle(self) -> None:
        """Open the editor on the scene that runs, or close it."""
        app = self.app
        simulation = app.realtime.simulation
        self.is_open = not self.is_open and simulation is not None
        self._choose("")
        self._give_up()
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
            x, y, how = self._wanted
            row = viewer.renderer.pick(x, y, viewer.view, size, snapshot)
            thing = self.placing.find(snapshot.layout.bodies[row]) if row >= 0 else None
            self._wanted = None
            self._choose(thing.name if thing else "", how)
        things = self._find(self.choice.names)
        rows = standing.rows_of(self.placing, things, snapshot)
        viewer.selected = (Outline(rows),) if rows else ()
        viewer.ghost = None
        if rows and self._held is not None:
            base = standing.base_row(self.placing, things[0], snapshot)
            viewer.ghost = partial(standing.displaced, rows, base, self._held)

    def _thing(self) -> Thing | None:
        return next(iter(self._find([self.chosen])), None)

    def _group(self, thing: Thing) -> list[Thing]:
        """Return a thing, and all that is chosen with it."""
        main, *others = self.choice.names or ("",)
        return [thing, *(self._find(others) if main == thing.name else ())]

    def _find(self, names: Sequence[str]) -> list[Thing]:
        """Return the things of these names that are there, in their order."""
        known = {one.name: one for one in reversed(self.placing.list_things())} if names else {}
        return [known[name] for name in names if name in known]

    def _measure(self, *things: Thing) -> float:
        """Return how broad things are together along the scene's y axis [m]."""
        frame, viewer = self.app.realtime.frames.current, self.app.viewer
        if frame is None or viewer is None:
            return 0.0
        rows = standing.rows_of(self.placing, things, frame.snapshot)
        bounds = viewer.renderer.geometry.bounds
        return standing.breadth_of(bounds, frame.snapshot, rows) if rows else 0.0

    # -- above the view

    def draw(self, paint: Any, view: tuple, snapshot: Snapshot, language: str) -> None:
        """Draw gizmo and columns, and do what is asked."""
        app, thing = self.app, self._thing()
        for error in self.work.settle():
            self._tell(error)
        if self._is_awaited and app.refusals > self._refusals and app.problems:
            why = russian.line(app.problems[0])
            en, ru = "the scene cannot take this over", "сцена не может этого принять"
            self._tell(EditError(f"{en}: {why.en}", f"{ru}: {why.ru}"))
        if self._written is not None:
            app.open_scene(self._written)
            self._written = None
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
            others = self.choice.names[1:]
            shown = self._describe(thing)._replace(complaint=self._complaint, others=others)
            more = self._panel.draw(paint, view, shown, language)
            asked = asked if asked.action else more
        self._look_for_click(view, is_near)
        if asked.action:
            self._do(asked, thing)
        if self._queue and not self._is_awaited:
            self._queue.popleft()()

    def _list(self) -> left.Scene:
        """Return what the column lists; files are looked for once for each state of the scene."""
        if self._listed[0] is not self.placing.scene:
            self._listed = self.placing.scene, describing.list_scene(self.placing)
        return self._listed[1]

    def _tools(self, thing: Thing | None) -> left.Tools:
        is_thing = thing is not None and bool(self.placing.base_of(thing))
        modes = ("move", "turn") if is_thing else ()
        is_alone = len(self.choice.names) == 1
        if thing is not None and is_thing and is_alone and shaping.can_resize(self.placing, thing):
            modes = (*modes, "size")
        self.mode = self.mode if self.mode in modes or not modes else "move"
        can = self.placing.can_undo, self.placing.can_redo
        return left.Tools(self.chosen, modes, self.mode, *can, is_thing, self.choice.names[1:])

    def _draw_gizmo(self, viewer: Viewer, view: tuple, thing: Thing, snapshot: Snapshot) -> bool:
        row = standing.base_row(self.placing, thing, snapshot)
        present = standing.pose_of(snapshot, row)
        pose = present if self._held is None else self._held
        world, lens = camera.matrices(viewer.view, view[2] / view[3])
        scale = self.app.screen.scale
        grip = gizmo.draw(view, world, lens, pose, self.mode, scale)
        if grip.is_held:
            self._held, self._is_held, self._is_saved = grip.pose, True, False
        elif self._is_held:
            self._is_held = False
            if np.abs(grip.pose - present).max() > MOVED:
                self._put(grip.pose, snapshot)
            else:
                self._held = None
        elif not self._is_saved:
            self._held = None
        return grip.is_held or grip.is_near

    def _describe(self, thing: Thing) -> Chosen:
        """Return what is shown of what is chosen, read anew when scene or choice have changed."""
        things = self._group(thing)
        key, shown = (self.placing.scene, things, self._part), self._shown
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
            self._wanted = x, y, "also" if io.key_shift or io.key_ctrl else ""

    # -- what is asked

    def _do(self, asked: Asked, thing: Thing | None) -> None:
        placing, action = self.placing, asked.action
        if action in gizmo.OPERATIONS:
            self.mode = action
        elif action == "close":
            self.toggle()
        elif action == "choose":
            self._choose(asked.name, str(asked.value or ""))
        elif action == "part":
            self._part = asked.value
        elif action in ("undo", "redo"):
            self._give_up()
            self._try(getattr(placing, action))
        elif action in SHAPES:
            self._add(placing.add, action)
        elif action in ("robot", "mesh"):
            self._add(placing.add_robot if action == "robot" else placing.add_mesh, asked.name)
        elif action in ("new_scene", "save_as"):
            self._try(partial(self._write, action, asked.name))
        elif action == "copy":
            self._copied = [self.choice.names]
        elif action == "paste":
            self._queue.append(self._paste)
        elif thing is not None:
            self._do_with(asked, thing)

    def _do_with(self, asked: Asked, thing: Thing) -> None:
        placing, field = self.placing, asked.field
        if asked.action == "place":
            at, angles, things = asked.position, asked.angles, self._group(thing)
            self._try(lambda: shaping.place_all(placing, things, at, angles))
        elif asked.action == "duplicate":
            self._copied = [self.choice.names]
            self._queue.append(self._paste)
        elif asked.action == "remove":
            self._queue.append(partial(self._remove, self.choice.names))
        elif asked.action == "from_view":
            self._try(partial(self._put_camera, thing))
        elif field is not None:
            material = self._shown[1].material if self._shown[1] else None
            owners = self._group(thing)
            if asked.action == "set_material" and material is not None:
                owners = [Thing(material.name, "materials", material.name)]
            self._try(lambda: self._set(owners, field, asked.value))

    def _paste(self) -> None:
        """Add others beside the last ones that are there of what was copied."""
        groups = (self._find(names) for names in reversed(self._copied))
        things = next((one for one in groups if one), [])
        if not things:
            return
        breadth = self._measure(*things)

        def add() -> None:
            self._copied.append(tuple(self.placing.duplicate_all(things, breadth)))
            self._choose_all(self._copied[-1])

        self._await(add)

    def _remove(self, names: Sequence[str]) -> None:
        if things := self._find(names):
            self._await(partial(self.placing.remove, *things))

    def _write(self, action: str, name: str) -> None:
        """Write a new scene, or this one again under another name, to be opened then."""
        source = Path(self.placing.scene.source)
        if action == "save_as":
            self._written = new_files.copy_scene(source, name)
        else:
            self._written = starting.start("scene", name, find_root(source))[-1]

    def _set(self, owners: Sequence[Thing], field: Property, value: Any) -> None:
        owner, *others = owners
        if others:
            shaping.write_all(self.placing, owners, field, value)
            return
        shaping.write(self.placing, owner, field, value)
        if field.path == ("name",) and owner.is_placed:
            new = value or self.chosen
            self.choice.rename(owner.name, new)
            renamed = [[new if one == owner.name else one for one in row] for row in self._copied]
            self._copied[:] = map(tuple, renamed)

    def _put_camera(self, camera_of: Thing) -> None:
        """Have the scene begin with what is seen now."""
        assert self.app.viewer is not None
        view = self.app.viewer.view
        target = self.app.viewer.orbit.goal.target
        shaping.look(self.placing, camera_of, view.eye.tolist(), target.tolist())

    def _add(self, add: Callable[[str, list[float]], str], what: str) -> None:
        at = self._free_place()
        self._queue.append(partial(self._await, lambda: self._choose(add(what, at))))

    def _choose(self, name: str, how: str = "") -> None:
        together = [one.name for one in self.placing.list_things() if one.is_placed]
        self.choice.take(name, how, together)
        self._held, self._part, self._complaint = None, 0, ""

    def _choose_all(self, names: Sequence[str]) -> None:
        self._choose("")
        self.choice.names = tuple(names)

    def _put(self, pose: Pose, snapshot: Snapshot) -> None:
        """Write where what is chosen was dragged to, or how large it was made."""
        self._held, self._is_saved = pose, True
        there = snapshot.layout.bodies  # a copy may not have been taken over yet
        things = [
            one for one in self._find(self.choice.names) if self.placing.base_of(one) in there
        ]
        if self.mode == "size":
            size = np.linalg.norm(pose[:3, :3], axis=0)
            self._try(lambda: shaping.resize(self.placing, things[0], size.tolist()))
            return
        present = [
            standing.pose_of(snapshot, standing.base_row(self.placing, one, snapshot))
            for one in things
        ]
        change = pose @ np.linalg.inv(present[0])
        moved = [pose, *(change @ one for one in present[1:])]
        places = [
            (thing, one[:3, 3].tolist(), bodies.angles_of(one[:3, :3]))
            for thing, one in zip(things, moved, strict=True)
        ]
        self._try(lambda: self.placing.place_all(places))

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

    def _await(self, edit: Callable[[], object]) -> None:
        """Do the same, and nothing else that is in the queue before the scene has it."""
        self._is_awaited, self._refusals = True, self.app.refusals
        self._try(edit)

    def _give_up(self) -> None:
        """Let all be that waits for the scene."""
        self._queue.clear()
        self._is_awaited = False

    def _tell(self, error: BaseException) -> None:
        if not isinstance(error, ExplainedError | ChangedOnDiskError | OSError | SpecErrors):
            raise error
        told = explain(error).in_language(self.app.screen.language)
        self._held, self._shown, self._complaint = None, (None, None), told
        self._give_up()
        self.app.notify(told)
