"""Coins and drums that roll and wobble on their edges, against the equations of motion."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import Round, ShapeSpec

G = 9.81
UP = np.array([0.0, 0.0, 1.0])
TIME = 0.5  # [s]


def find_place(axis, radius: float, half: float) -> np.ndarray:
    """Return where a leaning cylinder is lowest, from its centre [m]."""
    slope = -axis[2]
    rim = radius * (-UP - slope * axis) / np.sqrt(1.0 - slope * slope)
    return rim + half * np.sign(slope) * axis


def find_matrix(v) -> np.ndarray:
    """Return the matrix of v x."""
    return np.array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])


def find_rates(_, state, radius, half, moments, grips) -> np.ndarray:
    """Return how axis and spin change, for 1 kg: Newton and Euler, the place held to the floor.

    v + w x p stands still where it `grips`, else goes along the floor; p goes round the rim.
    """
    axis, spin = state[:3] / np.linalg.norm(state[:3]), state[3:]
    across, along = moments
    inertia = across * np.eye(3) + (along - across) * np.outer(axis, axis)
    swing, tiny = np.cross(spin, axis), 1e-6
    place = find_place(axis, radius, half)
    ahead, behind = (find_place(axis + s * tiny * swing, radius, half) for s in (1, -1))
    own = -np.cross(spin, ahead - behind) / (2.0 * tiny)
    arm = find_matrix(place)
    held = np.eye(3) if grips else np.outer(UP, UP)
    matrix = inertia - arm @ held @ arm
    moment = arm @ held @ (own + G * UP) - np.cross(spin, inertia @ spin)
    return np.concatenate([swing, np.linalg.solve(matrix, moment)])


def roll(seed: int, h: float, ground: str) -> tuple[float, float]:
    """Set a coin going; return how far its axis comes off the true one's height, and how deep."""
    random = np.random.default_rng(seed)
    radius, lean, grips = random.uniform(0.1, 0.3), random.uniform(0.8, 1.2), seed % 2 == 1
    half = radius * 10 ** random.uniform(-1.6, -0.6)
    axis = np.array([0.0, -np.sin(lean), np.cos(lean)])
    place = find_place(axis, radius, half)
    coin = PropSpec(name="coin", shape=ShapeSpec(cylinder=Round(radius=radius, length=2 * half)),
                    mass=1.0, at=(0.0, 0.0, -place[2]), rpy=(lean, 0.0, 0.0))  # fmt: skip
    floor = (
        ShapeSpec(plane=True) if ground == "plane" else ShapeSpec(box=(9, 9, 1), at=(0, 0, -0.5))
    )
    scene = SceneSpec(props=[coin], terrain=[floor], physics=PhysicsSpec(step=h))
    world = build_world(scene)
    bodies, contacts = world.bodies, world.contacts
    row = int(np.flatnonzero(bodies.inv_mass > 0.0)[0])
    world.shapes.friction[:] = 5.0 if grips else 0.0
    spin = random.uniform(8.0, 14.0) * axis + random.uniform(1.0, 3.0) * UP
    if seed % 4 < 2:  # it wobbles about the line to its place
        spin = random.uniform(6.0, 10.0) * place / np.linalg.norm(place)
    speed = -np.cross(spin, place)
    bodies.spin[row], bodies.velocity[row] = spin, speed if grips else speed[2] * UP
    moments = bodies.inertia[row][0, 0], bodies.inertia[row][2, 2]
    true = solve_ivp(
        find_rates, (0.0, TIME), np.concatenate([axis, spin]), rtol=1e-9, atol=1e-10,
        dense_output=True, args=(radius, half, moments, grips),
    ).sol  # fmt: skip
    packed, off, depth = pack(world), 0.0, 0.0
    for n in range(round(TIME / h)):
        step.advance(1, packed.words)
        turn = Rotation.from_quat(bodies.orientation[row], scalar_first=True)
        off = max(off, abs(turn.as_matrix()[2, 2] - true((n + 1) * h)[2]))
        depth = max(depth, -contacts.separation[: contacts.used[0]].min(initial=0.0))
    return off, depth


@pytest.mark.parametrize("ground", ["plane", "box"])
@pytest.mark.parametrize("seed", [1, 3, 5, 7])
def test_coins_roll_and_wobble_as_their_equations_say(seed: int, ground: str) -> None:
    """Edges went down further in a step than they were asked for: coins sank by 2 to 8 mm."""
    off, depth = roll(seed, 0.01, ground)
    assert off < 0.012
    assert depth < 3e-4


@pytest.mark.parametrize("seed", [0, 2, 4, 6])
def test_coins_on_ice_do_so_as_well(seed: int) -> None:
    """Nearly flat for a moment, so that steps have to be short."""
    off, depth = roll(seed, 0.0025, "plane")
    assert off < 0.006
    assert depth < 2e-4
