"""Which blocks of a scene were written by uses of named diagrams, and in which use of which."""

from collections.abc import Mapping
from typing import NamedTuple

from simulator.spec.scene import SceneSpec


class Use(NamedTuple):
    """Where a block is: the uses around it from the outermost on (full names), and the diagram."""

    chain: tuple[str, ...]
    diagram: str  # of the innermost


def find_uses(scene: SceneSpec) -> Mapping[str, Use]:
    """Return the use of every block that a named diagram has brought, by the block's full name."""
    found: dict[str, Use] = {}
    if scene.origin is None:
        return found
    for (section, full), place in scene.origin.places.items():
        tree = scene.origin.trees.get(place.tree)
        if section != "diagram" or tree is None:
            continue
        node = tree.value["diagram"].value.get(place.name)
        origin = node.origin if node is not None else None
        if origin is None or origin.path[:1] != ("diagrams",):
            continue
        steps = origin.prefix.split(".")
        chain = tuple(f"{place.prefix}{'.'.join(steps[:n])}" for n in range(1, len(steps) + 1))
        found[full] = Use(chain, str(origin.path[1]))
    return found
