"""Work spread over processors by Dask: its embedded scheduler here, or a cluster's by address."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

from simulator.extra import need

ANSWER = 10  # s that a cluster's scheduler has to answer


class SpreadError(Exception):
    """Some of the work could not be done; what was done has been handed over."""


def spread(
    work: Callable[[Any], Any],
    tasks: Sequence[Any],
    done: Callable[[int, Any], None],
    workers: int | None,
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
    lazy = dask.delayed(work, pure=False, traverse=False)
    calls = [lazy(task, dask_key_name=key) for key, task in zip(rows, tasks, strict=True)]

    def hand_over(key: Any, result: Any, *_: Any) -> None:
        if key in rows:
            done(rows[key], result)

    try:
        with _hire(count) as pool, callbacks.Callback(posttask=hand_over):
            options = {"scheduler": "processes", "pool": pool, "chunksize": 1}
            dask.compute(*calls, **options, optimize_graph=False)
    except BrokenProcessPool as error:
        raise SpreadError("a worker died; run the same command again to go on") from error


@contextmanager
def _hire(count: int) -> Iterator[ProcessPoolExecutor]:
    """Provide processes that end with the work: what is left undone is not waited for.

    Each holds one end of a line. It breaks where this process wants no more of them or ends itself,
    however it does.
    """
    context = multiprocessing.get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, context, _follow, (theirs,))
    try:
        yield pool
    except BaseException:
        ours.close()
        raise
    finally:
        pool.shutdown()
        ours.close()
        theirs.close()


def _follow(line: Connection) -> None:
    """End this process when the line breaks; Ctrl+C is for who holds the other end."""

    def listen() -> None:
        line.poll(None)
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=listen, daemon=True).start()


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
