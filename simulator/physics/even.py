"""Loads that nobody can tell: what the rigid wheels of a sliding robot bear evens out.

Four wheels and more of a rigid car on a floor bear any of many loads, and sweeps take whichever
comes by: one diagonal after some steps of skidding, so that the car turns more to one side than to
the other. Wheels that give way alike would bear the least loads, in the sum of their squares, that
hold the car up as these do: those that are linear in the place. They are what sweeps begin with
while something slides, and in a bend, where it depends on them how much both edges of a wheel rub.
"""

from simulator.jit import kernel

from . import contact, spatial, vector

TURNING = 0.01  # a wheel that turns faster goes round a bend [rad/s]
SLIDING = 0.9  # of what friction can bear: a point with so much slides
LEVER = 1e-4  # at which a push on a wheel hardly turns it on its axle [m]
ALIKE = 1e-9  # difference of the cosine of two normals that are one


@kernel
def even_out(cluster, clusters, contacts, bodies, islands) -> None:
    """Even the pushes under each robot of a cluster out, where it slides on what is immovable.

    Call when the joints are factored and before the carried impulses act, where it `is_asked` for.
    """
    p, end = clusters.pair_start[cluster], clusters.free_start[cluster]
    while p < end:
        row = _find_island(p, clusters, contacts, bodies, islands)
        last = p + 1
        while last < end and _find_island(last, clusters, contacts, bodies, islands) == row:
            last += 1
        if row >= 0 and last - p > 2 and is_asked(p, last, clusters, contacts, bodies):
            _even(p, last, clusters, contacts, islands)
        p = last


@kernel
def _find_island(p, clusters, contacts, bodies, islands) -> int:
    """Return which island a pair presses on what is immovable, -1 = none."""
    i = clusters.point[clusters.point_start[p]]
    a, b = contacts.body_a[i], contacts.body_b[i]
    if bodies.inv_mass[a] == 0.0:
        return islands.of_body[b]
    return islands.of_body[a] if bodies.inv_mass[b] == 0.0 else -1


@kernel
def is_asked(first, end, clusters, contacts, bodies) -> bool:
    """Whether a load on pairs `first` to `end` shows: one slides, or turns about its normal."""
    start, impulse = clusters.point_start, contacts.impulse
    for p in range(first, end):
        i, push, x, y = clusters.point[start[p]], 0.0, 0.0, 0.0
        for n in range(start[p], start[p + 1]):
            k = clusters.point[n]
            push, x, y = push + impulse[k, 0], x + impulse[k, 1], y + impulse[k, 2]
        most = SLIDING * contacts.friction[i] * push
        if push > 0.0 and x * x + y * y >= most * most:
            return True
        spin = vector.load(bodies.spin, contacts.body_b[i])
        spin = vector.offset(spin, -1.0, vector.load(bodies.spin, contacts.body_a[i]))
        if abs(vector.dot(vector.load(contacts.normal, i), spin)) > TURNING:
            return True
    return False


@kernel
def _even(first, end, clusters, contacts, islands) -> None:
    """Make the pushes of pairs `first` to `end` those linear in the place."""
    start = clusters.point[clusters.point_start[first]]
    normal, carrier = vector.load(contacts.normal, start), -1
    for n in range(clusters.point_start[first], clusters.point_start[end]):
        i = clusters.point[n]
        along = vector.dot(vector.load(contacts.normal, i), normal)
        if abs(abs(along) - 1.0) > ALIKE or contacts.stiffness[i] > 0.0:
            return
        own = _find_carrier(i, contacts, islands)
        carrier = own if carrier < 0 else carrier
        if own != carrier:
            return
    across = vector.tangent_of(normal)
    aside = vector.cross(normal, across)
    _share(first, end, across, aside, clusters, contacts)


@kernel
def _find_carrier(i, contacts, islands) -> int:
    """Return which body of a robot bears a push at point `i`.

    A joint that the push moves does not hand it on.
    """
    b = contacts.body_b[i] if islands.of_body[contacts.body_b[i]] >= 0 else contacts.body_a[i]
    normal = vector.load(contacts.normal, i)
    arm = vector.subtract(vector.load(contacts.position, i), vector.load(islands.origin, b))
    x, y, z = vector.cross(arm, normal)
    push = (normal[0], normal[1], normal[2], x, y, z)
    while islands.inner[b] >= 0:
        for f in range(islands.freedoms[b]):
            if abs(spatial.dot(push, spatial.load_row(islands.axis, b, f))) > LEVER:
                return b
        b = islands.inner[b]
    return b


@kernel
def _bears(i, contacts) -> bool:
    return contacts.impulse[i, 0] > 0.0 or contacts.separation[i] <= contact.SLOP


@kernel
def _share(first, end, across, aside, clusters, contacts) -> None:
    """Do so with pushes that are 1, x and y times numbers whose sums agree with those at hand.

    As far as all of them stay pushes.
    """
    low, high = clusters.point_start[first], clusters.point_start[end]
    origin, count = vector.load(contacts.position, clusters.point[low]), 0
    x = y = xx = xy = yy = total = on_x = on_y = 0.0
    for n in range(low, high):
        i = clusters.point[n]
        if _bears(i, contacts):
            off = vector.subtract(vector.load(contacts.position, i), origin)
            u, v, push = vector.dot(off, across), vector.dot(off, aside), contacts.impulse[i, 0]
            count, x, y = count + 1, x + u, y + v
            xx, xy, yy = xx + u * u, xy + u * v, yy + v * v
            total, on_x, on_y = total + push, on_x + push * u, on_y + push * v
    if count < 4:
        return
    x, y = x / count, y / count  # about their middle
    xx, xy, yy = xx - count * x * x, xy - count * x * y, yy - count * y * y
    on_x, on_y = on_x - total * x, on_y - total * y
    det = xx * yy - xy * xy
    if not det > 1e-6 * (xx + yy) ** 2:
        return  # in a line
    a, b = (yy * on_x - xy * on_y) / det, (xx * on_y - xy * on_x) / det
    share = 1.0
    for way in range(2):
        for n in range(low, high):
            i = clusters.point[n]
            if _bears(i, contacts):
                off = vector.subtract(vector.load(contacts.position, i), origin)
                u, v = vector.dot(off, across) - x, vector.dot(off, aside) - y
                change, push = total / count + a * u + b * v, contacts.impulse[i, 0]
                change -= push
                if way == 1:
                    contacts.impulse[i, 0] = push + share * change
                elif push + share * change < 0.0:
                    share = -push / change
