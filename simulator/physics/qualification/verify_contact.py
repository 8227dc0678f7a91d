"""Contact and friction against their closed forms.

Positions are those that are shown, at the time of the velocities, where a constant force moves a
body exactly; what is left is the last part of a step before something stops or turns round.
"""

import numpy as np

from simulator.spec.models.scene import PropSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec
from simulator.spec.naming.bodies import rotation_of

from ..contacts import contact
from ..world import World
from .case import (
    GRAVITY,
    NO_GRAVITY,
    STEP,
    Case,
    advance,
    build_props,
    find_positions,
    judge,
    throw,
)

SWEEP = 1e-6  # change of velocity at which the solver's sweeps stop [m/s]
CUBE = ShapeSpec(box=(0.2, 0.2, 0.2), mass=5.0)


def run() -> list[Case]:
    """Return the cases of contact."""
    return [_slide(), _stick(), _stop(), *_impact(), *_stack()]


def _tilted(friction: float, angle: float) -> tuple[World, np.ndarray]:
    """Return a cube at rest on a plane tilted about y, and the direction downhill."""
    material = MaterialSpec(friction=friction)
    rotation = rotation_of((0.0, angle, 0.0))
    at = rotation @ np.array([0.0, 0.0, 0.1])
    cube = PropSpec(name="cube", shape=CUBE, material="test", at=tuple(at), rpy=(0.0, angle, 0.0))
    plane = ShapeSpec(plane=True, rpy=(0.0, angle, 0.0), material="test")
    world = build_props([cube], [plane], material)
    return world, rotation @ np.array([1.0, 0.0, 0.0])


def _slide() -> Case:
    """Down 30 degrees at friction 0.3: a = g (sin - mu cos), s = a t^2 / 2.

    The sweeps' residue in every step adds up to an acceleration of at most SWEEP / h.
    """
    world, downhill = _tilted(0.3, np.pi / 6)
    start = find_positions(world)[1]
    advance(world, 1.0)
    acceleration = GRAVITY * (np.sin(np.pi / 6) - 0.3 * np.cos(np.pi / 6))
    way = (find_positions(world)[1] - start) @ downhill
    exact, tolerance = 0.5 * acceleration, 0.5 * SWEEP / STEP
    return judge("sliding down 30 deg, mu 0.3, in 1 s [m]", way, exact, tolerance)


def _stick() -> Case:
    """At 0.98 of the friction angle nothing moves: at most the sweeps' residue in every step."""
    world, downhill = _tilted(0.5, float(np.arctan(0.98 * 0.5)))
    advance(world, 1.0)
    start = find_positions(world)[1]
    advance(world, 10.0)
    creep = (find_positions(world)[1] - start) @ downhill
    return judge("sticking at 0.98 mu for 10 s: creep [m]", creep, 0.0, SWEEP * 10.0)


def _stop() -> Case:
    """A cube thrown at 2 m/s stops after v^2 / (2 mu g).

    At the share s of the speed lost in a step before its last one it still goes h s mu g h / 2
    instead of (s h)^2 mu g / 2: at most mu g h^2 / 8 too far, 0.02 % here.
    """
    cube = PropSpec(name="cube", shape=CUBE, material="test", at=(0.0, 0.0, 0.1))
    world = build_props(
        [cube], [ShapeSpec(plane=True, material="test")], MaterialSpec(friction=0.5)
    )
    throw(world, 1, (2.0, 0.0, 0.0))
    advance(world, 2.0)
    exact, tolerance = 2.0**2 / (2 * 0.5 * GRAVITY), 0.5 * GRAVITY * STEP**2 / 8 * 1.01
    return judge("stopping from 2 m/s, mu 0.5 [m]", find_positions(world)[1, 0], exact, tolerance)


def _collide(restitution: float) -> World:
    """Run two equal balls, one at rest, head on without gravity."""
    balls = [
        PropSpec(name=name, shape=ShapeSpec(sphere=0.1, mass=1.0), material="test", at=(x, 0, 0))
        for name, x in (("left", -0.5), ("right", 0.0))
    ]
    material = MaterialSpec(friction=0.0, restitution=restitution)
    world = build_props(balls, [], material, NO_GRAVITY)
    throw(world, 1, (2.0, 0.0, 0.0))
    advance(world, 0.5)
    return world


def _impact() -> list[Case]:
    """Equal balls: an elastic impact hands the speed over, an inelastic one halves it.

    One contact is solved in one sweep, so only the sweeps' residue is left. A ball dropped from
    1 m rises to where it came from; between two steps the top is missed by up to g h^2 / 8.
    """
    elastic, inelastic = _collide(1.0), _collide(0.0)
    ball = PropSpec(
        name="ball", shape=ShapeSpec(sphere=0.1, mass=1.0), material="test", at=(0, 0, 1.1)
    )
    world = build_props(
        [ball], [ShapeSpec(plane=True, material="test")], MaterialSpec(restitution=1.0)
    )
    heights: list[float] = []
    advance(world, 1.2, lambda time: heights.append(float(find_positions(world)[1, 2]) - 0.1))
    top, tolerance = max(heights[len(heights) // 2 :]), GRAVITY * STEP**2 / 8
    return [
        judge("elastic impact: speed handed over [m/s]", elastic.bodies.velocity[2, 0], 2.0, SWEEP),
        judge("inelastic impact: common speed [m/s]", inelastic.bodies.velocity[1, 0], 1.0, SWEEP),
        judge("ball dropped from 1 m: height of the rebound [m]", top, 1.0, tolerance),
    ]


def _stack() -> list[Case]:
    """Ten boxes stand for 30 s: each of the ten contacts may sink by its slop.

    Sideways each may slip by the residue at which the sweeps stop, in every step.
    """
    boxes = [PropSpec(name=f"box{i}", shape=CUBE, at=(0.0, 0.0, 0.1 + 0.2 * i)) for i in range(10)]
    world = build_props(boxes, [ShapeSpec(plane=True)])
    start = world.bodies.position[10].copy()
    advance(world, 30.0)
    way = world.bodies.position[10] - start
    drift = float(np.hypot(way[0], way[1]))
    return [
        judge("ten boxes, 30 s: drift of the top [m]", drift, 0.0, 10 * SWEEP * 30.0),
        judge("ten boxes, 30 s: sinking of the top [m]", -way[2], 0.0, 10 * contact.SLOP),
    ]
