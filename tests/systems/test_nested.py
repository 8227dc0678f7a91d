"""Cups of many parts in each other: hundreds of contacts between two bodies come to rest."""

import numpy as np
import pytest

from simulator.compiled import handle
from simulator.physics import step
from simulator.physics.build import build_world
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import Round, ShapeSpec

STAVES, RADIUS, TAPER, TALL, WALL = 48, 0.035, 0.1, 0.10, 0.003  # middle radius [m]


def cup(name: str, up: float) -> PropSpec:
    """Return a cup of staves on a round bottom, wider above."""
    wide = 2.0 * (RADIUS + 0.5 * TALL * TAPER) * np.tan(np.pi / STAVES)
    low = RADIUS - 0.5 * TALL * TAPER
    shapes = [ShapeSpec(cylinder=Round(radius=low, length=WALL), at=(0.0, 0.0, 0.5 * WALL))]
    for k in range(STAVES):
        yaw = 2.0 * np.pi * k / STAVES
        shapes.append(ShapeSpec(
            box=(WALL, wide, TALL), rpy=(0.0, float(np.arctan(TAPER)), yaw),
            at=(RADIUS * np.cos(yaw), RADIUS * np.sin(yaw), 0.5 * TALL),
        ))  # fmt: skip
    return PropSpec(name=name, shapes=tuple(shapes), mass=0.05, at=(0.0, 0.0, up))


@pytest.mark.parametrize(("h", "apart"), [(0.01, 0.049), (0.02, 0.05)])
def test_cups_in_each_other_come_to_rest(h: float, apart: float) -> None:
    """In lanes, which they leave empty but for one, they were swept too seldom: 30 and 60 mm/s."""
    cups = [cup(f"cup{k}", 0.001 + apart * k) for k in range(2)]
    world = build_world(SceneSpec(props=cups, physics=PhysicsSpec(step=h)))
    words, fastest = handle.pack(world).words, 0.0
    step.advance(round(2.0 / h), words)
    for _ in range(round(1.0 / h)):
        step.advance(1, words)
        fastest = max(fastest, np.abs(world.bodies.velocity).max())
    assert fastest < 5e-3
