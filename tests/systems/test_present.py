"""What is shown belongs to the time of the velocities: second order, and no joint opens by it."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import build, present, step
from simulator.spec.models.robot import JointSpec, LinkSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec

G = 9.81


def shown(world):
    position, orientation = (
        np.zeros_like(world.bodies.position),
        np.zeros((len(world.bodies.inv_mass), 4)),
    )
    present.poses(world.bodies, world.joints, world.islands, position, orientation)
    return position, orientation


def matrix(q):
    w, x, y, z = q
    return np.array(
        [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
         [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
         [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
    )  # fmt: skip


def block(at, friction=0.5, **more):
    return build.build_world(
        SceneSpec(
            props=[
                PropSpec(name="block", shape=ShapeSpec(box=(0.2, 0.2, 0.06), material="own"), at=at)
            ],
            materials={"own": MaterialSpec(friction=friction)},
            terrain=[ShapeSpec(plane=True, material="own")],
            physics=PhysicsSpec(**more),
        )
    )


@pytest.mark.parametrize("h", [0.005, 0.01, 0.02])
def test_what_is_stopped_within_a_step_is_shown_on_its_way(h):
    """Never behind what has stopped it, as where it bounces back and is stopped again."""
    random = np.random.default_rng(7)
    rod = ShapeSpec(box=(0.012, 0.004, 0.003), material="own")
    props = [
        PropSpec(name=f"rod{k}", shape=rod, at=(0.5 * k, 0.0, random.uniform(0.05, 0.15)))
        for k in range(60)
    ]
    world = build.build_world(
        SceneSpec(
            props=props, materials={"own": MaterialSpec(friction=0.5, restitution=0.8)},
            terrain=[ShapeSpec(plane=True, material="own")], physics=PhysicsSpec(step=h),
        )
    )  # fmt: skip
    world.bodies.velocity[1:61] = random.uniform(-1, 1, (60, 3)) * (2, 2, 0) - (0, 0, 7)
    stopped = 0
    words = pack(world).words
    for _ in range(round(1.5 / h)):
        before = world.bodies.position[1:, 2].copy()
        step.advance(1, words)
        after, seen = world.bodies.position[1:, 2], shown(world)[0][1:, 2]
        stopped += np.count_nonzero(world.bodies.share < 0.4)
        assert (seen > np.minimum(before, after) - 1e-3).all()
    assert stopped > 20


@pytest.mark.parametrize("h", [0.001, 0.01, 0.02])
def test_free_fall_is_exact(h):
    world = block((0, 0, 1000.0), step=h)
    words = pack(world).words
    for n in range(1, 101):
        step.advance(1, words)
        exact = 1000.0 - 0.5 * G * (n * h) ** 2
        assert shown(world)[0][1, 2] == pytest.approx(exact, abs=1e-9)


@pytest.mark.parametrize("h", [0.001, 0.01, 0.02])
def test_what_is_thrown_flies_a_parabola_from_where_its_file_has_it(h):
    ball = PropSpec(
        name="ball", shape=ShapeSpec(sphere=0.1), at=(0, 0, 100), velocity=(3.0, -2.0, 8.0),
        spin=(0.0, 0.0, 2.0),
    )  # fmt: skip
    world = build.build_world(SceneSpec(props=[ball], physics=PhysicsSpec(step=h)))
    assert shown(world)[0][1] == pytest.approx((0.0, 0.0, 100.0), abs=1e-12)
    assert abs(shown(world)[1][1]) == pytest.approx((1.0, 0.0, 0.0, 0.0), abs=1e-12)
    words = pack(world).words
    for n in range(1, 51):
        step.advance(1, words)
        t = n * h
        exact = 3.0 * t, -2.0 * t, 100.0 + 8.0 * t - 0.5 * G * t * t
        assert shown(world)[0][1] == pytest.approx(exact, abs=1e-9)
        assert shown(world)[1][1, 3] == pytest.approx(np.sin(t), abs=1e-9)


@pytest.mark.parametrize("h", [0.001, 0.005, 0.01, 0.02])
def test_a_rod_that_starts_as_it_tumbles_has_the_energy_that_its_spin_has(h):
    """Turned at once by its first spin it had a fifth more at 10 ms."""
    spin = np.array([20.0, 314.0, 10.0])
    rod = PropSpec(
        name="rod", shape=ShapeSpec(box=(0.2, 0.02, 0.02)), mass=1.0, at=(0, 0, 9), spin=tuple(spin)
    )
    bodies = build.build_world(SceneSpec(props=[rod], physics=PhysicsSpec(step=h))).bodies
    momentum = spin / np.diag(bodies.inv_inertia_body[1])
    assert np.linalg.solve(bodies.inv_inertia[1], bodies.spin[1]) == pytest.approx(momentum)
    assert bodies.spin[1] @ momentum == pytest.approx(spin @ momentum, rel=1e-8)


@pytest.mark.parametrize("h", [0.001, 0.01, 0.02])
@pytest.mark.parametrize(("way", "speed"), [(0.02, 3.0), (0.06, 20.0), (0.3, 100.0), (0.3, 500.0)])
def test_what_is_thrown_at_a_thin_wall_nearby_stays_before_it(way, speed, h):
    """Half a step ahead it would begin behind the wall, or deep in it."""
    ball = PropSpec(
        name="ball", shape=ShapeSpec(sphere=0.01, mass=1.0), at=(-way, 0, 1), velocity=(speed, 0, 0)
    )
    wall = PropSpec(name="wall", shape=ShapeSpec(box=(0.01, 2, 2)), fixed=True, at=(0, 0, 1))
    physics = PhysicsSpec(step=h, gravity=(0, 0, 0))
    world = build.build_world(SceneSpec(props=[ball, wall], physics=physics))
    assert shown(world)[0][1] == pytest.approx((-way, 0.0, 1.0), abs=1e-12)
    words = pack(world).words
    for _ in range(20):
        assert world.bodies.position[1, 0] < -0.0135  # 1.25 mm deep, as what stops in its flight
        step.advance(1, words)
    assert world.bodies.velocity[1] == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)


@pytest.mark.parametrize("speed", [1.0, 3.0, 7.0])
def test_what_starts_as_it_slides_comes_as_far(speed):
    box = ShapeSpec(box=(0.1, 0.08, 0.06), material="own")
    scene = SceneSpec(
        props=[PropSpec(name="box", shape=box, at=(0, 0, 0.03), velocity=(speed, 0, 0))],
        materials={"own": MaterialSpec(friction=0.5)},
        terrain=[ShapeSpec(plane=True, material="own")],
    )
    world = build.build_world(scene)
    assert world.bodies.share[1] == 1.0
    step.advance(400, pack(world).words)
    assert shown(world)[0][1, 0] == pytest.approx(speed**2 / (2 * 0.5 * G), rel=2e-3)


@pytest.mark.parametrize("speed", [1.0, 3.0, 7.0])
def test_stopping_distance_has_no_half_step_in_it(speed):
    world = block((0, 0, 0.03))
    world.bodies.velocity[1, 0] = speed
    present.begin(world.bodies, world.islands.of_body)
    words = pack(world).words
    for _ in range(400):
        step.advance(1, words)
    assert shown(world)[0][1, 0] == pytest.approx(speed**2 / (2 * 0.5 * G), rel=2e-3)


@pytest.mark.parametrize("h", [0.001, 0.01, 0.02])
def test_a_ball_that_rolls_is_shown_turned_by_its_way(h):
    ball = PropSpec(name="ball", shape=ShapeSpec(sphere=0.1, material="own"), at=(0, 0, 0.1))
    scene = SceneSpec(
        props=[ball],
        materials={"own": MaterialSpec(friction=1.0)},
        terrain=[ShapeSpec(plane=True, material="own")],
        physics=PhysicsSpec(step=h, gravity=(2.0, 0.0, -9.0)),
    )
    world = build.build_world(scene)
    turn, before, spin = 0.0, shown(world)[1][1], np.zeros((2, 3))
    words = pack(world).words
    for _ in range(round(0.5 / h)):
        step.advance(1, words)
        position, orientation = shown(world)
        w, x, y, z = before
        product = np.array([[w, x, y, z], [-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]])
        back = product @ orientation[1]  # what it has turned by in its own frame
        turn += 2.0 * np.arcsin(back[2])
        before = orientation[1]
    assert turn == pytest.approx(position[1, 0] / 0.1, rel=1e-3 if h < 0.01 else 1e-9)
    present.spins(world.bodies, world.islands.of_body, orientation, spin)
    assert spin[1] == pytest.approx(world.bodies.spin[1])


def test_a_tumbling_brick_is_shown_with_its_angular_momentum():
    world = block((0, 0, 1000.0))
    bodies = world.bodies
    bodies.spin[1] = 3.0, 5.0, 1.0
    tensor = np.linalg.inv(bodies.inv_inertia_body[1])
    momentum = tensor @ bodies.spin[1]  # it starts along the axes of the world
    present.begin(bodies, world.islands.of_body)
    turn = matrix(shown(world)[1][1])
    assert np.abs(turn - np.eye(3)).max() < 1e-3
    spin = np.zeros((2, 3))
    words = pack(world).words
    for _ in range(200):
        step.advance(1, words)
        orientation = shown(world)[1]
        present.spins(bodies, world.islands.of_body, orientation, spin)
        turn = matrix(orientation[1])
        assert turn @ tensor @ turn.T @ spin[1] == pytest.approx(momentum, rel=1e-9)


def test_a_flying_arm_is_shown_without_gaps():
    part = {"mass": 1.0, "shapes": [ShapeSpec(box=(0.1, 0.05, 0.3), at=(0, 0, 0.15))]}
    kinds = ("revolute", "prismatic", "spherical", "universal", "fixed", "revolute")
    names = [f"link{k}" for k in range(len(kinds) + 1)]
    robot = RobotSpec(
        links={name: LinkSpec(**part) for name in names},
        joints={
            f"joint{k}": JointSpec(
                type=kind, parent=names[k], child=names[k + 1], at=(0, 0, 0.3),
                axis=(0.2, 1.0, 0.1 * k), axis2=(1.0, 0.0, 0.0),
            )
            for k, kind in enumerate(kinds)
        },
    )  # fmt: skip
    scene = SceneSpec(
        robots=[RobotPlacement(file="arm.yaml", name="arm", at=(0, 0, 5), spec=robot)],
        terrain=[],
    )
    world = build.build_world(scene)
    rng = np.random.default_rng(3)
    world.bodies.spin[1:] = rng.normal(size=(len(names), 3))
    joints, moved = world.joints, 0.0
    words = pack(world).words
    for _ in range(60):
        step.advance(1, words)
        position, orientation = shown(world)
        moved = max(moved, float(np.abs(position - world.bodies.position).max()))
        for j, kind in enumerate(kinds):
            a, b = joints.parent[j], joints.child[j]
            on_a = position[a] + matrix(orientation[a]) @ joints.anchor_parent[j]
            on_b = position[b] + matrix(orientation[b]) @ joints.anchor_child[j]
            gap = on_b - on_a
            if kind == "prismatic":
                axis = matrix(orientation[a]) @ joints.frame_parent[j][:, 2]
                gap -= axis * (gap @ axis)
            assert np.linalg.norm(gap) < 1e-12
    assert moved > 1e-3


def test_a_flying_frame_with_a_closed_loop_falls_exactly_and_without_gaps():
    part = {"mass": 1.0, "shapes": [ShapeSpec(box=(0.1, 0.05, 0.3), at=(0, 0, 0.15))]}
    hinge = {"type": "revolute", "at": (0, 0, 0.3), "axis": (0.0, 1.0, 0.0)}
    joints = {
        f"joint{k}": JointSpec(
            parent=f"link{k}", child=f"link{(k + 1) % 4}", rpy=(0, np.pi / 2, 0), **hinge
        )
        for k in range(4)
    }
    robot = RobotSpec(links={f"link{k}": LinkSpec(**part) for k in range(4)}, joints=joints)
    scene = SceneSpec(
        robots=[RobotPlacement(file="frame.yaml", name="frame", at=(0, 0, 5), spec=robot)],
        terrain=[],
    )
    world = build.build_world(scene)
    assert len(world.islands.loop_joint) == 1
    start, h = world.bodies.position.copy(), world.settings.step
    words = pack(world).words
    for n in range(1, 51):
        step.advance(1, words)
        position, orientation = shown(world)
        assert position[1:, 2] == pytest.approx(start[1:, 2] - 0.5 * G * (n * h) ** 2, abs=1e-9)
    world.bodies.spin[1:] = (0.3, 2.0, 0.1)
    for _ in range(20):
        step.advance(1, words)
        position, orientation = shown(world)
        for j in range(4):
            a, b = world.joints.parent[j], world.joints.child[j]
            on_a = position[a] + matrix(orientation[a]) @ world.joints.anchor_parent[j]
            on_b = position[b] + matrix(orientation[b]) @ world.joints.anchor_child[j]
            assert np.linalg.norm(on_b - on_a) < 2e-7
