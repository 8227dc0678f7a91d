"""A scene in motion: panel input in, snapshot out. No clock: same inputs, same bits.

Where several robots share a scene, helper threads take part in its steps, which changes no bit.
"""

import hashlib

import numpy as np
from numpy.typing import NDArray

from . import actuators, changes, frame, pushing, showing, warming
from .compiled import handle
from .diagram import plan as planning
from .diagram.kind import LARGEST
from .faults.rows import Places
from .faults.trouble import Trouble
from .outside import blocks as outside_blocks
from .physics import build, present, sensors, shortage, threads
from .physics import world as worlds
from .physics.sensing import radiation, touch
from .pulses import Pulses
from .snapshot import MOST_FRAMES, Alarm, Event, Layout, PanelInput, Snapshot
from .spec.errors import SpecErrors
from .spec.models.scene import SceneSpec


class Simulation:
    """One scene; all that changes is in arrays, so that it can be saved, restored, hashed.

    `spare` processors are left to others, such as the picture.
    """

    def __init__(self, scene: SceneSpec, spare: int = 0) -> None:
        self.scene = scene
        self.world = build.build_world(scene)
        self.shortage = shortage.Shortage(self.world)
        self.names = build.find_names(scene)
        self.plan = planning.compile_for(scene)
        self.signals = self.plan.signals.copy()
        self.memory = self.plan.memory.copy()
        self._touches = touch.make_touches(len(self.world.contacts.body_a))
        self.outside = outside_blocks.find(scene, self.plan)
        self.pulses = Pulses(scene.console_spec)
        self.trouble = Trouble(scene, self.world, self._find_places())
        self._threads = threads.count_threads(scene, spare)
        self.layout = Layout(tuple(self.names.bodies), (), tuple(self.names.joints))
        rows, centres = self.names.bodies, self.world.bodies.centre
        self._exposures = radiation.build_exposures(scene, rows, centres)
        self._cameras = [name for name, _, _ in radiation.list_cameras(scene)]
        self.diagram = self.base = changes.to_text(changes.write_diagram(scene))
        self._connect()
        self.frame_index = 0
        self._diverged = -1
        with warming.shared(self._packed):
            self._shown = self._poses()
            self._start = self._settle()

    def _connect(self) -> None:
        """Make everything that follows from the plan, its signals and its memory."""
        scene, plan = self.scene, self.plan
        self.forced: dict[str, float] = {}
        self._forced = plan.free.copy()
        self.sensors = sensors.build_sensors(scene, self.names, self.world, plan.slots)
        self.wiring = actuators.wire(scene, self.names, plan)
        tables = (self.world, self.sensors, self._exposures, self.wiring, plan.tables)
        tables = (*tables, self._touches, self.trouble.table)
        tables = (*tables, self.signals, self.memory, self._forced)
        self._packed = handle.pack(frame.Frame(*tables))
        team = self.world.team.words
        self._helpers = threads.Helpers(self._threads - 1, frame.run, self._packed, team)
        self._input_slots = np.array([plan.slots[name] for name in self.input_names], np.intp)
        self.layout = self.layout._replace(signals=tuple(plan.slots))
        self._signal_slots = np.array(list(plan.slots.values()), np.intp)

    def _find_places(self) -> Places:
        plan, names = self.plan, self.names
        driven = zip(plan.targets, plan.output_slots, strict=True)
        return Places(
            inputs={name: row for row, name in enumerate(self.input_names)},
            signals=plan.slots,
            shown={name: plan.slots.get(name, -1) if slot < 0 else slot for name, slot in driven},
            motors=names.motors,
            brakes=names.brakes,
            suction=names.suction,
            joints=names.joints,
            step=self.scene.physics.step,
        )

    def _settle(self) -> bytes:
        """Compile the kernels and let the sensors measure the start; return its state."""
        frame.run(0, self.words)
        if self.outside:
            self.outside.start(self.memory)
        return self.save()

    @property
    def words(self) -> NDArray[np.int64]:
        """The address under which kernels find all tables: a packed `frame.Frame`."""
        return self._packed.words

    @property
    def input_names(self) -> tuple[str, ...]:
        """The panel's input signals in the order of `PanelInput.values`."""
        return self.pulses.names

    @property
    def steps_per_frame(self) -> int:
        """Steps in a frame."""
        return self.scene.physics.steps_per_frame

    @property
    def frame_dt(self) -> float:
        """Length of a frame [s]."""
        return self.steps_per_frame * self.scene.physics.step

    def frame(self, panel: PanelInput) -> Snapshot:
        """Advance one frame under `panel` and return what others may see."""
        self.begin(panel)
        if self._diverged < 0:
            self._diverged = self._advance()
            if self._diverged >= 0:
                self._freeze()
        pushing.end(self.world)
        self.shortage.look(self.frame_index, self.steps_per_frame)
        return self.snapshot()

    def _advance(self) -> int:
        """Run the steps of a frame; one by one where a block runs code of its own between them."""
        if self.outside is None:
            with self._helpers:
                return int(frame.run(self.steps_per_frame, self.words))
        diverged = -1
        for row in range(self.steps_per_frame):
            with self._helpers:
                diverged = int(frame.run(frame.ONE_MORE if row else 1, self.words))
            if diverged >= 0:
                break
            self.outside.step(self.signals, self.memory)
        return diverged

    def begin(self, panel: PanelInput) -> None:
        """Count a frame and hand the panel's input to the diagram; `frame` and `bench` go on."""
        self.frame_index += 1
        values = self.pulses.read(self.trouble.carry(panel, self.frame_index))
        self.signals[self._input_slots] = self.trouble.table.given[:] = values

    def _freeze(self) -> None:
        """Stop everything where it last was sound; the culprit's name stays in the alarms."""
        bodies = self.world.bodies
        bodies.position[:], bodies.orientation[:], _ = self._shown
        bodies.velocity[:] = 0.0
        bodies.spin[:] = 0.0
        self.world.motors.input[:] = 0.0
        self.world.pairs.used[0] = self.world.contacts.used[0] = self._touches.used[0] = 0
        self.signals[~np.isfinite(self.signals)] = 0.0
        self._shown = self._poses()

    def reset(self) -> None:
        """Go back to the start; the panel's press counters go on, an edited diagram stays."""
        presses = self.pulses.seen.copy()
        self._start_over(self.diagram)
        self.pulses.seen[:] = presses

    def apply(self, event: Event) -> None:
        """Do to the simulation what an event says; kinds that do not concern it are let pass.

        Raises:
            ValueError: The scene cannot have this fault, or the data is none; nothing has changed.
        """
        if event.kind == "reset":
            self.reset()
        elif event.kind == "fault":
            self.trouble.inject(event.text, event.data, self.frame_index)
        elif event.kind == "clear":
            self.trouble.clear(event.text)
        elif event.kind == "link":
            self.trouble.connect(event.data)
        elif event.kind == "push":
            pushing.push(self.world, self.names, event.text, event.data, self.frame_dt)
        elif event.kind == "force":
            self.force(event.text, (event.data or {}).get("value"))  # type: ignore[arg-type]
        elif event.kind == "release":
            self.release(event.text)
        elif event.kind == "diagram":
            self.rewire(changes.to_text(event.data or {}))

    def force(self, name: str, value: float) -> None:
        """Hold a signal at a value, whatever makes it, until it is released.

        Raises:
            ValueError: There is no such signal, or the value is no number.
        """
        if name not in self.plan.slots:
            raise ValueError(f"there is no signal {name!r} to force")
        if not (isinstance(value, int | float) and abs(value) <= LARGEST):
            raise ValueError(f"{name!r} cannot be forced to {value}")
        slot = self.plan.slots[name]
        self.forced = {**self.forced, self.plan.names[slot]: value}
        self._forced[slot] = self.signals[slot] = value

    def release(self, name: str) -> None:
        """Let a forced signal go, or all for ""; others stay as they are."""
        slots = self.plan.slots
        for one in [k for k in self.forced if not name or slots.get(name) == slots[k]]:
            slot = self.plan.slots[one]
            self.forced = {key: value for key, value in self.forced.items() if key != one}
            self._forced[slot] = np.nan
            if one in self.scene.console_spec.constants:  # nobody else writes it
                self.signals[slot] = self.plan.signals[slot]

    def rewire(self, diagram: str) -> None:
        """Go on with another diagram (a text of `changes.to_text`); its blocks' memory goes on.

        Raises:
            ValueError: It is no diagram, or has mistakes; nothing has changed.
        """
        if diagram == self.diagram:
            return
        scene = changes.with_diagram(self.scene, changes.from_text(diagram))
        plan, forced = planning.compile_for(scene), self.forced
        try:
            outside = outside_blocks.find(scene, plan, self.outside)
        except SpecErrors as errors:
            raise ValueError(str(errors)) from errors
        kept, clock = (self.plan, self.signals, self.memory), self.sensors.clock
        self.signals, self.memory = changes.carry_over(*kept, plan, scene.console_spec.constants)
        self.outside = outside
        if outside:
            outside.begin_new(self.memory)
        self.scene, self.plan, self.diagram = scene, plan, diagram
        self.trouble.move(self._find_places())
        self._connect()
        self.sensors.clock[:] = clock
        for name, value in forced.items():
            if name in plan.slots:
                self.force(name, value)

    def adopt(self, diagram: str) -> None:
        """Go to the start with another diagram in place of the files' own: a recording's.

        Raises:
            ValueError: It is no diagram, or has mistakes; nothing has changed.
        """
        self._start_over(diagram)
        self.base = diagram
        self._start = self.save()

    def _start_over(self, diagram: str) -> None:
        self.rewire(diagram)  # raises before anything has changed
        self.restore(self._start)
        if self.diagram != diagram:
            self.rewire(diagram)
            planning.reset(self.plan, self.signals, self.memory)
            if self.outside:
                self.outside.start(self.memory)
            frame.run(0, self.words)

    def snapshot(self) -> Snapshot:
        """Return the present state for everybody to see."""
        bodies, joints = self.world.bodies, self.world.joints
        if self._diverged < 0:
            self._shown = self._poses()
        position, orientation, spin = self._shown
        snapshot = Snapshot(
            layout=self.layout,
            frame_index=self.frame_index,
            time=self.frame_index * self.frame_dt,
            position=showing.frozen(position - showing.turned(orientation, bodies.centre)),
            orientation=showing.frozen(orientation.copy()),
            velocity=showing.frozen(bodies.velocity.copy()),
            spin=showing.frozen(spin.copy()),
            joint_position=showing.frozen(joints.position.copy()),
            joint_anchor=showing.frozen(joints.anchor.copy()),
            signals=showing.frozen(self.signals[self._signal_slots]),
            contacts=showing.contacts(self.world.contacts),
            touching=showing.touching(self._touches),
            suction=showing.frozen(self.world.suction.input.copy()),
            stances=showing.stances(self.world.stances, self.scene),
            exposure=dict(zip(self._cameras, self._exposures.rate.tolist(), strict=True)),
            state_hash=self.state_hash(),
            frozen=self._diverged >= 0,
            alarms=self._alarms(),
        )
        return self.trouble.show(snapshot)

    def _poses(self) -> tuple[NDArray, NDArray, NDArray]:
        """Return where the bodies' centres of mass are, orientations and spins, at this time."""
        world = self.world
        if self._diverged >= 0:  # they stand where they were shown last
            parts = world.bodies.position, world.bodies.orientation, world.bodies.spin
            return parts[0].copy(), parts[1].copy(), parts[2].copy()
        position = np.empty_like(world.bodies.position)
        orientation = np.empty_like(world.bodies.orientation)
        spin = np.empty_like(world.bodies.spin)
        present.poses(world.bodies, world.joints, world.islands, position, orientation)
        present.spins(world.bodies, world.islands.of_body, orientation, spin)
        return position, orientation, spin

    def _alarms(self) -> tuple[Alarm, ...]:
        alarms = []
        if self._diverged >= 0:
            name = self.layout.bodies[self._diverged]
            told = f"{name} moved out of all bounds: motors stopped"
            alarms.append(Alarm("diverged", name, told))
        if told := self.shortage.tell(self.frame_index):
            alarms.append(Alarm("overflow", "", told))
        return (*alarms, *(self.outside.alarms() if self.outside else ()))

    def _state(self) -> list[NDArray]:
        pulses, stances = self.pulses, self.world.stances
        return [
            self.signals, self.memory, self.sensors.clock, self._exposures.rate, stances.point,
            stances.load, stances.corners, stances.corner, pulses.owed, pulses.shown, pulses.seen,
        ]  # fmt: skip

    def state_hash(self) -> str:
        """Return blake2b over all that changes but what blocks with code keep to themselves."""
        digest = hashlib.blake2b(digest_size=16)
        digest.update(self.frame_index.to_bytes(8, "little"))
        # all but the press counters, which are the panel's own and outlive a reset
        for array in (*worlds.list_state(self.world), *self._state()[:-1]):
            digest.update(np.ascontiguousarray(array).data)
        digest.update(self.trouble.save())
        digest.update(self._pack_changes())
        return digest.hexdigest()

    def save(self) -> bytes:
        """Return the whole state: physics with warm starts, diagram, press counters, faults."""
        head = np.array([self.frame_index, self._diverged], np.int64).tobytes()
        own = b"".join(array.tobytes() for array in self._state())
        rest = worlds.copy_state(self.world) + self.trouble.save() + self._pack_changes()
        return head + own + rest + outside_blocks.save(self.outside)

    def _pack_changes(self) -> bytes:
        diagram = "" if self.diagram == self.base else self.diagram
        return changes.pack(changes.Changes(diagram, self.forced))

    def restore(self, state: bytes) -> None:
        """Put a saved state back; what follows has the bits it had then.

        Raises:
            ValueError: The state was saved by another scene; nothing has changed.
        """
        before = self.save()
        try:
            self._go_to(state)
        except Exception:
            self._go_to(before)
            raise

    def _go_to(self, state: bytes) -> None:
        state, saved = outside_blocks.split(state)
        state, changed = changes.unpack(state)
        self.rewire(changed.diagram or self.base)
        self.release("")
        for name, value in changed.forced.items():  # then the signals, as they were
            self.force(name, value)
        if self.outside:
            self.outside.restore(saved)
        state = self.trouble.restore(state)
        frame, diverged = (int(number) for number in np.frombuffer(state, np.int64, 2))
        if not (0 <= frame < MOST_FRAMES and -1 <= diverged < len(self.layout.bodies)):
            raise ValueError("this state belongs to another scene: no frame ends like this")
        offset = 16
        for array in self._state():
            array.flat[:] = np.frombuffer(state, array.dtype, array.size, offset)
            offset += array.nbytes
        planning.check_memory(self.plan, self.memory)
        worlds.restore_state(self.world, state[offset:])
        self.world.contacts.step[0] = self.scene.physics.step / self.scene.physics.substeps
        self.frame_index, self._diverged = frame, diverged
        self._shown = self._poses()
        self._touches.used[0] = 0  # they are of a frame, not of a state
        self.shortage.jump()
