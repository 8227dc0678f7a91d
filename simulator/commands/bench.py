"""What a scene costs: median and p99 of each stage, real-time factor, state hash, patterns."""

import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from .. import checking, frame
from ..compiled.handle import open_table
from ..compiled.jit import kernel
from ..diagram import interpret
from ..gait import report
from ..headless import Run
from ..physics import sensors, step
from ..scripted import ScriptedOperator
from ..simulation import Simulation
from ..spec import load
from ..spec.naming import bodies

STAGES = ("diagram", "pairs", "collide", "prepare", "solve", "store", "sensors")


class Stopwatch:
    """Collects durations of named stages, in seconds."""

    def __init__(self) -> None:
        self.taken: dict[str, list[float]] = {}
        self._began = 0.0

    def start(self) -> None:
        """Begin the first stage."""
        self._began = time.perf_counter()

    def lap(self, stage: str) -> None:
        """End a stage and begin the next one."""
        now = time.perf_counter()
        self.taken.setdefault(stage, []).append(now - self._began)
        self._began = now


def measure(path: Path, seconds: float, script: Path | None) -> dict[str, Any]:
    """Run a scene twice under its script: whole frames, then stage by stage; return the figures."""
    scene = checking.load_checked(path)
    actions = load.load_script(script) if script and script.exists() else None
    whole = Run(Simulation(scene), actions)
    watch = Stopwatch()
    _drive(whole, seconds, watch, _whole_frame)
    _staged_frame(Run(Simulation(scene)), Stopwatch())  # compiles the stages
    staged = Run(Simulation(scene), actions)
    _drive(staged, seconds, watch, _staged_frame)
    same = whole.snapshot.state_hash == staged.snapshot.state_hash
    frames = np.array(watch.taken["frame"])
    rows = {stage: _figures(np.array(times)) for stage, times in watch.taken.items()}
    return {
        "scene": path.stem,
        "seconds": whole.snapshot.time,
        "step": scene.physics.step,
        "real_time_factor": whole.snapshot.time / float(frames.sum()),
        "median_factor": whole.simulation.frame_dt / float(np.median(frames)),
        "stages": rows,
        "state_hash": whole.snapshot.state_hash,
        "stages_agree": same,
        "contacts": len(whole.snapshot.contacts.force),
        "ten_steps_ms": {
            bodies.robot_name(place): 1e3 * report.time_ten_steps(place.spec)
            for place in scene.robots
            if place.spec and place.spec.gait
        },
    }


def _figures(times: NDArray) -> dict[str, float]:
    median, p99, most = np.percentile(times * 1e3, [50.0, 99.0, 100.0])
    return {"median_ms": float(median), "p99_ms": float(p99), "max_ms": float(most)}


def _drive(run: Run, seconds: float, watch: Stopwatch, advance: Any) -> None:
    simulation = run.simulation
    end = max(seconds, simulation.frame_dt) - 0.5 * simulation.frame_dt
    while run.snapshot.time < end:
        if isinstance(run.operator, ScriptedOperator) and not run.failure:
            run.operate()
        advance(run, watch)


def _whole_frame(run: Run, watch: Stopwatch) -> None:
    panel = run.panel.input()
    watch.start()
    run.snapshot = run.simulation.frame(panel)
    watch.lap("frame")
    steps = run.simulation.steps_per_frame
    watch.taken.setdefault("step", []).append(watch.taken["frame"][-1] / steps)


def _staged_frame(run: Run, watch: Stopwatch) -> None:
    simulation = run.simulation
    panel = run.panel.input()
    simulation.begin(panel)
    for _ in range(simulation.steps_per_frame):
        _staged_step(simulation, watch)
    watch.start()
    run.snapshot = simulation.snapshot()
    watch.lap("snapshot")


def _staged_step(simulation: Simulation, watch: Stopwatch) -> None:
    substeps = simulation.world.settings.substeps
    watch.start()
    for stage in STAGES[:1] + STAGES[1:6] * substeps + STAGES[6:]:
        run_stage(STAGES.index(stage), simulation.words)
        watch.lap(stage)


@kernel
def run_stage(number, words) -> None:
    """Run one of STAGES of a step, in the order of `frame.run` and `step.run`."""
    table = open_table(words, frame.Frame)
    world, signals = table.world, table.signals
    h = world.settings.step / world.settings.substeps
    if number == 0:
        interpret.evaluate(table.plan, signals, table.memory, table.forced, world.settings.step)
        frame.actuate(table.wiring, world, signals)
    elif number == 6:
        sensors.read(world, table.sensors, signals)
    elif step.listen(world):
        if number == 1:
            step.find_pairs(world)
        elif number == 2:
            step.collide(world)
            step.gather(world)
        elif number == 3:
            step.begin(world, h)
            step.prepare(world, h)
        elif number == 4:
            step.solve(world, h)
        else:
            step.store(world, h, False)
            step.run_parts(world, h)


def table(row: dict[str, Any]) -> Table:
    """Return one scene's figures as a table for the terminal."""
    title = (
        f"{row['scene']}: {row['real_time_factor']:.1f} x real time over {row['seconds']:g} s "
        f"({row['median_factor']:.0f} x by the median frame), state hash {row['state_hash']}"
    )
    drawn = Table("stage", "median ms", "p99 ms", "max ms", title=title, title_justify="left")
    patterns = [f"{name}: ten steps in {time:.0f} ms" for name, time in row["ten_steps_ms"].items()]
    drawn.caption, drawn.caption_justify = "\n".join(patterns) or None, "left"
    for stage in ("step", "frame", *STAGES, "snapshot"):
        figures = row["stages"][stage]
        drawn.add_row(stage, *(f"{figures[key]:.3f}" for key in ("median_ms", "p99_ms", "max_ms")))
    return drawn
