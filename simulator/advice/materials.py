"""Materials that nothing is made of, and whose names are near to another's: misspelt, most likely.

`ruber` changes nothing of what is made of rubber, which is built in.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..spec.models.exercise import ExerciseSpec
from ..spec.models.robot import RobotSpec
from ..spec.models.scene import SceneSpec
from ..spec.naming.materials import BUILT_IN
from ..spec.reading.source import Told
from ..spec.suggest import nearest


def find_misspelt(
    spec: RobotSpec | SceneSpec | ExerciseSpec, lessons: Iterable[ExerciseSpec] = ()
) -> Iterator[Told]:
    """Yield what to tell of each such material of a file; a scene's may be of its `lessons`."""
    own = [name for name in spec.materials if name not in BUILT_IN]
    used = set(_list_used(spec.model_dump())) if own else set()
    own = [name for name in own if name not in used]
    for lesson in lessons if own else ():
        used |= set(_list_used(lesson.model_dump()))
    known = sorted({*BUILT_IN, *used})
    for name in own:
        near = nearest(name, known) if name not in used else None
        if near is not None:
            message = f"nothing is made of {name!r} - did you mean {near}?"
            yield Told(("materials", name), "unused-material", message)


def _list_used(part: Any) -> Iterator[str]:
    """Yield the materials that a part of a file, as plain data, names."""
    if isinstance(part, Mapping):
        if isinstance(name := part.get("material"), str):
            yield name
        yield from (name for one in part.values() for name in _list_used(one))
    elif isinstance(part, list | tuple):
        yield from (name for one in part for name in _list_used(one))
