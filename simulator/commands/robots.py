"""Commands of the command line about robots: gait."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from .options import OUTPUT, Language


def gait(
    robot: Path,
    *,
    output: Annotated[Path, OUTPUT] = Path("out/gait"),
    trip: str | None = None,
    set_: Annotated[tuple[str, ...], Parameter(name="--set", negative="")] = (),
    compensate: bool | None = None,
    language: Language = "en",
) -> int:
    """Compute walking patterns: a robot's joint angles, for its diagram; a trip, drawn.

    Args:
        robot: The robot file, or its folder.
        output: Folder for the files.
        trip: Write a table and a drawing of this way, too, such as `walk 10, left 45, stand 2,
            right 45` (steps, degrees, seconds).
        set_: A key of the robot's gait set otherwise, such as `alpha=0.1`.
        compensate: Make up for the give of the joints, or not; default: as each posture says.
        language: Of the drawing.
    """
    from ..gait import report

    return report.report(robot, output, trip, set_, compensate, language)
