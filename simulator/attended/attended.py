"""Runs a scene without a window but in real time: for an instructor's page, for real hardware."""

import queue
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from .. import checking, compiling, scripted, stopping
from ..console.notice import Notice
from ..console.panel import Panel
from ..hardware.boards import Boards
from ..instructor.access import Access, InstructorError
from ..instructor.pictures import Pictures
from ..instructor.server import Server
from ..keeping import BY_HAND, Start
from ..realtime import Frame, Realtime
from ..reloading.rebuilding import list_names
from ..scripted import ScriptedOperator, ScriptError
from ..simulation import Simulation
from ..snapshot import Event, Snapshot
from ..spec import load
from ..spec.errors import SpecErrors
from ..spec.fields import Text
from ..spec.models.exercise import ExerciseSpec
from ..spec.models.script import ScriptSpec
from ..terminal import complain, err, out
from ..training import rules
from .attempts import Attempts
from .rereading import Builder, Offer, Rereading

NAP = 0.004  # s between two looks at the physics side


class Attended:
    """A program without a window: `instructor.host.Host` for the page, scripts for the operator.

    `find_script` gives the scripted operator of a scene or exercise file, None for nobody. `record`
    is the first recording's file; those of further attempts go into `folder`.
    """

    has_pictures = False
    trainee = page = ""  # no window asks who drives, or shows anything

    def __init__(
        self,
        path: Path,
        simulation: Simulation,
        exercise: ExerciseSpec | None,
        find_script: Callable[[Path], ScriptSpec | None],
        record: Path | None = None,
        folder: Path = Path("out"),
        hardware: Boards | None = None,
    ) -> None:
        self.realtime, self.pictures = Realtime(), Pictures()
        self.path, self.exercise = path, exercise
        self.operator: ScriptedOperator | None = None
        self.hardware = hardware
        self.is_closed = False
        self._find_script, self._record, self.folder = find_script, record, folder
        self._asked: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._last: Frame | None = None
        self._told: set[Notice] = set()  # notices of the panel that were printed
        self._complaint: Text | None = None  # of the physics side, that was printed
        self._rereading = Rereading(self.realtime, folder)
        self._attempts = Attempts(self.realtime)
        self.realtime.start()
        self._open(simulation)
        if exercise is not None:
            self._begin(path)
        elif record is not None:
            self.realtime.send("record", record)

    def _open(self, simulation: Simulation) -> None:
        self._last = None
        self.realtime.send("open", lambda: simulation)
        while not self._is_shown(simulation):
            time.sleep(NAP)
        self._rereading.follow(self.path, simulation.scene, self.exercise)
        self._connect()
        self._hire()

    def _connect(self) -> None:
        """Put the hardware on the panel: it works the scene's first console."""
        panel = self.realtime.panel
        assert panel is not None and self.realtime.simulation is not None
        if self.hardware is not None:
            consoles = self.realtime.simulation.scene.consoles or {"": panel.console}
            self.hardware.attach(panel, self._note)
            self.hardware.select(next(iter(consoles.values())))
            self._tell_notices(panel)

    def _note(self, event: Event) -> None:
        self.realtime.send("event", event)
        if event.kind == "hardware_back":  # that it is lost, and why, is a notice
            out.print(f"hardware back: {event.text}", markup=False)

    def _tell_notices(self, panel: Panel) -> None:
        """Print what the panel tells its operator, who sees no window: a silent desk, and why."""
        for notice in panel.notices:
            if notice not in self._told:
                out.print(notice.text.en, markup=False)
        self._told = {*panel.notices}

    def _tell_complaint(self) -> None:
        """Print why a recording cannot be written, or what was asked for cannot be done."""
        told = self.realtime.state.complaint
        if told is not None and told != self._complaint:
            err.print(told.en, markup=False)
        self._complaint = told

    def _is_shown(self, simulation: Simulation) -> bool:
        frame = self.realtime.frames.current
        return frame is not None and frame.snapshot.layout is simulation.layout

    def _hire(self) -> None:
        """Let the scripted operator of the open file begin, every control at rest."""
        panel, frame = self.realtime.panel, self.realtime.frames.current
        assert panel is not None and frame is not None
        panel.reset()
        if self.hardware is not None:
            self.hardware.renew()
        self.realtime.publish(panel)
        script = self._find_script(self.path)
        self.operator = None
        if script is not None:
            found = scripted.problems(script, panel, frame.snapshot.layout.signals)
            if found:
                raise ScriptError("\n".join(found))
            self.operator = ScriptedOperator(script, panel)

    # -- asked by the page, from its own thread

    def begin(self, path: Path | None) -> None:
        """Start an attempt at the exercise of a file; None: of the one that is open."""
        self._asked.put(lambda: self._begin(path or self.path))

    def reset(self) -> None:
        """Put scene and console back to their start; an attempt begins anew."""
        self._asked.put(self._reset)

    def tell(self, text: str) -> None:
        """Show the trainee a message."""
        out.print(f"instructor: {text}", markup=False)

    def close(self) -> None:
        """End `run`."""
        self.is_closed = True

    # -- the main thread

    def _begin(self, path: Path) -> None:
        if path != self.path or self.exercise is None:
            build = Builder(path)
            simulation = build()
            self._attempts.leave()
            self.path, self.exercise = path, build.exercise
            self._open(simulation)
        assert self.exercise is not None
        now = datetime.now()
        name = f"{path.stem}-{now:%Y%m%d-%H%M%S-%f}.mcap"
        file, self._record = self._record or self.folder / name, None
        about = {**rules.about(self.exercise), "date": now.isoformat(timespec="seconds")}
        self._hire()
        if self.operator is None:
            about |= BY_HAND
        self._attempts.begin(self.exercise, file)
        self.realtime.send("begin", Start(self.exercise, file, about))

    def _reset(self) -> None:
        if self.exercise is not None:
            self._begin(self.path)
            return
        self._hire()
        self.realtime.send("reset")

    def run(self, seconds: float | None = None) -> Snapshot | None:
        """Run for `seconds` of simulated time, of an exercise no longer than its attempt.

        Without them until it is interrupted. Return the last snapshot.
        """
        try:
            while not self._is_over(seconds):
                self.tick()
                time.sleep(NAP)
        except KeyboardInterrupt:
            pass
        finally:
            with stopping.held():  # one Ctrl+C is enough
                self._attempts.leave()  # while the physics thread can still write the score down
                self.realtime.close()
                self._attempts.close()
                if self.hardware is not None:
                    self.hardware.close()
        return self._last.snapshot if self._last else None

    def _is_over(self, seconds: float | None) -> bool:
        if self.is_closed or self.realtime.state.name == "failed":
            return True
        if seconds is None or self._last is None:
            return False
        has_ended = self.exercise is not None and not self._attempts.is_under_way
        return has_ended or self._last.snapshot.time >= seconds - 1e-9

    def tick(self) -> None:
        """Do what was asked, and let the operator act for the next frame."""
        while True:
            try:
                self._asked.get_nowait()()
            except queue.Empty:
                break
            except (OSError, SpecErrors, ScriptError) as error:  # a broken file among exercises
                err.print(str(error), markup=False)
        self._tell_complaint()
        self._attempts.tick()
        if (taken := self._rereading.tick(time.monotonic())) is not None:
            self._succeed(taken)
        frame, panel = self.realtime.frames.current, self.realtime.panel
        if frame is None or panel is None:
            return
        if self.hardware is not None:
            self.hardware.poll()
            self._tell_notices(panel)
            self.realtime.publish(panel, self.hardware.take_stamp())
        if frame is self._last:
            return
        self._last = frame
        self._operate(frame.snapshot)
        if self.hardware is not None:
            self.hardware.show(frame.snapshot)
        self.realtime.publish(panel)

    def _succeed(self, taken: Offer) -> None:
        """Go on with an edited scene that the physics side has taken over."""
        simulation, self.exercise = taken.simulation, taken.built.exercise
        self._rereading.follow(self.path, simulation.scene, self.exercise)
        self._connect()
        self._move_operator(taken.panel, simulation)
        out.print(f"taken over: {list_names(taken.built.saved)}", markup=False)

    def _move_operator(self, before: Panel | None, simulation: Simulation) -> None:
        """Put the scripted operator on the new panel, with what he holds in his hands."""
        panel, operator = self.realtime.panel, self.operator
        if operator is None or panel is None:
            return
        script = self._find_script(self.path)
        found = scripted.problems(script, panel, simulation.layout.signals) if script else ()
        if found:
            self.operator = None
            err.print("\n".join(found), markup=False)
            return
        operator.panel = panel
        if before is None:
            return
        for name in before.input_names:
            if before.holder(name) == "script" and name in panel.input_names:
                panel.set(name, before.get(name))

    def _operate(self, snapshot: Snapshot) -> None:
        operator = self.operator
        if operator is None or operator.finished:
            return
        try:
            operator.act(snapshot, snapshot.time)
        except ScriptError as error:
            self.operator = None
            err.print(f"at {snapshot.time:.2f} s: {error}", markup=False)
            return
        operator.shots.clear()
        if operator.finished:
            out.print("The script has ended; Ctrl+C ends the program.")


def run(
    path: Path,
    script: Path | None,
    seconds: float | None,
    record: Path | None,
    access: Access | None,
    hardware: Boards | None = None,
) -> int:
    """Run a scene or exercise without a window until its time is over, Ctrl+C or a signal.

    With `access` it serves the instructor's page, with `hardware` real levers work the console.
    """
    scene, exercise = checking.load_lesson(path)

    def find_script(of: Path) -> ScriptSpec | None:
        file = script if of == path else scripted.script_of(of)
        return load.load_script(file) if file is not None and file.exists() else None

    if script is not None:
        load.load_script(script)  # a missing or broken one is told before anything runs
    try:
        program = Attended(
            path, compiling.start(scene), exercise, find_script, record, hardware=hardware
        )
    except ScriptError as error:
        return complain(f"{script}: {error}")
    server = Server(program, access) if access is not None else None
    try:
        if server is not None:
            server.start()
            out.print(server.describe(), markup=False)
        with stopping.hearing(program.close):
            snapshot = program.run(seconds)
    except InstructorError as error:
        program.realtime.close()
        return complain(error)
    finally:
        if server is not None:
            server.close()
    if snapshot is not None:
        out.print(f"{snapshot.time:.2f} s simulated in real time")
        out.print(f"state hash {snapshot.state_hash}", markup=False)
    return 1 if program.realtime.state.name == "failed" else 0
