"""Debug lines and floor blobs from poses."""

from dataclasses import replace

import numpy as np

from simulator.render import blobs, lines, pose, still
from simulator.snapshot import ContactPoint
from simulator.spec.models.scene import PropSpec, SceneSpec
from simulator.spec.models.shape import ShapeSpec

SCENE = SceneSpec(props=[PropSpec(name="box", at=(1.0, 2.0, 0.5), shape=ShapeSpec(box=(1, 1, 1)))])
BOUNDS = np.array([[[0.0, 0, 0], [0, 0, 0]], [[-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]]])


def poses_of(turn: np.ndarray, height: float = 0.5) -> pose.Poses:
    return pose.Poses(np.array([[0.0, 0, 0], [1.0, 2.0, height]]), np.array([np.eye(3), turn]))


def test_box_lines_are_the_twelve_edges() -> None:
    drawn = lines.box_lines(BOUNDS, poses_of(np.eye(3)), np.array([1]))
    assert drawn.shape == (12, 10)
    assert np.allclose(np.linalg.norm(drawn[:, :3] - drawn[:, 3:6], axis=1), 1.0)
    assert np.allclose(drawn[:, :6].reshape(-1, 3).mean(0), [1.0, 2.0, 0.5])


def test_contact_lines_grow_with_force() -> None:
    contact = ContactPoint(
        np.zeros((3, 3)),
        np.tile([0.0, 0, 1], (3, 1)),
        np.array([0.0, 10.0, 1000.0]),
        np.zeros(3, int),
        np.ones(3, int),
    )
    drawn = lines.contact_lines(replace(still.at_start(SCENE), contacts=contact))
    length = drawn[:, 5]
    assert 0.0 < length[0] < length[1] < length[2] < 0.5


def test_frames_of_all_bodies_but_the_ground() -> None:
    drawn = lines.frame_lines(poses_of(np.eye(3)))
    assert drawn.shape == (3, 10)
    assert np.allclose(drawn[0, 3:6] - drawn[0, :3], [lines.FRAME_LENGTH, 0, 0])


def test_blob_lies_under_the_body_and_knows_its_height() -> None:
    c, s = np.cos(0.4), np.sin(0.4)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    row = blobs.footprints(BOUNDS, poses_of(turn))
    assert row.shape == (1, 10)
    assert np.allclose(row[0], [1.0, 2.0, c, s, 0.5, 0.5, 0.0, 0.0, 0.0, 0.0], atol=1e-6)
    raised = blobs.footprints(BOUNDS, poses_of(turn, 0.55))
    assert np.allclose(raised[0, 6:], [0.05, 0.0, 0.0, 0.05], atol=1e-6)
    assert len(blobs.footprints(BOUNDS, poses_of(turn, 2.0))) == 0


def test_blob_of_a_tilted_body_rises_with_its_underside() -> None:
    c, s = np.cos(0.1), np.sin(0.1)
    turn = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])  # its front is down
    row = blobs.footprints(BOUNDS, poses_of(turn, 0.5 * (c + s)))
    assert abs(row[0, 9]) < 1e-6  # its lower edge stands on the floor
    back = row[0, 6] - row[0, 4] * row[0, 7]
    front = row[0, 6] + row[0, 4] * row[0, 7]
    assert front < 0.01
    assert back > 0.09


def test_a_body_on_end_has_a_footprint_too() -> None:
    standing = np.array([[0.0, 0, 1], [0, 1, 0], [-1, 0, 0]])
    row = blobs.footprints(BOUNDS, poses_of(standing))
    assert np.allclose(row[0, 4:6], 0.5, atol=1e-6)


def test_the_map_covers_all_footprints_or_lies_round_the_focus() -> None:
    row = blobs.footprints(BOUNDS, poses_of(np.eye(3)))
    area = blobs.cover(row, np.zeros(3))
    assert area.x <= 0.5 - blobs.MARGIN
    assert area.x + area.side >= 1.5 + blobs.MARGIN
    far = np.repeat(row, 2, axis=0)
    far[1, :2] += 100.0
    area = blobs.cover(far, np.array([50.0, 50.0, 0.0]))
    assert area.side <= blobs.WIDEST
    assert area.x < 50.0 < area.x + area.side
