"""What robots, props, lights, materials of a scene are like: read as fields, written in place."""

import math
from collections.abc import Sequence
from typing import Any

from simulator.spec.errors import KeyPath
from simulator.spec.fields import Text
from simulator.spec.models import layout
from simulator.spec.models.scene import PropSpec, SceneSpec
from simulator.spec.models.shape import ShapeSpec
from simulator.spec.naming.materials import BUILT_IN

from . import properties, stock
from .document import Document, EditError
from .placing import Placing, Thing, write_vector
from .properties import MIXED, Property
from .references import list_references

Numbers = Sequence[Any]  # as they were typed
FINE = 4  # decimals of a size that was pulled
LEAST = 0.001  # m; of such a size


def list_parts(placing: Placing, thing: Thing) -> list[KeyPath]:
    """Return the paths of a prop's shapes, then of what is drawn instead of them."""
    spec = placing.spec_of(thing)
    if not isinstance(spec, PropSpec):
        return []
    shape: list[KeyPath] = [("shape",)] if spec.shape else []
    shapes: list[KeyPath] = [("shapes", row) for row in range(len(spec.shapes))]
    return [*shape, *shapes, *(("visuals", row) for row in range(len(spec.visuals)))]


def material_of(placing: Placing, thing: Thing, part: KeyPath) -> Thing | None:
    """Return the material of a prop's part, or of the whole; None where it has none."""
    name: Any = None
    for path in (part, ()):
        name = name or getattr(placing.spec_of(thing, path), "material", None)
    is_known = name in placing.scene.materials or name in BUILT_IN
    return Thing(name, "materials", name) if is_known else None


def count_uses(placing: Placing, material: str) -> int:
    """Return how many props of the scene have a material."""

    def parts(prop: PropSpec) -> list[PropSpec | ShapeSpec]:
        return [prop, *prop.all_shapes, *prop.visuals]

    return sum(any(one.material == material for one in parts(p)) for p in placing.scene.props)


def list_properties(placing: Placing, thing: Thing, part: KeyPath = ()) -> list[Property]:
    """Return the fields of a thing, or of one of its parts, as its file has them."""
    if thing.section == "materials" and thing.row not in placing.scene.materials:
        return properties.list_properties(BUILT_IN[str(thing.row)], {}, lambda key: ())
    document, path = placing.find_place(thing)
    written = document.get((*path, *part), {})
    written = written if isinstance(written, dict) else {}
    file = placing.path_of(document)

    def choices(key: layout.Key) -> tuple[str, ...]:
        return stock.list_words(placing.scene, key, file)

    found = properties.list_properties(placing.spec_of(thing, part), written, choices)
    return [one._replace(path=(*part, *one.path)) for one in found]


def write(placing: Placing, thing: Thing, one: Property, value: Any) -> None:
    """Give a property another value, in the unit of its key; None takes it out of the file.

    What names a robot or prop in the same file gets its new name, too.

    Raises:
        EditError: The scene would be wrong so, in the loader's words; nothing has changed.
        ChangedOnDiskError: Another program has saved the file.
        OSError: The file cannot be written.
    """
    document, path = placing.find_place(thing)
    with placing.step(document):
        if thing.section == "materials" and not document.has(path):
            _write_out(document, path)
        _put(document, path, one, value)
        if one.path == ("name",) and value and thing.is_placed:
            for place, known in list(list_references(document.get(), SceneSpec, thing.name)):
                document.set(place, value + known.removeprefix(thing.name), shared="own")


def write_all(placing: Placing, things: Sequence[Thing], one: Property, value: Any) -> None:
    """Give one of the properties that things share another value, in one step; errors as `write`.

    Each thing's file has it in the unit of its own key; where `value` is MIXED it stays as it is.
    """
    places = [placing.find_place(thing) for thing in things]
    fields = [list_properties(placing, thing) for thing in things]
    owns = [next(own for own in found if own.path == one.path) for found in fields]
    with placing.step(*(place.document for place in places)):
        for (document, path), own in zip(places, owns, strict=True):
            new = properties.convert(one._replace(value=value), own)
            _put(document, path, own, properties.fill(new, own.value))


def place_all(placing: Placing, things: Sequence[Thing], at: Numbers, rpy: Numbers) -> None:
    """Put things where it was typed: position [m], angles [deg]; MIXED leaves each its own.

    Raises:
        EditError: One of them is no number; others as `write`.
    """
    for one in (*at, *rpy):
        if one != MIXED and not isinstance(one, int | float):
            raise EditError(f"a number is needed: {one or '-'}", f"нужно число: {one or '-'}")
    turned = [one if one == MIXED else math.radians(one) for one in rpy]
    starts = [placing.start_of(thing) for thing in things]
    placing.place_all(
        [
            (thing, properties.fill(at, own), properties.fill(turned, angles))
            for thing, (own, angles) in zip(things, starts, strict=True)
        ]
    )


def _put(document: Document, path: KeyPath, one: Property, value: Any) -> None:
    """Write a property of what stands at a path, or take it out."""
    where = (*path, *one.path[:-1], one.key)
    if value is not None:
        document.set(where, _plain(value), shared="own")
    elif not one.is_optional:
        raise EditError(f"{one.key} is needed", f"{one.key}: нужно значение")
    elif document.has(where):
        document.remove(where, shared="own")


def _plain(value: Any) -> Any:
    if isinstance(value, Text):
        return value.en if value.ru == value.en else {"ru": value.ru, "en": value.en}
    return list(value) if isinstance(value, tuple) else value


def _write_out(document: Document, path: KeyPath) -> None:
    """Write a built-in material into the scene, as what stands there counts instead of it."""
    plain = BUILT_IN[str(path[-1])].model_dump(mode="json", exclude_defaults=True)
    document.set(path, plain)


def can_resize(placing: Placing, thing: Thing) -> bool:
    """Say whether a thing has one shape that can be pulled larger and smaller."""
    parts = list_parts(placing, thing)
    if len(parts) != 1 or parts[0][0] == "visuals":
        return False
    spec: Any = placing.spec_of(thing, parts[0])
    return spec.solid is not None and not any(spec.rpy)


def resize(placing: Placing, thing: Thing, factors: Sequence[float]) -> None:
    """Make the one shape of a thing larger by factors along its x, y and z; errors as `write`."""
    part = list_parts(placing, thing)[0]
    x, y, z = factors
    fields = [one for one in list_properties(placing, thing, part) if one.form in ("number", "row")]
    by_name = {"sphere": max(factors, key=lambda one: abs(one - 1.0)), "length": z}
    by_name["radius"] = x if abs(x - 1.0) > abs(y - 1.0) else y
    document, path = placing.find_place(thing)
    with placing.step(document):
        for one in fields:
            name = str(one.path[-1])
            if name == "box":
                sizes = [
                    _size(size, factor) for size, factor in zip(one.value, factors, strict=True)
                ]
                document.set((*path, *one.path[:-1], one.key), sizes, shared="own")
            elif name in by_name:
                size = _size(one.value, by_name[name])
                document.set((*path, *one.path[:-1], one.key), size, shared="own")


def look(placing: Placing, camera: Thing, eye: Sequence[float], target: Sequence[float]) -> None:
    """Have the scene's camera start at an eye and look at a target [m]; errors as `write`."""
    document, path = placing.find_place(camera)
    with placing.step(document):
        if not document.has(path):
            document.set(path, {})
        for key, vector in (("eye", eye), ("target", target)):
            write_vector(document, path, key, vector)


def _size(size: float, factor: float) -> float:
    return max(round(size * factor, FINE), LEAST)
