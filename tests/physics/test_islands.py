"""The direct solve of joint islands against its naive twin: one dense system for everything."""

import numpy as np
import pytest

from simulator.physics.algebra import block
from simulator.physics.joints import grouping, hold, island, joint, tree
from simulator.physics.qualification import case
from simulator.spec.models.robot import JointSpec, MotorSpec, RepeaterSpec
from simulator.spec.models.shape import PartSpec

STEP = case.STEP


def link(mass=1.0):
    return PartSpec.model_validate({"shape": {"box": (0.1, 0.15, 0.3)}, "mass": mass})


def build(kinds, parents, loop=False, repeater=False):
    links, joints = {}, {}
    for i, (kind, parent) in enumerate(zip(kinds, parents, strict=True)):
        links[f"link{i}"] = case.LinkSpec(**link(1.0 + i).model_dump())
        joints[f"joint{i}"] = JointSpec(
            type=kind, parent="base" if parent < 0 else f"link{parent}", child=f"link{i}",
            at=(0.1, 0.2, -0.3), rpy=(0.3 * i, 0.2, 0.1 * i), axis=(0.2, 1.0, 0.3),
        )  # fmt: skip
    if loop:
        joints["loop"] = JointSpec(type="spherical", parent="link0", child=f"link{len(kinds) - 1}",
                                   at=(0, 0, -0.3))  # fmt: skip
    motors, repeaters = {}, {}
    if repeater:
        motors["motor"] = MotorSpec(joint="joint0", stall_torque=1.0, no_load_speed=100.0,
                                    gear_ratio=10.0, rotor_inertia=1e-3)  # fmt: skip
        repeaters["mirror"] = RepeaterSpec(joint="joint1", motor="motor", ratio=-2.0)
    return case.build_machine(links, joints, motors, repeaters, gravity=(0, 0, -9.81))


def dense_solve(world, start):
    """Return velocities (bodies, 6) of the whole system written out: masses, rows, right sides."""
    bodies, joints, islands = world.bodies, world.joints, world.islands
    n = len(bodies.inv_mass)
    moving = [b for b in range(n) if bodies.inv_mass[b] > 0]
    column = {b: 6 * i for i, b in enumerate(moving)}
    mass = np.zeros((6 * len(moving),) * 2)
    for b in moving:
        c = column[b]
        mass[c : c + 3, c : c + 3] = np.eye(3) / bodies.inv_mass[b]
        mass[c + 3 : c + 6, c + 3 : c + 6] = np.linalg.inv(bodies.inv_inertia[b])
    rows, soft, aims = [], [], []

    def row_of(j, r):
        row = np.zeros(len(mass))
        for sign, b in ((-1.0, joints.parent[j]), (1.0, joints.child[j])):
            if b in column:
                part = np.zeros(6)
                joint.write_row(j, r, sign, joints.kind[j], joints.frame, joints.anchor,
                                bodies.position[b], part)  # fmt: skip
                row[column[b] : column[b] + 6] += part
        return row

    def aim(j, r):
        state, speed = joints.state[j, r], -joints.bend[j, r] / STEP
        if not hold.is_held(state):
            return speed + joints.effort[j, r] / joints.conductance[j, r]
        return speed + (joints.target[j] if state in (joint.UPPER, joint.LOWER) else 0.0)

    for j in range(len(joints.kind)):
        for r in range(6):
            conductance = joints.conductance[j, r]
            if hold.is_held(joints.state[j, r]) or conductance > 0:
                held = hold.is_held(joints.state[j, r])
                rows.append(row_of(j, r))
                soft.append(0.0 if held else 1 / conductance)
                aims.append(aim(j, r))
    for i in np.flatnonzero(islands.border_leader >= 0):
        j, leader = islands.border_joint[i], islands.border_leader[i]
        rows.append(row_of(j, 5) - islands.border_ratio[i] * row_of(leader, 5))
        soft.append(0.0)
        aims.append(-(joints.bend[j, 5] - islands.border_ratio[i] * joints.bend[leader, 5]) / STEP)
    jacobian = np.array(rows)
    inverse = np.linalg.inv(mass)
    base = np.concatenate([np.append(*start[b]) for b in moving])
    base += inverse @ np.concatenate([np.append(np.zeros(3), islands.gyro[b]) for b in moving])
    matrix = jacobian @ inverse @ jacobian.T + np.diag(soft)
    impulse = np.linalg.lstsq(matrix, np.array(aims) - jacobian @ base, rcond=1e-12)[0]
    velocity = base + inverse @ jacobian.T @ impulse
    return {b: velocity[column[b] : column[b] + 6] for b in moving}


SHAPES = {
    "chain": (["revolute", "prismatic", "revolute"], [-1, 0, 1], {}),
    "every kind": (["revolute", "universal", "spherical", "fixed", "prismatic"], [-1, 0, 1, 2, 3],
                   {}),
    "tree": (["revolute"] * 6, [-1, 0, 0, 1, 1, 2], {}),
    "loop": (["revolute", "spherical", "universal"], [-1, 0, 1], {"loop": True}),
    "repeater": (["revolute", "revolute", "prismatic"], [-1, -1, 0], {"repeater": True}),
}  # fmt: skip


def solve(row, world) -> None:
    """Solve an island from the velocities of its bodies."""
    bodies, joints, motors, islands = world.bodies, world.joints, world.motors, world.islands
    island.prepare(row, bodies, joints, motors, islands, STEP, True)
    island.load(row, bodies.velocity, bodies.spin, bodies, islands)
    island.solve(
        row, bodies, joints, motors, islands, STEP, island.SURE, island.SWITCHES, hold.BACKLASH
    )


@pytest.mark.parametrize("name", SHAPES)
def test_direct_solve_equals_the_dense_system(name):
    kinds, parents, extras = SHAPES[name]
    world = build(kinds, parents, **extras)
    bodies, joints, islands = world.bodies, world.joints, world.islands
    random = np.random.default_rng(7)
    moving = bodies.inv_mass > 0
    bodies.velocity[moving] = random.normal(size=(moving.sum(), 3))
    bodies.spin[moving] = random.normal(size=(moving.sum(), 3))
    start = list(zip(bodies.velocity.copy(), bodies.spin.copy(), strict=True))
    for row in range(len(islands.body_start) - 1):
        solve(row, world)
        # for the turns that the solve has found
        island.correct(row, joints, world.motors, islands, STEP, hold.BACKLASH)
        island.give(row, bodies.velocity, bodies.spin, bodies, islands)
    for b, expected in dense_solve(world, start).items():
        found = np.concatenate([bodies.velocity[b], bodies.spin[b]])
        assert found == pytest.approx(expected, abs=1e-9)


def test_answers_outlive_another_factor_of_the_same_joints():
    """A row that switches and switches back leaves them; those of ball joints were overwritten."""
    kinds, parents, extras = SHAPES["every kind"]
    world = build(kinds, parents, **extras)
    solve(0, world)
    first, last = world.islands.body_start[:2]
    tree.find_answers(first, last, world.islands)
    answers = world.islands.answer.copy()
    tree.factor(first, last, world.joints, world.islands)
    assert (world.islands.answer == answers).all()


def test_what_has_stopped_is_not_moved_by_how_its_joints_bent_before():
    kinds, parents, extras = SHAPES["chain"]
    world = build(kinds, parents, **extras)
    bodies, joints, islands = world.bodies, world.joints, world.islands
    joints.bend[:, :3] = 2e-6  # of links that turned fast a step ago; now they do not
    for row in range(len(islands.body_start) - 1):
        solve(row, world)
        island.give(row, bodies.velocity, bodies.spin, bodies, islands)
    assert np.abs(bodies.velocity).max() < 1e-6
    assert np.abs(joints.bend).max() < 1e-7


def test_inverse_leaves_out_redundant_rows():
    random = np.random.default_rng(3)
    half = random.normal(size=(4, 4))
    matrix = np.zeros((8, 7))  # rows 2.. of a taller and wider table
    inner = matrix[2:, :6]
    inner[:4, :4] = half @ half.T
    inner[4, :4] = inner[:4, 4] = inner[2, :4]  # row 4 repeats row 2, row 5 is inactive
    inner[4, 4] = inner[2, 2]
    expected = np.linalg.inv(inner[:4, :4])
    block.factor(matrix, 2, 8, np.append([0, 0], np.diag(inner)), np.zeros(8), False)
    assert inner[:4, :4] == pytest.approx(expected)
    assert not inner[4:].any()
    assert not matrix[:2].any()


def test_rows_that_are_nearly_redundant_leave_the_larger_ones():
    """No pivot was too small, but the inverse a thousand times what the least of them allows."""
    rows, least = np.array([[1e-2, 1e-4], [1.0, 0.0]]), np.full(2, 1e-5)
    matrix = rows @ rows.T
    block.factor(matrix, 0, 2, np.ones(2), least, False)
    assert matrix.max() > 1e3 / least.max()
    matrix = rows @ rows.T
    block.factor(matrix, 0, 2, np.ones(2), least, True)
    np.testing.assert_allclose(matrix, [[0.0, 0.0], [0.0, 1.0]], atol=1e-12)


@pytest.mark.parametrize("size", [5, 16, 37])
def test_rows_of_an_inverse_follow_each_other_in_any_order(size):
    half = np.random.default_rng(size).normal(size=(size, size))
    inner, side = half @ half.T + np.eye(size), np.arange(1.0, size + 1.0)
    for by_size in (False, True):
        matrix, found = inner.copy(), np.empty(size)
        block.factor(matrix, 0, size, np.diag(inner).copy(), np.zeros(size), by_size)
        block.solve(matrix, 0, size, side.copy(), found)
        np.testing.assert_allclose(inner @ found, side, rtol=1e-9)


def test_inverse_of_a_definite_matrix():
    half = np.random.default_rng(4).normal(size=(6, 6))
    matrix = half @ half.T
    expected = np.linalg.inv(matrix)
    block.invert_definite(matrix[np.newaxis], 0)
    assert matrix == pytest.approx(expected)


def test_groups_trees_roots_and_borders():
    links = [grouping.Link(1, 2), grouping.Link(3, 2), grouping.Link(1, 3), grouping.Link(0, 4)]
    islands = grouping.group(np.array([0.0, 1.0, 1.0, 1.0, 1.0, 1.0]), links, [])
    assert islands.of_body.tolist() == [-1, 0, 0, 0, 1, -1]
    assert islands.body.tolist() == [1, 2, 3, 4]
    assert islands.inner.tolist() == [-1, -1, 1, 2, -1, -1]
    assert islands.own_joint.tolist() == [-1, -1, 0, 1, 3, -1]
    assert islands.side.tolist()[2:5] == [1, -1, 1]
    assert np.diff(islands.border_start).tolist() == [6, 0]  # one joint closes the ring


def test_the_root_of_a_tree_is_a_body_that_no_joint_carries():
    hull_last = [grouping.Link(3, 1), grouping.Link(3, 2)]
    islands = grouping.group(np.array([0.0, 1.0, 1.0, 1.0]), hull_last, [])
    assert islands.body.tolist() == [3, 1, 2]
    assert islands.inner.tolist() == [-1, 3, 3, -1]


def test_the_root_of_a_tree_is_not_a_body_of_grams_before_tonnes():
    links = [grouping.Link(1, 2), grouping.Link(2, 3)]
    islands = grouping.group(np.array([0.0, 200.0, 15.0, 5e-4]), links, [])
    assert islands.inner.tolist() == [-1, 2, 3, -1]
