"""The stages of a step that threads share: parts of the shapes, of the pairs, of the clusters.

No part writes to rows that another one reads, so the bits depend neither on how many parts there
are nor on who takes them. The sequence of the stages is `step`.
"""

from simulator.compiled.jit import kernel, part

from . import team
from .bodies import integrate
from .collision import broadphase, narrowphase
from .collision.scratch import PARTS
from .contacts import contact, drift, pushes, suction
from .joints import assembly, island, pace
from .piles.batch import is_crowded
from .solver import coupling, heaps, moment, runaway

PLACE, FIND, WRITE, SOLVE, STORE = range(5)
LEAST = 64  # shapes or pairs that are worth a part of their own
MOST = 64  # parts of the clusters


@kernel
def share(stage, rows, world) -> None:
    """Do a stage for all of so many rows, together with whoever helps."""
    words = world.team.words
    if not team.is_open(words):
        _do(stage, 0, 0, rows, world)
        return
    parts = min(rows, MOST) if stage >= SOLVE else min(PARTS, 1 + rows // LEAST)
    team.begin(words, stage, rows, parts)
    _work(world, False)
    team.wait(words)


@kernel
def assist(world) -> None:
    """Take parts of whatever stage is open, until the team is closed."""
    while team.is_open(world.team.words):
        _work(world, True)


@kernel
def _work(world, from_end) -> None:
    """Take parts of the open stage until none is left."""
    words = world.team.words
    k = team.take(words, from_end)
    while k >= 0:
        stage, rows, parts = team.find_stage(words)
        _do(stage, k, k * rows // parts, (k + 1) * rows // parts, world)
        team.finish(words)
        k = team.take(words, from_end)


@kernel
def _do(stage, k, begin, end, world) -> None:
    """Do part `k` of a stage, the rows from `begin` to `end`."""
    if stage == PLACE:
        broadphase.refresh(begin, end, world.bodies, world.shapes, world.settings.step)
    elif stage == FIND:
        find_contacts(k, begin, end, world)
    elif stage == WRITE:
        narrowphase.write(
            begin, end, world.bodies, world.shapes, world.pairs, world.contacts, world.scratch[k]
        )
    else:
        h = world.contacts.step[0]
        for c in range(begin, end):
            if stage == STORE:
                store_cluster(c, world, h)
            elif not is_crowded(c, world.clusters):
                solve_cluster(c, world, h)


@part
def find_contacts(k, begin, end, world) -> None:
    """Find the new contact points of pairs `begin` to `end`, part `k` of them."""
    narrowphase.find(
        begin, end, world.bodies, world.shapes, world.pairs, world.contacts, world.scratch[k],
        world.settings.step / world.settings.substeps,
    )  # fmt: skip


@kernel
def prepare_cluster(c, world, h) -> None:
    """Let the known forces act and prepare the contacts at the present poses."""
    bodies, clusters = world.bodies, world.clusters
    contact.prepare(
        c, clusters, world.contacts, bodies, world.shapes, world.settings.gravity, h
    )  # fmt: skip
    first, end = clusters.body_start[c], clusters.body_start[c + 1]
    integrate.velocities(clusters.body, first, end, bodies, world.settings.gravity, h)
    drift.prepare(c, clusters, world.contacts, bodies, world.shapes, h)
    pushes.load_free(c, clusters, bodies, world.islands)


@part
def solve_cluster(c, world, h) -> None:
    """Prepare what acts on each other; find its new velocities, and those that do not stay."""
    clusters, contacts, bodies, joints, islands = (
        world.clusters, world.contacts, world.bodies, world.joints, world.islands,
    )  # fmt: skip
    if clusters.left_out[clusters.body[clusters.body_start[c]]] == 1:
        return
    prepare_cluster(c, world, h)
    jointed = clusters.island_start[c] < clusters.island_start[c + 1]
    if not jointed and clusters.pair_start[c] == clusters.pair_start[c + 1]:
        return  # a free body in flight
    prepare_joints(c, world, h)
    draw(c, world, h)
    if heaps.begin(c, clusters, contacts, bodies, world.heap):
        solve_heap(c, world, h)
        return
    in_lanes = runaway.solve(c, world, h)
    if jointed and pace.is_lost(c, clusters, islands):
        return
    span = integrate.find_span(clusters.body[clusters.body_start[c]], bodies, h)
    assembly.store_reactions(c, clusters, joints, islands, span)
    if jointed and pace.is_caught(
        c, clusters, bodies, joints, islands, world.settings.gravity, h
    ):  # fmt: skip
        return
    pushes.give(c, clusters, bodies, islands, bodies.velocity, bodies.spin)
    if coupling.solve_position(c, world, in_lanes, h):
        pushes.give(c, clusters, bodies, islands, bodies.pseudo_velocity, bodies.pseudo_spin)
    moment.set_back(c, clusters, world.blows, bodies, h)


@kernel
def prepare_joints(c, world, h) -> None:
    """Prepare the joints of a cluster."""
    bodies, islands, clusters = world.bodies, world.islands, world.clusters
    for n in range(clusters.island_start[c], clusters.island_start[c + 1]):
        island.prepare(
            clusters.island[n], bodies, world.joints, world.motors, islands, h,
            clusters.pace[c] == 1,
        )  # fmt: skip


@kernel
def draw(c, world, h) -> None:
    """Let suction act on a cluster, and have its bodies at hand for the solution.

    Behind all that foretells how bodies turn by their spins: contacts bear what suction adds.
    """
    bodies, islands, clusters = world.bodies, world.islands, world.clusters
    if suction.pull(c, clusters, world.contacts, bodies, world.suction, h):
        pushes.load_free(c, clusters, bodies, islands)
    for n in range(clusters.island_start[c], clusters.island_start[c + 1]):
        island.load(clusters.island[n], bodies.velocity, bodies.spin, bodies, islands)


@kernel
def solve_heap(c, world, h) -> None:
    """Find the new velocities of a large heap, and those that do not stay."""
    bodies, islands, clusters = world.bodies, world.islands, world.clusters
    runaway.solve_heap(c, world, h)
    pushes.give(c, clusters, bodies, islands, bodies.velocity, bodies.spin)
    if heaps.solve_position(c, world, h):
        pushes.give(c, clusters, bodies, islands, bodies.pseudo_velocity, bodies.pseudo_spin)
    moment.set_back(c, clusters, world.blows, bodies, h)


@kernel
def store_cluster(c, world, h) -> None:
    """Move the bodies of a cluster; keep the positions of its joints and what contacts bear."""
    bodies, islands, clusters = world.bodies, world.islands, world.clusters
    first, end = clusters.body_start[c], clusters.body_start[c + 1]
    if clusters.left_out[clusters.body[first]] == 1:
        return
    contact.find_braced(c, clusters, world.contacts, bodies)
    integrate.poses(clusters.body, first, end, bodies, islands, world.settings.gravity, h)
    for n in range(clusters.island_start[c], clusters.island_start[c + 1]):
        island.store_position(clusters.island[n], bodies, world.joints, islands, h)
    integrate.forget_pseudo(clusters.body, first, end, bodies)
    contact.store(c, clusters, world.contacts)
