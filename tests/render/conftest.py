"""Snapshots of scenes as they start, and one context that fails a test on any GL error."""

from collections.abc import Iterator

import moderngl
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from simulator.render import offscreen
from simulator.snapshot import ContactPoint, Layout, Snapshot
from simulator.spec import bodies as spec_bodies
from simulator.spec.scene import SceneSpec


def snapshot_of_start(scene: SceneSpec, **changes: object) -> Snapshot:
    """Return the snapshot of a scene whose bodies have not moved yet."""
    bodies = spec_bodies.list_bodies(scene)
    position = np.array([body.position for body in bodies], float)
    turn = Rotation.from_matrix(np.array([body.rotation for body in bodies]))
    joints = [
        f"{spec_bodies.robot_name(placement)}.{name}"
        for placement in scene.robots
        for name in (placement.spec.joints if placement.spec else {})
    ]
    none = np.zeros(0, np.int64)
    values = dict(
        layout=Layout(tuple(body.name for body in bodies), (), tuple(joints), ()),
        frame_index=0,
        time=0.0,
        position=position,
        orientation=turn.as_quat(scalar_first=True),
        velocity=0.0 * position,
        spin=0.0 * position,
        joint_position=np.zeros(len(joints)),
        joint_anchor=np.zeros((len(joints), 3)),
        signals=np.zeros(0),
        contacts=ContactPoint(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0), none, none),
        profile=np.zeros(0),
        state_hash="",
    )
    return Snapshot(**(values | changes))


@pytest.fixture(scope="session")
def shared_context() -> Iterator[moderngl.Context]:
    ctx = offscreen.open_context()
    yield ctx
    ctx.release()


@pytest.fixture
def ctx(shared_context: moderngl.Context) -> Iterator[moderngl.Context]:
    assert shared_context.error == "GL_NO_ERROR"
    yield shared_context
    assert shared_context.error == "GL_NO_ERROR"


@pytest.fixture
def start():
    return snapshot_of_start
