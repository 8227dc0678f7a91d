"""Near contact: each pair's points, with the impulses they carried in the last step."""

import numpy as np

from simulator.jit import kernel

from . import collide_convex, collide_mesh, collide_plane, collide_round, convex, vector
from .shapes import CAPSULE, MESH, PLANE, SPHERE

SAME_PLACE = 0.02  # an old point this near, at most, passes its impulse on [m]
SAME_SHARE = 0.25  # and this near as a share of the smaller shape's radius


@kernel
def collide(bodies, shapes, pairs, contacts, scratch) -> None:
    """Rebuild the contacts of every pair; points carry their impulses over.

    Call after `broadphase.find_pairs`. Points are sorted by pair; an old point is recognised by the
    features that meet, else by its place on either body.
    """
    old, points = contacts.old, scratch.points
    _keep_old(contacts)
    first_old = 0
    for p in range(pairs.used[0]):
        a, b = pairs.shape_a[p], pairs.shape_b[p]
        sign, low, high = 1.0, a, b
        if shapes.kind[a] > shapes.kind[b]:
            sign, low, high = -1.0, b, a
        points.used[0] = 0
        if shapes.kind[high] == PLANE or shapes.kind[high] == MESH:
            continue
        reach = shapes.reach[a] + shapes.reach[b]
        other = convex.of_shape(
            shapes.kind, shapes.world_position, shapes.world_rotation, shapes.size, shapes.hulls,
            high,
        )  # fmt: skip
        if shapes.kind[low] == MESH:
            collide_mesh.collide(
                shapes.meshes, shapes.mesh[low], vector.load(shapes.world_position, low),
                shapes.world_rotation[low], other, shapes.half[high], reach, scratch,
            )  # fmt: skip
        else:
            one = convex.of_shape(
                shapes.kind, shapes.world_position, shapes.world_rotation, shapes.size,
                shapes.hulls, low,
            )  # fmt: skip
            _meet(one, other, reach, scratch)
        if points.used[0] == 0:
            continue
        start, key = contacts.used[0], np.int64(a) * len(shapes.kind) + b
        end = min(start + points.used[0], len(contacts.key))
        contacts.lost[0] += start + points.used[0] - end
        contacts.used[0] = end
        friction = np.sqrt(shapes.friction[a] * shapes.friction[b])
        restitution = max(shapes.restitution[a], shapes.restitution[b])
        share = 1.0 / max(_count_touching(points), 1)
        stiffness = share * in_series(shapes.stiffness[a], shapes.stiffness[b])
        damping = share * in_series(shapes.damping[a], shapes.damping[b])
        for i in range(start, end):
            k = i - start
            contacts.key[i], contacts.feature[i] = key, points.feature[k]
            contacts.body_a[i], contacts.body_b[i] = shapes.body[a], shapes.body[b]
            contacts.separation[i] = points.gap[k]
            contacts.friction[i], contacts.restitution[i] = friction, restitution
            contacts.stiffness[i], contacts.damping[i] = stiffness, damping
            middle, normal = vector.load(points.middle, k), vector.load(points.normal, k)
            vector.save(contacts.position, i, middle)
            vector.save(contacts.normal, i, (sign * normal[0], sign * normal[1], sign * normal[2]))
            step = 0.5 * sign * points.gap[k]
            on_a, on_b = vector.offset(middle, -step, normal), vector.offset(middle, step, normal)
            _anchor(contacts.anchor_a, i, bodies.position, bodies.orientation, shapes.body[a], on_a)
            _anchor(contacts.anchor_b, i, bodies.position, bodies.orientation, shapes.body[b], on_b)
            contacts.impulse[i, :] = 0.0
            contacts.push[i, :] = 0.0
        while first_old < old.used[0] and old.key[first_old] < key:
            first_old += 1
        end_old = first_old
        while end_old < old.used[0] and old.key[end_old] == key:
            end_old += 1
        if end_old > first_old:
            near = min(SAME_PLACE, SAME_SHARE * min(shapes.radius[a], shapes.radius[b]))
            _carry_over(contacts, old, start, end, first_old, end_old, near)
        first_old = end_old


@kernel
def _meet(a, b, reach, scratch) -> None:
    """Add the candidate points of two shapes, the kind of `a` not above that of `b`."""
    if a.kind == PLANE:
        collide_plane.collide(a, b, reach, scratch.points, scratch.clip)
    elif b.kind == SPHERE or b.kind == CAPSULE:
        collide_round.collide(a, b, reach, scratch)
    else:
        collide_convex.collide(a, b, reach, scratch)


@kernel
def _keep_old(contacts) -> None:
    """Copy what the next points may inherit."""
    old = contacts.old
    old.used[0] = contacts.used[0]
    for i in range(contacts.used[0]):
        old.key[i], old.feature[i] = contacts.key[i], contacts.feature[i]
        old.normal_impulse[i] = contacts.impulse[i, 0]
        vector.save(old.anchor_a, i, vector.load(contacts.anchor_a, i))
        vector.save(old.anchor_b, i, vector.load(contacts.anchor_b, i))
        vector.save(old.push, i, vector.load(contacts.push, i))
    contacts.used[0] = 0


@kernel
def _anchor(anchors, i, position, orientation, body, point) -> None:
    arm = vector.subtract(point, vector.load(position, body))
    vector.save(anchors, i, vector.unrotate(orientation[body], arm))


@kernel
def _count_touching(points) -> int:
    count = 0
    for k in range(points.used[0]):
        if points.gap[k] <= 0.0:
            count += 1
    return count


@kernel
def in_series(a, b) -> float:
    """Return the number of two springs or dampers in series; 0 stands for a rigid one."""
    if a <= 0.0 or b <= 0.0:
        return max(a, b)
    return a * b / (a + b)


@kernel
def _carry_over(contacts, old, start, end, first_old, end_old, near) -> None:
    """Give the points `start` to `end` of one pair the impulses of its old points.

    First where the same features meet, then what is left to the nearest, not beyond `near` [m].
    """
    for i in range(start, end):
        for k in range(first_old, end_old):
            if old.key[k] >= 0 and old.feature[k] == contacts.feature[i]:
                _inherit(contacts.impulse, contacts.push, old, i, k)
                break
    for i in range(start, end):
        if contacts.impulse[i, 0] != 0.0:
            continue
        best, nearest = -1, near * near
        for k in range(first_old, end_old):
            if old.key[k] >= 0:
                way = min(
                    _distance(contacts.anchor_a, i, old.anchor_a, k),
                    _distance(contacts.anchor_b, i, old.anchor_b, k),
                )
                if way < nearest:
                    best, nearest = k, way
        if best >= 0:
            _inherit(contacts.impulse, contacts.push, old, i, best)


@kernel
def _inherit(impulse, push, old, i, k) -> None:
    impulse[i, 0] = old.normal_impulse[k]
    vector.save(push, i, vector.load(old.push, k))
    old.key[k] = -1


@kernel
def _distance(a, i, b, k) -> float:
    """Return the squared distance of two rows."""
    way = vector.subtract(vector.load(a, i), vector.load(b, k))
    return vector.dot(way, way)
