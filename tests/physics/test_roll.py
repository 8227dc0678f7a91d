"""Rolling and twisting friction against closed forms of a solid ball."""

import numpy as np
import pytest
import trimesh

from simulator.physics import build
from simulator.physics.contacts.roll import forget, make_rolls
from simulator.physics.qualification import case
from simulator.spec.models.robot import JointSpec, LinkSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec

RADIUS, ROLLING, TWISTING, G = 0.1, 0.002, 0.001, 9.81
MATERIALS = {
    "firm": MaterialSpec(friction=1.0),
    "soft": MaterialSpec(friction=1.0, rolling=ROLLING, twisting=TWISTING),
}
BALL = ShapeSpec(sphere=RADIUS, mass=2.0, material="soft")


def make(gravity=(0.0, 0.0, -G), robots=(), props=None, iterations=60):
    ball = PropSpec(name="ball", at=(0, 0, RADIUS), shape=BALL)
    return build.build_world(
        SceneSpec(
            props=[ball] if props is None else props, robots=list(robots), materials=MATERIALS,
            terrain=[ShapeSpec(plane=True, material="firm")],
            physics=PhysicsSpec(gravity=gravity, iterations=iterations, sleep=False),
        )
    )  # fmt: skip


def roll(world, row, speed):
    world.bodies.velocity[row, 0] = speed
    world.bodies.spin[row, 1] = speed / RADIUS


def test_a_rolling_ball_slows_down_and_stays():
    world = make()
    roll(world, -1, 0.5)
    case.advance(world, 2.0)
    slowing = 5.0 / 7.0 * G * ROLLING / RADIUS
    assert world.bodies.velocity[-1, 0] == pytest.approx(0.5 - 2.0 * slowing, rel=1e-6)
    case.advance(world, 2.0)
    assert np.abs(world.bodies.velocity[-1]).max() < 1e-6
    assert np.abs(world.bodies.spin[-1]).max() < 1e-5


def test_a_spinning_ball_slows_down_about_the_normal():
    world = make()
    world.bodies.spin[-1, 2] = 5.0
    case.advance(world, 1.0)
    slowing = TWISTING * G / (0.4 * RADIUS * RADIUS)
    assert world.bodies.spin[-1, 2] == pytest.approx(5.0 - slowing, rel=1e-6)
    case.advance(world, 2.0)
    assert np.abs(world.bodies.spin[-1]).max() < 1e-5


@pytest.mark.parametrize("slope", [0.018, 0.022])
def test_a_slope_is_too_gentle_or_steep_enough_to_roll_down(slope):
    angle = np.arctan(slope)
    world = make(gravity=(G * np.sin(angle), 0.0, -G * np.cos(angle)))
    case.advance(world, 2.0)
    way = 5.0 / 7.0 * G * (np.sin(angle) - ROLLING / RADIUS * np.cos(angle)) * 2.0
    assert world.bodies.velocity[-1, 0] == pytest.approx(max(way, 0.0), abs=1e-5)


def test_the_ball_of_a_robot_feels_its_whole_weight():
    links = {
        "ball": LinkSpec(shape=BALL),
        "core": LinkSpec(mass=1.0, inertia=(1e-3, 1e-3, 1e-3, 0, 0, 0)),
    }
    joints = {"pin": JointSpec(type="revolute", parent="ball", child="core", axis=(0, 1, 0))}
    placed = RobotPlacement(
        file="roller/robot.yaml", at=(0, 0, RADIUS), spec=RobotSpec(links=links, joints=joints)
    )
    world = make(robots=[placed], props=[])
    ball, core = 1, 2  # after the ground
    roll(world, ball, 0.5)
    world.bodies.velocity[core, 0] = 0.5
    case.advance(world, 1.0)
    inertia = 0.4 * 2.0 * RADIUS**2
    slowing = ROLLING * 3.0 * G * RADIUS / (inertia + 3.0 * RADIUS**2)
    assert world.bodies.velocity[ball, 0] == pytest.approx(0.5 - slowing, rel=1e-5)


@pytest.mark.parametrize(
    ("kind", "count", "top"), [("box", 10, 10.0), ("can", 10, 10.0), ("box", 20, 1.0)]
)
def test_a_stack_of_what_may_roll_stands(kind, count, top):
    """Cans stand on their flat ends; in a pile on its side each of them would roll."""
    shapes = {"box": {"box": (0.2, 0.2, 0.2)}, "can": {"cylinder": {"radius": 0.1, "length": 0.2}}}
    things = [
        PropSpec(
            name=f"thing{i}", at=(0, 0, 0.2 * i + 0.1), material="soft",
            shape=ShapeSpec.model_validate(shapes[kind] | {"mass": top if i == count - 1 else 1.0}),
        )
        for i in range(count)
    ]  # fmt: skip
    world = make(props=things)
    start = world.bodies.position.copy()
    case.advance(world, 5.0)
    assert np.abs(world.bodies.position - start).max() < 1e-5


@pytest.mark.parametrize("shape", [{"box": (6, 2, 0.1)}, {"mesh": "tiles"}])
def test_a_can_on_its_side_is_slowed_down_on_every_ground(shape, tmp_path):
    if "mesh" in shape:
        corners = [(x, y, 0.05) for x in np.linspace(-3, 3, 61) for y in (-1, 0, 1)]
        cells = [3 * i + k for i in range(60) for k in range(2)]
        faces = [f for c in cells for f in ((c, c + 3, c + 4), (c, c + 4, c + 1))]
        trimesh.Trimesh(corners, faces).export(tmp_path / "tiles.stl")
        shape = {"mesh": str(tmp_path / "tiles.stl")}
    ground = PropSpec(name="ground_", fixed=True, material="firm",
                      shape=ShapeSpec.model_validate(shape))  # fmt: skip
    can = ShapeSpec.model_validate({"cylinder": {"radius": RADIUS, "length": 0.3}, "mass": 2.0})
    rolls = PropSpec(name="can", at=(-1, 0, 0.05 + RADIUS), rpy=(np.pi / 2, 0, 0), shape=can,
                     material="soft")  # fmt: skip
    world = make(props=[ground, rolls])
    roll(world, -1, 1.0)
    case.advance(world, 1.5)
    slowing = 2.0 / 3.0 * G * ROLLING / RADIUS
    assert world.bodies.velocity[-1, 0] == pytest.approx(1.0 - 1.5 * slowing, rel=1e-4)


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("iterations", [5, 8, 60])
def test_balls_that_fall_straight_on_each_other_stay_numbers(count, iterations):
    balls = [
        PropSpec(name=f"ball{i}", at=(0, 0, RADIUS + 0.05 + 0.32 * i), shape=BALL)
        for i in range(count)
    ]
    world = make(props=balls, iterations=iterations)
    case.advance(world, 1.5)
    assert np.isfinite(world.bodies.position).all()
    assert np.abs(world.bodies.velocity).max() < 5.0


def test_a_torque_that_is_no_number_is_forgotten() -> None:
    """It is carried to the next step: nothing times a share of it is still no number."""
    rolls = make_rolls(2, True)
    rolls.torque[:] = np.nan
    forget(rolls, 0)
    assert not rolls.torque[0].any() and np.isnan(rolls.torque[1]).all()
