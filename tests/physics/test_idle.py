"""Pairs with speed to spare are left out of the sweeps, and none of them is missed."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step as physics
from simulator.physics.build import build_world
from simulator.physics.contacts import idle
from simulator.physics.solver import relax
from simulator.spec.models.robot import JointSpec, LinkSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec
from tests.bench import e_own
from tests.peers import parts, scenes

LINKS, PITCH, HALF = 16, 0.06, (0.028, 0.02, 0.012)
RADIUS = 0.04  # of balls [m]
HOVER = 1.2e-3  # of the last link's height [m]


def list_idle(sim):
    """Return the idle contacts of the last step, and how many others there are."""
    clusters, rows, others = sim.world.clusters, [], 0
    for c in range(int(clusters.used[0])):
        first = int(clusters.pair_start[c])
        visits = set(clusters.visit[first : clusters.visit_end[c]])
        for p in range(first, int(clusters.pair_end[c])):
            points = clusters.point[clusters.point_start[p] : clusters.point_start[p + 1]]
            if p in visits:
                others += len(points)
            else:
                rows += list(points)
    return rows, others


def find_speed(sim, i):
    """Return the speed of a contact along its normal after a step [m/s]."""
    contacts, bodies = sim.world.contacts, sim.world.bodies
    speeds = []
    for b in (contacts.body_a[i], contacts.body_b[i]):
        arm = contacts.position[i] - before(sim)[b]
        speeds.append(bodies.velocity[b] + np.cross(bodies.spin[b], arm))
    return float(contacts.normal[i] @ (speeds[1] - speeds[0]))


def before(sim):
    """Return where the bodies were when the step's velocities were found."""
    return sim.place


def step(sim):
    sim.place = sim.world.bodies.position.copy()
    sim.step()


def test_a_quarter_of_a_track_s_pairs_is_idle_and_none_is_passed_by():
    sim, shares = e_own.Sim(scenes.tracked(), 0.005), []
    for k in range(300):
        step(sim)
        rows, others = list_idle(sim)
        assert not sim.world.contacts.impulse[rows].any()
        shares.append(len(rows) / (len(rows) + others))
        for i in rows if k % 5 == 0 else ():
            assert find_speed(sim, i) >= sim.world.contacts.target[i] - 1e-5
    assert 0.15 < np.median(shares) < 0.6


def make_chain(speed):
    """Return a chain on the ground whose last link hovers on a weak slide under a falling block."""
    bodies, joints = [parts.ground(0.5)], []
    inertia, middle = parts.box_inertia(0.1, HALF), HALF[2]
    weak = {"kind": "pos", "kp": 2000.0, "kd": 20.0, "target": 0.0, "maxf": 5.0}
    for k in range(LINKS + 1):
        hovers = k == LINKS
        at = np.array(((k + 0.5) * PITCH, 0.0, middle + HOVER * hovers))
        pin = at - (PITCH / 2, 0, 0)
        if hovers:
            joints.append(parts.joint("slide", k, k + 1, pin, axis=(0, 0, 1), motor=weak))
        elif k:
            joints.append(parts.joint("hinge", k, k + 1, pin))
        bodies.append(parts.body(f"l{k}", at, 0.1, inertia, [parts.shape("box", HALF)]))
    size = (0.02, 0.02, 0.02)
    above = (LINKS + 0.5) * PITCH, 0.0, 2 * middle + HOVER + size[2] + 0.061
    bodies.append(
        parts.body("block", above, 0.3, parts.box_inertia(0.3, size), [parts.shape("box", size)])
    )
    return parts.scene(bodies, joints, v0={LINKS + 2: (0, 0, -speed, 0, 0, 0)})


@pytest.mark.parametrize("speed", [0.5, 2.0, 8.0])
def test_an_idle_link_that_is_hit_stops_at_the_ground(speed):
    sim = e_own.Sim(make_chain(speed), 0.0025)
    link, was_idle, low = int(sim.rows[LINKS + 1]), False, []
    for _ in range(120):
        step(sim)
        contacts = sim.world.contacts
        was_idle |= any(link in (contacts.body_a[i], contacts.body_b[i]) for i in list_idle(sim)[0])
        low.append(sim.world.bodies.position[link, 2] - HALF[2])
    assert was_idle
    assert -2e-4 < min(low) < 1e-4  # it has come down to the ground, and no further


def test_impulses_go_on_along_their_trend_only_where_all_pairs_are_visited():
    assert idle.MANY > relax.FEW


def test_a_pair_that_a_torque_of_the_last_step_turns_is_visited():
    """Left out, it lost that torque without having had it, as soon as all pairs were visited."""
    balls = [
        PropSpec(name=f"b{n}", mass=1.0, at=(0.1 * (n % 8), 0.1 * (n // 8), RADIUS),
                 shape=ShapeSpec(sphere=RADIUS, material="round"))
        for n in range(64)
    ]  # fmt: skip
    plate = LinkSpec(shape=ShapeSpec(box=(1.0, 1.0, 0.02)), mass=1.0)
    robot = RobotSpec(
        links={"plate": plate, "other": LinkSpec(shape=ShapeSpec(sphere=0.02), mass=0.1)},
        joints={"hinge": JointSpec(type="revolute", parent="plate", child="other", at=(0, 0, 0.1))},
    )
    scene = SceneSpec(
        props=balls, robots=[RobotPlacement(file="r.yaml", spec=robot, at=(0.35, 0.35, 0.09))],
        materials={"round": MaterialSpec(friction=0.5, rolling=0.002)},
        physics=PhysicsSpec(step=0.005),
    )  # fmt: skip
    world = build_world(scene)
    clusters, contacts = world.clusters, world.contacts
    physics.advance(5, pack(world).words)
    assert clusters.used[0] == 1
    used = int(contacts.used[0])
    contacts.impulse[:used] = 0.0
    contacts.target[:used] = -10.0  # each has speed to spare
    for torque, visits in ((0.0, 0), (1e-6, int(clusters.pair_end[0] - clusters.pair_start[0]))):
        contacts.rolls.torque[:used] = torque
        idle.list_visits(0, clusters, contacts, world.bodies)
        assert clusters.visit_end[0] - clusters.pair_start[0] == visits
