"""Round things that are heavier on one side: they rock and roll as their middle goes round."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world
from simulator.spec.models.robot import RobotSpec
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import MaterialSpec, Round, ShapeSpec

RADIUS, OFF, HULL, WEIGHT, SMALL, G = 0.1, 0.06, 0.2, 1.0, 0.02, 9.81
MASS = HULL + WEIGHT
CENTRE = OFF * WEIGHT / MASS  # of mass, from the middle [m]
LONG = {"capsule": 0.1, "cylinder": 0.1}


def make_world(kind: str, step_time: float, angle: float):
    """Return a ball, or something long along x, whose weight is `angle` off below its middle."""
    size = Round(radius=RADIUS, length=LONG[kind]) if kind in LONG else RADIUS
    whole = ShapeSpec.model_validate({kind: size, "mass": HULL, "rpy": (0.0, np.pi / 2, 0.0)})
    load = ShapeSpec(sphere=SMALL, mass=WEIGHT, at=(0.0, 0.0, -OFF))
    prop = PropSpec(
        name="thing", shapes=[whole, load], at=(0.0, 0.0, RADIUS), rpy=(angle, 0.0, 0.0),
        material="grip",
    )  # fmt: skip
    scene = SceneSpec(
        props=[prop],
        materials={"grip": MaterialSpec(friction=1.0)},
        physics=PhysicsSpec(step=step_time, sleep=False),
    )
    return build_world(scene)


def find_inertia(kind: str) -> float:
    """Return that about the line along x through the centre of mass [kg m^2]."""
    if kind == "sphere":
        hull = 0.4 * HULL * RADIUS**2
    elif kind == "cylinder":
        hull = 0.5 * HULL * RADIUS**2
    else:
        tube, ball = LONG[kind], 4.0 / 3.0 * RADIUS  # of a cylinder as wide, by volume
        share = tube / (tube + ball)
        hull = HULL * RADIUS**2 * (0.5 * share + 0.4 * (1.0 - share))
    load = 0.4 * WEIGHT * SMALL**2
    return hull + HULL * CENTRE**2 + load + WEIGHT * (OFF - CENTRE) ** 2


def rock(kind: str, angle: float, times):
    """Return the angles at `times` of one that rolls without slipping, by its energy's equation."""
    inertia = find_inertia(kind)

    def speed(_, state):
        a, w = state
        # kinetic energy M(a) w^2 / 2: the centre is RADIUS and CENTRE from the place it rolls on
        mass = inertia + MASS * (RADIUS**2 + CENTRE**2 - 2 * RADIUS * CENTRE * np.cos(a))
        slope = 2 * MASS * RADIUS * CENTRE * np.sin(a)
        return w, -(MASS * G * CENTRE * np.sin(a) + 0.5 * slope * w * w) / mass

    found = solve_ivp(speed, (0.0, times[-1]), (angle, 0.0), t_eval=times, rtol=1e-9, atol=1e-9)
    return found.y[0]


@pytest.mark.parametrize(
    ("kind", "time", "angle"),
    [
        ("sphere", 0.005, 1.5),
        ("sphere", 0.01, 0.5),
        ("capsule", 0.01, 1.5),
        ("cylinder", 0.01, 1.5),
    ],
)
def test_it_rocks_as_its_equation_says(kind, time, angle) -> None:
    """A ball let go at 1.5 rad lost half of its energy in 6 s, and was 2 mm deep."""
    world, count = make_world(kind, time, angle), round(4.0 / time)
    words, angles, deepest = pack(world).words, [], 0.0
    for _ in range(count):
        step.advance(1, words)
        w, x, _, _ = world.bodies.orientation[1]
        angles.append(2.0 * np.arctan2(x, w))
        used = world.contacts.used[0]
        deepest = max(deepest, -world.contacts.separation[:used].min(initial=0.0))
    second = round(1.0 / time)
    times = (np.arange(second) + 1.5) * time  # places are half a step ahead
    exact = rock(kind, angle, np.append(0.0, times))[1:]
    assert max(angles[count // 2 :]) == pytest.approx(angle, rel=0.01)
    assert min(angles[count // 2 :]) == pytest.approx(-angle, rel=0.01)
    np.testing.assert_allclose(angles[:second], exact, atol=0.01)
    assert deepest < 5e-4


def test_one_that_spins_as_it_rocks_gains_nothing() -> None:
    """It gained a third within 6 s."""
    world = make_world("sphere", 0.01, 0.4)
    world.bodies.spin[1] = 0.0, 0.0, 20.0
    inertia = np.linalg.inv(world.bodies.inv_inertia[1])
    energies, words = [], pack(world).words
    frame = world.bodies.orientation[1].copy()
    axis = turn(frame, (0.0, 0.0, 1.0))
    across = inertia - np.outer(axis, axis) * (axis @ inertia @ axis)
    sides = np.trace(across) / 2.0  # the same about both axes across
    along = axis @ inertia @ axis
    for _ in range(400):
        step.advance(1, words)
        v, w = world.bodies.velocity[1], world.bodies.spin[1]
        axis = turn(world.bodies.orientation[1], (0.0, 0.0, 1.0))
        part = w @ axis
        kinetic = MASS * v @ v + along * part * part + sides * (w @ w - part * part)
        energies.append(0.5 * kinetic + MASS * G * world.bodies.position[1, 2])
    low = MASS * G * (RADIUS - CENTRE)
    early, late = np.mean(energies[:50]) - low, np.mean(energies[-50:]) - low
    assert 0.95 * early < late < 1.01 * early


def turn(q, v):
    """Return a vector turned by a unit quaternion."""
    xyz = q[1:]
    return v + 2.0 * np.cross(xyz, np.cross(xyz, v) + q[0] * np.array(v))


BED = {
    "links": {
        "bed": {"shapes": [{"box": (20.0, 20.0, 0.2), "mass": 1e5}]},
        "arm": {"shapes": [{"box": (0.1, 0.1, 0.1), "mass": 100.0, "at": (9.0, 9.0, 0.6)}]},
    },
    "joints": {"j": {"type": "revolute", "parent": "bed", "child": "arm", "axis": (0, 0, 1)}},
}


@pytest.mark.parametrize("top", [0.0, 0.2])
def test_two_wheels_on_an_axle_that_turn_as_they_roll_lose_nothing(top) -> None:
    """They lost 6 % of their energy in 2 s, 0.7 mm deep."""
    size, half, robot = Round(radius=RADIUS, length=0.04), 0.2, RobotSpec.model_validate(BED)
    wheels = [
        ShapeSpec(cylinder=size, mass=1.0, at=(0.0, side * half, 0.0), rpy=(np.pi / 2, 0.0, 0.0))
        for side in (-1, 1)
    ]
    scene = SceneSpec(
        props=[PropSpec(name="set", shapes=wheels, at=(0.0, 0.0, top + RADIUS), material="ice")],
        robots=[RobotPlacement(name="r", file="r.yaml", at=(0.0, 0.0, top / 2), spec=robot)]
        if top
        else [],
        materials={"ice": MaterialSpec(friction=0.0)},
        physics=PhysicsSpec(step=0.01, sleep=False),
    )
    world = build_world(scene)
    b = len(world.bodies.spin) - 1
    world.bodies.velocity[b], world.bodies.spin[b] = (2.0, 0.0, 0.0), (0.0, 20.0, 5.0)
    inertia = np.linalg.inv(world.bodies.inv_inertia[b])
    words, energies, deepest = pack(world).words, [], 0.0
    for _ in range(200):
        step.advance(1, words)
        w, axis = world.bodies.spin[b], turn(world.bodies.orientation[b], (0.0, 1.0, 0.0))
        own = w @ axis
        energies.append(0.5 * (inertia[1, 1] * own**2 + inertia[0, 0] * (w @ w - own**2)))
        used = world.contacts.used[0]
        deepest = max(deepest, -world.contacts.separation[:used].min(initial=0.0))
    assert energies[-1] == pytest.approx(energies[0], rel=1e-3)
    assert deepest < 3e-4
