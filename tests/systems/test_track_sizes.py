"""Tracked robots of any size roll as freely and calm down as soon, by the damping of their pins."""

from pathlib import Path

import numpy as np
import pytest

from simulator.compiled import handle
from simulator.exact.products import matrix_of
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.spec import load
from simulator.spec.models.scene import PropSpec, SceneSpec
from simulator.spec.models.shape import ShapeSpec

STEP = 0.005  # [s]


def write_robot(mass: float) -> str:
    """Return a robot of 50 kg, larger or smaller in all its measures, its masses as the cube."""
    size = (mass / 50) ** (1 / 3)
    radius, torque = 0.1 * size, 60 * size**4
    text = f"links:\n  hull: {{shape: {{box: [{0.7 * size}, {0.35 * size}, {0.12 * size}], "
    text += f"at: [0, 0, {0.05 * size}]}}, mass: {0.68 * mass}}}\n"
    places = [(f"{end}_{side}", x, y) for side, y in (("l", 0.26), ("r", -0.26))
              for end, x in (("back", -0.42), ("middle", 0.0), ("front", 0.42))]  # fmt: skip
    for name, _, _ in places:
        text += f"  {name}: {{mass: {0.02 * mass}, shape: {{cylinder: {{radius: {radius}, "
        text += f"length: {0.08 * size}}}, rpy_deg: [90, 0, 0]}}}}\n"
    text += "joints:\n"
    for name, x, y in places:
        text += f"  j_{name}: {{type: revolute, parent: hull, child: {name}, "
        text += f"at: [{x * size}, {y * size}, 0], axis: [0, 1, 0]}}\n"
    for section in ("motors", "brakes", "tracks"):
        text += f"{section}:\n"
        for side in "lr":
            text += {
                "motors": f"  {side}: {{joint: j_back_{side}, stall_torque: {torque}, "
                f"no_load_speed: {10 * size**-0.5}, time_constant: 0.02}}\n",
                "brakes": f"  b_{side}: {{joint: j_back_{side}, torque: {2 * torque}}}\n",
                "tracks": f"  t_{side}: {{sprocket: j_back_{side}, idler: j_front_{side}, "
                f"wheels: [j_middle_{side}], links: 40, tyre: {1e5 * size**2}}}\n",
            }[section]
    return text


def load_texts(folder: Path, robot: str, scene: str) -> SceneSpec:
    """Return a scene that is written into a folder, with the robot that it names."""
    for name, text in (("robots/cat/robot.yaml", robot), ("scenes/flat.yaml", scene)):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text(text)
    return load.load_scene(folder / "scenes/flat.yaml")


@pytest.mark.parametrize("mass", [5.0, 50.0, 2000.0])
def test_a_robot_of_any_size_rolls_freely_and_falls_asleep_after_a_turn(tmp_path, mass):
    size = (mass / 50) ** (1 / 3)
    scene = f"robots: [{{file: ../robots/cat/robot.yaml, at: [0, 0, {0.126 * size}]}}]\n"
    scene += f"physics: {{step_ms: {1000 * STEP}}}\n"
    spec = load_texts(tmp_path, write_robot(mass), scene)
    world, names = build_world(spec), find_names(spec)
    packed, moving = handle.pack(world), world.bodies.inv_mass > 0
    motors = [names.motors[f"cat.{side}"] for side in "lr"]

    def drive(seconds: float, left: float, right: float) -> None:
        for share in np.linspace(0.02, 1.0, 50):  # no jolt
            world.motors.input[motors] = share * left, share * right
            step.advance(round(seconds / STEP / 50), packed.words)

    drive(3.0, 1.0, 1.0)
    speed = np.hypot(*world.bodies.velocity[names.bodies["cat.hull"], :2])
    assert speed > 0.85 * size**0.5  # of 1 m/s, as the square root of the size
    drive(1.0, 0.0, 0.0)
    drive(3.0, -0.8, 0.8)
    world.motors.input[motors] = 0.0
    world.brakes.input[[names.brakes[f"cat.b_{side}"] for side in "lr"]] = 1.0
    step.advance(round(10.0 / STEP), packed.words)
    assert world.sleepers.asleep[moving].all()


@pytest.mark.parametrize("ratio", [5, 10])
def test_a_laden_robot_drives_and_its_links_stay_on_the_ground(tmp_path, ratio):
    """Links sank by 8 mm into the ground under five times its weight; under ten it stood still."""
    scene = "robots: [{file: ../robots/cat/robot.yaml, at: [0, 0, 0.126]}]\n"
    scene += f"props: [{{name: load, mass: {50 * ratio}, at: [0, 0, 0.288],\n"
    scene += "  shape: {box: [0.5, 0.3, 0.1]}}]\nphysics: {step_ms: 10}\n"
    spec = load_texts(tmp_path, write_robot(50.0), scene)
    world, names = build_world(spec), find_names(spec)
    packed, contacts, deepest = handle.pack(world), world.contacts, 0.0
    step.advance(100, packed.words)
    for k in range(300):
        world.motors.input[[names.motors[f"cat.{side}"] for side in "lr"]] = min(k / 250, 0.6)
        step.advance(1, packed.words)
        used = contacts.used[0]
        rigid = contacts.stiffness[:used] == 0.0  # tyres are springs
        deepest = max(deepest, -contacts.separation[:used][rigid].min())
    assert deepest < 4e-3
    assert world.bodies.velocity[names.bodies["cat.hull"], 0] > 0.1


@pytest.mark.parametrize(
    ("mass", "links", "tension"), [(1.3, 40, 0.6), (7.0, 52, 15), (15.0, 50, 40)]
)
@pytest.mark.parametrize("step_ms", [5, 10])
def test_hard_starts_and_turns_leave_tracks_on_their_wheels(
    tmp_path, step_ms, mass, links, tension
):
    """Horns sank into the soft sides of tyres, or sweeps pressed them in; links went over rims."""
    size = (mass / 50) ** (1 / 3)
    scene = f"robots: [{{file: ../robots/cat/robot.yaml, at: [0, 0, {0.126 * size}]}}]\n"
    scene += f"physics: {{step_ms: {step_ms}}}\n"
    robot = write_robot(mass).replace("links: 40", f"links: {links}, tension: {tension}")
    spec = load_texts(tmp_path, robot, scene)
    world, names = build_world(spec), find_names(spec)
    packed, bodies, hull = handle.pack(world), world.bodies, names.bodies["cat.hull"]
    rows = {s: [row for name, row in names.bodies.items() if f"t_{s}_link" in name] for s in "lr"}
    aside = 0.0
    for left, right in ((0, 0), (1, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)):
        world.motors.input[[names.motors[f"cat.{side}"] for side in "lr"]] = left, right
        for _ in range(100):
            step.advance(round(20 / step_ms), packed.words)
            _, across, _ = matrix_of(bodies.orientation[hull]).T
            for side, y in (("l", 0.26), ("r", -0.26)):
                way = (bodies.position[rows[side]] - bodies.position[hull]) @ across
                aside = max(aside, np.abs(way - y * size).max())
    assert aside < 0.3 * 0.1 * size  # of the wheels' radius; a horn is 0.06 of it from their sides


@pytest.mark.parametrize(
    ("mass", "tile", "left", "right"), [(5.0, 0.093, -1.0, 1.0), (50.0, 0.35, 1.0, 1.0)]
)
def test_tiles_side_by_side_push_links_up_alone(tmp_path, mass, tile, left, right):
    """Hidden edges gave grousers up to 0.7 of the robot's weight, and its hull 0.2 m/s, a step."""
    size = (mass / 50) ** (1 / 3)
    scene = f"robots: [{{file: ../robots/cat/robot.yaml, at: [0, 0, {0.126 * size}], "
    scene += "rpy: [0, 0, 0.1]}]\nterrain: []\nphysics: {step_ms: 20}\n"
    spec = load_texts(tmp_path, write_robot(mass), scene)
    x, y = np.arange(-1.225, 2.5, tile / size) * size, np.arange(-1.245, 1.3, tile / size) * size
    shape = ShapeSpec(box=(tile, tile, 0.1))
    spec = spec.model_copy(update={"props": [
        PropSpec(name=f"tile{i}_{j}", shape=shape, at=(x[i], y[j], -0.05), fixed=True)
        for i in range(len(x)) for j in range(len(y))
    ]})  # fmt: skip
    world, names = build_world(spec), find_names(spec)
    packed, contacts, aside = handle.pack(world), world.contacts, 0.0
    step.advance(25, packed.words)
    for k in range(60):
        inputs = np.array((left, right)) * min(1.0, k / 25)
        world.motors.input[[names.motors[f"cat.{side}"] for side in "lr"]] = inputs
        step.advance(1, packed.words)
        used = contacts.used[0]
        fixed = np.minimum(*world.bodies.inv_mass[[contacts.body_a[:used], contacts.body_b[:used]]])
        leans = (fixed == 0.0) & (np.abs(contacts.normal[:used, 2]) < 0.99)
        aside = max(aside, contacts.impulse[:used, 0][leans].max(initial=0.0))
    assert aside < 0.01 * 9.81 * 0.02 * mass


@pytest.mark.parametrize("step_ms", [5, 10])
@pytest.mark.parametrize(("away", "aside"), [(0.75, 0.0), (0.76, 0.0), (0.75, 0.45), (0.76, 0.45)])
def test_robots_that_push_each_other_do_not_sink_in(tmp_path, step_ms, away, aside):
    """Links between them were not pressed apart within a step's sweeps: they met 5 to 7 mm deep.

    Nor were those looked for that a blow had stopped and their own tracks took along again.
    """
    scene = f"robots:\n- {{file: ../robots/cat/robot.yaml, at: [{-away}, 0, 0.126]}}\n"
    scene += f"- {{file: ../robots/cat/robot.yaml, name: other, at: [{away}, {aside}, 0.126], "
    scene += f"rpy_deg: [0, 0, 180]}}\nphysics: {{step_ms: {step_ms}, sleep: false}}\n"
    spec = load_texts(tmp_path, write_robot(50.0), scene)
    world, names = build_world(spec), find_names(spec)
    packed, contacts, deepest = handle.pack(world), world.contacts, -np.inf
    motors = [names.motors[f"{robot}.{side}"] for robot in ("cat", "other") for side in "lr"]
    step.advance(round(300 / step_ms), packed.words)
    for k in range(round(3000 / step_ms)):
        world.motors.input[motors] = 0.6 * min(1.0, k * step_ms / 300)
        step.advance(1, packed.words)
        used = contacts.used[0]
        one, other = world.bodies.robot[[contacts.body_a[:used], contacts.body_b[:used]]]
        are_two = (one >= 0) & (other >= 0) & (one != other) & (contacts.stiffness[:used] == 0.0)
        deepest = max(deepest, -contacts.separation[:used][are_two].min(initial=np.inf))
    assert -1e-3 < deepest < 2.5e-3  # they have met
