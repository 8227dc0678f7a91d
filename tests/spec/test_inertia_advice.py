"""Moments of inertia that no mass within a link's shapes has are told of."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator import checking
from simulator.advice.inertias import judge_inertia
from simulator.spec.models.robot import LinkSpec

ROBOT = """\
links:
  base: {fixed: true, inertia: [9, 9, 9, 0, 0, 0], shape: {box: [0.2, 0.2, 0.1]}}
  arm: {MASS, inertia: [MOMENTS, 0, 0, 0], SHAPE}
joints: {hinge: {type: revolute, parent: base, child: arm}}
"""
PLACED = "shape: {box: [0.2, 0.1, 0.1], at: [0, 0, 0.5]}"
BOX = f"{PLACED}, centre_of_mass: [0, 0, 0.5]"


@pytest.mark.parametrize(
    ("mass", "moments", "shape", "is_told"),
    [
        ("mass: 0.25", "1, 1, 1", BOX, True),  # a placeholder
        ("mass: 0.25", "420, 1000, 1000", BOX, True),  # of kg mm2
        ("mass: 0.25", "0.0004, 0.001, 0.001", BOX, False),
        ("mass: 0.25", "1, 1, 1", "collides: false, centre_of_mass: [0, 0, 0]", False),  # unseen
        ("mass: 0.25", "0.05, 0.05, 0.05", PLACED, True),  # about the shape's centre
        ("density: 125", "0.05, 0.05, 0.05", PLACED, True),
        ("material: wood", "0.1, 0.1, 0.1", PLACED, True),
        ("density: 125", "0.0004, 0.001, 0.001", PLACED, False),
    ],
)
def test_an_inertia_beyond_its_shapes_is_told_of(folder, mass, moments, shape, is_told):
    text = ROBOT.replace("MASS", mass).replace("MOMENTS", moments).replace("SHAPE", shape)
    found = checking.check(folder.write("robots/arm/robot.yaml", text))
    assert [(one.problem.line, one.problem.code, one.severity) for one in found] == (
        [(3, "large-inertia", "warning")] if is_told else []
    )
    assert all("end 0.122 m from it" in one.problem.message for one in found)


PLACE = st.floats(-1.0, 1.0)


@given(st.lists(st.tuples(PLACE, PLACE, PLACE), min_size=2, max_size=6))
def test_masses_within_shapes_are_never_told_of(places):
    points = np.array(places)
    centre = points.mean(axis=0)
    squares = [point @ point * np.eye(3) - np.outer(point, point) for point in points - centre]
    tensor = np.mean(squares, axis=0) + 1e-6 * np.eye(3)  # of 1 kg, balls rather than points
    link = LinkSpec.model_validate({
        "mass": 1.0, "centre_of_mass": centre.tolist(),
        "inertia": tensor[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]].tolist(),
        "shapes": [{"sphere": 0.01, "at": point.tolist()} for point in points],
    })  # fmt: skip
    assert not list(judge_inertia(("links", "a"), link, {}))
