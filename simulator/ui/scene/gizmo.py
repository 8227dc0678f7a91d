"""Handles of a thing in the view, to move, turn and size it by the pointer."""

from typing import NamedTuple

import numpy as np
from imgui_bundle import imgui, imguizmo  # pyright: ignore[reportMissingModuleSource]
from numpy.typing import NDArray

from simulator.ui.areas import Box
from simulator.ui.painting import windows

gizmo = imguizmo.im_guizmo
STEPS = {"move": 0.1, "turn": 15.0, "size": 0.1}  # with Ctrl: m, degrees, of the size
OPERATIONS = {
    "move": gizmo.OPERATION.translate,
    "turn": gizmo.OPERATION.rotate,
    "size": gizmo.OPERATION.scale,
}
STROKES = {  # lines and marks of the gizmo at 100 % [px]
    "translation_line_thickness": 3.0,
    "translation_line_arrow_size": 7.0,
    "rotation_line_thickness": 3.0,
    "rotation_outer_line_thickness": 3.0,
    "scale_line_thickness": 3.0,
    "scale_line_circle_size": 7.0,
    "center_circle_size": 6.0,
}
Matrix = NDArray[np.float64]


class Grip(NamedTuple):
    """What the pointer does with a thing: its pose now, and whether it is held or near.

    The pose is (4, 4); while a thing is sized its columns are as long as the thing grows.
    """

    pose: Matrix
    is_held: bool
    is_near: bool


def draw(box: Box, world: Matrix, lens: Matrix, pose: Matrix, mode: str, scale: float) -> Grip:
    """Draw the gizmo over the view in `box`; `world` and `lens` are the camera's (4, 4)."""
    with windows.opened("##gizmo", box, is_touchable=False) as commands:
        for name, size in STROKES.items():
            setattr(gizmo.get_style(), name, size * scale)
        gizmo.begin_frame()
        gizmo.set_orthographic(False)
        gizmo.allow_axis_flip(False)  # an arrow points where its number grows
        gizmo.set_drawlist(commands)
        gizmo.set_rect(*box)
        held = _matrix(pose)
        snap = gizmo.Matrix3([STEPS[mode]] * 3) if imgui.get_io().key_ctrl else None
        space = gizmo.MODE.world
        gizmo.manipulate(_matrix(world), _matrix(lens), OPERATIONS[mode], space, held, None, snap)
        moved = np.array(held.values, float).reshape(4, 4).T
        return Grip(moved, gizmo.is_using(), gizmo.is_over())


def _matrix(matrix: Matrix) -> gizmo.Matrix16:
    return gizmo.Matrix16(matrix.T.ravel().tolist())
