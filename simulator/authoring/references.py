"""What names a thing of a scene, in the scene's own file."""

from collections.abc import Iterator
from typing import Any

from simulator.spec.errors import KeyPath
from simulator.spec.fields import Spec
from simulator.spec.models.layout import keys_of

NAMED = ("links", "bodies", "joints", "motors", "followed", "cameras", "signals")


def list_references(
    written: Any, model: type[Spec], name: str, path: KeyPath = ()
) -> Iterator[tuple[KeyPath, str]]:
    """Yield path and value of all that names a robot or prop, or a part of it: `arm`, `arm.tip`.

    Args:
        written: Plain data of the part of a file at `path`.
        model: Of that part.
        name: Of the robot or prop.
        path: Where in the file the part stands.
    """
    for key, value in written.items() if isinstance(written, dict) else ():
        known = keys_of(model).get(key)
        if known is None:
            continue
        if known.to in NAMED:
            for where, one in _spread(value):
                if isinstance(one, str) and (one == name or one.startswith(f"{name}.")):
                    yield (*path, key, *where), one
        elif known.model is not None:
            parts = [((), value)] if known.shape == "one" else _spread(value)
            for where, part in parts:
                yield from list_references(part, known.model, name, (*path, key, *where))


def _spread(value: Any) -> list[tuple[KeyPath, Any]]:
    if isinstance(value, dict):
        return [((name,), one) for name, one in value.items()]
    return (
        [((row,), one) for row, one in enumerate(value)]
        if isinstance(value, list)
        else [((), value)]
    )
