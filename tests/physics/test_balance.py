"""How a robot stands: closed forms for boxes on feet, carts and slides, and Newton's law."""

import math

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import build, step
from simulator.physics.sensing import balance
from simulator.spec.models.robot import RobotSpec
from simulator.spec.models.scene import SceneSpec

G = 9.81
FOOT = {"box": [0.2, 0.1, 0.02], "at": [0, 0, 0.01]}


def scene_of(robot, props=(), at=(0, 0, 0), **rest):
    spec = SceneSpec.model_validate({
        "robots": [{"file": "robots/r/robot.yaml", "at": list(at)}], "props": list(props), **rest,
    })  # fmt: skip
    placed = spec.robots[0].model_copy(update={"spec": RobotSpec.model_validate(robot)})
    return spec.model_copy(update={"robots": [placed]})


class Stand:
    """A robot with feet in its world."""

    def __init__(self, robot, **rest):
        scene = scene_of(robot, **rest)
        self.world = build.build_world(scene)
        self.rows = build.find_names(scene).bodies

    def step(self, count=1):
        step.advance(count, pack(self.world).words)
        world = self.world
        balance.measure(world.stances, world.bodies, world.contacts, world.settings.gravity)
        return world.stances

    def margin(self, which):
        return balance.find_margin(self.world.stances, 0, which)


def tower(centre, feet=(0.0,), mass=20.0):
    """Feet beside each other in one body, and the weight above them at `centre`."""
    shapes = [{**FOOT, "at": [0, y, 0.01]} for y in feet]
    return {
        "links": {"body": {"shapes": shapes, "mass": mass, "centre_of_mass": centre,
                           "inertia": [2, 2, 2, 0, 0, 0]}},
        "feet": ["body"],
    }  # fmt: skip


@pytest.mark.parametrize("centre", [(0.0, 0.0, 0.5), (0.06, -0.03, 0.9)])
def test_who_stands_still_has_the_zmp_below_the_centre_of_mass(centre):
    stand = Stand(tower(list(centre)), at=(1, 2, 0))
    stances = stand.step(200)
    zmp, com, capture = stances.point[0]
    assert zmp[:2] == pytest.approx([1 + centre[0], 2 + centre[1]], abs=2e-5)
    assert zmp[2] == pytest.approx(0.0, abs=2e-4)
    assert com == pytest.approx([1 + centre[0], 2 + centre[1], centre[2]], abs=2e-4)
    assert capture[:2] == pytest.approx(com[:2], abs=1e-5)
    expected = min(0.1 - abs(centre[0]), 0.05 - abs(centre[1]))
    for which in (balance.ZMP, balance.CENTRE, balance.CAPTURE):
        assert stand.margin(which) == pytest.approx(expected, abs=1e-4)
    assert stances.load[0] == pytest.approx(20 * G * 0.01, rel=1e-6)


def test_the_polygon_goes_round_both_feet():
    stand = Stand(tower([0, 0, 0.5], feet=(-0.2, 0.2)))
    stances = stand.step(50)
    corners = stances.corner[0, : stances.corners[0]]
    assert corners.min(axis=0) == pytest.approx([-0.1, -0.25], abs=1e-4)
    assert corners.max(axis=0) == pytest.approx([0.1, 0.25], abs=1e-4)
    x, y = corners.T
    area = 0.5 * (x * np.roll(y, -1) - y * np.roll(x, -1)).sum()
    assert area == pytest.approx(0.2 * 0.5, rel=1e-3)  # anticlockwise
    assert stand.margin(balance.ZMP) == pytest.approx(0.1, abs=1e-4)


def test_sliding_to_a_stop_shifts_the_zmp_by_height_times_deceleration_over_g():
    robot = tower([0, 0, 0.1])
    robot["links"]["body"]["material"] = "slippery"
    stand = Stand(robot, materials={"slippery": {"friction": 0.3}, "concrete": {"friction": 0.3}})
    body = stand.rows["r.body"]
    stand.step(20)
    stand.world.bodies.velocity[body] = [2.0, 0, 0]
    stand.step(5)
    before = stand.world.bodies.velocity[body, 0]
    stances = stand.step()
    slowing = (stand.world.bodies.velocity[body, 0] - before) / 0.01
    assert slowing == pytest.approx(-0.3 * G, rel=0.02)
    zmp, com, capture = stances.point[0]
    assert zmp[0] - com[0] == pytest.approx(-0.1 / G * slowing, abs=2e-4)
    late = math.sqrt(com[2] / G)
    speed = stand.world.bodies.velocity[body, 0]
    assert capture[0] - com[0] == pytest.approx(late * speed, rel=1e-3)
    assert stand.margin(balance.CAPTURE) < 0.0 < stand.margin(balance.ZMP)


CART = {
    "links": {
        "plate": {"shapes": [{"box": [0.6, 0.3, 0.02], "at": [0, 0, 0.01]}], "mass": 5.0},
        "mass": {"shape": {"box": [0.1, 0.1, 0.1]}, "mass": 15.0, "collides": False},
    },
    "joints": {
        "rail": {"type": "prismatic", "parent": "plate", "child": "mass", "at": [0, 0, 0.6],
                 "axis": [1, 0, 0]},
    },
    "motors": {"push": {"type": "torque", "joint": "rail", "torque": 30.0}},
    "feet": ["plate"],
}  # fmt: skip


def test_a_cart_on_a_table():
    """Kajita et al. 2003: p = x - (z / g) x'' of the cart on a massless table."""
    stand = Stand(CART, physics={"sleep": False})
    stand.step(50)
    stand.world.motors.input[0] = 0.8
    mass = stand.rows["r.mass"]
    speed, place = stand.world.bodies.velocity, stand.world.bodies.position
    for _ in range(10):
        before, at = speed[mass, 0], place[mass, 0]
        stances = stand.step()
        acceleration = (speed[mass, 0] - before) / 0.01
        assert acceleration == pytest.approx(0.8 * 30 / 15, rel=0.02)
        expected = 15 / 20 * (at - 0.6 / G * acceleration)
        # the plate rocks a little on its edges while the push is new
        assert stances.point[0, balance.ZMP, 0] == pytest.approx(expected, abs=1e-3)


def test_newtons_law_gives_the_same_point_for_a_robot_that_moves():
    stand = Stand(CART, physics={"sleep": False})
    stand.step(50)
    bodies, level = stand.world.bodies, 0.0
    rows = [stand.rows["r.plate"], stand.rows["r.mass"]]
    mass = 1.0 / bodies.inv_mass[rows]
    for k in range(60):
        stand.world.motors.input[0] = math.sin(0.3 * k)
        before, at = bodies.velocity[rows].copy(), bodies.position[rows].copy()
        stances = stand.step()
        force = mass[:, None] * ((bodies.velocity[rows] - before) / 0.01 + [0, 0, G])
        level = stances.point[0, balance.ZMP, 2]
        moment = (at[:, 0] * force[:, 2] - (at[:, 2] - level) * force[:, 0]).sum()
        expected = moment / force[:, 2].sum()
        assert stances.point[0, balance.ZMP, 0] == pytest.approx(expected, abs=3e-4)


def test_who_tips_has_the_zmp_on_the_edge_and_the_capture_point_outside():
    stand = Stand(tower([0.12, 0, 0.5]))
    seen = []
    for _ in range(25):
        stand.step()
        seen.append((stand.margin(balance.ZMP), stand.margin(balance.CAPTURE)))
    zmp, capture = np.array(seen).T
    assert (np.abs(zmp[2:]) < 2e-3).all() and (capture < -0.015).all()
    assert (np.diff(capture[2:]) < 0).all()


def test_nothing_below_the_feet():
    stand = Stand(tower([0, 0, 0.5]), at=(0, 0, 1))
    stances = stand.step(3)
    assert stances.corners[0] == 0 and stances.load[0] == 0.0
    assert stand.margin(balance.ZMP) == balance.LIFTED
    assert stances.point[0, balance.ZMP] == pytest.approx(stances.point[0, balance.CENTRE])


def test_a_load_on_the_robot_counts_once_it_hangs_on_nothing_else():
    robot = tower([0, 0, 0.1])
    shelf = {"shape": {"box": [0.2, 0.1, 0.02], "at": [0.05, 0, 0.31]}, "mass": 1e-3}
    robot["links"]["shelf"] = shelf
    robot["joints"] = {"fix": {"type": "fixed", "parent": "body", "child": "shelf"}}
    crate = {"name": "crate", "shape": {"box": [0.05, 0.05, 0.05]}, "mass": 5.0,
             "at": [0.1, 0, 0.345]}  # fmt: skip
    stand = Stand(robot, props=[crate])
    stances = stand.step(150)
    assert stances.carried[stand.rows["crate"]] == 0
    assert stances.point[0, balance.CENTRE, 0] == pytest.approx(0.1 * 5 / 25, abs=1e-4)
    assert stances.point[0, balance.ZMP, 0] == pytest.approx(0.1 * 5 / 25, abs=1e-4)

    # a longer one, with its other end on a post
    crate |= {"shape": {"box": [0.1, 0.05, 0.05]}, "at": [0.13, 0, 0.348]}
    post = {"name": "post", "fixed": True, "shape": {"box": [0.05, 0.05, 0.35]},
            "at": [0.18, 0, 0.147]}  # fmt: skip
    stand = Stand(robot, props=[crate, post])
    assert stand.step(50).carried[stand.rows["crate"]] < 0
