"""Bridges of light planks on ropes that are taut from end to end: heavy loads lie on them.

Where a linkage is straight, what closes its joints and parts its contacts would turn links far in
a step, and is held back; what it bears then has to move out of it alone.
"""

import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.spec.models.robot import JointSpec, LinkSpec
from simulator.spec.models.scene import (
    PhysicsSpec,
    PropSpec,
    RobotPlacement,
    RobotSpec,
    SceneSpec,
)
from simulator.spec.models.shape import Round, ShapeSpec

PLANKS, LENGTH, WIDTH, THICK, ROPE = 6, 0.2, 0.8, 0.03, 0.05  # [m]
SIDE = 0.38  # of the ropes from the middle [m]


def build_bridge(plank: float, link: float) -> RobotSpec:
    """Return a straight bridge of planks on two ropes; their masses [kg]."""
    reach = PLANKS * (LENGTH + ROPE) + ROPE
    pier = ShapeSpec(box=(0.5, 1.0, 0.1), at=(-0.25, 0.0, -0.05))
    links = {
        "left": LinkSpec(fixed=True, shape=pier),
        "right": LinkSpec(fixed=True, shape=pier.model_copy(update={"at": (0.25, 0.0, -0.05)})),
    }
    joints = {"pier": JointSpec(type="fixed", parent="left", child="right", at=(reach, 0.0, 0.0))}
    board = ShapeSpec(box=(LENGTH, WIDTH, THICK), at=(LENGTH / 2, -SIDE, 0.0))
    rope = ShapeSpec(
        capsule=Round(radius=0.005, length=ROPE), at=(ROPE / 2, 0.0, 0.0), rpy=(0.0, 1.5708, 0.0)
    )
    for i in range(PLANKS + 1):
        last, following = f"p{i - 1}" if i else "left", f"p{i}" if i < PLANKS else "right"
        if i < PLANKS:
            links[following] = LinkSpec(mass=plank, shape=board)
        for k, aside in enumerate((0.0, -2 * SIDE)):
            own = f"r{i}{k}"
            links[own] = LinkSpec(mass=link, collides=False, shape=rope)
            near = (LENGTH, aside, 0.0) if i else (0.0, aside + SIDE, 0.0)
            joints[f"j{own}"] = JointSpec(
                type="spherical", parent=last, child=own, at=near, damping=0.05
            )
            if following == "right":
                ends, at = ("right", own), (0.0, aside + SIDE, 0.0)
            elif k == 0:
                ends, at = (own, following), (ROPE, 0.0, 0.0)
            else:
                ends, at = (following, own), (0.0, aside, 0.0)
            joints[f"k{own}"] = JointSpec(
                type="spherical", parent=ends[0], child=ends[1], at=at, damping=0.05
            )
    return RobotSpec(links=links, joints=joints)


@pytest.mark.parametrize("dt", [0.005, 0.01, 0.02])
@pytest.mark.parametrize(("plank", "link", "load"), [(3.0, 0.05, 120.0), (1.7, 0.35, 195.0)])
def test_a_straight_rope_bridge_holds_what_falls_on_it(plank, link, load, dt):
    """It sank in by 150 mm within half a second, and fell through."""
    spec = build_bridge(plank, link)
    middle, size = PLANKS * (LENGTH + ROPE) / 2, 0.3
    box = PropSpec(
        name="load", mass=load, shape=ShapeSpec(box=(size, size, size)),
        at=(middle, 0.02, 2.0 + (THICK + size) / 2 + 0.03),
    )  # fmt: skip
    robot = RobotPlacement(file="bridge/robot.yaml", name="b", at=(0.0, 0.0, 2.0), spec=spec)
    scene = SceneSpec(robots=[robot], props=[box], physics=PhysicsSpec(step=dt))
    world, row = build_world(scene), find_names(scene).bodies["load"]
    words, deepest = pack(world).words, 0.0
    for _ in range(round(0.7 / dt)):
        step.advance(1, words)
        used = world.contacts.used[0]
        if used:
            deepest = min(deepest, world.contacts.separation[:used].min())
    assert deepest > -0.003
    assert world.bodies.position[row, 2] > 2.0 + size / 2
