"""Motions and momenta of jointed bodies as spatial vectors at their island's origin.

A motion is the velocity of the body's point at the origin and the spin, a momentum its push and
moment there; the bodies `body[first:last]` are those of one island.
"""

from simulator.jit import kernel

from . import vector


@kernel
def place(rows, bodies, islands) -> None:
    """Write where the bodies `rows` are to `at` (bodies, 3) and `rotation` (bodies, 3, 3)."""
    position, orientation, at = bodies.position, bodies.orientation, islands.position
    rotation = islands.rotation
    for i in range(rows.shape[0]):
        b = rows[i]
        vector.save(at, b, vector.load(position, b))
        vector.save_rotation(rotation, b, orientation[b])


@kernel
def has_pseudo(first, last, bodies, islands) -> bool:
    """Whether a position solve moves any of the bodies."""
    body, velocity, spin = islands.body, bodies.pseudo_velocity, bodies.pseudo_spin
    for i in range(first, last):
        b = body[i]
        for k in range(3):
            if velocity[b, k] != 0.0 or spin[b, k] != 0.0:
                return True
    return False


@kernel
def centre_free(bodies, islands) -> None:
    """Take the centre of mass of every body without joints as its origin."""
    of_body, position, origin = islands.of_body, bodies.position, islands.origin
    for b in range(of_body.shape[0]):
        if of_body[b] < 0:
            vector.save(origin, b, vector.load(position, b))


@kernel
def begin(first, last, bodies, islands) -> None:
    """Choose the origin; write where the bodies are to `start` and `rotation`; clear `push`."""
    body, origin, rotation, push = islands.body, islands.origin, islands.rotation, islands.push
    position, orientation, start = bodies.position, bodies.orientation, islands.position
    root = body[first]
    x, y, z = position[root, 0], position[root, 1], position[root, 2]
    for i in range(first, last):
        b = body[i]
        origin[b, 0], origin[b, 1], origin[b, 2] = x, y, z
        vector.save(start, b, vector.load(position, b))
        vector.save_rotation(rotation, b, orientation[b])
        for k in range(6):
            push[b, k] = 0.0


@kernel
def advance(first, last, bodies, islands, step) -> None:
    """Move the bodies by one step at the solved velocities: `ahead` (bodies, 3), `rotation`."""
    body, origin, velocity = islands.body, islands.origin, islands.velocity
    rotation, position, orientation = islands.rotation, bodies.position, bodies.orientation
    ahead = islands.position
    for i in range(first, last):
        b = body[i]
        w = velocity[b, 3], velocity[b, 4], velocity[b, 5]
        arm = vector.subtract(vector.load(position, b), vector.load(origin, b))
        way = vector.cross(w, arm)
        for k in range(3):
            ahead[b, k] = position[b, k] + step * (velocity[b, k] + way[k])
        q = vector.turned(orientation[b], (step * w[0], step * w[1], step * w[2]))
        vector.save_rotation(rotation, b, q)


@kernel
def load(first, last, velocity, spin, bodies, islands) -> None:
    """Write the bodies' momenta at the origin to `base` (bodies, 6)."""
    body, origin, own, base = islands.body, islands.origin, islands.own, islands.base
    position = bodies.position
    for i in range(first, last):
        b = body[i]
        w = vector.load(spin, b)
        arm = vector.subtract(vector.load(origin, b), vector.load(position, b))
        v = vector.offset(vector.load(velocity, b), 1.0, vector.cross(w, arm))
        for k in range(6):
            base[b, k] = (
                own[b, k, 0] * v[0] + own[b, k, 1] * v[1] + own[b, k, 2] * v[2]
                + own[b, k, 3] * w[0] + own[b, k, 4] * w[1] + own[b, k, 5] * w[2]
            )  # fmt: skip


@kernel
def add(first, last, scale, islands) -> None:
    """Write momentum = scale * base + push, all (bodies, 6)."""
    body, base, push, momentum = islands.body, islands.base, islands.push, islands.momentum
    for i in range(first, last):
        b = body[i]
        for k in range(6):
            momentum[b, k] = scale * base[b, k] + push[b, k]


@kernel
def give(first, last, velocity, spin, bodies, islands) -> None:
    """Write the solved motions (bodies, 6) as velocities of the centres of mass and spins."""
    body, origin, position = islands.body, islands.origin, bodies.position
    result = islands.velocity
    for i in range(first, last):
        b = body[i]
        w = result[b, 3], result[b, 4], result[b, 5]
        arm = vector.subtract(vector.load(position, b), vector.load(origin, b))
        v = vector.offset((result[b, 0], result[b, 1], result[b, 2]), 1.0, vector.cross(w, arm))
        vector.save(velocity, b, v)
        vector.save(spin, b, w)
