"""A few contacts solved directly: the laws of contact hold, and what sweeps cannot do is done."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.bodies.clusters import make_clusters
from simulator.physics.build import build_world
from simulator.physics.contacts import grips, newton
from simulator.physics.contacts.contact import make_contacts
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec
from tests.bench import e_own
from tests.peers import measure, scenes

FRICTION = 0.5


def find_impulses(answer, speed):
    """Return the impulses of points of three rows each, and the speeds that they leave."""
    count = len(speed)
    contacts, clusters, table = make_contacts(16, 2), make_clusters(2, 16), grips.make_grips(1)
    contacts.friction[:], clusters.point[:] = FRICTION, range(16)
    table.point[:count], table.kind[:count] = np.arange(count) // 3, np.arange(count) % 3
    table.matrix[:count, :count], table.speed[:count] = answer, speed
    table.impulse[:] = 0.0
    for _ in range(60):
        if newton.find_equations(count, False, contacts, clusters, table) < 1e-12:
            break
        newton.step(count, table)
    return table.impulse[:count].copy(), table.speed[:count].copy()


@pytest.mark.parametrize(
    ("speed", "impulse"),
    [
        ((-1.0, 0.2, 0.0), (1.0, -0.2, 0.0)),  # stops, and sticks
        ((-1.0, 0.0, 2.0), (1.0, 0.0, -0.5)),  # stops, and slides
        ((0.5, 1.0, 1.0), (0.0, 0.0, 0.0)),  # parts
    ],
)
def test_one_point_follows_coulomb(speed, impulse) -> None:
    found, _ = find_impulses(np.eye(3), np.array(speed))
    np.testing.assert_allclose(found, impulse, atol=1e-9)


def test_a_change_that_is_no_number_is_no_solution() -> None:
    contacts, clusters, table = make_contacts(16, 2), make_clusters(2, 16), grips.make_grips(1)
    table.kind[:3], table.matrix[:3, :3] = (0, 1, 2), np.eye(3)
    assert newton.find_equations(3, False, contacts, clusters, table) == 0.0
    table.impulse[1] = np.nan
    assert newton.find_equations(3, False, contacts, clusters, table) == np.inf


@pytest.mark.parametrize("seed", range(12))
def test_points_that_know_each_other_obey_the_laws_of_contact(seed) -> None:
    """Three points on a free body: nobody pulls, who parts does not push, friction opposes."""
    random = np.random.default_rng(seed)
    rows = random.normal(size=(9, 6))  # more rows than freedoms: redundant
    rows[::3] *= 3.0
    found, speed = find_impulses(rows @ rows.T + 1e-3 * np.eye(9), rows @ random.normal(size=6))
    push, slip = found[::3], speed.reshape(3, 3)[:, 1:]
    friction, most = found.reshape(3, 3)[:, 1:], FRICTION * push
    assert push.min() > -1e-8
    assert speed[::3].min() > -1e-8
    assert np.abs(push * speed[::3]).max() < 1e-7
    size = np.linalg.norm(friction, axis=1)
    assert (size <= most + 1e-8).all()
    for k in range(3):
        if np.linalg.norm(slip[k]) > 1e-7:
            np.testing.assert_allclose(size[k], most[k], atol=1e-7)
            assert friction[k] @ slip[k] <= 1e-9


@pytest.mark.parametrize(
    ("step", "jaws", "thing"), [(0.01, 100.0, 0.01), (0.005, 300.0, 0.05), (0.002, 100.0, 0.02)]
)
def test_heavy_jaws_hold_a_light_thing(step, jaws, thing, monkeypatch) -> None:
    """Fingers of 100 kg and more, as geared drives make them, press a few grams with 100 N."""
    light = scenes.gripper

    def gripper(**options):
        scene = light(**options)
        for finger in scene["meta"]["fingers"]:
            scene["bodies"][finger]["mass"] *= jaws
            scene["bodies"][finger]["inertia"] = scene["bodies"][finger]["inertia"] * jaws
        lift, *presses = (joint["motor"] for joint in scene["joints"])
        for key in ("kp", "kd", "maxf"):
            lift[key] *= 2.0 * jaws
        for press in presses:
            press["maxf"], press["target"] = 100.0, np.sign(press["target"]) * 100.0
        return scene

    monkeypatch.setattr(scenes, "gripper", gripper)
    figures = measure.gripper(
        lambda scene: e_own.Sim(scene, step, sleep=0), step, seconds=9.0, gentle=True,
        box_mass=thing,
    )  # fmt: skip
    assert figures["held"]
    assert figures["slip"] < 1e-6


@pytest.mark.parametrize("step", [0.005, 0.02])
@pytest.mark.parametrize("top", [100.0, 1000.0])
def test_a_heavy_block_rests_on_a_light_one(step, top) -> None:
    figures = measure.stack(
        lambda scene: e_own.Sim(scene, step, sleep=0), step, seconds=5.0, n=2, heavy_top=top
    )
    assert figures["drift"] < 1e-5
    assert abs(figures["sink"]) < 1e-4


@pytest.mark.parametrize("dt", [0.002, 0.01])
def test_each_surface_of_a_body_has_its_own_friction(dt):
    """A smooth wall of the same terrain as a rough floor held a bar that leant on it."""
    half, tilt = 0.02, 0.9 * np.arctan(1.0)  # it would need a friction of 0.575 on the floor
    low = np.cos(tilt) - half * np.sin(tilt)
    assert low / (2.0 * np.sin(tilt)) < 0.6
    shape = ShapeSpec(box=(2.0, 0.04, 0.04), mass=5.0, material="rough")
    at = (-(np.cos(tilt) + half * np.sin(tilt)), 0.0, np.sin(tilt) + half * np.cos(tilt))
    bar = PropSpec(name="bar", shape=shape, at=at, rpy=(0.0, -tilt, 0.0))
    wall = ShapeSpec(box=(1.0, 4.0, 6.0), at=(0.5, 0.0, 3.0), material="smooth")
    scene = SceneSpec(
        props=[bar], terrain=[ShapeSpec(plane=True, material="rough"), wall],
        materials={"rough": MaterialSpec(friction=FRICTION), "smooth": MaterialSpec(friction=0.0)},
        physics=PhysicsSpec(step=dt, sleep=False),
    )  # fmt: skip
    world = build_world(scene)
    step.advance(round(1.0 / dt), pack(world).words)
    found, used = world.contacts, world.contacts.used[0]
    on_wall = found.friction[:used] == 0.0
    assert np.abs(found.push[:used][on_wall, 1:]).max(initial=0.0) == 0.0
    assert world.bodies.position[1, 2] < at[2] - 0.05
