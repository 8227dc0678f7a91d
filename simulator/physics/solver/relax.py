"""Sweeps over the contacts of a cluster until they agree.

A few contacts carry their impulses on along their trend from sweep to sweep: the nonsmooth
nonlinear conjugate gradient method (Silcowitz, Niebuhr and Erleben 2010). More of them among free
bodies go through lanes; what sweeps do not settle there soon is solved directly, such as a stack
(`direct`), or goes on along its trend, too, such as a wall or a heap (`conjugate`). What moves is
another thing in the next step: only what stands has to be found to the last.
"""

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..bodies.clusters import has_free, is_jointed
from ..contacts import sweep
from ..piles import conjugate, direct, system
from . import rounds
from .rounds import DEEP, FINEST, LEAST, LONG, STANDING, STANDS

FINER = 0.1  # share of the tolerance that free bodies get: they have no joints to hold them
START, SLOW = 6, 0.25  # sweeps before a direct solve, if the last three have left so much
TRIES = 2  # direct solves of a cluster
FAST = 0.3  # what differs by more, in the mean square, falls: what stands in it can wait [m/s]
QUIET = 0.05  # a batch, or a link, that changes by less than this share of the most is at rest
PATIENCE = 3  # sweeps after which what is left must have halved
CALM = 0.01  # sweeps never stop early while velocities still change by more [m/s]
IN_LANES = 4000  # most manifolds swept in lanes in one solve
BESIDE = 12000  # as many beside a robot
SMALL = 32  # manifolds that are solved to the last whether they stand or not
SWEEPS_BESIDE = 40_000_000  # most beside a robot, times the manifolds squared
GOING = 16_000  # points and manifolds swept there and back beside a robot, in one solve
PILED = 3  # pairs of free bodies beside a robot that may be a stack
FEW, STILL = 32, 1e-4  # points with joints that go on along their trend; until then [m/s]
POINTS, FEWEST = 800, 10  # most points swept with joints in one solve; sweeps in any case
LADEN = 4.0  # most times that under things that weigh as many times what the joints carry
ROBOTS = 8.0  # times that where robots meet
ROLLING = 4  # times that where there are no joints, but what rolls
SINGLE = 5  # manifolds in lanes that are swept as soon as one of its points


@kernel
def sweep_free(cluster, world, in_lanes, is_position, tolerance) -> bool:
    """Sweep a cluster of bodies without joints until nothing changes by more [m/s].

    Some may be in lanes, those that do not roll. Return whether it came to that.
    """
    iterations = world.settings.iterations
    if in_lanes:
        return sweep_coupled(
            cluster, world, in_lanes, is_position, iterations, tolerance, not is_position, ROLLING
        )
    clusters, contacts, islands, walks = (
        world.clusters, world.contacts, world.islands, world.walks,
    )  # fmt: skip
    first, end = clusters.pair_start[cluster], clusters.visit_end[cluster]
    impulse = contacts.pseudo_impulse if is_position else contacts.impulse
    share, square = 0.0, 0.0
    for _ in range(iterations):
        _carry_on(first, end, True, share, impulse, clusters, contacts, islands, walks)
        change = sweep.sweep(
            first, end, True, is_position, 0.0, clusters, contacts, islands, walks
        )  # fmt: skip
        if change <= FINER * tolerance:
            return True
        share, square = _find_trend(first, end, square, impulse, clusters, contacts)
    return False


@kernel
def _carry_on(first, end, forward, share, impulse, clusters, contacts, islands, walks) -> None:
    """Let the impulses of pairs `first` to `end` go on by a `share` of their trend."""
    if share > 0.0:
        sweep.push(
            first, end, forward, share, contacts.trend, clusters, contacts, islands, walks
        )  # fmt: skip
    for n in range(clusters.point_start[first], clusters.point_start[end]):
        i = clusters.point[n]
        if share > 0.0:
            for k in range(3):
                impulse[i, k] += share * contacts.trend[i, k]
        vector.save(contacts.passed, i, vector.load(impulse, i))


@kernel
def _find_trend(first, end, square, impulse, clusters, contacts) -> tuple[float, float]:
    """Find the trend of the impulses after a sweep; return the share of it to go on by.

    And the square of what the sweep has changed, `square` being that of the one before.
    """
    trend, passed = contacts.trend, contacts.passed
    fresh = conjugate.add_squares(first, end, 0.0, impulse, clusters, contacts)
    share = 0.0 if fresh > square else fresh / max(square, 1e-300)
    for n in range(clusters.point_start[first], clusters.point_start[end]):
        i = clusters.point[n]
        step = vector.subtract(vector.load(impulse, i), vector.load(passed, i))
        vector.save(trend, i, vector.offset(step, share, vector.load(trend, i)))
    return share, fresh


@kernel
def sweep_lanes(cluster, world, is_position, tolerance) -> bool:
    """Sweep a cluster that is all in lanes until nothing changes by more than `tolerance` [m/s].

    What a few sweeps have not settled among bodies that stand is solved directly if they are few,
    and else, or if that fails, in sweeps that go on along their trend; among slow ones in `rounds`.
    Of four sweeps before that two go only where something still moves. Return whether those came to
    the tolerance.
    """
    clusters, contacts, bodies, islands, batches = (
        world.clusters, world.contacts, world.bodies, world.islands, world.batches,
    )  # fmt: skip
    iterations = world.settings.iterations
    first, end = clusters.body_start[cluster], clusters.body_start[cluster + 1]
    impulse = batches.pseudo_impulse if is_position else batches.impulse
    target = batches.pseudo_target if is_position else batches.target
    used = batches.used[0]
    budget = max(LEAST, IN_LANES // used)
    most = min(iterations, budget // 2 if is_position else budget)
    tries, mark, change, enough, found = 0, 0.0, 0.0, FINEST * tolerance, direct.BETTER
    for count in range(most):
        whole = tries > 0 or count % 4 < 2
        least = 0.0 if whole else QUIET * change
        change = conjugate.sweep_batches(batches, count % 2 == 0, is_position, least)
        if whole and change <= enough:
            return True
        is_stuck = False
        if count == START and change > SLOW * mark:
            if is_slow(first, end, clusters.body, islands.velocity):
                spread = rounds.find_spread(first, end, clusters.body, bodies.velocity)
                if spread > STANDS and used > SMALL:
                    rounds.sweep(cluster, world, batches, is_position, tolerance)
                    return False
                is_small = spread <= STANDS and system.choose(
                    first, end, clusters.body, batches, batches.direct.system
                )
                tries, is_stuck = TRIES if is_small else 0, not is_small
        if tries > 0 and count % 2 == 0:
            found = direct.solve(bodies, batches, impulse, target, found == direct.EXACT)
            tries = tries - 1 if found != direct.WORSE else 0
            enough = tolerance if found == direct.EXACT else enough
            is_stuck = found == direct.WORSE
        elif tries == 0 and count % PATIENCE == 0:
            if 0.5 * mark < change < CALM and count >= LEAST - 2:
                return False  # what is left does not move on
            mark = change
        if is_stuck:
            budget, enough = max(LEAST, rounds.lengthen(STANDING, contacts) // used), tolerance
            if is_position:
                budget, enough = budget // 2 if change > DEEP else LEAST // 2, DEEP
            steps = min(rounds.lengthen(iterations, contacts), max(1, (budget - count) // 2))
            conjugate.settle(cluster, world, True, batches, is_position, steps, enough)
            return False
    return False


@kernel
def is_slow(first, end, body, motion) -> bool:
    """Whether bodies listed from `first` to `end` move so alike that they may stand."""
    return rounds.find_spread(first, end, body, motion) <= FAST


@kernel
def _count_points(cluster, clusters) -> int:
    first, end = clusters.pair_start[cluster], clusters.pair_end[cluster]
    return clusters.point_start[end] - clusters.point_start[first]


@kernel
def sweep_coupled(
    cluster, world, in_lanes, is_position, iterations, tolerance, goes_on, effort
) -> bool:  # fmt: skip
    """Sweep a cluster with joints or batches until nothing changes by more than `tolerance` [m/s].

    Stop earlier where what is left stays, or after `effort` times the usual budget of points;
    stacks beside a robot then go on along their trend if it `goes_on`. Return whether it came to
    the tolerance.
    """
    clusters, contacts, islands, walks, batches = (
        world.clusters, world.contacts, world.islands, world.walks, world.batches,
    )  # fmt: skip
    robot = world.bodies.robot
    first, end = clusters.pair_start[cluster], clusters.visit_end[cluster]
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        sweep.begin(clusters.island[n], walks, islands, contacts.rows.rate)
    if in_lanes:
        iterations = min(iterations, max(LEAST, BESIDE // batches.used[0]))
    points = _count_points(cluster, clusters)
    # as many forward as backward; a pseudo velocity acts for one step, so a quarter of them do,
    # but not a single one: a heavy body on light ones would go through
    fewest = max(2, round(0.5 * FEWEST * contacts.step[0] / LONG))
    is_bare = not has_free(cluster, clusters)
    if not in_lanes and is_jointed(cluster, clusters):
        fewest = round(fewest * _find_load(cluster, clusters, contacts, islands, robot))
    budget = 2 * effort * max(fewest, POINTS // max(2 * points, 1))
    most, iterations = iterations, min(iterations, max(2, budget // 4) if is_position else budget)
    impulse = contacts.pseudo_impulse if is_position else contacts.impulse
    mark, share, square, few = 0.0, 0.0, 0.0, points <= FEW and not in_lanes
    forward, change = False, 0.0
    for count in range(iterations):
        forward = count % 2 == 0
        if few and count >= PATIENCE:
            _carry_on(first, end, forward, share, impulse, clusters, contacts, islands, walks)
        whole = count < 2 or few or not is_bare or change < CALM
        least = 0.0 if whole else QUIET * change
        change = conjugate.sweep_once(
            cluster, world, in_lanes, batches, forward, is_position, least
        )
        if whole and change <= tolerance:
            return True
        if few and count >= PATIENCE:
            share, square = _find_trend(first, end, square, impulse, clusters, contacts)
        if count % PATIENCE == 0:
            if 0.5 * mark < change < (STILL if few else CALM) and count > 0:
                break  # what is left does not move on: the warm start will take it further
            mark = change
    if not goes_on or not _is_stack(cluster, clusters, islands.velocity):
        return False
    if forward:
        conjugate.sweep_once(cluster, world, in_lanes, batches, False, is_position, 0.0)
    load = points if is_jointed(cluster, clusters) else SINGLE * points
    load += batches.used[0] if in_lanes else 0
    most = max(rounds.lengthen(most, contacts), GOING // load)
    budget = max(LEAST, SWEEPS_BESIDE // (load * load), rounds.lengthen(STANDING, contacts) // load)
    steps = min(most, budget // 2)
    change = conjugate.settle(cluster, world, in_lanes, batches, is_position, steps, tolerance)
    return change <= tolerance


@kernel
def _find_load(cluster, clusters, contacts, islands, robot) -> float:
    """Return how many times what the joints of a cluster carry free bodies weigh, 1 to `LADEN`.

    A light link hands on a fraction of what presses on it in each sweep. Two of them between robots
    hand on a fraction of that: `ROBOTS`. `robot` (bodies,): row of each one's.
    """
    first, end = clusters.body_start[cluster], clusters.body_start[cluster + 1]
    last = clusters.body[clusters.jointed_end[cluster] - 1]
    if robot[clusters.body[first]] != robot[last]:
        return ROBOTS
    if not has_free(cluster, clusters):
        return 1.0
    links = things = 0.0
    for n in range(first, end):
        b = clusters.body[n]
        if n < clusters.jointed_end[cluster]:
            links += islands.own[b, 0, 0]
        else:
            things += 1.0 / contacts.rows.own[b, 0, 0]
    return min(max(things / links, 1.0), LADEN)


@kernel
def _is_stack(cluster, clusters, motion) -> bool:
    """Whether free bodies of a cluster with joints touch each other and are slow."""
    first, end = clusters.jointed_end[cluster], clusters.body_start[cluster + 1]
    pairs = clusters.pair_start[cluster + 1] - clusters.free_start[cluster]
    return pairs >= PILED and is_slow(first, end, clusters.body, motion)
