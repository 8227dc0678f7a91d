"""Joints and contacts of a cluster brought to agree: exact joints, contacts in sweeps.

Sweeps see every joint through the answers of its island (`rows`, `walk`), so they converge as they
would on free bodies with the weight of whole mechanisms. Each round ends with the direct solve of
the joints for all impulses of the contacts; where that switches a friction or a limit, the answers
are found anew and the sweeps go on. Many contacts among free bodies go through lanes (`batch`), and
what sweeps leave open of a few is solved directly (`grips`).
"""

from simulator.compiled.jit import kernel

from ..bodies.clusters import has_free
from ..contacts import choice, contact, grasp, grips, idle, patch, pushes, rebound, sweep, wheels
from ..contacts import rows as point_rows
from ..joints import assembly, hold, island, joint, pace
from ..piles import batch
from . import knock, pivot, relax, resume, unlike, way_out

ROUNDS = 16  # most solves of the joints under the contacts
LOOSE = 1e-3  # backlash of sliding rows after the first: sweeps leave as much [rad/s or m/s]
BLOWS = 4  # those that stop blows, which take their time
AGAIN = 2  # times the usual sweeps of those where joints are held, which are dear anyway
FINE = 1e-5  # smaller gaps of joints are closed after the sweeps: contacts need not know [m or rad]
LEFT = 1e-7  # of the way out of what jaws hold that sweeps may leave in a step [m]


@kernel
def refresh(cluster, world) -> None:
    """Find the answers of a cluster's islands and rebuild the rows that need them."""
    clusters, islands = world.clusters, world.islands
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        island.find_answers(clusters.island[n], world.joints, world.motors, islands)
    point_rows.build(cluster, clusters, world.contacts, world.bodies, islands, world.walks.path)


@kernel
def _resume(cluster, world, h) -> None:
    """Begin with the joints' velocities under the last step's impulses, or a share of them.

    Where impulses on free bodies of the cluster give it energy that less of them would not: a blow
    is over, or what a robot pressed on has gone aside. Sweeps are too few to take them back.
    """
    clusters, contacts, joints, islands = (
        world.clusters, world.contacts, world.joints, world.islands,
    )  # fmt: skip
    assembly.begin(cluster, clusters, joints, islands, h)
    faint = resume.find_faint(cluster, clusters, world.bodies)
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
def _solve_grips(cluster, world, has_blows, h) -> None:
    """Solve directly what sweeps leave open of the contacts of a few free bodies, see `choice`."""
    clusters, contacts, islands = world.clusters, world.contacts, world.islands
    pairs = choice.choose(cluster, clusters, contacts, islands, has_blows)
    if pairs == 0:
        return
    assembly.begin(cluster, clusters, world.joints, islands, h)
    path = world.walks.path
    if grips.solve(cluster, pairs, clusters, contacts, islands, path, has_blows, False):
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
def _solve_coupled(cluster, world, in_lanes, h) -> None:
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
    clusters, contacts, islands, settings = (
        world.clusters, world.contacts, world.islands, world.settings,
    )  # fmt: skip
    first, jointed = clusters.body_start[cluster], clusters.jointed_end[cluster]
    settled, has_gone_on = False, False  # once a step is dear enough where tracks slip
    blows, was_held, is_second = BLOWS, False, False
    for turn in range(ROUNDS):
        settled = settled or not assembly.has_held(
            first, jointed, clusters.body, islands.freedoms, islands.softness
        )
        done = relax.sweep_coupled(
            cluster, world, in_lanes, False, settings.iterations if settled else 1,
            settings.tolerance, settled and not has_gone_on, AGAIN if was_held else 1,
        )  # fmt: skip
        has_gone_on |= settled
        pushes.push_jointed(
            cluster, clusters, contacts, False, contacts.impulse, islands, islands.push
        )
        backlash = hold.BACKLASH if turn == 0 else LOOSE
        if not settled:
            was_held = True
            settled = not assembly.correct(
                cluster, clusters, world.joints, world.motors, islands, h, backlash
            )
            if not settled:
                refresh(cluster, world)
            continue
        if not done:
            _solve_grips(cluster, world, blows > 0, h)
            blows -= 1
        if solve_joints(cluster, world, island.ROUGH, island.SWITCHES, backlash, h):
            settled = False
            refresh(cluster, world)
        elif (
            is_second
            or pace.is_lost(cluster, clusters, islands)
            or not grasp.slips(cluster, clusters, contacts, islands)
        ):
            return
        else:
            is_second = True
    _settle(cluster, world, in_lanes, LOOSE, h)


@kernel
def _settle(cluster, world, in_lanes, backlash, h) -> None:
    """Let rows of joints switch a last time, and contacts follow.

    Rows that switch for ever hold or let go a little beyond what their friction gives, for a step.
    A row that is let go when contacts have had their last say would run through what it presses.
    """
    if not solve_joints(cluster, world, island.ROUGH, island.SWITCHES, backlash, h):
        return
    refresh(cluster, world)
    _sweep_once_more(cluster, world, in_lanes)
    solve_joints(cluster, world, island.ROUGH, 0, backlash, h)


@kernel
def solve(cluster, world, is_relayed, h) -> bool:
    """Find the velocities of a cluster: joints exact, contacts as far as they agree with them.

    `islands.base` and, for free bodies, `islands.velocity` are those before anything acts. Return
    whether contacts among free bodies went through lanes.
    """
    clusters, contacts, bodies, joints, islands, batches, settings = (
        world.clusters, world.contacts, world.bodies, world.joints, world.islands, world.batches,
        world.settings,
    )  # fmt: skip
    jointed, first = clusters.jointed_end[cluster], clusters.body_start[cluster]
    if jointed == first and clusters.pair_start[cluster] < clusters.pair_end[cluster]:
        resume.resume(cluster, clusters, contacts, bodies, islands.push)
    in_lanes = batch.is_crowded(cluster, clusters) and batch.prepare(
        cluster, clusters, contacts, bodies, batches
    )
    idle.list_visits(cluster, clusters, contacts, bodies)
    sweep.find_groups(cluster, clusters, contacts, bodies, islands.of_body)
    if clusters.pair_start[cluster] < clusters.pair_end[cluster]:
        patch.find(cluster, clusters, contacts, islands.of_body)
        refresh(cluster, world)
        pushes.push_free(
            cluster, clusters, contacts, contacts.impulse, contacts.rolls.torque, 1.0, islands,
            islands.velocity,
        )  # fmt: skip
        pushes.push_jointed(
            cluster, clusters, contacts, False, contacts.impulse, islands, islands.push
        )
        if jointed == first and not in_lanes:
            pivot.keep(cluster, clusters, contacts, bodies, islands, settings.gravity, h)
    if clusters.pair_start[cluster] == clusters.pair_start[cluster + 1]:
        solve_joints(cluster, world, island.SURE, island.SWITCHES, hold.BACKLASH, h)
    elif in_lanes and batch.is_all(cluster, clusters):
        if not relax.sweep_lanes(cluster, world, False, settings.tolerance):
            unlike.sweep_on(cluster, world, batches, False)
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
        _resume(cluster, world, h)
        for _ in range(3):
            _solve_coupled(cluster, world, in_lanes, h)
            if not (
                idle.is_met(cluster, clusters, contacts, False, islands, settings.tolerance)
                or wheels.harden(low, high, clusters.point, contacts, islands, h)
            ):
                break
            _visit_all(cluster, world)
            assembly.begin(cluster, clusters, joints, islands, h)
        if knock.has_gained(cluster, clusters, contacts, bodies, islands, h):
            _knock(cluster, world, in_lanes, h)
            if knock.has_gained(cluster, clusters, contacts, bodies, islands, h):
                pace.lose(cluster, clusters, islands)
    elif not relax.sweep_free(cluster, world, in_lanes, False, settings.tolerance):
        _solve_grips(cluster, world, True, h)
    if in_lanes:
        batch.store(batches, clusters.point, batches.impulse, contacts.impulse)
    patch.share_out(cluster, clusters, contacts)
    return in_lanes


@kernel
def _knock(cluster, world, in_lanes, h) -> None:
    """Find the impulses of contacts on the speeds at the start of the step, see `knock`."""
    knock.begin_anew(cluster, world.clusters, world.contacts, world.joints, world.islands)
    refresh(cluster, world)
    assembly.begin(cluster, world.clusters, world.joints, world.islands, h)
    _sweep_once_more(cluster, world, in_lanes)
    _settle(cluster, world, in_lanes, hold.BACKLASH, h)


@kernel
def _sweep_once_more(cluster, world, in_lanes) -> None:
    """Sweep contacts on joints that have begun, and let these know of their impulses."""
    clusters, contacts, islands = world.clusters, world.contacts, world.islands
    iterations, tolerance = world.settings.iterations, world.settings.tolerance
    relax.sweep_coupled(cluster, world, in_lanes, False, iterations, tolerance, False, 1)
    pushes.push_jointed(cluster, clusters, contacts, False, contacts.impulse, islands, islands.push)


@kernel
def solve_joints(cluster, world, sure, switches, backlash, h) -> bool:
    """Solve the joints of a cluster, see `assembly.solve`; return whether rows have switched."""
    return assembly.solve(
        cluster, world.clusters, world.bodies, world.joints, world.motors, world.islands, h, sure,
        switches, backlash,
    )  # fmt: skip


@kernel
def _visit_all(cluster, world) -> None:
    """Let pairs that were thought idle take part in the sweeps to come; begin the joints anew."""
    clusters, contacts, bodies, islands = (
        world.clusters, world.contacts, world.bodies, world.islands,
    )  # fmt: skip
    idle.list_all(cluster, clusters)
    sweep.find_groups(cluster, clusters, contacts, bodies, islands.of_body)
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        row = clusters.island[n]
        if islands.outcome[row] == island.LOST:
            islands.outcome[row] = island.FOLLOWED
    point_rows.build(cluster, clusters, contacts, bodies, islands, world.walks.path)


@kernel
def solve_position(cluster, world, in_lanes, h) -> bool:
    """Find the pseudo velocities that close gaps and penetration; call after `solve`.

    `in_lanes` is what that has returned. Return whether there are any.
    """
    clusters, contacts, joints, islands, batches = (
        world.clusters, world.contacts, world.joints, world.islands, world.batches,
    )  # fmt: skip
    motion, impulse = islands.velocity, contacts.pseudo_impulse
    first, end = clusters.body_start[cluster], clusters.body_start[cluster + 1]
    jointed = clusters.jointed_end[cluster]
    iterations, tolerance = world.settings.iterations, world.settings.tolerance / contact.FINE
    deep = pushes.aim_position(cluster, clusters, contacts, world.shapes.stiffness, islands)
    if in_lanes:
        deep |= batch.aim_position(
            batches, clusters.point, contacts, world.shapes.thickness, motion, h
        )
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
        if not relax.sweep_lanes(cluster, world, True, tolerance):
            unlike.sweep_on(cluster, world, batches, True)
    elif deep and jointed == first:
        relax.sweep_free(cluster, world, in_lanes, True, tolerance)
    elif deep:
        for _ in range(2):
            relax.sweep_coupled(cluster, world, in_lanes, True, iterations, tolerance, False, 1)
            pushes.push_jointed(cluster, clusters, contacts, True, impulse, islands, islands.push)
            assembly.close(cluster, clusters, joints, islands, h)
            if not idle.is_met(cluster, clusters, contacts, True, islands, tolerance):
                break
            _visit_all(cluster, world)
        _close_grips(cluster, world, h)
    if jointed > first and not way_out.hold_back(cluster, world, h):
        low, high = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
        for n in range(clusters.point_start[low], clusters.point_start[high]):
            impulse[clusters.point[n], :] = 0.0  # the next step begins with none of it
        return True
    if in_lanes:
        batch.store(batches, clusters.point, batches.pseudo_impulse, impulse)
    return True


@kernel
def _close_grips(cluster, world, h) -> None:
    """Solve directly how jaws open for what they are in, where sweeps have left it as it is.

    A light thing hands on to jaws on a heavy rotor but what it weighs, sweep by sweep, and nothing
    to those that friction holds. What stays in them would creep out as a wedge does.
    """
    clusters, contacts, islands, path = (
        world.clusters, world.contacts, world.islands, world.walks.path,
    )  # fmt: skip
    if not has_free(cluster, clusters):
        return  # nothing to hold
    pairs = choice.choose_held(cluster, clusters, contacts, islands.of_body)
    if pairs == 0 or not grips.is_left(cluster, pairs, clusters, contacts, islands, LEFT / h):
        return
    if grips.solve(cluster, pairs, clusters, contacts, islands, path, False, True):
        _hand_on(cluster, clusters, contacts, True, contacts.pseudo_impulse, islands)
        assembly.close(cluster, clusters, world.joints, islands, h)
