"""Bodies and joints under known forces, against their closed forms."""

import numpy as np

from simulator.spec.models.robot import JointSpec, LinkSpec
from simulator.spec.models.scene import PropSpec
from simulator.spec.models.shape import ShapeSpec

from ..world import World
from .case import (
    GRAVITY,
    NO_GRAVITY,
    STEP,
    Case,
    advance,
    build_machine,
    build_props,
    find_positions,
    judge,
)


def run() -> list[Case]:
    """Return the cases of motion without contact."""
    return [_free_fall(), *_pendulum(), *_spin()]


def _brick() -> PropSpec:
    return PropSpec(name="brick", mass=2.0, shape=ShapeSpec(box=(0.1, 0.2, 0.4)))


def _free_fall() -> Case:
    """As it is shown a body falls g t^2 / 2 to rounding: positions are read as leapfrog."""
    world = build_props([_brick()], [])
    advance(world, 1.0)
    exact = -0.5 * GRAVITY
    return judge("free fall in 1 s [m]", find_positions(world)[1, 2], exact, 1e-9)


def _pendulum() -> list[Case]:
    """A rod hung at its end, released at 1 rad: period by the elliptic integral.

    The joint follows the finite turn of each step, so the pendulum is a leapfrog: its period is
    short by (w h)^2 / 24, and the first whole step of gravity enlarges the amplitude by up to
    (w h)^2 / 8, which lengthens it by less. The bound (w h)^2 / 8 covers both.
    """
    from scipy.special import ellipk

    rod = LinkSpec(mass=1.0, shape=ShapeSpec(box=(0.05, 0.05, 1.0), at=(0.0, 0.0, -0.5)))
    hinge = JointSpec(type="revolute", parent="base", child="link", axis=(0, 1, 0), start=1.0)
    world = build_machine({"link": rod}, {"hinge": hinge}, gravity=(0.0, 0.0, -GRAVITY))
    inertia = (1.0 + 0.05**2) / 12 + 0.25
    frequency = np.sqrt(GRAVITY * 0.5 / inertia)
    angles = [1.0]
    advance(world, 20.0, lambda time: angles.append(float(world.joints.position[0])))
    angle = np.array(angles)
    down = np.flatnonzero((angle[:-1] > 0) & (angle[1:] <= 0))
    crossing = STEP * (down + angle[down] / (angle[down] - angle[down + 1]))
    period = (crossing[-1] - crossing[0]) / (len(crossing) - 1)
    exact = 4 / frequency * ellipk(np.sin(0.5) ** 2)
    swing = (frequency * STEP) ** 2 / 8
    gap = np.abs(world.joints.error[0, :5]).max()
    return [
        judge("pendulum at 1 rad: period [s]", period, exact, exact * swing),
        judge("pendulum: amplitude after 20 s [rad]", angle[-200:].max(), 1.0, 2 * swing),
        judge("pendulum: gap of the hinge [m]", gap, 0.0, 1e-6),
    ]


def _momentum(world: World) -> tuple[np.ndarray, float]:
    tensor = np.linalg.inv(world.bodies.inv_inertia[1])
    spin = world.bodies.spin[1]
    return tensor @ spin, float(spin @ tensor @ spin)


def _spin() -> list[Case]:
    """A brick thrown about its middle axis tumbles, and keeps its angular momentum to rounding.

    The orientation is second order in h w = 0.05; its energy swings by less than (h w)^2.
    """
    world = build_props([_brick()], [], gravity=NO_GRAVITY)
    world.bodies.spin[1] = (0.01, 5.0, 0.02)
    before, energy = _momentum(world)
    advance(world, 10.0)
    after, kept = _momentum(world)
    drift = float(np.linalg.norm(after - before) / np.linalg.norm(before))
    return [
        judge("spinning body: change of angular momentum", drift, 0.0, 1e-9),
        judge("spinning body: energy after 10 s, relative", kept / energy, 1.0, (5 * STEP) ** 2),
    ]
