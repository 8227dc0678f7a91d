"""The MF-4 on its tracks: it stands, creeps, turns, climbs and holds, joints and teeth in one."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import present, step
from simulator.physics.build import build_world, find_names
from simulator.physics.joints import joint
from simulator.spec import load
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import ShapeSpec
from simulator.spec.tracks import build as tracks

ROBOT = Path(__file__).parents[2] / "robots" / "mf4" / "robot.yaml"
RIM = 0.094  # of a wheel [m]
SYMMETRIC = """\
links:
  hull: {shape: {box: [0.7, 0.3, 0.12], at: [0, 0, 0.05]}, mass: 30}
  back_l: &wheel {mass: 1, shape: {cylinder: {radius: 0.1, length: 0.08}, rpy_deg: [90, 0, 0]}}
  front_l: *wheel
  back_r: *wheel
  front_r: *wheel
joints:
  sprocket_l: {type: revolute, parent: hull, child: back_l, at: [-0.42, 0.26, 0], axis: [0, 1, 0]}
  idler_l: {type: revolute, parent: hull, child: front_l, at: [0.42, 0.26, 0], axis: [0, 1, 0]}
  sprocket_r: {type: revolute, parent: hull, child: back_r, at: [-0.42, -0.26, 0], axis: [0, 1, 0]}
  idler_r: {type: revolute, parent: hull, child: front_r, at: [0.42, -0.26, 0], axis: [0, 1, 0]}
motors:
  left: {joint: sprocket_l, stall_torque: 2, no_load_speed_rpm: 3000, gear_ratio: 60,
         time_constant: 0.02}
  right: {joint: sprocket_r, stall_torque: 2, no_load_speed_rpm: 3000, gear_ratio: 60,
          time_constant: 0.02}
tracks:
  left: {sprocket: sprocket_l, idler: idler_l, links: 48, mass: 0.125, model: belt}
  right: {sprocket: sprocket_r, idler: idler_r, links: 48, mass: 0.125, model: belt}
"""  # 46 kg, its centre in the middle of its tracks
BELT = 0.101  # the same of a belt's middle [m]
RADIUS = 0.104  # from a sprocket's axle to the pins [m]
NO_LOAD = 0.754  # speed at full voltage without any load [m/s]
REACHING = {"shoulder": np.radians(50), "elbow": np.radians(-40), "wrist": 0.0}
FOLDED = {"shoulder": np.radians(90), "elbow": np.radians(-120), "wrist": 0.0}


class Drive(NamedTuple):
    """What was seen of the chassis, one row a step."""

    position: np.ndarray  # (n, 3) [m]
    velocity: np.ndarray  # (n, 3) [m/s]
    heading: np.ndarray  # (n,) [rad]
    turn: float  # of the left sprocket [rad]
    gap: float  # largest distance of two pins that are one [m]


class Course:
    """The robot on flat ground with props; its brakes are off, the arm's are on."""

    def __init__(self, props=(), slope=0.0, model=None, arm=FOLDED, step=0.01) -> None:
        placement = RobotPlacement(file=str(ROBOT), joints=arm, spec=load.load_robot(ROBOT))
        robot = tracks.expand(placement, model)
        gravity = (-9.81 * np.sin(slope), 0.0, -9.81 * np.cos(slope))
        scene = SceneSpec(
            robots=[placement.model_copy(update={"spec": robot})],
            props=list(props),
            physics=PhysicsSpec(step=step, gravity=gravity, iterations=20, tolerance=1e-5),
        )
        self.world, self.names = build_world(scene), find_names(scene)
        self.packed = pack(self.world)
        self.chassis = self.names.bodies["mf4.chassis"]
        self.brake(0.0)

    def brake(self, grip: float) -> None:
        for side in ("left", "right"):
            self.world.brakes.input[self.names.brakes[f"mf4.{side}_brake"]] = grip

    def drive(self, left: float, right: float, seconds: float) -> Drive:
        """Drive with a voltage (of one) on each side."""
        inputs = self.world.motors.input
        inputs[self.names.motors["mf4.left_drive"]] = left
        inputs[self.names.motors["mf4.right_drive"]] = right
        return self._run(seconds, lambda: None)

    def keep(self, speed: float, seconds: float) -> Drive:
        """Drive with both sprockets kept at a speed [m/s], as the desk's loops do."""
        world, sums = self.world, np.zeros(2)
        motors = [self.names.motors[f"mf4.{side}_drive"] for side in ("left", "right")]
        joints = [self.names.joints[f"mf4.{side}_sprocket"] for side in ("left", "right")]

        def control() -> None:
            error = speed / RADIUS - world.joints.speed[joints]
            sums[:] += 1.25 * world.settings.step * error
            world.motors.input[motors] = np.clip(0.2 * error + sums, -1.0, 1.0)

        return self._run(seconds, control)

    def circulate(self, side: str) -> float:
        """Return how fast a track goes round its wheels, as its sprocket would turn [rad/s]."""
        bodies, hull = self.world.bodies, self.chassis
        rows = [row for name, row in self.names.bodies.items() if f"mf4.{side}_link" in name]
        arm = bodies.position[rows] - bodies.position[hull]
        way = bodies.velocity[rows] - bodies.velocity[hull] - np.cross(bodies.spin[hull], arm)
        w, x, y, z = bodies.orientation[rows].T
        along = np.stack([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)], 1)
        return -float((way * along).sum(axis=1).mean()) / RADIUS  # links lie from back to front

    def _run(self, seconds: float, control: Callable[[], None]) -> Drive:
        world, row, words = self.world, self.chassis, self.packed.words
        wheel = self.names.joints["mf4.left_sprocket"]
        seen, gap, start = [], 0.0, world.joints.position[wheel]
        for _ in range(round(seconds / world.settings.step)):
            control()
            step.advance(1, words)
            w, x, y, z = world.bodies.orientation[row]
            heading = np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
            seen.append([*world.bodies.position[row], *world.bodies.velocity[row], heading])
            gap = max(gap, np.abs(world.joints.error[:, :3]).max())
        table, turn = np.array(seen), world.joints.position[wheel] - start
        return Drive(table[:, :3], table[:, 3:6], np.unwrap(table[:, 6]), turn, gap)


def box(name, size, at):
    return PropSpec(name=name, fixed=True, shape=ShapeSpec(box=size), material="wood", at=at)


def stairs(count, height, depth, start):
    """Return steps across the way, each a block that reaches far back."""
    return [
        box(f"step{k}", (3.0, 1.2, height * (k + 1)),
            (start + depth * k + 1.5, 0.0, 0.5 * height * (k + 1)))
        for k in range(count)
    ]  # fmt: skip


def test_it_settles_by_the_sag_of_its_links_and_stands_still():
    course = Course()
    start = course.world.bodies.position[course.chassis].copy()
    course.brake(1.0)
    seen = course.drive(0.0, 0.0, 2.0)
    assert -0.005 < seen.position[-1, 2] - start[2] < -0.002
    assert np.abs(seen.velocity[-50:].mean(axis=0)).max() < 5e-4
    assert np.abs(seen.position[-50:] - seen.position[-1]).max() < 5e-4
    assert seen.gap < 1e-4


@pytest.mark.parametrize("way", [0.5, -0.5])
def test_it_drives_as_far_as_its_sprockets_turn(way):
    course = Course()
    course.drive(0.0, 0.0, 0.5)
    seen = course.drive(way, way, 2.0)
    speed = seen.velocity[100:, 0]
    assert 0.8 < speed.mean() / (way * NO_LOAD) < 1.0
    assert speed.std() < 0.06 * abs(speed.mean())  # links make it a polygon's way
    rolled = (seen.position[-1, 0] - seen.position[0, 0]) / seen.turn
    assert RIM < rolled < RADIUS  # on the lower run or with it: the sprocket does both
    assert np.abs(seen.position[:, 1]).max() < 0.01
    assert seen.gap < 1e-4


def test_speed_does_not_wind_its_tracks_up():
    pulls = []
    for h in (0.01, 0.0025):
        course = Course(step=h)
        course.drive(1.0, 1.0, 2.0)
        pins = [row for name, row in course.names.joints.items() if "_pin_" in name]
        pull, count = [], round(3.0 / h)  # one second's mean differs from the next one's by a tenth
        for _ in range(count):
            step.advance(1, course.packed.words)
            pull.append(np.median(np.linalg.norm(course.world.joints.reaction[pins], axis=1)))
        pulls.append(np.mean(pull))
    assert pulls[0] < 1.5 * pulls[1]


def test_its_links_are_shown_on_their_wheels_and_ground_and_on_each_other():
    course = Course()
    course.drive(0.8, 0.8, 1.0)
    world = course.world
    bodies, joints, contacts = world.bodies, world.joints, world.contacts
    position, orientation = np.empty_like(bodies.position), np.empty_like(bodies.orientation)

    def place(body, anchor):
        w, r = orientation[body, :1], orientation[body, 1:]
        turn = np.cross(r, anchor)
        return position[body] + anchor + 2.0 * (w * turn + np.cross(r, turn))

    off = []
    for _ in range(100):
        step.advance(1, course.packed.words)
        present.poses(bodies, joints, world.islands, position, orientation)
        n = contacts.used[0]
        a, b = contacts.body_a[:n], contacts.body_b[:n]
        apart = place(b, contacts.anchor_b[:n]) - place(a, contacts.anchor_a[:n])
        apart = (apart * contacts.normal[:n]).sum(axis=1)
        pushing = contacts.impulse[:n, 0] > 0.0
        off.append(np.abs(apart - contacts.separation[:n])[pushing].max())
        pins = place(joints.child, joints.anchor_child) - place(joints.parent, joints.anchor_parent)
        assert np.linalg.norm(pins, axis=1)[joints.kind == joint.REVOLUTE].max() < 2e-5
    assert pushing.sum() > 20
    assert max(off) < 2e-3  # what comes closer at 0.4 m/s does in half a step
    assert np.median(off) < 5e-4


def test_it_creeps_without_a_jump():
    course = Course()
    course.drive(0.0, 0.0, 0.5)
    seen = course.keep(0.01, 14.0)  # links pass every 5 s
    way = seen.position[200:, 0]
    time = course.world.settings.step * np.arange(len(way))
    line = np.polyfit(time, way, 1)
    assert RIM / RADIUS < line[0] / 0.01 < 1.01
    assert np.abs(way - np.polyval(line, time)).max() < 3e-3  # a sixteenth of a link


def test_it_turns_on_the_spot():
    course = Course()
    course.drive(0.0, 0.0, 0.5)
    seen = course.drive(-0.9, 0.9, 12.0)
    heading = seen.heading - seen.heading[0]
    round_once = int(np.argmax(heading > 2.0 * np.pi))
    assert round_once > 0
    way = seen.position[: round_once + 1, :2]
    assert np.linalg.norm(way - way.mean(axis=0), axis=1).max() < 0.3
    assert seen.gap < 1e-3


@pytest.mark.parametrize(("arm", "rate"), [(FOLDED, 38.5), (REACHING, 44.3)])
@pytest.mark.parametrize("step", [0.01, 0.002])
def test_its_sprockets_drive_their_tracks_as_it_turns(step, arm, rate):
    """With ten times the sweeps 39.6 and 45.8 degrees/s at 10 ms, 37.8 and 42.8 at 2 ms."""
    course = Course(arm=arm, step=step)
    course.drive(0.0, 0.0, 0.5)
    course.drive(-0.9, 0.9, 0.5)
    slipping, rates, count = 0, [], 100
    for _ in range(count):
        seen = course.drive(-0.9, 0.9, 0.05)
        rates.append((seen.heading[-1] - seen.heading[0]) / (step * (len(seen.heading) - 1)))
        for side in ("left", "right"):
            turned = course.world.joints.speed[course.names.joints[f"mf4.{side}_sprocket"]]
            slipping += abs(course.circulate(side) - turned) > 0.3 * abs(turned)
    assert slipping < 0.15 * count  # of the two tracks together; loose ones 0.24 and more
    assert np.degrees(np.mean(rates)) == pytest.approx(rate, abs=2.0)  # on belts 31 to 35


@pytest.mark.parametrize("degrees", [30.0, 35.0])
def test_it_climbs_a_ramp_and_its_brakes_hold_it_there(degrees):
    course = Course(slope=np.radians(degrees))
    course.brake(1.0)
    course.drive(0.0, 0.0, 0.5)
    course.brake(0.0)
    seen = course.drive(0.6, 0.6, 2.0)
    way = seen.position[-1, 0] - seen.position[0, 0]
    assert way > 0.35
    assert way > 0.8 * RADIUS * seen.turn  # neither sprocket nor links slip much
    course.brake(1.0)
    course.drive(0.0, 0.0, 1.0)
    held = course.drive(0.0, 0.0, 1.0)
    assert np.abs(held.position[-1] - held.position[0]).max() < 1e-3


def test_it_climbs_a_pallet():
    course = Course([box("pallet", (1.2, 1.2, 0.144), (1.25, 0.0, 0.072))])
    course.drive(0.0, 0.0, 0.5)
    seen = course.drive(0.5, 0.5, 5.0)
    assert seen.position[-1, 0] > 0.6
    assert seen.position[-1, 2] - seen.position[0, 2] == pytest.approx(0.144, abs=0.01)
    assert seen.gap < 1e-3


def test_it_climbs_stairs():
    course = Course(stairs(4, 0.17, 0.28, 0.75))
    course.drive(0.0, 0.0, 0.5)
    seen = course.drive(0.5, 0.5, 12.0)
    assert seen.position[-1, 2] - seen.position[0, 2] > 0.6
    assert np.abs(seen.position[:, 1]).max() < 0.2
    assert seen.gap < 1e-3


def test_a_belt_drives_as_the_links_do():
    course = Course(model="belt")
    course.drive(0.0, 0.0, 0.5)
    seen = course.drive(0.5, 0.5, 2.0)
    assert seen.position[-1, 0] - seen.position[0, 0] == pytest.approx(BELT * seen.turn, rel=0.02)
    assert np.abs(seen.position[:, 1]).max() < 0.01


def test_the_wheels_of_a_belt_turn_as_it_drives():
    course = Course(model="belt")
    course.drive(0.5, 0.3, 2.0)
    speed, joints = course.world.joints.speed, course.names.joints
    for side in ("left", "right"):
        sprocket = speed[joints[f"mf4.{side}_sprocket"]]
        assert sprocket > 1.0
        for wheel in ("idler", "road_1", "road_2"):
            assert speed[joints[f"mf4.{side}_{wheel}"]] == pytest.approx(sprocket, rel=1e-9)


@pytest.mark.parametrize("step_ms", [2.5, 5.0, 10.0])
def test_a_symmetric_robot_on_belts_sags_evenly_and_turns_about_its_middle(tmp_path, step_ms):
    (tmp_path / "cat.yaml").write_text(SYMMETRIC)
    scene = "robots: [{file: cat.yaml, name: cat, at: [0, 0, 0.13]}]\n"
    scene += f"physics: {{step_ms: {step_ms}}}\n"
    (tmp_path / "scene.yaml").write_text(scene)
    spec = load.load_scene(tmp_path / "scene.yaml")
    world, names = build_world(spec), find_names(spec)
    packed, hull, bodies = pack(world), names.bodies["cat.hull"], world.bodies
    level = bodies.position[hull, 2] - 0.13 + 0.125  # wheels, plate and grouser off the ground
    step.advance(round(1500 / step_ms), packed.words)
    sag = 46.0 * 9.81 / (6 * 2e5)  # on two cylinders and a slab a side, each as two tyres
    assert level - bodies.position[hull, 2] == pytest.approx(sag, rel=0.01)
    for side, way in (("left", -0.6), ("right", 0.6)):
        world.motors.input[names.motors[f"cat.{side}"]] = way
    start, heading = bodies.position[hull].copy(), 0.0
    for _ in range(round(10000 / step_ms)):
        step.advance(1, packed.words)
        assert np.linalg.norm(bodies.position[hull] - start) < 1e-3
        heading = 2.0 * np.arctan2(bodies.orientation[hull, 3], bodies.orientation[hull, 0])
        if heading > 0.5 * np.pi:
            break
    assert heading > 0.5 * np.pi


@pytest.mark.parametrize("step_ms", [5.0, 10.0])
def test_tracks_without_road_wheels_stay_on_ahead_and_on_the_spot(tmp_path, step_ms):
    (tmp_path / "cat.yaml").write_text(SYMMETRIC.replace(", model: belt", ""))
    scene = "robots: [{file: cat.yaml, name: cat, at: [0, 0, 0.13]}]\n"
    scene += f"physics: {{step_ms: {step_ms}}}\n"
    (tmp_path / "scene.yaml").write_text(scene)
    spec = load.load_scene(tmp_path / "scene.yaml")
    world, names = build_world(spec), find_names(spec)
    packed, bodies, step_s = pack(world), world.bodies, 1e-3 * step_ms
    hull, wheel = names.bodies["cat.hull"], names.bodies["cat.front_l"]
    links = [row for name, row in names.bodies.items() if name.startswith("cat.left_link")]
    drives = [names.motors["cat.left"], names.motors["cat.right"]]
    assert len(links) == 48
    for sides, seconds in (((0.6, 0.6), 4.0), ((-0.8, 0.8), 5.0)):
        for k in range(round(seconds / step_s)):
            world.motors.input[drives] = np.array(sides) * min(1.0, k * step_s)
            step.advance(1, packed.words)
            w, x, y, z = bodies.orientation[hull]
            aside = np.array([2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)])
            off = (bodies.position[links] - bodies.position[wheel]) @ aside
            assert np.abs(off).max() < 0.02
            assert np.abs(world.joints.error[:, :3]).max() < 1e-4
    heading = 2.0 * np.arctan2(bodies.orientation[hull, 3], bodies.orientation[hull, 0])
    assert abs(heading) > np.radians(30)
