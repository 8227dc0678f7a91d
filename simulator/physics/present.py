"""Poses at the time of the velocities, for everybody who looks.

Semi-implicit Euler is the leapfrog scheme with positions half a step ahead of velocities (Hairer,
Lubich and Wanner 2003, sec. 1.1). Read like that it is second order: free fall and stopping
distances are exact, a swinging load keeps its energy. So the tables keep positions half a step
ahead (`bodies.lead`), `begin` puts them there, and what is shown is taken back by that: free bodies
along their own motion, the bodies of a tree along their joints, so that no joint opens. The bodies
of an island with a closed loop are taken back with its root as one; if that is fixed, they are
shown as they are.
"""

from simulator.jit import kernel

from . import joint, vector


@kernel
def begin(bodies, of_body) -> None:
    """Move free bodies that start with a velocity half a step ahead."""
    for b in range(len(bodies.inv_mass)):
        if bodies.inv_mass[b] > 0.0 and of_body[b] < 0:
            for k in range(3):
                bodies.position[b, k] += bodies.lead[b] * bodies.velocity[b, k]


@kernel
def _scaled(rows, b, share) -> vector.Vector:
    return share * rows[b, 0], share * rows[b, 1], share * rows[b, 2]


@kernel
def poses(bodies, joints, islands, position, orientation) -> None:
    """Write every body's pose at the time of its velocity to `position`, `orientation`.

    (bodies, 3) [m] of the centre of mass and (bodies, 4) w, x, y, z.
    """
    for b in range(len(bodies.inv_mass)):
        vector.save(position, b, vector.load(bodies.position, b))
        for k in range(4):
            orientation[b, k] = bodies.orientation[b, k]
        if bodies.inv_mass[b] > 0.0 and islands.of_body[b] < 0:
            for k in range(3):  # its orientation and spin belong to one time already
                position[b, k] -= bodies.lead[b] * bodies.velocity[b, k]
    for island in range(len(islands.body_start) - 1):
        if islands.loop_start[island] < islands.loop_start[island + 1]:
            _carry(bodies, islands, island, position, orientation)
            continue
        for n in range(islands.body_start[island], islands.body_start[island + 1]):
            b = islands.body[n]
            j = islands.own_joint[b]
            if j < 0:
                for k in range(3):
                    position[b, k] -= bodies.lead[b] * bodies.velocity[b, k]
                q = vector.turned(bodies.orientation[b], _scaled(bodies.spin, b, -bodies.lead[b]))
                _save(orientation, b, q)
            elif islands.side[b] > 0.0:
                _follow(bodies, joints, j, joints.parent[j], b, position, orientation)
            else:
                _follow(bodies, joints, j, joints.child[j], b, position, orientation)


@kernel
def _carry(bodies, islands, island, position, orientation) -> None:
    """Place the bodies of an island as if they were one with its free root."""
    first, last = islands.body_start[island], islands.body_start[island + 1]
    root = islands.body[first]
    if islands.own_joint[root] >= 0:
        return
    turn = vector.exponential(_scaled(bodies.spin, root, -bodies.lead[root]))
    centre = vector.load(bodies.position, root)
    back = vector.offset(centre, -bodies.lead[root], vector.load(bodies.velocity, root))
    for n in range(first, last):
        b = islands.body[n]
        arm = vector.subtract(vector.load(bodies.position, b), centre)
        vector.save(position, b, vector.offset(back, 1.0, vector.rotate(turn, arm)))
        _save(orientation, b, vector.product(turn, bodies.orientation[b]))


@kernel
def _save(orientation, b, q) -> None:
    for k in range(4):
        orientation[b, k] = q[k]


@kernel
def _follow(bodies, joints, j, inner, outer, position, orientation) -> None:
    """Place the outer body of a joint on the inner one, the joint's motion taken back."""
    sign = 1.0 if joints.child[j] == outer else -1.0
    anchor, base = joints.anchor_child[j], joints.anchor_parent[j]
    if sign < 0.0:
        anchor, base = base, anchor
    moved = vector.product(orientation[inner], vector.conjugate(bodies.orientation[inner]))
    kind, time = joints.kind[j], bodies.lead[outer]
    back = -time * sign * joints.speed[j]
    q = vector.product(moved, bodies.orientation[outer])
    axis = vector.rotate(
        bodies.orientation[joints.parent[j]], vector.column(joints.frame_parent, j, 2)
    )
    axis = vector.rotate(moved, axis)
    shift = (0.0, 0.0, 0.0)
    if kind == joint.REVOLUTE:
        q = vector.turned(q, (back * axis[0], back * axis[1], back * axis[2]))
    elif kind == joint.PRISMATIC:
        travel = sign * joints.position[j] + back
        shift = travel * axis[0], travel * axis[1], travel * axis[2]
    elif kind != joint.FIXED:
        q = vector.turned(bodies.orientation[outer], _scaled(bodies.spin, outer, -time))
    on_inner = vector.offset(shift, 1.0, vector.rotate(orientation[inner], base))
    arm = vector.rotate(q, anchor)
    for k in range(3):
        position[outer, k] = position[inner, k] + on_inner[k] - arm[k]
    _save(orientation, outer, q)
