"""One of many runs: what it draws, how it goes, its row."""

import hashlib
import json
import os
from contextlib import nullcontext
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from simulator import checking, stopping
from simulator.headless import Run
from simulator.recordings.machine import versions
from simulator.recordings.recording import Recorder
from simulator.simulation import Simulation
from simulator.spec import load
from simulator.spec.models.exercise import ExerciseSpec
from simulator.spec.models.script import ScriptSpec
from simulator.spec.models.vary import VarySpec
from simulator.training import draw
from simulator.training.exam import list_files, seal
from simulator.training.rules import about

Row = dict[str, Any]


class Plan(NamedTuple):
    """What all runs of a batch share; with a run's number it says everything."""

    exercise: str  # absolute paths
    script: str
    vary: str
    seed: int
    hashes: dict[str, str]  # what of: exercise, script, vary, versions


class Task(NamedTuple):
    """A run to be done."""

    plan: Plan
    run: int


class Parts(NamedTuple):
    """What the files of a plan hold."""

    exercise: ExerciseSpec
    script: ScriptSpec
    vary: VarySpec

    @property
    def hashes(self) -> dict[str, str]:
        """What a run depends on, besides the seed and its number."""
        known = {"exercise": seal(list_files(self.exercise))}
        for name, spec in (("script", self.script), ("vary", self.vary)):
            data = json.dumps(spec.model_dump(mode="json", by_alias=True, exclude={"include"}))
            known[name] = hashlib.blake2b(data.encode(), digest_size=16).hexdigest()
        return {**known, "versions": json.dumps(versions())}


class PlanError(Exception):
    """The files or the program here are not those of the plan."""


def make_plan(exercise: Path, script: Path, vary: Path, seed: int) -> tuple[Plan, Parts]:
    """Return the plan of these files, and what they hold.

    Raises:
        SpecErrors: With every error of every file, located.
        PlanError: It is a scene, not an exercise.
    """
    parts = _read(str(exercise), str(script), str(vary))
    places = [str(path.resolve()) for path in (exercise, script, vary)]
    return Plan(places[0], places[1], places[2], seed, parts.hashes), parts


def _read(exercise: str, script: str, vary: str) -> Parts:
    lesson = checking.load_lesson(exercise)
    if lesson.exercise is None:
        raise PlanError(f"{exercise}: this is a scene, not an exercise")
    return Parts(lesson.exercise, load.load_script(script), load.load_vary(vary, exercise))


@lru_cache(maxsize=2)
def _open(exercise: str, script: str, vary: str, hashes: str) -> Parts:
    """Return the files' content, once for a process.

    Raises:
        PlanError: They are not those of the plan: on a cluster, another machine has other files.
    """
    parts = _read(exercise, script, vary)
    wanted = json.loads(hashes)
    other = [name for name, text in parts.hashes.items() if wanted[name] != text]
    if other:
        raise PlanError(f"a worker has another {' and '.join(other)} than this machine")
    return parts


def columns_of(parts: Parts) -> dict[str, type]:
    """Return the columns of the rows and what they hold."""
    drawn = draw.draw(parts.vary, 0, 0)
    return {
        "run": int,
        "seed": int,
        **{name: type(value) for name, value in drawn.items()},
        "outcome": str,
        "reason": str,
        "mark": float,
        "time": float,
        "frames": int,
        **{f"metric.{name}": float for name in parts.exercise.metrics},
        "state_hash": str,
        "error": str,
    }


def play(task: Task) -> Row:
    """Return the row of a run; one that fails has a row, too.

    Raises:
        PlanError: This machine cannot do the plan's runs.
    """
    plan, run = task
    parts = _open(plan.exercise, plan.script, plan.vary, json.dumps(plan.hashes))
    try:
        return perform(parts, plan.seed, run)
    except Exception as error:  # one failed run must not lose the others
        text = f"{type(error).__name__}: {error}"
        drawn = draw.draw(parts.vary, plan.seed, run)
        row: Row = {"run": run, "seed": plan.seed, **drawn, "outcome": "error", "reason": ""}
        return {**row, "error": text}


def perform(parts: Parts, seed: int, run: int, record: Path | None = None) -> Row:
    """Do a run, and record it if asked to; return its row."""
    drawn = draw.draw(parts.vary, seed, run)
    exercise = draw.vary_exercise(parts.exercise, parts.vary, drawn, seed, run)
    assert exercise.scene_spec is not None
    simulation = Simulation(exercise.scene_spec, spare=os.cpu_count() or 1)
    script = draw.vary_script(parts.script, parts.vary, drawn)
    pushes = draw.list_pushes(parts.vary, drawn)
    played = Run(simulation, script, exercise, planned=pushes)
    told = {draw.DRAWS: json.dumps(drawn), "seed": str(seed), "run": str(run)}
    header = {**about(exercise), **told}
    with stopping.held() as let_through:
        recorder = Recorder(record, simulation, header) if record is not None else None
        with recorder or nullcontext():
            snapshot = played.go(None, recorder, let_through=let_through)
    assert played.session is not None
    score = played.session.judge.score
    return {
        "run": run,
        "seed": seed,
        **drawn,
        "outcome": score.outcome,
        "reason": score.reason,
        "mark": score.mark,
        "time": score.time,
        "frames": score.frames,
        **{f"metric.{metric.name}": metric.value for metric in score.metrics},
        "state_hash": snapshot.state_hash,
        "error": played.failure,
    }
