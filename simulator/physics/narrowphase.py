"""Near contact: each pair's points, with the impulses they carried in the last step."""

import numpy as np

from simulator.jit import kernel

from . import collide_convex, collide_mesh, collide_plane, collide_round, convex, vector
from .shapes import BOX, CAPSULE, MESH, PLANE, SPHERE

SAME_PLACE = 0.02             # an old point this near, at most, passes its impulse on [m]
SAME_SHARE = 0.25             # and this near as a share of the smaller shape's radius


@kernel
def collide(bodies, shapes, pairs, contacts, scratch) -> None:
    """Rebuild the contacts of every pair; points carry their impulses over.

    Call after `broadphase.find_pairs`. Points are sorted by pair; an old point is recognised by the
    features that meet, else by its place on either body.
    """
    _keep_old(contacts)
    old = 0
    for p in range(pairs.used[0]):
        a, b = pairs.shape_a[p], pairs.shape_b[p]
        swapped = shapes.kind[a] > shapes.kind[b]
        first, second = (b, a) if swapped else (a, b)
        scratch.used[0] = 0
        _meet(shapes, first, second, shapes.reach[a] + shapes.reach[b], scratch)
        if scratch.used[0] == 0:
            continue
        key = np.int64(a) * len(shapes.kind) + b
        start = contacts.used[0]
        _emit(bodies, shapes, a, b, key, -1.0 if swapped else 1.0, contacts, scratch)
        while old < contacts.old_used[0] and contacts.old_key[old] < key:
            old += 1
        end = old
        while end < contacts.old_used[0] and contacts.old_key[end] == key:
            end += 1
        near = min(SAME_PLACE, SAME_SHARE * min(shapes.radius[a], shapes.radius[b]))
        _carry_by_feature(contacts, start, old, end)
        _carry_by_place(contacts, start, old, end, near)
        old = end


@kernel
def _meet(shapes, a, b, reach, scratch) -> None:
    """Add the candidate points of shapes `a` and `b`, the kind of `a` not above that of `b`."""
    kind_a, kind_b = shapes.kind[a], shapes.kind[b]
    if kind_b == PLANE or kind_b == MESH:
        return
    second = convex.of_shape(shapes, b)
    if kind_a == MESH:
        collide_mesh.collide(shapes, a, second, shapes.radius[b], reach, scratch)
        return
    first = convex.of_shape(shapes, a)
    if kind_a == PLANE:
        collide_plane.collide(first, second, reach, scratch)
    elif kind_b == SPHERE or kind_b == CAPSULE:
        collide_round.collide(first, second, reach, scratch)
    else:
        collide_convex.collide(first, second, reach, scratch)


@kernel
def _keep_old(contacts) -> None:
    """Copy what the next points may inherit."""
    contacts.old_used[0] = contacts.used[0]
    for i in range(contacts.used[0]):
        contacts.old_key[i], contacts.old_feature[i] = contacts.key[i], contacts.feature[i]
        contacts.old_normal_impulse[i] = contacts.impulse[i, 0]
        for r in range(3):
            contacts.old_anchor_a[i, r] = contacts.anchor_a[i, r]
            contacts.old_anchor_b[i, r] = contacts.anchor_b[i, r]
            contacts.old_push[i, r] = contacts.push[i, r]
    contacts.used[0] = 0


@kernel
def _emit(bodies, shapes, a, b, key, sign, contacts, scratch) -> None:
    """Append the candidates of shapes `a`, `b` to the contacts, without impulses."""
    body_a, body_b = shapes.body[a], shapes.body[b]
    friction = np.sqrt(shapes.friction[a] * shapes.friction[b])
    restitution = max(shapes.restitution[a], shapes.restitution[b])
    share = 1.0 / max(_count_touching(scratch), 1)
    stiffness = share * in_series(shapes.stiffness[a], shapes.stiffness[b])
    damping = share * in_series(shapes.damping[a], shapes.damping[b])
    for k in range(scratch.used[0]):
        i = contacts.used[0]
        if i == len(contacts.key):
            contacts.lost[0] += scratch.used[0] - k
            return
        contacts.used[0] = i + 1
        contacts.key[i], contacts.feature[i] = key, scratch.feature[k]
        contacts.body_a[i], contacts.body_b[i] = body_a, body_b
        normal = vector.load(scratch.normal, k)
        normal = sign * normal[0], sign * normal[1], sign * normal[2]
        gap, middle = scratch.gap[k], vector.load(scratch.middle, k)
        vector.save(contacts.normal, i, normal)
        vector.save(contacts.position, i, middle)
        contacts.separation[i] = gap
        _anchor(contacts.anchor_a, i, bodies, body_a, vector.offset(middle, -0.5 * gap, normal))
        _anchor(contacts.anchor_b, i, bodies, body_b, vector.offset(middle, 0.5 * gap, normal))
        contacts.friction[i], contacts.restitution[i] = friction, restitution
        contacts.stiffness[i], contacts.damping[i] = stiffness, damping
        for r in range(3):
            contacts.impulse[i, r] = contacts.push[i, r] = 0.0


@kernel
def _anchor(anchors, i, bodies, body, point) -> None:
    arm = vector.subtract(point, vector.load(bodies.position, body))
    vector.save(anchors, i, vector.unrotate(bodies.orientation[body], arm))


@kernel
def _count_touching(scratch) -> int:
    count = 0
    for k in range(scratch.used[0]):
        if scratch.gap[k] <= 0.0:
            count += 1
    return count


@kernel
def in_series(a, b) -> float:
    """Return the number of two springs or dampers in series; 0 stands for a rigid one."""
    if a <= 0.0 or b <= 0.0:
        return max(a, b)
    return a * b / (a + b)


@kernel
def _carry_by_feature(contacts, start, old, end) -> None:
    """Give new points the impulses of old ones where the same features meet."""
    for i in range(start, contacts.used[0]):
        for k in range(old, end):
            if contacts.old_key[k] >= 0 and contacts.old_feature[k] == contacts.feature[i]:
                _inherit(contacts, i, k)
                break


@kernel
def _carry_by_place(contacts, start, old, end, near) -> None:
    """Give points that found no feature the impulses of the nearest old ones left over."""
    for i in range(start, contacts.used[0]):
        if contacts.impulse[i, 0] != 0.0:
            continue
        best, nearest = -1, near * near
        for k in range(old, end):
            if contacts.old_key[k] < 0:
                continue
            way = min(
                _distance(contacts.anchor_a, i, contacts.old_anchor_a, k),
                _distance(contacts.anchor_b, i, contacts.old_anchor_b, k),
            )
            if way < nearest:
                best, nearest = k, way
        if best >= 0:
            _inherit(contacts, i, best)


@kernel
def _inherit(contacts, i, k) -> None:
    contacts.impulse[i, 0] = contacts.old_normal_impulse[k]
    for r in range(3):
        contacts.push[i, r] = contacts.old_push[k, r]
    contacts.old_key[k] = -1  # taken


@kernel
def _distance(a, i, b, k) -> float:
    """Return the squared distance of two rows."""
    way = vector.subtract(vector.load(a, i), vector.load(b, k))
    return vector.dot(way, way)
