"""Near contact: each pair's points, with the impulses they carried in the last step.

A pair that has hardly moved keeps its points (`contact.prepare` refreshes their gaps), and a pair
that is still apart along the direction that it was apart along is left alone (`memory`). Only the
rest is looked at anew. New points wait in `scratch.points` until kept ones have moved to their
rows (`place`). What comes before and after that asks one pair at a time, so several threads may
find and write, each some of the pairs, with a scratch of its own.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry import convex
from ..geometry.shapes import CAPSULE, MESH, PLANE, SPHERE
from . import (
    collide_box,
    collide_convex,
    collide_mesh,
    collide_plane,
    collide_round,
    collide_wheel,
    memory,
    overlap,
    seams,
)
from . import pairs as listed


@kernel
def find(begin, end, bodies, shapes, pairs, contacts, scratch, h) -> None:
    """Find the new points of pairs `begin` to `end`, into `scratch`, and what they inherit.

    For a step of `h` [s].
    """
    points = scratch.points
    memory.check(begin, end, bodies.orientation, shapes, pairs, contacts.normal)
    points.used[0] = 0
    collide_box.collide(begin, end, shapes, pairs, scratch)
    collide_box.collide_planes(begin, end, shapes, pairs, scratch)
    collide_wheel.collide(begin, end, bodies.robot, shapes, pairs, scratch)
    _collide_others(begin, end, shapes, pairs, scratch)
    seams.pass_over(begin, end, shapes, pairs, scratch)
    seams.slide_by(begin, end, bodies, shapes, pairs, h, scratch)
    _inherit(begin, end, bodies, shapes, pairs, contacts, points)


@kernel
def place(pairs, contacts) -> None:
    """Number the rows of the contacts anew, and move points that are kept to theirs."""
    used, room, before = 0, len(contacts.body_a), contacts.before
    rolls = contacts.rolls
    for p in range(pairs.used[0]):
        first_old, held = pairs.first[p], pairs.held[p]
        count = pairs.count[p] if held else pairs.made[p]
        if count > room - used:
            contacts.lost[0] += count - (room - used)
            count, pairs.reach[p], pairs.now[p] = room - used, -1.0, -1.0  # to be looked for again
        if rolls.used[0] == 1:
            _carry_torque(rolls, first_old, pairs.count[p], used, used + count)
        pairs.first[p], pairs.count[p] = used, count
        for k in range(count):
            before[used + k] = first_old + k if held else -1
        used += count
    contacts.used[0] = used
    if rolls.used[0] == 1:
        for i in range(used):
            vector.save(rolls.torque, i, vector.load(rolls.passed, i))
    _make_room(contacts, before, used, contacts.source, contacts.goal)


@kernel
def _carry_torque(rolls, first_old, count_old, first, end) -> None:
    """Write what rows `first` to `end` of a pair have of its torque against rolling."""
    for i in range(first, end):
        vector.save(rolls.passed, i, (0.0, 0.0, 0.0))
    if count_old > 0 and first < end:
        vector.save(rolls.passed, first, vector.load(rolls.torque, first_old))


@kernel
def write(begin, end, bodies, shapes, pairs, contacts, scratch) -> None:
    """Write the new points of pairs `begin` to `end` to their rows; keep where the pairs are."""
    _write(begin, end, shapes, pairs, contacts, scratch.points)
    memory.carry(begin, end, bodies.orientation, shapes, pairs, contacts.normal)
    memory.keep(begin, end, bodies.orientation, shapes, pairs)


@kernel
def _collide_others(begin, end, shapes, pairs, scratch) -> None:
    """Find the points of pairs that are not held and that no kernel before has settled."""
    kind, points = shapes.kind, scratch.points
    for p in range(begin, end):
        a, b = pairs.shape_a[p], pairs.shape_b[p]
        low, high = (a, b) if kind[a] <= kind[b] else (b, a)
        if pairs.held[p] or pairs.found[p] >= 0:
            continue
        first, axis = points.used[0], (0.0, 0.0, 0.0)
        if kind[high] != PLANE and kind[high] != MESH:
            axis = _meet(shapes, low, high, pairs.now[p], scratch)
            if kind[low] == MESH and scratch.triangle.passed[0] > 0:
                pairs.now[p] = -1.0  # to be looked for again
        if low == b:  # normals go from a to b
            axis = -axis[0], -axis[1], -axis[2]
            for k in range(first, points.used[0]):
                for r in range(3):
                    points.normal[k, r] = -points.normal[k, r]
        vector.save(pairs.axis, p, axis)
        pairs.found[p], pairs.made[p] = first, points.used[0] - first


@kernel
def _meet(shapes, low, high, reach, scratch) -> vector.Vector:
    """Add the points of two shapes, the kind of `low` not above that of `high`.

    Returns the direction along which the two are further apart than `reach` [m], if known, else 0.
    """
    kind, position, rotation = shapes.kind, shapes.world_position, shapes.world_rotation
    other = convex.of_shape(kind, position, rotation, shapes.size, shapes.hulls, high)
    if kind[low] == MESH:
        way = vector.subtract(vector.load(shapes.way, high), vector.load(shapes.way, low))
        collide_mesh.collide(
            shapes.meshes, shapes.mesh[low], vector.load(position, low), rotation[low], other,
            shapes.half[high], way, shapes.thickness[high], reach, scratch,
        )  # fmt: skip
        return 0.0, 0.0, 0.0
    one = convex.of_shape(kind, position, rotation, shapes.size, shapes.hulls, low)
    if kind[low] == PLANE:
        collide_plane.collide(one, other, reach, scratch.points, scratch.clip)
    elif kind[high] == SPHERE or kind[high] == CAPSULE:
        collide_round.collide(one, other, reach, scratch)
    else:
        rocks = listed.runs_on(low, high, shapes)
        near, normal = collide_convex.collide(one, other, reach, rocks, scratch)
        if not near:
            return normal
    return 0.0, 0.0, 0.0


@kernel
def _inherit(begin, end, bodies, shapes, pairs, contacts, points) -> None:
    """Give new points their places on both bodies, and what old ones of the pair bore."""
    for p in range(begin, end):
        count, first = pairs.made[p], pairs.found[p]
        if pairs.held[p] or count == 0:
            continue
        a, b = pairs.shape_a[p], pairs.shape_b[p]
        for i in range(first, first + count):
            middle, normal = vector.load(points.middle, i), vector.load(points.normal, i)
            on_a = vector.offset(middle, -0.5 * points.gap[i], normal)
            on_b = vector.offset(middle, 0.5 * points.gap[i], normal)
            _anchor(points.anchor_a, i, bodies.position, bodies.orientation, shapes.body[a], on_a)
            _anchor(points.anchor_b, i, bodies.position, bodies.orientation, shapes.body[b], on_b)
            points.impulse[i, :], points.before[i] = 0.0, -1
        first_old, end_old = pairs.first[p], pairs.first[p] + pairs.count[p]
        if end_old == first_old:
            overlap.notice(p, points, first, first + count, shapes, pairs)
        else:
            size = min(shapes.radius[a], shapes.radius[b])
            memory.inherit(points, first, first + count, contacts, first_old, end_old, size)


@kernel
def _anchor(anchors, i, position, orientation, body, point) -> None:
    arm = vector.subtract(point, vector.load(position, body))
    turn = orientation[body, 0], orientation[body, 1], orientation[body, 2], orientation[body, 3]
    vector.save(anchors, i, vector.unrotate(turn, arm))


@kernel
def _count_touching(gap, first, end) -> int:
    count = 0
    for k in range(first, end):
        if gap[k] <= 0.0:
            count += 1
    return count


@kernel
def in_series(a, b) -> float:
    """Return the number of two springs or dampers in series; 0 stands for rigid, less for FIRM."""
    if a < 0.0 or b < 0.0:
        return 0.0
    if a == 0.0 or b == 0.0:
        return max(a, b)
    return a * b / (a + b)


@kernel
def _make_room(contacts, before, used, source, target) -> None:
    """Move the kept points to their new rows."""
    moves = listed.list_moves(before, used, source, target)
    if moves == 0:
        return
    listed.shift(contacts.shape_a, source, target, moves)
    listed.shift(contacts.shape_b, source, target, moves)
    listed.shift(contacts.feature, source, target, moves)
    listed.shift(contacts.body_a, source, target, moves)
    listed.shift(contacts.body_b, source, target, moves)
    listed.shift(contacts.separation, source, target, moves)
    listed.shift(contacts.friction, source, target, moves)
    listed.shift(contacts.restitution, source, target, moves)
    listed.shift(contacts.stiffness, source, target, moves)
    listed.shift(contacts.damping, source, target, moves)
    listed.shift_rows(contacts.position, source, target, moves)
    listed.shift_rows(contacts.normal, source, target, moves)
    listed.shift_rows(contacts.anchor_a, source, target, moves)
    listed.shift_rows(contacts.anchor_b, source, target, moves)
    listed.shift_rows(contacts.impulse, source, target, moves)
    listed.shift_rows(contacts.push, source, target, moves)
    listed.shift_rows(contacts.pseudo_impulse, source, target, moves)


@kernel
def _write(begin, end, shapes, pairs, contacts, points) -> None:
    for p in range(begin, end):
        if pairs.held[p] or pairs.count[p] == 0:
            continue
        a, b, first = pairs.shape_a[p], pairs.shape_b[p], pairs.found[p]
        share = 1.0 / max(_count_touching(points.gap, first, first + pairs.made[p]), 1)
        friction = np.sqrt(shapes.friction[a] * shapes.friction[b])
        restitution = max(shapes.restitution[a], shapes.restitution[b])
        stiffness = share * in_series(shapes.stiffness[a], shapes.stiffness[b])
        damping = share * in_series(shapes.damping[a], shapes.damping[b])
        if pairs.overlap[p] > 0:
            stiffness = -stiffness
        for n in range(pairs.count[p]):
            i, k = pairs.first[p] + n, first + n
            contacts.shape_a[i], contacts.shape_b[i] = a, b
            contacts.feature[i], contacts.separation[i] = points.feature[k], points.gap[k]
            contacts.body_a[i], contacts.body_b[i] = shapes.body[a], shapes.body[b]
            contacts.friction[i], contacts.restitution[i] = friction, restitution
            contacts.stiffness[i], contacts.damping[i] = stiffness, damping
            vector.save(contacts.position, i, vector.load(points.middle, k))
            vector.save(contacts.normal, i, vector.load(points.normal, k))
            vector.save(contacts.anchor_a, i, vector.load(points.anchor_a, k))
            vector.save(contacts.anchor_b, i, vector.load(points.anchor_b, k))
            contacts.before[i] = points.before[k]
            contacts.impulse[i, 0] = points.impulse[k, 0]
            contacts.impulse[i, 1] = contacts.impulse[i, 2] = contacts.pseudo_impulse[i, 3] = 0.0
            contacts.impulse[i, 3] = points.impulse[k, 4]
            for r in range(3):
                contacts.push[i, r] = points.impulse[k, 1 + r]
                contacts.pseudo_impulse[i, r] = 0.0
