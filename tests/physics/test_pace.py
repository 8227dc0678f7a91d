"""A solve that is lost leaves no speeds of drives, and no impulses, to the parts after it."""

import numpy as np

from simulator.physics.build import build_world
from simulator.physics.joints import island, pace
from simulator.physics.step import gather
from simulator.physics.world import World
from simulator.spec.models.robot import JointSpec, LinkSpec, MotorSpec, RobotSpec
from simulator.spec.models.scene import RobotPlacement, SceneSpec
from simulator.spec.models.shape import ShapeSpec


def build_arm() -> World:
    """Return an arm on a slide on a free base."""
    box = LinkSpec(mass=1.0, shape=ShapeSpec(box=(0.1, 0.1, 0.1)))
    robot = RobotSpec(
        links={"base": box, "slide": box, "arm": box},
        joints={
            "rail": JointSpec(
                type="prismatic",
                parent="base",
                child="slide",
                axis=(1, 0, 0),
                at=(0.2, 0, 0),
                damping=1.0,
            ),
            "hinge": JointSpec(
                type="revolute", parent="slide", child="arm", axis=(0, 0, 1), at=(0.2, 0, 0)
            ),
        },
        motors={"drive": MotorSpec(type="servo", joint="hinge", stiffness=1.0, torque=1.0)},
    )
    return build_world(SceneSpec(robots=[RobotPlacement(file="a/robot.yaml", spec=robot)]))


def lose(world: World) -> None:
    """Put back the first cluster of a world."""
    pace.put_back(
        0, world.clusters, world.bodies, world.joints, world.contacts, world.islands, np.zeros(3), 0
    )


def test_joints_have_the_speeds_of_their_bodies_after_a_lost_solve() -> None:
    """Servos and dampers of the next part start from them."""
    world = build_arm()
    gather(world)
    bodies, joints = world.bodies, world.joints
    bodies.lead[:] = 0.005
    island.prepare(0, bodies, joints, world.motors, world.islands, 0.01, True)
    bodies.velocity[1:] = [[0.0, 1.0, 0.0], [3.0, 1.0, 0.0], [3.0, 1.0, 0.0]]
    bodies.spin[1:] = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 5.0]]
    joints.speed[:] = 1e9  # of a solve that ran away
    lose(world)
    assert np.allclose(joints.speed, [3.0, 5.0], atol=1e-12)


def test_points_bear_what_they_have_borne_after_a_lost_solve() -> None:
    """Tangents are found from the push again; the twist of before is not known any more."""
    world = build_arm()
    contacts = world.contacts
    contacts.used[0], contacts.body_a[0], contacts.body_b[0] = 1, 2, 3
    contacts.normal[0], contacts.push[0] = (0, 0, 1), (0.5, 0, 3)
    contacts.impulse[0] = 1e9
    gather(world)
    lose(world)
    assert contacts.impulse[0, 0] == 3.0
    assert contacts.impulse[0, 3] == 0.0
