"""Scenes of free bodies, chains and robots without tracks; masses, sizes, counts are options."""

import numpy as np

from .parts import (
    ALL,
    CHASSIS,
    FINGER,
    GROUND,
    THING,
    WHEEL,
    about_y,
    body,
    box,
    box_inertia,
    cylinder_inertia,
    ground,
    joint,
    scene,
    shape,
    sphere_inertia,
)  # fmt: skip
from .tracks import tracked

ARM_AXES = [(0, 0, 1), (0, 1, 0), (0, 1, 0), (1, 0, 0), (0, 1, 0), (1, 0, 0)]
ARM_LENGTH = [0.20, 0.45, 0.40, 0.20, 0.15, 0.10]
ARM_MASS = [8.0, 10.0, 6.0, 3.0, 2.0, 1.0]
ARM_KP = [3000, 4000, 3000, 800, 800, 300]
ARM_KD = [300, 400, 300, 60, 60, 15]


def chain(n=10, ratio=100.0, length=0.2, angle=None):
    """Return n links of 1 kg from the world, level, a bob of `ratio` kg on the last hinge.

    With `angle` [degrees] it hangs straight, that far from the vertical.
    """
    tilt = 0.0 if angle is None else np.deg2rad(90 - angle)
    along, half = np.array([np.cos(tilt), 0.0, -np.sin(tilt)]), (length / 2, 0.03, 0.03)
    bodies, joints = [], []
    for i in range(n):
        bodies.append(
            body(f"l{i}", (i + 0.5) * length * along, 1.0, box_inertia(1.0, half), [],
                 quat=about_y(tilt), mask=0)
        )  # fmt: skip
        joints.append(joint("hinge", i - 1, i, i * length * along))
    end = n * length * along
    bodies.append(
        body("bob", end, ratio, sphere_inertia(ratio, 0.15), [], quat=about_y(tilt), mask=0)
    )
    joints.append(joint("hinge", n - 1, n, end))
    reference = ratio * 9.81 * n * length
    if angle is not None:
        reference *= 1 - np.cos(np.deg2rad(angle))
    return scene(bodies, joints, n=n, reference=reference)


def pile(n=100, half=0.1, mu=0.5, seed=0):
    """Return n boxes of three edge lengths, randomly turned, that fall into a heap."""
    random, bodies = np.random.default_rng(seed), [ground(mu)]
    side = max(3, round((n / 4) ** (1 / 3)) + 1)
    for i in range(n):
        layer, a, b = i // side**2, i // side % side, i % side
        quat = random.normal(size=4)
        middle = (side - 1) / 2
        at = 3 * half * np.array([a - middle, b - middle, layer]) + np.array([0, 0, 0.25])
        edges = half * np.array([1.0, 0.8, 0.6])
        bodies.append(box(f"b{i}", at, edges, quat=quat / np.linalg.norm(quat), mu=mu))
    return scene(bodies, n=n)


def stack(n=10, half=0.1, mu=0.5, heavy_top=1.0):
    """Return n cubes on top of each other, the last one `heavy_top` times as heavy."""
    mass = 8000 * half**3
    bodies = [
        box(f"b{i}", (0, 0, half + 2 * half * i), (half,) * 3, mu=mu,
            mass=mass * (heavy_top if i == n - 1 else 1.0))
        for i in range(n)
    ]  # fmt: skip
    return scene([ground(mu), *bodies], n=n)


def arms(n=1, payload=10.0):
    """Return n six-joint arms, stretched along x from their pedestals, with a load in hand."""
    bodies, joints, tips = [], [], []
    for k in range(n):
        tips.append(_add_arm(bodies, joints, f"r{k}_", np.array([0.0, 2.0 * k, 0.0]), payload))
    return scene(bodies, joints, n=n, tip=tips[0])


def _add_arm(bodies, joints, name, foot, payload):
    at, first = foot, len(bodies)
    for i in range(6):
        along = np.array([0, 0, 1.0]) if i == 0 else np.array([1.0, 0, 0])
        length, mass, centre = ARM_LENGTH[i], ARM_MASS[i], at + along * ARM_LENGTH[i] / 2
        half = (0.05, 0.05, length / 2) if i == 0 else (length / 2, 0.04, 0.04)
        inertia = box_inertia(mass, half)
        if i == 5:  # the load is part of the last body
            tip, whole = at + along * length, mass + payload
            both = (mass * centre + payload * tip) / whole
            inertia = inertia + sphere_inertia(payload, 0.08)
            arms_ = np.abs(centre - both)[0], np.abs(tip - both)[0]
            steiner = mass * arms_[0] ** 2 + payload * arms_[1] ** 2
            inertia, centre, mass = inertia + np.array([0, 1, 1]) * steiner, both, whole
        bodies.append(body(f"{name}a{i}", centre, mass, inertia, [], mask=0))
        motor = {"kind": "pos", "kp": ARM_KP[i], "kd": ARM_KD[i], "target": 0.0, "maxf": 1e6}
        inner = -1 if i == 0 else first + i - 1
        joints.append(joint("hinge", inner, first + i, at, ARM_AXES[i], motor=motor))
        at = at + along * length
    return at


def gripper(box_mass=5.0, mu=0.5, margin=None, half=0.05):
    """Return a carriage on a vertical slide, two fingers that press, and a box on the floor.

    `margin` is the friction that the fingers can give over the weight; without it they press
    with 150 N.
    """
    force = 150.0 if margin is None else margin * box_mass * 9.81 / (2 * mu)
    small = (0.01, 0.02, 0.02)
    lift = {"kind": "pos", "kp": 50000.0, "kd": 3000.0, "target": 0.0, "maxf": 2000.0}
    at = (0, 0, 0.35)
    carriage = body("carr", at, 5.0, box_inertia(5.0, (0.15, 0.04, 0.03)), [], mask=0)
    bodies, joints = [ground(mu), carriage], [joint("slide", -1, 1, at, (0, 0, 1), motor=lift)]
    for side in (-1, 1):
        at = (side * (half + 0.011), 0, half)
        push = {"kind": "force", "target": -side * force, "maxf": force}
        joints.append(joint("slide", 1, len(bodies), at, (1, 0, 0), motor=push))
        bodies.append(
            body(f"f{side + 1}", at, 1.0, box_inertia(1.0, small), [shape("box", small)], mu=mu,
                 group=FINGER, mask=THING)
        )  # fmt: skip
    bodies.append(box("box", (0, 0, half), (half,) * 3, mass=box_mass, mu=mu))
    return scene(bodies, joints, box=len(bodies) - 1, fingers=[2, 3])


def wheeled(n=1, mu=0.8, omega=10.0):
    """Return n cars of four driven wheels on the plane."""
    bodies, joints, robots = [ground(mu, mask=WHEEL | CHASSIS)], [], []
    side, radius, width = int(np.ceil(np.sqrt(n))), 0.1, 0.03
    for i in range(n):
        x, y, first = (i % side) * 1.5, (i // side) * 1.5, len(bodies)
        bodies.append(
            body(f"c{i}", (x, y, 0.16), 20.0, box_inertia(20.0, (0.3, 0.2, 0.06)),
                 [shape("box", (0.3, 0.16, 0.04))], mu=mu, group=CHASSIS, mask=GROUND)
        )  # fmt: skip
        for k, (sx, sy) in enumerate(((-1, -1), (-1, 1), (1, -1), (1, 1))):
            at, motor = (
                (x + sx * 0.25, y + sy * 0.22, radius),
                {"kind": "vel", "kv": 20.0, "target": omega, "maxf": 10.0},
            )
            joints.append(joint("hinge", first, len(bodies), at, motor=motor))
            bodies.append(
                body(f"w{i}_{k}", at, 1.5, cylinder_inertia(1.5, radius, width),
                     [shape("cylinder", (radius, width))], mu=mu, group=WHEEL, mask=GROUND)
            )  # fmt: skip
        robots.append(first)
    return scene(bodies, joints, n=n, robots=robots, speed=omega * radius)


def incline(mu=0.5, factor=0.98):
    """Return a box on a slope of tan(theta) = factor mu, downhill = +x (gravity is turned)."""
    theta = np.arctan(factor * mu)
    gravity = (9.81 * np.sin(theta), 0, -9.81 * np.cos(theta))
    return scene(
        [ground(mu), box("box", (0, 0, 0.05), (0.1, 0.1, 0.05), mu=mu)], gravity=gravity,
        theta=theta, mu=mu,
    )  # fmt: skip


def slide(mu=0.5, speed=3.0):
    """Return a box that slides until friction has stopped it."""
    bodies = [ground(mu), box("box", (0, 0, 0.03), (0.1, 0.1, 0.03), mu=mu)]
    return scene(bodies, v0={1: (speed, 0, 0, 0, 0, 0)}, stop=speed**2 / (2 * mu * 9.81))


def sphere(mu=0.3, speed=2.0):
    """Return a ball that slides, then rolls at 5/7 of its speed."""
    ball = body("s", (0, 0, 0.1), 4.0, sphere_inertia(4.0, 0.1), [shape("sphere", (0.1,))], mu=mu)
    return scene([ground(mu), ball], v0={1: (speed, 0, 0, 0, 0, 0)}, rolls=speed * 5 / 7)


def tumbler():
    """Return a free box that spins about its middle axis (Dzhanibekov)."""
    brick = box("t", (0, 0, 1), (0.05, 0.2, 0.1), mask=0, mass=8.0)
    return scene([brick], gravity=(0, 0, 0), v0={0: (0, 0, 0, 0.1, 0.0, 10.0)})


__all__ = [
    "ALL", "arms", "chain", "gripper", "incline", "pile", "slide", "sphere", "stack", "tracked",
    "tumbler", "wheeled",
]  # fmt: skip
