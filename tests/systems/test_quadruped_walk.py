"""The quadruped's desk: gaits, inverse kinematics, postures, and the whole round without a fall."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from simulator.checking import load_checked
from simulator.console.panel import Panel
from simulator.headless import Run
from simulator.simulation import Simulation
from simulator.snapshot import Event
from simulator.spec import load
from simulator.spec.naming.bodies import list_bodies, rotation_of
from tests.systems.quadruped_falls import CASES, run

SCENES = Path(__file__).parents[2] / "scenes"
LEGS = {
    "front_left": (0.10, 0.09, 1), "front_right": (0.10, -0.09, -1),
    "rear_left": (-0.10, 0.09, 1), "rear_right": (-0.10, -0.09, -1),
}  # fmt: skip
DIAGONALS = ({"front_left", "rear_right"}, {"front_right", "rear_left"})


class Desk:
    """The proving ground with hands on its levers."""

    def __init__(self, scene, simulation):
        self.simulation, self.panel = simulation, Panel(scene.console_spec)

    def read(self, name):
        return float(self.simulation.signals[self.simulation.plan.slots[name]])

    def go(self, seconds, **levers):
        """Set levers (`walk_y` is `walk.y`) and run on; return signals by name, a row a frame."""
        for name, value in levers.items():
            axis = name in ("walk_x", "walk_y", "lean_x", "lean_y")
            self.panel.set(name.replace("_", ".") if axis else name, value)
        rows = []
        for _ in range(round(seconds / self.simulation.frame_dt)):
            self.simulation.frame(self.panel.input())
            rows.append(self.simulation.signals.copy())
        table = np.array(rows)
        return {name: table[:, slot] for name, slot in self.simulation.plan.slots.items()}

    def stand(self):
        self.go(0.2, key=2)
        self.go(0.2, key=1)
        return self.go(1.8, posture=2)


@pytest.fixture(scope="module")
def ground():
    scene = load_checked(SCENES / "quadruped.yaml")
    return scene, Simulation(scene)


@pytest.fixture
def desk(ground):
    ground[1].reset()
    return Desk(*ground)


def place_foot(leg, yaw, hip, knee):
    """Return the foot of a leg in the body (3,), joint by joint [m]."""
    x, y, side = LEGS[leg]
    turn = rotation_of((0.0, 0.0, side * np.pi / 2)) @ rotation_of((0.0, 0.0, yaw))
    lower = turn @ rotation_of((0.0, hip, 0.0))
    lowest = lower @ rotation_of((0.0, knee, 0.0))
    ends = turn @ [0.04, 0, 0] + lower @ [0.09, 0, 0] + lowest @ [0.108, 0, 0]
    return np.array([x, y, 0.0]) + ends


def test_the_legs_angles_put_their_feet_where_the_gait_wants_them(desk):
    desk.stand()
    walked = desk.go(2.5, walk_y=0.7, walk_x=0.5, turn=-0.6, lean_x=0.4, lean_y=-0.5)
    for leg, (x, y, _) in LEGS.items():
        angles = zip(*(walked[leg + part] for part in ("", ".hip_out", ".knee_out")), strict=True)
        feet = np.array([place_foot(leg, *three) for three in angles])
        wanted = np.stack([walked[f"{leg}.{axis}"] for axis in "xyz"], axis=1)
        wanted += (x, y, 0.0)
        assert np.abs(feet - wanted).max() < 1e-12
        assert np.ptp(wanted, axis=0).min() > 0.01  # it did walk


def test_a_creep_lifts_one_foot_after_the_other_and_a_trot_the_diagonals(desk):
    desk.stand()
    creep = desk.go(4, walk_y=1)
    lifted = np.array([creep[f"{leg}.up"] > 1e-6 for leg in LEGS])
    assert lifted.sum(axis=0).max() == 1 and lifted.any(axis=1).all()
    names = [list(LEGS)[row] for row in lifted[:, lifted.any(axis=0)].argmax(axis=0)]
    order = [name for name, after in pairwise([*names, ""]) if name != after]
    follow = ["rear_right", "front_right", "rear_left", "front_left"]
    for before, after in pairwise(order[:-1]):
        assert follow[(follow.index(before) + 1) % 4] == after
    desk.go(2, walk_y=0)
    assert desk.read("moving") == 0.0
    trot = desk.go(3, gait=1, walk_y=1)
    for moment in range(len(trot["phase"])):
        up = {leg for leg in LEGS if trot[f"{leg}.up"][moment] > 1e-6}
        assert up in (set(), *DIAGONALS)


@pytest.mark.parametrize(("gait", "least"), [(0, 0.035), (1, 0.10)])
@pytest.mark.parametrize(
    ("levers", "way"),
    [({"walk_y": 1}, (1, 0)), ({"walk_y": -1}, (-1, 0)), ({"walk_x": 1}, (0, -1)),
     ({"walk_x": -1}, (0, 1))],
)  # fmt: skip
def test_it_walks_where_the_lever_points(desk, gait, least, levers, way):
    desk.stand()
    desk.go(1.2, gait=gait, **levers)
    walked = desk.go(2.28, **levers)  # two turns of the creep's phase
    moved = np.array([np.ptp(walked[key]) * np.sign(walked[key][-1] - walked[key][0])
                      for key in ("body_x", "body_y")])  # fmt: skip
    assert moved @ way > least * 2.28
    assert abs(walked["heading"][-1]) < np.radians(3)
    assert max(np.abs(walked["roll"]).max(), np.abs(walked["pitch"]).max()) < np.radians(6)


def test_it_turns_on_the_spot_and_stops(desk):
    desk.stand()
    desk.go(3, turn=-1)
    assert desk.read("heading") > np.radians(30)
    desk.go(2, turn=0)
    quiet = desk.go(1)
    assert np.ptp(quiet["heading"]) < 1e-5 and desk.read("moving") == 0.0


def test_postures_and_leaning(desk):
    desk.stand()
    assert desk.read("height") == pytest.approx(0.087, abs=0.002)
    desk.go(1.5, lean_x=1)
    assert desk.read("roll") == pytest.approx(0.2, abs=0.01)  # what the lever asks for
    desk.go(2, lean_x=0, posture=1)
    assert desk.read("pitch") < -0.15 and desk.read("height") < 0.07
    desk.go(2, posture=0)
    assert desk.read("height") == pytest.approx(0.030, abs=0.001)  # the belly lies


def test_without_power_the_legs_give_way(desk):
    desk.stand()
    limp = desk.go(2, stop=1)
    assert desk.read("power") == 0.0
    assert limp["height"][-1] < 0.04
    last = limp["largest"][-5:]
    assert last.max() < 0.05


def test_a_fall_cuts_the_power_until_the_key_was_off(ground):
    scene, _ = ground
    over = scene.robots[0].model_copy(update={"rpy": (np.pi, 0.0, 0.0), "at": (-1.3, 0.0, 0.06)})
    desk = Desk(scene, Simulation(scene.model_copy(update={"robots": [over]})))
    desk.go(0.5)
    desk.go(0.2, key=2)
    desk.go(0.2, key=1)
    assert (desk.read("fall"), desk.read("power")) == (1.0, 0.0)


@pytest.mark.parametrize("seed", range(4))
def test_pushes_from_all_sides_do_not_throw_it_over(desk, seed):
    # 1 N s takes the whole robot from rest to 0.4 m/s
    rng = np.random.default_rng(seed)
    desk.stand()
    desk.go(1.2, gait=seed % 2, lift_knob=38, walk_y=1)
    for _ in range(4):
        way = rng.uniform(-np.pi, np.pi)
        push = {"impulse": [np.cos(way), np.sin(way), 0.0]}
        desk.simulation.apply(Event("push", "quadruped.body", push))
        pushed = desk.go(1.2)
        assert pushed["fall"].max() == 0.0
        assert max(np.abs(pushed["roll"]).max(), np.abs(pushed["pitch"]).max()) < np.radians(15)


def test_a_push_on_one_link_moves_the_whole_robot_by_its_impulse(ground):
    """In free fall nothing else does: joints and servos act between its links."""
    scene, _ = ground
    high = scene.robots[0].model_copy(update={"at": (-1.3, 0.0, 3.0)})
    simulation = Simulation(scene.model_copy(update={"robots": [high]}))
    bodies, panel = simulation.world.bodies, Panel(scene.console_spec)
    moving = bodies.inv_mass > 0.0
    masses = 1.0 / bodies.inv_mass[moving]
    before = masses @ bodies.velocity[moving]
    impulse = [0.6, -0.3, 0.2]
    simulation.apply(Event("push", "quadruped.body", {"impulse": impulse}))
    simulation.frame(panel.input())
    gained = masses @ bodies.velocity[moving] - before
    weight = masses.sum() * np.array([0.0, 0.0, -9.81])
    assert gained == pytest.approx(impulse + weight * simulation.frame_dt, abs=1e-6)


@pytest.mark.parametrize(
    "case", [name for name, case in CASES.items() if name.startswith("bumps") and not case.push]
)
def test_it_crosses_the_bumps_with_its_nose_to_any_side(ground, case):
    outcome = run(ground[0], case, 0)
    assert outcome.arrived and not outcome.fell
    assert outcome.tilt < 10.0


def test_it_starts_with_its_feet_where_its_desk_puts_them(ground):
    scene, simulation = ground
    simulation.reset()
    base = list_bodies(scene)[1].position
    for leg, (x, y, _) in LEGS.items():
        starts = scene.robots[0].joints
        foot = base + place_foot(leg, *(starts[f"{leg}_{part}"] for part in ("yaw", "hip", "knee")))
        assert foot[2] > 0.0115  # not in the ground
        home = np.array([np.sign(x) * 0.170, np.sign(y) * 0.195])
        assert foot[:2] - base[:2] == pytest.approx(home, abs=0.01)


def test_the_round_of_the_proving_ground_ends_at_home_without_a_fall(ground):
    simulation = ground[1]
    simulation.reset()
    walk = Run(simulation, load.load_script(SCENES / "scripts" / "quadruped.yaml"))
    seen = []
    walk.operator.act, act = (
        (lambda *args: (seen.append(walk.snapshot), act(*args))),
        walk.operator.act,
    )
    last = walk.go(None)
    slots = simulation.plan.slots
    assert walk.failure == "" and not last.frozen and last.alarms == ()
    table = np.array([snapshot.signals for snapshot in seen])
    get = dict(zip(last.layout.signals, table.T, strict=True))
    assert get["fall"].max() == 0.0
    assert max(np.abs(get["roll"]).max(), np.abs(get["pitch"]).max()) < np.radians(15)
    assert get["body_x"].max() > 1.35 and get["body_y"].max() > 1.0
    end = simulation.signals
    assert end[slots["body_x"]] == pytest.approx(-1.35, abs=0.06)
    assert end[slots["body_y"]] == pytest.approx(0.0, abs=0.08)
    assert end[slots["heading"]] == pytest.approx(0.0, abs=0.12)
    assert end[slots["height"]] < 0.033
