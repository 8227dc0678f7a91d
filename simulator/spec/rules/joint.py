"""Where a joint may be, told in the unit that is written."""

import math

from ..models.robot import JointSpec
from ..reading.report import Path, Report

DRIVEN = ("revolute", "prismatic")


def tell_outside(
    report: Report, path: Path, joint: JointSpec, position: float, what: str = ""
) -> str:
    """Return that a position is outside a joint's limit, in the unit that is written at `path`."""
    low, high = joint.limit or (-math.inf, math.inf)
    size, unit = report.unit(path, travel_unit(joint))
    text = f"{what}{position / size:.7g} {unit} is outside the joint's limit "
    return text + f"[{low / size:.7g}, {high / size:.7g}] {unit}"


def travel_unit(joint: JointSpec) -> str:
    """Return the SI unit of a joint's position."""
    return "m" if joint.type == "prismatic" else "rad"
