"""The physics thread: frames at fixed deadlines, commands between them, alarms instead of crashes.

One thread lives as long as the program, so that its priority stays that of the program's start
while the window's thread is made nicer. Two one-way crossings, no lock: stamped panel inputs come
in, frames go out, each as one reference assignment of an immutable value.
"""

import gc
import os
import queue
import threading
import time
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from simulator import priority
from simulator.console.panel import Panel
from simulator.crossing import Driven, Frame, Happening, State, Successor, remember
from simulator.intake import Intake
from simulator.keeping import Attempt, Keeper, Start
from simulator.playing import Playing
from simulator.snapshot import Alarm, Event, Latest, PanelInput, Snapshot
from simulator.spec.reasons import about, explain
from simulator.timing import LatencyMeter, Meter

if TYPE_CHECKING:  # opened by the physics thread: the window must not wait for the kernels
    from simulator.recordings.playback import Playback
    from simulator.simulation import Simulation

IDLE = 0.01  # s between two looks at the commands while there is no scene
HANDWORK = ("force", "release", "diagram")  # events that an attempt does not bear
LATENCY_FRAMES = 25  # between two records of the time from input to picture
COMMANDS = (
    "open", "pause", "resume", "step", "reset", "event", "record", "stop_recording", "begin",
    "abandon", "play", "seek", "skip", "speed", "take_over", "watch", "succeed", "quit",
)  # fmt: skip


class Realtime:
    """Owns the simulation and its recording; everybody else sees `frames`, `driven` and `state`."""

    def __init__(
        self,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self.frames: Latest[Frame | None] = Latest(None)
        self.state = State()
        self.happenings: tuple[Happening, ...] = ()  # the last events, for whoever looks on
        self.driven: Driven | None = None
        self._clock, self._sleep = clock, sleep
        self._commands: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._intake = Intake(clock)
        self._keeper = Keeper()
        self._watcher: Callable[[Snapshot], bool] | None = None
        self._playing: Playing | None = None
        self._overruns = 0  # when the attempt began
        self._meter = Meter(0.04, 4)
        self._steps_owed = 0
        self.latency = LatencyMeter()  # from input to picture; the window tells
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the thread; call before the window's thread is made nicer."""
        priority.switch_soon()
        self._thread = threading.Thread(target=self.run, name="physics", daemon=True)
        self._thread.start()

    def close(self, timeout: float = 5.0, brief: float = 0.5) -> None:
        """Finish frame and recording, and end the thread; `brief` [s] while nothing runs yet."""
        self.send("quit")
        if self._thread is not None:
            self._thread.join(timeout if self.driven else brief)

    @property
    def simulation(self) -> "Simulation | None":
        """What is simulated; who needs its panel, too, reads `driven`."""
        return driven.simulation if (driven := self.driven) else None

    @property
    def panel(self) -> Panel | None:
        """What drives the simulation."""
        return driven.panel if (driven := self.driven) else None

    @property
    def has_attempt(self) -> bool:
        """Whether somebody's attempt is being judged."""
        return self._keeper.has_attempt

    @property
    def rate(self) -> float:
        """How fast time goes at this moment, or went before it was made to stand still."""
        stats = self.state.stats
        return stats.rate(self._clock()) if self.state.goes_on else stats.real_time_factor

    def send(self, command: str, argument: Any = None) -> None:
        """Ask for one of COMMANDS; it is obeyed between two frames.

        `open` takes what makes the new simulation; the old one stands still meanwhile, and stays if
        that fails. `record` takes the path of the file, `event` an `Event` that is applied and
        recorded, as is `reset`. `begin` takes a `Start`: the scene starts anew, and an attempt is
        judged and recorded until it is over or `abandon`ed, which sets the event that it is handed.
        `play` takes a `Playback` that moves everything instead of the panel; `seek` goes to one of
        its frames, `skip` so many on, `speed` has it played so many times as fast, and `take_over`
        (with a `Start`) goes on. `watch` takes what sees every snapshot and says whether to pause;
        `succeed` a `Successor` that gets the state; during an attempt or a playback it is let pass.
        """
        if command not in COMMANDS:
            raise ValueError(f"unknown command {command}; there are {', '.join(COMMANDS)}")
        self._commands.put((command, argument))

    def publish(
        self, panel: Panel, since: float | None = None, answered: int | None = None
    ) -> None:
        """Make the panel as it is now what the next frame samples; see `Intake.put`."""
        self._intake.put(panel, since, answered)

    def run(self) -> None:
        """Run until `quit`: obey, advance a frame, sleep to the deadline or count an overrun."""
        deadline = self._clock()
        while self._obey():
            if (driven := self.driven) is None:
                self._sleep(IDLE)
                deadline = self._clock()
                continue
            advanced = self._advance(driven, deadline)
            deadline += driven.simulation.frame_dt
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

    def _advance(self, driven: Driven, due: float) -> bool:
        is_waiting = self.state.name == "paused" and self._steps_owed == 0
        if is_waiting or self.state.name == "failed":
            return False
        self._steps_owed = max(self._steps_owed - 1, 0)
        simulation, panel, _ = driven
        began = self._clock()
        try:
            if self._playing is not None:
                return self._play_on(self._playing, due)
            for event in self._keeper.due():
                self._event(event)
            sample = self._intake.take(panel, began)
            snapshot = simulation.frame(sample.values)
            self._keeper.frame(sample.values, snapshot, simulation)
            attempt = self._keeper.attempt
        except Exception as error:
            self._fail(error)
            return False
        ready = self._clock()
        if snapshot.frame_index % LATENCY_FRAMES == 0:
            self._keeper.latency(snapshot.frame_index, self.latency.fresh())
        if attempt and attempt.is_over:
            self._conclude(attempt)  # before its last frame is seen: then everything stands
        self.frames.publish(Frame(snapshot, due, ready, sample.since, sample.values, attempt))
        self._meter.frame(began, self._clock(), sample.time, self._intake.stalls)
        self._follow(snapshot)
        return True

    def _play_on(self, playing: "Playing", due: float) -> bool:
        """Advance a recording, at its end stand; return whether that has to be over in time."""
        began, shown = due, None
        for shown in playing.frames(due, self.state.name == "paused"):
            self._meter.frame(began, shown.ready, shown.ready)
            began = shown.ready
            self._follow(shown.snapshot)
            if self.state.name == "paused":
                break
        if playing.is_over:
            self._pause()
        if shown is not None:
            self.frames.publish(shown)
        return shown is not None and playing.speed <= 1.0

    def _follow(self, snapshot: Snapshot) -> None:
        if self._watcher is not None and self._watcher(snapshot):
            self._pause()
        if self.state.goes_on:
            self.state = self.state._replace(name="frozen" if snapshot.frozen else "running")

    def _tell(self) -> None:
        """Tell the window how it goes.

        A recording is told before its first frame is seen: who waits for its end knows of it.
        """
        self.state = self.state._replace(stats=self._meter.stats, recording=self._keeper.recorded)
        if self._keeper.complaint:
            complaint, self._keeper.complaint = self._keeper.complaint, None
            self.state = self.state._replace(complaint=complaint)

    def _open(self, make: Callable[[], "Simulation"]) -> None:
        before = self.state
        self.state = before._replace(name="loading", error=None)
        try:
            simulation = make()
        except Exception as error:
            self.state = before._replace(error=error)
            return
        self._abandon()
        self._keeper.end()
        self._playing = None
        priority.set_aside()
        self.frames.publish(None)
        self.driven = Driven(simulation, Panel(simulation.scene.console_spec), make)
        self._steps_owed = 0
        self._intake = Intake(self._clock)
        self._meter = Meter(simulation.frame_dt, simulation.steps_per_frame)
        self._show(simulation.snapshot())
        self.state = State("running")
        self._remember(Event("open"), simulation)

    def _watch(self, watcher: Callable[[Snapshot], bool]) -> None:
        self._watcher = watcher

    def _succeed(self, successor: Successor) -> None:
        if self.driven is None or self._playing or self._keeper.has_attempt:
            return
        from simulator import carrying

        before, simulation = self.driven.simulation, successor.simulation
        carried = carrying.carry(before, simulation)
        told = {"anew": list(carried.anew), "faults": list(carried.faults)}
        event = Event("reload", successor.files, told)
        self._keeper.go_on(before.frame_index, event, successor.recording, simulation)
        self._tell()
        panel = Panel(simulation.scene.console_spec)
        panel.take(self.driven.panel)
        self._intake.forget()
        gc.freeze()
        if simulation.frame_dt != before.frame_dt:
            self._meter = Meter(simulation.frame_dt, simulation.steps_per_frame)
        if self.state.name in ("frozen", "failed"):
            self.state = self.state._replace(name="running", complaint=None)
        self._remember(event, simulation)
        self.driven = Driven(simulation, panel, self.driven.make)  # last: then all is told of it
        self._show(simulation.snapshot())

    def _pause(self) -> None:
        if self.state.goes_on:
            self.state = self.state._replace(name="paused")

    def _resume(self) -> None:
        if self.state.name == "paused":
            self._meter.rest()
            self.state = self.state._replace(name="running", stats=self._meter.stats)

    def _step(self) -> None:
        self._pause()
        self._steps_owed += 1

    def _reset(self) -> None:
        self._event(Event("reset"))

    def _event(self, event: Event) -> None:
        if (simulation := self.simulation) is None:
            return
        try:
            if event.kind in HANDWORK and self._keeper.has_attempt:
                raise ValueError("the diagram is not touched during an attempt")
            simulation.apply(event)
        except ValueError as error:  # a fault that the scene cannot have
            self.state = self.state._replace(complaint=explain(error))
            return
        self._keeper.event(simulation.frame_index, event)
        if event.kind == "reset":
            if self.state.name != "paused":
                self.state = self.state._replace(name="running", complaint=None)
            self._meter.rest()
        if event.kind in ("diagram", "reset"):
            self._show(simulation.snapshot())
        self._remember(event, simulation)

    def _remember(self, event: Event, simulation: "Simulation") -> None:
        time = simulation.frame_index * simulation.frame_dt
        self.happenings = remember(self.happenings, time, event)

    def _begin(self, start: Start) -> None:
        if self.simulation is None:
            return
        self._abandon()
        self._speed(1.0)
        self._playing = None
        self.state = self.state._replace(complaint=None)  # of the recording before
        self._reset()
        self._keeper.begin(start, self.simulation)
        self._tell()
        self._overruns = self._meter.stats.overruns
        self._resume()

    def _abandon(self, ended: threading.Event | None = None) -> None:
        """End an attempt that is not over; what was recorded of it is kept, with its score."""
        self._keeper.give_up()
        if attempt := self._keeper.attempt:
            self._conclude(attempt)
        if ended is not None:
            ended.set()

    def _conclude(self, attempt: Attempt) -> None:
        """Write the final score and the timing into the recording, and stand still."""
        late = self._meter.stats.overruns - self._overruns
        latency = self.latency.attempt
        p95 = latency.p95 if latency.pictures else None
        self._event(Event("timing", data={"overruns": late, "input_to_picture_p95": p95}))
        self._event(Event("score", data=attempt.score.as_dict()))
        self._keeper.end()
        self._pause()

    def _play(self, playback: "Playback") -> None:
        self._keeper.end()
        self._playing = Playing(playback, self._clock)
        self._seek(0)

    def _seek(self, frame: int) -> None:
        if self._playing is not None:
            snapshot = self._playing.playback.seek(frame)
            self._meter.rest()
            self._show(snapshot, self._playing.playback.panel, self._playing.playback.at)

    def _skip(self, frames: int) -> None:
        self._seek(frames + (self._playing.playback.at if self._playing else 0))

    def _speed(self, times: float) -> None:
        if self._playing is not None:
            self._playing.speed = times
            self._meter.slow_down(min(times, 1.0))

    def _take_over(self, start: Start) -> None:
        """Go on from where the playback is, with the switches as they were there."""
        self._speed(1.0)
        playing, self._playing = self._playing, None
        if playing is None or self.panel is None:
            return
        playback = playing.playback
        self._keeper.take_over(playback, start)
        self._tell()
        self._overruns = self._meter.stats.overruns
        self.panel.show(playback.panel)
        self.panel.spring_back()  # nobody holds what was held
        self._intake.forget()
        self._show(playback.simulation.snapshot(), playback.panel)
        self._pause()

    def _record(self, path: str | os.PathLike[str]) -> None:
        if self.simulation is not None:
            self.state = self.state._replace(complaint=None)
            self._keeper.record(path, self.simulation, None)
            self._tell()

    def _stop_recording(self) -> None:
        self._keeper.stop()

    def _fail(self, error: Exception) -> None:
        """Freeze the picture with an alarm; nothing moves any more, the window stays alive."""
        traceback.print_exception(error)
        told = about(type(error).__name__, explain(error))
        self.state = self.state._replace(name="failed", complaint=told)
        if (last := self.frames.current) is not None:
            self._show(last.snapshot.stopped(Alarm("failed", "", told.en)))

    def _show(
        self, snapshot: Snapshot, panel: PanelInput | None = None, at: int | None = None
    ) -> None:
        # Twice, so that the picture does not glide from the pose before.
        now = self._clock()
        for _ in range(2):
            self.frames.publish(Frame(snapshot, now, now, now, panel, self._keeper.attempt, at))
