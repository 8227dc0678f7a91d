"""What starts between jaws that would press with more than they can is held from the first step."""

import numpy as np
import pytest

from simulator.physics import build
from simulator.physics.qualification import case
from simulator.spec.models.robot import RobotSpec
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import MaterialSpec

PUSH, FRICTION = 20.0, 0.5  # of each jaw [N]
BASE = {"fixed": True, "collides": False, "shape": {"box": [0.05, 0.05, 0.05]}}
JAW = {"mass": 0.2, "material": "pad", "shape": {"box": [0.02, 0.1, 0.1]}}


def build_jaws(step, margin, **servo):
    """Return a world in which jaws press on a cube, body 4, with `margin` times what it needs."""
    spring = {"type": "servo", "stiffness": 5e4, "damping": 500.0, "torque": PUSH, **servo}
    rail = {"type": "prismatic", "parent": "base"}
    robot = RobotSpec.model_validate({
        "links": {"base": BASE, "left": JAW, "right": JAW},
        "joints": {
            "left": {**rail, "child": "left", "at": [-0.06, 0, 0], "axis": [1, 0, 0]},
            "right": {**rail, "child": "right", "at": [0.06, 0, 0], "axis": [-1, 0, 0]},
        },
        "motors": {"left": {**spring, "joint": "left"}, "right": {**spring, "joint": "right"}},
    })  # fmt: skip
    mass = 2.0 * FRICTION * PUSH / 9.81 / margin
    cube = {"name": "cube", "shape": {"box": [0.1, 0.1, 0.1]}, "at": (0, 0, 1), "material": "pad"}
    scene = SceneSpec(
        robots=[RobotPlacement(file="r/robot.yaml", at=(0, 0, 1), spec=robot)],
        props=[PropSpec.model_validate({**cube, "mass": mass})],
        materials={"pad": MaterialSpec(friction=FRICTION)},
        physics=PhysicsSpec(step=step),
    )
    world = build.build_world(scene)
    world.motors.input[:] = 0.01  # deep in the cube: 500 N, of which they have 20
    return world


@pytest.mark.parametrize("step", [0.002, 0.01, 0.02])
@pytest.mark.parametrize("margin", [1.05, 1.5, 3.0])
def test_what_starts_in_jaws_at_their_limit_neither_slips_nor_turns(step, margin):
    """It hung on one corner of each until the others pressed: it fell by 7 mm, turned by 50 mrad.

    Contacts had been solved against all that the jaws would have liked to give.
    """
    world = build_jaws(step, margin)
    case.advance(world, 0.5)
    assert abs(world.bodies.position[4, 2] - 1.0) < 1e-6
    assert np.abs(world.bodies.orientation[4, 1:]).max() < 1e-6
    assert world.motors.torque == pytest.approx([PUSH, PUSH], rel=1e-6)


def test_jaws_that_press_too_little_let_it_go():
    world = build_jaws(0.01, 0.95)
    case.advance(world, 0.5)
    assert world.bodies.position[4, 2] < 0.98
