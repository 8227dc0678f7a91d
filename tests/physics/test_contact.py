"""Bodies that rest, stack, slide, roll, bounce and are gripped, through the whole step."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.world import World, state_hash
from simulator.spec.models.robot import RobotSpec
from simulator.spec.models.scene import PropSpec, RobotPlacement
from simulator.spec.models.shape import HeightField, Round, ShapeSpec

G, H = 9.81, 0.01
LYING = (np.pi / 2, 0.0, 0.0)


def run(world: World, seconds: float) -> None:
    """Advance by whole steps of 10 ms."""
    step.advance(round(seconds / H), pack(world).words)


def box(size, **more) -> ShapeSpec:
    return ShapeSpec(box=size, **more)


def prop(shape: ShapeSpec, at, name="thing", **more) -> PropSpec:
    return PropSpec(name=name, shape=shape, at=at, **more)


REST = {
    "box": (box((0.4, 0.3, 0.2)), 0.1, (0, 0, 0)),
    "sphere": (ShapeSpec(sphere=0.1), 0.1, (0, 0, 0)),
    "cylinder on its end": (ShapeSpec(cylinder=Round(radius=0.1, length=0.3)), 0.15, (0, 0, 0)),
    "cylinder on its side": (ShapeSpec(cylinder=Round(radius=0.1, length=0.3)), 0.1, LYING),
    "capsule": (ShapeSpec(capsule=Round(radius=0.1, length=0.3)), 0.1, LYING),
}


@pytest.mark.parametrize("case", REST)
def test_what_lies_still_stays_where_it_is(make_world, case: str) -> None:
    shape, height, rpy = REST[case]
    world = make_world([prop(shape, (0, 0, height), rpy=rpy)])
    run(world, 5.0)
    np.testing.assert_allclose(world.bodies.position[1], (0, 0, height), atol=1e-7)
    assert np.abs(world.bodies.velocity[1]).max() < 1e-9


@pytest.mark.parametrize("rpy", [(0.3, 0.4, 0.2), (1.0, 0.1, 0.5), (0.0, 0.7, 0.0)])
def test_tumbling_box_comes_to_rest_on_a_face(make_world, rpy) -> None:
    world = make_world([prop(box((0.4, 0.3, 0.2)), (0, 0, 0.6), rpy=rpy)])
    run(world, 5.0)
    assert min(abs(world.bodies.position[1, 2] - h) for h in (0.1, 0.15, 0.2)) < 2e-4
    assert np.abs(world.bodies.velocity[1]).max() < 1e-6


def test_ten_boxes_stand_for_thirty_seconds(make_world) -> None:
    tower = [prop(box((0.2, 0.2, 0.2)), (0, 0, 0.1 + 0.2 * i), f"b{i}") for i in range(10)]
    world = make_world(tower)
    start = world.bodies.position.copy()
    run(world, 30.0)
    moved = world.bodies.position - start
    assert np.abs(moved[:, :2]).max() < 1e-4
    assert np.abs(moved[:, 2]).max() < 1e-3
    assert np.abs(world.bodies.velocity).max() < 1e-4


def test_overlapping_start_is_pushed_apart_without_a_jump(make_world) -> None:
    world = make_world([prop(box((0.2, 0.2, 0.2)), (0, 0, 0.05))])
    fastest = 0.0
    words = pack(world).words
    for _ in range(200):
        step.advance(1, words)
        fastest = max(fastest, np.abs(world.bodies.velocity[1]).max())
    assert world.bodies.position[1, 2] == pytest.approx(0.1, abs=2e-4)
    assert fastest < G * H + 1e-9  # split impulses give no speed


def on_slope(make_world, ratio: float) -> tuple[World, float]:
    """A rubber box on a slope whose tangent is `ratio` times the friction."""
    angle = np.arctan(0.8 * ratio)
    at = (0.1 * np.sin(angle), 0.0, 0.1 * np.cos(angle))
    return make_world(
        [prop(box((0.4, 0.4, 0.2), material="rubber"), at, rpy=(0, angle, 0))],
        terrain=[ShapeSpec(plane=True, material="rubber", rpy=(0, angle, 0))],
    ), angle


def test_below_the_friction_angle_a_box_sticks(make_world) -> None:
    world, _ = on_slope(make_world, 0.98)
    start = world.bodies.position[1].copy()
    run(world, 10.0)
    assert np.linalg.norm(world.bodies.position[1] - start) < 1e-7


def test_above_the_friction_angle_it_slides_as_coulomb_says(make_world) -> None:
    world, angle = on_slope(make_world, 1.2)
    run(world, 2.0)
    speed = G * (np.sin(angle) - 0.8 * np.cos(angle)) * 2.0
    assert np.linalg.norm(world.bodies.velocity[1]) == pytest.approx(speed, rel=1e-6)


def test_friction_has_no_preferred_direction(make_world) -> None:
    ways = []
    for angle in (0.0, 0.5, 1.0):
        world = make_world([prop(box((0.2, 0.2, 0.05), material="rubber"), (0, 0, 0.025))])
        world.bodies.velocity[1] = (2 * np.cos(angle), 2 * np.sin(angle), 0)
        run(world, 2.0)
        x, y, _ = world.bodies.position[1]
        assert np.arctan2(y, x) == pytest.approx(angle, abs=1e-3)
        ways.append(np.hypot(x, y))
    assert np.ptp(ways) < 1e-3 * ways[0]


def test_cylinder_rolls_down_a_slope_as_a_cylinder_does(make_world) -> None:
    shape, slope = REST["cylinder on its side"][0], ShapeSpec(plane=True, rpy=(0, 0.1, 0))
    thing = prop(shape, (0, 0, 0.1 / np.cos(0.1)), rpy=LYING)
    world = make_world([thing], terrain=[slope])
    run(world, 2.0)
    speed = 2.0 / 3.0 * G * np.sin(0.1) * 2.0
    assert np.linalg.norm(world.bodies.velocity[1]) == pytest.approx(speed, rel=1e-5)
    assert world.bodies.spin[1, 1] == pytest.approx(speed / 0.1, rel=1e-5)


def test_elastic_ball_keeps_its_energy_and_inelastic_one_stops(make_world) -> None:
    world = make_world([prop(ShapeSpec(sphere=0.1, material="bouncy"), (0, 0, 1.1))])
    tops, climbing = [], False
    words = pack(world).words
    for _ in range(1000):
        step.advance(1, words)
        speed = world.bodies.velocity[1, 2]
        if climbing and speed < 0.0:
            tops.append(world.bodies.position[1, 2])
        climbing = speed > 0.0
    assert len(tops) >= 8
    np.testing.assert_allclose(tops, 1.1, atol=4.5 * H)  # v h, the way of one step at the impact
    world = make_world([prop(ShapeSpec(sphere=0.1), (0, 0, 1.1))])
    run(world, 2.0)
    assert world.bodies.position[1, 2] == pytest.approx(0.1, abs=1e-6)
    assert abs(world.bodies.velocity[1, 2]) < 1e-9


def test_soft_contact_sinks_by_weight_over_stiffness(make_world) -> None:
    shape = box((0.2, 0.2, 0.2), material="soft", mass=10.0)
    world = make_world([prop(shape, (0, 0, 0.1))])
    run(world, 3.0)
    assert 0.1 - world.bodies.position[1, 2] == pytest.approx(10.0 * G / 2e4, rel=1e-6)


@pytest.mark.parametrize("speed", [20.0, 80.0])
def test_fast_ball_does_not_pass_a_thin_wall(make_world, speed: float) -> None:
    wall = prop(box((0.02, 2, 2)), (2, 0, 1), "wall", fixed=True)
    world = make_world([wall, prop(ShapeSpec(sphere=0.02), (0, 0, 1))])
    world.bodies.velocity[2] = (speed, 0.0, 0.0)
    run(world, 0.5)
    assert world.bodies.position[2, 0] < 1.99


def gripper(make_world, force: float, thing: ShapeSpec, mass: float) -> World:
    """Two jaws pushed together by `force` [N] each, a thing between them, nothing below."""
    jaw = {"shape": {"box": (0.04, 0.1, 0.1), "material": "rubber"}, "mass": 0.5}
    motor = {
        "stall_torque": force / 100, "no_load_speed": 100.0, "gear_ratio": 100.0,
        "rotor_inertia": 1e-5,
    }  # fmt: skip
    rail = {"type": "prismatic", "parent": "frame"}
    frame = {"fixed": True, "shape": {"box": (0.1, 0.1, 0.1)}}
    robot = RobotSpec.model_validate({
        "links": {"frame": frame, "left": jaw, "right": jaw},
        "joints": {
            "left": {**rail, "child": "left", "axis": (1, 0, 0), "at": (-0.12, 0, -0.5)},
            "right": {**rail, "child": "right", "axis": (-1, 0, 0), "at": (0.12, 0, -0.5)},
        },
        "motors": {side: {"joint": side, **motor} for side in ("left", "right")},
    })  # fmt: skip
    world = make_world(
        [prop(thing, (0, 0, 1), mass=mass)],
        robots=[RobotPlacement(file="r/r/robot.yaml", name="r", at=(0, 0, 1.5), spec=robot)],
    )
    world.motors.input[:] = 1.0
    return world


HELD = {
    "box": (box((0.2, 0.1, 0.1), material="rubber"), 5.0),
    "cylinder": (ShapeSpec(cylinder=Round(radius=0.1, length=0.2), material="rubber"), 10.0),
}


@pytest.mark.parametrize("margin", [1.1, 3.0])
@pytest.mark.parametrize("case", HELD)
def test_gripped_thing_does_not_creep_in_a_minute(make_world, case: str, margin: float) -> None:
    thing, mass = HELD[case]
    world = gripper(make_world, margin * mass * G / 2 / 0.8, thing, mass)
    world.bodies.inv_mass[4] = 0.0  # held still until the jaws have closed
    run(world, 1.0)
    world.bodies.inv_mass[4] = 1.0 / mass
    run(world, 1.0)
    start = world.bodies.position[4].copy()
    run(world, 60.0)
    assert np.linalg.norm(world.bodies.position[4] - start) < 1e-6


def test_grip_below_the_weight_lets_go(make_world) -> None:
    world = gripper(make_world, 0.9 * 5.0 * G / 2 / 0.8, HELD["box"][0], 5.0)
    run(world, 3.0)
    assert world.bodies.position[4, 2] < 0.9


FLAT = HeightField(size=(4, 4), heights=np.zeros((41, 41)).tolist())


def test_wheel_rolls_over_triangles_without_bumps(make_world) -> None:
    wheel = ShapeSpec(cylinder=Round(radius=0.1, length=0.12), material="rubber")
    world = make_world(
        [prop(wheel, (-1, 0.03, 0.1), rpy=LYING)], terrain=[ShapeSpec(height_field=FLAT)]
    )
    world.bodies.velocity[1], world.bodies.spin[1] = (1, 0, 0), (0, 10, 0)
    heights = []
    words = pack(world).words
    for _ in range(200):
        step.advance(1, words)
        heights.append(world.bodies.position[1, 2])
    assert np.ptp(heights) < 1e-6
    assert world.bodies.position[1, 0] == pytest.approx(1.0, abs=1e-5)


def test_boxes_rest_on_rough_terrain(make_world) -> None:
    x = np.arange(41)
    heights = 0.05 * np.sin(0.5 * x)[:, None] * np.cos(0.4 * x)[None, :]
    field = HeightField(size=(4, 4), heights=heights.tolist())
    things = [prop(box((0.3, 0.2, 0.2)), (0.4 * i - 0.8, 0.1 * i, 0.4), f"b{i}") for i in range(4)]
    world = make_world(things, terrain=[ShapeSpec(height_field=field)])
    run(world, 6.0)
    assert np.abs(world.bodies.velocity[1:]).max() < 1e-2
    assert world.bodies.position[1:, 2].min() > 0.0
    used = world.contacts.used[0]
    assert world.contacts.separation[:used].min() > -1e-3


def test_same_start_gives_the_same_bits(make_world) -> None:
    def fall() -> str:
        cube = box((0.2, 0.2, 0.2))
        places = [(0.02 * i, 0.01 * i, 0.2 + 0.25 * i) for i in range(6)]
        world = make_world([
            prop(cube, at, f"b{i}", rpy=(0.1 * i, 0.2, 0)) for i, at in enumerate(places)
        ])  # fmt: skip
        run(world, 3.0)
        return state_hash(world)

    assert fall() == fall()


def test_a_lost_body_neither_crashes_nor_spoils_the_others(make_world) -> None:
    wheel = ShapeSpec(cylinder=Round(radius=0.1, length=0.12))
    shapes = [box((0.2, 0.2, 0.2)), wheel, ShapeSpec(sphere=0.1), box((1, 1, 1))]
    things = [prop(shape, (0.5 * i, 0, 0.3), f"b{i}") for i, shape in enumerate(shapes)]
    world = make_world(things, terrain=[ShapeSpec(height_field=FLAT)])
    world.bodies.position[1] = np.nan
    run(world, 0.1)
    world = make_world(things)
    world.bodies.position[1], world.bodies.velocity[1] = 1e12, 1e12
    run(world, 0.1)
    assert np.isfinite(world.bodies.position[2:]).all()


def test_points_beyond_the_capacity_are_counted_not_written(make_world) -> None:
    from simulator.spec.models.scene import PhysicsSpec

    things = [prop(box((0.2, 0.2, 0.2)), (0.3 * i, 0, 0.1), f"b{i}") for i in range(10)]
    world = make_world(things, physics=PhysicsSpec(max_contacts=16))
    run(world, 0.01)
    assert (world.contacts.used[0], world.contacts.lost[0]) == (16, 24)
