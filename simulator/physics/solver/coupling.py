"""Joints and contacts of a cluster brought to agree: exact joints, contacts in sweeps.

Sweeps see every joint through the answers of its island (`rows`, `walk`), so they converge as they
would on free bodies with the weight of whole mechanisms. Each round ends with the direct solve of
the joints for all impulses of the contacts; where that switches a friction or a limit, the answers
are found anew and the sweeps go on. Many contacts among free bodies go through lanes (`batch`), and
what sweeps leave open of a few is solved directly (`grips`).
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import spatial
from ..bodies.clusters import has_free
from ..contacts import choice, contact, grasp, grips, idle, patch, pushes, rebound, sweep, wheels
from ..contacts import rows as point_rows
from ..joints import assembly, hold, island, joint, pace
from ..piles import batch
from . import knock, relax, resume

ROUNDS = 16  # most solves of the joints under the contacts
LOOSE = 1e-3  # backlash of sliding rows after the first: sweeps leave as much [rad/s or m/s]
BLOWS = 4  # those that stop blows, which take their time
AGAIN = 2  # times the usual sweeps of those where joints are held, which are dear anyway
FINE = 1e-5  # smaller gaps of joints are closed after the sweeps: contacts need not know [m or rad]
LEFT = 1e-7  # of the way out of what jaws hold that sweeps may leave in a step [m]
CURVED = 3e-5  # most that a pseudo velocity leaves of a joint's gap as bodies really turn [m]


@kernel
def refresh(cluster, clusters, contacts, bodies, joints, motors, islands, walks) -> None:
    """Find the answers of a cluster's islands and rebuild the rows that need them."""
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        island.find_answers(clusters.island[n], joints, motors, islands)
    point_rows.build(cluster, clusters, contacts, bodies, islands, walks.path)


@kernel
def _resume(cluster, clusters, contacts, bodies, joints, islands, h) -> None:
    """Begin with the joints' velocities under the last step's impulses, or a share of them.

    Where impulses on free bodies of the cluster give it energy that less of them would not: a blow
    is over, or what a robot pressed on has gone aside. Sweeps are too few to take them back.
    """
    assembly.begin(cluster, clusters, joints, islands, h)
    faint = resume.find_faint(cluster, clusters, bodies)
    if faint < 0.0:
        return
    slope = resume.find_slope(cluster, clusters, contacts, islands)
    if slope <= 2.0 * faint:
        return
    resume.leave(cluster, clusters, contacts, islands, 0.5)
    assembly.begin(cluster, clusters, joints, islands, h)
    half = 2.0 * resume.find_slope(cluster, clusters, contacts, islands)
    share = resume.find_share(slope, half, faint)
    resume.leave(cluster, clusters, contacts, islands, 2.0 * share)
    assembly.begin(cluster, clusters, joints, islands, h)


@kernel
def _solve_grips(cluster, clusters, contacts, joints, islands, walks, has_blows, h) -> None:
    """Solve directly what sweeps leave open of the contacts of a few free bodies, see `choice`."""
    pairs = choice.choose(cluster, clusters, contacts, islands, has_blows)
    if pairs == 0:
        return
    assembly.begin(cluster, clusters, joints, islands, h)
    if grips.solve(cluster, pairs, clusters, contacts, islands, walks.path, has_blows, False):
        _hand_on(cluster, clusters, contacts, False, contacts.impulse, islands)


@kernel
def _hand_on(cluster, clusters, contacts, is_position, impulse, islands) -> None:
    """Hand what a direct solve has found on to free bodies, by its changes, and to links."""
    pushes.push_free(
        cluster, clusters, contacts, contacts.trend, contacts.rolls.trend, 1.0, islands,
        islands.velocity,
    )  # fmt: skip
    pushes.push_jointed(cluster, clusters, contacts, is_position, impulse, islands, islands.push)


@kernel
def _solve_coupled(
    cluster, clusters, contacts, in_lanes, batches, bodies, joints, motors, islands, walks,
    iterations, tolerance, h,
) -> None:  # fmt: skip
    """Solve joints, which have begun, and contacts in turn until no row of a joint switches more.

    A held freedom answers to no contact, and one in its way could push without end. So as long as
    rows switch and some are held, the joints are asked after every sweep.

    Jaws that press at rest on a thing, or on each other, would be let go by their friction and
    caught again for ever: each sweep finds a slightly different push. So in later rounds a row that
    slides goes on sliding unless it turns back by more than `LOOSE`. Where its friction pushes it
    back by less, the first round of the next step catches it.

    When contacts have had their say joints still move links a little, as bodies turn within the
    step (`joints.bend`): what they hold is solved for that, too, once a step.
    """
    first, jointed = clusters.body_start[cluster], clusters.jointed_end[cluster]
    settled, has_gone_on = False, False  # once a step is dear enough where tracks slip
    blows, was_held, is_second = BLOWS, False, False
    for turn in range(ROUNDS):
        settled = settled or not assembly.has_held(
            first, jointed, clusters.body, islands.freedoms, islands.softness
        )
        done = relax.sweep_coupled(
            cluster, clusters, contacts, in_lanes, batches, False, islands, walks,
            iterations if settled else 1, tolerance, settled and not has_gone_on,
            AGAIN if was_held else 1,
        )  # fmt: skip
        has_gone_on |= settled
        pushes.push_jointed(
            cluster, clusters, contacts, False, contacts.impulse, islands, islands.push
        )
        backlash = hold.BACKLASH if turn == 0 else LOOSE
        if not settled:
            was_held = True
            settled = not assembly.correct(cluster, clusters, joints, motors, islands, h, backlash)
            if not settled:
                refresh(cluster, clusters, contacts, bodies, joints, motors, islands, walks)
            continue
        if not done:
            _solve_grips(cluster, clusters, contacts, joints, islands, walks, blows > 0, h)
            blows -= 1
        if assembly.solve(
            cluster, clusters, bodies, joints, motors, islands, h, island.ROUGH, island.SWITCHES,
            backlash,
        ):  # fmt: skip
            settled = False
            refresh(cluster, clusters, contacts, bodies, joints, motors, islands, walks)
        elif (
            is_second
            or pace.is_lost(cluster, clusters, islands)
            or not grasp.slips(cluster, clusters, contacts, islands)
        ):
            return
        else:
            is_second = True
    _settle(
        cluster, clusters, contacts, in_lanes, batches, bodies, joints, motors, islands, walks,
        iterations, tolerance, LOOSE, h,
    )  # fmt: skip


@kernel
def _settle(
    cluster, clusters, contacts, in_lanes, batches, bodies, joints, motors, islands, walks,
    iterations, tolerance, backlash, h,
) -> None:  # fmt: skip
    """Let rows of joints switch a last time, and contacts follow.

    Rows that switch for ever hold or let go a little beyond what their friction gives, for a step.
    A row that is let go when contacts have had their last say would run through what it presses.
    """
    if not assembly.solve(
        cluster, clusters, bodies, joints, motors, islands, h, island.ROUGH, island.SWITCHES,
        backlash,
    ):  # fmt: skip
        return
    refresh(cluster, clusters, contacts, bodies, joints, motors, islands, walks)
    relax.sweep_coupled(
        cluster, clusters, contacts, in_lanes, batches, False, islands, walks, iterations,
        tolerance, False, 1,
    )  # fmt: skip
    pushes.push_jointed(cluster, clusters, contacts, False, contacts.impulse, islands, islands.push)
    assembly.solve(
        cluster, clusters, bodies, joints, motors, islands, h, island.ROUGH, 0, backlash
    )  # fmt: skip


@kernel
def solve(
    cluster, clusters, contacts, batches, bodies, joints, motors, islands, walks, iterations,
    tolerance, is_relayed, h,
) -> bool:  # fmt: skip
    """Find the velocities of a cluster: joints exact, contacts as far as they agree with them.

    `islands.base` and, for free bodies, `islands.velocity` are those before anything acts. Return
    whether contacts among free bodies went through lanes.
    """
    motion, jointed = islands.velocity, clusters.jointed_end[cluster]
    first = clusters.body_start[cluster]
    if jointed == first and clusters.pair_start[cluster] < clusters.pair_end[cluster]:
        resume.resume(cluster, clusters, contacts, bodies, islands.push)
    in_lanes = batch.is_crowded(cluster, clusters) and batch.prepare(
        cluster, clusters, contacts, bodies, batches
    )
    idle.list_visits(cluster, clusters, contacts, bodies)
    sweep.find_groups(cluster, clusters, contacts, bodies, islands.of_body)
    if clusters.pair_start[cluster] < clusters.pair_end[cluster]:
        patch.find(cluster, clusters, contacts, islands.of_body)
        refresh(cluster, clusters, contacts, bodies, joints, motors, islands, walks)
        pushes.push_free(
            cluster, clusters, contacts, contacts.impulse, contacts.rolls.torque, 1.0, islands,
            motion,
        )  # fmt: skip
        pushes.push_jointed(
            cluster, clusters, contacts, False, contacts.impulse, islands, islands.push
        )
    if clusters.pair_start[cluster] == clusters.pair_start[cluster + 1]:
        assembly.solve(
            cluster, clusters, bodies, joints, motors, islands, h, island.SURE, island.SWITCHES,
            hold.BACKLASH,
        )  # fmt: skip
    elif in_lanes and batch.is_all(cluster, clusters):
        relax.sweep_lanes(
            cluster, clusters, contacts, bodies, batches, False, islands, walks, iterations,
            tolerance,
        )  # fmt: skip
    elif jointed > first:
        low = clusters.point_start[clusters.pair_start[cluster]]
        high = clusters.point_start[clusters.free_start[cluster]]  # those of links
        if not is_relayed and rebound.is_any(
            low, high, clusters.point, contacts.restitution, contacts.stiffness, contacts.target,
            contacts.rise,
        ):  # fmt: skip
            assembly.begin(cluster, clusters, joints, islands, h)
            rebound.aim(
                low, high, clusters.point, contacts, bodies, islands, contact.BOUNCE, h
            )  # fmt: skip
        _resume(cluster, clusters, contacts, bodies, joints, islands, h)
        for _ in range(3):
            _solve_coupled(
                cluster, clusters, contacts, in_lanes, batches, bodies, joints, motors, islands,
                walks, iterations, tolerance, h,
            )  # fmt: skip
            if not (
                idle.is_met(cluster, clusters, contacts, False, islands, tolerance)
                or wheels.harden(low, high, clusters.point, contacts, islands, h)
            ):
                break
            _visit_all(cluster, clusters, contacts, bodies, islands, walks)
            assembly.begin(cluster, clusters, joints, islands, h)
        if knock.has_gained(cluster, clusters, contacts, bodies, islands, h):
            _knock(
                cluster, clusters, contacts, in_lanes, batches, bodies, joints, motors, islands,
                walks, iterations, tolerance, h,
            )  # fmt: skip
            if knock.has_gained(cluster, clusters, contacts, bodies, islands, h):
                pace.lose(cluster, clusters, islands)
    elif not relax.sweep_free(
        cluster, clusters, contacts, in_lanes, batches, False, islands, walks, iterations,
        tolerance,
    ):  # fmt: skip
        _solve_grips(cluster, clusters, contacts, joints, islands, walks, True, h)
    if in_lanes:
        batch.store(batches, clusters.point, batches.impulse, contacts.impulse)
    patch.share_out(cluster, clusters, contacts)
    return in_lanes


@kernel
def _knock(
    cluster, clusters, contacts, in_lanes, batches, bodies, joints, motors, islands, walks,
    iterations, tolerance, h,
) -> None:  # fmt: skip
    """Find the impulses of contacts on the speeds at the start of the step, see `knock`."""
    knock.begin_anew(cluster, clusters, contacts, joints, islands)
    refresh(cluster, clusters, contacts, bodies, joints, motors, islands, walks)
    assembly.begin(cluster, clusters, joints, islands, h)
    relax.sweep_coupled(
        cluster, clusters, contacts, in_lanes, batches, False, islands, walks, iterations,
        tolerance, False, 1,
    )  # fmt: skip
    pushes.push_jointed(cluster, clusters, contacts, False, contacts.impulse, islands, islands.push)
    _settle(
        cluster, clusters, contacts, in_lanes, batches, bodies, joints, motors, islands, walks,
        iterations, tolerance, hold.BACKLASH, h,
    )  # fmt: skip


@kernel
def _visit_all(cluster, clusters, contacts, bodies, islands, walks) -> None:
    """Let pairs that were thought idle take part in the sweeps to come; begin the joints anew."""
    idle.list_all(cluster, clusters)
    sweep.find_groups(cluster, clusters, contacts, bodies, islands.of_body)
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        row = clusters.island[n]
        if islands.outcome[row] == island.LOST:
            islands.outcome[row] = island.FOLLOWED
    point_rows.build(cluster, clusters, contacts, bodies, islands, walks.path)


@kernel
def solve_position(
    cluster, clusters, contacts, in_lanes, batches, bodies, shapes, joints, islands, walks,
    iterations, tolerance, h,
) -> bool:  # fmt: skip
    """Find the pseudo velocities that close gaps and penetration; call after `solve`.

    `in_lanes` is what that has returned. Return whether there are any.
    """
    motion, impulse = islands.velocity, contacts.pseudo_impulse
    first, end = clusters.body_start[cluster], clusters.body_start[cluster + 1]
    jointed, tolerance = clusters.jointed_end[cluster], tolerance / contact.FINE
    deep = pushes.aim_position(cluster, clusters, contacts, islands)
    if in_lanes:
        deep |= batch.aim_position(
            batches, clusters.point, contacts.key, contacts.body_a, contacts.body_b,
            contacts.separation, contacts.stiffness, shapes.thickness, motion, h,
        )  # fmt: skip
    if not deep and not assembly.is_open(cluster, clusters, joints, islands, joint.SMALL):
        if in_lanes:
            batch.store(batches, clusters.point, batches.pseudo_impulse, impulse)
        return False
    for n in range(first, end):
        b = clusters.body[n]
        for k in range(6):
            motion[b, k] = islands.push[b, k] = 0.0
        for k in range(3):
            islands.rate[b, k] = 0.0
    if not deep or assembly.is_open(cluster, clusters, joints, islands, FINE):
        assembly.close(cluster, clusters, joints, islands, h)
    if deep and in_lanes:
        batch.resume_position(batches, clusters.point, impulse)
    if deep and in_lanes and batch.is_all(cluster, clusters):
        relax.sweep_lanes(
            cluster, clusters, contacts, bodies, batches, True, islands, walks, iterations,
            tolerance,
        )  # fmt: skip
    elif deep and jointed == first:
        relax.sweep_free(
            cluster, clusters, contacts, in_lanes, batches, True, islands, walks, iterations,
            tolerance,
        )  # fmt: skip
    elif deep:
        for _ in range(2):
            relax.sweep_coupled(
                cluster, clusters, contacts, in_lanes, batches, True, islands, walks, iterations,
                tolerance, False, 1,
            )  # fmt: skip
            pushes.push_jointed(cluster, clusters, contacts, True, impulse, islands, islands.push)
            assembly.close(cluster, clusters, joints, islands, h)
            if not idle.is_met(cluster, clusters, contacts, True, islands, tolerance):
                break
            _visit_all(cluster, clusters, contacts, bodies, islands, walks)
        _close_grips(cluster, clusters, contacts, joints, islands, walks, h)
    if jointed > first:
        _hold_back(cluster, clusters, bodies, joints, islands, h)
    if in_lanes:
        batch.store(batches, clusters.point, batches.pseudo_impulse, impulse)
    return True


@kernel
def _close_grips(cluster, clusters, contacts, joints, islands, walks, h) -> None:
    """Solve directly how jaws open for what they are in, where sweeps have left it as it is.

    A light thing hands on to jaws on a heavy rotor but what it weighs, sweep by sweep, and nothing
    to those that friction holds. What stays in them would creep out as a wedge does.
    """
    if not has_free(cluster, clusters):
        return  # nothing to hold
    pairs = choice.choose_held(cluster, clusters, contacts, islands.of_body)
    if pairs == 0 or not grips.is_left(cluster, pairs, clusters, contacts, islands, LEFT / h):
        return
    if grips.solve(cluster, pairs, clusters, contacts, islands, walks.path, False, True):
        _hand_on(cluster, clusters, contacts, True, contacts.pseudo_impulse, islands)
        assembly.close(cluster, clusters, joints, islands, h)


@kernel
def _hold_back(cluster, clusters, bodies, joints, islands, h) -> None:
    """Take a share of pseudo velocities that would turn bodies out of their joints.

    Links that overlap, and cannot get apart, ask for ever more.
    """
    motion = islands.velocity
    curved = assembly.find_curve(cluster, clusters, bodies, joints, islands, h)
    if curved <= CURVED:
        return
    share = np.sqrt(CURVED / curved)
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        b = clusters.body[n]
        spatial.save(motion, b, spatial.scale(share, spatial.load(motion, b)))
