"""Chains of robot files: poses and Jacobians against MuJoCo, differences, and one another."""

import mujoco
import numpy as np
import pytest

from simulator.kinematics import chain, tree
from simulator.spec.load import load_robot
from simulator.spec.models.robot import JointSpec, LinkSpec, RobotSpec
from tests.kinematics import forward
from tests.kinematics.robots import as_mjcf, random_arm


def _mujoco_tip(robot, names, angles, link):
    model = mujoco.MjModel.from_xml_string(as_mjcf(robot))
    data = mujoco.MjData(model)
    data.qpos[[model.joint(name).qposadr[0] for name in names]] = angles
    mujoco.mj_forward(model, data)
    body = model.body(link).id
    speed, spin = np.zeros((3, model.nv)), np.zeros((3, model.nv))
    mujoco.mj_jac(model, data, speed, spin, data.xpos[body], body)
    columns = [model.joint(name).dofadr[0] for name in names]
    jacobian = np.vstack([speed, spin])[:, columns]
    return data.xpos[body].copy(), data.xmat[body].reshape(3, 3).copy(), jacobian


@pytest.mark.parametrize("seed", range(4))
def test_tip_and_jacobian_are_those_of_mujoco(seed) -> None:
    robot = random_arm(seed)
    own = chain.find_chain(robot, "link8")
    angles = np.random.default_rng(seed + 100).uniform(-1, 1, (3, 7))
    tip = forward.find_tip(own, angles)
    for row in range(3):
        position, rotation, jacobian = _mujoco_tip(robot, own.joints, angles[row], "link8")
        assert np.allclose(tip.position[row], position, atol=1e-13)
        assert np.allclose(tip.rotation[row], rotation, atol=1e-13)
        assert np.allclose(tip.jacobian[row], jacobian, atol=1e-13)


def test_jacobian_is_the_rate_of_the_tip() -> None:
    own = chain.find_chain(random_arm(5), "link8", at=np.array([0.1, -0.2, 0.3]))
    angles, small = np.random.default_rng(6).uniform(-1, 1, 7), 1e-6
    jacobian = forward.find_tip(own, angles).jacobian[0]
    for j in range(7):
        step = small * np.eye(7)[j]
        after, before = (forward.find_tip(own, angles + sign * step) for sign in (1, -1))
        speed = (after.position[0] - before.position[0]) / (2 * small)
        whirl = (after.rotation[0] - before.rotation[0]) / (2 * small) @ before.rotation[0].T
        spin = np.array([whirl[2, 1], whirl[0, 2], whirl[1, 0]])
        assert np.allclose(jacobian[:, j], [*speed, *spin], atol=1e-5)


def test_chain_from_hand_to_hand_goes_up_and_down() -> None:
    robot = load_robot("robots/biped/robot.yaml")
    own = tree.find_tree(robot)
    angles = np.random.default_rng(7).uniform(-1, 1, (5, len(own.joints)))
    poses = tree.find_poses(own, angles, np.zeros(3), np.eye(3))
    across = chain.find_chain(robot, "left_hand", base="right_hand")
    assert len(across.joints) == 10 and "waist_yaw" not in across.joints
    tip = forward.find_tip(across, angles[:, [own.joints.index(name) for name in across.joints]])
    rows = [own.links.index(name) for name in ("right_hand", "left_hand")]
    start, end = (poses.rotation[:, row] for row in rows)
    back = np.swapaxes(start, 1, 2)
    way = poses.position[:, rows[1]] - poses.position[:, rows[0]]
    assert np.allclose(tip.position, np.einsum("nij,nj->ni", back, way), atol=1e-13)
    assert np.allclose(tip.rotation, back @ end, atol=1e-13)


def test_tree_is_the_chain_of_each_link() -> None:
    robot = random_arm(8)
    own = tree.find_tree(robot)
    angles = np.random.default_rng(9).uniform(-1, 1, (4, 7))
    poses = tree.find_poses(own, angles, np.zeros(3), np.eye(3))
    for link in ("link1", "link4", "link8"):
        part = chain.find_chain(robot, link)
        columns = [own.joints.index(name) for name in part.joints]
        tip = forward.find_tip(part, angles[:, columns])
        row = own.links.index(link)
        assert np.allclose(poses.position[:, row], tip.position, atol=1e-13)
        assert np.allclose(poses.rotation[:, row], tip.rotation, atol=1e-13)


def test_no_way_says_why() -> None:
    robot = load_robot("robots/biped/robot.yaml")
    with pytest.raises(chain.ChainError, match="did you mean 'left_hand'"):
        chain.find_chain(robot, "left_hnad")
    ball = RobotSpec(
        links={"base": LinkSpec(), "ball": LinkSpec(mass=1.0)},
        joints={"socket": JointSpec(type="spherical", parent="base", child="ball")},
    )
    with pytest.raises(chain.ChainError, match="socket is a spherical joint"):
        chain.find_chain(ball, "ball")
