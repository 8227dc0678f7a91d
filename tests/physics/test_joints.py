"""Joints at work: each kind keeps what it must, limits and friction hold, loops close."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.qualification import case
from simulator.spec.models.robot import BrakeSpec, JointSpec, MotorSpec
from simulator.spec.models.shape import ShapeSpec
from tests.joint_gaps import measure_joints

GRAVITY = (0.0, 0.0, -9.81)


def bar(length=0.4, mass=1.0):
    return case.LinkSpec(shape=ShapeSpec(box=(length, 0.05, 0.05), at=(length / 2, 0, 0)),
                         mass=mass)  # fmt: skip


def build(joints, count, motors=None, gravity=GRAVITY):
    return case.build_machine({f"bar{i}": bar() for i in range(count)}, joints, motors,
                              gravity=gravity)  # fmt: skip


def errors(world):
    """Return the position errors of all rigid rows now."""
    from simulator.physics.joints import joint

    return np.abs(measure_joints(world)[world.joints.state == joint.RIGID]).max()


@pytest.mark.parametrize("kind", ["revolute", "prismatic", "fixed", "spherical", "universal"])
def test_every_kind_stays_together_on_a_swinging_arm(kind):
    joints = {
        "first": JointSpec(type="revolute", parent="base", child="bar0", axis=(0, 1, 0)),
        "second": JointSpec(type=kind, parent="bar0", child="bar1", at=(0.4, 0, 0), axis=(0, 1, 1),
                            limit=(-0.3, 0.3) if kind == "prismatic" else None),
        "third": JointSpec(type="revolute", parent="bar1", child="bar2", at=(0.4, 0, 0)),
    }  # fmt: skip
    world = build(joints, 3)
    worst = []
    case.advance(world, 3.0, lambda time: worst.append(errors(world)))
    assert max(worst) < 1e-5
    assert np.ptp(world.bodies.position[2:], axis=0).max() > 0.1


def test_universal_joint_carries_a_turn_across():
    joints = {
        "drive": JointSpec(type="revolute", parent="base", child="bar0", axis=(1, 0, 0)),
        "cross": JointSpec(type="universal", parent="bar0", child="bar1", at=(0.4, 0, 0),
                           axis=(0, 0, 1), axis2=(0, 1, 0)),
        "end": JointSpec(type="revolute", parent="base", child="bar1", at=(0.4, 0, 0),
                         axis=(1, 0, 0)),
    }  # fmt: skip
    world = build(joints, 2, gravity=(0, 0, 0))
    world.bodies.spin[2] = (3.0, 0.0, 0.0)
    case.advance(world, 1.0)
    assert world.bodies.spin[3, 0] == pytest.approx(world.bodies.spin[2, 0], rel=1e-6)
    assert errors(world) < 1e-6


@pytest.mark.parametrize("spin", [(5.0, 5.0, 0.0), (40.0, 30.0, 0.0)])
def test_a_ball_in_the_middle_of_a_universal_joint_turns_about_both_axes_at_once(spin):
    """The second axis turns about the first: at 5 rad/s each the joint opened by 1 mrad a step."""
    ball = case.LinkSpec(mass=1.0, inertia=(0.002, 0.002, 0.002, 0.0, 0.0, 0.0))
    cross = JointSpec(type="universal", parent="base", child="ball", axis=(0, 1, 0),
                      axis2=(1, 0, 0))  # fmt: skip
    world = case.build_machine({"ball": ball}, {"cross": cross})
    world.bodies.spin[2], gaps = spin, []
    case.advance(world, 1.0, lambda time: gaps.append(errors(world)))
    assert max(gaps) < 1e-6
    assert np.linalg.norm(world.bodies.spin[2]) == pytest.approx(np.linalg.norm(spin), rel=1e-3)


def test_limits_stop_a_falling_bar_and_let_it_go():
    hinge = JointSpec(type="revolute", parent="base", child="bar0", axis=(0, 1, 0),
                      limit=(-0.5, 0.4))  # fmt: skip
    world = build({"hinge": hinge}, 1)
    angles = []
    case.advance(world, 2.0, lambda time: angles.append(float(world.joints.position[0])))
    assert max(angles) <= 0.4 + 1e-9
    assert angles[-1] == pytest.approx(0.4, abs=1e-9)
    world.settings.gravity[2] = 9.81
    case.advance(world, 2.0)
    assert world.joints.position[0] == pytest.approx(-0.5, abs=1e-9)


@pytest.mark.parametrize(("friction", "moves"), [(2.0, False), (1.9, True)])
def test_dry_friction_holds_up_to_its_torque(friction, moves):
    # the bar's weight about the hinge: 1 kg x 9.81 x 0.2 m = 1.962 N m
    hinge = JointSpec(type="revolute", parent="base", child="bar0", axis=(0, 1, 0),
                      friction=friction)  # fmt: skip
    world = build({"hinge": hinge}, 1)
    case.advance(world, 1.0)
    assert (abs(world.joints.position[0]) > 1e-3) == moves
    if not moves:
        assert world.joints.position[0] == 0.0


def test_friction_stops_a_coasting_wheel_in_the_right_time():
    # w - t tau / I: 4 rad/s and tau / I = 2 rad/s2 last 2 s; angle w^2 / (2 a) = 4 rad
    wheel = JointSpec(type="revolute", parent="base", child="link", friction=1.0)
    world = case.build_machine({"link": case.wheel(0.5)}, {"hinge": wheel})
    world.bodies.spin[2] = (0, 0, 4.0)
    world.joints.state[0, 5] = 1
    case.advance(world, 1.9)
    assert world.joints.speed[0] == pytest.approx(0.2, abs=1e-9)
    case.advance(world, 0.5)
    assert world.joints.speed[0] == 0.0
    assert world.joints.position[0] == pytest.approx(4.0, abs=4.0 * case.STEP / 2 + 1e-9)


def test_damping_decays_as_an_exponential():
    hinge = JointSpec(type="revolute", parent="base", child="link", damping=0.5)
    world = case.build_machine({"link": case.wheel(0.5)}, {"hinge": hinge})
    world.bodies.spin[2] = (0, 0, 4.0)
    world.joints.speed[0] = 4.0
    case.advance(world, 2.0)
    assert world.joints.speed[0] == pytest.approx(4.0 * np.exp(-2.0), rel=2e-5)


def test_brake_holds_a_driven_joint_and_its_release_lets_it_run():
    from simulator.spec.models.scene import PhysicsSpec, RobotPlacement, SceneSpec

    robot = case.RobotSpec(
        links={"base": case.LinkSpec(fixed=True), "link": case.wheel(0.5)},
        joints={"hinge": JointSpec(type="revolute", parent="base", child="link")},
        motors={"motor": MotorSpec(joint="hinge", stall_torque=1.0, no_load_speed=50.0,
                                   rotor_inertia=0.01)},
        brakes={"brake": BrakeSpec(joint="hinge", torque=1.5, applied=True)},
    )  # fmt: skip
    scene = SceneSpec(robots=[RobotPlacement(file="a/robot.yaml", spec=robot)], terrain=[],
                      physics=PhysicsSpec())  # fmt: skip
    world = case.build.build_world(scene)
    world.motors.input[0] = 1.0
    case.advance(world, 1.0)
    assert world.joints.position[0] == 0.0
    assert world.motors.torque[0] == pytest.approx(1.0)
    world.brakes.input[0] = 0.5
    case.advance(world, 1.0)
    assert world.joints.speed[0] > 0.3


def test_four_bar_closes_its_loop_under_drive():
    """A parallelogram: crank and rocker turn together, the coupler stays level."""
    joints = {
        "crank": JointSpec(type="revolute", parent="base", child="bar0", axis=(0, 1, 0),
                           rpy=(0, -1.2, 0)),
        "rocker": JointSpec(type="revolute", parent="base", child="bar1", axis=(0, 1, 0),
                            at=(0.4, 0, 0), rpy=(0, -1.2, 0)),
        "pin": JointSpec(type="revolute", parent="bar0", child="bar2", axis=(0, 1, 0),
                         at=(0.4, 0, 0), rpy=(0, 1.2, 0)),
        "close": JointSpec(type="revolute", parent="bar1", child="bar2", axis=(0, 1, 0),
                           at=(0.4, 0, 0), rpy=(0, 1.2, 0)),
    }  # fmt: skip
    motor = MotorSpec(joint="crank", stall_torque=0.5, no_load_speed=200.0, gear_ratio=60.0,
                      rotor_inertia=1e-4)  # fmt: skip
    world = build(joints, 3, {"motor": motor})
    world.motors.input[0] = 0.6
    worst = []
    case.advance(world, 3.0, lambda time: worst.append(errors(world)))
    crank, rocker, pin = world.joints.position[:3]
    assert max(worst) < 1e-5
    assert abs(crank) > 1.0
    assert rocker == pytest.approx(crank, abs=1e-6)
    assert pin == pytest.approx(-crank, abs=1e-6)


def test_heavy_load_on_a_light_chain_neither_explodes_nor_stretches():
    joints, links = {}, {}
    for i in range(10):
        links[f"bar{i}"] = bar(0.2, 100.0 if i == 9 else 1.0)
        joints[f"pin{i}"] = JointSpec(
            type="revolute",
            parent=f"bar{i - 1}" if i else "base",
            child=f"bar{i}",
            axis=(0, 1, 0),
            at=(0.2 if i else 0, 0, 0),
        )
    world = case.build_machine(links, joints, gravity=GRAVITY)
    worst, speed = [], []

    def watch(time):
        worst.append(errors(world))
        speed.append(np.abs(world.bodies.velocity).max())

    case.advance(world, 5.0, watch)
    assert max(worst) < 3e-4
    assert max(speed) < 20.0


def test_a_step_leaves_immovable_bodies_alone():
    world = build({"a": JointSpec(type="spherical", parent="base", child="bar0")}, 1)
    before = world.bodies.position[:2].copy()
    step.advance(50, pack(world).words)
    assert np.array_equal(world.bodies.position[:2], before)
    assert not world.bodies.velocity[:2].any()
