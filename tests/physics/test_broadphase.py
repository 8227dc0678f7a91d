"""Pairs of the kernel against plain loops in numpy; who may touch whom."""

import itertools

import numpy as np
import pytest

from simulator.physics import broadphase
from simulator.spec.bodies import rotation_of
from simulator.spec.robot import RobotSpec
from simulator.spec.scene import PropSpec, RobotPlacement
from simulator.spec.shape import Round, ShapeSpec


def find(world) -> list[tuple[int, int]]:
    """Return the pairs of bodies that the kernel lists."""
    broadphase.find_pairs(world.bodies, world.shapes, world.pairs, world.settings.step)
    used, body = world.pairs.used[0], world.shapes.body
    rows = zip(world.pairs.shape_a[:used], world.pairs.shape_b[:used], strict=True)
    return [(int(body[a]), int(body[b])) for a, b in rows]


def separated(way, turn_a, half_a, turn_b, half_b, reach) -> bool:
    """The fifteen axes, one by one."""
    axes = [*turn_a.T, *turn_b.T, *(np.cross(u, v) for u in turn_a.T for v in turn_b.T)]
    for axis in axes:
        length = np.linalg.norm(axis)
        if length > 1e-6:
            axis = axis / length
            width = np.abs(turn_a.T @ axis) @ half_a + np.abs(turn_b.T @ axis) @ half_b
            if abs(way @ axis) > width + reach:
                return True
    return False


def test_pairs_are_those_of_plain_loops(make_world) -> None:
    random = np.random.default_rng(3)
    shapes = [
        ShapeSpec(sphere=0.2), ShapeSpec(cylinder=Round(radius=0.1, length=0.5)),
        ShapeSpec(capsule=Round(radius=0.1, length=0.4)),
    ]  # fmt: skip
    props = [
        PropSpec(
            name=f"p{i}", shape=shapes[i % 3], at=tuple(random.uniform(-0.9, 0.9, 3)),
            rpy=tuple(random.uniform(-1.5, 1.5, 3)),
        )
        for i in range(60)
    ]  # fmt: skip
    world = make_world(props, terrain=[])
    half = world.shapes.half
    expected = []
    for i, j in itertools.combinations(range(60), 2):
        way = np.array(props[j].at) - np.array(props[i].at)
        reach = 2 * broadphase.MARGIN
        turn = [rotation_of(props[k].rpy) for k in (i, j)]
        width = [half[k] if k % 3 == 0 else np.abs(turn[n]) @ half[k] for n, k in enumerate((i, j))]
        if (np.abs(way) > width[0] + width[1] + reach).any():
            continue
        if np.linalg.norm(way) > world.shapes.radius[i] + world.shapes.radius[j] + reach:
            continue
        if 0 not in (i % 3, j % 3) and separated(way, turn[0], half[i], turn[1], half[j], reach):
            continue
        expected.append((i + 1, j + 1))
    assert find(world) == sorted(expected)
    assert len(expected) > 20


def test_order_depends_on_poses_alone(make_world) -> None:
    random = np.random.default_rng(4)
    props = [PropSpec(name=f"p{i}", shape=ShapeSpec(sphere=0.3), at=(0, 0, 0)) for i in range(40)]
    world, fresh = make_world(props, terrain=[]), make_world(props, terrain=[])
    for _ in range(5):
        world.bodies.position[1:] = random.uniform(-1, 1, (40, 3))
        pairs = find(world)
    fresh.bodies.position[:] = world.bodies.position
    assert find(fresh) == pairs
    assert pairs == sorted(pairs)


def test_fast_bodies_are_seen_before_they_arrive(make_world) -> None:
    ball = ShapeSpec(sphere=0.1)
    props = [PropSpec(name=n, shape=ball, at=(x, 0, 5)) for n, x in (("a", 0), ("b", 1))]
    world = make_world(props)
    assert find(world) == [(0, 1), (0, 2)]  # the ground is endless
    world.bodies.velocity[1] = (90.0, 0.0, 0.0)
    assert (1, 2) in find(world)


def test_fixed_bodies_and_those_that_do_not_collide_are_left_out(make_world) -> None:
    cube = ShapeSpec(box=(1, 1, 1))
    props = [
        PropSpec(name="wall", shape=cube, fixed=True),
        PropSpec(name="floor", shape=cube, fixed=True),
        PropSpec(name="ghost", shape=cube, collides=False),
        PropSpec(name="crate", shape=cube),
    ]
    assert find(make_world(props)) == [(0, 4), (1, 4), (2, 4)]


@pytest.mark.parametrize("collide", [False, True])
def test_links_tied_by_a_joint_pass_through_each_other_unless_told(make_world, collide) -> None:
    link = {"shape": {"box": (0.2, 0.2, 0.2)}}
    robot = RobotSpec.model_validate(
        {
            "links": {"one": link, "two": link, "three": link},
            "joints": {
                "a": {"type": "revolute", "parent": "one", "child": "two", "collide": collide},
                "b": {"type": "revolute", "parent": "two", "child": "three", "collide": collide},
            },
        }
    )
    world = make_world(
        [], terrain=[], robots=[RobotPlacement(file="r/r/robot.yaml", name="r", spec=robot)]
    )
    assert find(world) == ([(1, 2), (1, 3), (2, 3)] if collide else [(1, 3)])


def test_pairs_beyond_the_capacity_are_counted_not_written(make_world) -> None:
    props = [PropSpec(name=f"p{i}", shape=ShapeSpec(sphere=1.0)) for i in range(10)]
    world = make_world(props, terrain=[])
    pairs = broadphase.make_pairs(10, capacity=7)
    broadphase.find_pairs(world.bodies, world.shapes, pairs, 0.01)
    assert (pairs.used[0], pairs.lost[0]) == (7, 45 - 7)
