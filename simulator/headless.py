"""Runs a scene without a window, faster than real time: scripted, recorded, reported."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from . import scripted
from .console.panel import Panel
from .recordings.recording import Recorder
from .scripted import ScriptedOperator, ScriptError
from .simulation import Simulation
from .snapshot import Event, Planned, Snapshot
from .spec.models.exercise import ExerciseSpec
from .spec.models.script import ScriptSpec
from .spec.reading.write import write_whole
from .training.session import Session

DEFAULT_SECONDS = 10.0  # a run with neither a script nor a length


class Run:
    """One headless run: steps the simulation until its script or its time has ended."""

    def __init__(
        self,
        simulation: Simulation,
        script: ScriptSpec | None = None,
        exercise: ExerciseSpec | None = None,
        session: Session | None = None,
        planned: Iterable[Planned] = (),
    ) -> None:
        """`session` is an attempt at the exercise that is under way already."""
        self.simulation = simulation
        self._planned = sorted(planned, key=lambda one: one.time)
        self.session = session or (Session(exercise, simulation) if exercise else None)
        self.panel = Panel(simulation.scene.console_spec)
        self.snapshot = simulation.snapshot()
        self.operator = ScriptedOperator(script, self.panel) if script else None
        self.failure = ""
        if script:
            found = scripted.problems(script, self.panel, self.snapshot.layout.signals)
            if found:
                raise ScriptError("\n".join(found))

    def go(
        self,
        seconds: float | None,
        recorder: Recorder | None = None,
        take_shot: Callable[[Snapshot, str], None] | None = None,
        let_through: Callable[[], None] | None = None,
    ) -> Snapshot:
        """Run for `seconds`, or as long as script and attempt last; return the last snapshot.

        `let_through` of `stopping.held` is called between frames: what interrupts is heard there.
        """
        simulation = self.simulation
        if seconds is None and self.operator is None:
            seconds = DEFAULT_SECONDS
        while seconds is None or self.snapshot.time < seconds - 0.5 * simulation.frame_dt:
            if not self.operate():
                break
            if seconds is None and self.operator and self.operator.finished:
                break
            if self.session and self.session.judge.is_over:
                break
            self._do(self.session.due() if self.session else [], recorder)
            self._do(self._due(), recorder)
            panel_input = self.panel.input()
            self.snapshot = simulation.frame(panel_input)
            if self.session:
                self.session.frame(panel_input, self.snapshot)
            if recorder:
                recorder.frame(panel_input, self.snapshot)
                if recorder.wants_keyframe():
                    recorder.keyframe(self.snapshot.frame_index, simulation.save())
            self._shoot(take_shot)
            if let_through:
                let_through()
        self._shoot(take_shot)
        if self.session:
            self.session.judge.give_up()
            score = self.session.judge.score.as_dict()
            self._do([Event("score", data=score)], recorder)
        return self.snapshot

    def _do(self, events: list[Event], recorder: Recorder | None) -> None:
        for event in events:
            self.simulation.apply(event)
            if self.session:
                self.session.event(event)
            if recorder:
                recorder.event(self.snapshot.frame_index, event)

    def _due(self) -> list[Event]:
        """Return the planned events whose time has come."""
        now = self.snapshot.time + 0.5 * self.simulation.frame_dt
        due = [one for one in self._planned if one.time <= now]
        self._planned = self._planned[len(due) :]
        return [one.event for one in due]

    def operate(self) -> bool:
        """Let the scripted operator act; return False when its script has failed."""
        if self.operator is None or self.failure:
            return True
        try:
            self.operator.act(self.snapshot, self.snapshot.time)
        except ScriptError as error:
            self.failure = f"at {self.snapshot.time:.2f} s: {error}"
            return False
        return True

    def _shoot(self, take_shot: Callable[[Snapshot, str], None] | None) -> None:
        if self.operator and take_shot:
            for name in self.operator.shots:
                take_shot(self.snapshot, name)
            self.operator.shots.clear()


def report(run: Run) -> dict[str, Any]:
    """Return a run's outcome as plain data: hash, alarms, poses and signals by name, counts."""
    snapshot = run.snapshot
    layout = snapshot.layout
    judged = {"score": run.session.judge.score.as_dict()} if run.session else {}
    return {
        **judged,
        "scene": run.simulation.scene.source,
        "time": snapshot.time,
        "frames": snapshot.frame_index,
        "steps": snapshot.frame_index * run.simulation.steps_per_frame,
        "overruns": 0,
        "state_hash": snapshot.state_hash,
        "script": {
            "finished": run.operator is None or run.operator.finished,
            "failure": run.failure or None,
        },
        "alarms": [alarm._asdict() for alarm in snapshot.alarms],
        "poses": {
            name: {
                "position": snapshot.position[row].tolist(),
                "orientation": snapshot.orientation[row].tolist(),
            }
            for row, name in enumerate(layout.bodies)
        },
        "joints": dict(zip(layout.joints, snapshot.joint_position.tolist(), strict=True)),
        "signals": dict(zip(layout.signals, snapshot.signals.tolist(), strict=True)),
    }


def write_report(run: Run, path: str | Path) -> None:
    """Write the report as JSON."""
    text = json.dumps(report(run), ensure_ascii=False, indent=2, allow_nan=True)
    write_whole(Path(path), text + "\n")
