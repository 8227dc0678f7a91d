"""One step, read as a table of contents: find pairs, collide, then each substep's solve and move.

Joints are exact: every pass ends with the direct solve of all joints (`island`); contacts sweep
between. The passes stop when neither changes the other by more than the tolerance.
"""

from simulator.jit import kernel

from . import broadphase, contact, hold, integrate, island, joint, motor, narrowphase


@kernel
def step(world) -> None:
    """Advance the world by one step.

    The tables are handed on one by one: a kernel that takes the whole world costs seconds of
    compile time.
    """
    settings, bodies, joints, motors = world.settings, world.bodies, world.joints, world.motors
    islands, contacts, tolerance = world.islands, world.contacts, settings.tolerance
    h = settings.step / settings.substeps
    broadphase.find_pairs(bodies, world.shapes, world.pairs, settings.step)
    narrowphase.collide(bodies, world.shapes, world.pairs, contacts, world.scratch)
    for _ in range(settings.substeps):
        # known forces, then every constraint at the present poses
        contact.prepare(contacts, bodies, h)
        integrate.velocities(bodies, settings.gravity, h)
        joint.prepare(joints, bodies)
        motor.prepare(joints, motors, bodies, h)
        hold.prepare(joints, world.brakes, h)
        island.prepare(joints, bodies, islands)
        contact.warm_start(contacts, bodies)
        # velocities: joints as one block, contacts in sweeps, until they agree
        island.take_base(bodies.velocity, bodies.spin, islands)
        island.solve(joints, bodies, islands, h)
        for sweep in range(settings.iterations):
            change = contact.solve(contacts, bodies, sweep)
            if change == 0.0:
                break
            island.add_to_base(bodies.velocity, bodies.spin, islands)
            island.correct(joints, bodies, islands, h)
            if change <= tolerance:
                break
        island.solve(joints, bodies, islands, h)
        joint.store_speed(joints, islands.velocity, islands.row_impulse, h)
        # split impulses: the same for gaps and penetration, on velocities that do not stay
        island.take_base(bodies.pseudo_velocity, bodies.pseudo_spin, islands)
        island.solve_position(joints, bodies, islands, h)
        for sweep in range(settings.iterations):
            change = contact.solve_position(contacts, bodies, sweep)
            if change == 0.0:
                break
            island.add_to_base(bodies.pseudo_velocity, bodies.pseudo_spin, islands)
            island.solve_position(joints, bodies, islands, h)
            if change <= tolerance:
                break
        # move, and keep what the next step starts from
        integrate.poses(bodies, islands.of_body, h)
        joint.store_position(joints, bodies, h)
        motor.store(joints, motors, h)
        contact.store(contacts)
