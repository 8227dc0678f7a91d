"""Runs a scene on an engine and measures it from outside: time per step, poses, velocities.

Every measurement is called with `make(scene) -> Sim` and the step [s]; it returns plain numbers,
SI units unless the name says otherwise, and the time of a step as us_med, us_min, us_p99, us_max.
"""

import time
from pathlib import Path

import numpy as np

from . import scenes, tracks, walls
from .geometry import angular_momentum, box_depths, energy, joint_gap, local_anchors, matrix

HERE = Path(__file__).parent
WILD = 3.0  # energy over what could be had from gravity: it has exploded
EVERY = 0.05  # between the rows of a reference [s]
FAR = 1e3  # what is farther away has exploded [m]


class Run:
    """An engine's scene whose steps are timed."""

    def __init__(self, make, scene, dt):
        self.scene, self.dt, self.sim = scene, dt, make(scene)
        self.taken, self.anchors = [], local_anchors(scene)

    def go(self, seconds, every=None, watch=None, before=None):
        """Step for so long; call `watch(position, quaternion, velocity, spin)` at intervals."""
        apart = max(1, round((every or seconds) / self.dt))
        for i in range(round(seconds / self.dt)):
            if before:
                before(i * self.dt)
            began = time.perf_counter()
            self.sim.step()
            self.taken.append(time.perf_counter() - began)
            if watch and (i + 1) % apart == 0:
                watch(*self.look())

    def look(self):
        """Return position, quaternion, velocity, spin of all bodies."""
        self.sim.fresh()
        return *self.sim.poses(), *self.sim.vels()

    def times(self, skip=0.0):
        """Return the time of a step in microseconds, without the first `skip` seconds."""
        taken = np.array(self.taken[round(skip / self.dt) :]) * 1e6
        figures = np.percentile(taken, [50, 0, 99, 100])
        names = ("us_med", "us_min", "us_p99", "us_max")
        return dict(zip(names, map(float, figures), strict=True))

    def gap(self, position, quaternion):
        """Return the largest joint gap [m]."""
        return joint_gap(self.scene, position, quaternion, self.anchors)

    def energy(self, *state):
        """Return the energy over what the scene calls its reference."""
        return energy(self.scene, *state) / self.scene["meta"]["reference"]


def is_sound(*arrays):
    """Return whether nothing has exploded."""
    return all(bool(np.isfinite(a).all() and np.abs(a).max() < FAR) for a in arrays)


def share_grid(dt):
    """Return after how many rows of a reference a whole number of steps has passed."""
    return next(n for n in range(1, 1000) if abs(n * EVERY / dt - round(n * EVERY / dt)) < 1e-6)


def chain(make, dt, seconds=10.0, **options):
    """Return how a chain with a heavy bob, let go level, keeps together and its energy."""
    run = Run(make, scenes.chain(**options), dt)
    start, gaps, rise, sound = run.energy(*run.look()), [0.0], [0.0], []
    weight = sum(body["mass"] for body in run.scene["bodies"])
    share = weight / run.scene["bodies"][-1]["mass"]  # of the bob, which the reference is for

    def watch(*state):
        gaps.append(run.gap(*state[:2]))
        rise.append(run.energy(*state) - start)
        sound.append(is_sound(*state) and bool(abs(rise[-1]) < WILD * share))

    run.go(seconds, 0.05, watch)
    return {**run.times(), "gap": max(gaps), "rise": max(rise), "end": rise[-1],
            "sound": all(sound)}  # fmt: skip


def crane(make, dt, n=10, seconds=5.0):
    """Return how far the bob of a hanging chain is from a path found at a step of 0.1 ms."""
    run = Run(make, scenes.chain(n, angle=30.0), dt)
    start, gaps, change, path = run.energy(*run.look()), [], [], []

    def watch(*state):
        gaps.append(run.gap(*state[:2]))
        change.append(abs(run.energy(*state) - start))
        path.append(state[0][-1])

    rows = share_grid(dt)
    run.go(seconds, rows * EVERY, watch)
    reference = np.load(HERE / f"crane_ref_{n}.npy")[rows - 1 :: rows][: len(path)]
    off = np.linalg.norm(np.array(path) - reference, axis=1)
    return {**run.times(), "gap": max(gaps), "energy": float(max(change)), "bob": float(off.max()),
            "sound": is_sound(np.array(path)) and bool(max(change) < 3.0)}  # fmt: skip


def pile(make, dt, seconds=6.0, asleep=0.0, **options):
    """Return what a heap of boxes costs at its most contacts, and how deep they are in each other.

    With `asleep` it goes on so long after that; `us_asleep` is the least of the last half second.
    """
    run, counts = Run(make, scenes.pile(**options), dt), []
    run.go(seconds, 10 * dt, lambda *_: counts.append(run.sim.ncon()))
    position, quaternion, velocity, _ = run.look()
    half = np.array([body["shapes"][0]["size"] for body in run.scene["bodies"][1:]])
    depth = box_depths(position[1:], quaternion[1:], half)
    turns = np.array([matrix(q) for q in quaternion[1:]])
    low = position[1:, 2] - np.einsum("nk,nk->n", np.abs(turns[:, 2]), half)
    taken = np.array(run.taken) * 1e6
    most = np.repeat(np.array(counts) >= 0.95 * max(counts), 10)
    peak = taken[: len(most)][most]
    found = {
        **run.times(), "us_med": float(np.median(peak)), "us_mean": float(taken.mean()),
        "us_settled": float(np.median(taken[-round(1 / dt) :])), "contacts": max(counts),
        "depth_mean": float(depth.mean()), "depth_max": max(float(depth.max()), -float(low.min())),
        "speed": float(np.sqrt(np.mean(np.sum(velocity[1:] ** 2, 1)))),
        "sound": is_sound(position, velocity),
    }  # fmt: skip
    if asleep:
        run.go(asleep)
        found["us_asleep"] = float(np.min(run.taken[-round(0.5 / dt) :])) * 1e6
    return found


def stack(make, dt, seconds=30.0, **options):
    """Return how far the boxes of a stack have moved sideways, and how far the top has sunk."""
    run = Run(make, scenes.stack(**options), dt)
    run.go(seconds)
    position, _, velocity, _ = run.look()
    top = run.scene["bodies"][-1]["pos"][2]
    return {
        **run.times(), "drift": float(np.linalg.norm(position[1:, :2], axis=1).max()),
        "sink": float(top - position[-1, 2]), "sound": bool(position[-1, 2] > 0.9 * top),
        "speed": float(np.linalg.norm(velocity[1:], axis=1).max()),
    }  # fmt: skip


def wall(make, dt, seconds=10.0, layers=8, width=8, half=0.1):
    """Return how far the boxes of a wall, columns side by side, have moved."""
    run = Run(make, walls.make(walls.columns(layers, width, half)), dt)
    start, *_ = run.look()
    run.go(seconds)
    position, *_ = run.look()
    moved = float(np.linalg.norm(position - start, axis=1).max())
    return {**run.times(), "moved": moved, "sound": bool(moved < half)}


def arm(make, dt, seconds=4.0, n=1, payload=10.0):
    """Return how far the tip is from a path found at a step of 0.1 ms: at rest, then moving."""
    run = Run(make, scenes.arms(n, payload), dt)
    way = run.scene["meta"]["tip"] - run.scene["bodies"][5]["pos"]
    aims, gaps, path = np.array([0.6, -0.7, 0.9, 0.5, -0.4, 0.8]), [], []

    def steer(now):
        if 1.0 - dt <= now <= 2.0 + 2 * dt:
            share = 0.5 - 0.5 * np.cos(np.pi * np.clip(now - 1.0, 0.0, 1.0))
            for k in range(6 * n):
                run.sim.set_motor(k, float(aims[k % 6] * share))

    def watch(position, quaternion, *_):
        gaps.append(run.gap(position, quaternion))
        path.append(position[5] + matrix(quaternion[5]) @ way)

    rows = share_grid(dt)
    run.go(seconds, rows * EVERY, watch, steer)
    reference = np.load(HERE / "arm_ref.npy")[rows - 1 :: rows][: len(path)]
    off = np.linalg.norm(np.array(path) - reference, axis=1)
    hold = float(off[19 // rows - 1])  # right before it moves
    return {**run.times(), "tip": float(off.max()), "hold": hold, "gap": max(gaps),
            "sound": bool(off.max() < 3.0)}  # fmt: skip


def tracked(make, dt, seconds=4.0, **options):
    """Return whether tracked robots drive over steps with whole joints and their tracks on.

    And how deep what touches is, on average, and the deepest of a look (95 %).
    """
    run = Run(make, scenes.tracked(**options), dt)
    robots, gaps, aside, depths = run.scene["meta"]["robots"], [], [], []

    def watch(position, quaternion, *_):
        gaps.append(run.gap(position, quaternion))
        depths.append(tracks.find_depths(run.scene, position, quaternion))
        for robot in robots:
            chassis, links = robot["chassis"], position[robot["links"]]
            sideways = (links - position[chassis]) @ matrix(quaternion[chassis])[:, 1]
            aside.append(float(np.abs(np.abs(sideways) - 0.3).max()))

    run.go(seconds, 0.1, watch)
    position, *_ = run.look()
    way = [float(position[robot["chassis"]][0]) for robot in robots]
    sound = max(aside) < 0.06 and max(gaps) < 0.02 and min(way) > 0.125 * seconds
    return {**run.times(0.5), "gap": max(gaps), "depth": float(np.concatenate(depths).mean()),
            "depth_95": float(np.percentile([np.max(d, initial=0.0) for d in depths], 95)),
            "aside": max(aside), "way": way,
            "contacts": run.sim.ncon(), "sound": bool(sound)}  # fmt: skip


def gripper(make, dt, seconds=62.0, gentle=False, **options):
    """Return how far a gripped box has slipped from 3 s to the end.

    It is lifted by 0.3 m in the second second; `gentle`: smoothly, within 4 s, slip from 6 s on.
    """
    run = Run(make, scenes.gripper(**options), dt)
    box, fingers = run.scene["meta"]["box"], run.scene["meta"]["fingers"]
    lasts, settled, at = (4.0, 6.0, []) if gentle else (1.0, 3.0, [])

    def lift(now):
        share = np.clip((now - 1.0) / lasts, 0.0, 1.0)
        if now >= 1.0 and (share < 1.0 or now < lasts + 1.5):
            share = 0.5 - 0.5 * np.cos(np.pi * share) if gentle else share
            run.sim.set_motor(0, float(0.3 * share))

    def keep(now=None):
        position, *_ = run.look()
        at.append((position[box] - position[fingers].mean(0), position[box, 2]))

    run.go(settled, before=lift)
    keep()
    run.go(seconds - settled, before=lambda now: lift(now + settled))
    keep()
    slip = float(np.linalg.norm(at[1][0] - at[0][0]))
    held = bool(at[1][1] > 0.2)
    return {**run.times(), "slip": slip, "held": held, "sound": bool(abs(at[1][1]) < 1.0)}


def wheeled(make, dt, seconds=3.0, n=1):
    """Return how straight and alike cars drive, and whether the first does as it does alone."""
    run = Run(make, scenes.wheeled(n), dt)
    run.go(seconds)
    position, quaternion, velocity, _ = run.look()
    robots = run.scene["meta"]["robots"]
    starts = np.array([run.scene["bodies"][k]["pos"] for k in robots])
    way = position[robots] - starts
    found = {
        **run.times(0.3), "speed_error": float(np.abs(velocity[robots, 0] - 1.0).max()),
        "yaw": float(np.abs(way[:, 1]).max()), "spread": float(np.ptp(way[:, 0])),
        "gap": run.gap(position, quaternion), "sound": is_sound(position, velocity),
    }  # fmt: skip
    if n > 1:
        alone = Run(make, scenes.wheeled(1), dt)
        alone.go(seconds)
        found["as_alone"] = bool((alone.look()[0][robots[0]] == position[robots[0]]).all())
    return found


def friction(make, dt, seconds=10.0):
    """Return creep, sliding distances, rolling and a tumbling box's momentum against theory."""
    found = {}
    for factor in (0.98, 1.02):
        run, way = Run(make, scenes.incline(factor=factor), dt), []
        run.go(seconds, 1.0, lambda position, *_, way=way: way.append(position[1, 0]))
        theta, mu = run.scene["meta"]["theta"], run.scene["meta"]["mu"]
        pull = 9.81 * (np.sin(theta) - mu * np.cos(theta))
        if factor < 1:
            found |= run.times()
            found["creep_um_per_s"] = float((way[-1] - way[1]) / (len(way) - 2) * 1e6)
        else:
            found["slide_error"] = float(abs(way[-1] / (0.5 * pull * seconds**2) - 1))
    run = Run(make, scenes.slide(), dt)
    run.go(3.0)
    found["stop_error"] = float(abs(run.look()[0][1, 0] / run.scene["meta"]["stop"] - 1))
    run = Run(make, scenes.sphere(), dt)
    run.go(4.0)
    found["roll_error"] = float(abs(run.look()[2][1, 0] / run.scene["meta"]["rolls"] - 1))
    return {**found, **_tumble(make, dt), "sound": True}


def _tumble(make, dt, seconds=10.0):
    """Return the errors of momentum and energy, the flips and the first one's time (1.058 s)."""
    run = Run(make, scenes.tumbler(), dt)
    scene, (position, quaternion, velocity, spin) = run.scene, run.look()
    first = angular_momentum(scene, quaternion, spin)
    start = energy(scene, position, quaternion, velocity, spin)
    momentum, kept, about, flips = [], [], [], []

    def watch(position, quaternion, velocity, spin):
        off = angular_momentum(scene, quaternion, spin) - first
        momentum.append(float(np.linalg.norm(off) / np.linalg.norm(first)))
        kept.append(abs(energy(scene, position, quaternion, velocity, spin) / start - 1))
        about.append((matrix(quaternion[0]).T @ spin[0])[2])
        side = -1.0 if len(flips) % 2 else 1.0
        if about[-1] * side < -5:
            flips.append(len(about) * 0.02)

    run.go(seconds, 0.02, watch)
    return {"momentum_error": max(momentum), "energy_error": max(kept), "flips": len(flips),
            "first_flip": flips[0] if flips else -1.0}  # fmt: skip


def voltages(make, dt, scene, seconds):
    """Return what random voltages leave of a shipped scene; only this engine has those."""
    from .voltages import shake

    return shake(scene, seconds)
