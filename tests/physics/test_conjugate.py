"""Sweeps that go on along their trend: to where sweeps come, sooner, and no impulse is lost."""

import numpy as np
import pytest

from simulator.physics import build, step
from simulator.spec.models.robot import JointSpec, LinkSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec
from tests.bench import e_own
from tests.peers import walls

HALF, G, H = 0.05, 9.81, 0.01


def make_wall(robot, layers, width, **options):
    boxes = walls.columns(layers, width, HALF)
    return e_own.Sim(walls.make(boxes, robot(boxes, HALF)), H, **options).world


def no_robot(boxes, half):
    return (), ()


@pytest.mark.parametrize(("robot", "layers", "width"), [
    (no_robot, 8, 8), (walls.on_top, 8, 8), (walls.on_top, 5, 3), (walls.on_top, 9, 1),
    (walls.across, 6, 4),
])  # fmt: skip
def test_a_wall_bears_its_weight_at_once(robot, layers, width) -> None:
    """Sweeps alone, as many as there may be, leave 6 to 8 cm/s."""
    world = make_wall(robot, layers, width)
    step.step(world)
    free = world.bodies.inv_mass > 0.0
    assert np.abs(world.bodies.velocity[free]).max() < 3e-3
    table, used = world.contacts, world.contacts.used[0]
    below = ~free[table.body_a[:used]]
    weight = (1.0 / world.bodies.inv_mass[free]).sum() * G * H
    assert table.push[:used, 2][below].sum() == pytest.approx(weight, rel=3e-3)


def find_lost(world) -> tuple[float, float]:
    """Return what a step gives free bodies beside gravity and contacts, over their weight's.

    Momentum, and angular momentum as of what has not turned yet.
    """
    bodies, table, time = world.bodies, world.contacts, world.bodies.lead + 0.5 * H
    velocity, spin, position = bodies.velocity.copy(), bodies.spin.copy(), bodies.position.copy()
    step.step(world)
    used, lost, turned = table.used[0], 0.0, 0.0
    for b in np.flatnonzero((bodies.inv_mass > 0.0) & (world.islands.of_body < 0)):
        mass, inertia = 1.0 / bodies.inv_mass[b], np.linalg.inv(bodies.inv_inertia[b])
        off = mass * (bodies.velocity[b] - velocity[b] + np.array([0.0, 0.0, G]) * time[b])
        around = inertia @ (bodies.spin[b] - spin[b])
        for i in range(used):
            sign = int(table.body_b[i] == b) - int(table.body_a[i] == b)
            off -= sign * table.push[i]
            around -= sign * np.cross(table.position[i] - position[b], table.push[i])
            if table.rolls.used[0] == 1:
                around -= sign * table.rolls.torque[i]
        lost = max(lost, np.abs(off).max() / (mass * G * H))
        turned = max(turned, np.abs(around).max() / (np.sqrt(mass * np.trace(inertia)) * G * H))
    return lost, turned


@pytest.mark.parametrize(("robot", "width"), [(no_robot, 8), (walls.on_top, 4), (walls.across, 4)])
def test_motions_are_what_the_impulses_give(robot, width) -> None:
    world = make_wall(robot, 8, width, sleep=0)
    world.bodies.velocity[3:, 1] += 0.05
    assert max(find_lost(world)) < 1e-12
    for _ in range(5):
        assert find_lost(world)[0] < 1e-12


def test_so_are_those_of_what_rolls() -> None:
    soft = {"soft": MaterialSpec(friction=0.8, rolling=0.002, twisting=0.001)}
    radius = 0.1
    ball = ShapeSpec(sphere=radius, mass=1.0, material="soft")
    spots = [
        (2.02 * radius * (i + 0.5 * k), 0.0, radius * (1.0 + 1.725 * k))
        for k in range(4)
        for i in range(6 - k)
    ]
    link = LinkSpec(mass=20.0, shape=ShapeSpec(box=(0.6, 0.2, 0.05)))
    robot = RobotSpec(
        links={"lower": link, "upper": link},
        joints={"j": JointSpec(type="fixed", parent="lower", child="upper", at=(0, 0, 0.06))},
    )
    world = build.build_world(
        SceneSpec(
            props=[PropSpec(name=f"b{n}", at=at, shape=ball) for n, at in enumerate(spots)],
            robots=[RobotPlacement(file="r.yaml", spec=robot, at=(0.8, 0.0, 0.742))],
            materials=soft, physics=PhysicsSpec(sleep=False),
        )
    )  # fmt: skip
    world.bodies.velocity[world.islands.of_body < 0, 0] = 0.05
    world.bodies.velocity[0] = 0.0
    assert max(find_lost(world)) < 1e-12
    assert np.abs(world.contacts.rolls.torque).max() > 0.0
