"""One step, read as a table of contents: find pairs, collide, then each substep's solve and move.

Joints are exact: every pass ends with the direct solve of all joints (`island`); contacts sweep
between. The passes stop when neither changes the other by more than the tolerance.
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
    motion,
    motor,
    narrowphase,
)
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
def prepare(bodies, joints, motors, brakes, islands, contacts, gravity, h) -> None:
    """Let the known forces act and prepare every constraint at the present poses."""
    contact.prepare(contacts, bodies, h)
    integrate.velocities(bodies, gravity, h)
    hold.add_up(joints, brakes)
    motion.centre_free(bodies, islands)
    for row in range(islands.body_start.shape[0] - 1):
        island.prepare(row, bodies, joints, motors, islands, h)
    contact.warm_start(contacts, bodies)


@kernel
def solve_joints(bodies, joints, motors, islands, h) -> None:
    """Find the velocities of all islands, with every joint exact."""
    for row in range(islands.body_start.shape[0] - 1):
        island.solve(row, bodies, joints, motors, islands, h)
        island.give(row, bodies.velocity, bodies.spin, bodies, islands)


@kernel
def correct_joints(bodies, joints, motors, islands, h) -> bool:
    """Let the joints answer what contacts have changed; return whether rows have switched."""
    switched = False
    for row in range(islands.body_start.shape[0] - 1):
        island.take(row, bodies.velocity, bodies.spin, bodies, islands)
        switched |= island.correct(row, joints, motors, islands, h)
        island.give(row, bodies.velocity, bodies.spin, bodies, islands)
    return switched


@kernel
def close_joints(bodies, joints, islands, h) -> None:
    """Find the pseudo velocities that close the joints' gaps against what contacts have pushed."""
    for row in range(islands.body_start.shape[0] - 1):
        island.take(row, bodies.pseudo_velocity, bodies.pseudo_spin, bodies, islands)
        island.solve_position(row, joints, islands, h)
        island.give(row, bodies.pseudo_velocity, bodies.pseudo_spin, bodies, islands)


@stage
def solve(bodies, joints, motors, islands, contacts, answers, iterations, tolerance, h) -> None:
    """Find the new velocities: joints as one block, contacts in sweeps, until they agree."""
    for row in range(islands.body_start.shape[0] - 1):
        island.load(row, bodies.velocity, bodies.spin, bodies, islands)
    solve_joints(bodies, joints, motors, islands, h)
    answers.used[0], stale, mark = 0, True, 0.0
    for sweep in range(iterations):
        change = contact.solve(contacts, bodies, sweep)
        if change == 0.0:
            break
        switched = correct_joints(bodies, joints, motors, islands, h)
        if change <= tolerance:
            break
        stale = stale or switched
        if sweep >= coupling.PATIENCE:
            if (sweep - coupling.PATIENCE) % coupling.PASSES == 0:
                if answers.used[0] > 0 and 0.5 * mark < change < coupling.CALM:
                    break  # what is left does not move on: the warm start will take it further
                mark = change
            if stale:
                coupling.build(
                    answers, contacts, bodies, joints, islands, bodies.velocity, bodies.spin
                )
            coupling.solve(
                answers, contacts, contacts.impulse, contacts.rows.target, bodies.velocity,
                bodies.spin, bodies.inv_mass, tolerance,
            )  # fmt: skip
            stale = correct_joints(bodies, joints, motors, islands, h)
    solve_joints(bodies, joints, motors, islands, h)
    for row in range(islands.body_start.shape[0] - 1):
        island.store_tension(row, joints, islands, h)


@stage
def solve_position(bodies, joints, islands, contacts, answers, iterations, tolerance, h) -> None:
    """Close gaps and penetration by split impulses: velocities that move bodies and do not stay."""
    for row in range(islands.body_start.shape[0] - 1):
        island.rest(row, islands)
    close_joints(bodies, joints, islands, h)
    answers.used[0] = 0  # rows of joints may have switched since they were found
    for sweep in range(iterations):
        change = contact.solve_position(contacts, bodies, sweep)
        if change == 0.0:
            break
        close_joints(bodies, joints, islands, h)
        if change <= tolerance:
            break
        if sweep >= coupling.PATIENCE:
            if answers.used[0] == 0:
                coupling.build(
                    answers, contacts, bodies, joints, islands, bodies.pseudo_velocity,
                    bodies.pseudo_spin,
                )  # fmt: skip
            coupling.solve(
                answers, contacts, contacts.rows.pseudo_impulse, contacts.rows.pseudo_target,
                bodies.pseudo_velocity, bodies.pseudo_spin, bodies.inv_mass,
                tolerance / contact.FINE,
            )  # fmt: skip
            close_joints(bodies, joints, islands, h)


@kernel
def measure_joints(bodies, joints, islands) -> None:
    """Measure all rows of all joints at the bodies' poses into `joints.after`."""
    motion.place(islands.body, bodies, islands)
    joint.measure(0, islands.all_joint.shape[0], joints, islands, joints.after, False)


@kernel
def store_joints(bodies, joints, islands, h) -> None:
    """Keep every joint's position at the bodies' new poses."""
    measure_joints(bodies, joints, islands)
    joint.store_position(joints, islands, h)


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
        prepare(bodies, joints, motors, world.brakes, islands, contacts, settings.gravity, h)
        solve(bodies, joints, motors, islands, contacts, world.answers, iterations, tolerance, h)
        solve_position(bodies, joints, islands, contacts, world.answers, iterations, tolerance, h)
        store(bodies, joints, motors, islands, contacts, h)


@kernel
def advance(words) -> None:
    """Advance a packed world by one step: `words = handle.pack(world).words`."""
    run(open_table(words, World))


def step(world) -> None:
    """Advance the world by one step; packs it at every call, so long runs call `advance`."""
    advance(pack(world).words)
