"""Debug drawing: joints, contacts, body frames and bounding boxes as lines over the picture."""

from dataclasses import dataclass

import moderngl
import numpy as np
from numpy.typing import NDArray

from ..snapshot import Snapshot
from ..spec.models.scene import SceneSpec
from ..spec.naming import bodies as spec_bodies
from ..spec.naming.bodies import rotation_of
from . import shader
from .pose import Poses

Floats = NDArray[np.float64]
AXES = np.array([[1.0, 0.49, 0.44, 1.0], [0.30, 0.76, 0.54, 1.0], [0.50, 0.70, 1.0, 1.0]])
JOINT = np.array([0.79, 0.53, 0.23, 1.0])
CONTACT = np.array([1.0, 0.49, 0.44, 1.0])
BOX = np.array([0.37, 0.78, 0.91, 0.6])
FRAME_LENGTH, JOINT_LENGTH = 0.12, 0.18  # [m]
EDGES = [(a, a | bit) for bit in (1, 2, 4) for a in range(8) if not a & bit]


@dataclass(frozen=True)
class Debug:
    """What to draw beside the bodies themselves."""

    joints: bool = False
    contacts: bool = False
    frames: bool = False
    boxes: bool = False
    balance: bool = False

    def __bool__(self) -> bool:
        """Return whether anything is asked for."""
        return self.joints or self.contacts or self.frames or self.boxes or self.balance


class JointAxes:
    """Parent body and axis of every joint, in the order of `Snapshot.layout.joints`."""

    def __init__(self, scene: SceneSpec) -> None:
        rows = {body.name: row for row, body in enumerate(spec_bodies.list_bodies(scene))}
        self.axis: dict[str, tuple[int, Floats]] = {}
        for placement in scene.robots:
            robot = spec_bodies.robot_name(placement)
            for name, joint in (placement.spec.joints if placement.spec else {}).items():
                way = rotation_of(joint.rpy) @ np.array(joint.axis)
                parent = rows[f"{robot}.{joint.parent}"]
                self.axis[f"{robot}.{name}"] = parent, way / np.linalg.norm(way)

    def lines(self, snapshot: Snapshot, poses: Poses) -> Floats:
        """Return (n, 10) lines along the joints' axes through their anchors."""
        lines = []
        for name, anchor in zip(snapshot.layout.joints, snapshot.joint_anchor, strict=True):
            if name in self.axis:
                parent, axis = self.axis[name]
                way = poses.rotation[parent] @ axis * (JOINT_LENGTH / 2.0)
                lines.append(np.concatenate([anchor - way, anchor + way, JOINT]))
        return np.array(lines).reshape(-1, 10)


def contact_lines(snapshot: Snapshot) -> Floats:
    """Return (n, 10) lines along the contacts' normals, longer the greater the force."""
    contacts = snapshot.contacts
    length = 0.03 + 0.05 * np.log1p(np.maximum(contacts.force, 0.0) / 10.0)
    end = contacts.position + contacts.normal * length[:, None]
    return np.hstack([contacts.position, end, np.tile(CONTACT, (len(end), 1))])


def frame_lines(poses: Poses) -> Floats:
    """Return (3 n, 10) lines along the axes of every body's frame but the ground's."""
    start = poses.position[1:]
    return np.concatenate(
        [
            np.hstack(
                [
                    start,
                    start + FRAME_LENGTH * poses.rotation[1:, :, axis],
                    np.tile(AXES[axis], (len(start), 1)),
                ]
            )
            for axis in range(3)
        ]
    )


def box_lines(bounds: Floats, poses: Poses, rows: NDArray[np.int64]) -> Floats:
    """Return (12 n, 10) lines along the edges of the boxes (bodies, 2, 3) of some bodies."""
    pick = np.array([[(corner >> bit) & 1 for bit in range(3)] for corner in range(8)])
    corners = bounds[rows][:, pick, np.arange(3)]
    corners = np.einsum("nij,nkj->nki", poses.rotation[rows], corners)
    corners += poses.position[rows][:, None]
    start, end = (corners[:, [edge[k] for edge in EDGES]].reshape(-1, 3) for k in (0, 1))
    return np.hstack([start, end, np.tile(BOX, (len(start), 1))])


class LinePass:
    """Draws lines of constant width; keeps one growing buffer."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.ctx = ctx
        self.program = shader.build(ctx, "line.vert", "line.frag")
        self.buffer = ctx.buffer(reserve=40 * 256)
        self.array = ctx.vertex_array(
            self.program, [(self.buffer, "3f4 3f4 4f4 /i", "in_start", "in_end", "in_colour")]
        )

    def draw(self, lines: Floats, width: float, is_hidden: bool = False) -> None:
        """Draw (n, 10) rows of start, end [m] and colour into the target in use.

        They show through bodies, unless `is_hidden` by what stands before them.
        """
        if not len(lines):
            return
        data = np.ascontiguousarray(lines, np.float32).tobytes()
        if len(data) > self.buffer.size:
            self.buffer.orphan(2 * len(data))
        self.buffer.write(data)
        self.program["width"].value = width  # type: ignore[union-attr]
        depth = moderngl.DEPTH_TEST if is_hidden else moderngl.NOTHING
        self.ctx.enable_only(moderngl.BLEND | depth)
        self.ctx.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        self.array.render(moderngl.TRIANGLE_STRIP, vertices=4, instances=len(lines))

    def release(self) -> None:
        """Free the memory on the GPU."""
        for thing in (self.array, self.buffer, self.program):
            thing.release()
