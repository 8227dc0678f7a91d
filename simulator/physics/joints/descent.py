"""Rows of an island switched one at a time, where all that ask for it at once go round in circles.

Friction and limits let through the motion of least energy, a convex problem with kinks: where a
row with friction stops, and where it meets its limit. From rest, with every row free, the speeds go
towards those of the solve, as far as no row passes a kink; the first one that would is held there.
It was still moving, so what is held already leaves it free: no two rows ever hold a mechanism at
odds. Where none would, one that bears more than friction or limit can give is let go. The energy
falls all the way, so that this ends (primal active set: Nocedal and Wright 2006, 16.5).
"""

from simulator.compiled.jit import kernel

from . import border, hold, joint, tree

MOVED = 1e-6  # joints leave rows that others hold already a tenth of it in a step [m or rad]
TORN = 1e-5  # a larger difference from what a row is to move shows that others hold it [m or rad]
NOWHERE = 2.0  # share of the way to the solve's speeds for a row that meets no kink before them


@kernel
def is_torn(island, joints, islands, step, change) -> bool:
    """Whether a limit that is to be met and other held rows ask a mechanism for two speeds.

    One of them drops out of the border then, which opens a joint, or is no limit any more; or a
    repeater does, of two joints that would pass their limits in the same step. `change`: of bends,
    which the last solve did not know of [m or rad].
    """
    start, end = islands.border_start[island], islands.border_start[island + 1]
    if start == end:
        return False
    aimed = False
    for i in range(islands.all_start[island], islands.all_start[island + 1]):
        j = islands.all_joint[i]
        aimed = aimed or (_is_at_limit(joints.state[j, 5]) and joints.target[j] != 0.0)
    if not aimed:
        return False
    for i in range(start, end):
        j, row = islands.border_joint[i], islands.border_row[i]
        state = joints.state[j, row]
        if islands.border_factor[i, i - start] != 0.0 or not hold.is_held(state):
            continue
        off, unknown = 0.0, 0.0
        if islands.border_leader[i] < 0:
            off = step * border.row_speed(j, row, joints, islands) + joints.bend[j, row]
            off -= step * joints.target[j] if _is_at_limit(state) else 0.0
        elif _is_at_limit(state):
            off = border.find_lag_ahead(i, joints, islands, step)
            unknown = (1.0 + abs(islands.border_ratio[i])) * change
        if abs(off) > TORN + unknown:
            return True
    return False


@kernel
def _is_at_limit(state) -> bool:
    return state == joint.LOWER or state == joint.UPPER


@kernel
def begin(first, last, start, end, joints, islands) -> None:
    """Let go of all rows of bodies `first..last` and border rows `start..end`, at rest."""
    body, own_joint, freedoms = islands.body, islands.own_joint, islands.freedoms
    for i in range(first, last):
        b = body[i]
        for row in range(6 - freedoms[b], 6):
            _let_go(own_joint[b], row, joints)
    for i in range(start, end):
        j, row = islands.border_joint[i], islands.border_row[i]
        if islands.border_leader[i] < 0 and joints.state[j, row] != joint.RIGID:
            _let_go(j, row, joints)


@kernel
def _let_go(j, row, joints) -> None:
    if hold.is_held(joints.state[j, row]):
        joints.state[j, row] = joint.FORWARD
    joints.reached[j, row] = 0.0


@kernel
def switch(first, last, start, end, joints, islands, step) -> bool:
    """Hold the first row on the way to the speeds of the last solve, or else let one go.

    Return whether there is any; see `begin`.
    """
    body, own_joint, freedoms = islands.body, islands.own_joint, islands.freedoms
    rate, bend, wanted = islands.rate, joints.bend, joints.wanted
    nearest, at_joint, at_row = NOWHERE, -1, -1
    for i in range(first, last):
        b = body[i]
        j = own_joint[b]
        for f in range(freedoms[b]):
            row = 6 - freedoms[b] + f
            wanted[j, row] = rate[b, f] + bend[j, row] / step
            share = _find_share(j, row, joints, step)
            if share < nearest:
                nearest, at_joint, at_row = share, j, row
    for i in range(start, end):
        j, row = islands.border_joint[i], islands.border_row[i]
        if islands.border_leader[i] < 0 and joints.state[j, row] != joint.RIGID:
            wanted[j, row] = border.row_speed(j, row, joints, islands) + bend[j, row] / step
            share = _find_share(j, row, joints, step)
            if share < nearest:
                nearest, at_joint, at_row = share, j, row
    _go(first, last, start, end, joints, islands, min(nearest, 1.0))
    if at_joint >= 0:
        _catch(at_joint, at_row, joints, step)
        return True
    return _release(first, last, start, end, joints, islands)


@kernel
def _find_share(j, row, joints, step) -> float:
    """Return on which share of the way to the wanted speed a row meets a kink."""
    state, new, old = joints.state[j, row], joints.wanted[j, row], joints.reached[j, row]
    if hold.is_held(state):
        return NOWHERE
    share = NOWHERE
    if joints.grip[j] > 0.0 and step * state * new < -MOVED:
        share = old / (old - new) if state * old > 0.0 else 0.0
    side = _find_limit(j, row, joints, step)
    if side != joint.STICK:
        way = hold.find_aim(j, side, joints, step) - old
        share = min(share, max(0.0, way / (new - old)) if new != old else 0.0)
    return share


@kernel
def _find_limit(j, row, joints, step) -> int:
    """Return the limit, LOWER or UPPER, that a row would pass at the wanted speed, else STICK."""
    if row != 5 or not joint.has_position(joints.kind[j]):
        return joint.STICK
    speed = joints.wanted[j, row]
    if step * (speed - hold.find_aim(j, joint.LOWER, joints, step)) < -MOVED:
        return joint.LOWER
    if step * (speed - hold.find_aim(j, joint.UPPER, joints, step)) > MOVED:
        return joint.UPPER
    return joint.STICK


@kernel
def _catch(j, row, joints, step) -> None:
    """Hold a row at the kink that it meets first."""
    side = _find_limit(j, row, joints, step)
    turns = joints.grip[j] > 0.0 and step * joints.state[j, row] * joints.wanted[j, row] < -MOVED
    # both: friction holds it at rest, which comes before any limit but one that it touches
    if side != joint.STICK and not turns:
        joints.target[j] = hold.find_aim(j, side, joints, step)
        joints.state[j, row] = side
    else:
        joints.state[j, row] = joint.STICK


@kernel
def _go(first, last, start, end, joints, islands, share) -> None:
    """Take all rows a share of the way to the wanted speeds."""
    body, own_joint, freedoms = islands.body, islands.own_joint, islands.freedoms
    reached, wanted = joints.reached, joints.wanted
    for i in range(first, last):
        b = body[i]
        j = own_joint[b]
        for row in range(6 - freedoms[b], 6):
            reached[j, row] += share * (wanted[j, row] - reached[j, row])
    for i in range(start, end):
        j, row = islands.border_joint[i], islands.border_row[i]
        if islands.border_leader[i] < 0 and joints.state[j, row] != joint.RIGID:
            reached[j, row] += share * (wanted[j, row] - reached[j, row])


@kernel
def _release(first, last, start, end, joints, islands) -> bool:
    """Let go of the first row that bears what friction or limit cannot give; return whether any."""
    body, own_joint, freedoms = islands.body, islands.own_joint, islands.freedoms
    axis = islands.axis
    for i in range(first, last):
        b = body[i]
        j = own_joint[b]
        for f in range(freedoms[b]):
            row, impulse = 6 - freedoms[b] + f, 0.0
            if hold.is_held(joints.state[j, row]):
                for k in range(6):
                    impulse += axis[b, f, k] * tree.reaction(b, k, islands)
                if _exceeds(j, row, impulse, joints):
                    return True
    for i in range(start, end):
        j, row = islands.border_joint[i], islands.border_row[i]
        state = joints.state[j, row]
        if islands.border_leader[i] >= 0 or state == joint.RIGID or not hold.is_held(state):
            continue
        if _exceeds(j, row, islands.border_impulse[i], joints):
            return True
    return False


@kernel
def _exceeds(j, row, impulse, joints) -> bool:
    """Let go of a held row if its impulse asks for it; return whether it did."""
    state, speed = joints.state, joints.wanted[j, row]
    rest = impulse - joints.effort[j, row] + joints.conductance[j, row] * speed
    aimed = joints.target[j] != 0.0
    after = hold.next_state(state[j, row], rest, joints.grip[j], speed, joint.STICK, aimed, 0.0)
    if after == state[j, row]:
        return False
    state[j, row] = after
    return True
