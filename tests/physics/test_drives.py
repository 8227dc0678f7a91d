"""Servo, speed and torque drives against closed forms, alone and at their limits."""

import numpy as np
import pytest

from simulator.physics.joints import hold, joint
from simulator.physics.qualification import case
from simulator.spec.models.robot import JointSpec, MotorSpec, RepeaterSpec

INERTIA = 0.5


def build(joint=None, **motor):
    hinge = JointSpec(type="revolute", parent="base", child="link", **(joint or {}))
    drive = MotorSpec(joint="hinge", **motor)
    return case.build_machine({"link": case.wheel(INERTIA)}, {"hinge": hinge}, {"drive": drive})


def shown(world):
    """Return the joint's position at the time of its speed, as `present` shows it."""
    return world.joints.position[0] - 0.5 * case.STEP * world.joints.speed[0]


def test_servo_settles_as_a_damped_spring():
    # x = 1 - exp(-w t) (1 + w t) with w^2 = k / I and critical damping
    world = build(type="servo", stiffness=INERTIA * 25.0, damping=INERTIA * 10.0)
    world.motors.input[0] = 1.0
    found = []
    case.advance(world, 1.0, lambda time: found.append((time, shown(world))))
    times, angles = np.array(found).T
    assert angles == pytest.approx(1 - np.exp(-5 * times) * (1 + 5 * times), abs=5e-4)
    case.advance(world, 4.0)
    assert world.joints.position[0] == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize("damping", [5.0, 50.0, 500.0])
def test_servo_follows_a_moving_target_without_lag_of_the_step(damping):
    # I x'' + d x' + k x = k sin(w t) swings as the imaginary part of k exp(i w t) / (k + ...)
    stiffness, rate = 200.0, 3.0
    world = build(type="servo", stiffness=stiffness, damping=damping)
    gain = stiffness / (stiffness - INERTIA * rate**2 + 1j * damping * rate)
    off = []

    def go_on(time):
        off.append(abs(shown(world) - (gain * np.exp(1j * rate * time)).imag))
        world.motors.input[0] = np.sin(rate * time)

    case.advance(world, 4000 * case.STEP, go_on)
    assert max(off[3000:]) < 6e-4  # a target held over each step would be off by 1.5e-2


def test_servo_does_not_carry_a_jump_or_a_rest_on():
    world = build(type="servo", stiffness=200.0, damping=50.0)
    targets = (0.0, 1.0, 1.0, 1.1, 1.4, 1.6, 1.3, np.nan, 1.0, 1.0)
    speeds = (0.0, 0.0, 0.0, 0.0, 20.0, 20.0, 0.0, 0.0, 0.0, 0.0)
    for target, speed in zip(targets, speeds, strict=True):
        world.motors.input[0] = target
        case.advance(world, case.STEP)
        assert world.motors.drift[0] == pytest.approx(speed)


@pytest.mark.parametrize("rate", [60.0, 200.0, 800.0])  # of the servo [rad/s]
def test_servo_does_not_jolt_where_its_target_turns_round(rate):
    # x = 0.2 (1 - cos 5 t): its acceleration, up to 5 rad/s2, changes by at most 25 rad/s2 a second
    world = build(type="servo", stiffness=INERTIA * rate**2, damping=2.0 * INERTIA * rate)
    speeds = []

    def go_on(time):
        speeds.append(world.joints.speed[0])
        world.motors.input[0] = 0.2 * (1.0 - np.cos(5.0 * time))

    case.advance(world, 4.0, go_on)
    acceleration = np.diff(speeds[100:]) / case.STEP
    assert np.abs(acceleration).max() < 5.1
    assert np.abs(np.diff(acceleration)).max() < 1.1 * 25.0 * case.STEP


@pytest.mark.parametrize("stiffness", [1e2, 1e4, 1e6, 1e8])
@pytest.mark.parametrize("damping", [0.0, 1.0, 1e4])
def test_servo_of_any_stiffness_is_stable(stiffness, damping):
    world = build(type="servo", stiffness=stiffness, damping=damping)
    world.motors.input[0] = 0.5
    worst = []
    case.advance(world, 5.0, lambda time: worst.append(abs(world.joints.position[0])))
    assert max(worst) < 1.2


def test_servo_holds_a_load_with_the_lag_of_its_spring():
    joint = {"friction": 0.0, "axis": (0.0, 1.0, 0.0)}
    world = build(joint, type="servo", stiffness=200.0, damping=50.0)
    world.bodies.torque[2] = (0.0, 4.0, 0.0)
    case.advance(world, 5.0)
    assert world.joints.position[0] == pytest.approx(4.0 / 200.0, rel=1e-9)
    assert world.motors.torque[0] == pytest.approx(-4.0, rel=1e-9)


def test_servo_at_its_limit_accelerates_evenly_and_lets_go_in_time():
    world = build(type="servo", stiffness=100.0, damping=200.0, torque=2.0)
    world.motors.input[0] = 5.0
    case.advance(world, 0.5)
    assert world.motors.torque[0] == 2.0
    assert world.joints.speed[0] == pytest.approx(0.5 * 2.0 / INERTIA, rel=1e-12)
    case.advance(world, 40.0)  # the slope asks for speed = distance / 2 s
    assert world.joints.position[0] == pytest.approx(5.0, abs=1e-6)


def test_speed_drive_reaches_its_speed_as_an_exponential():
    # I w' = d (w0 - w), backward Euler: each step leaves 1 / (1 + h d / I)
    world = build(type="speed", damping=2.0)
    world.motors.input[0] = 3.0
    case.advance(world, 0.5)
    left = (1 + case.STEP * 2.0 / INERTIA) ** -50
    assert world.joints.speed[0] == pytest.approx(3.0 * (1 - left), rel=1e-9)


def test_speed_drive_slips_under_more_than_its_limit():
    world = build(type="speed", damping=1e6, torque=1.0)
    world.bodies.torque[2] = (0.0, 0.0, 1.5)
    case.advance(world, 1.0)
    assert world.joints.speed[0] == pytest.approx(0.5 / INERTIA, rel=1e-9)
    world.bodies.torque[2] = (0.0, 0.0, 0.5)
    case.advance(world, 5.0)
    assert world.joints.speed[0] == pytest.approx(0.0, abs=1e-5)
    assert world.motors.torque[0] == pytest.approx(-0.5, rel=1e-6)


@pytest.mark.parametrize("start", [0.0, 9.0, 30.0])
def test_speed_drive_that_leaves_its_limit_within_a_step_does_not_swing_to_the_other(start):
    # its limit alone would carry the light rotor past the speed by more than the limit's slip
    world = build(type="speed", damping=2000.0, torque=1000.0)
    world.motors.input[0] = 10.0
    world.bodies.spin[2, 2] = start
    case.advance(world, 0.05)
    assert world.joints.speed[0] == pytest.approx(10.0, abs=0.01)


def test_torque_drive_gives_its_share_and_no_more():
    world = build(type="torque", torque=3.0)
    for share, expected in ((0.5, 1.5), (-7.0, -3.0), (np.nan, 0.0)):
        before = world.joints.speed[0]
        world.motors.input[0] = share
        case.advance(world, 0.1)
        assert world.joints.speed[0] - before == pytest.approx(0.1 * expected / INERTIA, abs=1e-12)
        assert world.motors.torque[0] == pytest.approx(expected)


def test_torque_drive_against_a_limit_and_friction():
    world = build({"limit": (-0.2, 0.2), "friction": 1.0}, type="torque", torque=3.0)
    world.motors.input[0] = 0.3
    case.advance(world, 1.0)
    assert world.joints.position[0] == 0.0
    world.motors.input[0] = 1.0
    case.advance(world, 2.0)
    assert world.joints.position[0] == pytest.approx(0.2, abs=1e-9)


def test_servo_leads_a_repeater():
    joints = {
        "hinge": JointSpec(type="revolute", parent="base", child="link"),
        "other": JointSpec(type="revolute", parent="base", child="mirror"),
    }
    world = case.build_machine(
        {"link": case.wheel(INERTIA), "mirror": case.wheel(INERTIA)}, joints,
        {"drive": MotorSpec(joint="hinge", type="servo", stiffness=100.0, damping=20.0)},
        {"repeat": RepeaterSpec(joint="other", motor="drive", ratio=-1.0)},
    )  # fmt: skip
    world.motors.input[0] = 0.7
    case.advance(world, 6.0)
    assert world.joints.position[:2] == pytest.approx([0.7, -0.7], abs=1e-6)


@pytest.mark.parametrize("inertia", [0.01, 0.5])
@pytest.mark.parametrize("torque", [1.0, 5.0, 20.0])
@pytest.mark.parametrize("limit", [1.6, 1.2345])
def test_mirrored_joints_leave_their_limits(inertia, torque, limit):
    # both stand at a limit, beyond it by rounding: neither may hold the other there
    joints = {
        "hinge": JointSpec(type="revolute", parent="base", child="link", limit=(-limit, limit)),
        "other": JointSpec(type="revolute", parent="base", child="mirror", limit=(-limit, limit)),
    }
    world = case.build_machine(
        {"link": case.wheel(inertia), "mirror": case.wheel(inertia)}, joints,
        {"drive": MotorSpec(joint="hinge", type="torque", torque=torque)},
        {"repeat": RepeaterSpec(joint="other", motor="drive", ratio=-1.0)},
    )  # fmt: skip
    for push in (0.3, -1.0, 1.0, -0.3):
        side = limit if push > 0.0 else -limit
        world.motors.input[0] = push
        case.advance(world, 10.0)
        assert world.joints.position[:2] == pytest.approx([side, -side], abs=1e-7)


@pytest.mark.parametrize("ratio", [-1.0, 0.5, -3.0])
@pytest.mark.parametrize("friction", [0.1, 0.5])
@pytest.mark.parametrize("steps", [1, 2, 3, 5])
def test_a_follower_comes_along_to_its_leaders_limit(ratio, friction, steps):
    # its own friction holds it there, the limit the leader: neither row could bring it along
    joints = {
        "hinge": JointSpec(type="revolute", parent="base", child="link", limit=(-0.3, 0.3)),
        "other": JointSpec(type="revolute", parent="base", child="mirror", friction=friction),
    }
    world = case.build_machine(
        {"link": case.wheel(0.1), "mirror": case.wheel(0.1)}, joints,
        {"drive": MotorSpec(joint="hinge", type="speed", damping=1000.0, torque=20.0)},
        {"repeat": RepeaterSpec(joint="other", motor="drive", ratio=ratio)},
    )  # fmt: skip

    def check(_):
        leader, follower = world.joints.position[:2]
        assert follower == pytest.approx(ratio * leader, abs=1e-9)

    for speed, count in ((-3.0, 200), (0.9, steps), (-3.0, 20)):
        world.motors.input[0] = speed
        case.advance(world, count * case.STEP, check)
    assert world.joints.position[0] == pytest.approx(-0.3, abs=1e-9)


@pytest.mark.parametrize("ratio", [-1.0, 0.5])
@pytest.mark.parametrize("speed", [1e-6, 1e-5, 1e-3])
def test_a_follower_comes_along_however_slow_its_leader_is(ratio, speed):
    joints = {
        "hinge": JointSpec(type="revolute", parent="base", child="link", friction=0.3),
        "other": JointSpec(type="revolute", parent="base", child="mirror", friction=0.5),
    }
    world = case.build_machine(
        {"link": case.wheel(0.1), "mirror": case.wheel(0.1)}, joints,
        {"drive": MotorSpec(joint="hinge", type="speed", damping=1e8, torque=20.0)},
        {"repeat": RepeaterSpec(joint="other", motor="drive", ratio=ratio)},
    )  # fmt: skip
    way = 0.0
    for share, seconds in ((1.0, 3.0), (0.0, 1.0), (-0.5, 3.0)):
        world.motors.input[0] = share * speed
        case.advance(world, seconds)
        way += share * speed * seconds
        leader, follower = world.joints.position[:2]
        assert follower == pytest.approx(ratio * leader, abs=2 * joint.SMALL)
    assert leader == pytest.approx(way, abs=0.01 * abs(way) + joint.SMALL)


@pytest.mark.parametrize("speed", [-3.0, -1e-3, -1e-5, 1e-5, 1e-6])
def test_what_creeps_stops_at_its_limit(speed):
    joints = {"hinge": JointSpec(type="revolute", parent="base", child="link", limit=(-2e-6, 2e-6))}
    world = case.build_machine(
        {"link": case.wheel(0.1)}, joints,
        {"drive": MotorSpec(joint="hinge", type="speed", damping=1000.0, torque=20.0)},
    )  # fmt: skip
    world.motors.input[0] = speed
    case.advance(world, 5.0)
    assert abs(world.joints.position[0]) == pytest.approx(2e-6, abs=2 * joint.SMALL)


def test_what_slides_is_caught_beyond_its_backlash():
    grip, quick, slow = 1.0, -2e-3, -5e-4  # back against a row that slides forward
    for speed, backlash, after in (
        (slow, 1e-9, joint.STICK), (quick, 1e-3, joint.STICK), (slow, 1e-3, joint.FORWARD),
    ):  # fmt: skip
        state = hold.next_state(joint.FORWARD, -grip, grip, speed, joint.STICK, False, backlash)
        assert state == after


@pytest.mark.parametrize("speed", [200.0, 400.0, 800.0])
def test_a_fan_may_turn_by_more_than_half_a_turn_a_step(speed):
    world = build(type="speed", damping=100.0, torque=1000.0)
    world.motors.input[0] = speed
    case.advance(world, 2.0)
    before = world.joints.position[0]
    case.advance(world, 1.0)
    assert world.joints.speed[0] == pytest.approx(speed, rel=1e-9)
    assert world.joints.position[0] - before == pytest.approx(speed, rel=1e-9)


def test_servo_on_a_motors_line_follows_its_closed_form():
    # (I + I_r) x'' + (M / w0) x' + k x = k, I_r = M t_m / w0, as long as k (1 - x) < M
    torque, speed, lag, stiffness = 30.0, 4.0, 0.02, 12.0
    world = build(type="servo", stiffness=stiffness, torque=torque, no_load_speed=speed,
                  time_constant=lag)  # fmt: skip
    world.motors.input[0] = 1.0
    mass, slope = INERTIA + torque * lag / speed, torque / speed
    roots = np.roots([mass, slope, stiffness])
    found = []
    case.advance(world, 2.0, lambda time: found.append((time, shown(world))))
    times, angles = np.array(found).T
    r, s = roots
    exact = 1.0 - (s * np.exp(r * times) - r * np.exp(s * times)) / (s - r)
    assert angles == pytest.approx(exact.real, abs=6e-4)


def test_servo_on_a_motors_line_runs_up_to_its_no_load_speed_and_no_further():
    # far from its target it gives M (1 - w / w0): w = w0 (1 - exp(-t / t)), t = (I + I_r) w0 / M
    torque, speed, rotor = 2.0, 6.0, 0.1
    world = build(type="servo", stiffness=50.0, torque=torque, no_load_speed=speed,
                  rotor_inertia=rotor)  # fmt: skip
    world.motors.input[0] = 1e6
    time = (INERTIA + rotor) * speed / torque
    case.advance(world, 1.0)
    off = speed / time * np.exp(-1.0 / time) * (case.STEP / time) ** 2 / 12  # of the trapezoid
    assert world.joints.speed[0] == pytest.approx(speed * (1 - np.exp(-1.0 / time)), abs=1.1 * off)
    left = np.exp(-(1.0 - 0.5 * case.STEP) / time)  # the torque is the last step's mean
    assert world.motors.torque[0] == pytest.approx(torque * left, abs=1e-5)
    case.advance(world, 20 * time)
    assert world.joints.speed[0] == pytest.approx(speed, rel=1e-6)
    assert world.motors.torque[0] == pytest.approx(0.0, abs=1e-6)


def test_servo_on_a_motors_line_without_a_target_turns_freely():
    world = build(type="servo", stiffness=50.0, torque=2.0, no_load_speed=6.0, rotor_inertia=0.1)
    world.bodies.spin[2, 2] = 3.0
    world.motors.speed[0] = 3.0
    world.motors.input[0] = np.nan
    case.advance(world, 1.0)
    assert world.joints.speed[0] == pytest.approx(3.0, rel=1e-9)
    assert world.motors.torque[0] == 0.0
