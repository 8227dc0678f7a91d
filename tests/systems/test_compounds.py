"""Heaps of things of two boxes and more, such as pallets: points of two shapes at one place."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import build, step
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import ShapeSpec

LETTERS = {  # sides and middles of their boxes, in halves of a size
    "L": [((1.8, 0.5, 0.8), (0, -0.6, 0)), ((0.5, 1.0, 0.8), (-1.2, 0.6, 0))],
    "T": [((1.6, 0.4, 0.6), (0, 0.6, 0)), ((0.4, 1.2, 0.6), (0, -0.4, 0))],
    "plus": [(tuple(1.6 if c == k else 0.4 for c in range(3)), (0, 0, 0)) for k in range(3)],
    "double": [((0.8, 0.8, 0.8), (-1, 0, 0)), ((0.8, 0.8, 0.8), (1, 0, 0))],
}  # fmt: skip


def build_heap(letters: str, count: int, half: float, dt: float, seed: int):
    """Return letters of a size [m] that fall into a bin, and their rows."""
    random, side, props = np.random.default_rng(seed), 3, []
    names = letters.split()
    for k in range(count):
        place = np.array([k % side - 1.0, k // side % side - 1.0, k // side**2 + 0.75])
        at = 3.4 * half * place + random.uniform(-0.05, 0.05, 3) * half
        shapes = [
            ShapeSpec(
                box=tuple(half * x for x in sides), at=tuple(0.5 * half * x for x in middle),
                density=1000.0,
            )
            for sides, middle in LETTERS[names[k % len(names)]]
        ]  # fmt: skip
        turn = tuple(float(angle) for angle in random.uniform(-3, 3, 3))
        props.append(PropSpec(name=f"p{k}", shapes=shapes, at=tuple(at), rpy=turn))
    out, wall = 6.4 * half, 14.8 * half
    terrain = [ShapeSpec(plane=True)]
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        box = (2 * half if x else wall, 2 * half if y else wall, 20 * half)
        terrain.append(ShapeSpec(box=box, at=(x * out, y * out, 0)))
    scene = SceneSpec(props=props, terrain=terrain, physics=PhysicsSpec(step=dt))
    world, names_of = build.build_world(scene), build.find_names(scene).bodies
    return world, [names_of[f"p{k}"] for k in range(count)]


@pytest.mark.parametrize(
    ("letters", "count", "half", "dt", "seed"),
    [("L", 14, 0.1, 0.005, 12), ("double", 24, 0.1, 0.01, 12), ("T", 30, 0.1, 0.02, 1),
     ("T", 30, 0.1, 0.02, 5), ("L T plus", 36, 0.5, 0.01, 2), ("L T plus", 36, 0.5, 0.01, 6)],
)  # fmt: skip
def test_a_heap_of_compounds_comes_to_rest(letters, count, half, dt, seed):
    """They flew off at up to 1e9 m/s, where twists were shared out to points at one place."""
    world, rows = build_heap(letters, count, half, dt, seed)
    words, fastest = pack(world).words, 0.0
    for _ in range(round(6.0 / dt)):
        step.advance(1, words)
        fastest = max(fastest, np.abs(world.bodies.velocity[rows]).max())
    assert fastest < 40.0 * np.sqrt(half)  # as fast as from the highest place, about
    assert np.abs(world.bodies.velocity[rows]).max() < 0.2
    assert np.all(np.abs(world.bodies.position[rows]) < 40.0 * half)
