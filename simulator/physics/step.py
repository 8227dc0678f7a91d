"""One step, read as a table of contents: find pairs, collide, then each substep's solve and move.

Joints are exact: every pass ends with the direct solve of all joints (`island`); contacts sweep
between. The passes stop when neither changes the other by more than the tolerance.
"""

from simulator.jit import kernel, stage

from . import broadphase, contact, coupling, hold, integrate, island, joint, motor, narrowphase


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
    joint.prepare(joints, bodies)
    motor.prepare(joints, motors, bodies, h)
    hold.prepare(joints, brakes, h)
    island.prepare(joints, bodies, islands)
    contact.warm_start(contacts, bodies)


@stage
def solve(bodies, joints, islands, contacts, answers, iterations, tolerance, h) -> None:
    """Find the new velocities: joints as one block, contacts in sweeps, until they agree."""
    island.take_base(bodies.velocity, bodies.spin, islands)
    island.solve(joints, bodies, islands, h)
    answers.used[0], stale, mark = 0, True, 0.0
    for sweep in range(iterations):
        change = contact.solve(contacts, bodies, sweep)
        if change == 0.0:
            break
        island.add_to_base(bodies.velocity, bodies.spin, islands)
        switched = island.correct(joints, bodies, islands, h)
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
            island.add_to_base(bodies.velocity, bodies.spin, islands)
            stale = island.correct(joints, bodies, islands, h)
    island.solve(joints, bodies, islands, h)
    joint.store_speed(joints, islands.velocity, islands.row_impulse, h)


@stage
def solve_position(bodies, joints, islands, contacts, answers, iterations, tolerance, h) -> None:
    """Close gaps and penetration by split impulses: velocities that move bodies and do not stay."""
    island.take_base(bodies.pseudo_velocity, bodies.pseudo_spin, islands)
    island.solve_position(joints, bodies, islands, h)
    answers.used[0] = 0  # rows of joints may have switched since they were found
    for sweep in range(iterations):
        change = contact.solve_position(contacts, bodies, sweep)
        if change == 0.0:
            break
        island.add_to_base(bodies.pseudo_velocity, bodies.pseudo_spin, islands)
        island.solve_position(joints, bodies, islands, h)
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
            island.add_to_base(bodies.pseudo_velocity, bodies.pseudo_spin, islands)
            island.solve_position(joints, bodies, islands, h)


@stage
def store(bodies, joints, motors, islands, contacts, h) -> None:
    """Move the bodies and keep what the next step starts from."""
    integrate.poses(bodies, islands.of_body, h)
    joint.store_position(joints, bodies, h)
    motor.store(joints, motors, h)
    contact.store(contacts)


@kernel
def step(world) -> None:
    """Advance the world by one step."""
    settings, bodies, joints, motors = world.settings, world.bodies, world.joints, world.motors
    islands, contacts, shapes, pairs = world.islands, world.contacts, world.shapes, world.pairs
    iterations, tolerance = settings.iterations, settings.tolerance
    h = settings.step / settings.substeps
    find_pairs(bodies, shapes, pairs, settings.step)
    collide(bodies, shapes, pairs, contacts, world.scratch)
    for _ in range(settings.substeps):
        prepare(bodies, joints, motors, world.brakes, islands, contacts, settings.gravity, h)
        solve(bodies, joints, islands, contacts, world.answers, iterations, tolerance, h)
        solve_position(bodies, joints, islands, contacts, world.answers, iterations, tolerance, h)
        store(bodies, joints, motors, islands, contacts, h)
