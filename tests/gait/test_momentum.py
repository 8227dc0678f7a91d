"""Forces of a way: ZMP and motor torques against MuJoCo's inverse dynamics, the polygon by hand."""

import mujoco
import numpy as np
import pytest

from simulator.gait import compensation, momentum, pendulum, stance, support
from tests.kinematics.robots import as_mjcf

SAMPLES = (60, 120, 250, 330, 430, 520, 700)


@pytest.fixture(scope="module")
def exact(robot, own, trip):
    """Wrench on the base and joint efforts by MuJoCo, the floor's part left to the base."""
    masses = dict(zip(own.tree.links, zip(*own.matter, strict=True), strict=True))
    rotors = {
        motor.joint: compensation._inertia(motor) * motor.gear_ratio**2
        for motor in robot.motors.values()
    }
    model = mujoco.MjModel.from_xml_string(as_mjcf(robot, masses, True, rotors))
    data = mujoco.MjData(model)
    position, rotation = stance.find_base(own, trip.way)
    columns = [model.joint(name).qposadr[0] for name in own.tree.joints]
    poses = np.zeros((len(position), model.nq))
    poses[:, :3] = position
    for row, turned in enumerate(rotation):
        mujoco.mju_mat2Quat(poses[row, 3:7], turned.ravel())
    poses[:, columns] = trip.angles
    period = own.gait.period
    speeds = np.zeros((len(poses), model.nv))
    for row in range(1, len(poses) - 1):
        mujoco.mj_differentiatePos(model, speeds[row], 2 * period, poses[row - 1], poses[row + 1])
    rates = np.gradient(speeds, period, axis=0)

    def inverse(row):
        data.qpos[:], data.qvel[:], data.qacc[:] = poses[row], speeds[row], rates[row]
        mujoco.mj_inverse(model, data)
        efforts = data.qfrc_inverse.copy()
        push, at = efforts[:3], data.qpos[:3]
        moment = data.xmat[1].reshape(3, 3) @ efforts[3:6] + np.cross(at, push)
        return push, moment, efforts, model, data

    return inverse


def test_zmp_is_where_mujoco_has_it(exact, trip) -> None:
    zmp = momentum.find_zmp(trip.motion)
    for row in SAMPLES:
        push, moment, *_ = exact(row)
        expected = np.array([-moment[1], moment[0]]) / push[2]
        assert np.abs(zmp[row] - expected).max() < 1e-4


def test_torques_are_those_of_mujoco(robot, own, trip, exact) -> None:
    efforts = compensation.find_efforts(robot, own, trip.way, trip.angles, trip.motion)
    floor = compensation._find_floor(own, trip.way, trip.motion)
    feet = {"left": own.gait.left.link, "right": own.gait.right.link}
    for row in SAMPLES:
        _, _, whole, model, data = exact(row)
        mujoco.mj_comPos(model, data)
        for side, (push, twist) in floor.items():
            body = model.body(feet[side]).id
            speed, spin = np.zeros((3, model.nv)), np.zeros((3, model.nv))
            mujoco.mj_jac(model, data, speed, spin, np.zeros(3), body)  # at the world's origin
            whole -= speed.T @ push[row] + spin.T @ twist[row]
        columns = [model.joint(name).dofadr[0] for name in own.tree.joints]
        assert np.abs(whole[:6]).max() < 0.5  # the floor carries the base: N, N m
        assert np.abs(whole[columns] - efforts[row]).max() < 0.5


def test_zmp_stays_inside_the_support_polygon(robot, trip) -> None:
    soles = {
        "left": support.outline(robot, robot.gait.left),
        "right": support.outline(robot, robot.gait.right),
    }
    polygons = support.polygons(trip.way, soles)
    margins = support.margins(polygons, momentum.find_zmp(trip.motion))
    assert margins.min() > 0.03


def test_margin_by_hand() -> None:
    square = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])
    points = np.array([[1.0, 1.0], [0.25, 1.0], [3.0, 1.0], [5.0, 6.0]])
    assert np.allclose(support.margins([square] * 4, points), [1.0, 0.25, -1.0, -5.0])


def test_alpha_of_the_source_leaves_the_polygon(robot) -> None:
    """As printed it cannot walk: the point mass's ZMP is a metre beside the foot."""
    gait = robot.gait.model_copy(update={"alpha": 0.1})
    time = np.array([0.0, 1e-4, 2e-4])
    _, aside = pendulum.carry(gait, time)
    bend = (aside[0] - 2 * aside[1] + aside[2]) / 1e-8
    assert aside[0] - gait.height / 9.81 * bend > 0.9
