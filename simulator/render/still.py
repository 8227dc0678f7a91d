"""The snapshot of a scene at its start, for pictures that need no physics."""

from dataclasses import replace

import numpy as np
from scipy.spatial.transform import Rotation

from ..snapshot import ContactPoint, Layout, Snapshot
from ..spec.models.scene import SceneSpec
from ..spec.naming import bodies as spec_bodies


def at_start(scene: SceneSpec) -> Snapshot:
    """Return the snapshot of a scene whose bodies rest at their start poses; it has no signals."""
    bodies = spec_bodies.list_bodies(scene)
    position = np.array([body.position for body in bodies], float)
    turn = Rotation.from_matrix(np.array([body.rotation for body in bodies]))
    anchors = _joint_anchors(scene)
    none = np.zeros(0, np.int64)
    return Snapshot(
        layout=Layout(tuple(body.name for body in bodies), (), tuple(anchors)),
        frame_index=0,
        time=0.0,
        position=position,
        orientation=turn.as_quat(scalar_first=True),
        velocity=np.zeros_like(position),
        spin=np.zeros_like(position),
        joint_position=np.zeros(len(anchors)),
        joint_anchor=np.array(list(anchors.values())).reshape(-1, 3),
        signals=np.zeros(0),
        contacts=ContactPoint(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0), none, none),
        state_hash="",
    )


def with_signals(snapshot: Snapshot, signals: dict[str, float]) -> Snapshot:
    """Return the snapshot with these signals instead of its own, to light lamps for a picture."""
    layout = snapshot.layout._replace(signals=tuple(signals))
    return replace(snapshot, layout=layout, signals=np.array(list(signals.values()), float))


def _joint_anchors(scene: SceneSpec) -> dict[str, np.ndarray]:
    anchors: dict[str, np.ndarray] = {}
    for placement in scene.robots:
        robot, poses = spec_bodies.robot_name(placement), spec_bodies.link_poses(placement)
        for name, joint in (placement.spec.joints if placement.spec else {}).items():
            position, rotation = poses[joint.parent]
            anchors[f"{robot}.{name}"] = position + rotation @ np.array(joint.at)
    return anchors
