"""Leaving parts out: what is drawn is seen, what is left out is not; the picture stays the same."""

from collections.abc import Callable
from dataclasses import replace

import moderngl
import numpy as np
import pytest

from simulator.render import camera, culling, geometry, pose, still
from simulator.render.culling import Parts
from simulator.render.offscreen import read
from simulator.render.quality import LOW
from simulator.render.renderer import Renderer
from simulator.spec.models.scene import SceneSpec

SIZE = (320, 200)


def make_parts(*balls: tuple[int, float, float, float, float]) -> Parts:
    """Return parts of (body, x, y, z, radius)."""
    table = np.array(balls)
    body = table[:, 0].astype(np.intp)
    return Parts(body, table[:, 1:4], table[:, 4], culling.find_largest(body, table[:, 4]))


def look(parts: Parts, smallest: float) -> list[bool]:
    """Look from the origin along x at parts of bodies at the origin."""
    count = int(parts.body.max()) + 1
    poses = pose.Poses(np.zeros((count, 3)), np.tile(np.eye(3), (count, 1, 1)))
    clip = camera.projection(camera.look_at([0, 0, 0], [1, 0, 0], np.pi / 2), 1.0)
    return culling.find_seen(parts, poses, clip, 200, smallest).tolist()


def test_a_ball_is_seen_that_reaches_into_the_view() -> None:
    # ahead, behind, at the side, reaching in from the side, round the eye, too far
    balls = make_parts(
        (0, 5, 0, 0, 0.5), (1, -5, 0, 0, 0.5), (2, 5, 6, 0, 0.5), (3, 5, 6, 0, 0.8),
        (4, -1, 0, 0, 2.0), (5, 300, 0, 0, 1.0),
    )  # fmt: skip
    assert look(balls, 0.01) == [True, False, False, True, True, False]


def test_a_ball_smaller_than_asked_is_left_out() -> None:
    # at 10 m a pixel of a picture 200 px high over 90 degrees is 0.1 m
    balls = make_parts((0, 10, 0, 0, 0.11), (1, 10, 0, 0, 0.09), (2, 5, 0, 0, 0.06))
    assert look(balls, 1.0) == [True, False, True]


def test_a_small_body_shows_its_largest_part_only() -> None:
    small = [(0, 10, 0, 0, 0.2), (0, 10, 0, 0, 0.3), (0, 10, 0, 0, 0.3)]
    large = [(1, 10, 0, 0, 0.2), (1, 10, 0, 0, 0.6)]
    assert look(make_parts(*small, *large), 1.0) == [False, True, False, True, True]


@pytest.mark.parametrize("seed", range(5))
def test_the_largest_part_is_the_first_of_the_largest(seed: int) -> None:
    rng = np.random.default_rng(seed)
    body, radius = rng.integers(0, 6, 40), rng.integers(1, 5, 40).astype(float)
    for part, found in enumerate(culling.find_largest(body, radius)):
        own = [row for row in range(40) if body[row] == body[part]]
        assert found == max(own, key=lambda row: (radius[row], -row))


def test_every_part_lies_in_its_ball(showroom: SceneSpec) -> None:
    baked = geometry.bake(showroom)
    parts = baked.parts
    for group, faces in baked.groups.items():
        owner = np.repeat(baked.part_of[group], 3)
        corners = baked.vertices[faces.ravel()]
        assert (corners["rows"][:, 0] == parts.body[owner]).all()
        away = np.linalg.norm(corners["position"] - parts.centre[owner], axis=1)
        assert (away <= parts.radius[owner] * (1 + 1e-5) + 1e-6).all()
    assert len(baked.part_of["casters"]) == len(baked.casters)


def test_what_lies_outside_the_view_changes_no_pixel(
    ctx: moderngl.Context, showroom: SceneSpec
) -> None:
    snapshot = still.at_start(showroom)
    whole = replace(LOW, smallest=0.0, shadow_interval=1)
    view = camera.look_at([1.5, -1.5, 1.0], [0.0, 0.0, 0.3], 0.5)
    pictures, drawn = [], []
    for quality in (whole, replace(whole, smallest=1e-6)):
        renderer = Renderer(ctx, showroom, quality)
        for eye in (camera.of_spec(showroom.camera), view):  # the second leaves others out
            texture = renderer.render(snapshot, snapshot, 1.0, eye, SIZE)
        pictures.append(np.asarray(read(texture)).astype(int))
        drawn.append(sum(one.count for one in renderer.surfaces.triangles.values()))
        renderer.release()
    assert drawn[1] < 0.9 * drawn[0]
    assert np.abs(pictures[1] - pictures[0]).max() == 0


def test_a_crowd_far_away_is_drawn_coarsely(
    ctx: moderngl.Context, make_scene: Callable[[str], SceneSpec]
) -> None:
    shapes = "[{box: [0.1, 0.1, 0.1]}, {box: [0.02, 0.02, 0.2]}, {sphere: 0.03}]"
    things = [
        f"  - {{name: t{i}, at: [{i % 10}, {i // 10}, 0.5], shapes: {shapes}}}" for i in range(100)
    ]
    scene = make_scene("props:\n" + "\n".join(things) + "\n")
    snapshot = still.at_start(scene)
    counts = []
    for distance in (2.0, 12.0):
        renderer = Renderer(ctx, scene, LOW)
        view = camera.look_at([5.0, 5.0 - distance, distance], [5.0, 5.0, 0.5])
        renderer.render(snapshot, snapshot, 1.0, view, SIZE)
        counts.append(renderer.surfaces.triangles["plain"].count)
        renderer.release()
    assert 0 < counts[1] < counts[0]
