"""Suction: what a cup holds, slides, peels off and falls as the closed forms have it."""

import re
from pathlib import Path

import mujoco
import numpy as np
import pytest

from simulator import Panel, Simulation
from simulator.compiled.handle import open_table, pack
from simulator.compiled.jit import kernel
from simulator.interop import mjcf
from simulator.physics import stages, step
from simulator.physics.build import build_world, find_names
from simulator.physics.contacts.suction import REACH
from simulator.physics.joints import pace
from simulator.physics.world import World, copy_state, restore_state, state_hash
from simulator.spec import load
from simulator.spec.models.robot import RobotSpec
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement, SceneSpec

MASS, G, FRICTION, HALF = 5.0, 9.81, 0.5, 0.04  # HALF: of the cup's square face [m]
WEIGHT = MASS * G
STEPS = [0.001, 0.005, 0.02]
README = Path(__file__).parents[2] / "robots" / "README.md"
CONSOLE = """
panel:
  down: {type: slider, range: [0, 0.5]}
  pump: {type: toggle}
outputs: {lift: down, vacuum: pump}
"""
SCENE = """
robots: [{file: robot.yaml, name: r, at: [0, 0, 0.5]}]
console: console.yaml
props: [{name: box, shape: {box: [0.1, 0.1, 0.1]}, mass: 2, at: [0, 0, 0.05]}]
"""


@kernel
def try_part(h, is_lost, words):
    """Let forces act for a part of a step, or take that back as where joints cannot follow."""
    world = open_table(words, World)
    for c in range(world.clusters.used[0]):
        if is_lost:
            pace.put_back(
                c, world.clusters, world.bodies, world.joints, world.contacts, world.islands,
                world.settings.gravity, h,
            )  # fmt: skip
        else:
            stages.prepare_cluster(c, world, h)
            stages.draw(c, world, h)


class Rig:
    """A cup below a rail that carries a box of MASS, whose middle is `offset` beside it [m]."""

    def __init__(self, force, h=0.005, offset=0.0, fixed=False, boxes=1):
        pad = {"pad": {"friction": FRICTION}}
        base = {"fixed": True, "collides": False, "shape": {"box": [0.1, 0.1, 0.1]}}
        cup = {"shape": {"box": [2 * HALF, 2 * HALF, 0.02]}, "material": "pad"}
        links = {"base": base, "cup": {**cup, "mass": 0.5}}
        if fixed:
            links = {"cup": {**cup, "fixed": True}}
        rail = {"type": "prismatic", "parent": "base", "child": "cup", "axis": [1, 0, 0]}
        servo = {"type": "servo", "joint": "rail", "stiffness": 2e4, "damping": 700.0}
        spec = RobotSpec.model_validate(
            {
                "links": links,
                "joints": {} if fixed else {"rail": rail},
                "motors": {} if fixed else {"servo": servo},
                "suction": {"hold": {"link": "cup", "force": force}},
                "materials": pad,
            }
        )
        width = 0.3 if boxes == 1 else 0.03
        places = [offset] if boxes == 1 else [-0.02, 0.02]
        props = [
            PropSpec(
                name=f"box{row}", shape={"box": (width, 0.3, 0.1)}, mass=MASS, material="pad",
                at=(place, 0.0, 2.0 - 0.01 - 0.05),
            )
            for row, place in enumerate(places)
        ]  # fmt: skip
        robot = RobotPlacement(file="r", name="r", at=(0.0, 0.0, 2.0), spec=spec)
        physics = PhysicsSpec(step=h)
        self.scene = SceneSpec(robots=[robot], props=props, physics=physics, materials=pad)
        self.world, self.names = build_world(self.scene), find_names(self.scene)
        self.words, self.h = pack(self.world).words, h
        self.world.suction.input[:] = 1.0
        self.start = self.see()

    def see(self, box=0):
        rows, at = self.names.bodies, self.world.bodies.position
        return at[rows[f"box{box}"]] - at[rows["r.cup"]]

    def slip(self, box=0):
        start = self.start if box == 0 else self.start * [-1, 1, 1]
        return np.linalg.norm(self.see(box) - start)

    def go(self, seconds):
        step.advance(round(seconds / self.h), self.words)
        return self


@pytest.mark.parametrize("h", STEPS)
def test_a_cup_carries_its_force_and_no_more(h):
    held = Rig(1.01 * WEIGHT, h).go(3.0)
    push = held.world.contacts.impulse[: held.world.contacts.used[0], 0].sum() / h
    assert held.slip() < 1e-6
    assert push == pytest.approx(0.01 * WEIGHT, abs=1e-3)  # what is left to press the lips on
    fallen = Rig(0.99 * WEIGHT, h).go(1.0)
    assert fallen.slip() > 1.0


@pytest.mark.parametrize("h", STEPS)
def test_a_load_beside_the_middle_peels_off_over_the_edge(h):
    """About the edge at r: (F - W) r holds W d, so F = W (1 + d / r)."""
    offset = 0.06
    least = WEIGHT * (1 + offset / HALF)
    assert Rig(1.03 * least, h, offset).go(3.0).slip() < 1e-6
    assert Rig(0.97 * least, h, offset).go(3.0).slip() > 0.1


@pytest.mark.parametrize("h", STEPS)
def test_what_is_pulled_aside_slides_beyond_its_friction(h):
    """Weightless, with an even pull along the face: it slides with a - mu F / m."""
    force = 40.0

    def pull(share):
        rig = Rig(force, h, fixed=True)
        rig.world.settings.gravity[:] = share * FRICTION * force / MASS, 0.0, 0.0
        return rig

    assert pull(0.9).go(1.0).slip() < 1e-6
    slid = pull(1.2).go(0.1)
    b = slid.names.bodies["box0"]
    expected = 0.2 * FRICTION * force / MASS * 0.1
    assert slid.world.bodies.velocity[b, 0] == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize("h", STEPS)
def test_a_robot_that_swings_its_load_to_and_fro_keeps_it(h):
    rig = Rig(4.0 * WEIGHT, h).go(0.2)
    start, worst = rig.see(), 0.0
    for k in range(round(2.0 / h)):  # x = A (1 - cos w t): up to 5 m/s2
        rig.world.motors.input[0] = 0.2 * (1.0 - np.cos(5.0 * k * h))
        rig.go(h)
        worst = max(worst, np.linalg.norm(rig.see() - start))
    assert worst < 2e-6


@pytest.mark.parametrize("fixed", [False, True])
def test_switched_off_it_lets_go_of_what_sleeps(fixed):
    rig = Rig(2.0 * WEIGHT, fixed=fixed).go(2.0)
    box = rig.names.bodies["box0"]
    assert rig.world.sleepers.asleep[box] == 1
    rig.world.suction.input[:] = 0.0
    rig.go(0.5)
    assert rig.slip() == pytest.approx(0.5 * G * 0.5**2, rel=0.03)


def test_what_does_not_touch_is_left_alone():
    rig = Rig(100.0 * WEIGHT)
    rig.world.bodies.position[rig.names.bodies["box0"], 2] -= 1e-3
    rig.start = rig.see()
    assert rig.go(0.5).slip() == pytest.approx(0.5 * G * 0.5**2, rel=0.03)


@pytest.mark.parametrize(("share", "falls"), [(1.02, False), (0.98, True)])
def test_an_immovable_cup_shares_its_force_among_what_it_holds(share, falls):
    rig = Rig(share * 2.0 * WEIGHT, fixed=True, boxes=2).go(1.0)  # one may stay, with all of it
    assert (max(rig.slip(0), rig.slip(1)) > 0.1) == falls


def test_what_sleeps_at_an_immovable_cup_wakes_as_its_share_gets_too_small():
    rig = Rig(1.5 * WEIGHT, fixed=True, boxes=2)
    bodies, other = rig.world.bodies, rig.names.bodies["box1"]
    place = bodies.position[other].copy()
    bodies.position[other, 2] -= 1.0
    assert rig.go(2.0).world.sleepers.asleep[rig.names.bodies["box0"]] == 1
    bodies.position[other], rig.world.sleepers.asleep[other] = place, 0
    rig.go(1.0)
    assert max(rig.slip(0), rig.slip(1)) > 0.1


@pytest.mark.parametrize("told", [-1.0, np.nan])
def test_what_is_no_share_of_its_force_holds_nothing(told):
    rig = Rig(100.0 * WEIGHT, fixed=True)
    rig.world.suction.input[:] = told
    assert rig.go(0.5).slip() == pytest.approx(0.5 * G * 0.5**2, rel=0.03)


@pytest.mark.parametrize("h", STEPS)
@pytest.mark.parametrize("lead", [0.0, 0.3, 0.9])
def test_parts_of_a_step_that_differ_in_length_hold_as_much(h, lead):
    """Gravity acts from the middle of one part to that of the next, and suction as long."""
    rig = Rig(1.2 * WEIGHT, h)
    rig.world.bodies.lead[:] = lead * h  # the last part was `2 lead` of a step
    assert rig.go(h).slip() < 5e-8


def test_a_part_that_is_taken_back_leaves_no_pull():
    rig = Rig(3.0 * WEIGHT)
    box, velocity = rig.go(rig.h).names.bodies["box0"], rig.world.bodies.velocity
    before = velocity.copy()
    try_part(rig.h, False, rig.words)
    assert velocity[box, 2] - before[box, 2] == pytest.approx(2.0 * G * rig.h, rel=1e-9)
    try_part(rig.h, True, rig.words)
    assert velocity == pytest.approx(before, abs=1e-15)


@pytest.mark.parametrize("h", STEPS)
@pytest.mark.parametrize("force", [1.0, 50.0, 3000.0])
def test_what_bounces_off_a_magnet_gets_no_energy(h, force):
    """Nor does a magnet that hops on the ground."""
    links = {"magnet": {"shape": {"box": [0.1, 0.1, 0.1]}, "mass": 0.5, "material": "hard"}}
    suction = {"hold": {"link": "magnet", "force": force, "applied": True}}
    hard = {"hard": {"friction": FRICTION, "restitution": 0.9}}
    spec = RobotSpec.model_validate({"links": links, "suction": suction, "materials": hard})
    robot = RobotPlacement(file="r", name="r", at=(0.0, 0.0, 0.25), spec=spec)
    ground = PropSpec(name="ground", shape={"box": (1, 1, 0.1)}, fixed=True, material="hard")
    scene = SceneSpec(robots=[robot], props=[ground], physics=PhysicsSpec(step=h), materials=hard)
    world = build_world(scene)
    words, b = pack(world).words, find_names(scene).bodies["r.magnet"]
    for _ in range(round(1.5 / h)):
        step.advance(1, words)
        height = world.bodies.position[b, 2] + world.bodies.velocity[b, 2] ** 2 / (2.0 * G)
        assert height < 0.2501 + G * h * h


@pytest.mark.parametrize("seed", [0, 5])
def test_links_of_a_chain_that_hold_each_other_get_no_energy(seed):
    """Off the middle of a light link the pull of a step alone would spin it by 1000 rad/s."""
    force, links, joints = 2000.0, {"base": {"fixed": True, "collides": False}}, {}
    links["base"]["shape"] = {"box": [0.05, 0.05, 0.05]}
    for k, mass in enumerate((1.0, 0.3, 0.3)):
        parent, child = ("base", "c0", "c1")[k], f"c{k}"
        links[child] = {"mass": mass, "shape": {"box": [0.1, 0.06, 0.14]}}
        spherical = {"type": "spherical", "parent": parent, "child": child, "at": [0, 0, -0.2]}
        joints[f"j{k}"] = spherical
    suction = {name: {"link": name, "force": force, "applied": True} for name in ("c0", "c2")}
    spec = RobotSpec.model_validate({"links": links, "joints": joints, "suction": suction})
    robot = RobotPlacement(file="r", name="r", at=(0.0, 0.0, 0.45), spec=spec)
    world = build_world(SceneSpec(robots=[robot], physics=PhysicsSpec(step=0.02)))
    words, bodies, rng = pack(world).words, world.bodies, np.random.default_rng(seed)
    bodies.velocity[2:], bodies.spin[2:] = rng.normal(0, 1, (3, 3)), rng.normal(0, 5, (3, 3))
    step.advance(2, words)
    for _ in range(100):
        step.advance(1, words)
        energy = 0.5 * (bodies.velocity[2:] ** 2).sum(1) @ (1.0 / bodies.inv_mass[2:])
        assert energy < 2.0 * force * REACH


def test_a_state_in_the_middle_of_a_slide_goes_on_with_the_same_bits():
    rig = Rig(1.2 * WEIGHT, 0.01)
    rig.world.settings.gravity[:] = 6.0, 1.0, -4.0
    state = copy_state(rig.go(0.2).world)
    first = state_hash(rig.go(0.3).world)
    restore_state(rig.world, state)
    assert state_hash(rig.go(0.3).world) == first
    assert rig.slip() > 1e-3  # it does slide


@pytest.mark.parametrize("share", [0.95, 1.05])
def test_mujoco_holds_and_drops_the_same_load(share):
    rig = Rig(share * WEIGHT)
    model = mujoco.MjModel.from_xml_string(mjcf.write(rig.scene)[0])
    data = mujoco.MjData(model)
    data.ctrl[model.actuator("r.hold").id] = 1.0
    mujoco.mj_forward(model, data)
    start = data.body("box0").xpos[2]
    for _ in range(round(1.0 / model.opt.timestep)):
        mujoco.mj_step(model, data)
    fell = data.body("box0").xpos[2] < start - 0.1
    assert fell == (rig.go(1.0).slip() > 0.1) == (share < 1.0)


def test_the_robot_of_the_readme_picks_up_carries_and_drops(tmp_path):
    section = README.read_text(encoding="utf-8").split("\n## Suction cups and magnets\n")[1]
    example = re.search(r"```yaml\n(.*?)```", section, re.DOTALL)
    for name, text in (("robot", example[1]), ("console", CONSOLE), ("scene", SCENE)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    simulation = Simulation(load.load_scene(tmp_path / "scene.yaml"))
    panel = Panel(simulation.scene.console_spec)
    box = simulation.names.bodies["box"]

    def work(seconds, **controls):
        for control, value in controls.items():
            panel.set(control, value)
        for _ in range(round(seconds / 0.04)):
            snapshot = simulation.frame(panel.input())
        return snapshot.signal("sealed"), simulation.world.bodies.position[box, 2]

    assert work(1.0, down=0.38) == (0.0, pytest.approx(0.05, abs=1e-3))
    pressed, _ = work(1.0, down=0.392)
    assert pressed > 10.0  # N, by the lift alone
    work(0.2, pump=1)
    for down in np.arange(0.38, 0.1, -0.01):  # at 0.25 m/s: a jerk would tear it off
        work(0.04, down=down)
    sealed, height = work(1.0, down=0.1)
    assert sealed == pytest.approx(60.0 - 2.0 * G, abs=0.1) and height > 0.3
    sealed, height = work(1.0, pump=0)
    assert sealed == 0.0 and height == pytest.approx(0.05, abs=1e-3)
