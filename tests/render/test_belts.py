"""Drawn links of belts go as the surface runs, and look after one link as they did before."""

from collections.abc import Callable
from dataclasses import replace

import moderngl
import numpy as np
import pytest

from simulator.render import belts, camera, geometry, pose, still
from simulator.render.renderer import Renderer
from simulator.spec.models.scene import SceneSpec

ROBOT = """\
links:
  hull: {shape: {box: [0.8, 0.3, 0.1]}, mass: 30}
  rear: {mass: 1, shape: {cylinder: {radius: 0.10, length: 0.08}, rpy_deg: [90, 0, 0]}}
  front: {mass: 1, shape: {cylinder: {radius: 0.06, length: 0.08}, rpy_deg: [90, 0, 0]}}
joints:
  rear: {type: revolute, parent: hull, child: rear, at: [-0.4, 0.25, 0], axis: AXIS}
  front: {type: revolute, parent: hull, child: front, at: [0.4, 0.25, 0.05], axis: [0, 1, 0]}
tracks:
  left: {sprocket: rear, idler: front, model: belt}
"""
PIECES = 5  # of a drawn link: plate, two grousers, two horns
SCENE = "robots: [{file: belted.yaml, name: belted, at: [1, 2, 0.3], rpy_deg: [5, -10, 30]}]"


@pytest.fixture(params=[1, -1])
def side(request: pytest.FixtureRequest) -> int:
    """Return which way the sprocket's axis points."""
    return request.param


@pytest.fixture
def scene(make_scene: Callable[..., SceneSpec], side: int) -> SceneSpec:
    return make_scene(SCENE, belted=ROBOT.replace("AXIS", f"[0, {side}, 0]"))


def place(scene: SceneSpec, angle: float) -> tuple[geometry.Geometry, pose.Poses]:
    """Return the poses of all rows of the table with the sprocket turned."""
    snapshot, baked = still.at_start(scene), geometry.bake(scene)
    joint = snapshot.joint_position.copy()
    joint[snapshot.layout.joints.index("belted.rear")] = angle
    snapshot = replace(snapshot, joint_position=joint)
    return baked, belts.append(pose.blend(snapshot, snapshot, 1.0), baked.belts)


def plates(baked: geometry.Geometry, poses: pose.Poses) -> np.ndarray:
    """Return the middles of all drawn plates in the world, in order round the belt (n, 3).

    Links on one straight have one row of the pose table.
    """
    middles = []
    faces, owner = baked.casters, baked.part_of["casters"]
    for part in np.unique(owner):
        corners = baked.vertices[np.unique(faces[owner == part])]
        row = int(corners["rows"][0, 0])
        if row >= len(baked.bounds):
            point = corners["position"].astype(float).mean(axis=0)
            middles.append(poses.rotation[row] @ point + poses.position[row])
    return np.array(middles)[::PIECES]


def test_a_link_gets_to_the_place_of_the_next(scene: SceneSpec) -> None:
    baked, start = place(scene, 0.0)
    rate = baked.belts.rate[0]
    before, after = (plates(baked, place(scene, s / rate)[1]) for s in (1e-9, 1.0 - 1e-9))
    assert len(before) > 20
    assert before == pytest.approx(plates(baked, start), abs=1e-6)
    assert after == pytest.approx(np.roll(before, -1, axis=0), abs=1e-6)


def test_a_whole_link_on_it_looks_the_same(scene: SceneSpec) -> None:
    baked, some = place(scene, 0.3)
    more = place(scene, 0.3 + 7.0 / baked.belts.rate[0])[1]
    assert more.position == pytest.approx(some.position, abs=1e-9)


def test_links_go_as_fast_as_the_surface_runs(scene: SceneSpec, side: int) -> None:
    """Against axis x arm, in the body's frame; the pins go round at the belt's middle."""
    step = 1e-4
    baked, poses = place(scene, 0.1)
    later = place(scene, 0.1 + step)[1]
    hull = still.at_start(scene).layout.bodies.index("belted.hull")
    own, origin = poses.rotation[hull], poses.position[hull]
    start, end = ((plates(baked, at) - origin) @ own for at in (poses, later))
    way = (end - start) / step
    radius = 0.1 + 0.5 * 0.15 * 0.06
    under = np.argmin(start[:, 2])  # below the sprocket
    assert way[under, 0] == pytest.approx(-side * radius, rel=0.05)
    straight = np.flatnonzero((abs(start[:, 0]) < 0.2) & (start[:, 2] > 0))  # between the wheels
    assert np.linalg.norm(way[straight], axis=1) == pytest.approx(radius, rel=1e-3)
    assert (np.sign(way[straight, 0]) == side).all()


def test_a_link_stays_in_the_ball_of_its_part(scene: SceneSpec) -> None:
    baked, _ = place(scene, 0.0)
    start, first = still.at_start(scene), len(baked.bounds)
    for share in (0.25, 0.75, 0.999):
        poses = place(scene, share / baked.belts.rate[0])[1]
        back = pose.blend(start, start, 1.0)
        for group, faces in baked.groups.items():
            owner = np.repeat(baked.part_of[group], 3)
            corners = baked.vertices[faces.ravel()]
            rows = corners["rows"][:, 0].astype(int)
            moving = rows >= first
            points = corners["position"][moving].astype(float)
            world = np.einsum("nij,nj->ni", poses.rotation[rows[moving]], points)
            world += poses.position[rows[moving]]
            body = baked.parts.body[owner[moving]]
            local = np.einsum("nji,nj->ni", back.rotation[body], world - back.position[body])
            away = np.linalg.norm(local - baked.parts.centre[owner[moving]], axis=1)
            assert (away <= baked.parts.radius[owner[moving]] * (1 + 1e-5) + 1e-6).all()


def test_picking_a_link_names_the_body(ctx: moderngl.Context, scene: SceneSpec) -> None:
    renderer, snapshot = Renderer(ctx, scene, "low"), still.at_start(scene)
    hull = snapshot.layout.bodies.index("belted.hull")
    baked, poses = place(scene, 0.0)
    link = plates(baked, poses)[np.argmax(plates(baked, poses)[:, 2])]
    view = camera.look_at(link + np.array([0.0, 0.3, 1.0]), link, 0.5)
    assert renderer.pick(200, 150, view, (400, 300), snapshot) == hull
    renderer.release()
