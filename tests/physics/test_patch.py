"""Patches: one friction for all points of a face, against a naive twin, and in grips."""

import numpy as np
import pytest

from simulator.physics.algebra.vector import tangent_of
from simulator.physics.bodies.clusters import make_clusters
from simulator.physics.contacts import patch
from simulator.physics.contacts.contact import make_contacts
from tests.bench import e_own
from tests.peers import measure, parts
from tests.peers.geometry import matrix, multiply

FRICTION, LEAST = 0.6, 1e-9
JOINTED = np.array([-1, 0], np.int32)  # body 1 hangs on a joint, body 0 is the ground


def make(seed, bearing=4):
    """Return the tables of one pair with four points on a plane, of which so many bear a push."""
    random = np.random.default_rng(seed)
    contacts, clusters = make_contacts(8, 2), make_clusters(2, 8)
    normal = random.normal(size=3)
    normal /= np.linalg.norm(normal)
    across = np.array(tangent_of(tuple(normal)))
    frame = np.array([across, np.cross(normal, across)])
    clusters.pair_end[0], clusters.point_start[1], clusters.point[:4] = 1, 4, range(4)
    contacts.body_b[:4], contacts.belt[:], contacts.friction[:] = 1, -1, FRICTION
    contacts.normal[:4] = normal
    contacts.position[:4] = random.normal(size=3) + random.normal(size=(4, 2)) @ frame
    contacts.impulse[:4, :3] = random.normal(size=(4, 3))
    contacts.impulse[:4, 0] = np.where(np.arange(4) < bearing, random.uniform(1.0, 2.0, 4), 0.0)
    contacts.target[:4] = random.normal(size=4)
    return contacts, clusters, np.array([normal, *frame])


def wrench(contacts, frame):
    """Return force and moment about the world's origin of the impulses of all points."""
    force = contacts.impulse[:4, :3] @ frame
    return np.concatenate([force.sum(0), np.cross(contacts.position[:4], force).sum(0)])


@pytest.mark.parametrize("bearing", [2, 3, 4])
def test_friction_is_added_up_and_shared_out_without_a_change(bearing) -> None:
    contacts, clusters, frame = make(1, bearing)
    before = wrench(contacts, frame)
    patch.find(0, clusters, contacts, JOINTED)
    assert contacts.rows.patch[0, patch.RADIUS] > 0.0
    assert not contacts.impulse[2:4, 1:3].any()
    patch.share_out(0, clusters, contacts)
    np.testing.assert_allclose(wrench(contacts, frame), before, atol=1e-12)
    spread = np.ptp(contacts.impulse[:4, 1:3], axis=0)
    assert spread.max() > 0.0  # the twist


@pytest.mark.parametrize("change", ["one bears", "bent", "rough", "free", "belt"])
def test_what_is_no_patch_keeps_a_friction_of_each_point(change) -> None:
    contacts, clusters, _ = make(2, 1 if change == "one bears" else 4)
    if change == "one bears":
        contacts.separation[1:4] = 1.1 * patch.FLUSH
    if change == "bent":
        contacts.normal[3] = contacts.normal[3][::-1]
    if change == "rough":
        contacts.friction[2] = 0.7
    if change == "belt":
        contacts.belt[:] = 1
    before = contacts.impulse.copy()
    patch.find(0, clusters, contacts, np.full(2, -1, np.int32) if change == "free" else JOINTED)
    assert contacts.rows.patch[0, patch.RADIUS] == 0.0
    np.testing.assert_array_equal(contacts.impulse, before)


@pytest.mark.parametrize("repeats", [1, 2])
@pytest.mark.parametrize("slip", [0.01, 3.0])
def test_a_patch_is_solved_as_its_rows_one_by_one(slip, repeats) -> None:
    contacts, clusters, (normal, across, aside) = make(3)
    random = np.random.default_rng(5)
    half, at = random.normal(size=(6, 6)), random.normal(size=3)
    answer = half @ half.T
    patch.find(0, clusters, contacts, JOINTED)
    patch.build(
        0, 4, clusters.point, contacts, np.array([answer, answer, answer]), tuple(at), LEAST
    )
    motion = slip * random.normal(size=6)
    impulse, target = contacts.impulse.copy(), contacts.target
    middle = contacts.position[:4].mean(0)
    radius = np.linalg.norm(contacts.position[:4] - middle, axis=1)

    def row(direction, place):
        return np.concatenate([direction, np.cross(place - at, direction)])

    tangents = np.array([row(across, middle), row(aside, middle)])
    twist = np.concatenate([np.zeros(3), radius.max() * normal])
    total, v = np.zeros(6), motion.copy()

    def push(rows, by):
        nonlocal total, v
        total = total + rows.T @ by
        v = v + answer @ rows.T @ by

    for _ in range(repeats):
        force, turn = impulse[0, 1:3].copy(), impulse[1, 1]
        most = FRICTION * impulse[:4, 0].sum()
        inverse = np.linalg.inv(tangents @ answer @ tangents.T)
        new = force - inverse @ (tangents @ v)
        if np.linalg.norm(new) > most:
            new = force - np.linalg.eigvalsh(inverse)[0] * (tangents @ v)
            new *= min(1.0, most / np.linalg.norm(new))
        push(tangents, new - force)
        limit = FRICTION * impulse[:4, 0] @ radius / radius.max()
        other = np.clip(turn - twist @ v / (twist @ answer @ twist), -limit, limit)
        push(twist[None], np.array([other - turn]))
        impulse[0, 1:3], impulse[1, 1] = new, other
        for n in range(4):
            own = row(normal, contacts.position[n])
            f = impulse[n, 0]
            impulse[n, 0] = max(f - (own @ v - target[n]) / (own @ answer @ own), 0.0)
            push(own[None], np.array([impulse[n, 0] - f]))
    _, force, moment = patch.solve(
        0, 4, repeats, False, clusters, contacts, tuple(motion[:3]), tuple(motion[3:])
    )
    np.testing.assert_allclose(contacts.impulse[:4], impulse[:4], atol=1e-10)
    np.testing.assert_allclose(np.concatenate([force, moment]), total, atol=1e-10)


@pytest.mark.parametrize(
    ("step", "mass", "half", "friction"),
    [
        (0.01, 1.0, 0.02, 1.0),
        (0.002, 20.0, 0.02, 1.8),
        (0.001, 1.0, 0.1, 1.0),
        (0.02, 0.1, 0.02, 1.8),
    ],
)
def test_a_grip_with_a_tenth_to_spare_holds(step, mass, half, friction) -> None:
    """Pads larger than the box, steps and masses: their points share the push as they may."""
    figures = measure.gripper(
        lambda scene: e_own.Sim(scene, step, sleep=0), step, seconds=9.0, gentle=True, margin=1.1,
        box_mass=mass, half=half, mu=friction,
    )  # fmt: skip
    assert figures["held"]
    assert figures["slip"] < 1e-6


@pytest.mark.parametrize("tilt", [1.4e-4, 3e-4])
def test_what_jams_a_hair_askew_does_not_turn_about_the_points_that_bear(tilt) -> None:
    """Friction keeps a round post askew, one point of each line bears: it turned about these."""
    half, mass, mu, bodies, joints = 0.0165, 0.06, 1.2, [], []
    force, pad = 1.5 * mass * 9.81 / mu, (0.01, 0.0125, 0.006)
    for side in (-1, 1):
        at, motor = (side * (half + 0.01 + 0.006 * tilt), 0, 0), {"kind": "force", "maxf": force}
        motor["target"] = -side * force
        joints.append(parts.joint("slide", -1, len(bodies), at, (1, 0, 0), motor=motor))
        bodies.append(
            parts.body(f"f{side + 1}", at, 0.3, parts.box_inertia(0.3, pad),
                       [parts.shape("box", pad)], mu=mu, group=parts.FINGER, mask=parts.THING)
        )  # fmt: skip
    upright = multiply(parts.about_y(tilt), np.sqrt([0.5, 0.5, 0.0, 0.0]))
    inertia = parts.cylinder_inertia(mass, half, 0.04)
    post = [parts.shape("cylinder", (half, 0.04))]
    bodies.append(parts.body("post", (0, 0, 2e-4), mass, inertia, post, quat=upright, mu=mu))
    sim = e_own.Sim(parts.scene(bodies, joints, v0={2: (0, 0, 0, 0.05, 0, 0)}), 0.005)
    for _ in range(200):
        sim.step()
    position, quaternion = sim.poses()
    assert abs(matrix(quaternion[2])[1, 1]) < 1e-3 and position[2, 2] > 1.9e-4
