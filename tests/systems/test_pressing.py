"""A ram that presses on loose parts in a box is not thrown up by them."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.spec.models.robot import JointSpec, LinkSpec, MotorSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import ShapeSpec

DOWN = 0.43  # speed of the servo's target [m/s]
PUSH = 400.0  # of the servo, at most [N]
WALLS = {"left": (-0.09, 0.0), "right": (0.09, 0.0), "front": (0.0, -0.09), "back": (0.0, 0.09)}


def build_press(h: float, seed: int):
    """Return a world of a ram of 9 kg above eight boxes of 68 g between four walls."""
    random = np.random.default_rng(seed)
    links = {
        "base": LinkSpec(fixed=True, shape=ShapeSpec(box=(0.1, 0.1, 0.1), at=(0, 0, 2))),
        "ram": LinkSpec(mass=9.0, shape=ShapeSpec(box=(0.05, 0.05, 0.1), material="rubber")),
    }
    slide = JointSpec(
        type="prismatic", parent="base", child="ram", at=(0, 0, 0.6), axis=(0, 0, 1),
        limit=(-1.2, 0.2),
    )  # fmt: skip
    servo = MotorSpec(type="servo", joint="slide", stiffness=3e4, damping=1200.0, torque=PUSH)
    robot = RobotSpec(links=links, joints={"slide": slide}, motors={"push": servo})
    parts = [
        PropSpec(
            name=f"part{k}", shape=ShapeSpec(box=(0.05, 0.03, 0.03), density=1500.0),
            at=(*random.uniform(-0.04, 0.04, 2), 0.04 + 0.05 * (k // 2)),
            rpy=tuple(random.uniform(-3.0, 3.0, 3)),
        )
        for k in range(8)
    ]  # fmt: skip
    walls = [
        PropSpec(
            name=name, fixed=True, at=(x, y, 0.3),
            shape=ShapeSpec(box=(0.02 if x else 0.4, 0.02 if y else 0.4, 0.6)),
        )
        for name, (x, y) in WALLS.items()
    ]  # fmt: skip
    scene = SceneSpec(
        robots=[RobotPlacement(file="robot/robot.yaml", name="press", spec=robot)],
        props=parts + walls, physics=PhysicsSpec(step=h),
    )  # fmt: skip
    return build_world(scene), find_names(scene)


@pytest.mark.parametrize(
    ("h", "seed", "most"), [(0.005, 3, DOWN), (0.01, 1, DOWN), (0.02, 11, 1.0)]
)
def test_what_a_ram_presses_on_gives_it_no_energy(h, seed, most) -> None:
    """It went up at 1 to 2 m/s, with energy that nobody gave; at 20 ms most heaps give some."""
    world, names = build_press(h, seed)
    bodies, words = world.bodies, pack(world).words
    step.advance(round(1.5 / h), words)
    ram, motor = names.bodies["press.ram"], names.motors["press.push"]
    up = 0.0
    for k in range(round(2.5 / h)):
        world.motors.input[motor] = max(-0.65, -DOWN * k * h)
        step.advance(1, words)
        up = max(up, bodies.velocity[ram, 2])
    assert up < most
