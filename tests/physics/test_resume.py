"""The share of the last step's impulses that a cluster of unlike bodies begins with."""

import numpy as np
import pytest

from simulator.physics.build import build_world
from simulator.physics.solver import resume
from simulator.spec.models.scene import PropSpec, SceneSpec
from simulator.spec.models.shape import ShapeSpec

FORCE, NORMAL, PLACE = np.array([-0.2, 0.3, 2.0]), np.array([0.0, 0.0, 1.0]), (0.01, 0.02, 0.2)


@pytest.mark.parametrize("twist", [0.0, 0.05, -0.4])
def test_it_is_the_one_with_the_least_energy(twist):
    """Of all that the impulses do: the twist of a heavy thing spins a light one, too."""
    props = [PropSpec(name=f"p{m:.0f}", shape=ShapeSpec(sphere=0.1, mass=m)) for m in (0.6, 200.0)]
    world = build_world(SceneSpec(props=props))
    bodies, clusters, contacts = world.bodies, world.clusters, world.contacts
    clusters.body[:2], clusters.body_start[:2] = (1, 2), (0, 2)
    clusters.pair_start[:2], clusters.pair_end[0], clusters.point_start[:2] = (0, 1), 1, (0, 1)
    contacts.body_a[0], contacts.body_b[0] = 1, 2
    contacts.position[0], contacts.normal[0] = PLACE, NORMAL
    contacts.impulse[0] = FORCE[2], -FORCE[1], FORCE[0], twist
    bodies.position[1:, 2] = 0.1, 0.3
    bodies.velocity[2], bodies.spin[2] = (0.1, 0.0, -0.5), (0.0, 0.2, 0.1)
    before = contacts.impulse[0].copy()
    slope = bend = 0.0
    for b, sign in ((1, -1.0), (2, 1.0)):
        moment = np.cross(PLACE - bodies.position[b], FORCE) + twist * NORMAL
        slope += sign * (FORCE @ bodies.velocity[b] + moment @ bodies.spin[b])
        bend += FORCE @ FORCE * bodies.inv_mass[b] + moment @ bodies.inv_inertia[b] @ moment
    resume.resume(0, clusters, contacts, bodies, world.islands.push)
    np.testing.assert_allclose(contacts.impulse[0], -slope / bend * before, rtol=1e-12)
    assert 0.0 < -slope / bend < 0.9
