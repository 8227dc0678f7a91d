"""What falls as a heap, fast, stops on what has stopped below it, however many there are.

In a step of 20 ms such things fall by a third of a metre, onto things that have just been struck.
"""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import build, step
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import MaterialSpec, Round, ShapeSpec

LONG = 0.57  # of boxes and rods [m]
GROUND = 0  # its body


def make_world(props: list[PropSpec], friction: float, h: float):
    """Return the world of some props of "stone" over level ground."""
    ground = ShapeSpec(plane=True, material="stone")
    return build.build_world(
        SceneSpec(
            props=props, terrain=[ground], materials={"stone": MaterialSpec(friction=friction)},
            physics=PhysicsSpec(step=h, sleep=False, max_contacts=16384),
        )
    )  # fmt: skip


def find_deepest(world, seconds: float, h: float, lowest: int = GROUND) -> float:
    """Return how deep bodies from `lowest` on get into each other within some seconds [m]."""
    words, contacts, deepest = pack(world).words, world.contacts, 0.0
    for _ in range(round(seconds / h)):
        step.advance(1, words)
        rows = slice(0, contacts.used[0])
        gaps = contacts.separation[rows][contacts.body_a[rows] >= lowest]
        deepest = max(deepest, -gaps.min(initial=0.0))
    return deepest


@pytest.mark.parametrize("count", [12, 16, 24])
def test_slabs_that_fall_in_a_column_stop_one_on_the_other(count: int) -> None:
    """Only the lowest five were told of those that had stopped; 13 mm deep, a third of a slab."""
    h, slab = 0.02, ShapeSpec(box=(0.3, 0.3, 0.04), material="stone")
    props = [
        PropSpec(name=f"s{k}", shape=slab, mass=5.0, at=(0.0, 0.0, 0.1 + 0.045 * k))
        for k in range(count)
    ]
    world = make_world(props, 0.5, h)
    world.bodies.velocity[1:, 2] = -12.0
    assert find_deepest(world, 0.3, h) < 0.007


def draw_turn(random) -> tuple[float, float, float]:
    """Return roll, pitch and yaw at random [rad]."""
    turn = random.uniform(-np.pi, np.pi, 3)
    return float(turn[0]), float(np.arcsin(turn[1] / np.pi)), float(turn[2])


def drop_three(seed: int):
    """Return three boxes of 57 cm that fall one behind the other, askew, at 3 to 8 m/s."""
    random, props = np.random.default_rng(seed), []
    box = ShapeSpec(box=(LONG, 0.8 * LONG, 0.6 * LONG), material="stone")
    for k in range(3):
        aside = random.uniform(-0.2, 0.2, 2)
        at = (float(aside[0]), float(aside[1]), 0.5 + 0.82 * k + float(random.uniform(0.0, 0.1)))
        props.append(PropSpec(name=f"b{k}", shape=box, mass=89.0, at=at, rpy=draw_turn(random)))
    world = make_world(props, 0.5, 0.02)
    world.bodies.velocity[1:, 2] = -random.uniform(3.0, 8.0)
    return world


@pytest.mark.parametrize("seed", [1, 158, 189, 239])
def test_what_goes_on_into_what_a_blow_turns_stops_with_that(seed: int) -> None:
    """It was slow, so its contacts were known ahead: of how the other one moved. 16 to 41 mm."""
    assert find_deepest(drop_three(seed), 0.8, 0.02, lowest=1) < 0.01


def drop_heap(shape: ShapeSpec, mass: float, friction: float, seed: int, count: int = 601):
    """Return things of 57 cm in layers of 36 above each other, turned at random, that fall."""
    random, props = np.random.default_rng(seed), []
    for k in range(count):
        places = np.array([k // 6 % 6 - 2.5, k % 6 - 2.5, k // 36])
        at = 1.5 * LONG * places + [0.0, 0.0, 0.45]
        props.append(
            PropSpec(
                name=f"t{k}", shape=shape, mass=mass, rpy=draw_turn(random),
                at=(float(at[0]), float(at[1]), float(at[2])),
            )
        )  # fmt: skip
    return make_world(props, friction, 0.02)


@pytest.mark.parametrize(("friction", "seed"), [(0.5, 1), (1.5, 0)])
def test_boxes_that_fall_fast_as_a_heap_stay_out_of_each_other(friction: float, seed) -> None:
    """They were 76 to 113 mm deep, up to a third of their least thickness."""
    box = ShapeSpec(box=(LONG, 0.8 * LONG, 0.6 * LONG), material="stone")
    assert find_deepest(drop_heap(box, 89.0, friction, seed), 1.7, 0.02) < 0.035


def test_rods_that_fall_as_a_heap_have_few_pairs() -> None:
    """Friction spins them about their lengths, by whole turns a step, and they hardly move in that.

    Each looked as far ahead as if it turned end over end: up to 18 000 pairs, and of 600 rods more
    than there was room for.
    """
    rod, most = ShapeSpec(capsule=Round(radius=0.006, length=LONG - 0.012), material="stone"), 0
    world = drop_heap(rod, 0.06, 0.5, 0, count=300)
    words = pack(world).words
    for _ in range(65):
        step.advance(1, words)
        most = max(most, int(world.pairs.used[0]))
    assert most < 6000


def count_held_up(size: float, h: float, random) -> int:
    """Throw a spinning coin on the ground; return how many steps in a row it is held up there."""
    velocity = random.normal(size=3) * (1, 1, 0) - (0.0, 0.0, 1.0)
    velocity *= random.uniform(2.0, 8.0) / np.linalg.norm(velocity)
    coin = ShapeSpec(cylinder=Round(radius=size / 2, length=size / 10), material="stone")
    rpy = tuple(random.uniform(-3.0, 3.0, 3))
    spin = tuple(random.normal(size=3) * random.uniform(0.0, 30.0))
    prop = PropSpec(name="coin", shape=coin, density=2000.0, at=(0.0, 0.0, 0.3), rpy=rpy,
                    velocity=tuple(velocity), spin=spin)  # fmt: skip
    world = make_world([prop], 0.5, h)
    words, held, most = pack(world).words, 0, 0
    for _ in range(round(1.0 / h)):
        step.advance(1, words)
        held = held + 1 if world.bodies.share[-1] < 0.3 else 0
        most = max(most, held)
    return most


@pytest.mark.parametrize("h", [0.005, 0.01])
def test_coins_that_tumble_are_not_held_up_where_they_land(h: float) -> None:
    """One in ten to twenty was, for ten steps and more: let into the ground by its next turn."""
    random = np.random.default_rng(7)
    counts = [count_held_up(10 ** random.uniform(-1.7, -0.7), h, random) for _ in range(300)]
    assert np.mean(np.array(counts) > 10) < 0.02
