"""Small bodies at 5 to 100 m/s: nothing passes through a thin wall, nothing is stopped by air."""

import numpy as np
import pytest
import trimesh

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.algebra import vector
from simulator.physics.geometry import hull
from simulator.spec.models.scene import PhysicsSpec, PropSpec
from simulator.spec.models.shape import HeightField, Round, ShapeSpec

WIDE = 20.0  # of the walls: nothing gets round them [m]
SHOTS = {
    "ball": ShapeSpec(sphere=0.005, mass=0.004),
    "box": ShapeSpec(box=(0.01, 0.01, 0.01), mass=0.004),
    "cylinder": ShapeSpec(cylinder=Round(radius=0.005, length=0.01), mass=0.004),
    "rod": ShapeSpec(capsule=Round(radius=0.005, length=0.1), mass=0.01),
}
FREE = {"gravity": (0, 0, 0), "sleep": False}


@pytest.fixture(scope="module")
def walls(tmp_path_factory) -> dict[str, PropSpec]:
    """Walls of 5 mm across x, their surface at x = -2.5 mm or, without thickness, 0."""
    folder = tmp_path_factory.mktemp("walls")
    trimesh.creation.box((0.005, WIDE, WIDE)).export(folder / "solid.stl")
    s = 0.5 * WIDE
    corners = [(0, -s, -s), (0, s, -s), (0, s, s), (0, -s, s)]
    trimesh.Trimesh(corners, [(0, 1, 2), (0, 2, 3)]).export(folder / "sheet.stl")
    field = HeightField(size=(WIDE, WIDE), heights=[[0.0] * 9] * 9)
    quarter = (0.0, -0.5 * np.pi, 0.0)
    shapes = {
        "box": ShapeSpec(box=(0.005, WIDE, WIDE), mass=1e3),
        "mesh": ShapeSpec(mesh=str(folder / "solid.stl")),
        "sheet": ShapeSpec(mesh=str(folder / "sheet.stl")),
        "field": ShapeSpec(height_field=field, rpy=quarter),
        "hull": ShapeSpec(hull=str(folder / "solid.stl")),
        "plane": ShapeSpec(plane=True, rpy=quarter),
    }
    return {
        kind: PropSpec(name="wall", shape=shape, fixed=kind != "box")
        for kind, shape in shapes.items()
    }


def shoot(make_world, wall, shot, h, speed, lean, spin, seed):
    """Return where a shot at the wall gets to, steps after it should have met it: (n, 3) [m]."""
    rng = np.random.default_rng(seed)
    prop = PropSpec(name="shot", shape=SHOTS[shot], at=(-3, 0, 0))
    world = make_world([wall, prop], terrain=[], physics=PhysicsSpec(step=h, **FREE))
    direction = np.array([np.cos(lean), np.sin(lean), 0.0])
    distance = rng.uniform(0.2, 0.2 + speed * h)
    world.bodies.position[2] = -distance * direction
    world.bodies.velocity[2] = speed * direction
    turn = rng.normal(size=4)
    world.bodies.orientation[2] = turn / np.linalg.norm(turn)
    axis = rng.normal(size=3)
    world.bodies.spin[2] = spin * axis / np.linalg.norm(axis)
    words, path = pack(world).words, []
    for _ in range(int(np.ceil((distance + 0.3) / (speed * h))) + 5):
        step.advance(1, words)
        path.append(world.bodies.position[2] - world.bodies.position[1])
    return np.array(path)


@pytest.mark.parametrize("wall", ["box", "mesh", "sheet", "field", "hull", "plane"])
@pytest.mark.parametrize("shot", SHOTS)
def test_nothing_passes_through_a_thin_wall(make_world, walls, wall, shot) -> None:
    for h in (0.001, 0.005, 0.02):
        for speed in (5.0, 20.0, 100.0):
            for lean, spin in ((0.0, 0.0), (1.2, 0.0), (0.5, 50.0)):
                path = shoot(make_world, walls[wall], shot, h, speed, lean, spin, int(speed))
                assert np.isfinite(path).all()
                assert path[:, 0].max() < 0.0, (h, speed, lean, spin)
                assert path[:, 0].max() > -0.06  # it has got there


THIN = {
    "rod": ShapeSpec(box=(0.2, 0.01, 0.01), mass=0.05),
    "plate": ShapeSpec(box=(0.2, 0.2, 0.004), mass=0.1),
    "needle": ShapeSpec(box=(0.3, 0.004, 0.004), mass=0.02),
}


def turn_of(q) -> np.ndarray:
    """Return the (3, 3) rotation of a unit quaternion."""
    return np.array([vector.rotate(tuple(q), tuple(axis)) for axis in np.eye(3)]).T


@pytest.mark.parametrize("wall", ["fixed", "mesh", "turning"])
@pytest.mark.parametrize("shot", THIN)
def test_what_is_thin_and_tumbles_passes_through_no_thin_wall(
    make_world, tmp_path, shot, wall
) -> None:
    """It whips about where it strikes first; the wall of 2 mm, or 5, may come its way and turn."""
    trimesh.creation.box((0.002, WIDE, WIDE)).export(tmp_path / "wall.stl")
    shapes = {
        "fixed": ShapeSpec(box=(0.002, WIDE, WIDE)),
        "mesh": ShapeSpec(mesh=str(tmp_path / "wall.stl")),
        "turning": ShapeSpec(box=(0.005, 3, 3), mass=100),
    }
    random = np.random.default_rng(1)
    barrier = PropSpec(name="wall", shape=shapes[wall], fixed=wall != "turning")
    props = [barrier, PropSpec(name="shot", shape=THIN[shot], at=(-3, 0, 0))]
    for speed, spin in ((10.0, 0.0), (10.0, 50.0), (100.0, 0.0), (100.0, 50.0), (100.0, 400.0)):
        for _ in range(8):
            world = make_world(props, terrain=[], physics=PhysicsSpec(**FREE))
            bodies, words = world.bodies, pack(world).words
            ahead = np.array([1.0, *random.uniform(-0.5, 0.5, 2)])
            distance, turn = random.uniform(0.3, 0.3 + 0.01 * speed), random.normal(size=4)
            bodies.position[2] = -distance * ahead
            bodies.velocity[2], bodies.spin[2] = speed * ahead, spin * unit(random.normal(size=3))
            bodies.orientation[2] = unit(turn)
            if wall == "turning":
                bodies.velocity[1, 0] = random.uniform(-3, 0)
                bodies.spin[1, 1:] = random.uniform(-0.8, 0.8, 2)
            for _ in range(int(np.ceil((distance + 0.3) / (0.01 * speed))) + 15):
                step.advance(1, words)
                place = turn_of(bodies.orientation[1]).T @ (bodies.position[2] - bodies.position[1])
                assert place[0] < 0.0 or np.abs(place[1:]).max() > 1.4  # past it, not through it


def unit(v) -> np.ndarray:
    return v / np.linalg.norm(v)


def test_who_flies_behind_one_that_is_stopped_does_not_pass_through_it(make_world) -> None:
    wall = PropSpec(name="wall", fixed=True, shape=ShapeSpec(box=(0.1, 2, 2)), at=(0.05, 0, 0))
    cube = ShapeSpec(box=(0.01, 0.01, 0.01), mass=0.01)
    for start in np.linspace(-0.8, -0.3, 9):
        at = {"second": start - 0.04, "first": start}
        props = [wall, *(PropSpec(name=n, shape=cube, at=(x, 0, 0)) for n, x in at.items())]
        world = make_world(props, terrain=[], physics=PhysicsSpec(**FREE))
        world.bodies.velocity[2:, 0] = 70.0, 60.0
        words = pack(world).words
        for _ in range(8):
            step.advance(1, words)
            second, first = world.bodies.position[2:, 0]
            assert second < first - 0.008 and first < -0.003


@pytest.mark.parametrize("lag", [0.012, 0.05, 0.3, 0.9])
@pytest.mark.parametrize("large", [False, True])
def test_two_of_one_velocity_do_not_pass_through_each_other_at_a_wall(
    make_world, large, lag
) -> None:
    """The first is stopped in a step in which the second does not come nearer by itself."""
    wall = PropSpec(name="wall", shape=ShapeSpec(box=(1, 8, 8)), at=(0.5, 0, 0), fixed=True)
    radius = 0.5 if large else 0.005
    first = ShapeSpec(sphere=radius, mass=1e3 if large else 0.004)
    for distance in np.linspace(0.05, 0.9, 18):
        props = [
            wall,
            PropSpec(name="first", shape=first, at=(-distance - radius, 0, 0)),
            PropSpec(
                name="second", shape=ShapeSpec(sphere=0.005, mass=0.004),
                at=(-distance - radius - max(lag, radius + 0.01), 0, 0),
            ),
        ]  # fmt: skip
        world = make_world(props, terrain=[], physics=PhysicsSpec(step=0.01, **FREE))
        world.bodies.velocity[2:] = 30.0, 0.0, 0.0
        words, place = pack(world).words, world.bodies.position
        for _ in range(12):
            step.advance(1, words)
            near = place[2, 0] - place[3, 0] - radius - 0.005
            assert near > -0.003, (distance, near)


@pytest.mark.parametrize("speed", [2.0, 20.0, 100.0])
def test_what_passes_by_is_not_touched(make_world, speed) -> None:
    """A millimetre over an edge, at any place of it in the step."""
    block = PropSpec(name="block", fixed=True, shape=ShapeSpec(box=(0.3, 1.0, 0.3)))
    for shot in ("ball", "box"):
        for start in np.linspace(-0.7, -0.4, 7):
            prop = PropSpec(name="shot", shape=SHOTS[shot], at=(start, 0, 0.156))
            world = make_world([block, prop], terrain=[], physics=PhysicsSpec(**FREE))
            world.bodies.velocity[2, 0] = speed
            words, count = pack(world).words, int(np.ceil(1.5 / speed / 0.01))
            for _ in range(count):
                step.advance(1, words)
            moved = world.bodies.position[2] - (start, 0.0, 0.156)
            np.testing.assert_allclose(moved, (speed * count * 0.01, 0, 0), atol=1e-9)


@pytest.mark.parametrize("shot", ["ball", "box", "cylinder"])
def test_what_falls_from_high_up_lies_on_a_thin_plate(make_world, shot) -> None:
    plate = PropSpec(name="plate", fixed=True, shape=ShapeSpec(box=(1, 1, 0.005)), at=(0, 0, 1))
    props = [plate, PropSpec(name="shot", shape=SHOTS[shot], at=(0, 0, 40))]
    world = make_world(props, physics=PhysicsSpec(sleep=False, step=0.02))
    words = pack(world).words
    for _ in range(250):
        step.advance(1, words)
    assert abs(world.bodies.position[2, 2] - 1.0075) < 2e-4
    np.testing.assert_allclose(world.bodies.velocity[2], 0.0, atol=1e-3)


@pytest.mark.parametrize("size", [0.02, 0.2])
@pytest.mark.parametrize("plate", ["box", "mesh"])
def test_tetrahedra_of_any_turn_land_on_a_plate(make_world, tmp_path, size, plate) -> None:
    corners = size * np.vstack([np.zeros(3), np.eye(3)])
    trimesh.convex.convex_hull(corners).export(tmp_path / "stone.stl")
    trimesh.creation.box((9, 9, 0.002)).export(tmp_path / "plate.stl")
    shapes = {
        "box": ShapeSpec(box=(9, 9, 0.002)),
        "mesh": ShapeSpec(mesh=str(tmp_path / "plate.stl")),
    }
    stone, random = ShapeSpec(hull=str(tmp_path / "stone.stl")), np.random.default_rng(1)
    stones = [
        PropSpec(name=f"stone{k}", shape=stone, mass=0.1, at=(0.5 * (k % 5), 0.5 * (k // 5), 1.3),
                 rpy=tuple(random.uniform(-3, 3, 3)))
        for k in range(20)
    ]  # fmt: skip
    support = PropSpec(name="plate", fixed=True, shape=shapes[plate], at=(0, 0, 1))
    world = make_world([support, *stones], terrain=[])
    step.advance(150, pack(world).words)
    assert np.all(world.bodies.position[2:, 2] > 1.0)


def test_a_fast_ball_keeps_its_momentum_when_it_strikes_another(make_world) -> None:
    bouncy = ShapeSpec(sphere=0.005, mass=0.004, material="bouncy")
    at = {"first": -0.83, "second": 0.0}
    props = [PropSpec(name=name, shape=bouncy, at=(x, 0, 0)) for name, x in at.items()]
    world = make_world(props, terrain=[], physics=PhysicsSpec(**FREE))
    world.bodies.velocity[1, 0] = 60.0
    words = pack(world).words
    for _ in range(6):
        step.advance(1, words)
    np.testing.assert_allclose(world.bodies.velocity[1:, 0], (0.0, 60.0), atol=1e-6)
    assert world.bodies.position[1, 0] < world.bodies.position[2, 0]


def test_a_fast_body_slides_over_seams_without_a_stop(make_world) -> None:
    tiles = [
        PropSpec(name=f"tile{k}", fixed=True, shape=ShapeSpec(box=(1, 1, 0.1)), at=(k, 0, -0.05))
        for k in range(6)
    ]
    slider = ShapeSpec(box=(0.02, 0.02, 0.02), mass=0.05, material="ice")
    props = [*tiles, PropSpec(name="slider", shape=slider, at=(0, 0, 0.01))]
    world = make_world(props, terrain=[], physics=PhysicsSpec(sleep=False))
    world.bodies.velocity[7, 0] = 20.0
    words = pack(world).words
    for _ in range(25):
        step.advance(1, words)
    np.testing.assert_allclose(world.bodies.position[7], (5.0, 0.0, 0.01), atol=5e-4)


def test_half_the_thickness_of_a_hull_is_that_of_its_thinnest_side() -> None:
    corners = np.array([(x, y, z) for x in (0, 3) for y in (0, 2) for z in (0, 0.4)], float)
    assert hull.half_thickness(hull.convex_hull(corners)) == pytest.approx(0.2)


def energy_of(bodies, b) -> float:
    """Return the energy of a body in gravity, heights from z = 0 [J]."""
    mass, inertia = 1.0 / bodies.inv_mass[b], np.linalg.inv(bodies.inv_inertia[b])
    v, w = bodies.velocity[b], bodies.spin[b]
    return 0.5 * mass * v @ v + 0.5 * w @ inertia @ w + mass * 9.81 * bodies.position[b, 2]


@pytest.mark.parametrize("h", [0.002, 0.01, 0.02])
@pytest.mark.parametrize("size", [(0.3, 0.3, 0.001), (0.3, 0.2, 0.002), (0.4, 0.005, 0.005)])
def test_a_thin_body_falls_on_its_corner_and_lies_down(make_world, size, h) -> None:
    """Touching, it turns on: neither hung up in the air nor with more energy than it fell with."""
    for lean in ((0.02, 0.0, 0.0), (0.05, 0.03, 0.0), (0.35, 0.17, 0.0), (0.1, 0.8, 0.4)):
        shape = ShapeSpec(box=size, density=2700)
        prop = PropSpec(name="plate", shape=shape, at=(0, 0, 0.3), rpy=lean)
        world = make_world([prop], physics=PhysicsSpec(step=h, sleep=False))
        words, bodies = pack(world).words, world.bodies
        start = before = energy_of(bodies, 1)
        for _ in range(round(1.5 / h)):
            step.advance(1, words)
            now = energy_of(bodies, 1)
            assert now < before + 5e-3 * start  # lifted out where it has sunk in by a millimetre
            before = now
        assert abs(bodies.position[1, 2] - 0.5 * size[2]) < 2e-4
        np.testing.assert_allclose(bodies.velocity[1], 0.0, atol=1e-3)


@pytest.mark.parametrize("size", [(0.145, 0.0082, 0.0034), (0.43, 0.0024, 0.0012)])
def test_a_rod_that_spins_by_turns_in_a_step_gains_no_energy(make_world, size) -> None:
    prop = PropSpec(name="rod", shape=ShapeSpec(box=size, density=2700), at=(0, 0, 1))
    world = make_world([prop], terrain=[], physics=PhysicsSpec(**FREE))
    words, bodies = pack(world).words, world.bodies
    bodies.spin[1] = 650.0, 730.0, 460.0
    before = energy_of(bodies, 1)
    for _ in range(300):
        step.advance(1, words)
        now = energy_of(bodies, 1)
        assert now <= before * (1 + 1e-9)
        before = now


RODS = {
    "box": ShapeSpec(box=(0.002, 0.002, 2.0), mass=1.0, material="ice"),
    "capsule": ShapeSpec(capsule=Round(radius=0.001, length=1.998), mass=1.0, material="ice"),
    "cylinder": ShapeSpec(cylinder=Round(radius=0.001, length=2.0), mass=1.0, material="ice"),
}


@pytest.mark.parametrize("h", [0.005, 0.01, 0.02])
@pytest.mark.parametrize("kind", RODS)
def test_a_thin_rod_slides_down_a_wall_and_loses_no_time(make_world, kind, h) -> None:
    """Its ends leave wall and floor by h^2 w^2 r / 2 a step; where that was 0.05 mm they let go."""
    length, slope = 2.0, 0.3
    shape = RODS[kind]
    x, z = 0.5 * length * np.sin(slope) + 1e-3, 0.5 * length * np.cos(slope) + 1e-3
    wall = ShapeSpec(box=(1.0, 2.0, 3.0), material="ice")
    world = make_world(
        [PropSpec(name="rod", shape=shape, at=(x, 0, z), rpy=(0, -slope, 0)),
         PropSpec(name="wall", shape=wall, at=(-0.5, 0, 1.5), fixed=True)],
        terrain=[ShapeSpec(plane=True, material="ice")],
        physics=PhysicsSpec(step=h, sleep=False),
    )  # fmt: skip
    step.advance(round(0.6 / h), pack(world).words)
    bodies = world.bodies
    fallen = z - bodies.position[1, 2] + bodies.lead[1] * bodies.velocity[1, 2]
    angle, spin = slope, 0.0  # of a rod without thickness: w' = 3 g / 2 L sin(angle)
    for _ in range(6000):
        spin += 1e-4 * 1.5 * 9.81 / length * np.sin(angle)
        angle += 1e-4 * spin
    exact = 0.5 * length * (np.cos(slope) - np.cos(angle))
    assert fallen == pytest.approx(exact, rel=0.02)


@pytest.mark.parametrize(("long", "spin"), [(2.0, 5.0), (3.0, 4.0)])
def test_planks_that_tumble_on_each_other_lose_no_time(make_world, long, spin) -> None:
    """Their sides turn with them: seen from there they are apart, from outside hardly ever.

    They stood in the air for 18 and 8 % of the time.
    """
    board = ShapeSpec(box=(long, 0.3, 0.1))
    planks = [PropSpec(name=f"p{k}", shape=board, mass=5.0, at=(0, 0, k * 0.102)) for k in range(2)]
    world = make_world(planks, terrain=[], physics=PhysicsSpec(step=0.02, **FREE))
    world.bodies.spin[1:3, 1] = spin
    world.bodies.velocity[2, 0] = spin * 0.102  # as one piece
    packed, lost = pack(world), []
    for _ in range(40):
        step.advance(1, packed.words)
        lost.append(1.0 - world.bodies.share[1:3].mean())
    assert np.mean(lost) < 0.06


@pytest.mark.parametrize(("speed", "h"), [(20.0, 0.001), (20.0, 0.002), (40.0, 0.001)])
@pytest.mark.parametrize("aside", [0.033, 0.041, 0.057])
def test_what_strikes_a_rod_stops_with_it_where_that_would_leave_its_room(
    make_world, speed, h, aside
) -> None:
    """A blow on its edge spins the rod faster than was foreseen; the cube went 13 mm into it."""
    half, edge = np.array([1.0, 0.025, 0.025]), 0.05  # of the rod, the cube [m]
    rod = PropSpec(name="rod", shape=ShapeSpec(box=(2.0, 0.05, 0.05)), mass=1.0)
    cube = PropSpec(
        name="cube", shape=ShapeSpec(box=(0.1, 0.1, 0.1)), mass=10.0, at=(0.2, aside, 0.09)
    )
    world = make_world([rod, cube], terrain=[], physics=PhysicsSpec(step=h, **FREE))
    world.bodies.velocity[2, 2] = -speed
    words, struck = pack(world).words, False
    for _ in range(20):
        step.advance(1, words)
        assert find_depth(world, half, np.full(3, edge)) < 0.0036
        struck |= bool(world.bodies.spin[1, 0] != 0.0)
    assert struck


def find_depth(world, half_a, half_b) -> float:
    """Return how deep two boxes, bodies 1 and 2, are in each other: along each separating axis."""
    turns = [np.zeros((3, 3)), np.zeros((3, 3))]
    for k, turn in enumerate(turns):
        vector.matrix_of(world.bodies.orientation[1 + k], turn)
    a, b = turns
    axes = [*a.T, *b.T, *(np.cross(x, y) for x in a.T for y in b.T)]
    axes = np.array([axis / np.linalg.norm(axis) for axis in axes if np.linalg.norm(axis) > 1e-6])
    reach = np.abs(axes @ a) @ half_a + np.abs(axes @ b) @ half_b
    return float(
        (reach - np.abs(axes @ (world.bodies.position[2] - world.bodies.position[1]))).min()
    )
