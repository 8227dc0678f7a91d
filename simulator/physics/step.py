"""One step, read as a table of contents: find pairs, collide, gather, then prepare, solve, store.

What acts on each other in this step is a cluster, and is solved by itself (`clusters`): joints
exactly (`island`), contacts in sweeps through the joints, until they agree (`coupling`). What
sleeps is left out of every stage.
"""

from simulator.handle import open_table, pack
from simulator.jit import kernel, part

from . import (
    broadphase,
    contact,
    coupling,
    hold,
    impact,
    integrate,
    island,
    joint,
    motion,
    motor,
    narrowphase,
    pace,
    pushes,
    sleep,
    team,
)
from .batch import is_crowded
from .clusters import find as find_clusters
from .scratch import PARTS
from .world import World

FIND, WRITE, SOLVE, STORE = range(4)  # stages that threads share
LEAST = 64  # pairs that are worth a part of their own


@kernel
def listen(world) -> bool:
    """Take the inputs and wake what they or forces move; return whether anything is awake."""
    motor.listen(world.motors, world.sleepers.motor_input, world.settings.step)
    return not sleep.listen(world.sleepers, world.bodies, world.joints, world.motors, world.brakes)


@kernel
def find_pairs(world) -> None:
    """List the shapes that may touch within this step."""
    broadphase.find_pairs(world.bodies, world.shapes, world.pairs, world.settings.step)


@kernel
def collide(world) -> None:
    """Find the contact points of the listed pairs, with last step's impulses."""
    parts = _count_parts(world)
    _share(FIND, parts, world)
    narrowphase.place(world.pairs, world.contacts)
    _share(WRITE, parts, world)


@kernel
def _count_parts(world) -> int:
    """Return in how many parts the pairs are shared out."""
    return min(PARTS, 1 + world.pairs.used[0] // LEAST)


@part
def find_contacts(k, world) -> None:
    """Find the new contact points of part `k` of the pairs."""
    used, parts = world.pairs.used[0], _count_parts(world)
    narrowphase.find(
        k * used // parts, (k + 1) * used // parts, world.bodies, world.shapes, world.pairs,
        world.contacts, world.scratch[k],
    )  # fmt: skip


@kernel
def write_contacts(k, world) -> None:
    """Write the new contact points of part `k` of the pairs to their rows."""
    used, parts = world.pairs.used[0], _count_parts(world)
    narrowphase.write(
        k * used // parts, (k + 1) * used // parts, world.bodies, world.shapes, world.pairs,
        world.contacts, world.scratch[k],
    )  # fmt: skip


@kernel
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
    pace.choose(world.clusters, world.bodies, world.joints, world.islands, world.sleepers.asleep, h)


@kernel
def prepare(world, h) -> None:
    """Tell contacts and brakes of a substep; the rest is prepared cluster by cluster."""
    contact.begin(world.contacts, world.shapes, h)
    hold.add_up(world.joints, world.brakes)


@kernel
def solve(world, h) -> None:
    """Find new velocities, cluster by cluster, then those that close gaps and do not stay."""
    clusters = world.clusters
    _share(SOLVE, clusters.used[0], world)
    for c in range(clusters.used[0]):  # there is one set of lanes
        if is_crowded(c, clusters, world.contacts):
            solve_cluster(c, world, h)
    _put_off(world, h)


@kernel
def prepare_cluster(c, world, h) -> None:
    """Let the known forces act and prepare the contacts at the present poses."""
    bodies, clusters = world.bodies, world.clusters
    contact.prepare(c, clusters, world.contacts, bodies, world.shapes, h)
    first, end = clusters.body_start[c], clusters.body_start[c + 1]
    integrate.velocities(clusters.body, first, end, bodies, world.settings.gravity, h)
    pushes.load_free(c, clusters, bodies, world.islands)


@part
def solve_cluster(c, world, h) -> None:
    """Prepare what acts on each other; find its new velocities, and those that do not stay."""
    bodies, joints, islands = world.bodies, world.joints, world.islands
    clusters, contacts, walks, batches = (
        world.clusters, world.contacts, world.walks, world.batches,
    )  # fmt: skip
    iterations, tolerance = world.settings.iterations, world.settings.tolerance
    if clusters.left_out[clusters.body[clusters.body_start[c]]] == 1:
        return
    prepare_cluster(c, world, h)
    jointed = clusters.island_start[c] < clusters.island_start[c + 1]
    if not jointed and clusters.pair_start[c] == clusters.pair_start[c + 1]:
        return  # a free body in flight
    for n in range(clusters.island_start[c], clusters.island_start[c + 1]):  # at hand for the solve
        island.prepare(clusters.island[n], bodies, joints, world.motors, islands, h)
        island.load(clusters.island[n], bodies.velocity, bodies.spin, bodies, islands)
    in_lanes = coupling.solve(
        c, clusters, contacts, batches, bodies, joints, world.motors, islands, walks, iterations,
        tolerance, h,
    )  # fmt: skip
    if jointed and pace.is_lost(c, clusters, islands):
        return
    pushes.give(c, clusters, bodies, islands, bodies.velocity, bodies.spin)
    coupling.store_tension(c, clusters, joints, islands, h)
    if coupling.solve_position(
        c, clusters, contacts, in_lanes, batches, bodies, joints, islands, walks, iterations,
        tolerance, h,
    ):  # fmt: skip
        pushes.give(c, clusters, bodies, islands, bodies.pseudo_velocity, bodies.pseudo_spin)


@kernel
def _put_off(world, h) -> None:
    """Leave out clusters whose joints could not be followed: they go on in parts."""
    clusters = world.clusters
    for c in range(clusters.used[0]):
        if pace.is_lost(c, clusters, world.islands):
            pace.put_back(
                c, clusters, world.bodies, world.contacts, world.islands, world.settings.gravity, h
            )
            pace.leave_out(c, clusters)


@kernel
def measure_joints(bodies, joints, islands) -> None:
    """Measure all rows of all joints at the bodies' poses into `joints.after`."""
    motion.place(islands.body, bodies, islands)
    joint.measure(0, islands.all_joint.shape[0], joints, islands, joints.after, False)


@kernel
def store(world, h, is_rest) -> None:
    """Move the bodies and keep what the next step starts from; what sits still falls asleep.

    With `is_rest` motors without a joint have had their turn already.
    """
    bodies, joints, islands = world.bodies, world.joints, world.islands
    clusters, sleepers, left_out = world.clusters, world.sleepers, world.clusters.left_out
    impact.limit(bodies, world.shapes, world.pairs, left_out, world.scratch[0], h)
    _share(STORE, clusters.used[0], world)
    motor.store(joints, world.motors, bodies.inv_mass, left_out, is_rest, h)
    for c in range(clusters.used[0]):
        first, end = clusters.body_start[c], clusters.body_start[c + 1]
        if left_out[clusters.body[first]] == 0:
            sleep.settle(
                sleepers, bodies, joints, world.motors, islands.own_joint, first, end,
                clusters.body, h,
            )  # fmt: skip


@kernel
def store_cluster(c, world, h) -> None:
    """Move the bodies of a cluster; keep the positions of its joints and what contacts bear."""
    bodies, islands, clusters = world.bodies, world.islands, world.clusters
    first, end = clusters.body_start[c], clusters.body_start[c + 1]
    if clusters.left_out[clusters.body[first]] == 1:
        return
    integrate.poses(clusters.body, first, end, bodies, islands, world.settings.gravity, h)
    for n in range(clusters.island_start[c], clusters.island_start[c + 1]):
        island.store_position(clusters.island[n], bodies, world.joints, islands)
    contact.store(c, clusters, world.contacts)


@kernel
def _share(stage, items, world) -> None:
    """Do all items of a stage, together with whoever helps."""
    team.begin(world.team.words, stage, items)
    _work(world)
    team.wait(world.team.words)


@kernel
def _work(world) -> None:
    """Take items of the open stage until none is left."""
    words = world.team.words
    item = team.take(words)
    while item >= 0:
        stage, h = team.find_stage(words), world.contacts.step[0]
        if stage == FIND:
            find_contacts(item, world)
        elif stage == WRITE:
            write_contacts(item, world)
        elif stage == STORE:
            store_cluster(item, world, h)
        elif not is_crowded(item, world.clusters, world.contacts):
            solve_cluster(item, world, h)
        team.finish(words)
        item = team.take(words)


@kernel
def assist(world) -> None:
    """Take items of whatever stage is open, until the team is closed."""
    while team.is_open(world.team.words):
        _work(world)


@kernel
def run(world) -> None:
    """Advance the world by one step, within a kernel that has opened it."""
    h = world.settings.step / world.settings.substeps
    if not listen(world):
        return
    find_pairs(world)
    collide(world)
    gather(world)
    for _ in range(world.settings.substeps):
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
    part = pace.next_part(ahead, clusters.pace[c], h)
    first = clusters.body[clusters.body_start[c]]
    while part > 0.0 and world.sleepers.asleep[first] == 0:
        pace.scale(c, clusters, contacts, part / h)
        prepare(world, part)
        solve_cluster(c, world, part)
        if pace.is_lost(c, clusters, islands):
            pace.put_back(c, clusters, bodies, contacts, islands, world.settings.gravity, part)
        else:
            ahead += part
            store(world, part, True)
        pace.scale(c, clusters, contacts, h / part)
        pace.haste(c, clusters, bodies, world.joints, islands, h)
        part = pace.next_part(ahead, clusters.pace[c], h)


@kernel
def advance(steps, words) -> None:
    """Advance a packed world by so many steps: `words = handle.pack(world).words`.

    With `team.HELP` steps, help the thread that advances it until the team is closed.
    """
    world = open_table(words, World)
    if steps == team.HELP:
        assist(world)
    for _ in range(steps):
        run(world)


def step(world) -> None:
    """Advance the world by one step; packs it at every call, so long runs call `advance`."""
    advance(1, pack(world).words)
