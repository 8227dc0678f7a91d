"""Same bits: from run to run, and after save and restore at any step; and what a bad input does."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import build, step
from simulator.physics import world as worlds
from simulator.physics.bodies import integrate
from simulator.physics.qualification import case
from simulator.spec.models.robot import JointSpec, LinkSpec, MotorSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import ShapeSpec


def build_boxes():
    boxes = [
        PropSpec(name=f"box{i}", shape=ShapeSpec(box=(0.2, 0.2, 0.2), mass=1.0 + i),
                 at=(0.05 * i, 0, 0.3 + 0.25 * i), rpy=(0.2 * i, 0.1, 0))
        for i in range(3)
    ]  # fmt: skip
    return case.build_props(boxes, [ShapeSpec(plane=True)])


def run(world, steps):
    step.advance(steps, pack(world).words)


def test_two_runs_give_the_same_bits():
    first, second = build_boxes(), build_boxes()
    run(first, 120)
    run(second, 120)
    assert worlds.state_hash(first) == worlds.state_hash(second)


@pytest.mark.parametrize("at", [0, 7, 40, 90])
def test_restored_world_gives_the_same_bits(at):
    world = build_boxes()
    run(world, at)
    state = worlds.copy_state(world)
    run(world, 60)
    expected = worlds.state_hash(world)
    run(world, 13)
    worlds.restore_state(world, state)
    run(world, 60)
    assert worlds.state_hash(world) == expected


def build_heap():
    """Return balls and boxes that fall in a heap: pairs come and go at every step."""
    shapes = [ShapeSpec(sphere=0.1, mass=1.0), ShapeSpec(box=(0.2, 0.15, 0.1), mass=1.0)]
    props = [
        PropSpec(name=f"one{i}", shape=shapes[i % 2], rpy=(0.3 * i, 0.2 * i, 0),
                 at=(0.05 * (i % 3), 0.04 * (i % 4), 0.2 + 0.15 * i))
        for i in range(12)
    ]  # fmt: skip
    return case.build_props(props, [ShapeSpec(plane=True)])


@pytest.mark.parametrize("at", range(20, 160, 20))
def test_pairs_that_come_and_go_leave_nothing_behind(at):
    assert_another_goes_on(build_heap, at, 40)


def assert_another_goes_on(build_one, at, steps):
    """Another world of a scene, put into the state of the first, has the same bits from there."""
    world, other = build_one(), build_one()
    run(world, at)
    worlds.restore_state(other, worlds.copy_state(world))
    for _ in range(steps):
        run(world, 1)
        run(other, 1)
        assert worlds.state_hash(other) == worlds.state_hash(world)


def test_what_closes_gaps_does_not_outlive_a_step():
    """It is no state; who flew at a thing that slept met what had been left there."""
    world = build_heap()
    for _ in range(400):
        run(world, 1)
        assert not world.bodies.pseudo_velocity.any()
        assert not world.bodies.pseudo_spin.any()


def build_jaws():
    """Return jaws on rails that press on a thing: faces of links, and a solve of a few points."""
    pad = LinkSpec(shape=ShapeSpec(box=(0.02, 0.1, 0.1)), mass=1.0)
    joints = {
        name: JointSpec(type="prismatic", parent="base", child=name, at=(x, 0, 0), axis=(x, 0, 0))
        for name, x in (("left", -0.061), ("right", 0.061))
    }
    motors = {name: MotorSpec(type="torque", joint=name, torque=50.0) for name in joints}
    base = LinkSpec(fixed=True, collides=False, shape=ShapeSpec(box=(0.1, 0.1, 0.1)))
    robot = RobotSpec(links={"base": base, "left": pad, "right": pad}, joints=joints, motors=motors)
    things = [PropSpec(name="held", shape=ShapeSpec(box=(0.1, 0.1, 0.1)), mass=0.5, at=(0, 0, 1.0)),
              PropSpec(name="loose", shape=ShapeSpec(sphere=0.1), at=(1.0, 0, 0.1))]  # fmt: skip
    place = RobotPlacement(file="jaws/robot.yaml", at=(0, 0, 1.0), spec=robot)
    physics = PhysicsSpec(step=0.01, sleep=False)
    world = build.build_world(SceneSpec(robots=[place], props=things, physics=physics))
    world.motors.input[:] = -1.0
    return world


def build_pile():
    """Return a pile of boxes large enough for lanes."""
    box = ShapeSpec(box=(0.2, 0.2, 0.2), mass=1.0)
    props = [PropSpec(name=f"box{i}", shape=box, at=(0.19 * (i % 4), 0.21 * (i // 4 % 4),
                                                     0.1 + 0.21 * (i // 16)))
             for i in range(64)]  # fmt: skip
    return case.build_props(props, [ShapeSpec(plane=True)])


@pytest.mark.parametrize("build_one", [build_jaws, build_pile])
@pytest.mark.parametrize("force", [np.nan, np.inf])
def test_a_world_out_of_all_bounds_leaves_nothing_behind_in_one_that_is_restored(build_one, force):
    """Shapes had no pairs then, and the ground moved: what was reset went through the floor."""
    world, other = build_one(), build_one()
    run(world, 30)
    state = worlds.copy_state(world)
    run(other, 30)
    other.bodies.force[-2:] = force
    run(other, 3)
    assert not np.isfinite(other.bodies.position).all()
    worlds.restore_state(other, state)
    for _ in range(20):
        run(world, 1)
        run(other, 1)
        assert worlds.state_hash(other) == worlds.state_hash(world)


def test_state_of_another_scene_is_refused():
    state = worlds.copy_state(build_boxes())
    other = case.build_props([], [ShapeSpec(plane=True)])
    with pytest.raises(ValueError, match="another scene"):
        worlds.restore_state(other, state)


def test_state_with_shapes_that_are_not_here_is_refused():
    """The edited scene has as many bodies: its state is as long, but shape 2 is not there."""
    parts = [ShapeSpec(box=(0.2, 0.2, 0.2), at=(x, 0, 0), mass=1.0) for x in (0.0, 0.2)]
    here, other = (
        case.build_props([PropSpec(name="one", shapes=shapes, at=(0, 0, 0.1))],
                         [ShapeSpec(plane=True)])
        for shapes in (parts, parts[:1])
    )  # fmt: skip
    run(here, 20)
    start = worlds.copy_state(other)
    with pytest.raises(ValueError, match="another scene: it has shapes that are not here"):
        worlds.restore_state(other, worlds.copy_state(here))
    worlds.restore_state(other, start)
    run(other, 20)
    assert int(other.contacts.used[0]) == 4


def forge(world, table, name, value):
    """Return a world's state with another number, `value`, in the first row of a column."""
    state, columns = worlds.copy_state(world), worlds.find_columns(world)
    before = list(columns)[: list(columns).index((table, name))]
    at = sum(columns[place].nbytes for place in before)
    return state[:at] + value + state[at + len(value) :]


@pytest.mark.parametrize(
    ("table", "name", "value"),
    [
        ("pairs", "used", np.int64(-1)), ("pairs", "used", np.int64(2**40)),
        ("contacts", "used", np.int64(5)), ("contacts", "shape_a", np.int32(-1)),
        ("contacts", "shape_b", np.int32(2**30)), ("contacts", "body_b", np.int32(9)),
        ("pairs", "shape_a", np.int32(-1)), ("pairs", "first", np.int32(1000)),
        ("bodies", "position", np.nan), ("bodies", "orientation", np.inf),
        ("bodies", "lead", -1e300), ("bodies", "lead", np.nan), ("bodies", "lead", 1.0),
    ],
)  # fmt: skip
def test_a_forged_state_is_refused_and_nothing_of_it_is_written(table, name, value):
    world = build_boxes()
    run(world, 90)
    assert int(world.contacts.used[0]) > 5
    forged = forge(world, table, name, np.asarray(value).tobytes())
    run(world, 7)
    before = worlds.copy_state(world)
    with pytest.raises(ValueError, match="another scene"):
        worlds.restore_state(world, forged)
    assert worlds.copy_state(world) == before


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9])
def test_a_cut_state_is_refused_and_nothing_of_it_is_written(share):
    world = build_boxes()
    run(world, 90)
    state = worlds.copy_state(world)
    run(world, 7)
    before = worlds.copy_state(world)
    for cut in (state[: int(share * len(state))], state[:-1], state + b"0"):
        with pytest.raises(ValueError, match="another scene"):
            worlds.restore_state(world, cut)
        assert worlds.copy_state(world) == before


def test_hash_sees_every_moving_number():
    world = build_boxes()
    before = worlds.state_hash(world)
    world.bodies.spin[2, 1] = np.nextafter(world.bodies.spin[2, 1], 1.0)
    assert worlds.state_hash(world) != before


def build_wheel():
    motor = MotorSpec(joint="hinge", stall_torque=1.0, no_load_speed=100.0, rotor_inertia=1e-3)
    joint = JointSpec(type="revolute", parent="base", child="link")
    return case.build_machine({"link": case.wheel(0.1)}, {"hinge": joint}, {"motor": motor})


@pytest.mark.parametrize(("voltage", "like"), [(np.nan, 0.0), (7.0, 1.0), (-np.inf, -1.0)])
def test_voltage_is_clamped_and_nonsense_is_zero(voltage, like):
    odd, plain = build_wheel(), build_wheel()
    odd.motors.input[0], plain.motors.input[0] = voltage, like
    run(odd, 20)
    run(plain, 20)
    assert odd.joints.speed[0] == plain.joints.speed[0]


@pytest.mark.parametrize("value", [np.nan, 2e3, np.inf])
def test_the_first_diverged_body_is_named(value):
    world = build_boxes()
    assert integrate.find_diverged(world.bodies) == -1
    world.bodies.velocity[2, 0] = value
    assert integrate.find_diverged(world.bodies) == 2


def test_names_and_rows_agree():
    world = build_wheel()
    assert world.joints.kind.shape == (1,)
    scene = case.SceneSpec(terrain=[], props=[PropSpec(name="box", shape=case.ShapeSpec(sphere=1))])
    assert build.find_names(scene).bodies == {"ground": 0, "box": 1}


def build_whip():
    """Return a chain of light links with a heavy end, which goes in parts as it swings."""
    bar = LinkSpec(shape=ShapeSpec(box=(0.2, 0.05, 0.05), at=(0.1, 0, 0)), mass=1.0, collides=False)
    heavy = bar.model_copy(update={"mass": 1000.0})
    links = {f"link{i}": heavy if i == 20 else bar for i in range(21)}
    joints = {
        f"joint{i}": JointSpec(
            type="revolute", parent=f"link{i - 1}" if i else "base", child=f"link{i}",
            at=(0.2 if i else 0.0, 0, 0), axis=(0, 1, 0),
        )
        for i in range(21)
    }  # fmt: skip
    return case.build_machine(links, joints, gravity=(0.0, 0.0, -9.81))


@pytest.mark.parametrize("at", [20, 40, 50, 60, 80])
def test_another_world_of_the_scene_goes_on_from_a_state_with_the_same_bits(at):
    assert_another_goes_on(build_whip, at, 20)
