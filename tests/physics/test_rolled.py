"""Points that are brought on between the parts of a step are where they would be found anew."""

import numpy as np
import pytest

from simulator.physics.algebra.vector import conjugate, exponential, product, rotate
from simulator.physics.collision import manifold
from simulator.physics.contacts import rolled
from simulator.physics.step import gather
from simulator.spec.models.scene import PropSpec
from simulator.spec.models.shape import Round, ShapeSpec

PART = 2e-3  # [s]
LONG = Round(radius=0.03, length=0.2)
SHAPES = {
    "sphere": ShapeSpec(sphere=0.05),
    "capsule": ShapeSpec(capsule=LONG),
    "cylinder": ShapeSpec(cylinder=Round(radius=0.1, length=0.4)),
    "plate": ShapeSpec(box=(0.6, 0.5, 0.1)),
    "box": ShapeSpec(box=(0.1, 0.12, 0.14)),
}


def move(world, time: float) -> None:
    """Move the bodies as a part of a step does."""
    bodies = world.bodies
    for b in range(1, len(bodies.inv_mass)):
        bodies.position[b] += time * bodies.velocity[b]
        turn = exponential(tuple(time * bodies.spin[b]))
        bodies.orientation[b] = product(turn, tuple(bodies.orientation[b]))


def bring_on(world) -> None:
    """Move the bodies, and their points with them."""
    gather(world)
    move(world, PART)
    rolled.follow(0, world.clusters, world.contacts, world.bodies, world.shapes, world.pairs, PART)


def find_gaps(world):
    """Return places, normals and gaps of the points as the next part will find them."""
    contacts, bodies, found = world.contacts, world.bodies, []
    for i in range(int(contacts.used[0])):
        a, b = contacts.body_a[i], contacts.body_b[i]
        on_a = bodies.position[a] + rotate(bodies.orientation[a], tuple(contacts.anchor_a[i]))
        on_b = bodies.position[b] + rotate(bodies.orientation[b], tuple(contacts.anchor_b[i]))
        normal = contacts.normal[i]
        found.append([*(0.5 * (on_a + on_b)), *normal, normal @ (on_b - on_a)])
    return np.array(found)


def expect_as_found_anew(world, find_contacts, atol: float) -> None:
    """Bring points on and compare them with those of the same pair that nothing is known of."""
    bring_on(world)
    brought = find_gaps(world)
    world.pairs.reach[:] = -1.0
    find_contacts(world)
    np.testing.assert_allclose(brought, find_gaps(world), atol=atol)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("low", "high"), [
    ("sphere", "sphere"), ("sphere", "capsule"), ("sphere", "cylinder"), ("capsule", "capsule"),
    ("capsule", "cylinder"), ("cylinder", "cylinder"),
])  # fmt: skip
def test_round_things_touch_where_they_are_nearest(
    make_world, find_contacts, low, high, seed
) -> None:
    random = np.random.default_rng(seed)
    sizes = [SHAPES[kind].sphere or (SHAPES[kind].capsule or SHAPES[kind].cylinder).radius
             for kind in (low, high)]  # fmt: skip
    lies = (0.5 * np.pi, 0.0, random.uniform(-0.7, 0.7))
    props = [
        PropSpec(name="low", shape=SHAPES[low], at=(0, 0, 2), rpy=(0.0, 0.5 * np.pi, 0.0)),
        PropSpec(name="high", shape=SHAPES[high], at=(0.01, 0.02, 1.996 + sum(sizes)), rpy=lies),
    ]
    world = make_world(props)
    world.bodies.velocity[1:3] = 0.3 * random.normal(size=(2, 3))
    world.bodies.spin[1:3] = 8.0 * random.normal(size=(2, 3))
    world.bodies.velocity[2, 2] = world.bodies.velocity[1, 2]
    assert len(find_contacts(world).separation) == 1
    expect_as_found_anew(world, find_contacts, 1e-6)


@pytest.mark.parametrize("slope", [0.0, 0.3])
@pytest.mark.parametrize("order", [1, -1])
def test_what_rolls_on_a_plate_that_tips_touches_below_its_middle(
    make_world, find_contacts, order, slope
) -> None:
    up = np.array([-np.sin(slope), 0.0, np.cos(slope)])
    props = [
        PropSpec(name="a", shape=SHAPES["plate"], at=(0, 0, 2), rpy=(0, -slope, 0)),
        PropSpec(
            name="b", shape=SHAPES["cylinder"], at=(0, 0, 2) + 0.15 * up, rpy=(0.5 * np.pi, 0, 0)
        ),
    ]
    world = make_world(props[::order])
    plate, wheel = (1, 2) if order == 1 else (2, 1)
    world.bodies.spin[plate, 1], world.bodies.spin[wheel, 1] = 1.0, 10.0
    world.bodies.velocity[wheel] = (np.cos(slope), 0, np.sin(slope))
    find_contacts(world)
    bring_on(world)
    tip = PART * 1.0 - slope
    normal, (at, gap) = np.array([np.sin(tip), 0, np.cos(tip)]), (world.bodies.position, [])
    middle = at[wheel] - 0.1 * normal
    for place in find_gaps(world):
        gap.append(place[6])
        np.testing.assert_allclose(place[3:6], order * normal, atol=1e-9)
        np.testing.assert_allclose((place[:3] - middle)[[0, 2]], -0.5 * gap[-1] * normal[[0, 2]],
                                   atol=1e-9)  # fmt: skip
    assert len(gap) == 2
    np.testing.assert_allclose(gap, normal @ (at[wheel] - at[plate]) - 0.15, atol=1e-9)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("order", [1, -1])
def test_a_corner_slides_on_a_face_that_turns(make_world, find_contacts, order, seed) -> None:
    random = np.random.default_rng(seed)
    tilt = (0.7, 0.6, random.uniform(-3, 3))
    props = [
        PropSpec(name="a", shape=SHAPES["plate"], at=(0, 0, 2)),
        PropSpec(name="b", shape=SHAPES["box"], at=(0.02, 0.01, 2.5), rpy=tilt),
    ]
    world = make_world(props[::order])
    box = 2 if order == 1 else 1
    half = np.array([0.05, 0.06, 0.07])
    corners = [rotate(world.bodies.orientation[box], tuple(half * sign))
               for sign in np.array(np.meshgrid(*[[-1, 1]] * 3)).reshape(3, -1).T]  # fmt: skip
    world.bodies.position[box, 2] = 2.05 - min(corner[2] for corner in corners)
    world.bodies.spin[1:3] = random.normal(size=(2, 3))
    world.bodies.velocity[box] = (0.5, -0.3, 0.0)
    find_contacts(world)
    assert world.contacts.used[0] == 1
    expect_as_found_anew(world, find_contacts, 1e-9)


@pytest.mark.parametrize("order", [1, -1])
def test_a_ball_goes_on_round_the_edge_of_a_box(make_world, find_contacts, order) -> None:
    """It went on along its face, which threw it as far as it reached, however far that was."""
    props = [
        PropSpec(name="a", shape=SHAPES["plate"], at=(0, 0, 2)),
        PropSpec(name="b", shape=SHAPES["sphere"], at=(0.3, 0.05, 2.1)),
    ]
    world = make_world(props[::order])
    plate, ball = (1, 2) if order == 1 else (2, 1)
    world.bodies.spin[plate] = 0.0, -3.0, 0.4
    world.bodies.velocity[ball] = 28.0, 0.0, -2.0
    find_contacts(world)
    assert world.contacts.used[0] == 1
    bring_on(world)
    back, at = conjugate(tuple(world.bodies.orientation[plate])), world.bodies.position
    local = np.array(rotate(back, tuple(at[ball] - at[plate])))
    out = local - np.clip(local, (-0.3, -0.25, -0.05), (0.3, 0.25, 0.05))
    assert out[0] > 0.05
    gap = np.linalg.norm(out) - 0.05
    normal = np.array(rotate(tuple(world.bodies.orientation[plate]), tuple(out / (gap + 0.05))))
    middle = at[ball] - (0.05 + 0.5 * gap) * normal
    np.testing.assert_allclose(find_gaps(world), [[*middle, *(order * normal), gap]], atol=1e-9)


def test_a_ball_goes_on_over_a_seam_as_over_one_face(make_world, find_contacts) -> None:
    """It went round the hidden edge of the plate that it left, which then held it up."""
    props = [
        PropSpec(name=f"plate{k}", shape=SHAPES["plate"], at=(0.6 * k, 0, 2), fixed=True)
        for k in range(2)
    ]
    props.append(PropSpec(name="ball", shape=SHAPES["sphere"], at=(0.27, 0, 2.1)))
    world = make_world(props, terrain=[])
    world.bodies.velocity[-1] = 50.0, 0.0, -2.0
    find_contacts(world)
    bring_on(world)
    found = find_gaps(world)
    np.testing.assert_allclose(np.abs(found[:, 5]), 1.0, atol=1e-9)
    assert found[:, 6].min() == pytest.approx(-2.0 * PART, abs=1e-9)


def turn_together(make_world, find_contacts):
    """Return a world of a box on a plate that turn as one."""
    props = [
        PropSpec(name="low", shape=SHAPES["plate"], at=(0, 0, 2)),
        PropSpec(name="high", shape=SHAPES["box"], at=(0, 0, 2.12)),
    ]
    world = make_world(props)
    world.bodies.spin[1:3] = (0.0, 20.0, 0.0)
    world.bodies.velocity[2] = np.cross(world.bodies.spin[2], (0.0, 0.0, 0.12))
    find_contacts(world)
    return world


def test_what_has_turned_within_a_step_does_not_turn_again_after_it(
    make_world, find_contacts
) -> None:
    """Two that turn together keep their points, whose normals go with one of the two."""
    world = turn_together(make_world, find_contacts)
    bring_on(world)
    turned = world.contacts.normal[:4].copy()
    np.testing.assert_allclose(turned, [[np.sin(0.04), 0, np.cos(0.04)]] * 4, atol=1e-12)
    world.bodies.position[2] = world.bodies.position[1] + 0.12 * turned[0]
    world.bodies.velocity[:], world.bodies.spin[:] = 0.0, 0.0
    find_contacts(world)
    assert world.pairs.held[0]
    np.testing.assert_allclose(world.contacts.normal[:4], turned, atol=1e-12)


def test_what_could_not_be_brought_on_is_looked_for_again(make_world, find_contacts) -> None:
    """One of four corners is taken for two edges that cross: it kept the normal it had."""
    world = turn_together(make_world, find_contacts)
    world.contacts.feature[1] |= manifold.EDGES
    bring_on(world)
    up = np.array([np.sin(0.04), 0.0, np.cos(0.04)])
    world.bodies.position[2] = world.bodies.position[1] + 0.12 * up
    world.bodies.velocity[:], world.bodies.spin[:] = 0.0, 0.0
    find_contacts(world)
    np.testing.assert_allclose(world.contacts.normal[:4], [up] * 4, atol=1e-12)
