"""How far two shapes are apart that have been placed somewhere in a step, see `flight.put`.

One of them may be a triangle of a mesh, placed as number 2 of `scratch.flight` by `place_triangle`.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..collision import collide_convex
from ..geometry import convex
from ..geometry.shapes import ENDLESS, PLANE, TRIANGLE


@kernel
def along(shapes, a, b, triangle, normal, scratch) -> float:
    """Return how far the placed two are apart along `normal`, the way from a to b [m]."""
    place = scratch.flight
    one = _view(shapes, a, place, 0)
    front = vector.dot(normal, convex.support(one, normal, 0.0)) + one.radius
    if triangle >= 0:
        back = np.inf
        for k in range(3):
            corner = vector.load(scratch.triangle.vertices, k)
            back = min(back, vector.dot(normal, corner))
        return back + vector.dot(normal, vector.load(place.position, 2)) - front
    if shapes.kind[b] == PLANE:
        return vector.dot(normal, vector.load(place.position, place.row[1])) - front
    other = _view(shapes, b, place, 1)
    away = -normal[0], -normal[1], -normal[2]
    return vector.dot(normal, convex.support(other, away, 0.0)) - other.radius - front


@kernel
def measure(shapes, a, b, triangle, scratch) -> tuple[float, vector.Vector]:
    """Return how far the placed two are apart (negative: depth) [m] and the way from a to b."""
    place = scratch.flight
    if shapes.kind[b] == PLANE:
        turn = place.rotation[place.row[1]]
        down = -turn[0, 2], -turn[1, 2], -turn[2, 2]
        return along(shapes, a, b, triangle, down, scratch), down
    one = _view(shapes, a, place, 0)
    if triangle >= 0:
        given = scratch.triangle
        other = convex.Convex(
            np.int64(TRIANGLE), vector.load(place.position, 2), given.identity, (0.0, 0.0, 0.0),
            0.0, given.vertices, given.faces, given.loop,
        )  # fmt: skip
        _, gap, back = collide_convex.find_axis(other, one, ENDLESS, scratch.polytope)
        return gap, (-back[0], -back[1], -back[2])
    other = _view(shapes, b, place, 1)
    _, gap, normal = collide_convex.find_axis(one, other, ENDLESS, scratch.polytope)
    return gap, normal


@kernel
def _view(shapes, i, place, side) -> convex.Convex:
    """Return shape `i`, no mesh, where it has been placed."""
    at, turn = vector.load(place.position, place.row[side]), place.rotation[place.row[side]]
    return convex.place(shapes.kind, at, turn, shapes.size, shapes.hulls, i)


@kernel
def place_triangle(meshes, row, place, triangle) -> None:
    """Write a triangle of the mesh that is placed as number 1 for `measure`."""
    frame, middle = place.rotation[place.row[1]], (0.0, 0.0, 0.0)
    for k in range(3):
        corner = vector.apply(frame, vector.load(meshes.corners[row], k))
        vector.save(triangle.vertices, k, corner)
        middle = vector.offset(middle, 1.0 / 3.0, corner)
    for k in range(3):
        corner = vector.load(triangle.vertices, k)
        vector.save(triangle.vertices, k, vector.subtract(corner, middle))
    vector.save(triangle.faces, 0, vector.apply(frame, vector.load(meshes.normals, row)))
    vector.save(
        place.position, 2, vector.offset(vector.load(place.position, place.row[1]), 1.0, middle)
    )
