"""Rows of an island outside its tree: joints that close a loop, and repeaters.

A repeater is a joint that follows another with a fixed ratio, as both hang on one rotor: speed -
ratio * leader's speed = 0 (Strashnov and Torgashev 2016, eq. 15, 16); the rotor rides with the
leader. All rows of an island are a dense border of the tree's factor: S = B Phi B' (Schur
complement) is a sum over freedoms of what each row's unit impulse leaves there on its way to the
root; only rows whose impulse passes a body are looked at there. Redundant rows, as in loops that
are no tree of planes, drop out of its factor instead of being softened.
"""

from simulator.compiled.fused import fma
from simulator.compiled.jit import kernel

from ..algebra import block, spatial, vector
from . import hold, joint


@kernel
def find_flow(start, end, first, last, islands) -> None:
    """Carry a unit impulse of every border row `start..end` to the roots.

    Writes `flow` (bodies, B, 6), what arrives at each body, and `share` (bodies, 3, B), its part
    along each freedom.
    """
    body, inner, own_joint = islands.body, islands.inner, islands.own_joint
    freedoms, axis, gain = islands.freedoms, islands.axis, islands.gain
    softness, border_body = islands.softness, islands.border_body
    border_jacobian, flow, share = islands.border_jacobian, islands.flow, islands.share
    passing, passing_start = islands.passing, islands.passing_start
    for i in range(first, last):
        for k in range(passing_start[i], passing_start[i + 1]):
            spatial.save_row(flow, body[i], passing[k], spatial.ZERO)
    for n in range(end - start):
        for side in range(4):
            b = border_body[start + n, side]
            if b >= 0:
                row = spatial.load_row(border_jacobian, start + n, side)
                spatial.save_row(flow, b, n, spatial.add(spatial.load_row(flow, b, n), row))
    for i in range(last - 1, first - 1, -1):
        b = body[i]
        p = inner[b]
        if own_joint[b] < 0:
            continue
        for k in range(passing_start[i], passing_start[i + 1]):
            n = passing[k]
            m = spatial.load_row(flow, b, n)
            for f in range(freedoms[b]):
                part = spatial.dot(spatial.load_row(axis, b, f), m)
                share[b, f, n] = part
                m = spatial.offset(m, -softness[b, f] * part, spatial.load_row(gain, b, f))
            if p >= 0:
                spatial.save_row(flow, p, n, spatial.add(spatial.load_row(flow, p, n), m))


@kernel
def find_matrix(start, end, first, last, islands) -> None:
    """Write the answers of border rows to each other, S = B Phi B', to the rows of `out`.

    Left of its block (see `block.factor`) a row stays zero.
    """
    body, own_joint, freedoms = islands.body, islands.own_joint, islands.freedoms
    softness, answer, flow, share = islands.softness, islands.answer, islands.flow, islands.share
    passing, passing_start, out = islands.passing, islands.passing_start, islands.border_factor
    width = end - start
    for n in range(width):
        for m in range(width):
            out[start + n, m] = 0.0
    for i in range(first, last):
        b, right = body[i], passing_start[i]
        for k in range(passing_start[i], passing_start[i + 1]):
            n = passing[k]
            while passing[right] < n - n % block.BLOCK:
                right += 1
            for f in range(freedoms[b]):
                part = softness[b, f] * share[b, f, n]
                if part != 0.0:
                    for x in range(right, passing_start[i + 1]):
                        out[start + n, passing[x]] += part * share[b, f, passing[x]]
            if own_joint[b] < 0:
                moved = spatial.apply(answer, b, spatial.load_row(flow, b, n))
                for x in range(right, passing_start[i + 1]):
                    row = spatial.load_row(flow, b, passing[x])
                    out[start + n, passing[x]] += spatial.dot(row, moved)


@kernel
def factor(start, end, joints, islands, by_size) -> bool:
    """Enter motors and dampers of rows that can move, then factor the border's matrix `out`.

    `by_size`, see `block.factor`. Return whether a row is left that can close only at too great an
    advantage (`jacobian`): one that would have been let go, had it been the last of its block.
    """
    border_joint, border_row = islands.border_joint, islands.border_row
    border_leader, state, conductance = islands.border_leader, joints.state, joints.conductance
    size, scale, out = islands.border_size, islands.border_scale, islands.border_factor
    for i in range(start, end):
        n, j, row = i - start, border_joint[i], border_row[i]
        if border_leader[i] < 0 and not hold.is_held(state[j, row]):
            if conductance[j, row] > 0.0:
                out[i, n] += 1.0 / conductance[j, row]
            else:  # nothing acts on it
                for m in range(end - start):
                    out[i, m] = 0.0
                    out[start + m, n] = 0.0
        scale[i] = max(size[i], out[i, n])
    block.factor(out, start, end, scale, islands.border_least, by_size)
    for i in range(start, end):
        if out[i, i - start] * islands.border_least[i] > 1.0:
            return True
    return False


@kernel
def aim(start, end, joints, islands, step) -> None:
    """Write the right sides of border rows in the velocity solve to `side` [m/s or rad/s]."""
    border_joint, border_row = islands.border_joint, islands.border_row
    border_leader, border_ratio, state = islands.border_leader, islands.border_ratio, joints.state
    bend, target, conductance = joints.bend, joints.target, joints.conductance
    effort, side, error = joints.effort, islands.border_side, joints.error
    for i in range(start, end):
        j, row, leader = border_joint[i], border_row[i], border_leader[i]
        speed = -bend[j, row] / step
        if leader >= 0:
            lag = find_lag(i, joints, islands)
            speed += (border_ratio[i] * bend[leader, row] - (lag - joint.wide(lag))) / step
        elif state[j, row] == joint.RIGID:
            speed -= (error[j, row] - joint.wide(error[j, row])) / step
        elif state[j, row] == joint.UPPER or state[j, row] == joint.LOWER:
            speed += target[j]
        elif not hold.is_held(state[j, row]) and conductance[j, row] > 0.0:
            speed += effort[j, row] / conductance[j, row]
        side[i] = speed


@kernel
def aim_position(start, end, joints, islands, step) -> None:
    """Write the right sides of border rows in the position solve."""
    border_joint, border_row = islands.border_joint, islands.border_row
    border_leader, state, error = islands.border_leader, joints.state, joints.error
    limit, position, side = joints.limit, joints.position, islands.border_side
    for i in range(start, end):
        j, row = border_joint[i], border_row[i]
        s, off = state[j, row], 0.0
        if border_leader[i] >= 0:
            off = joint.wide(find_lag(i, joints, islands))
        elif s == joint.RIGID:
            off = joint.wide(error[j, row])
        elif s == joint.UPPER or s == joint.LOWER:
            off = joint.violation(limit[j, 0], limit[j, 1], position[j])
        side[i] = -off / step


@kernel
def push(start, end, joints, islands) -> None:
    """Add friction of sliding border rows, and drives without a slope, to the momenta."""
    border_joint, border_row = islands.border_joint, islands.border_row
    border_leader, border_body = islands.border_leader, islands.border_body
    border_jacobian, momentum, state = islands.border_jacobian, islands.momentum, joints.state
    grip, conductance, effort = joints.grip, joints.conductance, joints.effort
    for i in range(start, end):
        j, row = border_joint[i], border_row[i]
        if border_leader[i] >= 0 or hold.is_held(state[j, row]):
            continue
        impulse = -state[j, row] * grip[j]
        if conductance[j, row] == 0.0:
            impulse += effort[j, row]
        if impulse == 0.0:
            continue
        for side in range(2):
            b = border_body[i, side]
            if b >= 0:
                for k in range(6):
                    momentum[b, k] += border_jacobian[i, side, k] * impulse


@kernel
def solve(start, end, first, last, islands) -> None:
    """Find the border's impulses between `tree.up` and `tree.down`, and let them act.

    What the tree alone does to the rows is a sum over freedoms: no velocities are needed.
    """
    body, own_joint, freedoms = islands.body, islands.own_joint, islands.freedoms
    softness, answer, flow, share = islands.softness, islands.answer, islands.flow, islands.share
    bias, momentum, rate = islands.bias, islands.momentum, islands.rate
    side, impulse = islands.border_side, islands.border_impulse
    passing, passing_start = islands.passing, islands.passing_start
    for i in range(first, last):
        b = body[i]
        if own_joint[b] < 0:
            moved = spatial.apply(answer, b, spatial.load(momentum, b))
            for k in range(passing_start[i], passing_start[i + 1]):
                n = passing[k]
                side[start + n] -= spatial.dot(spatial.load_row(flow, b, n), moved)
            continue
        off = spatial.load(bias, b)
        for k in range(passing_start[i], passing_start[i + 1]):
            n = passing[k]
            speed = spatial.dot(spatial.load_row(flow, b, n), off)
            for f in range(freedoms[b]):
                own = softness[b, f] * rate[b, f] if softness[b, f] > 0.0 else 0.0
                speed = fma(share[b, f, n], own, speed)
            side[start + n] -= speed
    block.solve(islands.border_factor, start, end, side, impulse)
    for i in range(first, last):
        b = body[i]
        for f in range(freedoms[b]):
            if softness[b, f] > 0.0:
                for k in range(passing_start[i], passing_start[i + 1]):
                    rate[b, f] += share[b, f, passing[k]] * impulse[start + passing[k]]
        whole = spatial.load(momentum, b)
        for k in range(passing_start[i], passing_start[i + 1]):
            n = passing[k]
            whole = spatial.offset(whole, impulse[start + n], spatial.load_row(flow, b, n))
        spatial.save(momentum, b, whole)


@kernel
def find_spread(start, end, first, last, islands) -> None:
    """Write each body's velocity per impulse of border rows `start..end`, in the tree alone."""
    body, inner, own_joint = islands.body, islands.inner, islands.own_joint
    freedoms, axis, gain = islands.freedoms, islands.axis, islands.gain
    softness, answer, flow, share = islands.softness, islands.answer, islands.flow, islands.share
    spread = islands.spread
    width = end - start
    for i in range(first, last):
        b = body[i]
        p = inner[b]
        for n in range(width):
            if own_joint[b] < 0:
                moved = spatial.apply(answer, b, spatial.load_row(flow, b, n))
                spatial.save_row(spread, b, n, moved)
                continue
            v = spatial.load_row(spread, p, n) if p >= 0 else spatial.ZERO
            for f in range(freedoms[b] - 1, -1, -1):
                off = spatial.dot(spatial.load_row(gain, b, f), v)
                speed = softness[b, f] * (share[b, f, n] - off)
                v = spatial.offset(v, speed, spatial.load_row(axis, b, f))
            spatial.save_row(spread, b, n, v)


@kernel
def find_held(b, start, end, islands) -> None:
    """Write the impulse of each border row, which holds, per impulse on body `b` to `held`."""
    motion = islands.border_motion
    for n in range(end - start):
        row = spatial.load_row(islands.spread, b, n)
        spatial.save(motion, start + n, spatial.scale(-1.0, row))
    block.solve_rows(islands.border_factor, start, end, motion, islands.held, b)


@kernel
def find_bends(first, last, joints, islands, step) -> float:
    """Find what a finite step adds to the rows of joints that close a loop; return its change."""
    change = 0.0
    for i in range(first, last):
        j = islands.loop_joint[i]
        kind = joints.kind[j]
        for row in range(6):
            rigid = joints.state[j, row] == joint.RIGID
            if not rigid and not (row == 5 and joint.has_position(kind)):
                continue
            before = joints.error[j, row] if rigid else joints.position[j]
            ahead = before + step * row_speed(j, row, joints, islands)
            if not rigid:
                joints.after[j, row] = joint.unwind(joints.after[j, row], ahead, kind)
            off = joints.after[j, row] - ahead
            change = joint.larger(change, abs(off - joints.bend[j, row]))
            joints.bend[j, row] = off
    return change


@kernel
def find_speeds(first, last, joints, islands, step, is_measured) -> None:
    """Find the mean speeds over the step of joints that close a loop; see `joint.find_speeds`."""
    for i in range(first, last):
        j = islands.loop_joint[i]
        if joint.has_position(joints.kind[j]):
            speed = row_speed(j, 5, joints, islands)
            joints.speed[j] = speed + joints.bend[j, 5] / step
            if not is_measured:
                joints.after[j, 5] = joints.position[j] + step * joints.speed[j]


@kernel
def is_open(start, end, joints, islands, small) -> bool:
    """Whether a repeater of border rows `start..end` is off by more than `small` [m or rad]."""
    for i in range(start, end):
        if abs(find_lag(i, joints, islands)) > small:
            return True
    return False


@kernel
def find_lag(i, joints, islands) -> float:
    """Return by how much the repeater of border row `i` is ahead of its leader, else 0."""
    j, leader = islands.border_joint[i], islands.border_leader[i]
    if leader < 0:
        return 0.0
    followed = islands.border_ratio[i] * (joints.position[leader] - joints.start[leader])
    return joints.position[j] - joints.start[j] - followed


@kernel
def find_lag_ahead(i, joints, islands, step) -> float:
    """Return the lag of the repeater of border row `i` that the last solve leads to in a step."""
    j, leader, ratio = islands.border_joint[i], islands.border_leader[i], islands.border_ratio[i]
    return step * (joints.speed[j] - ratio * joints.speed[leader]) + find_lag(i, joints, islands)


@kernel
def row_speed(j, row, joints, islands) -> float:
    """Return the speed of a joint's row after the last solve [m/s or rad/s]."""
    kind = joints.kind[j]
    n = joint.direction(j, row, kind, joints.frame)
    speed = 0.0
    for side in range(2):
        b = joints.parent[j] if side == 0 else joints.child[j]
        if islands.of_body[b] < 0:
            continue
        v = islands.velocity[b]
        w = v[3], v[4], v[5]
        if joint.is_linear(kind, row):
            x = joints.anchor[j, 0] - islands.origin[b, 0]
            y = joints.anchor[j, 1] - islands.origin[b, 1]
            z = joints.anchor[j, 2] - islands.origin[b, 2]
            w = v[0] + w[1] * z - w[2] * y, v[1] + w[2] * x - w[0] * z, v[2] + w[0] * y - w[1] * x
        own = n[0] * w[0] + n[1] * w[1] + n[2] * w[2]
        speed += own if side == 1 else -own
    return speed


@kernel
def switch(start, end, joints, islands, step, backlash) -> bool:
    """Bring the rows of joints that close a loop up to date; return whether any has changed.

    And what friction holds of repeaters that cannot follow.
    """
    changed = False
    for i in range(start, end):
        j, row = islands.border_joint[i], islands.border_row[i]
        if islands.border_leader[i] >= 0:
            changed |= _let_go(i, joints, islands, step)
        elif joints.state[j, row] != joint.RIGID:
            speed = row_speed(j, row, joints, islands) + joints.bend[j, row] / step
            changed |= hold.renew(j, row, speed, islands.border_impulse[i], joints, step, backlash)
    return changed


@kernel
def _let_go(i, joints, islands, step) -> bool:
    """Let friction's hold go of a joint that has to move for a repeater; return whether it did.

    A leader that a limit stops and a follower that friction holds leave its row nothing that could
    answer: the row drops out, and the two would be apart by more than what joints leave.
    """
    j, leader, ratio = islands.border_joint[i], islands.border_leader[i], islands.border_ratio[i]
    own, other = joints.state[j, 5], joints.state[leader, 5]
    if not (hold.is_held(own) and hold.is_held(other)):
        return False
    if own != joint.STICK and other != joint.STICK:
        return False
    off = find_lag_ahead(i, joints, islands, step)
    if abs(off) <= joint.SMALL:
        return False
    if own == joint.STICK:
        joints.state[j, 5] = joint.BACKWARD if off > 0.0 else joint.FORWARD
    else:
        joints.state[leader, 5] = joint.FORWARD if off * ratio > 0.0 else joint.BACKWARD
    return True


@kernel
def store_reactions(island, joints, islands, span) -> None:
    """Keep the force through the anchors of the joints that close a loop."""
    for i in range(islands.loop_start[island], islands.loop_start[island + 1]):
        vector.save(joints.reaction, islands.loop_joint[i], (0.0, 0.0, 0.0))
    for i in range(islands.border_start[island], islands.border_start[island + 1]):
        j, row = islands.border_joint[i], islands.border_row[i]
        kind = joints.kind[j]
        if islands.border_leader[i] < 0 and joint.is_linear(kind, row):
            way = joint.direction(j, row, kind, joints.frame)
            force = vector.load(joints.reaction, j)
            force = vector.offset(force, islands.border_impulse[i] / span, way)
            vector.save(joints.reaction, j, force)
