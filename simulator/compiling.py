"""A simulation built on a thread of its own, behind a bar while its kernels are compiled."""

import threading

from .compiled import jit, refuge
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

    columns = (
        TextColumn("compiling kernels"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
    )
    with Progress(*columns, TimeElapsedColumn(), console=err, transient=True) as progress:
        task = progress.add_task("kernels")
        while thread.is_alive():
            ready, total = jit.progress()
            progress.update(task, completed=ready, total=total)
            thread.join(0.2)
