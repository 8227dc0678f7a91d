"""Everything that is wrong with a simulation at present: faults by name, and the data link."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from simulator.physics.sensing import chance
from simulator.physics.world import World
from simulator.snapshot import PanelInput, Snapshot
from simulator.spec.models.fault import CameraLink, CommandLink, FaultSpec, LinkProfile
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming.components import list_components
from simulator.spec.rules.fault import check_fault

from . import rows, table
from .commands import Commands
from .pictures import Pictures
from .present import Present, line_of, quality_of

MARK = b"trouble1"  # ends a state that has trouble in it
WRITTEN = tuple[dict[str, tuple[dict[str, Any], int]], dict[str, Any] | None]  # before the memory
TRIGGERS = {"at", "when", "lasts", "until"}  # no business of the simulation's
MEMORY = ("clock", "held", "result")
WHOLE = ("battery", "link")  # of a robot: its cameras suffer, too


class Trouble:
    """Faults and link of one simulation; without any it costs a look at one number a step."""

    def __init__(self, scene: SceneSpec, world: World, places: rows.Places) -> None:
        self.present: dict[str, Present] = {}
        self.profile: LinkProfile | None = None
        slots = np.array([places.signals[name] for name in places.inputs], np.int32)
        self.table = table.make_faults(world, slots)
        self._world, self._places, self._scene = world, places, scene
        self._frame_dt = places.step * scene.physics.steps_per_frame
        self._maker = rows.RowMaker(scene, places)
        self._known = list_components(scene)
        every = {one.name: one for named in self._known.values() for one in named}
        self._cameras = [one for one in every.values() if one.family == "camera"]
        self._lines = _make_lines(scene, places)
        self._pictures = Pictures()
        self._spans: dict[str, slice] = {}  # rows of each fault
        self._shown: dict[str, int] = {}  # last row of each lamp or gauge
        self._head = b""

    def inject(self, name: str, data: Mapping[str, Any] | None, frame: int) -> None:
        """Let a fault begin after `frame`; one of the same name ends. "" names it `what kind`.

        Raises:
            ValueError: The scene cannot have this fault, or there is no room for it.
        """
        given = {key: value for key, value in dict(data or {}).items() if key not in TRIGGERS}
        fault = FaultSpec.model_validate(given)
        name = name or f"{fault.component} {fault.kind}"
        one = Present(fault, check_fault(fault, self._known), frame)
        after = {**{k: v for k, v in self.present.items() if k != name}, name: one}
        self._check_room(after)
        self._build(after)

    def _check_room(self, present: dict[str, Present]) -> None:
        """Raise ValueError where there is no room for so many faults."""
        needed = [self._count(each) for each in present.values()]
        if sum(n for n, _ in needed) > table.ROWS or sum(n for _, n in needed) > table.CELLS:
            raise ValueError("there is no room for so many faults at a time")

    def _count(self, one: Present) -> tuple[int, int]:
        """Return how many rows a fault needs, and cells of delay lines."""
        made = self._maker.list_rows(one.component, one.fault)
        return len(made), len(made) * rows.count_cells(one.fault, self._places.step)

    def clear(self, name: str) -> None:
        """End the fault of this name, or all for ""; an unknown name changes nothing."""
        if name in self.present or not name:
            self._build({k: one for k, one in self.present.items() if name not in ("", k)})

    def connect(self, data: Mapping[str, Any] | None) -> None:
        """Give the data link a profile; None is a perfect one.

        Raises:
            ValueError: The data is no profile.
        """
        self.profile = None if data is None else LinkProfile.model_validate(dict(data))
        self._write_head()

    def move(self, places: rows.Places) -> None:
        """Follow the signals to other slots, after a change of the diagram."""
        self._places, self._maker = places, rows.RowMaker(self._scene, places)
        self.table.input_slot[:] = [places.signals[name] for name in places.inputs]
        if self.present:
            self._build(self.present)

    def carry(self, panel: PanelInput, frame: int) -> PanelInput:
        """Return what arrives of the panel's input in this frame."""
        if not self._head and not self._is_busy:
            return panel
        link, seed = CommandLink(), 0
        if self.profile is not None:
            link, seed = self.profile.commands, self.profile.seed
        for owner, commands in self._lines.items():
            faults = [one for one in self.present.values() if self._is_link_of(one, owner)]
            line = line_of(link, faults, frame, self._frame_dt)
            panel = commands.carry(panel, line, seed, self._frame_dt)
        return panel

    @property
    def _is_busy(self) -> bool:
        """Whether packets are still on their way."""
        return any(line.frames for line in self._lines.values())

    def _is_link_of(self, one: Present, owner: str) -> bool:
        return one.is_link_of(owner, one.component.robot in self._lines)

    def show(self, snapshot: Snapshot) -> Snapshot:
        """Return the snapshot with what broken lamps, gauges and cameras show."""
        if not self._head:
            self._pictures.forget()
            return snapshot
        snapshot = replace(snapshot, faults=tuple(self.present), shown=self._find_shown())
        link = self.profile.cameras if self.profile else CameraLink()
        cameras = {}
        for camera in self._cameras:
            faults = [
                one
                for one in self.present.values()
                if one.component == camera
                or (one.component.family in WHOLE and one.component.robot in ("", camera.robot))
            ]
            frame = snapshot.frame_index
            cameras[camera.name] = quality_of(link, faults, frame, self._frame_dt)
        return self._pictures.show(snapshot, cameras)

    def _find_shown(self) -> dict[str, float]:
        return {name: float(self.table.result[row]) for name, row in self._shown.items()}

    def _build(self, present: dict[str, Present]) -> None:
        """Write the table anew; the rows of faults that stay keep their memory."""
        kept = {
            name: [part.copy() for part in self._memory(name)]
            for name, one in self.present.items()
            if present.get(name) is one and name in self._spans
        }
        table.heal(self.table, self._world)
        self.table.used[0] = 0
        self._spans, self._shown, self.present = {}, {}, present
        for name, one in present.items():
            first = int(self.table.used[0])
            made = self._maker.list_rows(one.component, one.fault)
            rows.write(made, one.fault, self.table, self._places.step)
            self._spans[name] = slice(first, first + len(made))
            for row, each in enumerate(made, first):
                if each.shown:
                    self.table.previous[row] = self._shown.get(each.shown, -1)
                    self._shown[each.shown] = row
            for part, value in zip(self._memory(name), kept.get(name, []), strict=False):
                part[:] = value
        table.cut(self.table, self._world)
        self._write_head()

    def _memory(self, name: str) -> list[NDArray]:
        """Return views of what a fault remembers."""
        span, starts = self._spans[name], self.table.line_start
        own = [getattr(self.table, column)[span] for column in MEMORY]
        return [*own, self.table.line[starts[span.start] : starts[span.stop]]]

    def _write_head(self) -> None:
        faults = {
            name: [one.fault.model_dump(mode="json", exclude_unset=True), one.begun]
            for name, one in self.present.items()
        }
        profile = None if self.profile is None else self.profile.model_dump(mode="json")
        text = json.dumps([faults, profile], ensure_ascii=False) if faults or profile else ""
        self._head = text.encode()

    def save(self) -> bytes:
        """Return all that changes; nothing where nothing is wrong and nothing on its way."""
        if not self._head and not self._is_busy:
            return b""
        lines = self._lines.values()
        parts = [part for name in self.present for part in self._memory(name)]
        parts = [part.tobytes() for part in parts] + [line.save() for line in lines]
        body = len(self._head).to_bytes(8, "little") + self._head + b"".join(parts)
        return body + len(body).to_bytes(8, "little") + MARK

    def restore(self, state: bytes) -> bytes:
        """Put back what was saved at the end of `state`; return what stands before it.

        Raises:
            ValueError: It is damaged.
        """
        rest, body = state, b""
        if state.endswith(MARK):
            size = int.from_bytes(state[-16:-8], "little")
            rest, body = state[: len(state) - 16 - size], state[len(state) - 16 - size : -16]
        length = int.from_bytes(body[:8], "little")
        written = body[8 : 8 + length] or b"[{}, null]"
        try:
            faults, profile = msgspec.json.decode(written, type=WRITTEN)
        except RecursionError as error:
            raise ValueError("what is saved of the faults is nested too deeply") from error
        present = {name: self._recall(*one) for name, one in faults.items()}
        self._check_room(present)
        self._spans = {}  # no memory is worth keeping
        self._build(present)
        self.connect(profile)
        offset = 8 + length
        for name in self.present:
            for part in self._memory(name):
                part[:] = np.frombuffer(body, part.dtype, part.size, offset)
                offset += part.nbytes
        table.cut(self.table, self._world)
        for line in self._lines.values():
            line.forget()
            offset += line.restore(body[offset:]) if body else 0
        self._pictures.forget()
        return rest

    def _recall(self, data: dict[str, Any], begun: int) -> Present:
        fault = FaultSpec.model_validate(data)
        return Present(fault, check_fault(fault, self._known), begun)


def _make_lines(scene: SceneSpec, places: rows.Places) -> dict[str, Commands]:
    """Return a line per console with controls: a robot's own by its name, "" for the scene's."""
    robots = [owner for owner in scene.consoles if owner]
    inputs: dict[str, list[int]] = {}
    for name, row in places.inputs.items():
        owner = next((robot for robot in robots if name.startswith(f"{robot}.")), "")
        inputs.setdefault(owner, []).append(row)
    return {
        owner: Commands(scene.console_spec, np.array(own, np.intp), chance.own_seed(0, owner))
        for owner, own in inputs.items()
    }
