"""The expert's ghost: his poses come back in between, from a file too, and only for his robot."""

import shutil

import numpy as np
import pytest

from simulator import cli
from simulator.snapshot import Event
from simulator.training.ghost import EVERY, Ghost, GhostError


@pytest.fixture
def watched(stage):
    """Return a ghost of the cart, which rolls along x and turns about z by 1 rad/s."""
    ghost = Ghost.of(stage.cast)
    for _ in range(4 * EVERY):
        time = stage.frames * 0.04 + 0.04
        turn = (np.cos(time / 2), 0.0, 0.0, np.sin(time / 2))
        moment = stage.moment({"cart.hull": (time, 0, 0)}, orientation={"cart.hull": turn})
        ghost.frame(moment.panel, moment.snapshot)
    return ghost, moment.snapshot


@pytest.mark.parametrize("time", [0.2, 0.33, 0.5, 0.8])
def test_poses_in_between(watched, time, tmp_path):
    ghost, snapshot = watched
    ghost.save(tmp_path / "ghost.npz")
    for one in (ghost, Ghost.load(tmp_path / "ghost.npz", ghost.rows)):
        position, orientation = one.at(time, snapshot)
        assert np.allclose(position[1], (time, 0, 0), atol=1e-6)
        assert np.allclose(orientation[1], (np.cos(time / 2), 0, 0, np.sin(time / 2)), atol=1e-4)
        assert np.array_equal(position[3], snapshot.position[3])  # the load is nobody's ghost
        assert one.length == pytest.approx(0.8)
        assert np.allclose(one.way[:, 0], [0.2, 0.4, 0.6, 0.8])


def test_before_and_after_he_stands(watched):
    ghost, snapshot = watched
    assert ghost.at(0.0, snapshot)[0][1, 0] == pytest.approx(0.2)
    assert ghost.at(99.0, snapshot)[0][1, 0] == pytest.approx(0.8)
    ghost.event(Event("reset"))
    assert ghost.length == 0.0 and np.array_equal(ghost.at(1.0, snapshot)[0], snapshot.position)


def test_files_of_others_are_refused(watched, tmp_path):
    ghost, _ = watched
    path = tmp_path / "ghost.npz"
    ghost.save(path)
    with pytest.raises(GhostError, match="not this one"):
        Ghost.load(path, np.array([1, 2, 3]))
    path.write_bytes(b"nothing")
    with pytest.raises(GhostError, match="no expert's run"):
        Ghost.load(path, ghost.rows)


def test_only_a_run_that_passed_becomes_the_experts(record_push, tmp_path, capsys):
    exercise = tmp_path / "tests"
    shutil.copytree("tests/scenes", exercise)
    failed, good = (str(tmp_path / name) for name in ("failed.mcap", "good.mcap"))
    record_push(failed, {"actions": [{"hold": 0.5}]})
    record_push(good)
    assert cli.app(["expert", str(exercise / "push.yaml"), failed]) == 1
    assert "it has not passed" in capsys.readouterr().err
    assert cli.app(["expert", str(exercise / "push.yaml"), good]) == 0
    assert (exercise / "experts" / "push.npz").is_file()
