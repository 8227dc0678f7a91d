"""Files that are read once in a check, however many others name them: none changes meanwhile."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar

Reader = TypeVar("Reader", bound=Callable[..., Any])
_known: ContextVar[dict[tuple, Any] | None] = ContextVar("known", default=None)


@contextmanager
def reading() -> Iterator[None]:
    """Keep what readers find until the end of the block."""
    token = _known.set({})
    try:
        yield
    finally:
        _known.reset(token)


def once(reader: Reader) -> Reader:
    """Return a reader of paths or bytes that, inside `reading`, reads each of them once."""

    @wraps(reader)
    def read(*given: Any, **named: Any) -> Any:
        known = _known.get()
        is_plain = all(isinstance(one, str | bytes | os.PathLike) for one in given)
        if known is None or named or not is_plain:
            return reader(*given, **named)
        names = (one if isinstance(one, bytes) else os.path.abspath(one) for one in given)
        key = (reader, *names)
        if key not in known:
            known[key] = reader(*given)
        return known[key]

    return read  # type: ignore[return-value]
