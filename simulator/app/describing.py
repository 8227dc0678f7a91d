"""What the scene editor's columns show: all there is in a scene, and what one thing is like."""

from pathlib import Path

import numpy as np

from simulator.authoring import shaping, stock
from simulator.authoring.mentions import list_mentions
from simulator.authoring.placing import Placing, Thing
from simulator.spec.fields import MESHES
from simulator.ui.scene.left import Scene
from simulator.ui.scene.side import Chosen, Material


def list_scene(placing: Placing) -> Scene:
    """Return what the left column lists: the scene's things, and the files there are to add."""
    source = Path(placing.scene.source)
    robots = [*map(str, stock.list_robots(source))]
    meshes = [*map(str, stock.list_files(source, MESHES))]
    things = [(one.section, one.name) for one in placing.list_things()]
    return Scene(things, robots, meshes, source.name)


def describe(placing: Placing, thing: Thing, number: int) -> Chosen:
    """Return what the right column shows of a thing, or of its shape `number`; 0 is the whole.

    Raises:
        EditError: The file has been saved since, and was not taken over yet.
    """
    parts = [one for one in shaping.list_parts(placing, thing) if len(one) == 2]
    number = min(number, len(parts))
    part = parts[number - 1] if number else ()
    whole = [one for one in shaping.list_parts(placing, thing) if len(one) == 1]
    material, made = shaping.material_of(placing, thing, part or next(iter(whole), ())), None
    if material is not None:
        found = shaping.list_properties(placing, material)
        made = Material(material.name, shaping.count_uses(placing, material.name), found)
    mark = placing.mark(thing)
    chosen = Chosen(
        thing.name,
        f"{mark.file}:{mark.line}" if placing.is_written(thing) else "",
        properties=shaping.list_properties(placing, thing, part),
        parts=[(str(kind), int(row)) for kind, row in parts],
        part=number,
        material=made,
        section=thing.section,
    )
    if not placing.base_of(thing):
        return chosen
    (x, y, z), rpy = placing.start_of(thing)
    roll, pitch, yaw = np.degrees(rpy).tolist()
    named = list_mentions(placing.scene.source, thing.name)
    return chosen._replace(position=(x, y, z), angles=(roll, pitch, yaw), named=named)
