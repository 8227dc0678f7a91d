"""Which shapes may touch in this step: strips along y, a sweep along x in each, bounding spheres.

Boxes are grown by how far a shape may move in the step, so that a contact is known before it is
reached and nothing passes through. The list is sorted by shape rows: it depends on poses alone.
A pair that was listed in the step before keeps its row's memory (`pairs`).
"""

import numpy as np

from simulator.jit import kernel

from . import manifold, vector
from . import pairs as listed
from .shapes import BOX, ENDLESS, SPHERE

MARGIN = 1e-3  # contacts are known this far ahead even at rest [m]
FARTHEST = 5.0  # of a shape's way in one step [m]
KNOWN = 0.05  # a fast body's contacts are known ahead by this share of its half thickness
WIDE = 2.0  # a strip is this many shapes wide


@kernel
def find_pairs(shapes, pairs) -> None:
    """List the pairs that may touch in the step for which the shapes were refreshed."""
    sweep = pairs.sweep
    _sort_order(shapes.low, sweep.order)
    width = _line_up(
        shapes.low, shapes.high, sweep.order, sweep.box, sweep.strip_start, sweep.strip
    )
    used = _meet_planes(shapes, sweep, pairs.found_a, pairs.found_b)
    used = _sweep(shapes, sweep, 1.0 / width, pairs.found_a, pairs.found_b, used)
    listed.renew(pairs, used)


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
        reach, motion, speed = MARGIN, 0.0, (0.0, 0.0, 0.0)
        if moves:
            lever = np.sqrt(vector.dot(arm, arm))
            if shapes.kind[i] != SPHERE:  # a sphere's own spin moves nothing
                lever += shapes.radius[i]
            spin = vector.load(bodies.spin, body)
            angle = min(h * np.sqrt(vector.dot(spin, spin)), 2.0)  # no point gets further by more
            reach += lever * angle + h * bodies.gain[body]
            reach = min(reach, FARTHEST)
            # what pushes it from outside makes it faster within the step
            push = h * bodies.inv_mass[body]
            speed = vector.load(bodies.velocity, body)
            speed = vector.offset(speed, push, vector.load(bodies.force, body))
            own = vector.subtract(speed, vector.load(bodies.ride, body))
            motion = h * np.sqrt(vector.dot(own, own)) + reach - MARGIN
        shapes.fast[i] = motion > shapes.thin[i]
        shapes.near[i] = KNOWN * shapes.thin[i] if shapes.fast[i] else motion
        shapes.reach[i] = reach
        for r in range(3):
            middle = bodies.position[body, r] + arm[r]
            way = min(max(h * speed[r], -FARTHEST), FARTHEST)
            shapes.world_position[i, r], shapes.way[i, r] = middle, way
            grown = reach + shapes.radius[i]
            if shapes.kind[i] != SPHERE and shapes.radius[i] < ENDLESS:
                grown = reach
                for c in range(3):
                    grown += abs(shapes.world_rotation[i, r, c]) * shapes.half[i, c]
            shapes.low[i, r] = middle - grown + min(way, 0.0)
            shapes.high[i, r] = middle + grown + max(way, 0.0)


@kernel
def _sort_order(low, order) -> None:
    """Sort `order` by least x, equal ones by row: nearly sorted from step to step (insertion)."""
    for k in range(1, len(order)):
        row = order[k]
        x = low[row, 0]
        m = k - 1
        while m >= 0 and (low[order[m], 0] > x or (low[order[m], 0] == x and order[m] > row)):
            order[m + 1] = order[m]
            m -= 1
        order[m + 1] = row


@kernel
def _line_up(low, high, order, box, strip_start, strip) -> float:
    """Write the boxes in order, and into each strip along y the boxes that reach into it.

    Strips repeat: strip k is every place y with floor(y / width) = k modulo their number. Returns
    their width [m].
    """
    total = 0.0
    for k in range(len(order)):
        i = order[k]
        total += high[i, 1] - low[i, 1]
        for r in range(3):
            box[k, r], box[k, 3 + r] = low[i, r], high[i, r]
    strips = len(strip_start) - 2
    width = WIDE * total / max(len(order), 1) + MARGIN
    strip_start[:] = 0
    for k in range(len(order)):
        first, last = _span(box, k, 1.0 / width, strips)
        for s in range(first, last):
            strip_start[(s & (strips - 1)) + 2] += 1
    for s in range(strips):
        strip_start[s + 1] += strip_start[s]
    for k in range(len(order)):
        first, last = _span(box, k, 1.0 / width, strips)
        for s in range(first, last):
            place = (s & (strips - 1)) + 1
            strip[strip_start[place]] = k
            strip_start[place] += 1  # ends as the first row of the next strip
    return width


@kernel
def _span(box, k, scale, strips) -> tuple[int, int]:
    """Return the first strip of box k and the one after its last, each strip once at most."""
    first = int(np.floor(box[k, 1] * scale))
    return first, min(int(np.floor(box[k, 4] * scale)) + 1, first + strips)


@kernel
def _sweep(shapes, sweep, scale, found_a, found_b, used) -> int:
    """Add the pairs of boxes that overlap, each in the strip where its overlap begins.

    Returns how many pairs there are, those without room included.
    """
    box, strip, order, near = sweep.box, sweep.strip, sweep.order, sweep.near
    body, moves, last_strip = shapes.body, shapes.moves, len(sweep.strip_start) - 3
    position, radius, reach, way = shapes.world_position, shapes.radius, shapes.reach, shapes.way
    fast = shapes.fast
    excluded_start, excluded = shapes.excluded_start, shapes.excluded
    for s in range(last_strip + 1):
        begin, end = sweep.strip_start[s], sweep.strip_start[s + 1]
        for first in range(begin, end):
            k, count = strip[first], 0
            low_y, low_z = box[k, 1], box[k, 2]
            high_x, high_y, high_z = box[k, 3], box[k, 4], box[k, 5]
            for second in range(first + 1, end):
                m = strip[second]
                if box[m, 0] > high_x:
                    break
                near[count] = m  # no branch: whether boxes overlap cannot be foretold
                beside = (box[m, 1] > high_y) | (box[m, 4] < low_y)
                count += 1 - (beside | (box[m, 2] > high_z) | (box[m, 5] < low_z))
            i = order[k]
            for c in range(count):
                j = order[near[c]]
                if moves[i] + moves[j] == 0:
                    continue
                if _is_excluded(excluded_start, excluded, body[i], body[j]):
                    continue
                if int(np.floor(max(low_y, box[near[c], 1]) * scale)) & last_strip != s:
                    continue
                if _is_apart(position, radius, find_reach(reach, way, i, j), i, j):
                    if fast[i] + fast[j] == 0:
                        continue
                    if _is_aside(position, radius, reach, way, i, j):
                        continue
                if used < len(found_a):
                    found_a[used], found_b[used] = i, j
                used += 1
    return used


@kernel
def find_reach(reach, way, i, j) -> float:
    """Return how much nearer to each other two shapes may come in this step, with margins [m]."""
    along = vector.subtract(vector.load(way, j), vector.load(way, i))
    return reach[i] + reach[j] + np.sqrt(vector.dot(along, along))


@kernel
def find_near(shapes, i, j) -> float:
    """Return the distance from which on contacts of two shapes are known [m].

    How much nearer they may come; but a fast body hardly looks ahead, it stops in time (`impact`).
    """
    reach = find_reach(shapes.reach, shapes.way, i, j)
    if shapes.fast[i] or shapes.fast[j]:
        reach = min(reach, shapes.near[i] + shapes.near[j])
    return reach


@kernel
def _is_excluded(start, excluded, a, b) -> bool:
    """Whether bodies a and b are one or are told not to touch (a's runs are sorted)."""
    low, high = start[a], start[a + 1]
    while low < high:
        middle = (low + high) // 2
        if excluded[middle, 1] <= b:
            low = middle + 1
        else:
            high = middle
    return low < start[a + 1] and excluded[low, 0] <= b


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
def _meet_planes(shapes, sweep, found_a, found_b) -> int:
    """List the shapes that reach down to a plane; return how many."""
    used = 0
    for p in sweep.planes:
        turn, body = shapes.world_rotation[p], shapes.body[p]
        normal = turn[0, 2], turn[1, 2], turn[2, 2]
        for i in sweep.order:
            if shapes.moves[i] + shapes.moves[p] == 0:
                continue
            way = vector.subtract(
                vector.load(shapes.world_position, i), vector.load(shapes.world_position, p)
            )
            height = vector.dot(way, normal) - find_reach(shapes.reach, shapes.way, i, p)
            if height > shapes.radius[i]:
                continue
            if shapes.kind[i] == BOX:
                across = vector.apply_transposed(shapes.world_rotation[i], normal)
                for r in range(3):
                    height -= abs(across[r]) * shapes.half[i, r]
                if height > 0.0:
                    continue
            if _is_excluded(shapes.excluded_start, shapes.excluded, body, shapes.body[i]):
                continue
            if used < len(found_a):
                found_a[used], found_b[used] = p, i
            used += 1
    return used
