"""Islands of jointed bodies: all their joints are one block impulse, solved directly.

Friction and limits are switched, and the turn of the bodies within the step is followed, until
all rows agree. The same factor serves velocities and positions.
"""

from simulator.jit import kernel

from . import border, hold, joint, repeater, tree, vector

SWITCHES = 12  # most solves in which rows may change their state
PASSES = 20  # most solves in all
BEND = 1e-7  # a smaller change of a row within the step is left to the next step [m or rad]


@kernel
def factor(island, joints, bodies, islands) -> None:
    """Factor an island at the present poses and row states."""
    tree.factor(island, joints, bodies, islands)
    if islands.border_start[island] < islands.border_start[island + 1]:
        border.factor(island, joints, bodies, islands)


@kernel
def take_base(velocity, spin, islands) -> None:
    """Take velocities (bodies, 3) and spins (bodies, 3) as those before the joints act."""
    for i in range(islands.body.shape[0]):
        b = islands.body[i]
        for k in range(3):
            islands.base[b, k] = velocity[b, k]
            islands.base[b, 3 + k] = spin[b, k]


@kernel
def add_to_base(velocity, spin, islands) -> float:
    """Add what contacts have changed since the last solve; return the largest change [m/s]."""
    change = 0.0
    for i in range(islands.body.shape[0]):
        b = islands.body[i]
        for k in range(3):
            linear = velocity[b, k] - islands.velocity[b, k]
            islands.base[b, k] += linear
            islands.base[b, 3 + k] += spin[b, k] - islands.velocity[b, 3 + k]
            change = max(change, abs(linear))
    return change


@kernel
def _load_momenta(island, velocity, bodies, islands) -> None:
    """Set the momenta to mass times `velocity` (bodies, 6)."""
    for i in range(islands.body_start[island], islands.body_start[island + 1]):
        b = islands.body[i]
        q, v = bodies.orientation[b], velocity[b]
        local = vector.unrotate(q, (v[3], v[4], v[5]))
        angular = vector.rotate(q, vector.apply(bodies.inertia[b], local))
        for k in range(3):
            islands.momentum[b, k] = v[k] / bodies.inv_mass[b]
            islands.momentum[b, 3 + k] = angular[k]


@kernel
def _load_friction(island, joints, islands, step) -> None:
    """Add the friction of sliding rows to the momenta."""
    for i in range(islands.all_start[island], islands.all_start[island + 1]):
        j = islands.all_joint[i]
        if joints.grip[j] > 0.0:
            for row in range(6):
                state = joints.state[j, row]
                if not hold.is_held(state):
                    impulse = hold.friction_impulse(state, joints.grip[j] * step)
                    joint.push(j, row, impulse, joints, islands.momentum)


@kernel
def _aim(j, row, joints, step) -> float:
    """Return the right side of a row in the velocity solve [m/s or rad/s]."""
    state = joints.state[j, row]
    aim = -joints.bend[j, row] / step
    if state == joint.LOWER or state == joint.UPPER:
        return aim + joints.target[j]
    if hold.is_held(state):
        return aim
    return aim + joints.drive[j, row]


@kernel
def _aim_position(j, row, joints, step) -> float:
    """Return the right side of a row in the position solve [m/s or rad/s]."""
    state = joints.state[j, row]
    if state == joint.RIGID:
        return -joints.error[j, row] / step
    if state == joint.LOWER or state == joint.UPPER:
        return -hold.violation(j, joints) / step
    return 0.0


@kernel
def _load_right_sides(island, joints, islands, step, is_position) -> None:
    for i in range(islands.joint_start[island], islands.joint_start[island + 1]):
        j = islands.joint[i]
        for row in range(6):
            if is_position:
                islands.right_side[j, row] = _aim_position(j, row, joints, step)
            else:
                islands.right_side[j, row] = _aim(j, row, joints, step)
    for i in range(islands.border_start[island], islands.border_start[island + 1]):
        j, row = islands.border_joint[i], islands.border_row[i]
        leader, ratio = islands.border_leader[i], islands.border_ratio[i]
        if is_position and leader >= 0:
            islands.border_side[i] = -repeater.error(j, leader, ratio, joints) / step
        elif is_position:
            islands.border_side[i] = _aim_position(j, row, joints, step)
        elif leader >= 0:
            islands.border_side[i] = -repeater.bend(j, leader, ratio, joints) / step
        else:
            islands.border_side[i] = _aim(j, row, joints, step)


@kernel
def _solve_once(island, joints, bodies, islands, step, is_position) -> None:
    """Solve tree and border for `base`, with the rows in their present states."""
    for attempt in range(2):
        _load_momenta(island, islands.base, bodies, islands)
        if not is_position:
            _load_friction(island, joints, islands, step)
        if attempt == 0:
            _load_right_sides(island, joints, islands, step, is_position)
        else:
            for i in range(islands.border_start[island], islands.border_start[island + 1]):
                border.push(i, islands.border_impulse[i], joints, islands)
        tree.solve(island, joints, islands)
        if islands.border_start[island] == islands.border_start[island + 1]:
            return
        if attempt == 0:
            border.solve(island, joints, islands)


@kernel
def _find_bends(island, joints, bodies, islands, step) -> float:
    """Follow the bodies through the step; return the largest change of a row's bend."""
    for i in range(islands.body_start[island], islands.body_start[island + 1]):
        b = islands.body[i]
        v = islands.velocity[b]
        for k in range(3):
            islands.position[b, k] = bodies.position[b, k] + step * v[k]
        turn = (step * v[3], step * v[4], step * v[5])
        q = vector.turned(bodies.orientation[b], turn)
        for k in range(4):
            islands.orientation[b, k] = q[k]
    change = 0.0
    for i in range(islands.all_start[island], islands.all_start[island + 1]):
        change = max(change, joint.find_bend(islands.all_joint[i], step, joints, islands))
    return change


@kernel
def _switch(island, joints, islands, step) -> bool:
    """Bring the states of friction and limits up to date; return whether any has changed."""
    changed = False
    for i in range(islands.all_start[island], islands.all_start[island + 1]):
        j = islands.all_joint[i]
        for row in range(6):
            if joints.state[j, row] == joint.RIGID:
                continue
            row_speed = joint.speed(j, row, joints, islands.velocity) + joints.bend[j, row] / step
            impulse = islands.row_impulse[j, row]
            state = hold.next_state(j, row, joints, step, row_speed, impulse)
            if state != joints.state[j, row]:
                joints.state[j, row] = state
                changed = True
    return changed


@kernel
def solve(joints, bodies, islands, step) -> None:
    """Find the velocities of all islands' bodies from `base`, with every joint exact."""
    for island in range(islands.body_start.shape[0] - 1):
        for attempt in range(PASSES):
            _solve_once(island, joints, bodies, islands, step, False)
            change = _find_bends(island, joints, bodies, islands, step)
            if attempt < SWITCHES and _switch(island, joints, islands, step):
                factor(island, joints, bodies, islands)
            elif change <= BEND:
                break
    _give(bodies.velocity, bodies.spin, islands)


@kernel
def correct(joints, bodies, islands, step) -> bool:
    """Find the velocities again after contacts have changed `base` a little.

    The turn of the bodies within the step is taken as it was; rows still switch, once. Return
    whether any did: then the factor is a new one.
    """
    switched = False
    for island in range(islands.body_start.shape[0] - 1):
        _solve_once(island, joints, bodies, islands, step, False)
        if _switch(island, joints, islands, step):
            factor(island, joints, bodies, islands)
            _solve_once(island, joints, bodies, islands, step, False)
            switched = True
    _give(bodies.velocity, bodies.spin, islands)
    return switched


@kernel
def solve_position(joints, bodies, islands, step) -> None:
    """Find the pseudo-velocities that close all gaps of the joints, from `base`."""
    for island in range(islands.body_start.shape[0] - 1):
        _solve_once(island, joints, bodies, islands, step, True)
    _give(bodies.pseudo_velocity, bodies.pseudo_spin, islands)


@kernel
def _give(velocity, spin, islands) -> None:
    for i in range(islands.body.shape[0]):
        b = islands.body[i]
        for k in range(3):
            velocity[b, k] = islands.velocity[b, k]
            spin[b, k] = islands.velocity[b, 3 + k]


@kernel
def prepare(joints, bodies, islands) -> None:
    """Factor every island."""
    for island in range(islands.body_start.shape[0] - 1):
        factor(island, joints, bodies, islands)
