"""Far from what robots do: seven decades of mass, long steps, overlaps, needles; all hold."""

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from simulator.physics.bodies import integrate
from simulator.physics.qualification import case
from simulator.spec.models.scene import PropSpec
from simulator.spec.models.shape import Round, ShapeSpec
from tests.bench.e_own import Sim
from tests.peers import measure, parts, scenes
from tests.peers.geometry import box_depths, energy

STEPS = (0.001, 0.005, 0.01, 0.02)


def run_of(scene, dt):
    return measure.Run(lambda scene: Sim(scene, dt), scene, dt)


def watch_energy(run, seconds):
    """Run on; return the largest rise of the energy over its start [J], and the last state."""
    start, rises = energy(run.scene, *run.look()), []

    def watch(*state):
        # a cube of 5 mm that is hit at 5 m/s turns by 1000 rad/s: spins are judged by their energy
        assert measure.is_sound(*state[:3])
        assert np.isfinite(state[3]).all()
        rises.append(energy(run.scene, *state) - start)

    run.go(seconds, 0.02, watch)
    return max(rises), run.look()


@pytest.mark.parametrize("dt", STEPS)
def test_masses_from_a_gram_to_ten_tonnes_fall_together(dt):
    random, bodies, height = np.random.default_rng(3), [parts.ground()], 0.05
    for k, mass in enumerate(10.0 ** np.tile(np.arange(-3, 5), 2)):
        half = 0.5 * (mass / 8000) ** (1 / 3)
        quat = random.normal(size=4)
        at = (*random.uniform(-0.3, 0.3, 2), height + 2 * half)
        height += 4 * half
        bodies.append(parts.box(f"b{k}", at, (half,) * 3, mass=mass, quat=quat))
    run = run_of(parts.scene(bodies), dt)
    whole = sum(body["mass"] * 9.81 * body["pos"][2] for body in bodies)
    rise, (position, *_) = watch_energy(run, 3.0)
    assert rise < 0.01 * whole
    assert position[:, 2].min() > -0.01


@pytest.mark.parametrize("dt", STEPS)
@pytest.mark.parametrize("mu", [0.0, 0.1, 0.5, 1.0, 2.0])
def test_a_box_slides_as_far_as_friction_lets_it(dt, mu):
    speed, seconds = 2.0, 3.0
    scene = parts.scene(
        [parts.ground(mu), parts.box("box", (0, 0, 0.03), (0.1, 0.1, 0.03), mu=mu)],
        v0={1: (speed, 0, 0, 0, 0, 0)},
    )
    run = run_of(scene, dt)
    run.go(seconds)
    position, _, velocity, _ = run.look()
    stop = speed**2 / (2 * mu * 9.81) if mu * 9.81 * seconds > speed else None
    if stop is None:
        left = speed - mu * 9.81 * seconds
        assert velocity[1, 0] == pytest.approx(left, abs=1e-6)
        assert position[1, 0] == pytest.approx(0.5 * (speed + left) * seconds, rel=2e-3)
    else:
        assert abs(velocity[1, 0]) < 1e-6
        assert position[1, 0] == pytest.approx(stop, rel=0.01, abs=dt * 0.01)


@pytest.mark.parametrize("dt", STEPS)
def test_boxes_in_one_place_move_apart_without_speed(dt):
    random, bodies, half = np.random.default_rng(5), [parts.ground()], (0.1, 0.08, 0.06)
    for k in range(6):
        at = (0, 0, 0.3) if k < 2 else (*random.uniform(-0.05, 0.05, 2), 0.3)
        bodies.append(parts.box(f"b{k}", at, half, quat=random.normal(size=4)))
    run, fastest = run_of(parts.scene(bodies), dt), []
    run.go(4.0, 0.02, lambda *state: fastest.append(np.abs(state[2]).max()))
    position, quaternion, velocity, _ = run.look()
    assert measure.is_sound(position, velocity)
    assert max(fastest) < 4.0  # a fall from 0.8 m
    depth = box_depths(position[1:], quaternion[1:], np.tile(half, (6, 1)))
    assert depth.max() < 2e-3


THIN = {
    "plate": (0.3, 0.2, 1e-5), "needle": (0.4, 1e-4, 1e-4), "crumb": (1e-4, 1e-4, 1e-4),
    "wedge": None,
}  # fmt: skip


@pytest.mark.parametrize("name", THIN)
def test_degenerate_hulls_come_to_rest_on_the_ground(name, tmp_path):
    if THIN[name] is None:
        corners = np.array([[0, 0, 0], [0.3, 0, 0], [0, 0.3, 0], [0.1, 0.1, 1e-4]])
    else:
        signs = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, -1).T
        corners = 0.5 * signs * np.array(THIN[name])
    path = tmp_path / "hull.obj"
    faces = [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in ConvexHull(corners).simplices]
    path.write_text("\n".join([*(f"v {x!r} {y!r} {z!r}" for x, y, z in corners.tolist()), *faces]))
    prop = PropSpec(
        name="thin", shape=ShapeSpec(hull=str(path), mass=0.1), at=(0, 0, 0.1), rpy=(0.4, 0.3, 0.2)
    )
    world = case.build_props([prop], [ShapeSpec(plane=True)])
    case.advance(world, 3.0)
    assert integrate.find_diverged(world.bodies) == -1
    assert np.isfinite(world.bodies.position).all()
    assert -1e-3 < world.bodies.position[1, 2] < 0.05
    assert np.abs(world.bodies.velocity[1]).max() < 0.05


def test_a_needle_that_spins_as_it_is_struck_keeps_its_energy():
    """Turned back to the moment of a blow it had the root of less than nothing for a spin."""
    needle = PropSpec(
        name="needle", shape=ShapeSpec(capsule=Round(radius=5e-4, length=1.6), mass=600.0)
    )
    world = case.build_props([needle], [])
    bodies, random = world.bodies, np.random.default_rng(1)
    one = np.array([1], np.int32)
    for _ in range(20):
        bodies.spin[1] = 5.0, 0.0, 1000.0  # along z, the needle's own axis
        bodies.orientation[1] = 1.0, 0.0, 0.0, 0.0
        bodies.late[1], bodies.pseudo_spin[1] = 0.3, random.normal(size=3) * 100
        before = bodies.spin[1] @ bodies.inertia[1] @ bodies.spin[1]
        gravity = world.settings.gravity
        integrate.poses(one, 0, 1, bodies, world.islands, gravity, world.settings.step)
        inverse, spin = bodies.inv_inertia[1], bodies.spin[1]
        assert spin @ np.linalg.solve(inverse, spin) == pytest.approx(before, rel=0.01)


CUBE = np.array(np.meshgrid([0.0, 0.2], [0.0, 0.2], [0.0, 0.2])).reshape(3, -1).T
DEGENERATE = {
    "line": (np.array([[0, 0, 0], [0.1, 0, 0], [0.2, 0, 0.0]]), [[0, 1, 2]]),
    "point": (np.zeros((3, 3)), [[0, 1, 2]]),
    "triangle": (np.array([[0, 0, 0], [0.2, 0, 0], [0, 0.2, 0.0]]), [[0, 1, 2]]),
    "both sides": (np.array([[0, 0, 0], [0.2, 0, 0], [0, 0.2, 0.0]]), [[0, 1, 2], [0, 2, 1]]),
    "flattened": (CUBE * [1, 1, 0], ConvexHull(CUBE).simplices),
    "twice": (np.concatenate([CUBE, CUBE, [[0.1, 0.1, 0.1]] * 5]), ConvexHull(CUBE).simplices),
}


def write_mesh(path, corners, faces):
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in np.asarray(corners, float).tolist()]
    path.write_text("\n".join([*lines, *(f"f {a + 1} {b + 1} {c + 1}" for a, b, c in faces)]))


@pytest.mark.parametrize("kind", ["mesh", "hull"])
@pytest.mark.parametrize("name", DEGENERATE)
def test_meshes_without_volume_fall_and_rest(name, kind, tmp_path):
    path = tmp_path / "thing.obj"
    write_mesh(path, *DEGENERATE[name])
    things = [
        PropSpec(
            name=f"thing{k}", shape=ShapeSpec.model_validate({kind: str(path), "mass": 0.1}),
            at=(0.01 * k, 0, 0.1 + 0.001 * k), rpy=(0.4, 0.3, 0.2),
        )
        for k in range(3)
    ]  # fmt: skip
    world = case.build_props(things, [ShapeSpec(plane=True)])
    ways = []  # they begin inside each other
    case.advance(world, 3.0, lambda _: ways.append(float(np.abs(world.bodies.position).max())))
    assert np.isfinite(world.bodies.position).all()
    assert max(ways) < 0.6
    assert np.abs(world.bodies.velocity[1:]).max() < 0.1


@pytest.mark.parametrize("name", DEGENERATE)
def test_things_fall_on_meshes_without_volume_that_stand_still(name, tmp_path):
    path = tmp_path / "ground.obj"
    write_mesh(path, *DEGENERATE[name])
    ball = PropSpec(name="ball", shape=ShapeSpec(sphere=0.05), at=(0.05, 0.02, 0.3))
    ground = [ShapeSpec(mesh=str(path)), ShapeSpec(plane=True, at=(0, 0, -0.2))]
    world = case.build_props([ball], ground)
    case.advance(world, 1.0)
    assert np.isfinite(world.bodies.position).all()
    assert -0.2 < world.bodies.position[1, 2] < 0.3


@pytest.mark.parametrize("dt", STEPS)
@pytest.mark.parametrize("ratio", [0.001, 1.0, 1000.0])
def test_a_chain_let_go_level_stays_whole(dt, ratio):
    found = measure.chain(lambda scene: Sim(scene, dt), dt, seconds=4.0, n=10, ratio=ratio)
    assert found["sound"]
    assert found["gap"] < 1e-3
    reference = (ratio + 5.0) / ratio  # the links' own weight counts where the bob is light
    assert found["rise"] < 0.01 * reference


def test_a_tracked_robot_is_whole_at_every_step():
    for dt in (0.005, 0.01):
        found = measure.tracked(lambda scene, dt=dt: Sim(scene, dt), dt, seconds=1.5)
        assert found["sound"]
        assert found["gap"] < 1e-3


def test_scenes_of_the_bench_have_variations():
    assert len(scenes.pile(30, seed=1)["bodies"]) == 31
    heavy = scenes.stack(5, heavy_top=10.0)["bodies"]
    assert heavy[-1]["mass"] == pytest.approx(10 * heavy[1]["mass"])
    assert len(scenes.arms(3)["joints"]) == 18
