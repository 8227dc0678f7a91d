"""Which shapes may touch in this step: boxes that overlap, bounding spheres.

Boxes are grown by how far a shape may move in the step, so that a contact is known before it is
reached and nothing passes through. The list is sorted by shape rows: it depends on poses alone.
A pair that was listed in the step before keeps its row's memory (`pairs`).
"""

import numpy as np

from simulator.compiled.jit import kernel, part

from ..algebra import vector
from ..geometry.lever import find_speed
from ..geometry.shapes import BOX, ENDLESS, MARGIN, SPHERE
from . import candidates, manifold
from . import pairs as listed

FARTHEST = 5.0  # of a shape's way in one step [m]
KNOWN = 0.05  # a fast body's contacts are known ahead by this share of its half thickness
TURNED = 0.1  # and by what an end that stands on something leaves it in a turn of so much [rad]


@part
def find_pairs(shapes, pairs) -> None:
    """List the pairs that may touch in the step for which the shapes were refreshed."""
    pairs.lost[0] += candidates.renew(shapes, pairs.candidates)
    overlap = _find_overlaps(shapes, pairs.candidates)
    listed.renew(pairs, _choose(shapes, pairs.candidates, overlap, pairs.found_a, pairs.found_b))


@kernel
def _find_overlaps(shapes, candidates) -> int:
    """List the candidates whose boxes overlap in this step in `half_a`; return how many."""
    low, high, radius, overlap = shapes.low, shapes.high, shapes.radius, candidates.half_a
    count = 0
    for k in range(candidates.used[0]):
        i, j = candidates.shape_a[k], candidates.shape_b[k]
        apart = False  # no branch: whether boxes overlap cannot be foretold
        for r in range(3):
            apart |= (low[i, r] > high[j, r]) | (low[j, r] > high[i, r])
        overlap[count] = k
        count += 1 - (apart & (radius[i] < ENDLESS) & (radius[j] < ENDLESS))
    return count


@kernel
def _choose(shapes, candidates, count, found_a, found_b) -> int:
    """List those of `count` candidates that may touch; return how many, even without room."""
    position, radius, reach, way = shapes.world_position, shapes.radius, shapes.reach, shapes.way
    blow = shapes.blow
    used = 0
    for n in range(count):
        k = candidates.half_a[n]
        i, j = candidates.shape_a[k], candidates.shape_b[k]
        if radius[i] >= ENDLESS or radius[j] >= ENDLESS:
            plane, other = (i, j) if radius[i] >= ENDLESS else (j, i)
            if not _reaches_down(shapes, other, plane):
                continue
        elif _is_apart(position, radius, find_reach(reach, way, blow, i, j), i, j):
            if shapes.fast[i] + shapes.fast[j] == 0:
                continue
            if _is_aside(position, radius, reach, way, i, j):
                continue
        if used < len(found_a):
            found_a[used], found_b[used] = i, j
        used += 1
    return used


@kernel
def refresh(begin, end, bodies, shapes, h) -> None:
    """Write poses of shapes `begin` to `end` in the world, ways in `h` [s], axis-aligned boxes.

    Shapes of bodies that cannot move are written once.
    """
    for i in range(begin, end):
        body = shapes.body[i]
        moves = bodies.inv_mass[body] > 0.0
        if not moves and shapes.reach[i] > 0.0:
            continue
        turn = bodies.orientation[body]
        arm = vector.rotate(turn, vector.load(shapes.position, i))
        vector.matrix_of(turn, shapes.world_rotation[i])
        if shapes.turned[i]:
            for r in range(3):
                row = vector.load(shapes.world_rotation[i], r)
                vector.save(
                    shapes.world_rotation[i], r, vector.apply_transposed(shapes.rotation[i], row)
                )
        reach, motion, bend, speed, ride = MARGIN, 0.0, 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        if moves:
            lever = np.sqrt(vector.dot(arm, arm))
            if shapes.kind[i] != SPHERE:  # a sphere's own spin moves nothing
                lever += shapes.radius[i]
            spin = vector.load(bodies.spin, body)
            angle = min(h * np.sqrt(vector.dot(spin, spin)), 2.0)  # no point gets further by more
            bend = 0.5 * lever * min(angle, TURNED) ** 2
            turned = lever * angle
            if shapes.thin[i] < ENDLESS and angle > 0.0:  # a rod may spin about its length
                turned = min(turned, h * find_speed(shapes, i, turn, spin))
            reach += turned + h * bodies.gain[body]
            reach = min(reach, FARTHEST)
            # what pushes it from outside makes it faster within the step
            push = h * bodies.inv_mass[body]
            speed = vector.load(bodies.velocity, body)
            speed = vector.offset(speed, push, vector.load(bodies.force, body))
            ride = vector.load(bodies.ride, body)
            own = vector.subtract(speed, ride)
            motion = h * np.sqrt(vector.dot(own, own)) + reach - MARGIN
            bounces = motion > shapes.thin[i] and shapes.restitution[i] > 0.0
            if bounces or bodies.share[body] < 1.0:  # what it meets may throw it anywhere
                reach = min(reach + (2.0 - bodies.share[body]) * motion, FARTHEST)
        shapes.fast[i] = motion > shapes.thin[i]
        shapes.near[i] = motion
        if shapes.fast[i]:  # a rider is carried on, whatever else it does
            shapes.near[i] = KNOWN * shapes.thin[i] + bend + h * np.sqrt(vector.dot(ride, ride))
        shapes.reach[i] = reach
        for r in range(3):
            middle = bodies.position[body, r] + arm[r]
            way = min(max(h * speed[r], -FARTHEST), FARTHEST)
            shapes.world_position[i, r], shapes.way[i, r], shapes.blow[i, r] = middle, way, 0.0
            grown = reach + shapes.radius[i]
            if shapes.kind[i] != SPHERE and shapes.radius[i] < ENDLESS:
                grown = reach
                for c in range(3):
                    grown += abs(shapes.world_rotation[i, r, c]) * shapes.half[i, c]
            shapes.low[i, r] = middle - grown + min(way, 0.0)
            shapes.high[i, r] = middle + grown + max(way, 0.0)


@kernel
def find_reach(reach, way, blow, i, j) -> float:
    """Return how much nearer to each other two shapes may come in this step, with margins [m].

    With what a blow adds to their ways, and without.
    """
    along = vector.subtract(vector.load(way, j), vector.load(way, i))
    added = vector.subtract(vector.load(blow, j), vector.load(blow, i))
    own = vector.subtract(along, added)
    square = max(vector.dot(along, along), vector.dot(own, own))
    return reach[i] + reach[j] + np.sqrt(square)


@kernel
def find_near(shapes, i, j) -> float:
    """Return the distance from which on contacts of two shapes are known [m].

    How much nearer they may come; but a fast body hardly looks ahead, it stops in time (`impact`).
    """
    reach = find_reach(shapes.reach, shapes.way, shapes.blow, i, j)
    if shapes.fast[i] or shapes.fast[j]:
        reach = min(reach, shapes.near[i] + shapes.near[j])
    return reach


@kernel
def _is_apart(position, radius, reach, i, j) -> bool:
    """Whether bounding spheres are too far from each other to touch."""
    way = vector.subtract(vector.load(position, j), vector.load(position, i))
    limit = radius[i] + radius[j] + reach
    return vector.dot(way, way) > limit * limit


@kernel
def _is_aside(position, radius, reach, way, i, j) -> bool:
    """Whether bounding spheres cannot touch, wherever on its way of this step each one stops.

    Two that fly side by side do not come nearer, unless one of them is stopped.
    """
    a, b = vector.load(position, i), vector.load(position, j)
    along_a, along_b = vector.load(way, i), vector.load(way, j)
    s, t = manifold.closest(a, along_a, b, along_b)
    gap = vector.offset(vector.subtract(b, a), -s, along_a)
    gap = vector.offset(gap, t, along_b)
    limit = radius[i] + radius[j] + reach[i] + reach[j]
    return vector.dot(gap, gap) > limit * limit


@kernel
def _reaches_down(shapes, i, plane) -> bool:
    """Whether a shape may touch a plane in this step."""
    turn = shapes.world_rotation[plane]
    normal, at = (turn[0, 2], turn[1, 2], turn[2, 2]), vector.load(shapes.world_position, plane)
    way = vector.subtract(vector.load(shapes.world_position, i), at)
    height = vector.dot(way, normal) - find_reach(shapes.reach, shapes.way, shapes.blow, i, plane)
    if height > shapes.radius[i]:
        return False
    if shapes.kind[i] == BOX:
        across = vector.apply_transposed(shapes.world_rotation[i], normal)
        for r in range(3):
            height -= abs(across[r]) * shapes.half[i, r]
        return height <= 0.0
    return True
