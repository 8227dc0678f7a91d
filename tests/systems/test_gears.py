"""Random robots of joints on common rotors keep ratios and limits, with friction and brakes."""

import numpy as np
import pytest

from simulator.compiled import handle
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.spec import load

CHANGE, SECONDS = 0.4, 6.0  # how long an input lasts; of a run [s]


def write_robot(random) -> tuple[str, dict[int, int]]:
    """Return a robot of two to seven links, one or two geared motors, and who follows whom."""
    count, followers, slides = int(random.integers(2, 8)), {}, []
    links = "  base: {fixed: true, collides: false, shape: {box: [0.1, 0.1, 0.1]}}\n"
    joints = motors = repeaters = brakes = ""
    for i in range(count):
        mass, long = 10 ** random.uniform(-2, 1), 10 ** random.uniform(-1.5, -0.3)
        parent = -1 if i == 0 or random.random() < 0.4 else int(random.integers(0, i))
        slides.append(random.random() >= 0.75)
        axis = random.normal(size=3)
        axis /= np.linalg.norm(axis)
        friction = 10 ** random.uniform(-2, 1) if random.random() < 0.5 else 0.0
        limit = ""
        if random.random() < 0.5:
            limit = f", limit: [{-random.uniform(0.05, 1)}, {random.uniform(0.05, 1)}]"
        links += f"  l{i}: {{mass: {mass}, collides: false, shape: {{box: [{long}, {long / 3}, "
        links += f"{long / 3}], at: [{long / 2}, 0, 0]}}}}\n"
        at = random.uniform(-0.2, 0.2, 3).tolist()
        damping = 10 ** random.uniform(-3, 0) * (random.random() < 0.3)
        joints += f"  j{i}: {{type: {'prismatic' if slides[i] else 'revolute'}, parent: "
        joints += f"{'base' if parent < 0 else f'l{parent}'}, child: l{i}, at: {at}, "
        joints += f"axis: {axis.tolist()}, friction: {friction}, damping: {damping}{limit}}}\n"
        brakes += f"  b{i}: {{joint: j{i}, torque: {10 ** random.uniform(-1, 2)}}}\n"
    order = random.permutation(count).tolist()
    for m in range(int(random.integers(1, 3))):
        if not order:
            break
        leader = order.pop()
        gear = 10 ** (random.uniform(1, 4) if slides[leader] else random.uniform(0, 3.7))
        rotor, torque = 10 ** random.uniform(-7, -3), 10 ** random.uniform(0, 2.5)
        speed = 10 ** random.uniform(-0.5, 1)
        motors += f"  m{m}: {{joint: j{leader}, stall_torque: {torque / gear}, no_load_speed: "
        motors += f"{speed * gear}, gear_ratio: {gear}, rotor_inertia: {rotor}}}\n"
        for _ in range(int(random.integers(0, 4))):
            if order:
                follower, sign = order.pop(), random.choice([1, -1])
                ratio = sign * 10 ** random.uniform(-1.7, 1)
                repeaters += f"  r{follower}: {{joint: j{follower}, motor: m{m}, ratio: {ratio}}}\n"
                followers[follower] = leader
    text = f"links:\n{links}joints:\n{joints}motors:\n{motors}brakes:\n{brakes}"
    return text + (f"repeaters:\n{repeaters}" if repeaters else ""), followers


# 36, 67, 538, 702: friction holds a light follower behind a rotor of hundreds of kg m2
# 245, 393, 560, 639: two joints on one rotor would pass their limits in the same step
# 192: brakes that grip at limits send rows round in circles, at 250 rad/s
@pytest.mark.parametrize("seed", [36, 67, 192, 245, 393, 538, 560, 639, 702])
def test_joints_on_one_rotor_keep_their_ratios_and_limits(tmp_path, seed: int) -> None:
    random = np.random.default_rng(seed)
    h = float(random.choice([0.002, 0.005, 0.01, 0.02]))
    text, followers = write_robot(random)
    (tmp_path / "robot.yaml").write_text(text)
    (tmp_path / "scene.yaml").write_text(
        "robots: [{file: robot.yaml, name: r}]\nterrain: []\n"
        f"physics: {{step: {h}, sleep: false}}\n"
    )
    spec = load.load_scene(tmp_path / "scene.yaml")
    world, names = build_world(spec), find_names(spec)
    joints, words, apart = world.joints, handle.pack(world).words, round(CHANGE / h)
    rows = [[names.joints[f"r.j{k}"] for k in side] for side in (followers, followers.values())]
    ratio = joints.ratio[rows[0]] / joints.ratio[rows[1]]
    brakes = len(world.brakes.input)
    for index in range(round(SECONDS / h)):
        if index % apart == 0:
            drive = (
                random.uniform(-1, 1, len(world.motors.input)) if index // apart % 3 < 2 else 0.0
            )
            world.motors.input[:] = drive
            world.brakes.input[:] = random.uniform(0, 1, brakes) * (random.random(brakes) < 0.3)
        step.advance(1, words)
        lag = joints.position[rows[0]] - ratio * joints.position[rows[1]]
        assert np.abs(lag / np.maximum(1.0, np.abs(ratio))).max(initial=0.0) < 1e-5
        low, high = joints.limit[:, 0] - joints.position, joints.position - joints.limit[:, 1]
        assert max(low.max(), high.max()) < 1e-5
