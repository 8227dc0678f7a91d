"""Walking along a tree of joints while impulses act on its bodies: exact, joint by joint.

Only the body where the walk stands, and those on its way to the root, have up-to-date velocities.
Going outwards a body learns what has changed on its inner side since it was left; going inwards
it hands on the impulses given to it and beyond it (the articulated-body recursion of Featherstone
2008, table 7.1, split into single joints).
"""

from simulator.jit import kernel


@kernel
def move(island, goal, rank, islands, walks, velocity) -> None:
    """Walk in an island to body `goal` from where the walk stands, -1 being the immovable.

    `rank` (bodies,) grows from inner to outer bodies, `velocity` (bodies, 6) is at the origin.
    """
    at, first, inner = walks.at[island], islands.body_start[island], islands.inner
    walks.at[island] = goal
    depth = first
    while at != goal:
        if goal < 0 or (at >= 0 and rank[at] > rank[goal]):
            if inner[at] >= 0:
                _go_in(at, inner[at], islands, walks, velocity)
            at = inner[at]
        else:
            walks.path[depth] = goal
            depth += 1
            goal = inner[goal]
    while depth > first:
        depth -= 1
        b = walks.path[depth]
        if inner[b] >= 0:
            _go_out(b, inner[b], islands, walks, velocity)


@kernel
def _go_in(b, inner, islands, walks, velocity) -> None:
    """Hand the impulses pending at body `b` to its `inner` body."""
    pending, f = walks.pending, walks.pending[b]
    f0, f1, f2, f3, f4, f5 = f[0], f[1], f[2], f[3], f[4], f[5]
    for k in range(6):
        f[k] = 0.0
    for d in range(islands.freedoms[b]):
        s, u = islands.axis[b, d], islands.gain[b, d]
        x = (f0 * s[0] + f1 * s[1]) + (f2 * s[2] + f3 * s[3]) + (f4 * s[4] + f5 * s[5])
        x *= islands.softness[b, d]
        f0, f1, f2 = f0 - u[0] * x, f1 - u[1] * x, f2 - u[2] * x
        f3, f4, f5 = f3 - u[3] * x, f4 - u[4] * x, f5 - u[5] * x
    pending[inner, 0] += f0
    pending[inner, 1] += f1
    pending[inner, 2] += f2
    pending[inner, 3] += f3
    pending[inner, 4] += f4
    pending[inner, 5] += f5
    for k in range(6):
        a = islands.answer[inner, k]
        velocity[inner, k] += (
            (a[0] * f0 + a[1] * f1) + (a[2] * f2 + a[3] * f3) + (a[4] * f4 + a[5] * f5)
        )
        walks.seen[b, k] = velocity[inner, k]


@kernel
def _go_out(b, inner, islands, walks, velocity) -> None:
    """Tell body `b` what its `inner` body's velocity has changed by since it was left."""
    v, seen = velocity[inner], walks.seen[b]
    d0, d1, d2 = v[0] - seen[0], v[1] - seen[1], v[2] - seen[2]
    d3, d4, d5 = v[3] - seen[3], v[4] - seen[4], v[5] - seen[5]
    for d in range(islands.freedoms[b] - 1, -1, -1):
        s, u = islands.axis[b, d], islands.gain[b, d]
        x = (d0 * u[0] + d1 * u[1]) + (d2 * u[2] + d3 * u[3]) + (d4 * u[4] + d5 * u[5])
        x *= islands.softness[b, d]
        d0, d1, d2 = d0 - s[0] * x, d1 - s[1] * x, d2 - s[2] * x
        d3, d4, d5 = d3 - s[3] * x, d4 - s[4] * x, d5 - s[5] * x
    velocity[b, 0] += d0
    velocity[b, 1] += d1
    velocity[b, 2] += d2
    velocity[b, 3] += d3
    velocity[b, 4] += d4
    velocity[b, 5] += d5


@kernel
def find_cross(a, b, first, rank, inner, freedoms, axis, gain, softness, answer, path, out) -> None:
    """Write into `out` (6, 6) the velocity of body `a` per impulse on body `b` of its island."""
    for i in range(6):
        for j in range(6):
            out[i, j] = 1.0 if i == j else 0.0
    depth = first
    while a != b:
        if a < 0 or (b >= 0 and rank[b] > rank[a]):
            for d in range(freedoms[b]):
                _project(out, gain[b, d], axis[b, d], softness[b, d])
            b = inner[b]
        else:
            path[depth] = a
            depth += 1
            a = inner[a]
    if a < 0:
        out[:, :] = 0.0  # they meet only in what cannot move
        return
    for j in range(6):
        f0, f1, f2 = out[0, j], out[1, j], out[2, j]
        f3, f4, f5 = out[3, j], out[4, j], out[5, j]
        for i in range(6):
            m = answer[a, i]
            out[i, j] = m[0] * f0 + m[1] * f1 + m[2] * f2 + m[3] * f3 + m[4] * f4 + m[5] * f5
    while depth > first:
        depth -= 1
        c = path[depth]
        for d in range(freedoms[c] - 1, -1, -1):
            _project(out, axis[c, d], gain[c, d], softness[c, d])


@kernel
def _project(out, u, s, softness) -> None:
    """Take u (s . column) times the softness from each column of `out` (6, 6)."""
    for j in range(6):
        x = 0.0
        for i in range(6):
            x += s[i] * out[i, j]
        x *= softness
        for i in range(6):
            out[i, j] -= u[i] * x
