"""Static triangles: real edges are met, inner ones are not, a solid is met from outside."""

import numpy as np
import pytest
import trimesh
from scipy.spatial import Delaunay

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.geometry import meshes
from simulator.spec.models.scene import PhysicsSpec, PropSpec
from simulator.spec.models.shape import Round, ShapeSpec

EDGE = np.sqrt(0.5)
SPHERE = ShapeSpec(sphere=0.1)
CYLINDER = ShapeSpec(cylinder=Round(radius=0.1, length=0.4))


@pytest.fixture(scope="module")
def cube(tmp_path_factory) -> ShapeSpec:
    """A cube with edges of 1 m, each face of 32 triangles."""
    path = tmp_path_factory.mktemp("mesh") / "cube.stl"
    trimesh.creation.box((1, 1, 1)).subdivide().subdivide().export(path)
    return ShapeSpec(mesh=str(path))


@pytest.fixture(scope="module")
def patchwork(tmp_path_factory) -> ShapeSpec:
    """A level sheet of irregular triangles."""
    random = np.random.default_rng(1)
    points = np.concatenate([random.uniform(-2, 2, (300, 2)), [[-2, -2], [2, -2], [2, 2], [-2, 2]]])
    sheet = trimesh.Trimesh(np.pad(points, ((0, 0), (0, 1))), Delaunay(points).simplices)
    path = tmp_path_factory.mktemp("mesh") / "sheet.stl"
    sheet.export(path)
    return ShapeSpec(mesh=str(path), material="rubber")


def test_sphere_meets_a_face_exactly_wherever_it_is(meet, cube) -> None:
    for x, y in np.random.default_rng(2).uniform(-0.45, 0.45, (20, 2)):
        touch = meet(cube, SPHERE, (x, y, 0.599))
        np.testing.assert_allclose(touch.separation, [-1e-3], atol=1e-9)
        np.testing.assert_allclose(touch.normal, [[0, 0, 1]], atol=1e-9)
        np.testing.assert_allclose(touch.position[0, :2], [x, y], atol=1e-9)


def test_sphere_meets_an_edge_and_a_corner_of_the_solid(meet, cube) -> None:
    shift = 0.5 + EDGE * 0.099
    touch = meet(cube, SPHERE, (shift, 0.1, shift))
    np.testing.assert_allclose(touch.separation.min(), -1e-3, atol=1e-6)
    np.testing.assert_allclose(touch.normal[0], [EDGE, 0, EDGE], atol=1e-6)
    shift = 0.5 + 0.099 / np.sqrt(3)
    touch = meet(cube, SPHERE, (shift, shift, shift))
    np.testing.assert_allclose(touch.separation.min(), -1e-3, atol=1e-6)
    np.testing.assert_allclose(touch.normal[0], np.full(3, 1 / np.sqrt(3)), atol=1e-6)


def test_what_has_its_middle_in_the_solid_leaves_it_by_the_nearest_side(meet, cube) -> None:
    """No side met it any more: it fell through."""
    for x, y in np.random.default_rng(3).uniform(-0.4, 0.4, (20, 2)):
        touch = meet(cube, SPHERE, (x, y, 0.48))
        np.testing.assert_allclose(touch.separation.min(), -0.12, atol=1e-9)
        np.testing.assert_allclose(touch.normal, [[0, 0, 1]] * len(touch.normal), atol=1e-9)
    touch = meet(cube, ShapeSpec(box=(0.2, 0.3, 0.01)), (-0.49, 0.1, 0.1), (0.2, 0.1, 0.3))
    np.testing.assert_allclose(touch.normal, [[-1, 0, 0]] * len(touch.normal), atol=1e-9)
    assert len(meet(cube, SPHERE, (0.0, 0.0, 0.3)).separation) == 0  # it touches no side


@pytest.mark.parametrize("h", [0.001, 0.01, 0.02])
def test_what_is_pressed_into_the_floor_comes_up_again(make_world, cube, h) -> None:
    """Coins of 1 to 35 g under boxes of 60 to 300 kg fell through it, in 3 of 60 heaps."""
    coin = ShapeSpec(cylinder=Round(radius=0.01, length=0.002), mass=1e-3)
    props = [PropSpec(name=f"c{k}", shape=coin, at=(0.1 * k, 0.07, 0.5 - 0.001 * k),
                      rpy=(0.1 * k, 0.0, 0.0)) for k in range(5)]  # fmt: skip
    floor = PropSpec(name="floor", shape=cube, fixed=True)
    world = make_world([floor, *props], terrain=[], physics=PhysicsSpec(step=h))
    step.advance(round(2.0 / h), pack(world).words)
    np.testing.assert_allclose(world.bodies.position[2:, 2], 0.501, atol=2e-4)


@pytest.mark.parametrize("x", [0.0, 0.3, 0.45, 0.55])
def test_overhanging_box_is_carried_not_pushed_aside(meet, cube, x: float) -> None:
    touch = meet(cube, ShapeSpec(box=(0.4, 0.4, 0.4)), (x, 0.0, 0.699))
    np.testing.assert_allclose(touch.separation, -1e-3, atol=1e-7)
    np.testing.assert_allclose(touch.normal, np.tile([0, 0, 1], (len(touch.normal), 1)), atol=1e-7)
    width = min(0.5, x + 0.2) - (x - 0.2)
    assert np.ptp(touch.position[:, 0]) == pytest.approx(width, abs=1e-3)


def test_wheel_leans_on_an_edge_along_a_line(meet, cube) -> None:
    shift = 0.5 + EDGE * 0.099
    touch = meet(cube, CYLINDER, (shift, 0, shift), (np.pi / 2, 0, 0))
    np.testing.assert_allclose(touch.separation, -1e-3, atol=1e-6)
    np.testing.assert_allclose(touch.normal[:, [0, 2]], EDGE, atol=1e-3)
    assert np.ptp(touch.position[:, 1]) == pytest.approx(0.4, abs=1e-3)


def test_thin_sheet_is_met_from_both_sides(meet, patchwork) -> None:
    for side in (1.0, -1.0):
        touch = meet(patchwork, SPHERE, (0.2, 0.1, side * 0.099))
        np.testing.assert_allclose(touch.separation, [-1e-3], atol=1e-6)
        np.testing.assert_allclose(touch.normal, [[0, 0, side]], atol=1e-6)


def test_wheel_and_sliding_box_do_not_feel_inner_edges(make_world, patchwork) -> None:
    ground = PropSpec(name="ground_sheet", shape=patchwork, fixed=True)
    wheel = ShapeSpec(cylinder=Round(radius=0.1, length=0.12), material="rubber")
    ice = ShapeSpec(box=(0.3, 0.2, 0.1), material="ice")
    world = make_world([
        ground, PropSpec(name="wheel", shape=wheel, at=(-1, 0.3, 0.1), rpy=(np.pi / 2, 0, 0)),
        PropSpec(name="box", shape=ice, at=(-1, -0.4, 0.05), rpy=(0, 0, 0.4)),
    ], terrain=[])  # fmt: skip
    world.bodies.velocity[2:], world.bodies.spin[2] = (1, 0, 0), (0, 10, 0)
    heights = []
    words = pack(world).words
    for _ in range(200):
        step.advance(1, words)
        heights.append(world.bodies.position[2:, 2].copy())
    assert np.ptp(heights, axis=0).max() < 1e-6
    np.testing.assert_allclose(world.bodies.velocity[2:], [[1, 0, 0]] * 2, atol=1e-6)


def test_things_dropped_into_a_bin_stay_in_it(make_world, tmp_path) -> None:
    walls = [((1, 1, 0.05), (0, 0, 0.025))]
    walls += [((1, 0.05, 0.5), (0, side * 0.5, 0.25)) for side in (-1, 1)]
    walls += [((0.05, 1, 0.5), (side * 0.5, 0, 0.25)) for side in (-1, 1)]
    plates = []
    for size, at in walls:
        plates.append(trimesh.creation.box(size))
        plates[-1].apply_translation(at)
    path = tmp_path / "bin.stl"
    trimesh.util.concatenate(plates).export(path)
    things = [
        ShapeSpec(box=(0.2, 0.15, 0.1)), SPHERE, CYLINDER,
        ShapeSpec(capsule=Round(radius=0.06, length=0.15)),
    ]  # fmt: skip
    props = [PropSpec(name="bin", shape=ShapeSpec(mesh=str(path)), fixed=True)]
    for i, shape in enumerate(things):
        at = (0.1 * i - 0.15, 0.05 * i, 0.5 + 0.3 * i)
        props.append(PropSpec(name=f"t{i}", shape=shape, at=at, rpy=(0.5, i, 0)))
    world = make_world(props, terrain=[])
    step.advance(500, pack(world).words)
    assert np.abs(world.bodies.position[2:, :2]).max() < 0.5
    assert world.bodies.position[2:, 2].min() > 0.05
    assert world.contacts.separation[: world.contacts.used[0]].min() > -1e-3


def test_an_open_mesh_that_looks_one_way_is_the_top_of_ground():
    """Long things lie on a crest of it as on a height field: there is no side below it."""
    x = np.linspace(-1.0, 1.0, 21)
    corners = np.array([(a, b, 0.05 * np.sin(4.0 * a)) for b in x for a in x])
    cells = [(r * 21 + c, r * 21 + c + 1, r * 21 + c + 22, r * 21 + c + 21)
             for r in range(20) for c in range(20)]  # fmt: skip
    faces = np.array([one for a, b, c, d in cells for one in ((a, b, c), (a, c, d))])
    turned, solid = meshes.as_ground(corners, faces[:, ::-1])
    assert solid and np.array_equal(turned, faces)
    assert meshes.as_ground(corners, faces)[1]
    assert not meshes.as_ground(corners * (1.0, 1.0, 0.0), faces)[1]  # a sheet
    tilted = np.array([[1.0, 0, 0], [0, 0, -1.0], [0, 1.0, 0]])
    assert not meshes.as_ground(corners @ tilted.T, faces)[1]  # a wall
