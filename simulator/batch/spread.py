"""Work spread over processors by Dask: its embedded scheduler here, or a cluster's by address."""

import multiprocessing
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial
from typing import Any

from simulator.extra import need

ANSWER = 10  # s that a cluster's scheduler has to answer


class SpreadError(Exception):
    """Some of the work could not be done; what was done has been handed over."""


def spread(
    work: Callable[[Any], Any],
    tasks: Sequence[Any],
    done: Callable[[int, Any], None],
    workers: int | None = None,
    cluster: str | None = None,
) -> None:
    """Call `done(row, work(task))` for every task, in the order in which they end.

    `workers` processes share the work, by default one for each processor; one alone is this one.
    `work` is a module's function, which a worker finds by its name.

    Raises:
        SpreadError: A worker died, raised an error, or the cluster does not answer.
        MissingError: The extra is not installed.
    """
    if not tasks:
        return
    if cluster is not None:
        _on_cluster(work, tasks, done, cluster)
        return
    count = min(workers or os.cpu_count() or 1, len(tasks))
    if count == 1:
        for row, task in enumerate(tasks):
            done(row, work(task))
        return
    dask, callbacks = need("dask", "batch"), need("dask.callbacks", "batch")
    rows = {f"task-{row}": row for row in range(len(tasks))}
    lazy = dask.delayed(partial(_attend, work), pure=False, traverse=False)
    calls = [lazy(task, dask_key_name=key) for key, task in zip(rows, tasks, strict=True)]

    def hand_over(key: Any, result: Any, *_: Any) -> None:
        if key in rows:
            done(rows[key], result)

    options = {"scheduler": "processes", "num_workers": count, "chunksize": 1}
    try:
        with callbacks.Callback(posttask=hand_over):
            dask.compute(*calls, **options, optimize_graph=False)
    except BrokenProcessPool as error:
        raise SpreadError("a worker died; run the same command again to go on") from error


def _attend(work: Callable[[Any], Any], task: Any) -> Any:
    """Do the work in a process that ends with the one that asked for it, however that ends."""
    _follow_parent()
    return work(task)


@cache
def _follow_parent() -> None:
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def _on_cluster(
    work: Callable[[Any], Any],
    tasks: Sequence[Any],
    done: Callable[[int, Any], None],
    address: str,
) -> None:
    distributed = need("distributed", "batch")
    try:
        client = distributed.Client(address, timeout=ANSWER, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise SpreadError(f"no Dask scheduler answers at {address}: {error}") from error
    failures: list[str] = []
    with client:
        futures = client.map(work, tasks, pure=False)
        rows = {future.key: row for row, future in enumerate(futures)}
        for future in distributed.as_completed(futures, loop=client.loop):
            if future.status == "finished":
                done(rows[future.key], future.result())
            else:
                failures.append(str(future.exception()))
    if failures:
        raise SpreadError(f"{len(failures)} tasks were lost on the cluster; first: {failures[0]}")
