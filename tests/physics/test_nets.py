"""Nets of joints: many loops in one island against dense twins, and how much there is to do."""

import numpy as np
import pytest

from simulator.compiled import handle
from simulator.faults import table
from simulator.physics import build, step
from simulator.physics.algebra import block
from simulator.physics.contacts import rows
from simulator.physics.joints import grouping, hold, island, joint
from simulator.physics.qualification import case
from simulator.spec.models.robot import JointSpec, LinkSpec, MotorSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import ShapeSpec
from tests.physics.test_islands import dense_solve, solve

MESH = 0.1  # side of a mesh [m]


def make_matrix(size: int, seed: int):
    """Return a matrix of band 12, its scale, and which rows have to drop out of its inverse."""
    rng = np.random.default_rng(seed)
    half = np.tril(rng.normal(size=(size, size))) + 4.0 * np.eye(size)
    half[np.tril_indices(size, -12)] = 0.0
    matrix = half @ half.T
    scale = np.diag(matrix).copy()
    matrix[20], matrix[:, 20] = matrix[3], matrix[:, 3]  # row 20 repeats row 3
    matrix[20, 20] = matrix[3, 3]
    for n in (5, 33, size - 1):  # and nothing acts on these
        matrix[n] = matrix[:, n] = 0.0
    return matrix, scale, [5, 20, 33, size - 1]


@pytest.mark.parametrize("size", [40, 67])
def test_a_factor_in_blocks_solves_as_the_inverse_without_redundant_rows(size) -> None:
    matrix, scale, dropped = make_matrix(size, 3)
    kept = np.setdiff1d(np.arange(size), dropped)
    inverse = np.zeros((size, size))
    inverse[np.ix_(kept, kept)] = np.linalg.inv(matrix[np.ix_(kept, kept)])
    table = np.zeros((size + 2, size + 1))  # rows 2.. of a taller and wider table
    table[2:, :size] = np.triu(matrix)
    for n in range(0, size, block.BLOCK):  # left of its block nothing is read
        end = n + block.BLOCK
        table[2 + n : 2 + end, n:end] = np.pad(matrix, ((0, 0), (0, 1)))[n:end, n:end]
    block.factor(table, 2, 2 + size, np.append([0, 0], scale), np.zeros(2 + size), False)
    side = np.random.default_rng(4).normal(size=(size, 6))
    many, found, one = np.append(np.zeros((2, 6)), side, 0), np.zeros((3, size, 6)), np.zeros(size)
    block.solve_rows(table, 2, 2 + size, many, found, 1)
    assert found[1] == pytest.approx(inverse @ side, abs=1e-10)
    assert not found[1][dropped].any()
    one, out = np.append([0, 0], side[:, 0]), np.zeros(2 + size)
    block.solve(table, 2, 2 + size, one.copy(), out)
    assert out[2:] == pytest.approx(inverse @ side[:, 0], abs=1e-10)
    left = block.lessen(7.0, table, 2, 2 + size, one)
    assert left == pytest.approx(7.0 - side[:, 0] @ inverse @ side[:, 0], abs=1e-9)


def build_net(side: int, damping: float, kind="spherical"):
    """Return a net of side by side nodes and the rods between them, hung up by its first row."""
    links, joints = {}, {}
    for x, y in np.ndindex(side, side):
        shape = {"sphere": 0.01}
        links[f"n{x}{y}"] = LinkSpec(mass=0.05, shape=shape, collides=False)
    for y, x in np.ndindex(side, side):
        for way, (i, j) in enumerate(((x + 1, y), (x, y + 1))):
            if max(i, j) == side:
                continue
            name, turn = f"{x}{y}{way}", (0.0, 0.0, way * np.pi / 2)
            shape = {"box": (0.8 * MESH, 0.01, 0.01), "at": (MESH / 2, 0, 0)}
            links[f"r{name}"] = LinkSpec(mass=0.05, shape=shape, collides=False)
            joints[f"a{name}"] = JointSpec(
                type=kind, parent=f"n{x}{y}", child=f"r{name}", rpy=turn, damping=damping
            )
            joints[f"b{name}"] = JointSpec(
                type=kind, parent=f"r{name}", child=f"n{i}{j}", at=(MESH, 0, 0),
                rpy=(0.0, 0.0, -turn[2]), damping=damping,
            )  # fmt: skip
    for x in range(side):
        joints[f"p{x}"] = JointSpec(
            type=kind, parent="base", child=f"n{x}0", at=(x * MESH, 0, 0), damping=damping
        )
    return case.build_machine(links, joints, gravity=(0, 0, -9.81))


@pytest.mark.parametrize(("kind", "damping"), [("spherical", 2e-4), ("spherical", 0.0),
                                               ("fixed", 0.0)])  # fmt: skip
def test_a_net_is_solved_as_its_dense_system(kind, damping) -> None:
    world = build_net(4, damping, kind)
    bodies, joints, islands = world.bodies, world.joints, world.islands
    assert islands.border_start[1] > 2 * block.BLOCK  # several blocks
    random, moving = np.random.default_rng(7), bodies.inv_mass > 0
    bodies.velocity[moving] = 0.01 * random.normal(size=(moving.sum(), 3))
    start = list(zip(bodies.velocity.copy(), bodies.spin.copy(), strict=True))
    solve(0, world)
    island.correct(0, joints, world.motors, islands, case.STEP, hold.BACKLASH)
    for b, expected in dense_solve(world, start).items():
        assert islands.velocity[b] == pytest.approx(
            np.append(expected[:3] + np.cross(expected[3:], islands.origin[b] - bodies.position[b]),
                      expected[3:]), abs=1e-9,
        )  # fmt: skip


def test_what_a_node_of_a_net_answers_is_what_a_push_on_it_changes() -> None:
    world = build_net(4, 2e-4)
    bodies, joints, islands = world.bodies, world.joints, world.islands
    solve(0, world)
    island.find_answers(0, joints, world.motors, islands)
    b, own = islands.body[17], np.zeros((len(bodies.inv_mass), 6, 6))
    rows.find_own(own, b, bodies.inv_mass, bodies.inv_inertia, islands)
    island.solve_once(0, joints, islands, case.STEP)
    before = islands.velocity.copy()
    for k in range(6):
        islands.push[:] = 0.0
        islands.push[b, k] = 1.0
        island.solve_once(0, joints, islands, case.STEP)
        assert islands.velocity[b] - before[b] == pytest.approx(own[b, k], rel=1e-7, abs=1e-9)


def test_the_tree_of_a_net_keeps_its_loops_apart() -> None:
    world = build_net(8, 0.0)
    islands, loops = world.islands, len(world.islands.loop_joint)
    solve(0, world)
    assert loops == 56
    assert islands.border_start[1] == 3 * loops  # rows that nothing drives or damps are none
    passing = np.diff(islands.passing_start)
    assert (passing**2).sum() == 9 * 9000  # what the border's matrix takes: 9 * 28385 in one branch
    first = np.arange(len(islands.border_joint)) // block.BLOCK * block.BLOCK
    upper = np.arange(islands.border_factor.shape[1]) >= first[:, None]
    assert np.mean(islands.border_factor[upper] != 0.0) < 0.5  # of that in one branch all


def test_a_loop_by_itself_keeps_the_tree_of_its_file() -> None:
    ring = [grouping.Link(a, a % 6 + 1, joint.SPHERICAL, passive=True) for a in range(1, 7)]
    islands = grouping.group(np.append(0.0, np.ones(6)), ring, [])
    assert islands.inner.tolist() == [-1, -1, 1, 2, 3, 4, 5]  # one after the other, all the way
    assert np.diff(islands.border_start).tolist() == [3]


def test_a_jaw_on_a_rail_that_closes_a_loop_jams() -> None:
    """Its slide, which nothing else holds or brakes, had no row that a fault could lock."""
    box = ShapeSpec(box=(0.02, 0.02, 0.02))
    links = {
        name: LinkSpec(mass=0.2, shape=box, collides=False) for name in ("crank", "rod", "jaw")
    }
    joints = {
        "shaft": JointSpec(type="revolute", parent="base", child="crank", damping=1e-3),
        "pin": JointSpec(type="revolute", parent="crank", child="rod", at=(0, 0.1, 0)),
        "wrist": JointSpec(type="revolute", parent="rod", child="jaw", at=(0.3, -0.1, 0)),
        "slide": JointSpec(
            type="prismatic", parent="base", child="jaw", at=(0.3, 0, 0), axis=(1, 0, 0)
        ),
    }
    motors = {"drive": MotorSpec(type="torque", joint="shaft", torque=1.0)}
    base = LinkSpec(fixed=True, shape=box)
    robot = RobotSpec(
        links={"base": base, **links}, joints=joints, motors=motors, gripper=["slide"]
    )
    placement = RobotPlacement(file="machine/robot.yaml", spec=robot)
    physics = PhysicsSpec(gravity=(0, 0, 0), step=case.STEP, sleep=False)
    world = build.build_world(SceneSpec(robots=[placement], terrain=[], physics=physics))
    assert world.islands.loop_joint.tolist() == [3]
    world.joints.friction[3], world.joints.state[3, 5] = table.LOCK, joint.STICK
    world.motors.input[0] = 1.0
    words = handle.pack(world).words
    for _ in range(20):
        step.advance(1, words)
    assert abs(world.joints.position[3]) < 1e-9  # it went 7 mm
