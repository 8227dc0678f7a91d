"""Pairs that hardly move keep their points; all others are found as if for the first time."""

import numpy as np
import pytest

from simulator.physics import world as worlds
from simulator.physics.algebra.vector import exponential, product, rotate
from simulator.physics.collision import memory
from simulator.physics.contacts import contact
from simulator.spec.models.scene import PropSpec
from simulator.spec.models.shape import Round, ShapeSpec

BOX = ShapeSpec(box=(0.4, 0.3, 0.2))
RESTING = (0.0, 0.0, 0.1)


@pytest.fixture
def pair(make_world, find_contacts):
    """A box on the ground whose points have been found once."""
    world = make_world([PropSpec(name="box", shape=BOX, at=RESTING)])
    find_contacts(world)
    world.contacts.impulse[:4, 0] = (1.0, 2.0, 3.0, 4.0)
    return world


def refresh(world) -> None:
    """Bring the points up to date with the bodies."""
    for i in range(int(world.contacts.used[0])):
        contact.prepare_point(
            i, world.contacts, world.bodies, world.shapes, world.settings.gravity, 0.01
        )


def is_held(world, find_contacts) -> bool:
    """Whether the box's points are the old ones, bit for bit."""
    before = world.contacts.anchor_a[:4].copy()
    assert len(find_contacts(world).separation) == 4
    np.testing.assert_array_equal(world.contacts.impulse[:4, 0], (1.0, 2.0, 3.0, 4.0))
    return bool(world.pairs.held[0]) and (world.contacts.anchor_a[:4] == before).all()


@pytest.mark.parametrize("way", [(0, 0, 1), (1, 0, 0), (0.6, 0, -0.8)])
def test_points_are_kept_until_the_body_has_moved(pair, find_contacts, way) -> None:
    for share in (0.5, -0.9, 0.99):
        pair.bodies.position[1] = np.array(RESTING) + share * memory.SLACK * np.array(way)
        assert is_held(pair, find_contacts)
    pair.bodies.position[1] = np.array(RESTING) + 1.01 * memory.SLACK * np.array(way)
    assert not is_held(pair, find_contacts)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_points_are_kept_until_the_body_has_turned(pair, find_contacts, axis) -> None:
    most = memory.SLACK / pair.shapes.radius[1]
    for angle, held in ((0.5 * most, True), (-0.9 * most, True), (1.1 * most, False)):
        pair.bodies.orientation[1] = exponential(tuple(angle * np.eye(3)[axis]))
        assert is_held(pair, find_contacts) == held


def test_kept_points_follow_the_bodies(pair, find_contacts) -> None:
    pair.bodies.position[1, 2] += 0.7 * memory.SLACK
    assert is_held(pair, find_contacts)
    refresh(pair)
    np.testing.assert_allclose(pair.contacts.separation[:4], 0.7 * memory.SLACK, rtol=1e-6)


@pytest.mark.parametrize("kind", ["box", "cylinder"])
def test_normals_turn_with_two_that_turn_together(make_world, find_contacts, kind) -> None:
    above = ShapeSpec(box=(0.3, 0.2, 0.2))
    if kind == "cylinder":
        above = ShapeSpec(cylinder=Round(radius=0.1, length=0.3))
    props = [
        PropSpec(name="low", shape=BOX, at=(0, 0, 2.1)),
        PropSpec(name="high", shape=above, at=(0, 0, 2.3), rpy=(0.5 * np.pi, 0, 0)),
    ]
    world = make_world(props)
    find_contacts(world)
    normals = world.contacts.normal[: int(world.contacts.used[0])].copy()
    middle, place = np.array([0.0, 0.0, 2.2]), world.bodies.position[1:3].copy()
    start = [tuple(q) for q in world.bodies.orientation[1:3]]
    for angle in np.linspace(0.05, 1.5, 30):
        turn = exponential((0.6 * angle, 0.0, 0.8 * angle))
        for k in range(2):
            world.bodies.orientation[1 + k] = product(turn, start[k])
            world.bodies.position[1 + k] = middle + rotate(turn, tuple(place[k] - middle))
        find_contacts(world)
        assert world.pairs.held[0]
    turned = [rotate(turn, tuple(normal)) for normal in normals]
    np.testing.assert_allclose(world.contacts.normal[: len(normals)], turned, atol=1e-14)


def test_a_sudden_speed_asks_for_new_points(pair, find_contacts) -> None:
    pair.bodies.spin[1, 0] = 30.0
    find_contacts(pair)
    assert not pair.pairs.held[0]


def test_soft_points_are_always_new(make_world, find_contacts) -> None:
    soft = ShapeSpec(box=(0.4, 0.3, 0.2), material="soft")
    world = make_world([PropSpec(name="box", shape=soft, at=RESTING)])
    for _ in range(2):
        find_contacts(world)
        assert not world.pairs.held[0]


def crowd(make_world):
    """Many shapes close to each other, on the ground."""
    random = np.random.default_rng(11)
    shapes = [
        BOX, ShapeSpec(sphere=0.15), ShapeSpec(cylinder=Round(radius=0.1, length=0.3)),
        ShapeSpec(capsule=Round(radius=0.1, length=0.2)),
    ]  # fmt: skip
    props = [
        PropSpec(
            name=f"p{i}", shape=shapes[i % 4], at=tuple(random.uniform((-1, -1, 0), (1, 1, 0.6))),
            rpy=tuple(random.uniform(-1.5, 1.5, 3)),
        )
        for i in range(60)
    ]  # fmt: skip
    return make_world(props), random


def shake(world, random) -> None:
    """Move all bodies by a little, some of them by much."""
    count = len(world.bodies.inv_mass)
    size = np.where(random.uniform(size=(count, 1)) < 0.2, 0.05, 1e-5)
    size[0] = 0.0
    world.bodies.position[:] += size * random.normal(size=(count, 3))
    turn = exponential_rows(size * random.normal(size=(count, 3)))
    world.bodies.orientation[:] = multiply(turn, world.bodies.orientation)


def exponential_rows(turns):
    return np.array([exponential(tuple(turn)) for turn in turns])


def multiply(p, q):
    """Return the products of quaternions row by row."""
    a, u, b, v = p[:, :1], p[:, 1:], q[:, :1], q[:, 1:]
    real = a * b - np.sum(u * v, axis=1, keepdims=True)
    return np.hstack([real, a * v + b * u + np.cross(u, v)])


def number(world, shape_a, shape_b):
    """Return one number for each pair of shapes, in the order of pairs."""
    return np.int64(shape_a) * len(world.shapes.kind) + shape_b


def read(world) -> dict[int, dict[str, np.ndarray]]:
    """Return every pair's rows by key; keys have to be sorted and every pair's rows together."""
    used = world.contacts.used[0]
    keys = number(world, world.contacts.shape_a[:used], world.contacts.shape_b[:used])
    assert (np.diff(keys) >= 0).all()
    names = worlds.CONTACT_ROWS
    return {
        int(key): {name: getattr(world.contacts, name)[:used][keys == key].copy() for name in names}
        for key in np.unique(keys)
    }


def test_points_are_those_of_a_world_without_memory(make_world, find_contacts) -> None:
    world, random = crowd(make_world)
    fresh, _ = crowd(make_world)
    kept, apart = 0, 0
    for step in range(25):
        shake(world, random)
        before = read(world)
        find_contacts(world)
        refresh(world)
        fresh.bodies.position[:] = world.bodies.position
        fresh.bodies.orientation[:] = world.bodies.orientation
        fresh.pairs.used[0] = fresh.contacts.used[0] = 0
        find_contacts(fresh)
        refresh(fresh)
        now, expected = read(world), read(fresh)
        used = world.pairs.used[0]
        held = world.pairs.held[:used] == 1
        apart += np.count_nonzero(held & (world.pairs.count[:used] == 0))
        for p in np.flatnonzero(held & (world.pairs.count[:used] > 0)):
            key = int(number(world, world.pairs.shape_a[p], world.pairs.shape_b[p]))
            kept += 1
            for name in ("feature", "anchor_a", "anchor_b", "friction"):
                np.testing.assert_array_equal(now[key][name], before[key][name])
            turned = np.abs(now[key]["normal"] - before[key]["normal"]).max()
            rests = not world.shapes.moves[[world.pairs.shape_a[p], world.pairs.shape_b[p]]].all()
            assert turned <= (0.0 if rests else memory.MOST_TURN)
            np.testing.assert_array_equal(now[key]["impulse"][:, 0], before[key]["impulse"][:, 0])
        for key in now.keys() | expected.keys():
            gaps = [table[key]["separation"].min() for table in (now, expected) if key in table]
            if len(gaps) == 2:
                assert gaps[0] == pytest.approx(gaps[1], abs=3 * memory.SLACK)
            else:  # one of them does not see it any more, or yet
                assert gaps[0] > 1.5e-3
        world.contacts.impulse[: world.contacts.used[0], 0] = random.uniform(
            1, 2, world.contacts.used[0]
        )
        world.contacts.push[: world.contacts.used[0]] = step
    assert min(kept, apart) > 100


def test_a_restored_world_keeps_the_same_points(make_world, find_contacts) -> None:
    world, random = crowd(make_world)
    for _ in range(3):
        shake(world, random)
        find_contacts(world)
    state, rest = worlds.copy_state(world), random.bit_generator.state
    results = []
    for _ in range(2):
        for _ in range(4):
            shake(world, random)
            find_contacts(world)
        results.append(worlds.copy_state(world))
        worlds.restore_state(world, state)
        random.bit_generator.state = rest
        assert worlds.copy_state(world) == state
    assert results[0] == results[1]


def test_points_beyond_the_capacity_are_counted_not_written(make_world, find_contacts) -> None:
    boxes = [PropSpec(name=f"b{i}", shape=BOX, at=(i, 0, 0.1)) for i in range(10)]
    world = make_world(boxes, physics={"max_contacts": 18})
    for lost in (22, 44):
        find_contacts(world)
        assert (world.contacts.used[0], world.contacts.lost[0]) == (18, lost)
