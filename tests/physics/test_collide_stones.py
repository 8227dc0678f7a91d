"""Hulls on the ground: they have the face that they come to lie on, and come to rest there."""

import numpy as np
import pytest
import trimesh
from scipy.spatial import ConvexHull

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.spec.models.scene import PhysicsSpec, PropSpec
from simulator.spec.models.shape import HeightField, ShapeSpec

AHEAD = 2e-3  # contacts of what rests are known that far ahead [m]


def make_stone(random, length, thickness):
    """Return the corners (n, 3) of a stone of a length [m] and a part of it in thickness."""
    points = random.normal(size=(random.integers(8, 30), 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    points *= length / 2 * np.array([1.0, random.uniform(0.6, 1.0), thickness])
    return points


@pytest.mark.parametrize("seed", range(12))
def test_the_face_below_the_middle_is_met(meet, hull_file, seed) -> None:
    random = np.random.default_rng(seed)
    points = make_stone(random, 0.02, random.uniform(0.1, 0.5))
    hull = ConvexHull(points)
    middle = points[hull.vertices].mean(axis=0)
    falling = -hull.equations[:, 2]
    heights = -(hull.equations[:, :3] @ middle + hull.equations[:, 3])
    ways = np.where(falling > 0.0, heights / np.where(falling > 0.0, falling, 1.0), np.inf)
    below = points[hull.simplices[np.argmin(ways)]]  # where a ray straight down comes out
    low = points[:, 2].min()
    touch = meet(ShapeSpec(plane=True), ShapeSpec(hull=hull_file(points)), (0.0, 0.0, -low - 1e-5))
    for corner in below[below[:, 2] - low - 1e-5 < AHEAD]:
        assert np.abs(touch.position[:, :2] - corner[:2]).max(axis=1).min() < 1e-9
    assert touch.separation.min() == pytest.approx(-1e-5, abs=1e-9)
    assert len(touch.separation) <= 8


@pytest.mark.parametrize(("deepest", "least"), [(0.002, 1.0), (0.04, 0.5)])
def test_the_tip_of_a_sharp_stone_is_met_by_a_triangle(meet, hull_file, deepest, least) -> None:
    """The face that looks most down need not have the tip, and a spear's shortest way is aside.

    Of such stones some ten of a thousand went through triangles, as no face met one.
    """
    field = HeightField(size=(4.0, 4.0), heights=[[0.0] * 17] * 17)
    random, ground = np.random.default_rng(1), ShapeSpec(height_field=field)
    for _ in range(400):
        points = random.normal(size=(random.integers(6, 20), 3)) * 0.1
        depth, (x, y) = random.uniform(0.0, deepest), random.uniform(-1.0, 1.0, 2)
        at = x, y, -points[:, 2].min() - depth
        touch = meet(ground, ShapeSpec(hull=hull_file(points)), at)
        assert least * depth - 2e-5 < -touch.separation.min(initial=1.0) < depth + 2e-5


def test_what_goes_deep_into_triangles_is_met_by_the_one_it_goes_through(
    make_world, find_contacts, hull_file
) -> None:
    """Its tip may lie under the next one, which it hardly touches: one of 250 was met by none."""
    field = HeightField(size=(4.0, 4.0), heights=[[0.0] * 17] * 17)
    random = np.random.default_rng(2)
    spear = hull_file(random.normal(size=(12, 3)) * (0.02, 0.02, 0.1))
    for shape in (ShapeSpec(box=(0.02, 0.03, 0.3), mass=1.0), ShapeSpec(hull=spear, mass=1.0)):
        ground = PropSpec(name="ground", shape=ShapeSpec(height_field=field), fixed=True)
        world = make_world([ground, PropSpec(name="rod", shape=shape)], terrain=[])
        row = int(np.flatnonzero(world.shapes.body == 2)[0])
        corners = world.shapes.hulls.vertices
        if shape.box:
            corners = trimesh.creation.box(shape.box).vertices
        for _ in range(500):
            turn = random.normal(size=4)
            world.bodies.position[2] = *random.uniform(-1, 1, 2), random.uniform(0.0, 0.1)
            world.bodies.orientation[2] = turn / np.linalg.norm(turn)
            world.pairs.used[0] = world.contacts.used[0] = 0
            touch = find_contacts(world)
            height = world.shapes.world_position[row, 2]
            depth = -(height + corners @ world.shapes.world_rotation[row, 2]).min()
            if depth > 0.0 and height > 0.0:
                assert -touch.separation.min(initial=1.0) == pytest.approx(depth, abs=1e-4)


def test_small_flat_stones_come_to_rest(make_world, hull_file) -> None:
    """Every fifth rocked for ever: four corners of all left out one on which it stood."""
    random, props = np.random.default_rng(7), []
    for n in range(60):
        shape = ShapeSpec(hull=hull_file(make_stone(random, random.uniform(0.006, 0.03), 0.15)))
        at, rpy = (0.1 * (n % 8), 0.1 * (n // 8), 0.03), tuple(random.uniform(-3.0, 3.0, 3))
        props.append(PropSpec(name=f"stone{n}", shape=shape, density=2000.0, at=at, rpy=rpy))
    ground = [ShapeSpec(plane=True, material="rubber")]
    world = make_world(props, terrain=ground, physics=PhysicsSpec(step=0.01))
    step.advance(300, pack(world).words)
    assert (world.sleepers.asleep == 1).all()
