"""The same edits done to plain data: what a text has to say after an edit."""

from collections.abc import Collection, Iterator, Mapping
from numbers import Integral, Real
from typing import Any

from simulator.spec.errors import KeyPath, Step

GONE = object()  # in place of a value: it is taken out


def at(data: Any, path: KeyPath) -> Any:
    """Return what is at a path; LookupError if nothing is."""
    for step in path:
        data = data[step]
    return data


def clean(value: Any) -> Any:
    """Return a copy of data in the types that a file has: no tuples, no numbers of arrays."""
    if isinstance(value, Mapping):
        return {name: clean(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [clean(item) for item in value]
    if isinstance(value, bool) or not isinstance(value, Real):
        return value
    return int(value) if isinstance(value, Integral) else float(value)


def add(inner: Any, step: Step, value: Any, at: int | None) -> int:
    """Put a value into a list or mapping, in place; return its row.

    Raises:
        LookupError: The key is there already, or the place cannot hold it.
    """
    if isinstance(inner, list) and isinstance(step, int) and 0 <= step <= len(inner):
        inner.insert(step, value)
        return step
    if not isinstance(inner, dict) or not isinstance(step, str):
        raise LookupError(f"{step!r} is not a place in it")
    if step in inner:
        raise LookupError(f"there is a {step} already")
    items = [*inner.items()]
    row = len(items) if at is None else max(0, min(at, len(items)))
    items.insert(row, (step, value))
    inner.clear()
    inner.update(items)
    return row


def is_same(one: Any, other: Any) -> bool:
    """Say whether data are equal with their types and the order of keys; 2 and 2.0 are equal."""
    if isinstance(one, dict):
        return (
            isinstance(other, dict)
            and list(one) == list(other)
            and all(is_same(value, other[name]) for name, value in one.items())
        )
    if isinstance(one, list):
        return isinstance(other, list) and len(one) == len(other) and all(map(is_same, one, other))
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | float):
        return isinstance(other, int | float) and one == other
    return type(one) is type(other) and one == other


def list_changes(
    data: Any, path: KeyPath, value: Any, wholes: Collection[KeyPath]
) -> Iterator[tuple[KeyPath, Any, bool]]:
    """Yield the smallest edits that give a path its value: path, value or GONE, is it there now.

    They are to be done in this order; what is at one of the paths `wholes` is replaced as a whole.

    Raises:
        LookupError: The path leads through what is no list or mapping.
    """
    for depth, step in enumerate(path):
        if isinstance(data, dict) and step in data:
            data = data[step]
        elif isinstance(data, list) and isinstance(step, int) and 0 <= step < len(data):
            data = data[step]
        elif isinstance(step, str) if isinstance(data, dict) else _is_next(data, step):
            for rest in reversed(path[depth + 1 :]):
                value = [value] if isinstance(rest, int) else {rest: value}
            yield path[: depth + 1], value, False
            return
        else:
            raise LookupError(f"there is no place for {step!r}")
    yield from _differences(data, path, value, wholes)


def _is_next(data: Any, step: Step) -> bool:
    return isinstance(data, list) and step == len(data)


def _differences(
    data: Any, path: KeyPath, value: Any, wholes: Collection[KeyPath]
) -> Iterator[tuple[KeyPath, Any, bool]]:
    if path in wholes:
        pass
    elif isinstance(data, dict) and isinstance(value, dict) and data and value:
        kept = [name for name in data if name in value]
        if kept and kept == [name for name in value if name in data] and _adds_last(value, kept):
            for name in kept:
                yield from _differences(data[name], (*path, name), value[name], wholes)
            for name in data:
                if name not in value:
                    yield (*path, name), GONE, True
            for name in value:
                if name not in data:
                    yield (*path, name), value[name], False
            return
    elif isinstance(data, list) and isinstance(value, list) and data and value:
        count = min(len(data), len(value))
        for index in range(count):
            yield from _differences(data[index], (*path, index), value[index], wholes)
        for index in range(len(data) - 1, count - 1, -1):
            yield (*path, index), GONE, True
        for index in range(count, len(value)):
            yield (*path, index), value[index], False
        return
    if not is_same(data, value):
        yield path, value, True


def _adds_last(value: dict, kept: list[str]) -> bool:
    return list(value)[: len(kept)] == kept
