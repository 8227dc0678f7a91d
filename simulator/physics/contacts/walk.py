"""Walking along a tree of joints while impulses act on its bodies: exact, joint by joint.

Only the body where the walk stands, and those on its way to the root, have up-to-date velocities.
Going outwards a body learns what has changed on its inner side since it was left; going inwards
it hands on the impulses given to it and beyond it (the articulated-body recursion of Featherstone
2008, table 7.1, split into single joints).
"""

from simulator.compiled.jit import kernel

from ..algebra import spatial


@kernel
def move(island, goal, rank, islands, walks) -> None:
    """Walk in an island to body `goal` from where it is; one that begins may be anywhere.

    `rank` (bodies,) grows from inner to outer bodies; `islands.velocity` is what is kept exact.
    """
    at, first, inner = walks.at[island, 0], islands.body_start[island], islands.inner
    walks.at[island, 0] = goal
    if at < 0:  # nothing was pushed yet
        return
    depth = first
    while at != goal:
        if goal < 0 or (at >= 0 and rank[at] > rank[goal]):
            if inner[at] >= 0:
                _go_in(at, inner[at], islands, walks)
            at = inner[at]
        else:
            walks.path[depth] = goal
            depth += 1
            goal = inner[goal]
    while depth > first:
        depth -= 1
        b = walks.path[depth]
        if inner[b] >= 0:
            _go_out(b, inner[b], islands, walks)


@kernel
def _go_in(b, inner, islands, walks) -> None:
    """Hand the impulses pending at body `b` to its `inner` body."""
    pending, velocity, softness = walks.pending, islands.velocity, islands.softness
    f = spatial.load(pending, b)
    spatial.save(pending, b, spatial.ZERO)
    whole = spatial.add(spatial.load(pending, inner), f)
    for d in range(islands.freedoms[b]):
        s = spatial.scale(softness[b, d], spatial.load_row(islands.axis, b, d))
        u = spatial.load_row(islands.gain, b, d)
        along = spatial.dot(s, f)
        f, whole = spatial.offset(f, -along, u), spatial.offset(whole, -along, u)
    spatial.save(pending, inner, whole)
    change = spatial.apply(islands.answer, inner, f)
    now = spatial.add(spatial.load(velocity, inner), change)
    spatial.save(velocity, inner, now)
    spatial.save(walks.seen, b, now)


@kernel
def _go_out(b, inner, islands, walks) -> None:
    """Tell body `b` what its `inner` body's velocity has changed by since it was left."""
    velocity, softness = islands.velocity, islands.softness
    now = spatial.load(velocity, inner)
    v = spatial.offset(now, -1.0, spatial.load(walks.seen, b))
    spatial.save(walks.seen, b, now)
    own = spatial.add(spatial.load(velocity, b), v)
    for d in range(islands.freedoms[b] - 1, -1, -1):
        u = spatial.scale(softness[b, d], spatial.load_row(islands.gain, b, d))
        s = spatial.load_row(islands.axis, b, d)
        along = spatial.dot(u, v)
        v, own = spatial.offset(v, -along, s), spatial.offset(own, -along, s)
    spatial.save(velocity, b, own)


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
