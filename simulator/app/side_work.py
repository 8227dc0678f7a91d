"""Edits of files done one after the other beside the window, which waits for no disk or loader."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from simulator import priority


class SideWork:
    """A thread of its own for what takes a while; `settle` tells the window how it ended."""

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None
        self._todo: deque[Future[object]] = deque()

    def begin(self, work: Callable[[], object]) -> None:
        """Do this after all that was begun before."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1, "edits", priority.yield_to_physics)
        self._todo.append(self._pool.submit(work))

    def settle(self) -> list[BaseException]:
        """Return what went wrong with all that has come to its end since the last call."""
        errors = []
        while self._todo and self._todo[0].done():
            error = self._todo.popleft().exception()
            if error is not None:
                errors.append(error)
        return errors

    def close(self) -> None:
        """Wait for what was begun, and end the thread."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
