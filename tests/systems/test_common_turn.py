"""Links of one arm that turn together do not meet by that, however near they are."""

import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world
from simulator.spec.models.robot import JointSpec, LinkSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import Round, ShapeSpec

FORMS = {
    "box": {"box": (0.1, 0.1, 0.1)},
    "ball": {"sphere": 0.05},
    "cylinder": {"cylinder": Round(radius=0.05, length=0.1)},
}


@pytest.mark.parametrize("form", FORMS)
def test_links_a_millimetre_apart_swing_round_together(form: str) -> None:
    """Their middles come nearer by r (1 - cos a) in a step, as they go straight ways: 1.3 mm."""
    shape, mass = FORMS[form], {"mass": 1.0, "inertia": (0.01, 0.01, 0.01, 0, 0, 0)}
    links = {
        "base": LinkSpec(fixed=True),
        "near": LinkSpec(shape=ShapeSpec(**shape, at=(0.5, 0, 0)), **mass),
        "wrist": LinkSpec(**mass),
        "far": LinkSpec(shape=ShapeSpec(**shape, at=(0.601, 0, 0)), **mass),
    }
    joints = {
        "swing": JointSpec(type="revolute", parent="base", child="near", axis=(0, 0, 1)),
        "weld": JointSpec(type="fixed", parent="near", child="wrist"),
        "nod": JointSpec(type="revolute", parent="wrist", child="far", axis=(0, 1, 0)),
    }
    robot = RobotPlacement(
        file="arm/robot.yaml", at=(0, 0, 2), speeds={"swing": 8.0},
        spec=RobotSpec(links=links, joints=joints),
    )  # fmt: skip
    physics = PhysicsSpec(step=0.02, sleep=False, gravity=(0, 0, 0))
    world = build_world(SceneSpec(robots=[robot], terrain=[], physics=physics))
    packed, met = pack(world), 0
    for _ in range(50):
        step.advance(1, packed.words)
        used = world.contacts.used[0]
        met += used
        assert not world.contacts.impulse[:used].any()
    assert met > 0  # they are asked


def test_rollers_that_spin_alike_stay_out_of_each_other() -> None:
    """Each turns about its own axle, one pressed on the other: it went in by 2 mm."""
    roller = {
        "shape": ShapeSpec(cylinder=Round(radius=0.05, length=0.1), rpy=(1.5707963, 0, 0)),
        "mass": 1.0, "inertia": (0.01, 0.01, 0.01, 0, 0, 0),
    }  # fmt: skip
    links = {
        "base": LinkSpec(fixed=True),
        "near": LinkSpec(**roller),
        "slide": LinkSpec(mass=1.0, inertia=(0.01, 0.01, 0.01, 0, 0, 0)),
        "far": LinkSpec(**roller),
    }
    axle = {"type": "revolute", "axis": (0, 1, 0)}
    joints = {
        "one": JointSpec(parent="base", child="near", **axle),
        "way": JointSpec(
            type="prismatic", parent="base", child="slide", axis=(1, 0, 0), at=(0.1, 0, 0)
        ),
        "two": JointSpec(parent="slide", child="far", **axle),
    }
    robot = RobotPlacement(
        file="arm/robot.yaml", at=(0, 0, 2), speeds={"one": 8.0, "two": 8.0},
        spec=RobotSpec(links=links, joints=joints),
    )  # fmt: skip
    physics = PhysicsSpec(step=0.02, sleep=False, gravity=(-9.81, 0, 0))
    world = build_world(SceneSpec(robots=[robot], terrain=[], physics=physics))
    packed, deepest = pack(world), 0.0
    for _ in range(20):
        step.advance(1, packed.words)
        used = world.contacts.used[0]
        deepest = max(deepest, -world.contacts.separation[:used].min(initial=0.0))
    assert world.contacts.used[0] > 0
    assert deepest < 1e-3
