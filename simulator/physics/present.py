"""Poses at the time of the velocities, for everybody who looks.

Semi-implicit Euler is the leapfrog scheme with positions half a step ahead of velocities (Hairer,
Lubich and Wanner 2003, sec. 1.1). Read like that it is second order: free fall and stopping
distances are exact, a swinging load keeps its energy. So the tables keep positions half a step
ahead (`bodies.lead`), `begin` puts them there, and what is shown is taken back by that: free bodies
along their own motion, the bodies of a tree along their joints, so that no joint opens. In an
island with a closed loop each body turns by its own spin, not by its joint's speed: such speeds
jump, as where a link comes to its wheel, and forty in a row would add up. What a loop is then open
by, its joints share.
"""

from simulator.compiled.jit import kernel

from .algebra import vector
from .bodies import integrate, motion
from .joints import joint


@kernel
def begin(bodies, of_body) -> None:
    """Move free bodies that start with a velocity or spin half a step ahead, for their share."""
    for b in range(len(bodies.inv_mass)):
        velocity, spin = vector.load(bodies.velocity, b), vector.load(bodies.spin, b)
        moves = vector.dot(velocity, velocity) + vector.dot(spin, spin) > 0.0
        if moves and bodies.inv_mass[b] > 0.0 and of_body[b] < 0:
            momentum, time = motion.spin_momentum(b, spin, bodies), _find_time(bodies, b)
            q = bodies.orientation[b]
            q = integrate.tumble(
                bodies, b, (q[0], q[1], q[2], q[3]), spin, momentum, time, 1.0
            )  # fmt: skip
            _save(bodies.orientation, b, q)
            vector.to_world(q, bodies.inv_inertia_body[b], bodies.inv_inertia[b])
            vector.save(bodies.spin, b, vector.apply(bodies.inv_inertia[b], momentum))
            for k in range(3):
                bodies.position[b, k] += time * bodies.velocity[b, k]


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
            spin = vector.load(bodies.spin, b)
            if not integrate.is_braced(bodies, b, 2.0 * bodies.lead[b]):
                before = _find_spin(bodies, b, _turned_back(bodies, b, spin))
                spin = vector.offset(_scaled(bodies.spin, b, 0.5), 0.5, before)
            _take_back(bodies, b, spin, position, orientation)
    for island in range(len(islands.body_start) - 1):
        by_spin = islands.loop_start[island] < islands.loop_start[island + 1]
        for n in range(islands.body_start[island], islands.body_start[island + 1]):
            b = islands.body[n]
            j = islands.own_joint[b]
            if j < 0:
                _take_back(bodies, b, vector.load(bodies.spin, b), position, orientation)
            elif islands.side[b] > 0.0:
                _follow(bodies, joints, j, joints.parent[j], b, by_spin, position, orientation)
            else:
                _follow(bodies, joints, j, joints.child[j], b, by_spin, position, orientation)
        for n in range(islands.loop_start[island], islands.loop_start[island + 1]):
            _share_gap(islands.loop_joint[n], island, joints, islands, position, orientation)


@kernel
def spins(bodies, of_body, orientation, spin) -> None:
    """Write every body's spin (bodies, 3) [rad/s] in the `orientation` that it is shown in.

    A free body keeps its angular momentum, of which its spin in another orientation would be off.
    """
    for b in range(len(bodies.inv_mass)):
        w = vector.load(bodies.spin, b)
        is_held = of_body[b] >= 0 or integrate.is_braced(bodies, b, 2.0 * bodies.lead[b])
        if bodies.inv_mass[b] > 0.0 and not is_held:
            w = _find_spin(bodies, b, orientation[b])
        vector.save(spin, b, w)


@kernel
def _find_spin(bodies, b, q) -> vector.Vector:
    """Return the spin that the angular momentum of body `b` is in the orientation `q` (4,)."""
    x, y, z = vector.axes((q[0], q[1], q[2], q[3]))
    m = motion.spin_momentum(b, vector.load(bodies.spin, b), bodies)
    m = vector.dot(x, m), vector.dot(y, m), vector.dot(z, m)
    m = vector.apply(bodies.inv_inertia_body[b], m)
    return vector.combine(x, y, z, m[0], m[1], m[2])


@kernel
def _take_back(bodies, b, spin: vector.Vector, position, orientation) -> None:
    """Place a body where it was before its velocity and a `spin` took it ahead."""
    time, more = _find_time(bodies, b), _find_time_before(bodies, b)
    for k in range(3):
        position[b, k] -= time * bodies.velocity[b, k] + more * bodies.until[b, k]
    _save(orientation, b, _turned_back(bodies, b, spin))


@kernel
def _find_time(bodies, b) -> float:
    """Return how long a body has moved to be where it is [s]: one that was stopped, for less."""
    return bodies.share[b] * bodies.lead[b]


@kernel
def _find_time_before(bodies, b) -> float:
    """Return how long of that a body has still moved as before a blow [s]."""
    return bodies.share[b] * max(bodies.late[b] - 0.5, 0.0) * 2.0 * bodies.lead[b]


@kernel
def _turned_back(bodies, b, spin: vector.Vector) -> tuple[float, float, float, float]:
    until = bodies.until[b, 3], bodies.until[b, 4], bodies.until[b, 5]
    turn = vector.offset((0.0, 0.0, 0.0), -_find_time(bodies, b), spin)
    turn = vector.offset(turn, -_find_time_before(bodies, b), until)
    return vector.turned(bodies.orientation[b], turn)


@kernel
def _save(orientation, b, q) -> None:
    for k in range(4):
        orientation[b, k] = q[k]


@kernel
def _follow(bodies, joints, j, inner, outer, by_spin, position, orientation) -> None:
    """Place the outer body of a joint on the inner one, the joint's motion taken back.

    `by_spin`: the turn of the outer body is its own.
    """
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
    if kind == joint.PRISMATIC:
        travel = sign * joints.position[j] + back
        shift = travel * axis[0], travel * axis[1], travel * axis[2]
    if by_spin or kind not in (joint.REVOLUTE, joint.PRISMATIC, joint.FIXED):
        q = vector.turned(bodies.orientation[outer], _scaled(bodies.spin, outer, -time))
    elif kind == joint.REVOLUTE:
        q = vector.turned(q, (back * axis[0], back * axis[1], back * axis[2]))
    on_inner = vector.offset(shift, 1.0, vector.rotate(orientation[inner], base))
    arm = vector.rotate(q, anchor)
    for k in range(3):
        position[outer, k] = position[inner, k] + on_inner[k] - arm[k]
    _save(orientation, outer, q)


@kernel
def _share_gap(j, island, joints, islands, position, orientation) -> None:
    """Let all joints of the loop that joint `j` closes be open by the same, `j` by no more."""
    a, b, inner = joints.parent[j], joints.child[j], islands.inner
    on_a = _find_anchor(a, joints.anchor_parent[j], position, orientation)
    on_b = _find_anchor(b, joints.anchor_child[j], position, orientation)
    gap = vector.subtract(on_b, on_a)
    if joints.kind[j] == joint.PRISMATIC:
        axis = vector.rotate(orientation[a], vector.column(joints.frame_parent, j, 2))
        gap = vector.offset(gap, -vector.dot(gap, axis), axis)
    a = a if islands.of_body[a] >= 0 else -1
    b = b if islands.of_body[b] >= 0 else -1
    first = _find_depth(_find_fork(a, b, inner), inner)
    whole = _find_depth(a, inner) + _find_depth(b, inner) - 2 * first + 1
    for n in range(islands.body_start[island], islands.body_start[island + 1]):
        c = islands.body[n]
        near = _find_depth(_find_fork(c, a, inner), inner) - first
        far = _find_depth(_find_fork(c, b, inner), inner) - first
        share = max(near, 0) - max(far, 0)
        vector.save(position, c, vector.offset(vector.load(position, c), share / whole, gap))


@kernel
def _find_anchor(b, anchor, position, orientation) -> vector.Vector:
    return vector.offset(vector.load(position, b), 1.0, vector.rotate(orientation[b], anchor))


@kernel
def _find_depth(b, inner) -> int:
    """Return how many joints of the tree lie between a body, -1 = what is immovable, and that."""
    depth = 0
    while b >= 0:
        b = inner[b]
        depth += 1
    return depth


@kernel
def _find_fork(a, b, inner) -> int:
    """Return the outermost body that two bodies of a tree both hang on, -1 where there is none."""
    low, high = _find_depth(a, inner), _find_depth(b, inner)
    while a != b:
        if low > high:
            a, low = inner[a], low - 1
        else:
            b, high = inner[b], high - 1
    return a
