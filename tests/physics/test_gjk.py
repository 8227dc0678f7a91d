"""The distance of convex shapes: proved by a plane, the same from either side, and the largest."""

import numpy as np
import pytest

from simulator.physics.algebra import vector
from simulator.physics.collision import gjk
from simulator.physics.collision.scratch import make_scratch
from simulator.physics.geometry import convex
from simulator.physics.geometry.shapes import BOX, CAPSULE, CYLINDER

FAR = 1e9
NONE = np.zeros((0, 3)), np.zeros((0, 6)), np.zeros(0, np.int32)


def draw_turn(random) -> np.ndarray:
    turn, _ = np.linalg.qr(random.normal(size=(3, 3)))
    return np.ascontiguousarray(turn * np.linalg.det(turn))


def draw(random, kind: int, at, turn) -> convex.Convex:
    """Return a long, thin or flat shape of 5 cm to 1 m."""
    length = random.uniform(0.05, 1.0)
    width = length * 10 ** -random.uniform(0.0, 1.5)
    thick = width * 10 ** -random.uniform(0.0, 1.0)
    size = width, thick, length
    if kind != BOX:
        size = (length, thick, 0.0) if random.random() < 0.5 else (width, length, 0.0)
    return convex.Convex(np.int64(kind), tuple(at), turn, size, 0.0, *NONE)


def measure(a, b, polytope):
    return gjk.measure(a, b, vector.subtract(b.position, a.position), FAR, polytope)


def find_gap(a, b, normal) -> float:
    """Return how far apart the shapes are along a unit vector from a to b."""
    low = convex.support(b, tuple(-np.array(normal)), 0.0)
    return float(np.dot(normal, np.subtract(low, convex.support(a, normal, 0.0))))


@pytest.mark.parametrize("kinds", [(CAPSULE, CYLINDER), (CYLINDER, CYLINDER), (BOX, CYLINDER)])
def test_distances_are_proved_and_the_same_from_either_side(kinds) -> None:
    """Slender simplices used to get stuck, up to 0.6 mm short, or seemed to hold the origin."""
    random, polytope = np.random.default_rng(5), make_scratch(4).polytope
    for _ in range(4000):
        turn = draw_turn(random)
        other = turn if random.random() < 0.2 else draw_turn(random)
        a = draw(random, kinds[0], (0.0, 0.0, 0.0), turn)
        way = random.normal(size=3)
        b = draw(random, kinds[1], 5.0 * way / np.linalg.norm(way), other)
        _, gap, normal, _ = measure(a, b, polytope)
        wanted = 10 ** random.uniform(-4.5, -1.0)
        b = b._replace(position=vector.offset(b.position, wanted - gap, normal))
        state, gap, normal, _ = measure(a, b, polytope)
        back, other_gap, other_normal, _ = measure(b, a, polytope)
        assert state == back == gjk.NEAR
        assert gap == pytest.approx(wanted, abs=1e-6)  # nearer along no other line than this one
        assert other_gap == pytest.approx(gap, abs=1e-6)
        assert find_gap(a, b, normal) == pytest.approx(gap, abs=1e-12)
        assert find_gap(b, a, other_normal) == pytest.approx(other_gap, abs=1e-12)
