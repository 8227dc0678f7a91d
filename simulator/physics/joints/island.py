"""Islands of jointed bodies: all their joints are solved directly, as one block.

Friction and limits are switched, and the turn of the bodies within the step is followed, until
all rows agree. The same factor serves velocities and positions. Each function works on one
island; its stages get only the arrays they use, because handing over tables costs more than they.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..bodies import motion
from . import aim, border, descent, hold, jacobian, joint, motor, stillness, stretch, tree

SWITCHES = 12  # most solves in which rows may change their state, all that ask for it at once
SINGLES = 100  # and most after them in which one does
PASSES = 20  # most solves in all
WILD = 1e-3  # a larger change must halve from solve to solve [m or rad]
FAR = 1.0  # one that is larger runs away, whatever rows have yet to switch [m or rad]
CALMS = 5  # most times that joints are made stiffer within a step
BEND = 1e-7  # a smaller change of a row within the step is left to the next step
SURE = 1e-6  # the solve that follows a smaller change leaves less than that: it is not measured
ROUGH = 3e-5  # the same beside contacts, whose sweeps leave more [m or rad]
FOLLOWED, LOST, FORCED = range(3)  # outcome of a solve, see there
OPEN = 1e-5  # smaller gaps are left to the next step where positions were solved [m or rad]
CLOSINGS = 4  # most solves that close larger ones
FARTHEST, FARTHEST_TURN = 100.0, 0.1  # that each moves bodies, of the gap, and turns them [rad]
UNKNOWN, FOUND, STALE = range(3)  # answers: those of the factor, or of states that have switched


@kernel
def prepare(island, bodies, joints, motors, islands, step, whole) -> None:
    """Prepare an island at the bodies' present poses: joints, drives, limits, factor.

    `whole`: the step is not one of several parts.
    """
    first, last = islands.body_start[island], islands.body_start[island + 1]
    start, end = islands.all_start[island], islands.all_start[island + 1]
    lead = bodies.lead[islands.body[first]]
    motion.begin(first, last, bodies, islands)
    joint.scale_bends(start, end, joints, islands, 0.5 * step / lead)
    joint.turn_bends(start, end, joints, bodies, islands)
    joint.measure(start, end, joints, islands, joints.error, True)
    motor.prepare(start, end, joints, motors, bodies, islands, lead, step)
    hold.prepare(start, end, joints, islands, step)
    motion.find_gyros(first, last, bodies.spin, bodies, islands, step)
    _factor_anew(island, bodies, joints, islands)
    start, end = islands.border_start[island], islands.border_start[island + 1]
    if stretch.bends(first, last, joints, bodies, islands, step):
        if whole:
            find_answers(island, joints, motors, islands)
        if stretch.damp(whole, first, last, start, end, joints, bodies, islands, step):
            factor(island, joints, islands)
    motor.weigh(first, last, start, end, joints, motors, islands)


@kernel
def _factor_anew(island, bodies, joints, islands) -> None:
    """Factor an island at poses at which its joints have just been measured."""
    first, last = islands.body_start[island], islands.body_start[island + 1]
    start, end = islands.border_start[island], islands.border_start[island + 1]
    joint.place(first, last, joints, islands)
    tree.load_inertia(first, last, bodies, islands)
    if start < end:
        jacobian.prepare(start, end, first, last, joints, islands, bodies)
    factor(island, joints, islands)


@kernel
def factor(island, joints, islands) -> None:
    """Factor an island at the present poses and row states."""
    first, last = islands.body_start[island], islands.body_start[island + 1]
    start, end = islands.border_start[island], islands.border_start[island + 1]
    islands.answered[island] = UNKNOWN
    tree.factor(first, last, joints, islands)
    if start < end:
        _factor_border(start, end, first, last, joints, islands)


@kernel
def _factor_switched(island, joints, islands) -> None:
    """Factor an island whose rows have switched: they may yet switch back."""
    known = islands.answered[island] != UNKNOWN
    factor(island, joints, islands)
    if known:
        islands.answered[island] = STALE


@kernel
def _factor_border(start, end, first, last, joints, islands) -> None:
    border.find_flow(start, end, first, last, islands)
    border.find_matrix(start, end, first, last, islands)
    if border.factor(start, end, joints, islands, False):
        border.find_matrix(start, end, first, last, islands)
        border.factor(start, end, joints, islands, True)


@kernel
def load(island, velocity, spin, bodies, islands) -> None:
    """Take velocities (bodies, 3) and spins (bodies, 3) as those before joints and contacts act."""
    first, last = islands.body_start[island], islands.body_start[island + 1]
    motion.load(first, last, velocity, spin, bodies, islands)


@kernel
def give(island, velocity, spin, bodies, islands) -> None:
    """Write an island's solved velocities to `velocity` (bodies, 3) and `spin` (bodies, 3)."""
    first, last = islands.body_start[island], islands.body_start[island + 1]
    motion.give(first, last, velocity, spin, bodies, islands)


@kernel
def walk(first, last, start, end, islands) -> None:
    """Solve bodies `first..last` with border rows `start..end` for the loaded momenta and aims."""
    tree.up(first, last, islands)
    if start < end:
        border.solve(start, end, first, last, islands)
    tree.down(first, last, islands)


@kernel
def solve_once(island, joints, islands, step) -> None:
    """Find the velocities from `base` and `push` with rows and turns as they are."""
    first, last = islands.body_start[island], islands.body_start[island + 1]
    start, end = islands.border_start[island], islands.border_start[island + 1]
    motion.add(first, last, 1.0, islands)
    aim.velocity(first, last, joints, islands, step)
    if start < end:
        border.aim(start, end, joints, islands, step)
        border.push(start, end, joints, islands)
    walk(first, last, start, end, islands)


@kernel
def _find_bends(island, bodies, joints, islands, step) -> float:
    """Follow the bodies through the step; return the largest change of a row's bend."""
    first, last = islands.body_start[island], islands.body_start[island + 1]
    start, end = islands.loop_start[island], islands.loop_start[island + 1]
    motion.advance(first, last, bodies, islands, step)
    joint.measure(
        islands.all_start[island],
        islands.all_start[island + 1],
        joints,
        islands,
        joints.after,
        False,
    )
    change = joint.find_bends(first, last, joints, islands, step)
    if start < end:
        change = joint.larger(change, border.find_bends(start, end, joints, islands, step))
    return change


@kernel
def _find_speeds(island, joints, islands, step, is_measured) -> None:
    """Keep the speeds of the joints after a solve."""
    first, last = islands.body_start[island], islands.body_start[island + 1]
    start, end = islands.loop_start[island], islands.loop_start[island + 1]
    joint.find_speeds(first, last, joints, islands, step, is_measured)
    if start < end:
        border.find_speeds(start, end, joints, islands, step, is_measured)


@kernel
def _switch(island, joints, motors, islands, step, backlash) -> bool:
    """Bring the states of friction, limits, then drives up to date; return whether any has changed.

    In turn: what a drive gives to a row that is just let go, or caught, tells nothing.
    """
    first, last = islands.body_start[island], islands.body_start[island + 1]
    start, end = islands.border_start[island], islands.border_start[island + 1]
    changed = start < end and border.switch(start, end, joints, islands, step, backlash)
    changed |= hold.switch(first, last, joints, islands, step, backlash)
    if changed:
        return True
    start, end = islands.all_start[island], islands.all_start[island + 1]
    return motor.switch(start, end, joints, motors, islands)


@kernel
def _descend(island, bodies, joints, motors, islands, step, change) -> None:
    """Let rows switch one by one until all agree, with turns as they are known, see `descent`.

    Where they still change wildly they are those of rows in circles, which no joint will follow.
    """
    if change > WILD:
        forget_turn(island, bodies, joints, islands, step)
    first, last = islands.body_start[island], islands.body_start[island + 1]
    start, end = islands.border_start[island], islands.border_start[island + 1]
    descent.begin(first, last, start, end, joints, islands)
    _factor_switched(island, joints, islands)
    for _ in range(SINGLES):
        solve_once(island, joints, islands, step)
        _find_speeds(island, joints, islands, step, False)
        if not descent.switch(first, last, start, end, joints, islands, step):
            i, n = islands.all_start[island], islands.all_start[island + 1]
            if not motor.switch(i, n, joints, motors, islands):
                return
        _factor_switched(island, joints, islands)


@kernel
def solve(island, bodies, joints, motors, islands, step, sure, switches, backlash) -> bool:
    """Find the velocities from `base` and `push`, with every joint exact at the end of the step.

    The solve that follows a change of less than `sure` [m or rad] is the last one. Rows may change
    their state in the first `switches` ones; those that slide have a `backlash`, see `hold`.

    Return whether rows have switched, and not back: then the factor is a new one, and answers are
    stale.
    Where bodies turn too fast to be followed `outcome` becomes LOST, and the solve is to be tried
    again with a shorter step; if it is FORCED, joints are made stiffer instead.
    """
    switched, before, wild = False, np.inf, 0
    attempt = 0
    while attempt < PASSES:
        solve_once(island, joints, islands, step)
        last = before <= sure or (
            before == np.inf and stillness.is_still(island, bodies, joints, islands, step, BEND)
        )
        change = 0.0 if last else _find_bends(island, bodies, joints, islands, step)
        _find_speeds(island, joints, islands, step, not last)
        # beside contacts it is these that make rows switch, in rounds of their own
        in_circles = attempt == switches and sure < ROUGH and before == np.inf
        asks = change < FAR and (attempt < switches or in_circles)
        if asks and _switch(island, joints, motors, islands, step, backlash):
            if in_circles:
                _descend(island, bodies, joints, motors, islands, step, change)
            _factor_switched(island, joints, islands)
            switched, before = True, np.inf
        elif asks and change < WILD and descent.is_torn(island, joints, islands, step, change):
            _descend(island, bodies, joints, motors, islands, step, change)
            switched, before, attempt = True, np.inf, switches
        elif change <= BEND:
            break
        elif wild < CALMS and (
            not change < min(FAR, max(WILD, 0.5 * before)) or attempt == PASSES - 1
        ):
            if islands.outcome[island] != FORCED:
                islands.outcome[island] = LOST
                joint.scale_bends(
                    islands.all_start[island], islands.all_start[island + 1], joints, islands, 0.0
                )
                return False
            forget_turn(island, bodies, joints, islands, step)
            _calm(island, bodies, joints, islands, wild)
            switched, before, wild, attempt = True, np.inf, wild + 1, -1
        else:
            before = change
        attempt += 1
    if attempt == PASSES:  # a turn that cannot be followed even so must not run away
        forget_turn(island, bodies, joints, islands, step)
        solve_once(island, joints, islands, step)
        _find_speeds(island, joints, islands, step, False)
    return switched and not _has_switched_back(island, joints, motors, islands)


@kernel
def forget_turn(island, bodies, joints, islands, step) -> None:
    """Take back what turns within the step have added: bends, and moments of wild spins."""
    start, end = islands.all_start[island], islands.all_start[island + 1]
    joint.scale_bends(start, end, joints, islands, 0.0)
    first, last = islands.body_start[island], islands.body_start[island + 1]
    motion.find_gyros(first, last, bodies.spin, bodies, islands, step)


@kernel
def _calm(island, bodies, joints, islands, wild) -> None:
    """Start anew with stiffer joints where the bodies turn too fast to be followed.

    A light chain that cracks like a whip turns by radians in a step; damping takes its energy.
    """
    first, last = islands.body_start[island], islands.body_start[island + 1]
    motor.stiffen(first, last, joints, bodies, islands, 10.0**wild)
    factor(island, joints, islands)


@kernel
def correct(island, joints, motors, islands, step, backlash) -> bool:
    """Find the velocities again after contacts have changed `push` a little.

    The turn of the bodies within the step is taken as it was; rows still switch, once. Return
    whether any did: then the factor is a new one.
    """
    solve_once(island, joints, islands, step)
    _find_speeds(island, joints, islands, step, False)
    if not _switch(island, joints, motors, islands, step, backlash):
        return False
    _factor_switched(island, joints, islands)
    solve_once(island, joints, islands, step)
    return True


@kernel
def is_open(island, joints, islands, small) -> bool:
    """Whether joints have gaps, or are beyond limits, by more than `small` [m or rad]."""
    start, end = islands.all_start[island], islands.all_start[island + 1]
    if joint.is_open(start, end, joints, islands, small):
        return True
    start, end = islands.border_start[island], islands.border_start[island + 1]
    return start < end and border.is_open(start, end, joints, islands, small)


@kernel
def solve_position(island, joints, islands, step) -> None:
    """Find the pseudo velocities that close all gaps of the joints, with `push` acting."""
    first, last = islands.body_start[island], islands.body_start[island + 1]
    start, end = islands.border_start[island], islands.border_start[island + 1]
    motion.add(first, last, 0.0, islands)
    aim.position(first, last, joints, islands, step)
    if start < end:
        border.aim_position(start, end, joints, islands, step)
    walk(first, last, start, end, islands)


@kernel
def find_answers(island, joints, motors, islands) -> None:
    """Find what every body of an island answers to impulses: `answer` and `spread`."""
    if islands.answered[island] == FOUND:
        return
    islands.answered[island] = FOUND
    first, last = islands.body_start[island], islands.body_start[island + 1]
    start, end = islands.border_start[island], islands.border_start[island + 1]
    tree.find_answers(first, last, islands)
    if start < end:
        border.find_spread(start, end, first, last, islands)
    start, end = islands.all_start[island], islands.all_start[island + 1]
    hold.note(start, end, joints, motors, islands)


@kernel
def _has_switched_back(island, joints, motors, islands) -> bool:
    """Whether joints that have switched are in the states again that answers were found for."""
    if islands.answered[island] != STALE:
        return False
    start, end = islands.all_start[island], islands.all_start[island + 1]
    changed = hold.note(start, end, joints, motors, islands)
    islands.answered[island] = UNKNOWN if changed else FOUND
    return not changed


@kernel
def store_reactions(island, joints, islands, span) -> None:
    """Keep the force through each joint's anchor, which has acted for `span` [s]."""
    for i in range(islands.body_start[island], islands.body_start[island + 1]):
        b = islands.body[i]
        j = islands.own_joint[b]
        if j >= 0:
            for k in range(3):
                joints.reaction[j, k] = islands.side[b] * tree.reaction(b, k, islands) / span
    border.store_reactions(island, joints, islands, span)


@kernel
def _find_trust(first, last, gap, islands, step) -> float:
    """Return which share of a step at the solved motions is small enough to close a `gap` [m].

    Where two branches of a linkage meet a closing would go far, and its arcs soon leave its line;
    0 where it is no number.
    """
    way, turn = motion.find_sizes(first, last, islands)
    share = 1.0
    if step * turn > FARTHEST_TURN:
        share = FARTHEST_TURN / (step * turn)
    if share * step * way > FARTHEST * gap:
        share = FARTHEST * gap / (step * way)
    return share if way + turn < np.inf else 0.0


@kernel
def store_position(island, bodies, joints, islands, step) -> None:
    """Keep the positions of an island's joints at the bodies' new poses.

    Pseudo velocities are found before the bodies turn, and what closes a joint then opens one that
    has turned: such gaps are closed where the bodies are by now (Newton's method).
    """
    first, last = islands.body_start[island], islands.body_start[island + 1]
    start, end = islands.all_start[island], islands.all_start[island + 1]
    if not motion.has_pseudo(first, last, bodies, islands):
        joint.store_position(start, end, joints, islands)
        return
    for k in range(CLOSINGS + 1):
        motion.place(islands.body[first:last], bodies, islands)
        joint.measure(start, end, joints, islands, joints.after, False)
        if k == 0:
            joint.count_turns(start, end, joints, islands, step)
        joint.store_position(start, end, joints, islands)
        gap = joint.find_gap(start, end, joints, islands)
        if k == CLOSINGS or not gap > OPEN:
            return
        joint.measure(start, end, joints, islands, joints.error, True)
        _factor_anew(island, bodies, joints, islands)
        motion.forget_push(first, last, islands)
        solve_position(island, joints, islands, step)
        trust = _find_trust(first, last, gap, islands, step)
        if trust == 0.0:
            return
        motion.shift(first, last, bodies, islands, trust * step)
