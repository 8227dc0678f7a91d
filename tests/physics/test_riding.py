"""Who rides with a link: what moves along beside it, or is pushed along by it."""

import numpy as np
import pytest

from simulator.physics import build
from simulator.physics.continuous import riding
from simulator.spec.models.robot import JointSpec, LinkSpec, RobotSpec
from simulator.spec.models.scene import PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import Round, ShapeSpec

STEP = 0.01
CUBE = ShapeSpec(box=(0.02, 0.02, 0.02), mass=0.1)
TRAY = ShapeSpec(box=(1, 1, 0.02))


def build_tray(speeds, shape=TRAY):
    """Return a tray that slides and turns, and cubes that move at these speeds along x [m/s]."""
    links = {
        "base": LinkSpec(fixed=True, shape=ShapeSpec(box=(0.01, 0.01, 0.01), at=(0, 0, -3))),
        "tray": LinkSpec(mass=1.0, shape=shape),
    }
    joint = JointSpec(type="prismatic", parent="base", child="tray", axis=(1, 0, 0))
    robot = RobotSpec(links=links, joints={"slide": joint})
    props = [
        PropSpec(name=f"p{k}", shape=CUBE, at=(0.1 * k, 0, 0.02 * k)) for k in range(len(speeds))
    ]
    scene = SceneSpec(
        robots=[RobotPlacement(file="robot/robot.yaml", name="robot", spec=robot)],
        props=props, terrain=[],
    )  # fmt: skip
    world, names = build.build_world(scene), build.find_names(scene).bodies
    rows = [names[f"p{k}"] for k in range(len(speeds))]
    world.bodies.velocity[rows, 0] = speeds
    tray = names["robot.tray"]
    world.bodies.velocity[tray], world.bodies.spin[tray] = (3.0, 0, 0), (0, 0, 0.5)
    return world, rows, tray


def list_pairs(world, *bodies):
    """List these pairs of bodies, each of one shape."""
    for k, (a, b) in enumerate(bodies):
        shapes = [int(np.flatnonzero(world.shapes.body == body)[0]) for body in (a, b)]
        world.pairs.shape_a[k], world.pairs.shape_b[k] = sorted(shapes)
    world.pairs.used[0] = len(bodies)


def find(world):
    riding.begin(
        world.bodies, world.shapes, world.pairs, world.contacts, world.islands.of_body, STEP
    )
    return world.bodies.ride


def test_riders_have_the_speed_of_what_carries_them_where_they_are():
    world, (first, second, slow, against, alone), tray = build_tray([2.5, 3.2, 1.0, -3.0, 3.0])
    list_pairs(world, (tray, first), (first, second), (tray, slow), (tray, against))
    ride = find(world)
    for row in (first, second):  # the second one rides on the first
        arm = world.bodies.position[row] - world.bodies.position[tray]
        np.testing.assert_allclose(ride[row], np.add((3, 0, 0), np.cross((0, 0, 0.5), arm)))
    assert not ride[[slow, against, alone, tray]].any()


def test_nothing_slow_rides():
    world, (one, other), tray = build_tray([0.5, 0.4])
    world.bodies.velocity[tray] = 0.5, 0, 0
    list_pairs(world, (tray, one), (one, other))
    assert not find(world).any()
    world.bodies.spin[one] = 0, 0, 40.0  # its corners get further than it is thick
    assert find(world)[one, 0] == 0.5


@pytest.mark.parametrize("flipped", [False, True])
def test_what_a_link_pushes_along_rides_however_it_slides(flipped):
    world, (pushed, ahead), tray = build_tray([2.6, 8.0])
    world.bodies.velocity[pushed, 1] = 2.5  # its speed against the tray is most of its own
    list_pairs(world, (tray, pushed), (tray, ahead))
    assert not find(world).any()
    contacts, sign = world.contacts, -1.0 if flipped else 1.0
    for k, body in enumerate((pushed, ahead)):
        contacts.body_a[k], contacts.body_b[k] = (body, tray) if flipped else (tray, body)
        contacts.normal[k], contacts.impulse[k, 0] = (sign, 0, 0), 1.0
        contacts.position[k] = world.bodies.position[tray] + [0.2, 0.2, 0.0]
    contacts.used[0] = 2
    ride = find(world)
    np.testing.assert_allclose(ride[pushed], (2.9, 0, 0))  # as the tray comes along the normal
    assert not ride[ahead].any()  # that a blow has sent off
    contacts.normal[0] = -sign, 0, 0  # the tray goes away from it
    assert not find(world).any()


def test_who_is_stopped_goes_on_with_what_it_met():
    world, (rider, other, third), tray = build_tray([3.0, 8.0, 9.0])
    list_pairs(world, (tray, rider))
    ride = find(world).copy()
    follow(world, rider, other)
    np.testing.assert_array_equal(world.bodies.ride, ride)  # it has its own already
    follow(world, other, rider)
    np.testing.assert_array_equal(world.bodies.ride[other], ride[rider])
    follow(world, third, tray)
    assert world.bodies.ride[third, 0] == 3.0


@pytest.mark.parametrize(
    "shape",
    [ShapeSpec(sphere=0.1), ShapeSpec(cylinder=Round(radius=0.1, length=0.1)),
     ShapeSpec(capsule=Round(radius=0.1, length=0.1))],
)  # fmt: skip
def test_a_wheel_carries_as_its_axle_moves(shape):
    """What a fast car's wheel stopped was taken round with it, by 9 cm into the ground."""
    world, (part,), wheel = build_tray([3.0], shape)
    world.bodies.position[part] = world.bodies.position[wheel] + [0.3, 0, 0.02]
    world.bodies.spin[wheel] = 0, 4.0, 40.0  # it rolls about z; its axle tilts, as an arm swings
    list_pairs(world, (wheel, part))
    find(world)
    along = 0.0 if shape.sphere else 0.02 * 4.0  # as fast as the axle is beside the part
    np.testing.assert_allclose(world.bodies.ride[part], (3.0 + along, 0, 0))
    riding.leave(world.bodies)
    follow(world, part, wheel)
    np.testing.assert_allclose(world.bodies.ride[part], (3.0 + along, 0, 0))


def follow(world, body, other):
    """Let a body go on with another one, each of one shape, that has stopped it."""
    shape = int(np.flatnonzero(world.shapes.body == other)[0])
    riding.follow(body, shape, world.bodies, world.shapes, world.islands.of_body)
