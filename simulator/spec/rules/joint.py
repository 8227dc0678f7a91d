"""Where a joint may be, told in the unit that is written."""

import math

from ..errors import KeyPath
from ..models.robot import JointSpec
from ..reading.report import Report


def tell_outside(
    report: Report, path: KeyPath, joint: JointSpec, position: float, what: str = ""
) -> str:
    """Return that a position is outside a joint's limit, in the unit that is written at `path`."""
    low, high = joint.limit or (-math.inf, math.inf)
    size, unit = report.unit(path, travel_unit(joint))
    text = f"{what}{position / size:.7g} {unit} is outside the joint's limit "
    text += f"[{low / size:.7g}, {high / size:.7g}] {unit}"
    return text + advise_degrees(report, path, position, (low, high), travel_unit(joint))


def advise_degrees(
    report: Report, path: KeyPath, value: float, span: tuple[float, float], unit: str
) -> str:
    """Return the key that takes degrees where a number beyond half a turn can be nothing else."""
    is_bare = unit == "rad" and report.suffix(path) is None
    if not is_bare or abs(value) <= math.pi or not span[0] <= math.radians(value) <= span[1]:
        return ""
    steps = list(path)  # `joints: {elbow: 30}` has its unit in front
    key = "joints" if steps[-2] == "joints" else steps[-1]
    return f"; for degrees write {key}_deg"


def travel_unit(joint: JointSpec) -> str:
    """Return the SI unit of a joint's position."""
    return "m" if joint.type == "prismatic" else "rad"
