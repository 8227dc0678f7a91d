"""Walls and stacks stand, whatever their size, also where a robot stands on them."""

import numpy as np
import pytest

from simulator.physics import world as worlds
from tests.bench import e_own
from tests.peers import parts, scenes, walls

BUILT = {
    "columns": lambda half: walls.columns(8, 8, half),
    "few columns": lambda half: walls.columns(4, 12, half),
    "pyramid": lambda half: walls.pyramid(16, half),
    "masonry": lambda half: walls.masonry(10, 6, half),
}


def find_way(boxes, robot=((), ()), seconds=10.0, dt=0.01):
    """Return how far any of the boxes is from where it was, over half its height."""
    sim = e_own.Sim(walls.make(boxes, robot), dt)
    start, half = sim.poses()[0], boxes[0]["pos"][2]
    for _ in range(round(seconds / dt)):
        sim.step()
        if sim.world.sleepers.asleep.all():
            break
    assert sim.world.sleepers.asleep.all()
    return np.linalg.norm(sim.poses()[0] - start, axis=1).max() / half


@pytest.mark.parametrize("half", [0.005, 0.05, 0.5])
@pytest.mark.parametrize("name", BUILT)
def test_a_wall_stands(name, half):
    """Sweeps alone let most of them fall within seconds."""
    assert find_way(BUILT[name](half)) < 0.02


@pytest.mark.parametrize("dt", [0.005, 0.01, 0.02])
@pytest.mark.parametrize(
    "boxes",
    [walls.pyramid(26, 0.05), walls.columns(10, 30, 0.05), walls.columns(16, 16, 0.05)],
    ids=["pyramid", "long", "high"],
)
def test_a_large_wall_stands(boxes, dt):
    """Walls of 250 boxes and more swayed to and fro, wider each time, until they fell."""
    assert find_way(boxes, dt=dt) < (0.04 if dt > 0.01 else 0.02)


@pytest.mark.parametrize("half", [0.05, 0.5])
@pytest.mark.parametrize(("layers", "width"), [(3, 1), (8, 1), (12, 1), (5, 3), (8, 8)])
def test_it_stands_under_a_robot(layers, width, half):
    """From eight boxes on they fell, as the robot's joints kept them from the direct solve."""
    boxes = walls.columns(layers, width, half)
    assert find_way(boxes, walls.on_top(boxes, half)) < 0.02


@pytest.mark.parametrize("dt", [0.01, 0.02])
@pytest.mark.parametrize(
    "boxes",
    [walls.pyramid(20, 0.05), walls.columns(8, 24, 0.05), walls.masonry(14, 14, 0.05)],
    ids=["pyramid", "long", "masonry"],
)
def test_a_large_wall_stands_under_a_robot(boxes, dt):
    """At 20 ms a pyramid fell, at 10 ms columns swayed by millimetres."""
    assert find_way(boxes, walls.on_top(boxes, 0.05), dt=dt) < 0.04


def make_sled(layers, top):
    """Return cubes of 20 cm and 2 kg on a sled with a drive; the uppermost is heavier."""
    shape = parts.shape("box", (1, 0.5, 0.05))
    inertia = parts.box_inertia(40, (1, 0.5, 0.05))
    sled = parts.body("sled", (0, 0, 0.45), 40, inertia, [shape])
    boxes = [
        parts.box(f"b{i}", (0, 0, 0.6 + 0.2 * i), (0.1,) * 3, mass=2.0 * (top if i == last else 1))
        for last in [layers - 1]
        for i in range(layers)
    ]
    drive = {"kind": "vel", "kv": 2e4, "target": 0.0, "maxf": 1e6}
    slide = parts.joint("slide", -1, 1, (0, 0, 0.45), (1, 0, 0), motor=drive)
    return parts.scene([parts.ground(mask=0), sled, *boxes], [slide])


@pytest.mark.parametrize("dt", [0.005, 0.01, 0.02])
@pytest.mark.parametrize(("layers", "top", "most"), [(5, 1, 5e-5), (5, 10, 1e-3), (8, 1, 1e-3)])
def test_it_stands_on_a_sled_that_drives(layers, top, most, dt):
    """Faster than 0.3 m/s it was taken for what falls: these leaned by 1 to 80 mm, or fell."""
    sim = e_own.Sim(make_sled(layers, top), dt, sleep=0)
    for _ in range(round(1.0 / dt)):
        sim.step()
    start, moved = sim.poses()[0], 0.0
    for k in range(round(4.0 / dt)):
        sim.set_motor(0, 0.5 * min((k + 1) * dt, 2.0))
        sim.step()
        at = sim.poses()[0]
        moved = max(moved, np.abs(at[2:] - at[1] - (start[2:] - start[1])).max())
    assert moved < most


@pytest.mark.parametrize("dt", [0.005, 0.01, 0.02])
def test_light_blocks_bear_a_heavy_robot(dt):
    """Two hinged plates of 50 kg set down on four blocks of 100 g went 10 to 38 mm into them."""
    half, plate = (0.06, 0.06, 0.02), (0.2, 0.2, 0.05)
    bodies = [parts.ground()]
    for n, side in enumerate((-1, 1)):
        inertia, shape = parts.box_inertia(25, plate), parts.shape("box", plate)
        bodies.append(parts.body(f"plate{n}", (side * 0.205, 0, 0.14), 25, inertia, [shape]))
    for n, (x, y) in enumerate([(-1, -1), (-1, 1), (1, -1), (1, 1)]):
        bodies.append(parts.box(f"b{n}", (0.3 * x, 0.15 * y, 0.02), half, mass=0.1))
    hinge = parts.joint("hinge", 1, 2, (0, 0, 0.14), (1, 0, 0))
    sim = e_own.Sim(parts.scene(bodies, [hinge]), dt, sleep=0)
    depths = []
    for _ in range(round(2.0 / dt)):
        sim.step()
        used = sim.world.contacts.used[0]
        depths.append(-sim.world.contacts.separation[:used].min(initial=0.0))
    assert max(depths[len(depths) // 2 :]) < 1e-5


def make_three(threads):
    """Return three walls, each with a robot on it, that sway."""
    half, bodies, joints = 0.05, [], []
    for n, width in enumerate((3, 5, 9)):
        boxes = walls.columns(7, width, half)
        links, own = walls.on_top(boxes, half)
        first, aside = 1 + len(bodies) + len(boxes), np.array([0.0, 1.0 * n, 0.0])
        for body in (*boxes, *links):
            body["pos"], body["name"] = body["pos"] + aside, f"s{n}_{body['name']}"
        for joint in own:
            joint["a"], joint["b"], joint["anchor"] = first, first + 1, joint["anchor"] + aside
        bodies += [*boxes, *links]
        joints += own
    sim = e_own.Sim(walls.make(bodies, ((), joints)), 0.01, threads=threads, sleep=0)
    free = sim.world.bodies.inv_mass > 0.0
    sim.world.bodies.velocity[free, 1] += 0.05 * np.sin(np.arange(free.sum()))
    return sim


def test_neither_threads_nor_a_restored_state_change_a_bit():
    hashes, state = {}, b""
    for threads in (1, 2):
        sim, hashes[threads] = make_three(threads), []
        for k in range(50):
            sim.step()
            hashes[threads].append(worlds.state_hash(sim.world))
            if k == 24:
                state = worlds.copy_state(sim.world)
    assert hashes[1] == hashes[2]
    sim = make_three(1)
    worlds.restore_state(sim.world, state)
    for k in range(25, 50):
        sim.step()
        assert worlds.state_hash(sim.world) == hashes[1][k]


def test_what_rests_in_a_heap_bears_the_same_in_every_step():
    """A box on its corner lost the twist that holds it there, and all impulses were found anew."""
    sim = e_own.Sim(scenes.pile(50), 0.01, sleep=0)
    for _ in range(600):  # the last box comes to lie on the ground after 3.8 s
        sim.step()
    contacts = sim.world.contacts
    count = contacts.used[0]
    names = ("shape_a", "shape_b", "feature")
    known = [getattr(contacts, name)[:count].copy() for name in names]
    impulse = contacts.impulse[:count].copy()
    assert (impulse[:, 3] != 0.0).any()
    sim.step()
    for name, rows in zip(names, known, strict=True):
        assert (getattr(contacts, name)[:count] == rows).all()
    assert contacts.impulse[:count] == pytest.approx(impulse, abs=1e-6)


def list_pairs(contacts, points) -> set[tuple[int, int]]:
    """Return the pairs of shapes of some points."""
    return set(zip(contacts.shape_a[points], contacts.shape_b[points], strict=True))


def test_what_leaves_the_lanes_forgets_its_twist():
    """It was kept for as long as points were swept one by one, and acted when they came back."""
    sim = e_own.Sim(scenes.pile(12), 0.01, sleep=0)
    clusters, contacts = sim.world.clusters, sim.world.contacts
    is_left, has_borne = 0, set()
    for _ in range(200):
        sim.step()
        for c in range(clusters.used[0]):
            low, high = clusters.pair_start[c], clusters.pair_end[c]
            swept = clusters.point[clusters.point_start[low] : clusters.point_start[high]]
            assert not contacts.impulse[swept, 3].any()
            is_left += not has_borne.isdisjoint(list_pairs(contacts, swept))
        twists = contacts.impulse[: contacts.used[0], 3]
        has_borne = list_pairs(contacts, np.flatnonzero(twists))
    assert is_left > 0
