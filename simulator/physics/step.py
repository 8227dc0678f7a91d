"""One step, read as a table of contents: find pairs, collide, then each substep's solve and move.

Joints are exact: every pass ends with the direct solve of all joints (`island`); contacts sweep
between. The passes stop when neither changes the other by more than the tolerance.
"""

from simulator.jit import kernel

from . import broadphase, contact, hold, integrate, island, joint, motor

STAGES = ("pairs", "collide", "prepare", "solve", "position", "store")


@kernel
def find_pairs(world) -> None:
    """List the shapes that may touch within this step."""
    broadphase.find_pairs(world.bodies, world.shapes, world.pairs, world.settings.step)


@kernel
def prepare(world, h) -> None:
    """Let the known forces act, then prepare every constraint at the present poses."""
    bodies, joints, islands = world.bodies, world.joints, world.islands
    contact.prepare(world.contacts, bodies, h)
    integrate.velocities(bodies, world.settings.gravity, h)
    joint.prepare(joints, bodies)
    motor.prepare(joints, world.motors, bodies, h)
    hold.prepare(joints, world.brakes, h)
    island.prepare(joints, bodies, islands)
    contact.warm_start(world.contacts, bodies)


@kernel
def solve(world, h) -> None:
    """Find the new velocities: joints as one block, contacts in sweeps, until they agree."""
    bodies, joints, islands = world.bodies, world.joints, world.islands
    tolerance = world.settings.tolerance
    island.take_base(bodies.velocity, bodies.spin, islands)
    island.solve(joints, bodies, islands, h, tolerance)
    for sweep in range(world.settings.iterations):
        change = contact.solve(world.contacts, bodies, sweep)
        if change == 0.0:
            break
        island.add_to_base(bodies.velocity, bodies.spin, islands)
        island.solve(joints, bodies, islands, h, tolerance)
        if change <= tolerance:
            break
    joint.store_speed(joints, islands.velocity, h)


@kernel
def solve_position(world, h) -> None:
    """Find the pseudo-velocities that close gaps and penetrations (split impulses)."""
    bodies, joints, islands = world.bodies, world.joints, world.islands
    island.take_base(bodies.pseudo_velocity, bodies.pseudo_spin, islands)
    island.solve_position(joints, bodies, islands, h)
    for sweep in range(world.settings.iterations):
        change = contact.solve_position(world.contacts, bodies, sweep)
        if change == 0.0:
            break
        island.add_to_base(bodies.pseudo_velocity, bodies.pseudo_spin, islands)
        island.solve_position(joints, bodies, islands, h)
        if change <= world.settings.tolerance:
            break


@kernel
def store(world, h) -> None:
    """Move the bodies and keep what the next step starts from."""
    integrate.poses(world.bodies, world.islands.of_body, h)
    joint.store_position(world.joints, world.bodies, h)
    motor.store(world.joints, world.motors, h)
    contact.store(world.contacts)


@kernel
def step(world) -> None:
    """Advance the world by one step."""
    h = world.settings.step / world.settings.substeps
    find_pairs(world)
    for _ in range(world.settings.substeps):
        prepare(world, h)
        solve(world, h)
        solve_position(world, h)
        store(world, h)
