"""Pairs of the kernel against plain loops in numpy; who may touch whom."""

import itertools

import numpy as np
import pytest

from simulator.physics.collision import broadphase
from simulator.physics.collision.pairs import make_pairs
from simulator.spec.models.robot import RobotSpec
from simulator.spec.models.scene import PropSpec, RobotPlacement
from simulator.spec.models.shape import Round, ShapeSpec
from simulator.spec.naming.bodies import rotation_of


def find_pairs(world, pairs, h) -> None:
    """List the pairs of a world at its bodies' present poses."""
    broadphase.refresh(0, len(world.shapes.kind), world.bodies, world.shapes, h)
    broadphase.find_pairs(world.shapes, pairs)


def find(world) -> list[tuple[int, int]]:
    """Return the pairs of bodies that the kernel lists."""
    find_pairs(world, world.pairs, world.settings.step)
    used, body = world.pairs.used[0], world.shapes.body
    rows = zip(world.pairs.shape_a[:used], world.pairs.shape_b[:used], strict=True)
    return [(int(body[a]), int(body[b])) for a, b in rows]


def expect(props: list[PropSpec], half, radius) -> list[tuple[int, int]]:
    """Return the same by plain loops; all props at rest, none of them a plane."""
    low, high = [], []
    for prop, edges in zip(props, half, strict=True):
        turn = np.ones((3, 3)) if prop.shape.sphere else np.abs(rotation_of(prop.rpy))
        width = (edges if prop.shape.sphere else turn @ edges) + broadphase.MARGIN
        low.append(np.array(prop.at) - width)
        high.append(np.array(prop.at) + width)
    found = []
    for i, j in itertools.combinations(range(len(props)), 2):
        way = np.array(props[j].at) - np.array(props[i].at)
        near = np.linalg.norm(way) <= radius[i] + radius[j] + 2 * broadphase.MARGIN
        if near and (low[i] <= high[j]).all() and (low[j] <= high[i]).all():
            if not (props[i].fixed and props[j].fixed):
                found.append((i + 1, j + 1))
    return found


@pytest.mark.parametrize("spread", [(0.9, 0.9, 0.9), (20.0, 0.3, 0.1), (0.1, 40.0, 1.0)])
@pytest.mark.parametrize("count", [60, 400])
def test_pairs_are_those_of_plain_loops(make_world, count: int, spread) -> None:
    random = np.random.default_rng(3)
    shapes = [
        ShapeSpec(sphere=0.2), ShapeSpec(cylinder=Round(radius=0.1, length=0.5)),
        ShapeSpec(capsule=Round(radius=0.1, length=0.4)), ShapeSpec(box=(0.3, 0.2, 0.1)),
    ]  # fmt: skip
    props = [
        PropSpec(
            name=f"p{i}", shape=shapes[i % 4], at=tuple(random.uniform(-1, 1, 3) * spread),
            rpy=tuple(random.uniform(-1.5, 1.5, 3)), fixed=i % 7 == 0,
        )
        for i in range(count)
    ]  # fmt: skip
    for i, size in enumerate([(30, 0.1, 0.1), (0.1, 90, 0.1), (50, 50, 0.1)]):
        props.append(PropSpec(name=f"wall{i}", shape=ShapeSpec(box=size), fixed=True))
    world = make_world(props, terrain=[])
    pairs = expect(props, world.shapes.half, world.shapes.radius)
    assert find(world) == pairs
    assert len(pairs) > 20


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


def test_pairs_are_the_same_whenever_boxes_were_found(make_world) -> None:
    """Things that drift, faster and faster: boxes serve for many steps, then for none."""
    random, shape = np.random.default_rng(8), ShapeSpec(box=(0.3, 0.2, 0.1))
    props = [PropSpec(name=f"p{i}", shape=shape, at=(0, 0, 0)) for i in range(150)]
    world, fresh = make_world(props), make_world(props)
    world.bodies.position[1:] = random.uniform(-1, 1, (150, 3)) * (1.0, 1.0, 0.3)
    served, found_anew = [], 0
    for step in range(60):
        world.bodies.velocity[1:] = random.normal(0.0, 0.01 * 1.15**step, (150, 3))
        world.bodies.spin[1:] = random.normal(0.0, 0.05 * 1.15**step, (150, 3))
        world.bodies.position[1:] += 0.01 * world.bodies.velocity[1:]
        for table in ("position", "velocity", "spin"):
            getattr(fresh.bodies, table)[:] = getattr(world.bodies, table)
        pairs = find(world)
        fresh.pairs.candidates.low[:] = np.inf  # boxes of its own in every step
        assert find(fresh) == pairs
        served.append(int(world.pairs.candidates.lasted[0]))
        found_anew += served[-1] == 0
    assert max(served) > 4 and found_anew > 10


def test_fast_bodies_are_seen_before_they_arrive(make_world) -> None:
    ball = ShapeSpec(sphere=0.1)
    props = [PropSpec(name=n, shape=ball, at=(x, 0, 5)) for n, x in (("a", 0), ("b", 1))]
    world = make_world(props)
    assert find(world) == []
    world.bodies.velocity[1] = (90.0, 0.0, 0.0)
    assert find(world) == [(1, 2)]


@pytest.mark.parametrize("turn", [(0, 0, 0), (np.pi / 4, 0, 0), (0.3, -0.4, 0.5)])
def test_a_plane_lists_what_reaches_down_to_it(make_world, turn) -> None:
    size = np.array((0.4, 0.3, 0.2))
    height = np.abs(rotation_of(turn)[2]) @ size / 2
    props = [
        PropSpec(name=f"p{i}", shape=ShapeSpec(box=tuple(size)), at=(3 * i, 0, z), rpy=turn)
        for i, z in enumerate((-1.0, height + 1.9e-3, height + 2.1e-3))
    ]
    assert find(make_world(props)) == [(0, 1), (0, 2)]


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
    pairs = make_pairs(world.shapes, world.bodies.position, capacity=7)
    find_pairs(world, pairs, 0.01)
    assert (pairs.used[0], pairs.lost[0]) == (7, 45 - 7)


def test_there_is_room_for_a_heap_of_small_things_that_fall_fast(make_world) -> None:
    random, cube = np.random.default_rng(7), ShapeSpec(box=(0.01, 0.01, 0.01))
    grid = itertools.product(range(9), range(9), range(9))
    props = [PropSpec(name=f"p{n}", shape=cube, at=(0.015 * x, 0.015 * y, 1 + 0.015 * z))
             for n, (x, y, z) in enumerate(grid)]  # fmt: skip
    world = make_world(props)
    world.bodies.velocity[1:, 2] = random.choice([0.0, -5.0], len(props))
    world.bodies.spin[1:, 0] = 100.0
    find_pairs(world, world.pairs, 0.01)
    assert world.pairs.lost[0] == 0
    assert world.pairs.used[0] > 16 * len(props)


def test_a_pair_takes_its_memory_along_when_others_come_and_go(make_world) -> None:
    random = np.random.default_rng(5)
    props = [PropSpec(name=f"p{i}", shape=ShapeSpec(sphere=0.3), at=(0, 0, 0)) for i in range(40)]
    world = make_world(props, terrain=[])
    known: dict[tuple[int, int], float] = {}
    for step in range(12):
        world.bodies.position[1:] = random.uniform(-0.7, 0.7, (40, 3))
        pairs = find(world)
        memory = world.pairs.reach[: len(pairs)]
        assert list(memory) == [known.get(pair, -1.0) for pair in pairs]
        rows = (memory, world.pairs.count, world.pairs.first, world.pairs.pose, world.pairs.axis)
        for k in range(len(pairs)):
            assert memory[k] < 0 or all((row[k] == memory[k]).all() for row in rows)
            for row in rows:
                row[k] = 100 * step + k
        known = {pair: 100.0 * step + k for k, pair in enumerate(pairs)}


def test_a_rod_that_spins_about_its_length_looks_no_further_than_it_is_thick(make_world) -> None:
    """As far as its surface goes, by the corners of the square round it."""
    rod = ShapeSpec(capsule=Round(radius=0.01, length=0.5), rpy=(0.0, 0.7, 0.3))
    world = make_world([PropSpec(name="rod", shape=rod, rpy=(0.4, 0.2, -0.9))], terrain=[])
    axis = rotation_of((0.4, 0.2, -0.9)) @ rotation_of((0.0, 0.7, 0.3))[:, 2]
    world.bodies.spin[1] = 50.0 * axis
    find_pairs(world, world.pairs, 0.01)
    ahead = world.shapes.reach[0] - broadphase.MARGIN
    assert ahead == pytest.approx(0.01 * 50.0 * 0.01 * np.sqrt(2.0), rel=1e-6)


@pytest.mark.parametrize("seed", range(8))
def test_no_corner_turns_further_than_a_box_looks_ahead(make_world, seed: int) -> None:
    random = np.random.default_rng(seed)
    edges, turn = random.uniform(0.02, 1.0, 3), tuple(random.uniform(-1.5, 1.5, 3))
    boxes = [
        ShapeSpec(box=tuple(edges), at=tuple(random.uniform(-0.5, 0.5, 3)), rpy=turn)
        for _ in range(2)
    ]
    world = make_world([PropSpec(name="two", shapes=boxes, rpy=turn)], terrain=[])
    spin = random.normal(size=3) * random.uniform(1.0, 300.0) / 3.0
    world.bodies.spin[1] = spin
    find_pairs(world, world.pairs, 0.01)
    angle = 0.01 * np.linalg.norm(spin)
    axis, shapes = spin / np.linalg.norm(spin), world.shapes
    signs = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
    for i in range(2):
        corners = shapes.world_position[i] + (signs * shapes.half[i]) @ shapes.world_rotation[i].T
        arms = corners - world.bodies.position[1]
        across = np.cross(axis, arms)
        along = arms - np.outer(arms @ axis, axis)
        moved = np.linalg.norm(np.sin(angle) * across - (1.0 - np.cos(angle)) * along, axis=1)
        ahead = shapes.reach[i] - broadphase.MARGIN
        assert moved.max() <= ahead * (1.0 + 1e-9)
        assert ahead <= 2.0 * angle * np.linalg.norm(arms, axis=1).max()


def test_there_is_room_for_all_pairs_of_some_hundred_things(make_world) -> None:
    """Of 300 small things that fall on each other fast there was room for 38 528."""
    random, ball = np.random.default_rng(0), ShapeSpec(sphere=0.1)
    props = [
        PropSpec(name=f"p{i}", shape=ball, at=tuple(random.uniform(-0.05, 0.05, 3)))
        for i in range(300)
    ]
    world = make_world(props, terrain=[])
    assert len(find(world)) == 300 * 299 // 2
    assert world.pairs.lost[0] == 0
