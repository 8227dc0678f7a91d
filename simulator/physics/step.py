"""One step, read as a table of contents: find pairs, collide, gather, then prepare, solve, store.

What acts on each other in this step is a cluster, and is solved by itself (`clusters`): joints
exactly (`island`), contacts in sweeps through the joints, until they agree (`coupling`). What
sleeps is left out of every stage.
"""

from simulator.compiled.handle import open_table, pack
from simulator.compiled.jit import kernel, part

from . import present, stages, team
from .bodies import integrate, sleep
from .bodies.clusters import find as find_clusters
from .collision import broadphase, narrowphase, overlap
from .contacts import contact, roll, rolled, suction
from .continuous import driven, impact, riding
from .joints import foresight, hold, motor, pace
from .piles.batch import is_crowded
from .world import World


@kernel
def listen(world) -> bool:
    """Take the inputs and wake what they or forces move; return whether anything is awake."""
    motor.listen(world.motors, world.sleepers.motor_input, world.settings.step)
    foresight.foresee(
        world.joints, world.motors, world.contacts, world.bodies, world.islands,
        world.settings.step,
    )  # fmt: skip
    return not sleep.listen(
        world.sleepers, world.bodies, world.joints, world.motors, world.brakes, world.suction,
        world.contacts,
    )  # fmt: skip


@kernel
def find_pairs(world) -> None:
    """List the shapes that may touch within this step."""
    bodies, shapes, h = world.bodies, world.shapes, world.settings.step
    riding.begin(bodies, shapes, world.pairs, world.contacts, world.islands.of_body, h)
    driven.begin(bodies)
    overlap.ease(world.pairs, world.contacts, h / world.settings.substeps)
    stages.share(stages.PLACE, len(shapes.kind), world)
    broadphase.find_pairs(shapes, world.pairs)


@kernel
def collide(world) -> None:
    """Find the contact points of the listed pairs, with last step's impulses.

    And of those that more may touch, where links drive things on.
    """
    _find_points(world)
    for _ in range(driven.ROUNDS):
        if not driven.foresee(
            world.bodies, world.shapes, world.contacts, world.islands.of_body,
            world.sleepers.asleep, world.settings.step,
        ):  # fmt: skip
            break
        broadphase.find_pairs(world.shapes, world.pairs)
        _find_points(world)


@kernel
def _find_points(world) -> None:
    stages.share(stages.FIND, world.pairs.used[0], world)
    narrowphase.place(world.pairs, world.contacts)
    stages.share(stages.WRITE, world.pairs.used[0], world)


@part
def gather(world) -> None:
    """Find what acts on each other in this step; nobody sleeps beside one who is awake."""
    contacts, islands, clusters = world.contacts, world.islands, world.clusters
    contact.find_belts(contacts, world.shapes)
    find_clusters(
        clusters, contacts.used[0], contacts.body_a, contacts.body_b, contacts.belt,
        world.bodies.inv_mass, islands.of_body, islands.body_start, islands.body,
    )  # fmt: skip
    sleep.spread(world.sleepers, clusters.used[0], clusters.body_start, clusters.body)


@kernel
def begin(world, h) -> None:
    """Choose in how many parts each cluster takes this substep; most take it whole."""
    pace.choose(
        world.clusters, world.contacts, world.shapes.thickness, world.bodies, world.joints,
        world.islands, world.sleepers.asleep, h,
    )  # fmt: skip


@kernel
def prepare(world, h) -> None:
    """Tell contacts, brakes, suction of a substep; the rest is prepared cluster by cluster."""
    contact.begin(world.contacts, world.shapes, h)
    roll.part(world.contacts.rolls, world.clusters)
    hold.add_up(world.joints, world.brakes, world.bodies, h)
    suction.prepare(world.suction, world.contacts, world.bodies, world.sleepers)


@kernel
def solve(world, h) -> None:
    """Find new velocities, cluster by cluster, then those that close gaps and do not stay."""
    clusters = world.clusters
    stages.share(stages.SOLVE, clusters.used[0], world)
    for c in range(clusters.used[0]):  # there is one set of lanes
        if is_crowded(c, clusters):
            stages.solve_cluster(c, world, h)
    _put_off(world, h)


@kernel
def _put_off(world, h) -> None:
    """Leave out clusters whose joints could not be followed: they go on in parts."""
    clusters = world.clusters
    for c in range(clusters.used[0]):
        if pace.is_lost(c, clusters, world.islands):
            pace.put_back(
                c, clusters, world.bodies, world.joints, world.contacts, world.islands,
                world.settings.gravity, h,
            )  # fmt: skip
            pace.haste(c, clusters, world.bodies, world.joints, world.islands, h)
            pace.leave_out(c, clusters)


@part
def limit(world, h) -> None:
    """Shorten the ways of bodies that would pass through others within the substep."""
    impact.limit(
        world.bodies, world.shapes, world.pairs, world.contacts, world.islands.of_body,
        world.clusters.left_out, world.scratch[0], h,
    )  # fmt: skip


@kernel
def store(world, h, is_rest) -> None:
    """Move the bodies and keep what the next step starts from; what sits still falls asleep.

    With `is_rest` motors without a joint have had their turn already.
    """
    bodies, joints, islands = world.bodies, world.joints, world.islands
    clusters, sleepers, left_out = world.clusters, world.sleepers, world.clusters.left_out
    limit(world, h)
    stages.share(stages.STORE, clusters.used[0], world)
    motor.store(joints, world.motors, bodies.inv_mass, left_out, is_rest, h)
    for c in range(clusters.used[0]):
        first, end = clusters.body_start[c], clusters.body_start[c + 1]
        if left_out[clusters.body[first]] == 0:
            sleep.settle(
                sleepers, bodies, joints, world.motors, islands.own_joint, first, end,
                clusters.body, h,
            )  # fmt: skip


@kernel
def run(world) -> None:
    """Advance the world by one step, within a kernel that has opened it."""
    h = world.settings.step / world.settings.substeps
    if not listen(world):
        return
    for _ in range(world.settings.substeps):  # contacts too: a wheel's do not turn with it
        find_pairs(world)
        collide(world)
        gather(world)
        begin(world, h)
        prepare(world, h)
        solve(world, h)
        store(world, h, False)
        run_parts(world, h)


@kernel
def run_parts(world, h) -> None:
    """Advance one by one by a substep the clusters that take it in parts, or did so before."""
    clusters, bodies = world.clusters, world.bodies
    for c in range(clusters.used[0]):
        first = clusters.body[clusters.body_start[c]]
        if world.sleepers.asleep[first] == 0 and pace.is_uneven(c, clusters, bodies, h):
            _run_cluster(c, world, bodies.lead[first], h)
    world.contacts.step[0] = h


@kernel
def _run_cluster(c, world, ahead, h) -> None:
    """Advance a cluster by a substep in parts; its positions are `ahead` of the start [s]."""
    clusters, contacts, bodies, islands = (
        world.clusters, world.contacts, world.bodies, world.islands,
    )  # fmt: skip
    pace.take_alone(c, clusters)
    own_h = pace.next_part(ahead, clusters.pace[c], h)  # of the part [s]
    first = clusters.body[clusters.body_start[c]]
    while own_h > 0.0 and world.sleepers.asleep[first] == 0:
        span = integrate.find_span(first, bodies, own_h)
        pace.scale(c, clusters, contacts, own_h / h)
        prepare(world, own_h)
        stages.solve_cluster(c, world, own_h)
        if pace.is_lost(c, clusters, islands):
            pace.put_back(
                c, clusters, bodies, world.joints, contacts, islands, world.settings.gravity, own_h
            )
            span = own_h
        else:
            ahead += own_h
            store(world, own_h, True)
            rolled.follow(c, clusters, contacts, bodies, world.shapes, world.pairs, own_h)
        pace.scale(c, clusters, contacts, h / span)
        pace.haste(c, clusters, bodies, world.joints, islands, h)
        own_h = pace.next_part(ahead, clusters.pace[c], h)


@kernel
def start(words) -> None:
    """Move what starts with a velocity half a substep ahead, or to where it meets something.

    Of a packed world. There the first step begins, as any other begins where a fast body stopped.
    """
    world = open_table(words, World)
    h = world.settings.step / world.settings.substeps
    world.contacts.step[0] = h  # in which they have borne nothing yet
    find_pairs(world)
    _find_points(world)
    limit(world, 0.5 * h)
    present.begin(world.bodies, world.islands.of_body)


@kernel
def advance(steps, words) -> None:
    """Advance a packed world by so many steps: `words = handle.pack(world).words`.

    With `team.HELP` steps, help the thread that advances it until the team is closed.
    """
    world = open_table(words, World)
    if steps == team.HELP:
        stages.assist(world)
    for _ in range(steps):
        run(world)


def step(world) -> None:
    """Advance the world by one step; packs it at every call, so long runs call `advance`."""
    advance(1, pack(world).words)
