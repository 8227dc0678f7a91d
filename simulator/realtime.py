"""The physics thread: frames at fixed deadlines, commands between them, alarms instead of crashes.

One thread lives as long as the program, so that its priority stays that of the program's start
while the window's thread is made nicer. Two one-way crossings, no lock: stamped panel inputs come
in, frames go out, each as one reference assignment of an immutable value.
"""

import gc
import os
import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simulator.console.panel import Panel
from simulator.snapshot import Alarm, Event, Latest, PanelInput, Snapshot
from simulator.timing import Meter, Stats

if TYPE_CHECKING:  # opened by the physics thread: the window must not wait for the kernels
    from simulator.recording import Recorder
    from simulator.simulation import Simulation
    from simulator.spec.exercise import ExerciseSpec
    from simulator.training.score import Score
    from simulator.training.session import Session

STALE = 0.8  # s; an older input counts as a lost operator: levers in neutral
IDLE = 0.01  # s between two looks at the commands while there is no scene
SWITCH_INTERVAL = 0.0005
WINDOW_NICE = 10
COMMANDS = (
    "open", "pause", "resume", "step", "reset", "event", "record", "stop_recording", "begin",
    "abandon", "quit",
)  # fmt: skip


class Sample(NamedTuple):
    """A panel input, when the window took it and of which panel it is."""

    values: PanelInput
    time: float
    panel: Panel


class Attempt(NamedTuple):
    """How an exercise goes: the score so far, the row of its stage, the rows of hints on offer."""

    score: "Score"
    stage: int
    offered: tuple[int, ...]


class Frame(NamedTuple):
    """A published snapshot: when its frame was due, when it was ready, when its input was taken."""

    snapshot: Snapshot
    due: float
    ready: float
    sampled: float
    attempt: Attempt | None = None


class Start(NamedTuple):
    """An attempt to begin: the exercise, the file that records it, what its header says of it."""

    exercise: "ExerciseSpec"
    path: os.PathLike[str]
    about: dict[str, str]


class State(NamedTuple):
    """What the physics side is doing, for the window."""

    name: str = "empty"  # empty, loading, running, paused, frozen, failed
    stats: Stats = Stats()
    recording: float | None = None  # s since its start
    complaint: str = ""  # why the last command was refused, or what failed
    error: BaseException | None = None  # why a scene could not be built


class Realtime:
    """Owns the simulation and its recording; everybody else sees `frames`, `panel` and `state`."""

    def __init__(
        self,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self.frames: Latest[Frame | None] = Latest(None)
        self.state = State()
        self.simulation: Simulation | None = None
        self.panel: Panel | None = None
        self._clock, self._sleep = clock, sleep
        self._commands: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._input: Sample | None = None
        self._recorder: Recorder | None = None
        self._session: Session | None = None
        self._recorded = 0.0
        self._meter = Meter(0.04, 4)
        self._steps_owed = 0
        self._is_stalled = False
        self.latency_p95: float | None = None  # s from input to picture; the window tells
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the thread; call before the window's thread is made nicer."""
        sys.setswitchinterval(SWITCH_INTERVAL)
        self._thread = threading.Thread(target=self.run, name="physics", daemon=True)
        self._thread.start()

    def close(self, timeout: float = 5.0) -> None:
        """Finish the frame and the recording, and end the thread."""
        self.send("quit")
        if self._thread is not None:
            self._thread.join(timeout)

    def send(self, command: str, argument: Any = None) -> None:
        """Ask for one of COMMANDS; it is obeyed between two frames.

        `open` takes a function that returns the new simulation; the old one stands still
        meanwhile, and stays if that fails. `record` takes the path of the file, `event` an
        `Event` that is applied and recorded; `reset` is one of them. `begin` takes a `Start`: the
        scene goes back to its start, and from there on an attempt is judged and recorded until it
        is over, or `abandon`ed.
        """
        if command not in COMMANDS:
            raise ValueError(f"unknown command {command}; there are {', '.join(COMMANDS)}")
        self._commands.put((command, argument))

    def publish(self, panel: Panel) -> None:
        """Make the panel as it is now what the next frame samples; for the window's thread."""
        self._input = Sample(panel.input(), self._clock(), panel)

    def run(self) -> None:
        """Run until `quit`: obey, advance a frame, sleep to the deadline or count an overrun."""
        deadline = self._clock()
        while self._obey():
            if self.simulation is None:
                self._sleep(IDLE)
                deadline = self._clock()
                continue
            advanced = self._advance(deadline)
            deadline += self.simulation.frame_dt
            late = self._clock() - deadline
            if late > 0.0:
                deadline += late  # lost time is dropped; chasing it only makes it worse
                if advanced:
                    self._meter.overrun()
            self._tell()
            if late <= 0.0:
                self._sleep(-late)
        self._stop_recording()

    def _obey(self) -> bool:
        while True:
            try:
                command, argument = self._commands.get_nowait()
            except queue.Empty:
                return True
            if command == "quit":
                return False
            try:
                getattr(self, f"_{command}")(*([] if argument is None else [argument]))
            except Exception as error:  # the physics side never takes the window down
                self._fail(error)

    def _advance(self, due: float) -> bool:
        is_waiting = self.state.name == "paused" and self._steps_owed == 0
        if is_waiting or self.state.name == "failed":
            return False
        self._steps_owed = max(self._steps_owed - 1, 0)
        began = self._clock()
        try:
            if self._session:
                for event in self._session.due():
                    self._event(event)
            sample = self._sample(began)
            snapshot = self.simulation.frame(sample.values)  # type: ignore[union-attr]
            attempt = self._judge(sample.values, snapshot)
        except Exception as error:
            self._fail(error)
            return False
        self.frames.publish(Frame(snapshot, due, self._clock(), sample.time, attempt))
        self._record_frame(sample.values, snapshot)
        if attempt and attempt.score.outcome != "running":
            self._conclude(attempt.score)
        self._meter.frame(due, began, self._clock(), sample.time)
        if self.state.name in ("running", "frozen"):
            self.state = self.state._replace(name="frozen" if snapshot.frozen else "running")
        return True

    def _sample(self, now: float) -> Sample:
        sample = self._input
        if sample is None or sample.panel is not self.panel:  # the window has not begun
            assert self.panel is not None
            return Sample(self.panel.input(), now, self.panel)
        is_stale = now - sample.time > STALE
        if is_stale and not self._is_stalled:
            self._meter.stall()
        self._is_stalled = is_stale
        if not is_stale:
            return sample
        return Sample(sample.panel.neutral_input(sample.values), now, sample.panel)

    def _tell(self) -> None:
        since = self._clock() - self._recorded if self._recorder else None
        self.state = self.state._replace(stats=self._meter.stats, recording=since)

    def _open(self, make: Callable[[], "Simulation"]) -> None:
        before = self.state
        self.state = before._replace(name="loading", error=None)
        try:
            simulation = make()
        except Exception as error:
            self.state = before._replace(error=error)
            return
        self._stop_recording()
        self._session = None
        gc.collect()
        gc.freeze()
        self.frames.publish(None)
        self.panel = Panel(simulation.scene.console_spec)
        self.simulation, self._steps_owed = simulation, 0
        self._meter = Meter(simulation.frame_dt, simulation.steps_per_frame)
        self._show(simulation.snapshot())
        self.state = State("running")

    def _pause(self) -> None:
        if self.state.name in ("running", "frozen"):
            self.state = self.state._replace(name="paused")

    def _resume(self) -> None:
        if self.state.name == "paused":
            self._meter.rest()
            self.state = self.state._replace(name="running")

    def _step(self) -> None:
        self._pause()
        self._steps_owed += 1

    def _reset(self) -> None:
        self._event(Event("reset"))

    def _event(self, event: Event) -> None:
        simulation = self.simulation
        if simulation is None:
            return
        try:
            simulation.apply(event)
        except ValueError as error:  # a fault that the scene cannot have
            self.state = self.state._replace(complaint=str(error))
            return
        self._record_event(simulation.frame_index, event)
        if self._session:
            self._session.event(event)
        if event.kind == "reset":
            if self.state.name != "paused":
                self.state = self.state._replace(name="running", complaint="")
            self._meter.rest()
            self._show(simulation.snapshot())

    def _begin(self, start: Start) -> None:
        if self.simulation is None:
            return
        from simulator.training.session import Session

        self._abandon()
        self._reset()
        self._session = Session(start.exercise, self.simulation)
        self._record(start.path, start.about)
        self._resume()

    def _abandon(self) -> None:
        """End an attempt that is not over; what was recorded of it is kept, with its score."""
        if self._session is not None:
            self._session.judge.give_up()
            self._conclude(self._session.judge.score)

    def _judge(self, panel: PanelInput, snapshot: Snapshot) -> Attempt | None:
        if self._session is None:
            return None
        self._session.frame(panel, snapshot)
        judge = self._session.judge
        return Attempt(judge.score, judge.stage, tuple(judge.offered))

    def _conclude(self, score: "Score") -> None:
        """Write the final score and the timing into the recording, and stand still."""
        stats = self._meter.stats
        timing = {"overruns": stats.overruns, "input_to_picture_p95": self.latency_p95}
        self._event(Event("timing", data=timing))
        self._event(Event("score", data=score.as_dict()))
        self._stop_recording()
        self._session = None
        self._pause()

    def _record(self, path: str | os.PathLike[str], about: dict[str, str] | None = None) -> None:
        self._stop_recording()
        if self.simulation is None:
            return
        from simulator.recording import Recorder

        try:
            self._recorder = Recorder(str(path), self.simulation, about)
        except OSError as error:
            self.state = self.state._replace(complaint=f"{path}: {error.strerror}")
            return
        self._recorded = self._clock()
        self.state = self.state._replace(complaint="")

    def _stop_recording(self) -> None:
        recorder, self._recorder = self._recorder, None
        if recorder is None:
            return
        try:
            recorder.close()
        except OSError as error:
            self.state = self.state._replace(complaint=f"{recorder.path}: {error.strerror}")

    def _record_event(self, frame: int, event: Event) -> None:
        if self._recorder is None:
            return
        try:
            self._recorder.event(frame, event)
        except OSError as error:
            self._lose(error)

    def _record_frame(self, panel: PanelInput, snapshot: Snapshot) -> None:
        if self._recorder is None or self.simulation is None:
            return
        try:
            self._recorder.frame(panel, snapshot)
            if self._recorder.wants_keyframe():
                self._recorder.keyframe(snapshot.frame_index, self.simulation.save())
        except OSError as error:
            self._lose(error)

    def _lose(self, error: OSError) -> None:
        """Give the recording up: the disk is full, or gone."""
        assert self._recorder is not None
        path, self._recorder = self._recorder.path, None
        self.state = self.state._replace(complaint=f"{path}: {error.strerror}")

    def _fail(self, error: Exception) -> None:
        """Freeze the picture with an alarm; nothing moves any more, the window stays alive."""
        traceback.print_exception(error)
        text = f"{type(error).__name__}: {error}"
        self.state = self.state._replace(name="failed", complaint=text)
        last = self.frames.current
        if last is not None:
            alarm = Alarm("failed", "", text)
            still = np.zeros_like(last.snapshot.velocity)
            snapshot = replace(
                last.snapshot, frozen=True, velocity=still, spin=still,
                alarms=(*last.snapshot.alarms, alarm),
            )  # fmt: skip
            self._show(snapshot)

    def _show(self, snapshot: Snapshot) -> None:
        # Twice, so that the picture does not glide from the pose before.
        now = self._clock()
        for _ in range(2):
            self.frames.publish(Frame(snapshot, now, now, now))


def yield_to_physics() -> None:
    """Make the calling thread nicer, so that pictures wait for physics and never the other way."""
    if sys.platform.startswith("linux"):
        try:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), WINDOW_NICE)
        except OSError:
            return  # some sandboxes forbid it; the program works, less punctually
