"""Room for the near phase to work in, so that kernels allocate nothing."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..bodies import integrate
from ..bodies.tables import Floats, Rows

PARTS = 4  # in which the near phase may be shared out
POINTS, TIMES = 8192, 8  # room for that many, and for as many times more points than contacts
CORNERS = 288  # of a clipped polygon: those of two faces of hulls
VERTICES, FACES = 64, 160  # of the expanding polytope
NODES = 128  # of a tree still to visit
Integers = NDArray[np.int64]


class Points(NamedTuple):
    """Points found in this step, pair after pair; those of the last pair may be candidates yet."""

    used: Integers  # (1,)
    middle: Floats  # (n, 3) midway between the surfaces, world [m]
    normal: Floats  # (n, 3) unit, from the first shape to the second
    gap: Floats  # (n,) [m]
    feature: Integers  # (n,)
    anchor_a: Floats  # (n, 3) as in Contacts
    anchor_b: Floats  # (n, 3)
    impulse: Floats  # (n, 5) inherited: normal, the whole push [N s], twist [N m s]
    before: Rows  # (n,) contact that it goes on from, or -1


class Clip(NamedTuple):
    """Two faces and what is left of one after the other's sides have cut it."""

    corners_a: Floats  # (m, 3) world
    corners_b: Floats  # (m, 3)
    polygon: Floats  # (m, 3)
    number: Integers  # (m,) of each corner
    cut: Floats  # (m, 3) the polygon after one more cut
    cut_number: Integers  # (m,)


class Polytope(NamedTuple):
    """Corners of the set of differences: a simplex, then a polytope."""

    simplex: Floats  # (4, 3)
    share: Floats  # (4,) barycentric
    vertices: Floats  # (v, 3)
    faces: Integers  # (f, 3)
    planes: Floats  # (f, 4) normal, distance
    horizon: Integers  # (f, 2) edges


class Triangle(NamedTuple):
    """One triangle of a mesh as a convex shape, in world axes."""

    identity: Floats  # (3, 3)
    vertices: Floats  # (3, 3)
    faces: Floats  # (1, 6)
    loop: Rows  # (3,)
    stack: Integers  # (s,) nodes of a tree still to visit
    passed: Integers  # (1,) 1 where an edge is passed by in this step


class Frame(NamedTuple):
    """Two boxes as one of them sees the other."""

    turn: Floats  # (3, 3)
    way: Floats  # (6,)
    polygon: Floats  # (2, 8, 3) before and after a cut
    number: Integers  # (2, 8) of each corner


class Flight(NamedTuple):
    """Where two shapes are in the course of a step, and a triangle of the second.

    And how bodies turn in it, as soon as that is asked for. Rows of places: two in between, the
    triangle, then where each shape begins, and where each ends.
    """

    position: Floats  # (3 + 2 shapes, 3)
    rotation: Floats  # (3 + 2 shapes, 3, 3)
    known: Floats  # (3 + 2 shapes,) share of the step after which a shape is there, -1: not known
    row: Integers  # (2,) where each of the two is
    far: Floats  # (shapes,) how far each gets with the velocity that it begins with, if free [m]
    parts: Integers  # (bodies,) in which each turns evenly; 0: jointed, or fixed, -1: not known yet
    turns: Floats  # (bodies, MOST_PARTS, 4) orientation at the beginning of a part
    spins: Floats  # (bodies, MOST_PARTS, 3) in a part [rad/s]
    peak: Floats  # (bodies,) the largest spin [rad/s]


class Scratch(NamedTuple):
    """Arrays overwritten by each pair of shapes, or by each step."""

    points: Points
    frame: Frame
    clip: Clip
    polytope: Polytope
    triangle: Triangle
    flight: Flight


def make_scratch(contacts: int, bodies: int = 0, shapes: int = 0) -> Scratch:
    """Return the arrays for a table of so many contacts between so many bodies and their shapes.

    Which points find no room there is decided pair by pair (`narrowphase.place`), however many
    threads have found them: so none may be lost here. Rows that nobody touches take no memory.
    """
    n, places = TIMES * contacts + POINTS, 3 + 2 * shapes
    points = Points(
        np.zeros(1, np.int64), np.zeros((n, 3)), np.zeros((n, 3)), np.zeros(n),
        np.zeros(n, np.int64), np.zeros((n, 3)), np.zeros((n, 3)), np.zeros((n, 5)),
        np.zeros(n, np.int32),
    )  # fmt: skip
    frame = Frame(np.zeros((3, 3)), np.zeros(6), np.zeros((2, 8, 3)), np.zeros((2, 8), np.int64))
    clip = Clip(
        np.zeros((CORNERS, 3)), np.zeros((CORNERS, 3)), np.zeros((CORNERS, 3)),
        np.zeros(CORNERS, np.int64), np.zeros((CORNERS, 3)), np.zeros(CORNERS, np.int64),
    )  # fmt: skip
    polytope = Polytope(
        np.zeros((4, 3)), np.zeros(4), np.zeros((VERTICES, 3)), np.zeros((FACES, 3), np.int64),
        np.zeros((FACES, 4)), np.zeros((FACES, 2), np.int64),
    )  # fmt: skip
    faces = np.zeros((1, 6))
    faces[0, 5] = 3.0
    triangle = Triangle(
        np.eye(3), np.zeros((3, 3)), faces, np.arange(3, dtype=np.int32),
        np.zeros(NODES, np.int64), np.zeros(1, np.int64),
    )  # fmt: skip
    flight = Flight(
        np.zeros((places, 3)), np.zeros((places, 3, 3)), np.zeros(places), np.zeros(2, np.int64),
        np.zeros(shapes), np.zeros(bodies, np.int64),
        np.zeros((bodies, integrate.MOST_PARTS, 4)), np.zeros((bodies, integrate.MOST_PARTS, 3)),
        np.zeros(bodies),
    )  # fmt: skip
    return Scratch(points, frame, clip, polytope, triangle, flight)
