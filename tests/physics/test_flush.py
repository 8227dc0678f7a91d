"""Meshes that lie flush with each other: no rims inside, and those outside stay."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.exact.products import times
from simulator.physics import step
from simulator.physics.geometry import flush, meshes
from simulator.physics.geometry.triangles import CONVEX, OPEN, MeshRows
from simulator.spec.models.scene import PropSpec
from simulator.spec.models.shape import HeightField, Round, ShapeSpec
from simulator.spec.naming.bodies import rotation_of

RADIUS = 0.1
TURN = rotation_of((0.3, -0.2, 1.1))  # of all tiles in the world


def join(*tiles, beside=()):
    """Return the rows of tiles of 1 m by 1 m: cells along x and y, where, roll pitch yaw.

    `beside` them are other surfaces.
    """
    rows, surfaces = MeshRows(), list(beside)
    for cells, at, rpy in tiles:
        vertices, faces = meshes.grid_mesh(np.zeros((cells[1] + 1, cells[0] + 1)), (1.0, 1.0))
        mesh = rows.add(vertices, faces, True)
        surfaces.append(flush.make_mesh(rows, mesh, *place(at, rpy)))
    flush.join(rows, surfaces)
    return rows


def place(at, rpy=(0, 0, 0)):
    """Return where that is in the world, and how turned."""
    return np.array((5.0, -3.0, 2.0)) + times(TURN, at), times(TURN, rotation_of(rpy))


def count(rows, kind):
    return [int((part[3] == kind).sum()) for part in rows.parts]


@pytest.mark.parametrize("cells", [(1, 1), (2, 3), (7, 5)])
def test_tiles_side_by_side_have_no_rims_between_them(cells):
    """Wherever the corners of the other one are."""
    rows = join(((4, 4), (0, 0, 0), (0, 0, 0)), (cells, (1, 0, 0), (0, 0, np.pi)))
    assert count(rows, OPEN) == [12, 2 * cells[0] + cells[1]]
    assert count(rows, CONVEX) == [0, 0]


def test_an_edge_on_several_tiles_is_none_where_they_cover_all_of_it():
    long = (1, 1), (0, 0, 0), (0, 0, 0)
    beside = [((2, 2), (1, y, 0), (0, 0, 0)) for y in (-0.5, 0.5)]
    assert count(join(long, *beside), OPEN)[0] == 3
    assert count(join(long, beside[0]), OPEN)[0] == 4


def test_a_tile_that_lies_in_another_one_has_no_rim_at_all():
    rows = join(((4, 4), (0, 0, 0), (0, 0, 0)), ((2, 2), (0.6, 0, 0), (0, 0, 0)))
    assert count(rows, OPEN) == [12, 6]  # their sides along x lie on each other in part


@pytest.mark.parametrize("rise", [0, 1e-3])
@pytest.mark.parametrize("side", [1, -1])
def test_a_box_beside_a_tile_and_a_plane_round_it_take_its_rims_away(side, rise):
    box = flush.make_box(np.array((0.5, 0.6, 0.1)), *place((side, 0, rise - 0.1)))
    open_edges = count(join(((4, 4), (0, 0, 0), (0, 0, 0)), beside=[box]), OPEN)
    assert open_edges == [16 if rise else 12]
    plane = flush.make_plane(*place((3, 4, rise)))
    open_edges = count(join(((4, 4), (0, 0, 0), (0, 0, 0)), beside=[plane]), OPEN)
    assert open_edges == [16 if rise else 0]


def test_a_tile_that_stands_on_a_plane_keeps_its_rim():
    rows = join(
        ((4, 4), (0, 0, 0.5), (0, np.pi / 2, 0)), beside=[flush.make_plane(*place((0, 0, 0)))]
    )
    assert count(rows, OPEN) == [16]


@pytest.mark.parametrize("gap", [(1e-3, 0, 0), (0, 0, 1e-3), (0, 1.001, 0)])
def test_a_gap_or_a_step_stays_one(gap):
    rows = join(((4, 4), (0, 0, 0), (0, 0, 0)), ((4, 4), np.add((1, 0, 0), gap), (0, 0, 0)))
    assert count(rows, OPEN) == [16, 16]


@pytest.mark.parametrize(("pitch", "convex"), [(0.3, 4), (-0.3, 0)])
def test_a_ridge_is_an_edge_between_both_normals_and_a_valley_none(pitch, convex):
    at = 0.5 + 0.5 * np.cos(pitch), 0, -0.5 * np.sin(pitch)
    rows = join(((4, 4), (0, 0, 0), (0, 0, 0)), ((4, 4), at, (0, pitch, 0)))
    assert count(rows, OPEN) == [12, 12]
    assert count(rows, CONVEX) == [convex, convex]
    table = rows.pack()
    for mesh, x in ((0, np.sin(pitch)), (1, -np.sin(pitch))):
        first = table.first[mesh]
        for face, k in np.argwhere(rows.parts[mesh][3] == CONVEX):
            across = first + table.neighbours[first + face, k]
            np.testing.assert_allclose(table.normals[across], (x, 0, np.cos(pitch)), atol=1e-12)


def tile(x, y, cells):
    """A height field of 1 m by 1 m, of so many cells."""
    field = HeightField(size=(1.0, 1.0), heights=np.zeros((cells + 1, cells + 2)).tolist())
    return ShapeSpec(height_field=field, at=(x, y, 0), material="rubber")


@pytest.mark.parametrize("speed", [0.3, 3.0])
def test_a_plane_goes_on_where_a_tile_ends(make_world, speed):
    """A wheel lost two to twenty per cent of its speed at ten such rims."""
    tiles = [tile(2 * x, 0, 4) for x in range(5)]
    plane = ShapeSpec(plane=True, material="rubber")
    wheel = ShapeSpec(cylinder=Round(radius=RADIUS, length=0.12), material="rubber")
    props = [PropSpec(name="wheel", shape=wheel, at=(0.1, 0.2, RADIUS), rpy=(np.pi / 2, 0, 0))]
    world = make_world(props, terrain=[*tiles, plane])
    world.bodies.velocity[1:] = (speed, 0.0, 0.0)
    world.bodies.spin[1:] = (0.0, speed / RADIUS, 0.0)
    step.advance(round(9.0 / speed / world.settings.step), pack(world).words)
    np.testing.assert_allclose(world.bodies.velocity[1:], [[speed, 0, 0]], atol=1e-4)


@pytest.mark.parametrize("speed", [0.1, 1.0, 4.0])
def test_tiles_are_a_plane_for_what_rolls(make_world, speed):
    """They took half of a ball's energy in four metres, and threw it up by millimetres."""
    tiles = [tile(x, y, 2 + x + y) for x in range(6) for y in range(4)]
    ball = ShapeSpec(sphere=RADIUS, material="rubber")
    wheel = ShapeSpec(cylinder=Round(radius=RADIUS, length=0.12), material="rubber")
    props = [
        PropSpec(name="ball", shape=ball, at=(0.1, 0.3, RADIUS)),
        PropSpec(name="wheel", shape=wheel, at=(0.1, 2.3, RADIUS), rpy=(np.pi / 2, 0, 0)),
    ]
    world = make_world(props, terrain=tiles)
    world.bodies.velocity[1:] = (speed, 0.0, 0.0)
    world.bodies.spin[1:] = (0.0, speed / RADIUS, 0.0)
    words = pack(world).words
    for _ in range(round(min(4.5 / speed, 10.0) / world.settings.step)):
        step.advance(1, words)
        np.testing.assert_allclose(world.bodies.position[1:, 2], RADIUS, atol=1e-6)
    np.testing.assert_allclose(world.bodies.velocity[1:], [[speed, 0, 0]] * 2, atol=1e-5)
