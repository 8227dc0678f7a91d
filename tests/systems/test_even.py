"""What spins, or slides and spins, on a face is held as an even pressure would hold it."""

import numpy as np
import pytest
import trimesh

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import MaterialSpec, Round, ShapeSpec

FRICTION, G, HIGH = 0.4, 9.81, 0.05
FEET = [(x, y) for x in (-0.14, 0.14) for y in (-0.14, 0.14)]
LYING = (0.0, np.pi / 2, 0.0)
THINGS = {
    "box": [ShapeSpec(box=(0.2, 0.2, 0.1), mass=1.0)],
    "plank": [ShapeSpec(box=(0.6, 0.1, 0.1), mass=1.0)],
    "disc": [ShapeSpec(cylinder=Round(radius=0.1, length=0.1), mass=1.0)],
    "rod": [ShapeSpec(cylinder=Round(radius=0.05, length=0.3), mass=1.0, rpy=LYING)],
    "legs": [ShapeSpec(box=(0.02, 0.02, 0.1), mass=0.25, at=(x, y, 0.0)) for x, y in FEET],
    "leaden": [
        ShapeSpec(box=(0.2, 0.2, 0.1), mass=0.2),
        ShapeSpec(box=(0.02, 0.02, 0.02), mass=0.8, at=(0.0, 0.06, -0.04)),
    ],
}


def spread(wide: float, long: float, x: float = 0.0, y: float = 0.0):
    """Return bits (n, 2) of a face of that size [m]."""
    side = (np.arange(40) + 0.5) / 40.0 - 0.5
    return np.stack(np.meshgrid(x + wide * side, y + long * side), axis=-1).reshape(-1, 2)


BITS = {
    "box": spread(0.2, 0.2),
    "plank": spread(0.6, 0.1),
    "disc": np.array([at for at in spread(0.2, 0.2) if np.hypot(*at) < 0.1]),
    "rod": spread(0.3, 0.0),
    "legs": np.concatenate([spread(0.02, 0.02, *at) for at in FEET]),
}


def put(kind: str, speed: float, spin: float):
    """Return a world with a thing on the ground that slides and spins, its words and row."""
    ground = ShapeSpec(box=(9.0, 9.0, 1.0))
    floor = PropSpec(name="floor", shape=ground, fixed=True, at=(0.0, 0.0, -0.5), material="g")
    thing = PropSpec(name="thing", shapes=THINGS[kind], at=(0.0, 0.0, HIGH), material="g")
    world, words = rest(floor, thing)
    world.bodies.velocity[2], world.bodies.spin[2] = (speed, 0.0, 0.0), (0.0, 0.0, spin)
    return world, words, 2


def rest(*props: PropSpec):
    """Return a world with things at rest, in rows from 1 on, and its words."""
    scene = SceneSpec(
        props=list(props), terrain=[], materials={"g": MaterialSpec(friction=FRICTION)},
        physics=PhysicsSpec(step=0.005, sleep=False),
    )  # fmt: skip
    world = build_world(scene)
    words = pack(world).words
    step.advance(20, words)
    return world, words


@pytest.mark.parametrize("kind", BITS)
def test_what_spins_slows_down_as_its_face_has_it(kind: str) -> None:
    """With friction at their corners, box, plank and rod stopped in little more than half the time.

    A face's share is that of a square: of a plank it is 6 % too much. Legs stand on their outer
    corners, which is 7 % too much.
    """
    world, words, row = put(kind, 0.0, 6.0)
    step.advance(6, words)
    slowing = (6.0 - world.bodies.spin[row, 2]) / 0.03
    moved = world.bodies.inv_mass[row] / world.bodies.inv_inertia[row, 2, 2]
    lever = slowing * moved / (FRICTION * G)
    off = {"plank": 0.07, "legs": 0.08}.get(kind, 0.01)
    assert lever == pytest.approx(np.hypot(*BITS[kind].T).mean(), rel=off)
    assert kind == "legs" or np.abs(world.bodies.velocity[row]).max() < 1e-6


@pytest.mark.parametrize("kind", ["box", "disc"])
@pytest.mark.parametrize(("speed", "spin"), [(1.0, 3.0), (0.5, 10.0)])
def test_what_slides_and_spins_keeps_turning(kind: str, speed: float, spin: float) -> None:
    """What slides fast hardly resists turning: it lost up to twice the spin that it should."""
    world, words, row = put(kind, speed, spin)
    step.advance(20, words)
    inertia = world.bodies.inv_mass[row] / world.bodies.inv_inertia[row, 2, 2]
    bits, v, w, angle = BITS[kind], np.array([speed, 0.0]), spin, 0.0
    for _ in range(400):
        c, s = np.cos(angle), np.sin(angle)
        arms = bits @ np.array([[c, s], [-s, c]])
        ways = v + w * np.stack([-arms[:, 1], arms[:, 0]], axis=1)
        force = -FRICTION * G * ways / np.linalg.norm(ways, axis=1)[:, None] / len(bits)
        v = v + 2.5e-4 * force.sum(axis=0)
        w += 2.5e-4 * (arms[:, 0] * force[:, 1] - arms[:, 1] * force[:, 0]).sum() / inertia
        angle += 2.5e-4 * w
    assert speed - world.bodies.velocity[row, 0] == pytest.approx(speed - v[0], rel=0.3)
    assert spin - world.bodies.spin[row, 2] == pytest.approx(spin - w, rel=0.2)


def test_what_is_heavier_on_one_side_slides_straight_on() -> None:
    """Its friction is where it presses, under its centre of mass."""
    world, words, row = put("leaden", 1.0, 0.0)
    step.advance(50, words)
    assert world.bodies.velocity[row, 0] < 0.1
    assert abs(world.bodies.spin[row, 2]) < 0.01
    assert abs(world.bodies.position[row, 1] - 0.048) < 1e-3


def test_a_ball_in_a_groove_of_a_mesh_is_held_at_both_its_sides(tmp_path) -> None:
    """They are no face: with friction halfway to their middle it lost half of that spin."""
    sides = [trimesh.creation.box((1.0, 0.4, 0.1)) for _ in range(2)]
    for side, sign in zip(sides, (1.0, -1.0), strict=True):
        side.apply_translation((0.0, 0.2 * sign, -0.05))
        turn = trimesh.transformations.rotation_matrix(sign * np.pi / 4, (1.0, 0.0, 0.0))
        side.apply_transform(turn)
    trimesh.util.concatenate(sides).export(tmp_path / "groove.stl")
    groove = ShapeSpec(mesh=str(tmp_path / "groove.stl"))
    world, words = rest(
        PropSpec(name="groove", shape=groove, fixed=True, material="g"),
        PropSpec(
            name="ball", shape=ShapeSpec(sphere=0.05, mass=1.0), material="g",
            at=(0.0, 0.0, 0.05 * np.sqrt(2.0)),
        ),
    )  # fmt: skip
    world.bodies.spin[2] = (0.0, 0.0, 30.0)
    step.advance(6, words)
    lost = FRICTION * G * 0.05 * world.bodies.inv_inertia[2, 2, 2] * 0.03
    assert 30.0 - world.bodies.spin[2, 2] == pytest.approx(lost, rel=1e-3)


def test_friction_stays_on_the_faces_of_what_is_pressed_between_two() -> None:
    """One normal leads through all three of them, but those are no faces that it stands on."""
    lid, thing = ShapeSpec(box=(0.1, 0.1, 0.1), mass=5.0), ShapeSpec(box=(0.6, 0.2, 0.1), mass=1.0)
    table = ShapeSpec(box=(9.0, 9.0, 1.0))
    world, words = rest(
        PropSpec(name="lid", shape=lid, at=(0.2, 0.0, 0.15), material="g"),
        PropSpec(name="thing", shape=thing, at=(0.0, 0.0, HIGH), material="g"),
        PropSpec(name="table", shape=table, fixed=True, at=(0.0, 0.0, -0.5), material="g"),
    )
    world.bodies.velocity[1:3] = 1.0, 0.0, 0.0
    contacts, first = world.contacts, []
    for _ in range(8):
        step.advance(1, words)
        rub, normal = contacts.rows.rub[:8], contacts.normal[:8]
        assert contacts.used[0] == 8 and np.abs(rub[:, 2]).max() < 1e-4
        first.append((normal == normal[0]).all())
    assert any(first)
