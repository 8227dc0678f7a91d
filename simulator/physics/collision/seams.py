"""Seams: where two shapes lie flush, what slides over one meets the side of the next.

Contacts are known a step before they act, along the way apart of that time: that of a box which
comes sliding to the next tile of its floor is its side. Whether it will be met there is seen at the
end of the step: if the two will hardly overlap, far less than that way says, they slide by.

So do things that pass by an edge of a mesh: above a hole the nearest way to what goes into it leads
askew from the rim, and would hold it up.

A box whose edge lies on a seam touches the tile beside it along a line, and nobody can tell whether
from above or from the side. Such a line bears nothing, and is no contact.

Where a shape that stays goes on from an edge of another one (`flush`), that edge is inside of one
surface: what meets it leaning farther out than the surface goes on is over the neighbour, which has
its contact. It is over it with its lowest point or with the one that is met: of a rod askew over a
corner these may be over two shapes. What reaches far below that surface is beside it, as what
stands in a corner of walls whose tops are flush, and is met.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry import convex, span
from ..geometry.shapes import BOX, CYLINDER, SPHERE
from . import collide_box, collide_convex, manifold
from .pairs import runs_on

DEEP, SHARE = 1e-3, 0.05  # most that they may overlap [m], and as a share of the smaller radius
SHALLOW = 1e-6  # what would overlap by less is met [m]: it may be what bears
CLOSE = 1e-5  # from farther away nothing is pushed by chance [m]
LEVEL = 1e-6  # most of an axis along a normal that it stands square to
ON = 1e-3  # what is farther from an edge is not met there: round things slip along [m]
LEAN = 1e-4  # most of a normal out over a neighbour that counts as none
SIDE = 0.5  # of one that is met from the side, where the neighbour is; from below it is not
SUNK = 5e-3  # what is deeper has not come in from above [m]
PART = 0.2  # of a thing's height: what reaches deeper below a surface is beside it
MET, OVER, ON_EDGE, DEEP_IN = range(4)
MOST_LOOKS = 4  # on the way, no farther from each other than the thinner one's half thickness
LESS = 0.5  # and of what they would overlap by if it were met there


@kernel
def pass_over(begin, end, shapes, pairs, scratch) -> None:
    """Leave out new points of pairs `begin` to `end` at edges that neighbours go on from.

    What is right over such an edge, or in there from above, is met along the surface's normal.
    """
    first_seam, points = shapes.seams.first, scratch.points
    if len(shapes.seams.length) == 0:
        return
    for p in range(begin, end):
        a, b, first, count = pairs.shape_a[p], pairs.shape_b[p], pairs.found[p], 0
        own, other, sign = (a, b, 1.0) if first_seam[a] < first_seam[a + 1] else (b, a, -1.0)
        if pairs.held[p] or pairs.made[p] == 0 or first_seam[own] == first_seam[own + 1]:
            continue
        is_deep = False
        for k in range(first, first + pairs.made[p]):
            state = _look_over(shapes, own, other, sign, points, k)
            if state == OVER or (state == DEEP_IN and is_deep):
                continue
            is_deep = is_deep or state == DEEP_IN
            row = first + count
            if row < k:
                manifold.move(points, k, row)
            count += 1
        if count < pairs.made[p]:
            pairs.made[p] = count
            pairs.now[p] = -1.0  # to be looked for again


@kernel
def _look_over(shapes, own, other, sign, points, k) -> int:
    """Return whether point k is MET, or OVER a neighbour, and so is no contact.

    ON_EDGE and DEEP_IN: it has been turned to the surface's normal, as what is right over the edge,
    or came in from above. `sign` is -1 where normals lead from the other shape to its owner.
    """
    seams, normal, gap = shapes.seams, vector.load(points.normal, k), points.gap[k]
    normal = sign * normal[0], sign * normal[1], sign * normal[2]
    middle, most_off = vector.load(points.middle, k), 0.5 * abs(gap) + ON
    place = where = vector.offset(middle, -0.5 * gap, normal)
    state, above, surface = MET, -SUNK, normal
    for i in range(seams.first[own], seams.first[own + 1]):
        out, most = vector.load(seams.out, i), vector.load(seams.normal, i)
        lean = vector.dot(normal, out)
        if lean <= LEAN or vector.dot(normal, most) < -SIDE:
            continue
        start, near = vector.load(seams.start, i), seams.near[i]
        arm, way = vector.subtract(place, start), vector.load(seams.way, i)
        along, aside = vector.dot(arm, way), vector.dot(arm, out)
        if along < -near or along > seams.length[i] + near:
            continue
        off = vector.subtract(middle, vector.offset(start, along, way))  # a rod's normal may miss
        if vector.dot(off, off) > most_off * most_off:
            continue
        thing = convex.of_shape(
            shapes.kind, shapes.world_position, shapes.world_rotation, shapes.size, shapes.hulls,
            other,
        )  # fmt: skip
        low = convex.support(thing, (-most[0], -most[1], -most[2]), convex.LEVEL)
        high = convex.support(thing, most, convex.LEVEL)
        arm = vector.subtract(low, start)
        height = vector.dot(arm, most)
        beyond = max(vector.dot(arm, out), aside + (gap + thing.radius) * lean)
        tall = vector.dot(vector.subtract(high, low), most) + 2.0 * thing.radius
        if height - thing.radius < -max(SUNK, PART * tall):
            continue  # it is not over the surface, but beside it
        if beyond > near or (lean > SIDE and gap >= 0.0):
            return OVER
        if lean > SIDE and height - thing.radius > above:
            state, above, surface = DEEP_IN, height - thing.radius, most
            where = vector.offset(low, -height, most)
        elif lean <= SIDE and beyond > -near and state == MET:
            state, surface = ON_EDGE, most
            where = vector.offset(place, beyond - aside, out)
    if state != MET:
        gap = points.gap[k] = above if state == DEEP_IN else gap
        vector.save(points.middle, k, vector.offset(where, 0.5 * gap, surface))
        vector.save(points.normal, k, (sign * surface[0], sign * surface[1], sign * surface[2]))
    return state


@kernel
def goes_on(seams, own, edge, beyond, normal) -> bool:
    """Whether a face of shape `own` goes on flush from a point of its `edge` on the way `beyond`.

    `normal`: the face's, either way.
    """
    for i in range(seams.first[own], seams.first[own + 1]):
        if vector.dot(beyond, vector.load(seams.out, i)) <= 0.0:
            continue
        if abs(vector.dot(normal, vector.load(seams.normal, i))) < 1.0 - LEAN:
            continue
        arm, way = vector.subtract(edge, vector.load(seams.start, i)), vector.load(seams.way, i)
        along, near = vector.dot(arm, way), seams.near[i]
        off = vector.offset(arm, -along, way)
        if -near <= along <= seams.length[i] + near and vector.dot(off, off) < ON * ON:
            return True
    return False


@kernel
def slide_by(begin, end, bodies, shapes, pairs, h, scratch) -> None:
    """Leave out new points of pairs `begin` to `end` that slide by each other, or only graze.

    In a step of `h` [s].
    """
    kind, way, points = shapes.kind, shapes.way, scratch.points
    for p in range(begin, end):
        a, b, first = pairs.shape_a[p], pairs.shape_b[p], pairs.found[p]
        if pairs.held[p] or pairs.made[p] == 0 or min(kind[a], kind[b]) < SPHERE:
            continue
        gap = points.gap[first]
        for n in range(first + 1, first + pairs.made[p]):
            gap = min(gap, points.gap[n])
        normal = vector.load(points.normal, first)
        closer = vector.dot(vector.load(way, a), normal) - vector.dot(vector.load(way, b), normal)
        if gap > 0.0 and closer - gap > SHALLOW:
            is_over = _slides_by(bodies, shapes, a, b, closer - gap, h, scratch)
        else:
            is_over = -SHALLOW <= gap <= CLOSE and closer <= SHALLOW + max(gap, 0.0)
            is_over = is_over and _grazes(shapes, a, b, normal)
        if is_over:
            pairs.made[p] = 0
            pairs.now[p] = -1.0  # to be looked for again


@kernel
def passes(triangle, other, move, gap, normal, polytope) -> bool:
    """Whether a shape that would meet a triangle's edge in this step passes by it.

    `move`: its way against the triangle in the step, half its thickness [m]; `gap` [m]: how far it
    is along `normal`, away from the triangle.
    """
    way, thin = move
    if gap <= 0.0 or -vector.dot(way, normal) - gap <= SHALLOW:
        return False
    looks = np.ceil(np.sqrt(vector.dot(way, way)) / thin)
    if looks > MOST_LOOKS:
        return False  # it might pass through in between
    for look in range(1, int(looks) + 1):
        there = convex.Convex(
            other.kind, vector.offset(other.position, look / looks, way), other.rotation,
            other.size, other.radius, other.vertices, other.faces, other.loop,
        )  # fmt: skip
        near, left, _ = collide_convex.find_axis(triangle, there, 0.0, polytope)
        if near and left < -SHALLOW:
            return False
    return True


@kernel
def _slides_by(bodies, shapes, a, b, deep, h, scratch) -> bool:
    """Whether two shapes that would overlap by `deep` [m] hardly do so on their ways.

    Neither as they are nor as they turn, what meets something else in the step turns otherwise;
    but of two free things, which stop where they would get too deep (`impact`), no turn is asked.
    """
    along = vector.subtract(vector.load(shapes.way, b), vector.load(shapes.way, a))
    if shapes.kind[a] == SPHERE and shapes.kind[b] == SPHERE:
        way = vector.subtract(_pass(shapes, b, 0.0), _pass(shapes, a, 0.0))
        near = shapes.size[a, 0] + shapes.size[b, 0] - SHALLOW
        return not span.comes_near(way, along, 1.0, near)
    looks = np.ceil(
        np.sqrt(vector.dot(along, along)) / min(shapes.thickness[a], shapes.thickness[b])
    )
    if looks > MOST_LOOKS:
        return False  # one might pass through the other in between
    most = min(DEEP, SHARE * min(shapes.radius[a], shapes.radius[b]), LESS * deep)
    turn = runs_on(a, b, shapes)
    turn = turn and (_turns(bodies, shapes, a) or _turns(bodies, shapes, b))
    for look in range(1, int(looks) + 1):
        share = look / looks
        if _find_gap(bodies, shapes, a, b, share, 0.0, scratch) <= -most:
            return False
        if turn and _find_gap(bodies, shapes, a, b, share, share * h, scratch) <= -most:
            return False
    return True


@kernel
def _turns(bodies, shapes, s) -> bool:
    spin = vector.load(bodies.spin, shapes.body[s])
    return shapes.moves[s] != 0 and vector.dot(spin, spin) > 0.0


@kernel
def _grazes(shapes, a, b, normal) -> bool:
    """Whether boxes or cylinders that touch are apart along a face's normal square to that, too."""
    kind, rotation = shapes.kind, shapes.world_rotation
    if min(kind[a], kind[b]) < BOX or max(kind[a], kind[b]) > CYLINDER:
        return False
    at, to = vector.load(shapes.world_position, a), vector.load(shapes.world_position, b)
    one = convex.place(kind, at, rotation[a], shapes.size, shapes.hulls, a)
    other = convex.place(kind, to, rotation[b], shapes.size, shapes.hulls, b)
    apart = vector.subtract(to, at)
    for s in (a, b):
        for k in range(0 if kind[s] == BOX else 2, 3):
            axis = rotation[s, 0, k], rotation[s, 1, k], rotation[s, 2, k]
            if abs(vector.dot(axis, normal)) > LEVEL:
                continue
            if vector.dot(axis, apart) < 0.0:
                axis = -axis[0], -axis[1], -axis[2]
            back = -axis[0], -axis[1], -axis[2]
            way = vector.subtract(convex.support(other, back, 0.0), convex.support(one, axis, 0.0))
            if vector.dot(way, axis) >= -SHALLOW:
                return True
    return False


@kernel
def _find_gap(bodies, shapes, a, b, share, time, scratch) -> float:
    """Return how far two shapes are apart, at most 0 [m].

    After a share of their ways, turned as they do in `time` [s].
    """
    kind, rotation, frame = shapes.kind, shapes.world_rotation, scratch.frame
    if time == 0.0 and kind[a] == BOX and kind[b] == BOX:
        at, to = _pass(shapes, a, share), _pass(shapes, b, share)
        _, gap, _ = collide_box.find_axis(
            vector.subtract(to, at), rotation, shapes.half, a, b, 0.0, frame.turn, frame.way
        )
        return min(gap, 0.0)
    room = scratch.flight.rotation
    one = _moved(bodies, shapes, a, share, time, room[0])
    other = _moved(bodies, shapes, b, share, time, room[1])
    _, gap, _ = collide_convex.find_axis(one, other, 0.0, scratch.polytope)
    return min(gap, 0.0)


@kernel
def _pass(shapes, s, share) -> vector.Vector:
    """Return where shape `s` is after a share of its way."""
    return vector.offset(vector.load(shapes.world_position, s), share, vector.load(shapes.way, s))


@kernel
def _moved(bodies, shapes, s, share, time, room) -> convex.Convex:
    """Return shape `s` after a share of its way and a turn of `time` [s]; `room` is (3, 3)."""
    body, at, turn = shapes.body[s], vector.load(shapes.world_position, s), shapes.world_rotation[s]
    way = _pass(shapes, s, share)
    if time == 0.0 or not _turns(bodies, shapes, s):
        return convex.place(shapes.kind, way, turn, shapes.size, shapes.hulls, s)
    spin = vector.load(bodies.spin, body)
    q = vector.exponential((time * spin[0], time * spin[1], time * spin[2]))
    for c in range(3):
        axis = vector.rotate(q, (turn[0, c], turn[1, c], turn[2, c]))
        room[0, c], room[1, c], room[2, c] = axis
    arm = vector.subtract(at, vector.load(bodies.position, body))
    way = vector.offset(vector.subtract(way, arm), 1.0, vector.rotate(q, arm))
    return convex.place(shapes.kind, way, room, shapes.size, shapes.hulls, s)
