"""Commands of the command line about robots: gait."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

Language = Literal["en", "ru"]


def gait(
    robot: Path,
    *,
    output: Annotated[Path, Parameter(name=["--output", "-o"])] = Path("out/gait"),
    trip: str = "walk 10, left 45, right 45, walk 2",
    set_: Annotated[tuple[str, ...], Parameter(name="--set", negative="")] = (),
    compensate: bool | None = None,
    language: Language = "en",
) -> int:
    """Compute a robot's walking patterns: arrays for its diagram, a trip as a table and a drawing.

    Args:
        robot: The robot file, or its folder.
        output: Folder for the files, a subfolder for each posture.
        trip: What the table and the drawing show: `walk STEPS, left DEGREES, right DEGREES,
            stand SECONDS`.
        set_: A key of the robot's gait set otherwise, such as `alpha=0.1`.
        compensate: Make up for the give of the joints, or not; default: as each posture says.
        language: Of the drawing.
    """
    from .gait import report

    return report.report(robot, output, trip, set_, compensate, language)
