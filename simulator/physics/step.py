"""One step, read as a table of contents: find pairs, collide, then each substep's solve and move.

What acts on each other in this step is a cluster, and is solved by itself (`clusters`): joints
exactly (`island`), contacts in sweeps through the joints, until they agree (`coupling`).
"""

from simulator.handle import open_table, pack
from simulator.jit import kernel, stage

from . import (
    broadphase,
    contact,
    coupling,
    hold,
    integrate,
    island,
    joint,
    motor,
    narrowphase,
    pushes,
)
from .clusters import find as find_clusters
from .world import World


@stage
def find_pairs(bodies, shapes, pairs, h) -> None:
    """List the shapes that may touch within this step."""
    broadphase.find_pairs(bodies, shapes, pairs, h)


@stage
def collide(bodies, shapes, pairs, contacts, scratch) -> None:
    """Find the contact points of the listed pairs, with last step's impulses."""
    narrowphase.collide(bodies, shapes, pairs, contacts, scratch)


@stage
def prepare(bodies, joints, motors, brakes, islands, shapes, contacts, gravity, h) -> None:
    """Let the known forces act and prepare every constraint at the present poses."""
    contact.prepare(contacts, bodies, shapes, h)
    integrate.velocities(bodies, gravity, h)
    hold.add_up(joints.friction, brakes.joint, brakes.input, brakes.torque, joints.grip)
    island.centre_free(islands.of_body, bodies.position, islands.origin)
    for row in range(islands.body_start.shape[0] - 1):
        island.prepare(row, bodies, joints, motors, islands, h)
        island.load(row, bodies.velocity, bodies.spin, bodies, islands)


@stage
def solve(
    bodies, joints, islands, contacts, clusters, walks, batches, iterations, tolerance, h
) -> None:  # fmt: skip
    """Find new velocities, cluster by cluster, then those that close gaps and do not stay."""
    find_clusters(
        clusters, contacts.used[0], contacts.body_a, contacts.body_b, bodies.inv_mass,
        islands.of_body, islands.body_start, islands.body,
    )  # fmt: skip
    pushes.load_free(bodies.velocity, bodies.spin, islands.of_body, islands.velocity)
    for c in range(clusters.used[0]):
        first, jointed = clusters.body_start[c], clusters.jointed_end[c]
        if first == jointed and clusters.pair_start[c] == clusters.pair_start[c + 1]:
            continue  # a free body in flight
        end = clusters.body_start[c + 1]
        coupling.solve(
            c, clusters, contacts, batches, bodies, joints, islands, walks, iterations, tolerance, h
        )
        pushes.give(
            first, jointed, end, clusters.body, islands.of_body, islands.body_start, bodies,
            islands, bodies.velocity, bodies.spin,
        )  # fmt: skip
        coupling.store_speed(first, jointed, clusters.body, joints, islands, h)
        if coupling.solve_position(
            c, clusters, contacts, batches, bodies, joints, islands, walks, iterations, tolerance, h
        ):
            pushes.give(
                first, jointed, end, clusters.body, islands.of_body, islands.body_start, bodies,
                islands, bodies.pseudo_velocity, bodies.pseudo_spin,
            )  # fmt: skip


@kernel
def measure_joints(bodies, joints, islands) -> None:
    """Measure all rows of all joints at the bodies' poses into `joints.after`."""
    island.place(
        islands.body, bodies.position, bodies.orientation, islands.position, islands.rotation
    )
    island.measure(0, islands.all_joint.shape[0], joints, islands, False)


@kernel
def store_joints(bodies, joints, islands, h) -> None:
    """Keep every joint's position at the bodies' new poses."""
    measure_joints(bodies, joints, islands)
    joint.store_position(
        islands.all_joint, joints.kind, joints.after, joints.speed, h, joints.position
    )


@stage
def store(bodies, joints, motors, islands, contacts, h) -> None:
    """Move the bodies and keep what the next step starts from."""
    integrate.poses(bodies, islands.of_body, h)
    store_joints(bodies, joints, islands, h)
    motor.store(joints, motors, h)
    contact.store(contacts)


@kernel
def run(world) -> None:
    """Advance the world by one step, within a kernel that has opened it."""
    settings, bodies, joints, motors = world.settings, world.bodies, world.joints, world.motors
    islands, contacts, shapes, pairs = world.islands, world.contacts, world.shapes, world.pairs
    iterations, tolerance = settings.iterations, settings.tolerance
    h = settings.step / settings.substeps
    find_pairs(bodies, shapes, pairs, settings.step)
    collide(bodies, shapes, pairs, contacts, world.scratch)
    for _ in range(settings.substeps):
        prepare(
            bodies, joints, motors, world.brakes, islands, shapes, contacts, settings.gravity, h
        )
        solve(
            bodies, joints, islands, contacts, world.clusters, world.walks, world.batches,
            iterations, tolerance, h,
        )  # fmt: skip
        store(bodies, joints, motors, islands, contacts, h)


@kernel
def advance(words) -> None:
    """Advance a packed world by one step: `words = handle.pack(world).words`."""
    run(open_table(words, World))


def step(world) -> None:
    """Advance the world by one step; packs it at every call, so long runs call `advance`."""
    advance(pack(world).words)
