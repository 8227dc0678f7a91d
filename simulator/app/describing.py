"""What the scene editor's columns show: all there is in a scene, and what is chosen of it."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from simulator.authoring import properties, shaping, stock
from simulator.authoring.mentions import list_mentions
from simulator.authoring.placing import Placing, Thing
from simulator.spec.errors import KeyPath
from simulator.spec.fields import MESHES
from simulator.ui.scene.left import Scene
from simulator.ui.scene.side import Chosen, Material

SHOWN = 5  # digits behind the point of a place [m], and of angles [deg]


def list_scene(placing: Placing) -> Scene:
    """Return what the left column lists: the scene's things, and the files there are to add."""
    source = Path(placing.scene.source)
    robots = [*map(str, stock.list_robots(source))]
    meshes = [*map(str, stock.list_files(source, MESHES))]
    *things, scene = ((one.section, one.name) for one in placing.list_things())
    things.insert(0, scene)
    return Scene(things, robots, meshes, source.name)


def describe(placing: Placing, things: Sequence[Thing], number: int) -> Chosen:
    """Return what the right column shows of a thing, or of its shape `number`; 0 is the whole.

    Of several things it is what they share, with MIXED for values that differ.

    Raises:
        EditError: The file has been saved since, and was not taken over yet.
    """
    if len(things) > 1:
        return _describe_all(placing, things)
    thing = things[0]
    parts = [one for one in shaping.list_parts(placing, thing) if len(one) == 2]
    number = min(number, len(parts))
    part = parts[number - 1] if number else ()
    mark = placing.mark(thing)
    chosen = Chosen(
        thing.name,
        f"{mark.file}:{mark.line}" if placing.is_written(thing) else "",
        properties=shaping.list_properties(placing, thing, part),
        parts=[(str(kind), int(row)) for kind, row in parts],
        part=number,
        material=_describe_material(placing, _material_of(placing, thing, part)),
        section=thing.section,
    )
    if not placing.base_of(thing):
        return chosen
    at, rpy = _stand(placing, thing)
    named = list_mentions(placing.scene.source, thing.name)
    return chosen._replace(position=at, angles=rpy, named=named)


def _describe_all(placing: Placing, things: Sequence[Thing]) -> Chosen:
    """Return what things have in common that are chosen together; they are robots and props."""
    found = properties.share([shaping.list_properties(placing, thing) for thing in things])
    at, rpy = (
        properties.blend(column)
        for column in zip(*(_stand(placing, one) for one in things), strict=True)
    )
    made = properties.blend([_material_of(placing, thing, ()) for thing in things])
    material = _describe_material(placing, made) if isinstance(made, Thing) else None
    main = things[0]
    return Chosen(main.name, "", at, rpy, found, material=material, section=main.section)


def _stand(placing: Placing, thing: Thing) -> tuple[list[float], list[float]]:
    """Return where a thing stands in its file [m], and its angles [deg], as they are shown."""
    at, rpy = placing.start_of(thing)
    shown = (at, np.degrees(rpy).tolist())
    place, angles = ([round(one, SHOWN) + 0.0 for one in row] for row in shown)
    return place, angles


def _material_of(placing: Placing, thing: Thing, part: KeyPath) -> Thing | None:
    whole = [one for one in shaping.list_parts(placing, thing) if len(one) == 1]
    return shaping.material_of(placing, thing, part or next(iter(whole), ()))


def _describe_material(placing: Placing, material: Thing | None) -> Material | None:
    if material is None:
        return None
    found = shaping.list_properties(placing, material)
    return Material(material.name, shaping.count_uses(placing, material.name), found)
