"""A simulation built on a thread of its own, behind a bar while its kernels are compiled."""

import threading
from pathlib import Path

from . import warming
from .compiled import jit, refuge
from .physics.geometry import parts
from .simulation import Simulation
from .spec.models.scene import SceneSpec
from .terminal import err


def start(scene: SceneSpec) -> Simulation:
    """Build a simulation, compiling the kernels behind a progress bar where that takes long."""
    result: list[Simulation] = []
    failure: list[BaseException] = []

    def build() -> None:
        try:
            result.append(Simulation(scene))
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=build, daemon=True)
    thread.start()
    thread.join(1.5)
    if thread.is_alive():
        _watch(thread)
    if failure:
        raise failure[0]
    if news := refuge.tell():
        err.print(news, markup=False)
    return result[0]


def _watch(thread: threading.Thread) -> None:
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn())
    with Progress(*columns, TimeElapsedColumn(), console=err, transient=True) as progress:
        task = progress.add_task("", total=None)  # a bar that runs to and fro
        while thread.is_alive():
            told, ready, total = _look()
            progress.update(task, description=told, completed=ready)
            progress.tasks[0].total = total  # `update` takes None for one that stays
            thread.join(0.2)


def _look() -> tuple[str, int, int | None]:
    """Return what takes so long, how much of it is ready and how much it is; None: nobody knows."""
    if warming.is_waiting():
        return "waiting for another program that compiles the kernels", 0, None
    if cut := parts.now_cut():
        return f"cutting {Path(cut).name} into convex parts", 0, None
    ready, total = jit.progress()
    return f"compiling kernels {ready}/{total}", ready, total
