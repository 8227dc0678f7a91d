"""Worlds of things that stand as they are told: for rays, which need no ground and no time."""

import math

import numpy as np
import trimesh

from simulator.physics import build
from simulator.spec.models.scene import SceneSpec

POSES = ([0.5, -0.4, 1.0], [0.7, 0.2, -0.3]), ([-1.0, 1.2, 0.8], [0.1, 0.9, 2.0])


def world_of(*props, terrain=(), **scene):
    """Return the world of some props, called p0, p1 ..., on no ground unless given."""
    props = [{"name": f"p{i}", **prop} for i, prop in enumerate(props)]
    data = {"props": props, "terrain": list(terrain), **scene}
    return build.build_world(SceneSpec.model_validate(data))


def height(x, y):
    """Return the height of the terrain [m], before it is lowered."""
    return 0.4 * math.sin(1.3 * x) + 0.3 * math.cos(0.9 * y)


def build_odd(folder, *props):
    """Return a world of terrain, a ring (closed mesh), a gem (hull) and props, and both meshes.

    The terrain is 2 m down; ring and gem have the `POSES`, their meshes are returned without.
    """
    ring, gem = trimesh.creation.torus(0.8, 0.3, 24, 12), trimesh.creation.icosphere(1, 0.7)
    ring.export(folder / "ring.stl")
    gem.export(folder / "gem.stl")
    grid = np.linspace(-3, 3, 25)
    heights = [[height(x, y) for x in grid] for y in grid]
    placed = [{"at": at, "rpy": rpy} for at, rpy in POSES]
    world = world_of(
        {"shape": {"mesh": str(folder / "ring.stl")}, "fixed": True, **placed[0]},
        {"shape": {"hull": str(folder / "gem.stl")}, **placed[1]},
        *props,
        terrain=[{"height_field": {"size": [6, 6], "heights": heights}, "at": [0, 0, -2]}],
    )
    return world, ring, gem
