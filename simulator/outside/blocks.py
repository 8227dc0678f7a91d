"""The blocks of a diagram that run outside the kernels: stepped between two steps of a frame.

Such a block is a delay of one step to the diagram: in a step it gives what its code said at the end
of the step before, which lies in the diagram's memory, so that it is hashed and saved with it.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import msgspec
import numpy as np
from numpy.typing import NDArray

from simulator.diagram.kinds_outside import instance_of
from simulator.diagram.plan import Plan
from simulator.diagram.wiring import Block
from simulator.snapshot import Alarm
from simulator.spec.errors import SpecErrors
from simulator.spec.models.scene import SceneSpec

from . import permission
from .fmu import Fmu
from .runner import Runner, RunnerError, Task
from .script import Script

RUNNERS = {"fmu": Fmu, "python": Script}


MARK = b"outside1"  # ends a state that has such blocks in it
Groups = Mapping[str, Sequence[Block]]


class Saved(msgspec.Struct):
    """An instance's state: its own, or where it cannot give one all its inputs since the start."""

    count: int
    failure: str
    state: bytes | None
    log: bytes


class Instance:
    """One running instance: its slots, its cells of the diagram's memory, its steps so far."""

    def __init__(self, name: str, kind: str, task: Task) -> None:
        """Raises RunnerError where the code may not run or does not start."""
        self.name, self.kind, self.task = name, kind, task
        if not permission.is_given():
            text = "this block runs code of its own; if you trust it, add"
            raise RunnerError(f"{text} {permission.FLAG} to the command")
        self.runner: Runner = RUNNERS[kind](task)
        self.log: list[list[float]] = []  # of inputs, where the state cannot be saved
        self.begin()
        self.is_new = True
        self.is_logged = self.runner.save() is None

    def attach(self, members: Sequence[Block], plan: Plan) -> None:
        """Find the slots that it reads, and the cells of the memory that its outputs go to."""
        rows = {block.name: row for row, block in enumerate(plan.order)}
        here = slice(*plan.tables.input_start[rows[members[0].name] :][:2])
        self.inputs = plan.tables.inputs[here].astype(np.intp)
        self.cells = plan.tables.memory_start[[rows[one.name] for one in members]].astype(np.intp)

    def begin(self) -> Sequence[float]:
        """Start anew; return the outputs at time 0."""
        self.count, self.failure, self.is_new = 0, "", False
        self.log.clear()
        return self.runner.start()

    def step(self, signals: NDArray, memory: NDArray) -> None:
        """Do a step under the present signals."""
        inputs = signals[self.inputs].tolist()
        memory[self.cells] = self.runner.step(self.count, inputs)
        if self.is_logged:
            self.log.append(inputs)
        self.count += 1

    def save(self) -> Saved:
        """Return what leads back here."""
        state = None if self.failure or self.is_logged else self.runner.save()
        return Saved(self.count, self.failure, state, np.array(self.log, np.float64).tobytes())

    def restore(self, saved: Saved) -> None:
        """Go back to where it was saved; without a state it is run again from the start."""
        self.begin()
        if saved.state is not None:
            self.runner.restore(saved.state)
        elif self.is_logged:
            shape = saved.count, len(self.inputs)
            self.log = np.frombuffer(saved.log, np.float64).reshape(shape).tolist()
            for number, inputs in enumerate(self.log):
                self.runner.step(number, inputs)
        self.count, self.failure = saved.count, saved.failure


class Outside:
    """All instances of a diagram; one that fails gives its last outputs from there on."""

    def __init__(
        self, scene: SceneSpec, groups: Groups, plan: Plan, before: "Outside | None"
    ) -> None:
        """Raises SpecErrors where code may not run or does not start, at the block's line."""
        self.instances: list[Instance] = []
        running = {one.name: one for one in before.instances} if before else {}
        problems = []
        for name, members in groups.items():
            kind, one = members[0].kind.name, running.get(name)
            try:
                task = _task(members, plan)
                if one is None or (one.kind, one.task) != (kind, task):
                    one = Instance(name, kind, task)
            except (RunnerError, OSError) as error:
                place = ("diagram", members[0].name, "file")
                problems.append(scene.origin.problem("console", place, "outside", str(error)))
            else:
                self.instances.append(one)
        if problems:
            raise SpecErrors(problems)
        for one in self.instances:
            one.attach(groups[one.name], plan)

    def begin_new(self, memory: NDArray) -> None:
        """Begin the instances that have just come; the others go on."""
        for one in self.instances:
            if one.is_new:
                with _noting(one):
                    memory[one.cells] = one.begin()

    def take(self, before: "Outside") -> None:
        """Go on where another simulation's instances of the same files are."""
        theirs = {one.name: one for one in before.instances}
        for one in self.instances:
            was = theirs.get(one.name)
            if was is not None and (was.kind, was.task) == (one.kind, one.task):
                with _noting(one):
                    one.restore(was.save())

    def start(self, memory: NDArray) -> None:
        """Begin anew: outputs of time 0 go into the memory."""
        for one in self.instances:
            with _noting(one):
                memory[one.cells] = one.begin()

    def step(self, signals: NDArray, memory: NDArray) -> None:
        """Let every instance do a step under the present signals."""
        for one in self.instances:
            if not one.failure:
                with _noting(one):
                    one.step(signals, memory)

    def alarms(self) -> list[Alarm]:
        """Return an alarm for each instance that has failed."""
        failed = [one for one in self.instances if one.failure]
        return [Alarm("outside", one.name, f"{one.name}: {one.failure}") for one in failed]

    def save(self) -> bytes:
        """Return the state of all instances."""
        return msgspec.msgpack.encode({one.name: one.save() for one in self.instances})

    def restore(self, saved: bytes) -> None:
        """Put back what was saved; an instance that was not there begins anew."""
        states = msgspec.msgpack.decode(saved, type=dict[str, Saved]) if saved else {}
        for one in self.instances:
            with _noting(one):
                one.restore(states.get(one.name, Saved(0, "", None, b"")))


@contextmanager
def _noting(instance: Instance) -> Iterator[None]:
    """Note a failure with its instance, and go on."""
    try:
        yield
    except RunnerError as error:
        instance.failure = str(error)


def find(scene: SceneSpec, plan: Plan, before: Outside | None = None) -> Outside | None:
    """Return what a plan has to run outside the kernels, None where it has nothing.

    What runs already, `before`, goes on where it is the same. Raises SpecErrors, as `Outside` does.
    """
    groups: dict[str, list[Block]] = {}
    for block in plan.order:
        if block.kind.name in RUNNERS:
            groups.setdefault(instance_of(block.name, block.parameters), []).append(block)
    return Outside(scene, groups, plan, before) if groups else None


def save(outside: Outside | None) -> bytes:
    """Return the end of a simulation's state; nothing where nothing runs outside."""
    body = outside.save() if outside else b""
    return body + len(body).to_bytes(8, "little") + MARK if outside else b""


def split(state: bytes) -> tuple[bytes, bytes]:
    """Return what stands before the end that `save` gave a state, and what `restore` takes."""
    if not state.endswith(MARK):
        return state, b""
    end = len(state) - len(MARK) - 8
    start = end - int.from_bytes(state[end : end + 8], "little")
    return state[:start], state[start:end]


def _task(members: Sequence[Block], plan: Plan) -> Task:
    first = members[0]
    return Task(
        file=first.parameters["file"],
        stamp=os.stat(first.parameters["file"]).st_mtime_ns,
        inputs=tuple(port.name for port in first.kind.ports),
        outputs=tuple(block.parameters["output"] for block in members),
        parameters=first.parameters["parameters"],
        step=plan.step,
    )
