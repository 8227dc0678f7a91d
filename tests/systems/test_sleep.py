"""What rests falls asleep, costs nothing, stays where it is, and wakes when it has to."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import build, step
from simulator.physics import world as worlds
from simulator.physics.bodies import sleep
from simulator.spec.models.robot import JointSpec, LinkSpec, MotorSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec
from tests.bench import e_own
from tests.peers import parts, scenes


def box(name, at, size=0.2, mass=2.0):
    return PropSpec(name=name, at=at, shape=ShapeSpec(box=(size, size, size), mass=mass))


def make(props, allowed=True, robots=()):
    return build.build_world(
        SceneSpec(props=props, robots=list(robots), physics=PhysicsSpec(sleep=allowed))
    )


def run(world, steps):
    step.advance(steps, pack(world).words)


def sleepers(world):
    return world.sleepers.asleep[world.bodies.inv_mass > 0.0].tolist()


def test_a_stack_falls_asleep_and_keeps_its_bits():
    world = make([box(f"b{i}", (0, 0, 0.1 + 0.2 * i)) for i in range(5)])
    run(world, 40)
    assert sleepers(world) == [0] * 5
    run(world, 100)
    assert sleepers(world) == [1] * 5
    before, load = (
        worlds.state_hash(world),
        world.contacts.impulse[: world.contacts.used[0], 0].sum(),
    )
    run(world, 500)
    assert worlds.state_hash(world) == before
    weight = sum(2.0 * 9.81 * 0.01 * n for n in range(1, 6))
    assert abs(load - weight) < 1e-3 * weight


def test_it_may_be_forbidden():
    world = make([box("b", (0, 0, 0.1))], allowed=False)
    run(world, 200)
    assert sleepers(world) == [0]


def test_what_falls_on_a_sleeper_wakes_the_whole_stack():
    props = [box(f"b{i}", (0, 0, 0.1 + 0.2 * i)) for i in range(3)]
    world = make([*props, box("far", (3, 0, 0.1)), box("late", (0, 0, 12.0))])
    run(world, 130)
    assert sleepers(world) == [1, 1, 1, 1, 0]
    for _ in range(60):
        run(world, 1)
        if sleepers(world)[:3] == [0, 0, 0]:
            break
    assert sleepers(world)[3] == 1
    assert world.bodies.position[5, 2] < 0.9
    run(world, 600)
    assert sleepers(world) == [1] * 5


def test_a_force_wakes():
    world = make([box("b", (0, 0, 0.1))])
    run(world, 150)
    assert sleepers(world) == [1]
    world.bodies.force[1, 0] = 40.0
    run(world, 20)
    assert world.bodies.velocity[1, 0] > 0.1


def test_a_box_on_a_slope_wakes_nobody_and_does_not_creep():
    slope = PropSpec(
        name="slope", fixed=True, rpy=(0.0, 0.3, 0.0), shape=ShapeSpec(box=(2.0, 2.0, 0.1))
    )
    world = make([slope, box("b", (0, 0, 0.17))])
    run(world, 300)
    here = world.bodies.position[2].copy()
    assert sleepers(world) == [1]
    run(world, 300)
    assert np.array_equal(world.bodies.position[2], here)


def lift():
    link = {"mass": 2.0, "shapes": [ShapeSpec(box=(0.1, 0.1, 0.1))]}
    robot = RobotSpec(
        links={"base": LinkSpec(fixed=True, **link), "car": LinkSpec(**link)},
        joints={
            "rail": JointSpec(
                type="prismatic", parent="base", child="car", axis=(0, 0, 1), at=(0, 0, 0.5),
                friction=60.0,
            )
        },
        motors={
            "winch": MotorSpec(
                joint="rail", stall_torque=400.0, no_load_speed=0.5, time_constant=0.05
            )
        },
    )  # fmt: skip
    return RobotPlacement(file="lift.yaml", name="lift", spec=robot)


def test_a_motor_wakes_its_robot_and_what_lies_on_it():
    world = make([box("load", (0, 0, 0.66))], robots=[lift()])
    run(world, 200)
    assert sleepers(world) == [1, 1]
    world.motors.input[0] = 1.0
    run(world, 30)
    assert sleepers(world) == [0, 0]
    assert np.array_equal(world.bodies.position[1], np.zeros(3))  # the base is immovable
    assert world.bodies.position[3, 2] > 0.67
    world.motors.input[0] = 0.0
    run(world, 200)
    assert sleepers(world) == [1, 1]


def test_restored_sleepers_go_on_with_the_same_bits():
    world = make([box(f"b{i}", (0, 0, 0.1 + 0.2 * i)) for i in range(2)] + [box("late", (0, 0, 6))])
    run(world, 90)
    state = worlds.copy_state(world)
    run(world, 120)
    expected = worlds.state_hash(world)
    worlds.restore_state(world, state)
    run(world, 120)
    assert worlds.state_hash(world) == expected


def drift(speed):
    """Return how long a box that is moved so fast [m/s] has been still, step by step for 3 s."""
    world, still = make([box("b", (0, 0, 0.1))], allowed=False), []
    for _ in range(300):
        world.bodies.position[1, 0] += 0.01 * speed
        run(world, 1)
        still.append(world.sleepers.still[1])
    return np.array(still)


def test_still_is_what_has_not_moved_lately_however_far_it_came():
    assert drift(4e-4)[60:].min() >= sleep.DELAY
    assert drift(2e-3).max() < sleep.DELAY


def heap(count):
    random = np.random.default_rng(1)
    place = [(0.25 * (i % 5), 0.25 * (i // 5 % 5), 0.2 + 0.25 * (i // 25)) for i in range(count)]
    return make(
        [
            PropSpec(name=f"b{i}", at=at, rpy=tuple(random.uniform(-3, 3, 3)),
                     shape=ShapeSpec(box=(0.2, 0.16, 0.12), density=1000.0))
            for i, at in enumerate(place)
        ]
    )  # fmt: skip


def test_a_heap_falls_asleep_with_its_boxes_out_of_each_other():
    world = heap(150)
    run(world, 600)
    assert sleepers(world) == [1] * 150
    assert world.contacts.separation[: world.contacts.used[0]].min() > -5e-4


@pytest.mark.parametrize(
    ("half", "mu", "dt", "seed"),
    [(0.1, 0.1, 0.01, 0), (0.1, 0.1, 0.01, 3), (0.1, 0.5, 0.01, 7), (0.1, 0.5, 0.01, 11),
     (1.0, 0.5, 0.01, 3)],
)  # fmt: skip
def test_towers_that_stand_in_a_heap_come_to_rest(half, mu, dt, seed):
    """Sweeps alone let each of these sway for more than 20 s, some until they fell.

    All that falls takes the root of its size.
    """
    sim = e_own.Sim(scenes.pile(n=200, half=half, mu=mu, seed=seed), dt)
    for _ in range(round(16.0 * np.sqrt(half / 0.1) / dt)):
        sim.step()
        if sim.world.sleepers.asleep.all():
            return
    raise AssertionError(f"{np.sum(sim.world.sleepers.asleep == 0)} boxes are awake")


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("half", [(0.1, 0.08, 0.01), (0.2, 0.03, 0.03)])
def test_heaps_of_plates_and_bars_come_to_rest_out_of_each_other(half, seed):
    """They swayed for ever, with single points up to 18 mm deep: too few sweeps lifted the heap.

    Six heaps of plates sleep after 11 to 23 s, in an order that each change of a bit throws about.
    """
    random, things = np.random.default_rng(seed), []
    for i in range(300):
        turn, at = random.normal(size=4), (*random.uniform(-0.5, 0.5, 2), 0.2 + 0.03 * i)
        things.append(parts.box(f"b{i}", at, half, quat=turn / np.linalg.norm(turn)))
    sides = [(0.75, 0.0, 0.05, 0.8), (-0.75, 0.0, 0.05, 0.8), (0.0, 0.75, 0.7, 0.05),
             (0.0, -0.75, 0.7, 0.05)]  # fmt: skip
    for n, (x, y, a, b) in enumerate(sides):
        shape = parts.shape("box", (a, b, 1.0))
        things.append(parts.body(f"side{n}", (x, y, 1.0), 0, (0, 0, 0), [shape], fixed=True))
    sim = e_own.Sim(parts.scene([parts.ground(), *things]), 0.01)
    for _ in range(2600):
        sim.step()
        if sim.world.sleepers.asleep.all():
            break
    assert sim.world.sleepers.asleep.all()
    assert sim.world.contacts.separation[: sim.world.contacts.used[0]].min() > -1e-3


def test_a_restored_heap_goes_on_with_the_same_bits():
    world = heap(75)
    run(world, 110)
    state = worlds.copy_state(world)
    assert world.contacts.pseudo_impulse[: world.contacts.used[0], 0].max() > 0.0
    run(world, 20)
    expected = worlds.state_hash(world)
    other = heap(75)
    worlds.restore_state(other, state)
    run(other, 20)
    assert worlds.state_hash(other) == expected


SLOW = {
    "a slow drive": ("revolute", MotorSpec(type="speed", damping=20, torque=60), 1.5e-3, 0.0),
    "a soft servo": (
        "revolute", MotorSpec(type="servo", stiffness=1, damping=600, torque=60), 0.2, 0.0,
    ),
    "a load on a damper": ("prismatic", None, 0.0, 12000.0),
}  # fmt: skip


@pytest.mark.parametrize("case", SLOW)
def test_what_keeps_turning_one_way_stays_awake(case):
    kind, motor, aim, damping = SLOW[case]
    robot = RobotSpec(
        links={
            "base": LinkSpec(fixed=True, shape=ShapeSpec(box=(0.1, 0.1, 0.1))),
            "arm": LinkSpec(mass=1, shape=ShapeSpec(box=(0.4, 0.05, 0.05), at=(0.2, 0, 0))),
        },
        joints={
            "j": JointSpec(type=kind, parent="base", child="arm", at=(0, 0, 0.5), damping=damping)
        },
        motors={"m": motor.model_copy(update={"joint": "j"})} if motor else {},
    )
    ways = []
    for allowed in (True, False):
        world = make([], allowed, [RobotPlacement(file="arm.yaml", name="arm", spec=robot)])
        world.motors.input[:] = aim
        run(world, 500)
        ways.append(world.joints.position[0])
        assert sleepers(world) == [0]
    assert abs(ways[0]) > 1e-3
    assert ways[0] == ways[1]
    if motor and motor.type == "speed":
        world.sleepers.allowed[0] = 1
        world.motors.input[:] = 0.0
        run(world, 100)
        assert sleepers(world) == [1]


WEAK = {  # a thing, its start, its velocity [m/s], gravity [m/s^2] and how far it gets in 4 s [m]
    "a column past its edge": (0.2, 1.0, 3e-4, 0.0, (0.0, 0.0, -9.81), 0.65),
    "what floats": (0.2, 0.2, 0.0, 8e-4, (0.0, 0.0, 0.0), 3.2e-3),
    "ice on a slope": (0.2, 0.2, 0.0, 0.0, (2e-3, 0.0, -9.81), 1.6e-2),
}


@pytest.mark.parametrize("step_time", [0.005, 0.01, 0.02])
@pytest.mark.parametrize("case", WEAK)
def test_what_moves_on_slowly_stays_awake(case, step_time):
    """All of these fell asleep half a second after the start, and hung there for ever."""
    width, height, past, speed, gravity, far = WEAK[case]
    lean = np.arctan2(width, height) + past if past else 0.0
    half = 0.5 * np.hypot(width, height) * np.cos(past) if past else 0.5 * height
    shape = ShapeSpec(box=(width, width, height), mass=1.0, material="rubber" if past else "ice")
    world = build.build_world(
        SceneSpec(
            props=[PropSpec(name="b", at=(0, 0, half), rpy=(0, lean, 0), shape=shape)],
            materials={"ice": MaterialSpec(friction=0.0), "rubber": MaterialSpec(friction=1.0)},
            physics=PhysicsSpec(step=step_time, gravity=gravity),
        )
    )
    world.bodies.velocity[1, 0] = speed
    run(world, round(4.0 / step_time))
    way = np.linalg.norm(world.bodies.position[1] - (0.0, 0.0, half))
    assert way == pytest.approx(far, rel=0.05)
